// Erases a customer from the platform: consents end, and sessions, codes, and the sign-in's name
// and password are deleted. The audit log keeps ids only.

import type { PlatformRows } from '../db/platform/rows.ts';
import { type Withdrawal, withdrawConsent } from './consents.ts';

/** Inside a write only; the same again changes nothing. */
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
