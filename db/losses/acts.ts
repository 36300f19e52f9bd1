// Records data of a ledger that the database has lost, and notifies each affected developer. A log
// that has lost signed leaves signs nothing until an operator restarts it.

import { subjectsIn } from '../all-subject-tables.ts';
import { act } from '../kernel/act.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { Tx } from '../kernel/tx.ts';
import type { Loss, LostRecord } from '../postgres/loss.ts';

/** The most lost records that one event lists. */
const MAX_IN_EVENT = 100;

export interface Restart {
  /** The operator who restarts the log. */
  readonly by: string;
  readonly reason: string;
}

const INSERT = `INSERT INTO losses (id, found_at, from_number, from_mark, to_number, list_file, lost,
    signed_size, kept_size)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (from_mark) DO NOTHING`;
const INSERT_RECORD =
  'INSERT INTO lost_records (kind, id, loss_id, tenant) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
const CORE_RECORDS = {
  transaction: 'SELECT 1 FROM transactions WHERE id = ?',
  event: 'SELECT 1 FROM events WHERE id = ?',
};
/** The query that finds a record by its id, for each kind of record whose table the ledger has. */
const recordQueries = prepareOnce(
  ({ raw }: Pick<Database, 'raw'>): Readonly<Record<string, string>> =>
    Object.assign({}, CORE_RECORDS, ...subjectsIn(raw).map(({ records }) => records)),
);
const STOPPED_LOG = 'signed_size IS NOT NULL AND restarted_at IS NULL';

/** Records a loss. Returns its id, or null when the loss is already recorded. */
export const recordLoss = act('loss.note', (tx, loss: Loss): string | null => {
  const id = mint('loss');
  const { from, to, file, lost, log } = loss;
  const sizes = [log?.signedSize ?? null, log?.keptSize ?? null];
  const facts = [id, tx.now(), from.number, from.mark, to.number, file, JSON.stringify(lost)];
  if (tx.run(INSERT, ...facts, ...sizes) === 0) return null;
  const newRecords = new Map<string, LostRecord[]>();
  const queries = recordQueries(tx.database);
  for (const record of loss.records) {
    const query = queries[record.kind];
    // Another process still had the record and has written it again.
    if (query !== undefined && tx.get(query, record.id) !== undefined) continue;
    if (tx.run(INSERT_RECORD, record.kind, record.id, id, record.tenantId) === 0) continue;
    const tenantRecords = newRecords.get(record.tenantId);
    if (tenantRecords) tenantRecords.push(record);
    else newRecords.set(record.tenantId, [record]);
  }
  for (const [tenantId, records] of newRecords) emitLoss(tx, { id, loss, tenantId, records });
  return id;
});

/** Restarts a stopped log. Returns its size, or null when the log was not stopped. */
export const restartStoppedLog = act(
  'loss.begin_log_anew',
  (tx, { by, reason }: Restart): number | null => {
    const size =
      tx.value<number | null>(`SELECT min(kept_size) FROM losses WHERE ${STOPPED_LOG}`) ?? null;
    const restart = `UPDATE losses SET restarted_at = ?, restarted_by = ?, reason = ? WHERE ${STOPPED_LOG}`;
    if (size !== null) tx.run(restart, tx.now(), by, reason);
    return size;
  },
);

interface LossReport {
  readonly id: string;
  readonly loss: Loss;
  readonly tenantId: string;
  readonly records: readonly LostRecord[];
}

function emitLoss(tx: Tx, { id, loss: { log }, tenantId, records }: LossReport): void {
  for (let from = 0, version = 1; from < records.length; from += MAX_IN_EVENT, version += 1) {
    const recordsOfEvent = records.slice(from, from + MAX_IN_EVENT);
    const namedRecords = (kind: LostRecord['kind']) =>
      recordsOfEvent.flatMap((record) => (record.kind === kind ? [record.id] : []));
    const lostAt = timestamp(tx.now());
    const object = {
      id,
      object: 'loss',
      livemode: tx.livemode,
      transactions: namedRecords('transaction'),
      events: namedRecords('event'),
      deliveries: namedRecords('delivery'),
      log,
      version,
      createdAt: lostAt,
      updatedAt: lostAt,
    };
    const cause = { actor: 'workflow', requestId: id, idempotencyKey: null };
    tx.emit({ tenantId, type: 'records.lost', object, cause });
  }
}
