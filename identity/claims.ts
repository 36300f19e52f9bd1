// Claim codes. An approved application has a claim code, with which one live key is claimed once.
// The code is shown for the secret of the application and to operators, never for a test key.

import type { Seal } from '../db/kernel/seal.ts';
import type { Developer, PlatformRows } from '../db/platform/rows.ts';
import { createKey, hashKey } from './api-key.ts';
import { type IssuedKey, issueKey, type KeyOrder } from './keys.ts';
import { ALL_SCOPES, isScope, type Scope } from './scopes.ts';

/** Two weeks, because another person might find an unused code. */
const CLAIM_MS = 14 * 24 * 60 * 60 * 1000;

export interface Claim {
  readonly code: string;
  readonly expiresAt: number;
}

/** The columns of a developer's row for a new code. */
export function createClaim(developerId: string, seal: Seal, now: number): Partial<Developer> {
  const { key: code, hash } = createKey('claim_');
  return {
    claimHash: hash,
    claimSealed: seal.seal(code, contextOf(developerId)),
    claimExpiresAt: now + CLAIM_MS,
  };
}

/** The valid code of a developer; null when there is none. */
export function claimOf(row: Developer, seal: Seal, now: number): Claim | null {
  const { claimSealed, claimExpiresAt } = row;
  if (claimSealed === null || claimExpiresAt === null || claimExpiresAt <= now) return null;
  return { code: seal.open(claimSealed, contextOf(row.id)), expiresAt: claimExpiresAt };
}

export type ClaimOrder = Omit<KeyOrder, 'developerId' | 'environment' | 'actor' | 'scopes'> & {
  readonly code: string;
  /** Null for all scopes for which the application was approved. */
  readonly scopes: readonly Scope[] | null;
};

/** Why no key is issued for a code. */
export type ClaimRefusal = 'invalid_claim_code' | 'insufficient_scope' | 'key_limit';

/** The scopes that a developer's live keys may have. */
export function approvedScopes({ applicationScopes }: Developer): readonly Scope[] {
  return applicationScopes === null ? ALL_SCOPES : applicationScopes.split(' ').filter(isScope);
}

/** Issues the live key for a code, once. Call it inside a write. */
export function claimKey(rows: PlatformRows, order: ClaimOrder, now: number) {
  const { code, ...terms } = order;
  const row = rows.findByClaim(hashKey(code));
  if (row?.applicationStatus !== 'approved' || row.sandboxStatus === 'suspended') {
    return 'invalid_claim_code' as const;
  }
  if (row.claimExpiresAt === null || row.claimExpiresAt <= now)
    return 'invalid_claim_code' as const;
  const approved = approvedScopes(row);
  const scopes = order.scopes ?? approved;
  if (scopes.some((scope) => !approved.includes(scope))) return 'insufficient_scope' as const;
  const { id: developerId } = row;
  const actor = `claim of ${row.applicationId}`;
  const issued: IssuedKey | null = issueKey(
    rows,
    { ...terms, scopes, developerId, environment: 'production', actor },
    'api_key.claimed',
  );
  if (!issued) return 'key_limit' as const;
  const usedClaim = { claimHash: null, claimSealed: null, claimExpiresAt: null };
  rows.updateDeveloper({ ...row, ...usedClaim, version: row.version + 1, updatedAt: now });
  return issued;
}

export interface ClaimRenewal {
  readonly applicationId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly seal: Seal;
}

/** Gives an approved application a new code, which replaces the previous one. */
export function renewClaim(rows: PlatformRows, order: ClaimRenewal, now: number) {
  const row = rows.findByApplication(order.applicationId);
  if (!row) return 'not_found' as const;
  if (row.applicationStatus !== 'approved') return 'not_approved' as const;
  const claim = createClaim(row.id, order.seal, now);
  const next: Developer = { ...row, ...claim, version: row.version + 1, updatedAt: now };
  rows.updateDeveloper(next);
  rows.insertAudit({
    at: now,
    actor: order.operatorId,
    action: 'application.claim_issued',
    objectId: order.applicationId,
    environment: 'production',
    detail: JSON.stringify({ reason: order.reason }),
  });
  return next;
}

function contextOf(developerId: string): string {
  return `claim/${developerId}`;
}
