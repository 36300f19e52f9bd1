// Consents of customers: an app, scopes, and individual accounts. A consent is never widened; the
// customer gives a new one. Withdrawing it revokes every token of its grant.

import { mintAt } from '../db/kernel/mint.ts';
import type { Consent } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import type { Scope } from './scopes.ts';

/** The maximum validity under PSD2: 180 days. */
export const CONSENT_MS = 180 * 24 * 60 * 60 * 1000;

export interface ConsentOrder {
  readonly grantId: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly customerId: string;
  readonly scopes: readonly Scope[];
  readonly accountIds: readonly string[];
}

export interface Withdrawal {
  readonly tenantId: string;
  readonly customerId: string;
  readonly consentId: string;
}

/** Stores a consent. Call it inside a write. */
export function giveConsent(rows: PlatformRows, order: ConsentOrder): Consent {
  const { id, at } = mintAt('consent');
  const { scopes, accountIds, ...rest } = order;
  const row: Consent = {
    id,
    ...rest,
    scopes: scopes.join(' '),
    accountIds: accountIds.join(' '),
    createdAt: at,
    expiresAt: at + CONSENT_MS,
    withdrawnAt: null,
  };
  rows.oauth.insertConsent(row);
  recordAudit(rows, row, 'consent.given', at);
  return row;
}

/** The consent of a grant; null when it has expired or was withdrawn. */
export function findConsent(rows: PlatformRows, grantId: string, now: number): Consent | null {
  const row = rows.oauth.consentOfGrant(grantId);
  return row && row.withdrawnAt === null && row.expiresAt > now ? row : null;
}

/** Ends a consent; false when it is unknown. Idempotent. Call it inside a write. */
export function withdrawConsent(rows: PlatformRows, order: Withdrawal, now: number): boolean {
  const { tenantId, customerId, consentId } = order;
  const all = rows.oauth.listConsents(tenantId, customerId).map(({ consent }) => consent);
  const row = all.find(({ id }) => id === consentId);
  if (!row) return false;
  if (row.withdrawnAt !== null) return true;
  rows.oauth.endConsent(row.id, now);
  rows.oauth.removeGrant(row.grantId);
  recordAudit(rows, row, 'consent.withdrawn', now);
  return true;
}

/**
 * Ends every session of a customer and withdraws every consent, so that nothing opened with the
 * former password remains. Call it inside a write.
 */
export function endAccess(
  rows: PlatformRows,
  { tenantId, customerId }: Pick<Consent, 'tenantId' | 'customerId'>,
  now: number,
): void {
  rows.oauth.removeSessions(customerId, null);
  for (const { consent } of rows.oauth.listConsents(tenantId, customerId)) {
    withdrawConsent(rows, { tenantId, customerId, consentId: consent.id }, now);
  }
}

function recordAudit(rows: PlatformRows, row: Consent, action: string, time: number): void {
  const { id: objectId, clientId, scopes, accountIds, customerId: actor } = row;
  const detail = JSON.stringify({ clientId, scopes, accountIds });
  rows.insertAudit({ at: time, actor, action, objectId, environment: null, detail });
}
