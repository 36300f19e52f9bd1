// Reads account statements from the journal. The size of the log at the start is the snapshot:
// later entries have a higher sequence and are left out, and booked entries never change. So a long
// statement is read in short pieces without blocking writers.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountRow } from '../accounts/view.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Reader } from '../kernel/read-thread.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { accounts } from '../kernel/tables.ts';
import { wallClockOf } from '../kernel/zone.ts';
import { sumBookedLater } from '../movements/value-dated.ts';

/** A range of time in milliseconds since 1970 UTC; `to` is exclusive. */
export interface StatementRange {
  readonly from: number;
  readonly to: number;
}

/** The account and range of a statement, and its opening figures. */
export interface OpenedStatement extends StatementRange {
  readonly account: AccountRow;
  /** Name of the customer. */
  readonly holder: string;
  /** Address of the customer, line by line; empty when it is not known. */
  readonly address: readonly string[];
  /** Size of the log at the snapshot of the statement. */
  readonly size: number;
  /** Balance before the first movement, minor units. */
  readonly opening: bigint;
  readonly valueDated: ValueDatedFigures;
}

/** The balances by value date at both ends, including entries booked later. */
export interface ValueDatedFigures {
  readonly opening: bigint;
  readonly closing: bigint;
}

/** One entry of the account with the details of its transaction. Amounts in minor units. */
export interface Movement {
  readonly ledgerSequence: number;
  readonly transactionId: string;
  readonly type: TransactionRow['type'];
  readonly direction: 'debit' | 'credit';
  readonly amount: number;
  readonly balanceAfter: number;
  /** Milliseconds since 1970 UTC. */
  readonly postedAt: number;
  /** Value date, in days since 1970-01-01 (UTC). */
  readonly valueDate: number;
  readonly description: string | null;
  readonly reference: string | null;
  readonly category: string | null;
  readonly reversalOf: string | null;
  readonly counterparty: Counterparty | null;
  /** The network of an external party. */
  readonly method: string | null;
}

/**
 * The other side of a movement: the holder of an account of this bank, or the named external party.
 * Leaves out the name that the holder gave the account, which is private.
 */
export interface Counterparty {
  readonly name: string;
  readonly accountId: string | null;
  readonly accountNumber: string | null;
  readonly bankCode: string | null;
}

interface Side {
  readonly amount: bigint;
  readonly count: number;
}

export interface StatementTotals {
  readonly debit: Side;
  readonly credit: Side;
  readonly closing: bigint;
}

/** Position in the order of a statement, after which a page begins. */
export interface MovementKey {
  readonly postedAt: number;
  readonly ledgerSequence: number;
}

/** Movements that are read or summed before other work may run. */
const PIECE_MOVEMENTS = 250;

/**
 * Opens a statement. Returns null when the tenant has no such account.
 * @param timezone IANA name of the time zone whose days limit the value dates
 */
export async function openStatement(
  { database }: Reader,
  tenantId: string,
  accountId: string,
  range: StatementRange,
  timezone = 'UTC',
): Promise<OpenedStatement | null> {
  const { raw } = database;
  return database.read(() => {
    const account = raw
      .prepare<[string, string], AccountRow>(
        `SELECT ${columnsOf(accounts)} FROM accounts
         WHERE id = ? AND tenant_id = ? AND kind = 'customer'`,
      )
      .get(accountId, tenantId);
    if (!account) return null;
    const owner = raw
      .prepare<[string | null], Holder>('SELECT name, address FROM customers WHERE id = ?')
      .get(account.customerId);
    const size =
      raw.prepare<[], number>('SELECT size FROM log_head WHERE id = 1').pluck().get() ?? 0;
    const holder = { holder: owner?.name ?? '', address: addressLines(owner?.address ?? null) };
    const statement = { account, ...holder, size, ...range };
    const byValueDate = (end: number) => {
      const lastTime = end - 1;
      const order = { accountId, at: lastTime, day: wallClockOf(lastTime, timezone).date, size };
      return balanceBefore(database, statement, end) + sumBookedLater(database, order);
    };
    const valueDated = { opening: byValueDate(range.from), closing: byValueDate(range.to) };
    return { ...statement, opening: balanceBefore(database, statement, range.from), valueDated };
  });
}

