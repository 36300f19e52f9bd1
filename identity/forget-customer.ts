// Erases a customer from the platform database: ends consents and deletes sessions, codes, name and
// password. The audit log contains ids only.

import type { PlatformRows } from '../db/platform/rows.ts';
import { type Withdrawal, withdrawConsent } from './consents.ts';

/** Erases a customer. Idempotent. Call it inside a write. */
export function forgetCustomer(
  rows: PlatformRows,
  { tenantId, customerId }: Pick<Withdrawal, 'tenantId' | 'customerId'>,
  now: number,
): void {
  for (const { consent } of rows.oauth.listConsents(tenantId, customerId)) {
    withdrawConsent(rows, { tenantId, customerId, consentId: consent.id }, now);
  }
  rows.oauth.removeSessions(customerId, null);
  rows.oauth.useResets(customerId, now);
  rows.oauth.removeSignIn(customerId);
}
