// Copies the rows of a developer into a ledger, in one commit. Ids stay the same. Rows that a
// ledger numbers get numbers of this ledger: bookings and their leaves, events, movements of holds.

import { randomBytes } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';
import { canonicalLeaf, hashLeaf } from '../../chain/leaf.ts';
import { SUBJECT_TABLES } from '../all-subject-tables.ts';
import { arrivedRow } from './moved-tables.ts';
import type { SliceTable } from './slice.ts';
import { withoutTriggers } from './triggers.ts';

interface Arrival {
  readonly tenantId: string;
  /** Name of the ledger that the rows come from; it is attached as `source`. */
  readonly from: string;
  readonly tables: readonly SliceTable[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

const SALT_BYTES = 16;

/** Columns whose value changes on arrival: SQL over the row `s`. */
const RENUMBERED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> =
  Object.assign(
    {
      transactions: { ledger_sequence: sequenceOf('s.ledger_sequence') },
      entries: { ledger_sequence: sequenceOf('s.ledger_sequence') },
      events: {
        row: arrivedRow('s.row'),
        data: 'coalesce((SELECT data FROM temp.event_texts WHERE row = s.row), s.data)',
        idempotency_key: `coalesce(s.idempotency_key,
        (SELECT idempotency_key FROM temp.event_texts WHERE row = s.row))`,
      },
      hold_movements: { id: 'NULL' },
    },
    ...SUBJECT_TABLES.map(({ moves }) => moves?.renumbered),
  );

/** Tables whose rows get their new numbers in the order of the old ones. */
const IN_ORDER: Readonly<Record<string, string>> = {
  hold_movements: 'ORDER BY s.id',
  events: 'ORDER BY s.row',
  entries: 'ORDER BY s.ledger_sequence, s.leg',
};

function sequenceOf(column: string): string {
  return `(SELECT sequence FROM temp.booked WHERE old_sequence = ${column})`;
}

/**
 * Copies the rows and marks the developer as arriving. Call it only inside a transaction of a
 * connection that has `source` attached and the table `temp.event_texts` (db/moves/event-texts.ts).
 * @returns the number of copied rows
 * @throws Error when the arrived rows differ from the source
 */
export function copyRows(raw: BetterSqlite3.Database, arrival: Arrival): number {
  const { tenantId, from, tables, now } = arrival;
  raw
    .prepare(
      `INSERT INTO main.tenant_moves VALUES (?, 'arriving', ?, ?)
       ON CONFLICT (tenant_id) DO UPDATE SET stage = excluded.stage, ledger = excluded.ledger,
       at = excluded.at`,
    )
    .run(tenantId, from, now);
  const lastRow = renumber(raw, tenantId);
  const enabledEndpoint = raw.prepare(`SELECT 1 FROM main.webhook_endpoints
    WHERE removed_at IS NULL AND status = 'enabled' LIMIT 1`);
  const hasNoEndpoint = enabledEndpoint.get() === undefined;
  const names = tables.map(({ name }) => name);
  const copied = withoutTriggers(raw, { act: 'INSERT', tables: names }, () => {
    const counts = tables.map((table) => copyTable(raw, table, { tenantId, lastRow }));
    addLeaves(raw, arrival);
    return counts.reduce((sum, count) => sum + count, 0);
  });
  advanceRelay(raw, lastRow, hasNoEndpoint);
  requireWhole(raw, arrival);
  return copied;
}

/** Lets the developer write in the new ledger. */
export function unmarkArriving(target: BetterSqlite3.Database, tenantId: string): void {
  target
    .prepare("DELETE FROM main.tenant_moves WHERE tenant_id = ? AND stage = 'arriving'")
    .run(tenantId);
}

/**
 * Assigns the numbers of bookings and events in this ledger. Returns the highest row of an event.
 */
function renumber(raw: BetterSqlite3.Database, tenantId: string): number {
  raw.exec(`DROP TABLE IF EXISTS temp.booked; DROP TABLE IF EXISTS temp.happened;
    CREATE TEMP TABLE booked (old_sequence INTEGER PRIMARY KEY, sequence INTEGER NOT NULL,
      transaction_id TEXT NOT NULL);
    CREATE TEMP TABLE happened (old_row INTEGER PRIMARY KEY, row INTEGER NOT NULL)`);
  raw
    .prepare(
      `INSERT INTO temp.booked SELECT ledger_sequence, (SELECT size FROM main.log_head)
         + row_number() OVER (ORDER BY ledger_sequence), id
       FROM source.transactions WHERE tenant_id = ? AND ledger_sequence IS NOT NULL`,
    )
    .run(tenantId);
  raw
    .prepare(
      `INSERT INTO temp.happened SELECT row, (SELECT coalesce(max(row), 0) FROM main.events)
         + row_number() OVER (ORDER BY row)
       FROM source.events WHERE tenant_id = ?`,
    )
    .run(tenantId);
  const last = raw.prepare<[], number>(
    `SELECT coalesce((SELECT max(row) FROM temp.happened),
       (SELECT max(row) FROM main.events), 0)`,
  );
  return last.pluck().get() ?? 0;
}

function copyTable(
  raw: BetterSqlite3.Database,
  table: SliceTable,
  moveBounds: { readonly tenantId: string; readonly lastRow: number },
): number {
  const renumbered = RENUMBERED_COLUMNS[table.name] ?? {};
  const names = table.columns.map((column) => `"${column}"`).join(', ');
  const values = table.columns.map((column) => renumbered[column] ?? `s."${column}"`).join(', ');
  const sql = `INSERT INTO main."${table.name}" (${names}) SELECT ${values}
    FROM source."${table.name}" s WHERE ${table.where('source')} ${IN_ORDER[table.name] ?? ''}`;
  const { tenantId, lastRow } = moveBounds;
  return raw.prepare(sql).run(sql.includes('@lastRow') ? { tenantId, lastRow } : { tenantId })
    .changes;
}

interface BookedRow {
  readonly old: number;
  readonly sequence: number;
  readonly transactionId: string;
  readonly type: string;
  readonly currency: string;
  readonly postedAt: number;
  readonly salt: Buffer | null;
  readonly firstLedger: string | null;
  readonly firstIndex: number | null;
  readonly isTold: number | null;
}

/**
 * Adds a leaf in the log of this ledger for each booking, beside the leaf that proves it so far.
 */
function addLeaves(raw: BetterSqlite3.Database, { from }: Arrival): void {
  const bookedRows = raw.prepare<[], BookedRow>(
    `SELECT b.old_sequence AS old, b.sequence, t.id AS transactionId, t.type, t.currency,
       t.posted_at AS postedAt, s.salt, a.first_ledger AS firstLedger, a.first_index AS firstIndex,
       a.is_told AS isTold
     FROM temp.booked b
     CROSS JOIN source.transactions t ON t.id = b.transaction_id
     LEFT JOIN source.leaf_salts s ON s.leaf_index = b.old_sequence - 1
     LEFT JOIN source.arrived_leaves a ON a.leaf_index = b.old_sequence - 1
     ORDER BY b.old_sequence`,
  );
  const entriesOf = raw.prepare<
    [number],
    { accountId: string; amount: number; currency: string; direction: 'debit' | 'credit' }
  >(
    `SELECT account_id AS accountId, amount, currency, direction FROM main.entries
     WHERE ledger_sequence = ? ORDER BY leg`,
  );
  const toldSize =
    raw.prepare<[], number>('SELECT told_size FROM source.anchoring').pluck().get() ?? 0;
  const postedAt = raw.prepare<[], number>('SELECT posted_at FROM source.log_head').pluck().get();
  const extendLog = raw.prepare<[number], number>(
    `UPDATE main.log_head SET size = size + 1, posted_at = max(posted_at, ?) RETURNING size`,
  );
  const leaf = raw.prepare('INSERT INTO main.leaves VALUES (?, ?, ?)');
  const insertSalt = raw.prepare('INSERT INTO main.leaf_salts VALUES (?, ?)');
  const erased = raw.prepare(
    `INSERT INTO main.leaf_erasures SELECT ?, actor, reason, request_id, erased_at
     FROM source.leaf_erasures WHERE leaf_index = ?`,
  );
  const arrived = raw.prepare('INSERT INTO main.arrived_leaves VALUES (?, ?, ?, ?, ?)');
  for (const row of bookedRows.all()) {
    if (extendLog.pluck().get(postedAt ?? 0) !== row.sequence)
      throw new Error('the log has moved on');
    const index = row.sequence - 1;
    const oldIndex = row.old - 1;
    // An erased leaf gets a random salt, so that its content stays unknown.
    const salt = row.salt ?? randomBytes(SALT_BYTES);
    const content = {
      currency: row.currency,
      entries: entriesOf.all(row.sequence),
      ledgerSequence: row.sequence,
      postedAt: row.postedAt,
      salt: salt.toString('hex'),
      transactionId: row.transactionId,
      type: row.type,
    };
    leaf.run(index, row.transactionId, hashLeaf(canonicalLeaf(content)));
    if (row.salt) insertSalt.run(index, salt);
    else erased.run(index, oldIndex);
    const first = row.firstLedger ?? from;
    const isTold = oldIndex < toldSize || row.isTold === 1 ? 1 : 0;
    arrived.run(index, row.transactionId, first, row.firstIndex ?? oldIndex, isTold);
  }
}

/**
 * Moves the cursor of the relay past the arrived events, unless the relay still has other events to
 * send.
 */
function advanceRelay(raw: BetterSqlite3.Database, lastRow: number, hasNoEndpoint: boolean): void {
  const first = raw.prepare<[], number | null>('SELECT min(row) FROM temp.happened').pluck().get();
  if (first === null || first === undefined) return;
  raw
    .prepare(
      `UPDATE main.relay_cursor SET event_row = @lastRow
       WHERE event_row = @first - 1 OR (@hasNoEndpoint AND event_row < @lastRow)`,
    )
    .run({ lastRow, first, hasNoEndpoint: hasNoEndpoint ? 1 : 0 });
}

/** @throws Error unless every row and balance of the developer has arrived */
function requireWhole(raw: BetterSqlite3.Database, { tenantId, tables }: Arrival): void {
  for (const { name, where } of tables) {
    const count = (schema: 'main' | 'source') =>
      raw
        .prepare<[object], number>(
          `SELECT count(*) FROM ${schema}."${name}" s WHERE ${where(schema)}`,
        )
        .pluck()
        .get({ tenantId });
    if (count('main') !== count('source')) throw new Error(`${name} has not arrived completely`);
  }
  const signedSql = "CASE e.direction WHEN 'credit' THEN e.amount ELSE -e.amount END";
  const mismatches = raw.prepare<[object], string>(
    `SELECT a.id FROM main.accounts a WHERE a.tenant_id = @tenantId AND a.posted <> coalesce(
       (SELECT sum(${signedSql}) FROM main.entries e WHERE e.account_id = a.id), 0)
     UNION ALL SELECT e.currency FROM main.entries e JOIN temp.booked b
       ON b.sequence = e.ledger_sequence GROUP BY e.currency HAVING sum(${signedSql}) <> 0`,
  );
  const violation = mismatches.pluck().get({ tenantId });
  if (violation !== undefined)
    throw new Error(`the balance of ${violation} does not equal the sum of its arrived entries`);
}
