// Reads of payments on a network: one with everything that its network needs, and those that need a
// workflow.

import { businessTimeSql } from '../kernel/clock.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { railPayments } from './tables.ts';
import type { RailPaymentRow } from './view.ts';

/** A payment, its currency, and the external party as the client named it. */
export interface RailPaymentFacts {
  readonly payment: RailPaymentRow;
  readonly currency: string;
  readonly party: Readonly<Record<string, string | undefined>>;
}

interface Facts extends RailPaymentRow {
  readonly currency: string;
  readonly externalParty: string | null;
}

const factsStatement = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], Facts>(
    `SELECT ${columnsOf(railPayments, 'r')}, t.currency, t.external_party AS externalParty
     FROM rail_payments r JOIN transactions t ON t.id = r.transaction_id
     WHERE r.transaction_id = ?`,
  ),
);

/** Returns null when the transaction uses no network. */
export async function readRailPayment(
  { database }: ReadLedger,
  transactionId: string,
): Promise<RailPaymentFacts | null> {
  const row = factsStatement(database).get(transactionId);
  if (!row) return null;
  const { currency, externalParty, ...payment } = row;
  return { payment, currency, party: JSON.parse(externalParty ?? '{}') };
}

const unsentStatement = prepareOnce(({ raw }: Database) =>
  raw
    .prepare<[{ before: number; limit: number }], string>(
      `SELECT r.transaction_id FROM rail_payments r INDEXED BY rail_payments_to_submit
       CROSS JOIN transactions t ON t.id = r.transaction_id
       WHERE r.status IN ('queued', 'submitting') AND t.status = 'pending'
       AND r.updated_at < ${businessTimeSql('r.tenant_id', '@before')} LIMIT +@limit`,
    )
    .pluck(),
);

/**
 * Lists queued payments that were not submitted for a while and that no operator holds, because the
 * process that should have submitted them died.
 * @param order before: milliseconds since 1970 UTC
 */
export async function listUnsent(
  { database }: ReadLedger,
  order: { readonly before: number; readonly limit: number },
): Promise<string[]> {
  return unsentStatement(database).all(order);
}

const openStatement = prepareOnce(({ raw }: Database) =>
  raw
    .prepare<[{ after: string; limit: number }], string>(
      `SELECT transaction_id FROM rail_payments INDEXED BY rail_payments_open
       WHERE (status IN ('queued', 'submitting', 'submitted')
         OR (status = 'settled' AND ask_at IS NOT NULL))
       AND transaction_id > @after ORDER BY transaction_id LIMIT +@limit`,
    )
    .pluck(),
);

/** Lists payments with an outstanding report of their network, by id, after a cursor. */
export async function listOpenRails(
  { database }: ReadLedger,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  return openStatement(database).all({ after, limit });
}
