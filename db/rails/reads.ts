// Plain reads of payments on a network: one with everything that its network has to know, and those
// that need a workflow.

import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { businessTimeSql } from '../kernel/clock.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { transactions } from '../kernel/tables.ts';
import { railPayments } from './tables.ts';
import type { RailPaymentRow } from './view.ts';

/** A payment, its currency, and the external party as the client named it. */
export interface RailPaymentFacts {
  readonly payment: RailPaymentRow;
  readonly currency: string;
  readonly party: Readonly<Record<string, string | undefined>>;
}

/** Null when the transaction travels by no network. */
export async function readRailPayment(
  { database: { orm } }: ReadLedger,
  transactionId: string,
): Promise<RailPaymentFacts | null> {
  const found = orm
    .select({
      payment: railPayments,
      currency: transactions.currency,
      externalParty: transactions.externalParty,
    })
    .from(railPayments)
    .innerJoin(transactions, eq(transactions.id, railPayments.transactionId))
    .where(eq(railPayments.transactionId, transactionId))
    .get();
  if (!found) return null;
  const { payment, currency, externalParty } = found;
  return { payment, currency, party: JSON.parse(externalParty ?? '{}') };
}

const UNSENT = ['queued', 'submitting'] as const;

/** Not given to their network for a while, though no person has to see them: its process died. */
export async function listUnsent(
  { database: { orm } }: ReadLedger,
  order: { readonly before: number; readonly limit: number },
): Promise<string[]> {
  const before = sql.raw(businessTimeSql('rail_payments.tenant_id', String(order.before)));
  return orm
    .select({ id: railPayments.transactionId })
    .from(railPayments)
    .innerJoin(transactions, eq(transactions.id, railPayments.transactionId))
    .where(
      and(
        inArray(railPayments.status, UNSENT),
        eq(transactions.status, 'pending'),
        sql`${railPayments.updatedAt} < ${before}`,
      ),
    )
    .limit(order.limit)
    .all()
    .map(({ id }) => id);
}

/** Those about which their network has something left to say, by id, after a cursor. */
export async function listOpenRails(
  { database: { orm } }: ReadLedger,
  order: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const isOpen = or(
    inArray(railPayments.status, [...UNSENT, 'submitted']),
    and(eq(railPayments.status, 'settled'), isNotNull(railPayments.askAt)),
  );
  return orm
    .select({ id: railPayments.transactionId })
    .from(railPayments)
    .where(and(isOpen, gt(railPayments.transactionId, order.after)))
    .orderBy(asc(railPayments.transactionId))
    .limit(order.limit)
    .all()
    .map(({ id }) => id);
}
