// Calls of a version that went beyond their limits. Three of them within an hour stop it: nobody
// asks it any more, what it has on its way is taken back, and its owner hears of it. A person of
// the bank may have it asked again.

import type { EventType } from '../../ledger/event.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { deploymentMoves } from '../deployments/moves.ts';
import { deploymentStatements } from '../deployments/rows.ts';
import type { eventLog } from '../events/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { alarmWriter } from '../model-alarms/acts.ts';
import { modelVersions } from './tables.ts';
import { type ModelVersionRow, type ModelVersionView, modelVersionView } from './view.ts';

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

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly livemode: boolean;
  readonly now: () => number;
}

/** So many within the time stop a version. */
export const MOST_KILLS = 3;
export const KILLS_WITHIN_MS = 3_600_000;
/** The code of a version that was stopped, and of its deployment that was taken back. */
export const OVER_LIMITS = 'over_limits';

const ENGINE: Cause = { actor: 'workflow', requestId: 'limits', idempotencyKey: null };

/** Call its functions inside `database.write` only. */
export function killWriter(deps: Deps) {
  const { emit, livemode, now } = deps;
  const { raw } = deps.database;
  const byId = raw.prepare<[string], ModelVersionRow>(
    `SELECT ${columnsOf(modelVersions)} FROM model_versions WHERE id = ?`,
  );
  const keep = raw.prepare('UPDATE model_versions SET kills = @kills WHERE id = @id');
  const update = raw.prepare(
    `UPDATE model_versions SET kills = @kills, stopped_at = @stoppedAt,
     stopped_code = @stoppedCode, stopped_message = @stoppedMessage, version = @version,
     updated_at = @updatedAt WHERE id = @id`,
  );
  const { open } = deploymentStatements(deps.database);
  const moves = deploymentMoves(deps);
  const alarms = alarmWriter(deps);

  function save(row: ModelVersionRow, type: EventType, cause: Cause): ModelVersionView {
    const next = { ...row, version: row.version + 1, updatedAt: Math.max(now(), row.updatedAt) };
    update.run(next);
    const object = modelVersionView(next, livemode);
    emit({ tenantId: row.tenantId, type, object, cause });
    return object;
  }

  function takeBack({ id, tenantId, task }: ModelVersionRow, message: string): void {
    const row = open.get(tenantId, task);
    if (row?.versionId !== id) return;
    moves.takeBack(row, { code: OVER_LIMITS, message, cause: ENGINE });
  }

  function stop(row: ModelVersionRow, kills: readonly Kill[]): void {
    const { detail } = kills.at(-1) as Kill;
    const stoppedMessage = `${kills.length} calls within an hour went beyond their limits: ${detail}`;
    const stopped = { stoppedAt: now(), stoppedCode: OVER_LIMITS, stoppedMessage };
    save({ ...row, kills: JSON.stringify(kills), ...stopped }, 'model.version.stopped', ENGINE);
    takeBack(row, stoppedMessage);
    alarms.openStopped(row, kills.length, MOST_KILLS);
  }

  return {
    noteKill({ versionId, reason, detail }: KillOrder): boolean {
      const row = byId.get(versionId);
      if (!row || row.stoppedAt !== null) return false;
      const at = now();
      const before = (JSON.parse(row.kills) as Kill[]).filter((one) => {
        return one.at > at - KILLS_WITHIN_MS;
      });
      const kills = [...before, { at, reason, detail }].slice(-MOST_KILLS);
      if (kills.length < MOST_KILLS) {
        keep.run({ id: row.id, kills: JSON.stringify(kills) });
        return false;
      }
      stop(row, kills);
      return true;
    },
    resume({ versionId, cause }: ResumeOrder): ModelVersionView {
      const row = byId.get(versionId);
      if (!row) throw new Refusal('model_not_found');
      if (row.stoppedAt === null) throw invalidState('The version is not stopped.');
      alarms.closeStopped(row);
      const none = { stoppedAt: null, stoppedCode: null, stoppedMessage: null };
      return save({ ...row, kills: '[]', ...none }, 'model.version.resumed', cause);
    },
  };
}
