// Reads passkeys and the challenges that were sent to authenticators.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { LedgerReads, ShownLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { mfaFactors } from '../mfa/tables.ts';
import { passkeyChallenges, passkeys } from './tables.ts';
import { type PasskeyRow, type PasskeyView, passkeyView } from './view.ts';

export type ChallengeRow = typeof passkeyChallenges.$inferSelect;

/** The factors that a customer can confirm with. */
export interface Factors {
  readonly hasCodes: boolean;
  readonly passkeys: readonly PasskeyRow[];
}

/** Returns the active factors of a customer. */
export function factorsOf(
  { database }: LedgerReads,
  tenantId: string,
  customerId: string,
): Factors {
  return database.read(() => {
    const factor = database.orm
      .select({ status: mfaFactors.status })
      .from(mfaFactors)
      .where(and(eq(mfaFactors.customerId, customerId), eq(mfaFactors.tenantId, tenantId)))
      .get();
    const activePasskeys = database.orm
      .select()
      .from(passkeys)
      .where(
        and(
          eq(passkeys.customerId, customerId),
          eq(passkeys.tenantId, tenantId),
          eq(passkeys.status, 'active'),
        ),
      )
      .orderBy(desc(passkeys.id))
      .all();
    return { hasCodes: factor?.status === 'active', passkeys: activePasskeys };
  });
}

/** Returns the active passkey of a tenant with an authenticator's credential id; null when none. */
export function findPasskeyByCredential(
  { database }: LedgerReads,
  tenantId: string,
  credentialId: string,
): PasskeyRow | null {
  const row = database.orm
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.tenantId, tenantId), eq(passkeys.credentialId, credentialId)))
    .get();
  return row?.status === 'active' ? row : null;
}

/** Returns the tenant's challenge with that id, or null when there is none. */
export function findChallenge(
  { database }: LedgerReads,
  tenantId: string,
  id: string,
): ChallengeRow | null {
  const challenge = database.orm
    .select()
    .from(passkeyChallenges)
    .where(and(eq(passkeyChallenges.id, id), eq(passkeyChallenges.tenantId, tenantId)))
    .get();
  return challenge ?? null;
}

/** Active passkeys of a customer, newest first. */
export function listPasskeys(
  { database, livemode }: ShownLedger,
  owner: { readonly tenantId: string; readonly customerId: string },
  { limit, startingAfter }: PageOrder,
): Page<PasskeyView> {
  const rows = database.orm
    .select()
    .from(passkeys)
    .where(
      and(
        eq(passkeys.tenantId, owner.tenantId),
        eq(passkeys.customerId, owner.customerId),
        eq(passkeys.status, 'active'),
        startingAfter ? lt(passkeys.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(passkeys.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => passkeyView(row, livemode)),
    limit,
  );
}
