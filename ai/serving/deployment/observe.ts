// Compares champion and challenger on live decisions: both score the stored rows of features
// afterwards, in separate sessions, so that no customer waits.

import { performance } from 'node:perf_hooks';
import type { Observation } from '../../../db/deployments/acts.ts';
import type { DeploymentRow } from '../../../db/deployments/view.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { readModelVersion } from '../../../db/models/reads.ts';
import type { LiveTask } from '../../../ledger/models/deployment.ts';
import type { ArtifactStore } from '../../../models/artifact-store.ts';
import type { ForeignScorer } from '../../../models/confined/foreign-scorer.ts';
import { computePercentile, type ServedModel } from '../../../models/serving.ts';
import { combinePools, createOwnSessions, type SessionPool } from '../../../models/session-pool.ts';
import { createServableVersion } from '../finder.ts';
import { listDecisionsAfter, type ModelDecision } from './decision-model.ts';

export interface ObservedPage {
  /** The last examined decision. */
  readonly through: string;
  readonly observations: readonly Observation[];
  /** True when there may be more. */
  readonly isFull: boolean;
}

/** Maximum number of decisions in one examination; the next one continues. */
const MAX_PER_POLL = 500;
/** An examination ends after this time and stores its observations. */
const MAX_OBSERVATION_MS = 2_000;
/** A slower answer is repeated, because the process may have been delayed. */
const SLOW_MICROS = 2_000;
const ATTEMPTS = 3;

interface ExaminationDeps {
  readonly artifacts: ArtifactStore;
  /** Scores with developers' files. */
  readonly foreign: ForeignScorer;
  readonly stopped: AbortSignal;
  /** Milliseconds after which an examination ends after its current decision. */
  readonly longestMs?: number;
}

/** Examines the decisions since the last examination; returns null without any. */
export async function examineDecisions(
  ledger: Ledger,
  row: DeploymentRow & { readonly task: LiveTask },
  { artifacts, foreign, stopped, longestMs = MAX_OBSERVATION_MS }: ExaminationDeps,
): Promise<ObservedPage | null> {
  const { tenantId, task, seenThrough: after } = row;
  const decisions = listDecisionsAfter(ledger, task, { tenantId, after, limit: MAX_PER_POLL });
  if (decisions.length === 0) return null;
  // A separate pool for challenger and champion, so that the deciding models stay in memory.
  const pool = combinePools(createOwnSessions(artifacts, 2), foreign);
  try {
    const challenger = openVersion(ledger, row.versionId, pool);
    const champion = row.championVersionId && openVersion(ledger, row.championVersionId, pool);
    const pair = { row, challenger, champion: champion || null };
    // The first answer of a session is slow and not representative.
    await challenger?.session.measure(new Float32Array(challenger.columns)).catch(() => {});
    const observations: Observation[] = [];
    const startedAt = performance.now();
    let through = after;
    for (const { id, decided } of decisions) {
      stopped.throwIfAborted();
      const observation = decided && (await observeOne(id, decided, pair));
      if (observation) observations.push(observation);
      through = id;
      if (performance.now() - startedAt > longestMs) break;
    }
    const isInterrupted = through !== decisions.at(-1)?.id;
    return { through, observations, isFull: isInterrupted || decisions.length === MAX_PER_POLL };
  } finally {
    await pool.close();
  }
}

function openVersion(ledger: Ledger, versionId: string, pool: SessionPool): ServedModel | null {
  const version = readModelVersion(ledger, versionId);
  return version && createServableVersion(version, pool);
}

interface Pair {
  readonly row: DeploymentRow;
  readonly challenger: ServedModel | null;
  readonly champion: ServedModel | null;
}

/** Returns null when the decision is not evidence about the challenger. */
async function observeOne(
  decisionId: string,
  decision: ModelDecision,
  { row, challenger, champion }: Pair,
): Promise<Observation | null> {
  const isCanaryCustomer =
    row.status === 'canary' && computePercentile(decision.customerId) < row.trafficPercent;
  // For a canary only its own customers' decisions count.
  if (row.status === 'canary' && !isCanaryCustomer) return null;
  const { features, silence } = decision;
  if (features === null) {
    const isCounted = row.status !== 'shadow' && silence !== null;
    return isCounted ? withoutScores(decisionId, silence) : null;
  }
  const answer = await timeModel(challenger, features);
  const championScore = (await timeModel(champion, features)).probability;
  const decidedBy = challenger && isDecidedBy(challenger, decision) ? 'challenger' : 'champion';
  return {
    decisionId,
    decidedBy,
    championProbability: championScore,
    challengerProbability: answer.probability,
    championFlags:
      champion && championScore !== null ? championScore >= champion.thresholds.review : null,
    challengerFlags:
      challenger && answer.probability !== null
        ? answer.probability >= challenger.thresholds.review
        : null,
    latencyMicros: answer.micros,
    error: answer.error,
  };
}

/** Records that the model should have decided, but rules decided alone. */
function withoutScores(decisionId: string, error: string): Observation {
  return {
    decisionId,
    decidedBy: 'challenger',
    championProbability: null,
    challengerProbability: null,
    championFlags: null,
    challengerFlags: null,
    latencyMicros: null,
    error,
  };
}

function isDecidedBy(model: ServedModel, decision: ModelDecision): boolean {
  const { modelName, modelVersion, artifactSha256 } = decision;
  const isSameName = model.name === modelName && model.label === modelVersion;
  return isSameName && model.artifactSha256 === artifactSha256;
}

interface TimedAnswer {
  readonly probability: number | null;
  readonly micros: number | null;
  readonly error: string | null;
}

async function timeModel(
  model: ServedModel | null,
  features: readonly number[],
): Promise<TimedAnswer> {
  const refused = findRefusal(model, features);
  if (!model || refused) return { probability: null, micros: null, error: refused };
  try {
    const row = Float32Array.from(features);
    let micros = Number.POSITIVE_INFINITY;
    for (let attempt = 1; ; attempt += 1) {
      const { probability, micros: duration } = await model.session.measure(row);
      micros = Math.min(micros, duration);
      if (micros > SLOW_MICROS && attempt < ATTEMPTS) continue;
      return { probability, micros, error: null };
    }
  } catch (error) {
    const name = error instanceof Error ? error.constructor.name : 'Error';
    return { probability: null, micros: null, error: name };
  }
}

/** Returns the reason why a model is not asked about a row; null when it is. */
function findRefusal(model: ServedModel | null, features: readonly number[]): string | null {
  if (!model) return 'not_servable';
  if (features.length !== model.columns) return 'other_features';
  return model.acceptsRow(features) ? null : 'outside_of_model';
}