interface Holder {
  readonly name: string;
  readonly address: string | null;
}

interface Address {
  readonly line1?: string;
  readonly line2?: string;
  readonly postalCode?: string;
  readonly city?: string;
  readonly state?: string;
  readonly country?: string;
}

/** Returns a stored address as the lines of a letter. */
function addressLines(text: string | null): string[] {
  const { line1, line2, ...place }: Address = text === null ? {} : JSON.parse(text);
  const town = [place.postalCode, place.city].filter(Boolean).join(' ');
  const lines = [line1, line2, town, place.state, place.country];
  return lines.filter((line) => line !== undefined && line !== '') as string[];
}

/**
 * Returns the balance before a time. The last entry contains it, which the invariants prove.
 */
function balanceBefore(
  { raw }: Reader['database'],
  { account, size }: Pick<OpenedStatement, 'account' | 'size'>,
  time: number,
): bigint {
  const last = raw
    .prepare<[string, number, number], bigint>(
      `SELECT balance_after FROM entries
       WHERE account_id = ? AND posted_at < ? AND ledger_sequence <= ?
       ORDER BY posted_at DESC, ledger_sequence DESC, leg DESC LIMIT 1`,
    )
    .pluck()
    .safeIntegers()
    .get(account.id, time, size);
  return last ?? 0n;
}

// A range of the index on account and time: entries after a key, up to the end.
const IN_RANGE = `e.account_id = @accountId
  AND (e.posted_at, e.ledger_sequence) > (@postedAt, @ledgerSequence)
  AND e.posted_at < @to AND e.ledger_sequence <= @size`;

const IN_ORDER = 'ORDER BY e.posted_at, e.ledger_sequence, e.leg LIMIT @limit';

const PIECE_SUM = `SELECT count(*) AS count, max(posted_at) AS postedAt,
  max(ledger_sequence) AS ledgerSequence,
  coalesce(sum(amount) FILTER (WHERE direction = 'debit'), 0) AS debit,
  coalesce(sum(amount) FILTER (WHERE direction = 'credit'), 0) AS credit,
  count(*) FILTER (WHERE direction = 'debit') AS debits
  FROM (SELECT * FROM entries e WHERE ${IN_RANGE} ${IN_ORDER})`;

interface PieceSum {
  readonly count: bigint;
  readonly postedAt: bigint;
  readonly ledgerSequence: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly debits: bigint;
}

/**
 * Sums the movements of a statement, in pieces small enough that no sum exceeds 64 bits.
 * @throws Error when the opening balance plus the movements differs from the closing balance
 */
export async function readStatementTotals(
  { database }: Reader,
  statement: OpenedStatement,
): Promise<StatementTotals> {
  const piece = database.raw.prepare<[object], PieceSum>(PIECE_SUM).safeIntegers();
  const sums = { debit: 0n, credit: 0n, debits: 0, count: 0 };
  let after = keyBefore(statement);
  for (;;) {
    const pieceSums = piece.get(boundsOf(statement, after, PIECE_MOVEMENTS)) as PieceSum;
    sums.debit += pieceSums.debit;
    sums.credit += pieceSums.credit;
    sums.debits += Number(pieceSums.debits);
    sums.count += Number(pieceSums.count);
    if (Number(pieceSums.count) < PIECE_MOVEMENTS) break;
    after = {
      postedAt: Number(pieceSums.postedAt),
      ledgerSequence: Number(pieceSums.ledgerSequence),
    };
    await nextTurn();
  }
  const closing = statement.opening + sums.credit - sums.debit;
  if (closing !== balanceBefore(database, statement, statement.to))
    throw contradictionError(statement);
  return {
    debit: { amount: sums.debit, count: sums.debits },
    credit: { amount: sums.credit, count: sums.count - sums.debits },
    closing,
  };
}

/**
 * Yields all movements in order, in pieces. Other work may run between two pieces.
 * @throws Error at a movement whose balance does not follow from the previous one
 */
