// Opens and closes alarms about models in force, each with its event in one database transaction:
// once per episode, however often it is checked.

import type { AlarmEnd, JudgedReading } from '../../ledger/models/alarm.ts';
import type { ModelTask } from '../../ledger/models/model.ts';
import type { eventLog } from '../events/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import type { ModelVersionRow } from '../models/view.ts';
import { NAMED_ALARMS } from './reads.ts';
import { modelAlarms } from './tables.ts';
import { alarmView, type NamedAlarm } from './view.ts';

/** A look at the version that decides a task of a tenant. */
export interface AlarmLook {
  readonly tenantId: string;
  readonly task: ModelTask;
  readonly versionId: string;
  /** Of what is known; a kind that is left out stays as it is. */
  readonly readings: readonly JudgedReading[];
}

export interface AlarmActs {
  /** Opens what is raised, closes what is over; returns how many alarms changed. */
  observe(look: AlarmLook): number;
  /** A version was stopped because so many of its calls went beyond their limits. */
  openStopped(version: StoppedVersion, kills: number, most: number): void;
  /** It is asked again. */
  closeStopped(version: StoppedVersion): void;
}

type StoppedVersion = Pick<ModelVersionRow, 'id' | 'tenantId'>;

type Opened = Pick<AlarmLook, 'tenantId' | 'versionId'>;

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly livemode: boolean;
  readonly now: () => number;
}

const CAUSE: Cause = { actor: 'workflow', requestId: 'decay', idempotencyKey: null };

/** Call its function inside `database.write` only. */
export function alarmWriter({ database, emit, livemode, now }: Deps): AlarmActs {
  const { raw } = database;
  const byId = raw.prepare<[string], NamedAlarm>(`${NAMED_ALARMS} WHERE a.id = ?`);
  const openOf = raw.prepare<[string, string], NamedAlarm>(
    `${NAMED_ALARMS} WHERE a.tenant_id = ? AND v.task = ? AND a.closed_at IS NULL ORDER BY a.id`,
  );
  const insert = raw.prepare(`INSERT INTO model_alarms ${insertOf(modelAlarms)}`);
  const close = raw.prepare(
    `UPDATE model_alarms SET closed_at = @closedAt, closed_why = @closedWhy,
     closed_value = @closedValue WHERE id = @id`,
  );

  function emitEvent(id: string, type: 'model.alarm.opened' | 'model.alarm.closed'): void {
    const row = byId.get(id);
    if (!row) throw new Error(`no alarm ${id}`);
    emit({ tenantId: row.tenantId, type, object: alarmView(row, livemode), cause: CAUSE });
  }

  const standingOf = raw.prepare<[string, string], NamedAlarm>(
    `${NAMED_ALARMS} WHERE a.tenant_id = ? AND a.version_id = ? AND a.kind = 'stopped'
     AND a.closed_at IS NULL`,
  );

  function open({ tenantId, versionId }: Opened, { verdict: _, ...seen }: JudgedReading): void {
    const { id, at: createdAt } = mintAt('modelAlarm');
    const unclosed = { closedAt: null, closedWhy: null, closedValue: null };
    insert.run({ id, tenantId, versionId, ...seen, createdAt, ...unclosed });
    emitEvent(id, 'model.alarm.opened');
  }

  function end(row: NamedAlarm, closedWhy: AlarmEnd, closedValue: number | null): void {
    const closedAt = Math.max(now(), row.createdAt);
    close.run({ id: row.id, closedAt, closedWhy, closedValue });
    emitEvent(row.id, 'model.alarm.closed');
  }

  return {
    openStopped({ id: versionId, tenantId }, kills, bound) {
      if (standingOf.get(tenantId, versionId)) return;
      const figures = { value: kills, low: kills, high: kills, bound, rows: kills };
      open({ tenantId, versionId }, { kind: 'stopped', ...figures, verdict: 'raised' });
    },
    closeStopped({ id: versionId, tenantId }) {
      const row = standingOf.get(tenantId, versionId);
      if (row) end(row, 'recovered', 0);
    },
    observe(look) {
      let changed = 0;
      const standing = new Map<string, NamedAlarm>();
      for (const row of openOf.all(look.tenantId, look.task)) {
        if (row.versionId === look.versionId) standing.set(row.kind, row);
        else {
          end(row, 'not_in_force', null);
          changed += 1;
        }
      }
      for (const reading of look.readings) {
        const row = standing.get(reading.kind);
        if (!row && reading.verdict === 'raised') open(look, reading);
        else if (row && reading.verdict === 'recovered') end(row, 'recovered', reading.value);
        else continue;
        changed += 1;
      }
      return changed;
    },
  };
}
