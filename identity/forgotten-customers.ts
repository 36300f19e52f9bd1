// What the platform knows of a customer who is erased: consents end, sessions and codes go, and so
// do the name and the password of the sign-in. The audit log keeps ids only.

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
