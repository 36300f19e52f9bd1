// Records the daily drift of a model, and emits an event when drift begins or ends.

import { isDrifted } from '../../ledger/models/drift.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import { type DriftRow, driftView, listDrift } from './reads.ts';
import { driftEvaluations } from './tables.ts';

/** The drift of a model on one day, as stability indexes. */
export interface DriftOrder {
  readonly tenantId: string;
  readonly versionId: string;
  /** Days since 1970 UTC. */
  readonly day: number;
  readonly rows: number;
  /** Population stability index of the feature that drifted most. */
  readonly psi: number;
  readonly scorePsi: number | null;
  readonly features: readonly { readonly feature: string; readonly psi: number }[];
}

const CAUSE: Cause = { actor: 'workflow', requestId: 'drift', idempotencyKey: null };

const INSERT = `INSERT INTO model_drift_evaluations ${insertOf(driftEvaluations)}`;

/**
 * Records the drift of a day, with an event when drift begins or ends. Returns false when the day
 * is already recorded.
 */
export const recordDrift = act(
  'model.record_drift',
  (tx, { features, ...order }: DriftOrder): boolean => {
    const [before] = listDrift(tx.database, { ...order, limit: 1 });
    if (before && before.day >= order.day) return false;
    const wasDrifted = before?.isDrifted === 1;
    const isNowDrifted = isDrifted(Math.max(order.psi, order.scorePsi ?? 0), wasDrifted);
    const { id, at } = mintAt('driftEvaluation');
    const row: DriftRow = {
      id,
      ...order,
      isDrifted: Number(isNowDrifted),
      features: JSON.stringify(features),
      createdAt: at,
    };
    tx.run(INSERT, row);
    if (isNowDrifted !== wasDrifted) {
      const type = isNowDrifted ? 'model.drift.detected' : 'model.drift.cleared';
      const object = driftView(row, tx.livemode);
      tx.emit({ tenantId: order.tenantId, type, object, cause: CAUSE });
    }
    return true;
  },
);
