// Registration of developers: with a sandbox key at once, or, when the bank sends e-mail, after a
// code has proven the address.

import { mint, mintAt } from '../db/kernel/mint.ts';
import type { Developer, PlatformRows } from '../db/platform/rows.ts';
import { createKey, hashKey } from './api-key.ts';
import { type IssuedKey, issueKey } from './keys.ts';
import { ALL_SCOPES } from './scopes.ts';

export interface Registration {
  readonly company: string;
  readonly email: string;
  readonly phone: string | null;
  readonly country: string;
  readonly useCase: string | null;
  readonly expectedVolume: string | null;
}

/** A new developer with the secrets, which are not stored. */
export interface RegisteredDeveloper {
  readonly developer: Developer;
  readonly issued: IssuedKey;
  /** Opens the application, and shows its claim code after the approval. */
  readonly applicationSecret: string;
}

/**
 * A developer who has to prove the address; `code` is null when the address is registered already.
 */
export interface UnprovenDeveloper {
  readonly developer: Developer;
  readonly code: string | null;
}

const PROOF_MS = 24 * 60 * 60 * 1000;

/** Registers with a sandbox key; null when the address is taken. Call it inside a write. */
export function register(
  rows: PlatformRows,
  registration: Registration,
): RegisteredDeveloper | null {
  if (rows.findByEmail(registration.email)) return null;
  const { key: applicationSecret, hash: applicationSecretHash } = createKey('application_');
  const developer = { ...newDeveloper(registration), applicationSecretHash };
  rows.insertDeveloper(developer);
  return { developer, issued: issueFirstKey(rows, developer), applicationSecret };
}

/**
 * Registers without a key. A further registration of an unproven address replaces the former one,
 * because only the code sent to the address opens it. Call it inside a write.
 */
export function registerUnproven(
  rows: PlatformRows,
  registration: Registration,
  now: number,
): UnprovenDeveloper {
  const existing = rows.findByEmail(registration.email);
  if (existing && existing.proofHash === null) return { developer: existing, code: null };
  const { key: code, hash: proofHash } = createKey('email_');
  const proof = { proofHash, proofExpiresAt: now + PROOF_MS };
  if (existing) {
    const version = existing.version + 1;
    const newRegistration = { ...registration, appliedAt: null };
    const developer = { ...existing, ...newRegistration, ...proof, version, updatedAt: now };
    rows.updateDeveloper(developer);
    return { developer, code };
  }
  const developer = { ...newDeveloper(registration), ...proof };
  rows.insertDeveloper(developer);
  return { developer, code };
}

/** Issues the first key for a code, once; null when it is not valid. Call it inside a write. */
export function proveEmail(
  rows: PlatformRows,
  code: string,
  now: number,
): RegisteredDeveloper | null {
  const row = rows.findByProof(hashKey(code));
  if (!row || row.proofExpiresAt === null || row.proofExpiresAt <= now) return null;
  const proven = { proofHash: null, proofExpiresAt: null, version: row.version + 1 };
  const { key: applicationSecret, hash: applicationSecretHash } = createKey('application_');
  const developer = { ...row, ...proven, applicationSecretHash, updatedAt: now };
  rows.updateDeveloper(developer);
  return { developer, issued: issueFirstKey(rows, developer), applicationSecret };
}

function newDeveloper(registration: Registration): Developer {
  const { id, at } = mintAt('developer');
  return {
    id,
    ...registration,
    sandboxStatus: 'active',
    applicationId: mint('application'),
    applicationStatus: 'pending',
    applicationReason: null,
    applicationScopes: null,
    // The sandbox needs no approval; the application for production is a separate act.
    appliedAt: null,
    decidedBy: null,
    decidedAt: null,
    sandboxEpoch: 0,
    applicationSecretHash: null,
    claimHash: null,
    claimSealed: null,
    throttle: null,
    claimExpiresAt: null,
    proofHash: null,
    proofExpiresAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

/** Issues the first sandbox key of a developer. */
function issueFirstKey(rows: PlatformRows, { id: developerId }: Developer): IssuedKey {
  const order = { developerId, environment: 'sandbox' as const, name: 'First sandbox key' };
  const firstKey = { scopes: ALL_SCOPES, expiresAt: null, ipAllow: [], actor: 'registration' };
  const issued = issueKey(rows, { ...order, ...firstKey }, 'api_key.created');
  if (!issued) throw new Error('the new developer has no keys');
  return issued;
}
