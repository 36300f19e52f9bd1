// The models that decide, found in the ledger's registry: the tenant's own version in production,
// otherwise the newest one that comes with the engine and knows the features of the task.

import type { Database } from '../db/connect.ts';
import type { ModelVersionRow } from '../db/model-view.ts';
import { servableReads } from '../db/servable-models.ts';
import { PLATFORM_OWNER } from '../ledger/model.ts';
import type { ExplainedVersion, Explainers } from '../models/explain/explainers.ts';
import { TRANSFER_FEATURES } from '../models/features/transfer-features.ts';
import type { Signature } from '../models/gate/inspect.ts';
import {
  type ServedModel,
  type Serving,
  type ServingDesk,
  servedModel,
} from '../models/serving.ts';
import type { SessionPool } from '../models/session-pool.ts';
import { hotSwap } from './hot-swap.ts';
import { thresholdsOf } from './risk/thresholds.ts';

/** What a task feeds its model with: a version with other features cannot be asked. */
const FEATURES = { fraud: TRANSFER_FEATURES.map(({ name }) => name) };

/** @param explainers left out: nobody asks for reasons */
export function servingDesk(
  database: Database,
  pool: SessionPool,
  explainers?: Explainers,
): ServingDesk {
  const reads = servableReads(database);
  // A version never changes, so what was made of it stays true.
  const made = new Map<string, ServedModel | null>();
  const swap = hotSwap();

  function modelOf(row: ModelVersionRow): ServedModel | null {
    const known = made.get(row.id);
    if (known !== undefined) return known;
    const model = servableVersion(row, pool, explainers);
    made.set(row.id, model);
    return model;
  }

  function canaryOf(tenantId: string, task: 'fraud'): Serving['canary'] {
    const found = reads.inCanary(tenantId, task);
    const wanted = found && modelOf(found.version);
    const model = wanted && swap.onceWarm(`${tenantId}/${task}/canary`, wanted);
    return model ? { model, percent: found.percent } : null;
  }

  return {
    servingFor(tenantId, task) {
      const own = reads.inProduction(tenantId, task);
      const rows = own ? [own] : reads.usable(PLATFORM_OWNER, task);
      for (const row of rows) {
        const wanted = modelOf(row);
        const production = wanted && swap.inForce(`${tenantId}/${task}`, wanted);
        if (production) return { production, canary: canaryOf(tenantId, task), shadow: [] };
      }
      return null;
    },
    versionFor(tenantId, task, label) {
      const row = reads.usable(tenantId, task).find((one) => one.label === label);
      return row ? modelOf(row) : null;
    },
  };
}

/** A version as something that payments can be scored by; null: it knows other features. */
export function servableVersion(
  row: ModelVersionRow,
  pool: SessionPool,
  explainers?: Explainers,
): ServedModel | null {
  const card = JSON.parse(row.card) as ReadCard;
  const { signature } = JSON.parse(row.checks) as { readonly signature: Signature };
  const features = (card.features ?? []).map(({ name }) => name);
  const wanted = FEATURES.fraud;
  if (features.length !== wanted.length || features.some((name, at) => name !== wanted[at])) {
    return null;
  }
  const version = {
    versionId: row.id,
    name: row.name,
    label: row.label,
    source: row.source,
    card,
    features,
    thresholds: thresholdsOf(row.artifactSha256, card),
    scored: { sha256: row.artifactSha256, signature, columns: features.length },
  };
  return servedModel(version, pool, explainers);
}

type ReadCard = ExplainedVersion['card'] & {
  readonly features?: readonly { readonly name: string }[];
  readonly threshold?: number;
  readonly measured?: { readonly threshold?: number };
};
