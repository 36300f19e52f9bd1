// Reads the bookings on the accounts of a customer for questions about money: each entry with its
// counterparty. Every figure in an answer is a sum of these rows.

import { type CategorySource, categorise } from '../../ledger/merchant-category.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';

/** One entry; amounts in minor units. */
export interface BookedMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: number;
  readonly currency: string;
  /** Milliseconds since 1970 UTC. */
  readonly postedAt: number;
  readonly type: TransactionRow['type'];
  /** For a reversal: the type of the reversed transaction. */
  readonly reversedType: TransactionRow['type'] | null;
  /** For a reversal: the id of the reversed transaction. */
  readonly reversalOf: string | null;
  readonly category: string | null;
  /** Whether the caller stated the category, or the merchant's code or name gave it. */
  readonly categoryFrom: CategorySource | null;
  /** Country of the payment, as the caller stated it. */
  readonly country: string | null;
  readonly deviceId: string | null;
  readonly balanceAfter: number;
  readonly description: string | null;
  /** Name of the counterparty; null: the bank, or a party without a name. */
  readonly party: string | null;
  /** True between accounts of the same customer. */
  readonly isOwn: boolean;
}

export interface MovementRange {
  readonly tenantId: string;
  readonly customerId: string;
  readonly accountIds: readonly string[];
  /** Milliseconds since 1970 UTC; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Entries that one question may sum: more would block other requests. */
export const MAX_MOVEMENTS = 20_000;

/** The database to read, on the serving thread or on another thread. */
export interface BookReader {
  readonly database: Pick<Database, 'raw'>;
}

interface Row extends Omit<BookedMovement, 'isOwn' | 'categoryFrom'> {
  readonly otherCustomer: string | null;
  readonly mcc: string | null;
  readonly merchant: string | null;
}

const SQL = `SELECT e.transaction_id AS transactionId, e.account_id AS accountId, e.direction,
       e.amount, e.currency, e.posted_at AS postedAt, t.type, o.type AS reversedType, t.reversal_of AS reversalOf,
       coalesce(o.category, t.category) AS category, t.description,
       e.balance_after AS balanceAfter, json_extract(t.context, '$.location.country') AS country,
       json_extract(t.context, '$.deviceId') AS deviceId,
       json_extract(coalesce(o.external_party, t.external_party), '$.mcc') AS mcc,
       CASE WHEN coalesce(o.type, t.type) = 'withdrawal' THEN
         json_extract(coalesce(o.external_party, t.external_party), '$.name') END AS merchant,
       coalesce(json_extract(coalesce(o.external_party, t.external_party), '$.name'), c.name)
         AS party, x.customer_id AS otherCustomer
     FROM entries e JOIN transactions t ON t.id = e.transaction_id AND t.tenant_id = @tenantId
     LEFT JOIN transactions o ON o.id = t.reversal_of
     LEFT JOIN accounts x ON x.id = CASE e.account_id WHEN t.source_account_id
       THEN t.destination_account_id ELSE t.source_account_id END AND x.kind = 'customer'
     LEFT JOIN customers c ON c.id = x.customer_id
     WHERE e.account_id = @accountId AND e.posted_at >= @from AND e.posted_at < @to
     ORDER BY e.posted_at, e.ledger_sequence, e.leg LIMIT @limit`;

const statementsOf = prepareOnce(({ raw }: BookReader['database']) => ({
  entries: raw.prepare<[object], Row>(SQL),
  first: raw.prepare<[string], { readonly at: number | null }>(
    'SELECT min(posted_at) AS at FROM entries WHERE account_id = ?',
  ),
}));

/** Movements, and the customers of this bank on their other side. */
export interface MovementsRead {
  readonly movements: readonly BookedMovement[];
  readonly otherCustomers: ReadonlySet<string>;
}

/** Returns entries in the order of the journal; null when there are more than `MAX_MOVEMENTS`. */
export function readMovements(
  reader: BookReader,
  range: MovementRange,
  max = MAX_MOVEMENTS,
): readonly BookedMovement[] | null {
  return readWithCustomers(reader, range, max)?.movements ?? null;
}

/** Returns the entries of {@link readMovements}, and the customers on their other side. */
export function readWithCustomers(
  { database }: BookReader,
  { tenantId, customerId, accountIds, from, to }: MovementRange,
  max = MAX_MOVEMENTS,
): MovementsRead | null {
  const { entries } = statementsOf(database);
  const movements: BookedMovement[] = [];
  const otherCustomers = new Set<string>();
  for (const accountId of accountIds) {
    const limit = max - movements.length + 1;
    for (const entry of entries.all({ tenantId, accountId, from, to, limit })) {
      const { otherCustomer, mcc, merchant, ...row } = entry;
      const classified = categorise(row.category, { mcc, name: merchant });
      movements.push({ ...row, ...classified, isOwn: otherCustomer === customerId });
      if (otherCustomer !== null) otherCustomers.add(otherCustomer);
    }
    if (movements.length > max) return null;
  }
  return { movements, otherCustomers };
}

/** Returns when the first entry was booked on any of the accounts, or null without one. */
export function readFirstBooking(
  { database }: BookReader,
  accountIds: readonly string[],
): number | null {
  const { first } = statementsOf(database);
  const times = accountIds.flatMap((id) => first.get(id)?.at ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
