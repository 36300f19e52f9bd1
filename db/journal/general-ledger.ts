// The general ledger by day and account, for export: the movements of each account on a day and its
// balance at the end. It is read by day and in pieces, as fast as the client reads.

import { DAY_MS } from '../../ledger/durations.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { BookReader } from '../movements/reads.ts';

/** Accounts of a day that one piece reads. */
const PIECE_ACCOUNTS = 500;

/** The movements of an account on a day; minor units as text, because sums can exceed 2^53. */
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

interface LedgerSum {
  readonly accountId: string;
  readonly kind: string;
  readonly tenantId: string;
  readonly currency: string;
  readonly entries: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly closing: bigint;
}

/** The position at which a piece begins. */
export interface PieceOrder {
  /** Start of a day, milliseconds since 1970 UTC. */
  readonly start: number;
  /** The id of the last account of the previous piece. */
  readonly after: string;
}

export interface LedgerPiece {
  readonly days: readonly LedgerDay[];
  /** The last account read, or null when none is left. */
  readonly last: string | null;
}

const SELECT = `SELECT e.account_id AS accountId, a.kind, a.tenant_id AS tenantId, e.currency,
   count(*) AS entries,
   sum(CASE e.direction WHEN 'debit' THEN e.amount ELSE 0 END) AS debit,
   sum(CASE e.direction WHEN 'credit' THEN e.amount ELSE 0 END) AS credit,
   (SELECT l.balance_after FROM entries l WHERE l.account_id = e.account_id
    AND l.posted_at < @end ORDER BY l.posted_at DESC, l.ledger_sequence DESC, l.leg DESC
    LIMIT 1) AS closing
 FROM accounts a JOIN entries e ON e.account_id = a.id
 WHERE a.id > @after AND a.id <= @last AND e.posted_at >= @start AND e.posted_at < @end
 GROUP BY e.account_id, e.currency ORDER BY e.account_id`;

const statementsOf = prepareOnce(({ raw }: BookReader['database']) => ({
  days: raw.prepare<[object], LedgerSum>(SELECT).safeIntegers(),
  last: raw
    .prepare<[string], string | null>(
      `SELECT max(id) FROM (SELECT id FROM accounts WHERE id > ? ORDER BY id LIMIT ${PIECE_ACCOUNTS})`,
    )
    .pluck(),
  first: raw.prepare<[], number | null>('SELECT min(posted_at) FROM entries').pluck(),
}));

/** Reads the movements of some accounts on a day, in the order of their ids. */
export function readLedgerPiece(
  { database }: BookReader,
  { start, after }: PieceOrder,
): LedgerPiece {
  const { days, last } = statementsOf(database);
  const lastReadId = last.get(after) ?? null;
  if (lastReadId === null) return { days: [], last: null };
  const date = new Date(start).toISOString().slice(0, 10);
  const rows = days.all({ after, last: lastReadId, start, end: start + DAY_MS });
  return { days: rows.map((row) => dayOf(row, date)), last: lastReadId };
}

/** Returns the start of the first day with a booking, or null when there is none. */
export function readFirstBookedDay({ database }: BookReader): number | null {
  const firstTime = statementsOf(database).first.get() ?? null;
  return firstTime === null ? null : Math.floor(firstTime / DAY_MS) * DAY_MS;
}

/**
 * Yields the days from `from` (inclusive) to `to` (exclusive), oldest first, with accounts in the
 * order of their ids.
 * @param from start of a day, milliseconds since 1970 UTC
 * @param first the result of {@link readFirstBookedDay}
 * @param read reads a piece, on another thread than the HTTP thread
 */
export async function* streamGeneralLedger(
  { from, to, first }: Readonly<Record<'from' | 'to' | 'first', number>>,
  read: (order: PieceOrder) => Promise<LedgerPiece>,
): AsyncGenerator<readonly LedgerDay[]> {
  for (let start = Math.max(from, first); start < to; start += DAY_MS) {
    for (let after: string | null = ''; after !== null; ) {
      const piece = await read({ start, after });
      if (piece.days.length > 0) yield piece.days;
      after = piece.last;
    }
  }
}

function dayOf({ entries, debit, credit, closing, ...row }: LedgerSum, date: string): LedgerDay {
  return {
    date,
    ...row,
    entries: Number(entries),
    debit: debit.toString(),
    credit: credit.toString(),
    closing: closing.toString(),
  };
}
