// Finds the deciding models in the ledger's registry: the tenant's own version in production,
// otherwise the newest shipped version with the features of the task.

import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import { isNamed } from '../../db/models/reads.ts';
import { decidingIds, servableReads } from '../../db/models/servable.ts';
import type { ModelVersionRow } from '../../db/models/view.ts';
import { isLiveTask, type LiveTask } from '../../ledger/models/deployment.ts';
import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import type { ForeignFile } from '../../models/confined/foreign-scorer.ts';
import type { ExplainedVersion, Explainers } from '../../models/explain/explainers.ts';
import type { Bounds } from '../../models/gate/feature-bounds.ts';
import type { Signature } from '../../models/gate/inspect.ts';
import {
  createServedModel,
  createStoppedModel,
  type ModelFinder,
  type ServedModel,
  type Serving,
  type Thresholds,
} from '../../models/serving.ts';
import type { SessionPool } from '../../models/session-pool.ts';
import { CREDIT_THRESHOLDS } from '../credit/policy.ts';
import { chooseThresholds } from '../risk/thresholds.ts';
import { findWrongColumn } from './features.ts';
import { createHotSwap } from './session-swap.ts';

/** @param explainers omitted when answers need no reasons */
export function createModelFinder(
  { database }: LedgerReads,
  pool: SessionPool,
  explainers?: Explainers,
): ModelFinder {
  const reads = servableReads(database);
  // A version never changes, so its cached model stays valid.
  const cache = new Map<string, ServedModel | null>();
  const swap = createHotSwap();

  function findModel(versionId: string): ServedModel | null {
    const cached = cache.get(versionId);
    if (cached !== undefined) return cached;
    const row = reads.byId(versionId);
    const model = row ? createServableVersion(row, pool, { explainers, decides: true }) : null;
    cache.set(versionId, model);
    return model;
  }

  function findCanary(tenantId: string, task: LiveTask): Serving['canary'] {
    const canary = reads.inCanary(tenantId, task);
    const canaryModel = canary && findModel(canary.versionId);
    const model = canaryModel && swap.onceWarm(`${tenantId}/${task}`, canaryModel);
    return model ? { model, percent: canary.percent } : null;
  }

  return {
    servingFor(tenantId, task) {
      const inForce = reads.inProduction(tenantId, task);
      for (const id of decidingIds(reads, tenantId, task)) {
        const model = findModel(id);
        if (!model) continue;
        const production =
          inForce && inForce.stoppedAt !== null
            ? createStoppedModel(model)
            : swap.inForce(`${tenantId}/${task}`, model, inForce === undefined);
        return { production, canary: findCanary(tenantId, task), shadow: [] };
      }
      return null;
    },
    isForeign(tenantId, task) {
      // A stopped version is not called, so its payments do not wait.
      const isAsked = reads.inProduction(tenantId, task)?.stoppedAt === null;
      return isAsked || reads.inCanary(tenantId, task) !== undefined;
    },
    versionFor(tenantId, task, reference, sha256) {
      const row = reads
        .usable(tenantId, task)
        .filter((version) => isNamed(version, reference))
        .find((version) => version.artifactSha256 === (sha256 ?? version.artifactSha256));
      return row ? findModel(row.id) : null;
    },
  };
}

interface ServingOptions {
  /** Omitted when answers need no reasons. */
  readonly explainers?: Explainers | undefined;
  /** True when payments wait for its answers; gates and replays have the limits of questions. */
  readonly decides?: boolean;
}

/** Creates a served model of a version; returns null when it has other features. */
export function createServableVersion(
  row: ModelVersionRow,
  pool: SessionPool,
  { explainers, decides = false }: ServingOptions = {},
): ServedModel | null {
  const card = JSON.parse(row.card) as ReadCard;
  const { signature } = JSON.parse(row.checks) as { readonly signature: Signature };
  const declared = card.features ?? [];
  const features = declared.map(({ name }) => name);
  const { task } = row;
  if (!isLiveTask(task) || findWrongColumn(task, features) !== null) return null;
  const version = {
    versionId: row.id,
    name: row.name,
    label: row.label,
    source: row.source,
    card,
    features,
    // Bounds apply to an applicant's statements, which may be any values; features of payments are
    // computed by the ledger.
    bounds: task === 'credit' ? declared : null,
    purpose: decides && task === 'fraud' ? ('money' as const) : ('question' as const),
    thresholds: getThresholds(task, row.artifactSha256, card),
    scored: {
      sha256: row.artifactSha256,
      signature,
      columns: features.length,
      foreign: findOwner(row),
    },
  };
  return createServedModel(version, pool, explainers);
}

/** Returns the owner of the file; null for a shipped one. */
export function findOwner({ id, tenantId, source }: OwnedVersion): ForeignFile | null {
  const isOwn = source === 'platform' && tenantId === PLATFORM_OWNER;
  return isOwn ? null : { tenantId, versionId: id };
}

type OwnedVersion = Pick<ModelVersionRow, 'id' | 'tenantId' | 'source'>;

/** Returns the thresholds of a version; for credit those of the policy, not of the card. */
export function getThresholds(
  task: LiveTask,
  artifactSha256: string,
  card: Parameters<typeof chooseThresholds>[1],
): Thresholds {
  return task === 'credit' ? CREDIT_THRESHOLDS : chooseThresholds(artifactSha256, card);
}

type ReadCard = ExplainedVersion['card'] & {
  readonly features?: readonly (Bounds & { readonly name: string })[];
  readonly threshold?: number;
  readonly measured?: { readonly threshold?: number };
};
