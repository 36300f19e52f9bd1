// Reads of the rounds in which all known names are screened again, and the types shared with the
// writer of rounds (db/screening/rescreening.ts).

import type { ListMatch, NotCompared } from '../../ledger/decisions/screening.ts';
import { partyNameOf } from '../../ledger/external-party.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { rescreenings } from './rescreening-tables.ts';

export type RescreeningRow = typeof rescreenings.$inferSelect;

/** The list entries that match a name in the ledger. */
export interface RescreenedName {
  readonly customerId: string;
  /**
   * Set for hits of the customer itself: its name at that time, and why a part of it could not be
   * compared.
   */
  readonly ownName: { readonly name: string; readonly notCompared: NotCompared | null } | null;
  /** The payment that named the external party, and its tenant. */
  readonly party: { readonly tenantId: string; readonly transactionId: string } | null;
  readonly hits: readonly (ListMatch & { readonly screenedName: string })[];
}

export interface RescreeningStep {
  readonly number: number;
  /**
   * Position of the round when this step began. When another process has advanced the round, that
   * process continues.
   */
  readonly from: Pick<RescreeningRow, 'stage' | 'afterId'>;
  readonly to: Pick<RescreeningRow, 'stage' | 'afterId'>;
  readonly names: number;
  readonly matches: readonly RescreenedName[];
}

/** Returns the newest round, or undefined when there was none. */
export function lastRescreening({ raw }: Database): RescreeningRow | undefined {
  return raw
    .prepare<[], RescreeningRow>(
      `SELECT ${columnsOf(rescreenings)} FROM rescreenings
       WHERE number = (SELECT max(number) FROM rescreenings)`,
    )
    .get();
}

export interface KnownCustomer {
  readonly id: string;
  readonly type: 'individual' | 'business';
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly country: string | null;
  readonly notCompared: NotCompared | null;
}

/** Lists the next customers of all tenants, by id. */
export function customersAfter({ raw }: Database, after: string, limit: number): KnownCustomer[] {
  return raw
    .prepare<[string, number], KnownCustomer>(
      `SELECT id, type, name, date_of_birth AS dateOfBirth, country,
         not_compared AS notCompared FROM customers
       WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .all(after, limit);
}

export interface KnownPayment {
  readonly id: string;
  readonly tenantId: string;
  readonly customerId: string;
  /**
   * Name of the external party, or null when there is none or the transaction ended without effect.
   */
  readonly party: string | null;
}

interface PaymentRow extends Omit<KnownPayment, 'party'> {
  readonly externalParty: string | null;
  readonly status: string;
}

const WITHOUT_EFFECT = ['declined', 'failed', 'canceled', 'expired'];

/** Lists the next transactions of all tenants, by id. */
export function paymentsAfter({ raw }: Database, after: string, limit: number): KnownPayment[] {
  const rows = raw
    .prepare<[string, number], PaymentRow>(
      `SELECT id, tenant_id AS tenantId, customer_id AS customerId, status,
         external_party AS externalParty FROM transactions WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .all(after, limit);
  return rows.map(({ status, externalParty, ...rest }) => {
    const hadNoEffect = WITHOUT_EFFECT.includes(status);
    return { ...rest, party: hadNoEffect ? null : partyNameOf({ externalParty }) };
  });
}
