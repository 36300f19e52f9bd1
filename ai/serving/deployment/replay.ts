// Replays past decisions with a candidate: it scores the stored rows, and the report lists
// decisions that would have changed.

import type { ReplayReport } from '../../../db/deployments/view.ts';
import { amountsIn, decisionsBefore } from '../../../db/deployments/watched-decisions.ts';
import type { RiskDecisionRow, StoredRule } from '../../../db/kernel/risk-summary.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { ModelVersionRow } from '../../../db/models/view.ts';
import { unpackFeatures } from '../../../db/risk/view.ts';
import {
  decisionOf,
  findGravest,
  type RiskDecision,
  relieveDecision,
} from '../../../ledger/decisions/risk.ts';
import type { Gate, ReplayOrder } from '../../../ledger/models/deployment.ts';
import type { ArtifactStore } from '../../../models/artifact-store.ts';
import type { ForeignScorer } from '../../../models/confined/foreign-scorer.ts';
import { createExplainers } from '../../../models/explain/explainers.ts';
import type { ServedModel } from '../../../models/serving.ts';
import { combinePools, createOwnSessions } from '../../../models/session-pool.ts';
import { createServableVersion } from '../finder.ts';
import { type GateDeps, refuseOrWarn } from './gates.ts';
import {
  createCounts,
  listPastDecisions,
  type PastOrder,
  type ReplayedDecision,
} from './past-decisions.ts';
import { replayLoans } from './replay-loans.ts';

interface Deps extends Pick<GateDeps, 'decidesAtOnce' | 'waivers'> {
  readonly artifacts: ArtifactStore;
  /** Node covers of trees that were trained here, because denials of credit need reasons. */
  readonly covers: ArtifactStore;
  /** Scores with developers' files. */
  readonly foreign: ForeignScorer;
  readonly stopped: AbortSignal;
}

/** Replays the newest decisions of the range with the version, and returns the report. */
export async function replayDecisions(
  ledger: Ledger,
  version: ModelVersionRow,
  { replay, artifacts, covers, foreign, stopped, ...terms }: Deps & { replay: ReplayOrder },
): Promise<{ report: ReplayReport | null; gate: Gate }> {
  const pool = combinePools(createOwnSessions(artifacts, 1), foreign);
  const replayCounts = createCounts();
  try {
    const model = createServableVersion(version, pool, {
      explainers: createExplainers({ artifacts, covers }),
    });
    if (!model) throw new Error('the features of the model differ from those of its task');
    const order = { tenantId: version.tenantId, replay, stopped };
    const replayed = version.task === 'credit' ? replayLoans : replayPayments;
    for await (const replayedRow of replayed(ledger, order, model)) replayCounts.add(replayedRow);
    const report = replayCounts.report();
    return { report, gate: judgeReplay(version, terms, report) };
  } catch (error) {
    if (stopped.aborted) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return { report: null, gate: makeGate(null, false, detail) };
  } finally {
    await pool.close();
  }
}

const MAX_CHANGED = 0.1;

/** A version that changes a tenth of the decisions needs a review before its deployment. */
function judgeReplay(
  version: ModelVersionRow,
  terms: Pick<Deps, 'decidesAtOnce' | 'waivers'>,
  { decisions, changed }: ReplayReport,
): Gate {
  const passedGate = makeGate(decisions, true, null);
  if (decisions === 0 || changed / decisions < MAX_CHANGED) return passedGate;
  const detail = `${changed} of ${decisions} decisions would change: \`replayReport.changedDecisions\` names them.`;
  return refuseOrWarn(version, terms, { ...passedGate, detail, findings: ['replay_changes'] });
}

function makeGate(value: number | null, passed: boolean, detail: string | null): Gate {
  return { name: 'replay', threshold: 'every decision scored', value, passed, detail };
}

/** Replays payments from the rows of features stored with their decisions. */
async function* replayPayments(
  { database }: Ledger,
  order: PastOrder,
  model: ServedModel,
): AsyncGenerator<ReplayedDecision> {
  const amountOf = amountsIn(database);
  const payments = listPastDecisions<RiskDecisionRow>(order, {
    end: 'dec_~',
    readBefore: (page) => decisionsBefore(database, page),
    isReplayable({ transactionId, features, serving }) {
      return transactionId !== null && features !== null && serving !== 'pinned';
    },
  });
  for await (const decision of payments) {
    const features = Float32Array.from(unpackFeatures(decision.features ?? Buffer.alloc(0)));
    if (features.length !== model.columns) continue;
    const [probability = Number.NaN] = await model.session.scoreRowByRow([features]);
    const newDecision = decideWith(decision, decisionOf(probability, model.thresholds));
    yield {
      ...{ id: decision.id, was: decision.decision, is: newDecision },
      amount: amountOf(decision.transactionId ?? '') ?? 0,
      changed: decision.decision !== newDecision,
      wasLetThrough: isLetThrough(decision.decision),
      isLetThrough: isLetThrough(newDecision),
    };
  }
}

/** Applies the stored written rules with their additions and waivers. */
function decideWith(row: RiskDecisionRow, model: RiskDecision): RiskDecision {
  const thresholds = {
    review: row.reviewFrom ?? 1,
    block: row.blockFrom,
    decline: row.declineFrom,
  };
  const rules = JSON.parse(row.rules) as StoredRule[];
  const oldDecision = relieveDecision(decisionOf(row.probability ?? 0, thresholds), rules);
  const newDecision = relieveDecision(model, rules);
  return oldDecision === row.decision ? newDecision : findGravest([newDecision, row.decision]);
}

/** Returns true when the money moves without a review. */
function isLetThrough(decision: RiskDecision): boolean {
  return decision === 'approve' || decision === 'review';
}
