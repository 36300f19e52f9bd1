// The way from the sandbox to production: an approved application has a claim code, which gives one
// live key and is gone. A test key never sees it; the application's own secret and operators do.

import type { Seal } from '../db/kernel/seal.ts';
import type { Developer, PlatformRows } from '../db/platform/rows.ts';
import { hashKey, newKey } from './api-key.ts';
import { type IssuedKey, issue, type KeyOrder } from './keys.ts';
import { ALL_SCOPES, isScope, type Scope } from './scopes.ts';

/** Two weeks: an unused code may be found by another person. */
const CLAIM_MS = 14 * 24 * 60 * 60 * 1000;

export interface Claim {
  readonly code: string;
  readonly expiresAt: number;
}

/** Columns of a new code. */
export function newClaim(developerId: string, seal: Seal, now: number): Partial<Developer> {
  const { key: code, hash } = newKey('claim_');
  return {
    claimHash: hash,
    claimSealed: seal.seal(code, contextOf(developerId)),
    claimExpiresAt: now + CLAIM_MS,
  };
}

/** The code that can be used now; null when there is none. */
export function claimOf(row: Developer, seal: Seal, now: number): Claim | null {
  const { claimSealed, claimExpiresAt } = row;
  if (claimSealed === null || claimExpiresAt === null || claimExpiresAt <= now) return null;
  return { code: seal.open(claimSealed, contextOf(row.id)), expiresAt: claimExpiresAt };
}

export type ClaimOrder = Omit<KeyOrder, 'developerId' | 'environment' | 'actor' | 'scopes'> & {
  readonly code: string;
  /** Null: all that the application was approved for. */
  readonly scopes: readonly Scope[] | null;
};

/** Why a code gives no key. */
export type ClaimRefusal = 'invalid_claim_code' | 'insufficient_scope' | 'key_limit';

/** The maximal scopes of a developer's live keys. */
export function approvedScopes({ applicationScopes }: Developer): readonly Scope[] {
  return applicationScopes === null ? ALL_SCOPES : applicationScopes.split(' ').filter(isScope);
}

/** Gives the live key that a code is good for, once. Inside a write only. */
export function claimKey(rows: PlatformRows, order: ClaimOrder, now: number) {
  const { code, ...wanted } = order;
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
  const made: IssuedKey | null = issue(
    rows,
    { ...wanted, scopes, developerId, environment: 'production', actor },
    'api_key.claimed',
  );
  if (!made) return 'key_limit' as const;
  const used = { claimHash: null, claimSealed: null, claimExpiresAt: null };
  rows.updateDeveloper({ ...row, ...used, version: row.version + 1, updatedAt: now });
  return made;
}

export interface ClaimRenewal {
  readonly applicationId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly seal: Seal;
}

/** Gives an approved application another code; the one before is good for nothing any more. */
export function renewClaim(rows: PlatformRows, order: ClaimRenewal, now: number) {
  const row = rows.findByApplication(order.applicationId);
  if (!row) return 'not_found' as const;
  if (row.applicationStatus !== 'approved') return 'not_approved' as const;
  const claim = newClaim(row.id, order.seal, now);
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
