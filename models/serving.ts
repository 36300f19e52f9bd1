// Models in service: the version that answers, its thresholds and its calls. A decision takes only
// a `Serving`, so the origin of a version (shipped, uploaded, canary, rolled back) concerns the
// deployment alone.

import { createHash } from 'node:crypto';
import type { LiveTask } from '../ledger/models/deployment.ts';
import type { Purpose } from './confined/foreign-scorer.ts';
import type { ExplainedVersion, Explainers } from './explain/explainers.ts';
import type { Explanation } from './explain/explanation.ts';
import type { Bounds } from './gate/feature-bounds.ts';
import type { SessionPool, TimedScore } from './session-pool.ts';

/**
 * Lowest probabilities of a review, a block and a decline; null when this model alone never leads
 * to it.
 */
export interface Thresholds {
  readonly review: number;
  readonly block: number | null;
  readonly decline: number | null;
}

export interface ServedModel {
  readonly versionId: string;
  readonly name: string;
  /** `2.1.0`. */
  readonly label: string;
  readonly artifactSha256: string;
  /** True for a version that a developer uploaded or trained; it runs in a separate process. */
  readonly isForeign: boolean;
  /** Names of the features in the order of the columns. */
  readonly features: readonly string[];
  readonly columns: number;
  readonly thresholds: Thresholds;
  /** Returns true when the row is within the card's bounds; NaN is a missing value. */
  acceptsRow(row: ArrayLike<number>): boolean;
  readonly session: {
    /**
     * Returns the probability of each row in one call, as for a decision; NaN is a missing value.
     * @throws NoProbability, ArtifactMismatch, ModelKilled, or the runtime's error
     */
    score(rows: readonly Float32Array[]): Promise<number[]>;
    /**
     * Returns the probability of each row, scored one by one so that neighbouring rows do not
     * change the last bits. No payment waits for it.
     */
    scoreRowByRow(rows: readonly Float32Array[]): Promise<number[]>;
    /** Returns the probability and the duration of one row, for comparison with a decision. */
    measure(row: Float32Array): Promise<TimedScore>;
  };
  /** Explanations of its scores, or null when none is exact for this file. */
  readonly explanation: {
    /** Returns the explanation when it is in memory, for a pending decision. */
    ready(): Explanation | null;
    /** Loads the explanation. Never rejects. */
    load(): Promise<Explanation | null>;
  };
}

export interface Serving {
  readonly production: ServedModel;
  /** Decides instead of `production` for a share of the customers. */
  readonly canary: { readonly model: ServedModel; readonly percent: number } | null;
  /** Versions that also score each payment, without deciding. */
  readonly shadow: readonly ServedModel[];
}

/** Finds the model of a task for decisions. */
export interface ModelFinder {
  /** Returns the versions that serve a task; null when it has none. */
  servingFor(tenantId: string, task: LiveTask): Serving | null;
  /** True when a developer's own version decides for all or some of the customers. */
  isForeign(tenantId: string, task: LiveTask): boolean;
  /**
   * Returns a version for callers that pin it or explain its decision; null when it does not exist.
   * @param reference `name@number`, a number, or the id of a version: of several models with the same
   * name or number, the newest version
   * @param sha256 of its file, to accept only that file
   */
  versionFor(
    tenantId: string,
    task: LiveTask,
    reference: string,
    sha256?: string,
  ): ServedModel | null;
}

export interface ChosenModel {
  readonly model: ServedModel;
  readonly mode: 'production' | 'canary';
}

/** Chooses the model that decides for a customer: the same one until the canary's share changes. */
export function chooseFor({ production, canary }: Serving, customerId: string): ChosenModel {
  if (canary && computePercentile(customerId) < canary.percent)
    return { model: canary.model, mode: 'canary' };
  return { model: production, mode: 'production' };
}

/** Returns a fixed number of a customer from 0 to 99.99, evenly distributed over customers. */
export function computePercentile(customerId: string): number {
  const digest = createHash('sha256').update(customerId).digest();
  return (digest.readUInt32BE() % 10_000) / 100;
}

/** Thrown for a version that was stopped because its calls exceeded their limits. */
export class ModelStopped extends Error {}

/**
 * Creates a stopped version: it stays in production but gives no answers, so that the agreed
 * fallback decides.
 */
export function createStoppedModel(model: ServedModel): ServedModel {
  const refuse = () => Promise.reject(new ModelStopped(`${model.name}@${model.label} is stopped`));
  return { ...model, session: { score: refuse, scoreRowByRow: refuse, measure: refuse } };
}

/** Facts of a registered version. */
export interface ServableVersion extends ExplainedVersion {
  readonly name: string;
  readonly label: string;
  readonly features: readonly string[];
  readonly thresholds: Thresholds;
  /** The card's bounds of the features; null when the caller passes only valid values. */
  readonly bounds: readonly Bounds[] | null;
  /** Purpose of its answers; omitted when no payment waits for them. */
  readonly purpose?: Purpose;
}

function isWithin(value: number, { min, max, mayBeMissing }: Bounds): boolean {
  if (Number.isNaN(value)) return mayBeMissing === true;
  return value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

/**
 * Creates a served model of a registered version.
 * @param explainers omitted when answers need no reasons
 */
export function createServedModel(
  version: ServableVersion,
  pool: SessionPool,
  explainers?: Explainers,
): ServedModel {
  const { versionId, name, label, features, thresholds, bounds, purpose, scored } = version;
  return {
    versionId,
    name,
    label,
    artifactSha256: scored.sha256,
    isForeign: scored.foreign !== null,
    features,
    columns: features.length,
    thresholds,
    acceptsRow: (row) =>
      bounds?.every((bound, index) => isWithin(row[index] ?? Number.NaN, bound)) ?? true,
    session: {
      score: (rows) => pool.scoreTogether(scored, rows, purpose),
      scoreRowByRow: (rows) => pool.score(scored, rows),
      measure: (row) => pool.measure(scored, row),
    },
    explanation: {
      ready: () => explainers?.ready(versionId) ?? null,
      load: async () => explainers?.load(version, pool) ?? null,
    },
  };
}
