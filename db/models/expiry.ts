// Until when a version may be deployed: its owner says it, with the event in one database
// transaction. Who decides already goes on deciding, with a warning.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { eventLog } from '../events/acts.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Cause } from '../transactions/port.ts';
import { modelVersions } from './tables.ts';
import { type ModelVersionRow, type ModelVersionView, modelVersionView } from './view.ts';

export interface ExpiryOrder {
  readonly tenantId: string;
  readonly versionId: string;
  /** By the business clock; null: it does not run out. */
  readonly expiresAt: number | null;
  readonly cause: Cause;
}

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** Call it inside `database.write` only. */
export function expiryWriter({ database, emit, livemode, now, clock }: Deps) {
  const byId = database.raw.prepare<[string], ModelVersionRow>(
    `SELECT ${columnsOf(modelVersions)} FROM model_versions WHERE id = ?`,
  );
  const update = database.raw.prepare(
    `UPDATE model_versions SET expires_at = @expiresAt, version = @version,
     updated_at = @updatedAt WHERE id = @id`,
  );
  return ({ tenantId, versionId, expiresAt, cause }: ExpiryOrder): ModelVersionView => {
    const row = byId.get(versionId);
    if (row?.tenantId !== tenantId) throw new Refusal('model_not_found');
    if (row.expiresAt === expiresAt) return modelVersionView(row, livemode);
    if (row.stage === 'archived') throw invalidState('The version was put away already.');
    if (expiresAt !== null && expiresAt <= clock(tenantId)) {
      const message = 'Expected a time in the future; archive the version to end it now.';
      throw new Refusal('validation_failed', {
        pointer: '/expiresAt',
        fieldCode: 'invalid',
        message,
      });
    }
    const updatedAt = Math.max(now(), row.updatedAt);
    const next = { ...row, expiresAt, version: row.version + 1, updatedAt };
    update.run(next);
    const object = modelVersionView(next, livemode);
    emit({ tenantId, type: 'model.version.expiry_set', object, cause });
    return object;
  };
}