export async function* streamMovements(
  reader: Reader,
  statement: OpenedStatement,
): AsyncGenerator<readonly Movement[]> {
  let after: MovementKey = keyBefore(statement);
  let balance = statement.opening;
  for (;;) {
    const piece = listMovementsAfter(reader, statement, after, PIECE_MOVEMENTS);
    for (const { direction, amount, balanceAfter } of piece) {
      balance += direction === 'credit' ? BigInt(amount) : -BigInt(amount);
      if (balance !== BigInt(balanceAfter)) throw contradictionError(statement);
    }
    if (piece.length > 0) yield piece;
    const last = piece.at(-1);
    if (!last || piece.length < PIECE_MOVEMENTS) return;
    after = last;
    await nextTurn();
  }
}

/** Returns the position before the first movement of a statement. */
export function keyBefore({ from }: StatementRange): MovementKey {
  return { postedAt: from - 1, ledgerSequence: Number.MAX_SAFE_INTEGER };
}

/** Returns the place of a transaction in a statement, or null when it has no movement in it. */
export function movementKey(
  { database }: Reader,
  { account, from, to, size }: OpenedStatement,
  transactionId: string,
): MovementKey | null {
  const key = database.raw
    .prepare<[object], MovementKey>(
      `SELECT e.posted_at AS postedAt, e.ledger_sequence AS ledgerSequence
       FROM transactions t JOIN entries e ON e.ledger_sequence = t.ledger_sequence
       WHERE t.id = @transactionId AND e.account_id = @accountId
       AND e.posted_at >= @from AND e.posted_at < @to AND e.ledger_sequence <= @size`,
    )
    .get({ transactionId, accountId: account.id, from, to, size });
  return key ?? null;
}

interface MovementRow extends Omit<Movement, 'counterparty' | 'method'> {
  readonly externalParty: string | null;
  readonly otherId: string;
  readonly otherKind: AccountRow['kind'];
  readonly otherHolder: string;
  readonly otherNumber: string;
}

// The reversal of a deposit names the party of the deposit.
const MOVEMENTS = `SELECT e.ledger_sequence AS ledgerSequence, e.transaction_id AS transactionId,
  e.direction, e.amount, e.balance_after AS balanceAfter, e.posted_at AS postedAt,
  e.value_date AS valueDate, t.type,
  t.description, t.reference, t.category, t.reversal_of AS reversalOf,
  coalesce(t.external_party, o.external_party) AS externalParty,
  c.id AS otherId, c.kind AS otherKind, h.name AS otherHolder, c.account_number AS otherNumber
  FROM entries e CROSS JOIN transactions t ON t.id = e.transaction_id
  LEFT JOIN transactions o ON o.id = t.reversal_of
  LEFT JOIN accounts c ON c.id = iif(e.direction = 'debit', t.destination_account_id,
    t.source_account_id)
  LEFT JOIN customers h ON h.id = c.customer_id
  WHERE ${IN_RANGE} ${IN_ORDER}`;

/** Returns at most `limit` movements of a statement after a position, in order. */
export function listMovementsAfter(
  { database }: Reader,
  statement: OpenedStatement,
  after: MovementKey,
  limit: number,
): readonly Movement[] {
  return database.raw
    .prepare<[object], MovementRow>(MOVEMENTS)
    .all(boundsOf(statement, after, limit))
    .map(movementOf);
}

function boundsOf({ account, to, size }: OpenedStatement, after: MovementKey, limit: number) {
  const { postedAt, ledgerSequence } = after;
  return { accountId: account.id, postedAt, ledgerSequence, to, size, limit };
}

function movementOf(row: MovementRow): Movement {
  const { externalParty, otherId, otherKind, otherHolder, otherNumber, ...movement } = row;
  if (otherKind === 'customer') {
    const counterparty = {
      name: otherHolder,
      accountId: otherId,
      accountNumber: otherNumber,
      bankCode: null,
    };
    return { ...movement, counterparty, method: null };
  }
  const party = externalParty === null ? null : (JSON.parse(externalParty) as ExternalParty);
  const { name, accountNumber = null, bankCode = null, method = null } = party ?? {};
  if (name === undefined) return { ...movement, counterparty: null, method };
  return { ...movement, counterparty: { name, accountId: null, accountNumber, bankCode }, method };
}

interface ExternalParty {
  readonly name?: string;
  readonly accountNumber?: string;
  readonly bankCode?: string;
  readonly method?: string;
}

function contradictionError({ account, from, to }: OpenedStatement): Error {
  return new Error(`the entries of ${account.id} from ${from} to ${to} do not add up`);
}
