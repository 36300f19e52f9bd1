// Calls of a model version that exceeded their limits. Three within an hour stop the version: it is
// not called, its open deployment is rolled back, and its owner is notified. An operator may resume
// it.

import type { EventType } from '../../ledger/event.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { closeStopAlarm, openStopAlarm } from '../model-alarms/acts.ts';
import { modelVersions } from '../models/tables.ts';
import { type ModelVersionRow, type ModelVersionView, modelVersionView } from '../models/view.ts';
import { rollBackDeployment } from './moves.ts';
import { deploymentStatements } from './rows.ts';

export interface KillOrder {
  readonly versionId: string;
  /** `time`, `memory` or `crash`. */
  readonly reason: string;
  readonly detail: string;
}

export interface ResumeOrder {
  readonly versionId: string;
  readonly cause: Cause;
}

interface Kill {
  readonly at: number;
  readonly reason: string;
  readonly detail: string;
}

/** The number of kills within the time that stops a version. */
export const MAX_KILLS = 3;
export const KILLS_WITHIN_MS = 3_600_000;
/** The code of a stopped version, and of its rolled-back deployment. */
export const OVER_LIMITS = 'over_limits';

const ENGINE: Cause = { actor: 'workflow', requestId: 'limits', idempotencyKey: null };

const BY_ID = `SELECT ${columnsOf(modelVersions)} FROM model_versions WHERE id = ?`;
const SET_KILLS = 'UPDATE model_versions SET kills = @kills WHERE id = @id';
const UPDATE = `UPDATE model_versions SET kills = @kills, stopped_at = @stoppedAt,
  stopped_code = @stoppedCode, stopped_message = @stoppedMessage, version = @version,
  updated_at = @updatedAt WHERE id = @id`;

/**
 * Records a call that exceeded its limits, and stops the version at the third within an hour.
 * Returns true when it stops the version.
 */
export const noteKill = act(
  'model.note_kill',
  (tx, { versionId, reason, detail }: KillOrder): boolean => {
    const row = tx.get<ModelVersionRow>(BY_ID, versionId);
    if (!row || row.stoppedAt !== null) return false;
    const now = tx.now();
    const before = (JSON.parse(row.kills) as Kill[]).filter((kill) => {
      return kill.at > now - KILLS_WITHIN_MS;
    });
    const kills = [...before, { at: now, reason, detail }].slice(-MAX_KILLS);
    if (kills.length < MAX_KILLS) {
      tx.run(SET_KILLS, { id: row.id, kills: JSON.stringify(kills) });
      return false;
    }
    stop(tx, row, kills);
    return true;
  },
);

/** Lets a stopped version be called again. */
export const resumeVersion = act(
  'model.resume',
  (tx, { versionId, cause }: ResumeOrder): ModelVersionView => {
    const row = tx.get<ModelVersionRow>(BY_ID, versionId);
    if (!row) throw new Refusal('model_not_found');
    if (row.stoppedAt === null) throw invalidState('The version is not stopped.');
    closeStopAlarm(tx, row);
    const notStopped = { stoppedAt: null, stoppedCode: null, stoppedMessage: null };
    return save(tx, { ...row, kills: '[]', ...notStopped }, 'model.version.resumed', cause);
  },
);

function save(tx: Tx, row: ModelVersionRow, type: EventType, cause: Cause): ModelVersionView {
  const next = { ...row, version: row.version + 1, updatedAt: Math.max(tx.now(), row.updatedAt) };
  tx.run(UPDATE, next);
  const object = modelVersionView(next, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause });
  return object;
}

function endDeployment(tx: Tx, { id, tenantId, task }: ModelVersionRow, message: string): void {
  const row = deploymentStatements(tx.database).open.get(tenantId, task);
  if (row?.versionId !== id) return;
  rollBackDeployment(tx, row, { code: OVER_LIMITS, message, cause: ENGINE });
}

function stop(tx: Tx, row: ModelVersionRow, kills: readonly Kill[]): void {
  const { detail } = kills.at(-1) as Kill;
  const stoppedMessage = `${kills.length} calls within an hour went beyond their limits: ${detail}`;
  const stopped = { stoppedAt: tx.now(), stoppedCode: OVER_LIMITS, stoppedMessage };
  save(tx, { ...row, kills: JSON.stringify(kills), ...stopped }, 'model.version.stopped', ENGINE);
  endDeployment(tx, row, stoppedMessage);
  openStopAlarm(tx, row, kills.length, MAX_KILLS);
}
