// What champion and challenger say of payments that were decided: both are asked about the stored
// rows of features, after the fact and with sessions of their own, so no payment waits for it.

import { performance } from 'node:perf_hooks';
import type { Observation } from '../../db/deployment-acts.ts';
import type { DeploymentRow } from '../../db/deployment-view.ts';
import { readModelVersion } from '../../db/models.ts';
import type { RiskDecisionRow } from '../../db/risk-summary.ts';
import { unpacked } from '../../db/risk-view.ts';
import type { Ledger } from '../../db/sqlite.ts';
import { decisionsAfter } from '../../db/watched-decisions.ts';
import type { ArtifactStore } from '../../models/artifact-store.ts';
import { type ServedModel, shareOf } from '../../models/serving.ts';
import { type SessionPool, sessionPool } from '../../models/session-pool.ts';
import { servableVersion } from '../serving.ts';

export interface Look {
  /** The last decision that was looked at. */
  readonly through: string;
  readonly observations: readonly Observation[];
  /** True when there may be more. */
  readonly isFull: boolean;
}

/** Decisions that one look takes in; the rest is for the next one. */
const MOST_PER_LOOK = 500;
/** An answer that took longer is asked for again: the process may have been held up. */
const ODD_MICROS = 2_000;
const ATTEMPTS = 3;

/** Looks at what was decided since; null: nothing. */
export async function lookAt(
  ledger: Ledger,
  row: DeploymentRow,
  { artifacts, stopped }: { artifacts: ArtifactStore; stopped: AbortSignal },
): Promise<Look | null> {
  const { tenantId, seenThrough: after } = row;
  const order = { tenantId, after, limit: MOST_PER_LOOK };
  const decisions = decisionsAfter(ledger.database, order);
  if (decisions.length === 0) return null;
  // A challenger and its champion: what decides meanwhile keeps its own place in memory.
  const pool = sessionPool(artifacts, 2);
  try {
    const challenger = modelIn(ledger, row.versionId, pool);
    const champion = row.championVersionId && modelIn(ledger, row.championVersionId, pool);
    const pair = { row, challenger, champion: champion || null };
    // The first answer of a session is slow, and says nothing of the others.
    await challenger?.session.score([new Float32Array(challenger.columns)]).catch(() => {});
    const observations: Observation[] = [];
    for (const decision of decisions) {
      stopped.throwIfAborted();
      const seen = await observed(decision, pair);
      if (seen) observations.push(seen);
    }
    const through = decisions.at(-1)?.id ?? after;
    return { through, observations, isFull: decisions.length === MOST_PER_LOOK };
  } finally {
    await pool.close();
  }
}

function modelIn(ledger: Ledger, versionId: string, pool: SessionPool): ServedModel | null {
  const version = readModelVersion(ledger, versionId);
  return version && servableVersion(version, pool);
}

interface Pair {
  readonly row: DeploymentRow;
  readonly challenger: ServedModel | null;
  readonly champion: ServedModel | null;
}

/** Null: the decision says nothing about the challenger. */
async function observed(decision: RiskDecisionRow, pair: Pair): Promise<Observation | null> {
  const { row, challenger, champion } = pair;
  // What somebody asked, or asked of a version by its number, is no decision of who is in force.
  if (decision.transactionId === null || decision.serving === 'pinned') return null;
  const isItsOwn = row.status === 'canary' && shareOf(decision.customerId) < row.trafficPercent;
  // Of a canary its customers are looked at, and no others.
  if (row.status === 'canary' && !isItsOwn) return null;
  if (decision.features === null) {
    const isIts = row.status !== 'shadow' && decision.degraded !== 'not_asked';
    return isIts ? withoutScores(decision) : null;
  }
  const features = Float32Array.from(unpacked(decision.features));
  const said = await timed(challenger, features);
  const was = (await timed(champion, features)).probability;
  const decidedBy = challenger && isBy(challenger, decision) ? 'challenger' : 'champion';
  return {
    decisionId: decision.id,
    decidedBy,
    championProbability: was,
    challengerProbability: said.probability,
    championFlags: champion && was !== null ? was >= champion.thresholds.review : null,
    challengerFlags:
      challenger && said.probability !== null
        ? said.probability >= challenger.thresholds.review
        : null,
    latencyMicros: said.micros,
    error: said.error,
  };
}

/** It should have decided, and the written rules decided alone. */
function withoutScores({ id, degraded }: RiskDecisionRow): Observation {
  return {
    decisionId: id,
    decidedBy: 'challenger',
    championProbability: null,
    challengerProbability: null,
    championFlags: null,
    challengerFlags: null,
    latencyMicros: null,
    error: degraded ?? 'failed',
  };
}

function isBy(model: ServedModel, decision: RiskDecisionRow): boolean {
  const { modelName, modelVersion, artifactSha256 } = decision;
  const isSameName = model.name === modelName && model.label === modelVersion;
  return isSameName && model.artifactSha256 === artifactSha256;
}

interface Said {
  readonly probability: number | null;
  readonly micros: number | null;
  readonly error: string | null;
}

async function timed(model: ServedModel | null, features: Float32Array): Promise<Said> {
  if (!model) return { probability: null, micros: null, error: 'not_servable' };
  if (features.length !== model.columns) {
    return { probability: null, micros: null, error: 'other_features' };
  }
  try {
    let micros = Number.POSITIVE_INFINITY;
    for (let attempt = 1; ; attempt += 1) {
      const began = performance.now();
      const [probability = null] = await model.session.score([features]);
      micros = Math.min(micros, Math.round((performance.now() - began) * 1_000));
      if (micros > ODD_MICROS && attempt < ATTEMPTS) continue;
      return { probability, micros, error: null };
    }
  } catch (error) {
    const name = error instanceof Error ? error.constructor.name : 'Error';
    return { probability: null, micros: null, error: name };
  }
}
