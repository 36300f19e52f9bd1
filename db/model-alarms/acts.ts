// Opens and closes alarms about models in force, each with its event in one database transaction.
// An alarm opens and closes once, however often its condition is checked.

import type { AlarmEnd, JudgedReading } from '../../ledger/models/alarm.ts';
import type { ModelTask } from '../../ledger/models/model.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import type { ModelVersionRow } from '../models/view.ts';
import { NAMED_ALARMS } from './reads.ts';
import { modelAlarms } from './tables.ts';
import { alarmView, type NamedAlarm } from './view.ts';

/** An evaluation of the model version that decides a task of a tenant. */
export interface AlarmReadings {
  readonly tenantId: string;
  readonly task: ModelTask;
  readonly versionId: string;
  /** Readings by kind of alarm; the alarm of an omitted kind does not change. */
  readonly readings: readonly JudgedReading[];
}

type StoppedVersion = Pick<ModelVersionRow, 'id' | 'tenantId'>;

type AlarmTarget = Pick<AlarmReadings, 'tenantId' | 'versionId'>;

const CAUSE: Cause = { actor: 'workflow', requestId: 'decay', idempotencyKey: null };

const BY_ID = `${NAMED_ALARMS} WHERE a.id = ?`;
const OPEN_BY_TASK = `${NAMED_ALARMS} WHERE a.tenant_id = ? AND v.task = ? AND a.closed_at IS NULL ORDER BY a.id`;
const INSERT = `INSERT INTO model_alarms ${insertOf(modelAlarms)}`;
const CLOSE_ALARM = `UPDATE model_alarms SET closed_at = @closedAt, closed_why = @closedWhy,
  closed_value = @closedValue WHERE id = @id`;
const OPEN_STOP_BY_VERSION = `${NAMED_ALARMS} WHERE a.tenant_id = ? AND a.version_id = ? AND a.kind = 'stopped'
  AND a.closed_at IS NULL`;

/**
 * Opens the alarm of a model version that was stopped because too many calls exceeded their limits.
 */
export function openStopAlarm(
  tx: Tx,
  { id: versionId, tenantId }: StoppedVersion,
  kills: number,
  limit: number,
): void {
  if (tx.get<NamedAlarm>(OPEN_STOP_BY_VERSION, tenantId, versionId)) return;
  const figures = { value: kills, low: kills, high: kills, bound: limit, rows: kills };
  openAlarm(tx, { tenantId, versionId }, { kind: 'stopped', ...figures, verdict: 'raised' });
}

/** Closes the alarm of a stopped model version that answers again. */
export function closeStopAlarm(tx: Tx, { id: versionId, tenantId }: StoppedVersion): void {
  const row = tx.get<NamedAlarm>(OPEN_STOP_BY_VERSION, tenantId, versionId);
  if (row) closeAlarm(tx, row, 'recovered', 0);
}

/** Opens and closes alarms by the readings. Returns the number of changed alarms. */
export const observeModels = act('model_alarm.observe', (tx, evaluation: AlarmReadings): number => {
  let changed = 0;
  const openAlarms = new Map<string, NamedAlarm>();
  for (const row of tx.all<NamedAlarm>(OPEN_BY_TASK, evaluation.tenantId, evaluation.task)) {
    if (row.versionId === evaluation.versionId) openAlarms.set(row.kind, row);
    else {
      closeAlarm(tx, row, 'not_in_force', null);
      changed += 1;
    }
  }
  for (const reading of evaluation.readings) {
    const row = openAlarms.get(reading.kind);
    if (!row && reading.verdict === 'raised') openAlarm(tx, evaluation, reading);
    else if (row && reading.verdict === 'recovered')
      closeAlarm(tx, row, 'recovered', reading.value);
    else continue;
    changed += 1;
  }
  return changed;
});

function emitEvent(tx: Tx, id: string, type: 'model.alarm.opened' | 'model.alarm.closed'): void {
  const row = tx.get<NamedAlarm>(BY_ID, id);
  if (!row) throw new Error(`no alarm ${id}`);
  tx.emit({ tenantId: row.tenantId, type, object: alarmView(row, tx.livemode), cause: CAUSE });
}

function openAlarm(
  tx: Tx,
  { tenantId, versionId }: AlarmTarget,
  { verdict: _, ...shownFigures }: JudgedReading,
): void {
  const { id, at: createdAt } = mintAt('modelAlarm');
  const unclosed = { closedAt: null, closedWhy: null, closedValue: null };
  tx.run(INSERT, { id, tenantId, versionId, ...shownFigures, createdAt, ...unclosed });
  emitEvent(tx, id, 'model.alarm.opened');
}

function closeAlarm(
  tx: Tx,
  row: NamedAlarm,
  closedWhy: AlarmEnd,
  closedValue: number | null,
): void {
  const closedAt = Math.max(tx.now(), row.createdAt);
  tx.run(CLOSE_ALARM, { id: row.id, closedAt, closedWhy, closedValue });
  emitEvent(tx, row.id, 'model.alarm.closed');
}
