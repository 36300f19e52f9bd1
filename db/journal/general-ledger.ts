// The general ledger by day and account, for export: what each account moved on a day and what it
// held at its end. Read day by day and piece by piece, so that nothing else waits for long.

import type { Ledger } from '../ledger.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days are read from the journal; accounts of a day at a time. */
const PIECE = 500;

/** What an account did on a day; minor units as text, because sums can pass 2^53. */
export interface LedgerDay {
  /** UTC. */
  readonly date: string;
  readonly accountId: string;
  readonly kind: string;
  readonly tenantId: string;
  readonly currency: string;
  readonly entries: number;
  readonly debit: string;
  readonly credit: string;
  readonly closing: string;
}

interface Found {
  readonly accountId: string;
  readonly kind: string;
  readonly tenantId: string;
  readonly currency: string;
  readonly entries: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly closing: bigint;
}

/**
 * The days from `from` up to but not at `to`, oldest first, accounts in the order of their ids.
 * @param from start of a day, milliseconds since 1970 UTC
 */
export async function* generalLedger(
  { database }: Ledger,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<LedgerDay[]> {
  const select = database.raw
    .prepare<[object], Found>(
      `SELECT e.account_id AS accountId, a.kind, a.tenant_id AS tenantId, e.currency,
         count(*) AS entries,
         sum(CASE e.direction WHEN 'debit' THEN e.amount ELSE 0 END) AS debit,
         sum(CASE e.direction WHEN 'credit' THEN e.amount ELSE 0 END) AS credit,
         (SELECT l.balance_after FROM entries l WHERE l.account_id = e.account_id
          AND l.posted_at < @end ORDER BY l.posted_at DESC, l.ledger_sequence DESC, l.leg DESC
          LIMIT 1) AS closing
       FROM accounts a JOIN entries e ON e.account_id = a.id
       WHERE a.id IN (SELECT id FROM accounts WHERE id > @after ORDER BY id LIMIT ${PIECE})
         AND e.posted_at >= @start AND e.posted_at < @end
       GROUP BY e.account_id, e.currency ORDER BY e.account_id`,
    )
    .safeIntegers();
  const edge = database.raw
    .prepare<[string], string>(
      `SELECT max(id) FROM (SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ${PIECE})`,
    )
    .pluck();
  const first = database.raw
    .prepare<[], number>('SELECT min(posted_at) FROM entries')
    .pluck()
    .get();
  if (first === undefined || first === null) return;
  const begin = Math.max(from, Math.floor(first / DAY_MS) * DAY_MS);
  for (let start = begin; start < to; start += DAY_MS) {
    const date = new Date(start).toISOString().slice(0, 10);
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows = select.all({ after, start, end: start + DAY_MS });
      if (rows.length > 0) yield rows.map((row) => dayOf(row, date));
      after = edge.get(after) ?? undefined;
      // Payments are booked between two pieces.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function dayOf({ entries, debit, credit, closing, ...row }: Found, date: string): LedgerDay {
  return {
    date,
    ...row,
    entries: Number(entries),
    debit: debit.toString(),
    credit: credit.toString(),
    closing: closing.toString(),
  };
}
