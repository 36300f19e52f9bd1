// A model that decides: which version answers a question, under which thresholds, and how it is
// asked. A decision takes a `Serving` and nothing else, so that how a version got there
// (shipped, uploaded, canary, rolled back) concerns the deployment only.

import { createHash } from 'node:crypto';
import type { LiveTask } from '../ledger/models/deployment.ts';
import type { Purpose } from './confined/foreign-scorer.ts';
import type { ExplainedVersion, Explainers } from './explain/explainers.ts';
import type { Explanation } from './explain/explanation.ts';
import type { Bounds } from './gate/feature-bounds.ts';
import type { Measured, SessionPool } from './session-pool.ts';

/** Probabilities from which on a decision is no plain yes. Null: this model alone never says so. */
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
  /** True: a developer has brought or trained it, and it is asked in a process apart. */
  readonly isForeign: boolean;
  /** Names, in the order of the columns. */
  readonly features: readonly string[];
  readonly columns: number;
  readonly thresholds: Thresholds;
  /** True when the version may be asked about the row; NaN is a missing value. */
  takes(row: ArrayLike<number>): boolean;
  readonly session: {
    /**
     * The probability of each row, all asked at once, as in a decision; NaN is a missing value.
     * @throws NoProbability, ArtifactMismatch, ModelKilled, or the runtime's error
     */
    score(rows: readonly Float32Array[]): Promise<number[]>;
    /** One by one: no answer depends on its neighbours in the last bits. No money waits for it. */
    scoreApart(rows: readonly Float32Array[]): Promise<number[]>;
    /** The probability and duration of one row, for comparison with a decision. */
    measure(row: Float32Array): Promise<Measured>;
  };
  /** Explanations of its scores, or null when none is exact for this file. */
  readonly explanation: {
    /** The explanation if it is in memory, for a decision under way. */
    ready(): Explanation | null;
    /** Never rejects. */
    load(): Promise<Explanation | null>;
  };
}

export interface Serving {
  readonly production: ServedModel;
  /** Decides instead of `production` for that share of the customers. */
  readonly canary: { readonly model: ServedModel; readonly percent: number } | null;
  /** Asked beside the one that decides; decide nothing. */
  readonly shadow: readonly ServedModel[];
}

/** Finds the model of a task for decisions. */
export interface ModelFinder {
  /** Null when no version is there that the task could be asked of. */
  servingFor(tenantId: string, task: LiveTask): Serving | null;
  /** True when a developer's own version decides for all or some of the customers. */
  isForeign(tenantId: string, task: LiveTask): boolean;
  /**
   * A version, for callers that pin one or explain its decision; null when it does not exist.
   * @param wanted `name@number`, a number, or the id of a version: of several models with the same
   * name or number, the newest version
   * @param sha256 of its file, to accept only that file
   */
  versionFor(tenantId: string, task: LiveTask, wanted: string, sha256?: string): ServedModel | null;
}

export interface Chosen {
  readonly model: ServedModel;
  readonly mode: 'production' | 'canary';
}

/** The model that decides for a customer: the same one as long as the canary's share stands. */
export function chooseFor({ production, canary }: Serving, customerId: string): Chosen {
  if (canary && shareOf(customerId) < canary.percent)
    return { model: canary.model, mode: 'canary' };
  return { model: production, mode: 'production' };
}

/** 0 to 99.99, evenly spread over customers and the same for each of them every time. */
export function shareOf(customerId: string): number {
  const digest = createHash('sha256').update(customerId).digest();
  return (digest.readUInt32BE() % 10_000) / 100;
}

/** A version is not asked any more, because its calls went beyond their limits. */
export class ModelStopped extends Error {}

/**
 * A stopped version: it keeps its stage in production but gives no answers, so that the agreed
 * fallback decides.
 */
export function stoppedModel(model: ServedModel): ServedModel {
  const refuse = () => Promise.reject(new ModelStopped(`${model.name}@${model.label} is stopped`));
  return { ...model, session: { score: refuse, scoreApart: refuse, measure: refuse } };
}

/** Facts of a registered version. */
export interface ServableVersion extends ExplainedVersion {
  readonly name: string;
  readonly label: string;
  readonly features: readonly string[];
  readonly thresholds: Thresholds;
  /** The card's bounds of its values, or null when the caller makes only valid values. */
  readonly bounds: readonly Bounds[] | null;
  /** Purpose of its answers; absent when no money waits for them. */
  readonly purpose?: Purpose;
}

function isWithin(value: number, { min, max, mayBeMissing }: Bounds): boolean {
  if (Number.isNaN(value)) return mayBeMissing === true;
  return value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

/**
 * A registered version as something that can be asked.
 * @param explainers left out: answers carry no reasons
 */
export function servedModel(
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
    takes: (row) => bounds?.every((one, at) => isWithin(row[at] ?? Number.NaN, one)) ?? true,
    session: {
      score: (rows) => pool.scoreTogether(scored, rows, purpose),
      scoreApart: (rows) => pool.score(scored, rows),
      measure: (row) => pool.measure(scored, row),
    },
    explanation: {
      ready: () => explainers?.ready(versionId) ?? null,
      load: async () => explainers?.load(version, pool) ?? null,
    },
  };
}
