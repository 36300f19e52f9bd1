// Replays past decisions with a candidate: its answers on the stored rows, and the decisions that
// would have changed.

import type { ReplayReport } from '../../../db/deployments/view.ts';
import { amountsIn, decisionsBefore } from '../../../db/deployments/watched-decisions.ts';
import type { KeptRule, RiskDecisionRow } from '../../../db/kernel/risk-summary.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { ModelVersionRow } from '../../../db/models/view.ts';
import { unpackFeatures } from '../../../db/risk/view.ts';
import {
  decisionOf,
  gravest,
  type RiskDecision,
  relieveDecision,
} from '../../../ledger/decisions/risk.ts';
import type { Gate, ReplayOrder } from '../../../ledger/models/deployment.ts';
import type { ArtifactStore } from '../../../models/artifact-store.ts';
import type { ForeignScorer } from '../../../models/confined/foreign-scorer.ts';
import { explainers } from '../../../models/explain/explainers.ts';
import type { ServedModel } from '../../../models/serving.ts';
import { combinePools, ownSessions } from '../../../models/session-pool.ts';
import { servableVersion } from '../finder.ts';
import { type GateDeps, speakAgainst } from './gates.ts';
import { newCounts, type PastOrder, pastOf, type Replayed } from './past-decisions.ts';
import { replayedLoans } from './replay-loans.ts';

interface Deps extends Pick<GateDeps, 'decidesAtOnce' | 'waivers'> {
  readonly artifacts: ArtifactStore;
  /** Node covers of trees that were trained here: a denial of credit needs its reasons. */
  readonly covers: ArtifactStore;
  /** Asks files of developers. */
  readonly foreign: ForeignScorer;
  readonly stopped: AbortSignal;
}

/** Asks the version about the newest decisions of the range, and reports the result. */
export async function replayOver(
  ledger: Ledger,
  version: ModelVersionRow,
  { replay, artifacts, covers, foreign, stopped, ...terms }: Deps & { replay: ReplayOrder },
): Promise<{ report: ReplayReport | null; gate: Gate }> {
  const pool = combinePools(ownSessions(artifacts, 1), foreign);
  const counted = newCounts();
  try {
    const model = servableVersion(version, pool, {
      explainers: explainers({ artifacts, covers }),
    });
    if (!model) throw new Error('the features of the model differ from those of its task');
    const order = { tenantId: version.tenantId, replay, stopped };
    const replayed = version.task === 'credit' ? replayedLoans : replayedPayments;
    for await (const one of replayed(ledger, order, model)) counted.add(one);
    const report = counted.report();
    return { report, gate: gateOf(version, terms, report) };
  } catch (error) {
    if (stopped.aborted) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return { report: null, gate: gate(null, false, detail) };
  } finally {
    await pool.close();
  }
}

const MAX_CHANGED = 0.1;

/** A version that changes a tenth of the decisions is reviewed before anybody deploys it. */
function gateOf(
  version: ModelVersionRow,
  terms: Pick<Deps, 'decidesAtOnce' | 'waivers'>,
  { decisions, changed }: ReplayReport,
): Gate {
  const done = gate(decisions, true, null);
  if (decisions === 0 || changed / decisions < MAX_CHANGED) return done;
  const detail = `${changed} of ${decisions} decisions would change: \`replayReport.changedDecisions\` names them.`;
  return speakAgainst(version, terms, { ...done, detail, findings: ['replay_changes'] });
}

function gate(value: number | null, passed: boolean, detail: string | null): Gate {
  return { name: 'replay', threshold: 'every decision scored', value, passed, detail };
}

/** Payments, by the rows of features that are stored with their decisions. */
async function* replayedPayments(
  { database }: Ledger,
  order: PastOrder,
  model: ServedModel,
): AsyncGenerator<Replayed> {
  const amountOf = amountsIn(database);
  const payments = pastOf<RiskDecisionRow>(order, {
    end: 'dec_~',
    before: (page) => decisionsBefore(database, page),
    isAsked({ transactionId, features, serving }) {
      return transactionId !== null && features !== null && serving !== 'pinned';
    },
  });
  for await (const decision of payments) {
    const features = Float32Array.from(unpackFeatures(decision.features ?? Buffer.alloc(0)));
    if (features.length !== model.columns) continue;
    const [probability = Number.NaN] = await model.session.scoreApart([features]);
    const is = decideWith(decision, decisionOf(probability, model.thresholds));
    yield {
      ...{ id: decision.id, was: decision.decision, is },
      amount: amountOf(decision.transactionId ?? '') ?? 0,
      changed: decision.decision !== is,
      passed: goesOn(decision.decision),
      passes: goesOn(is),
    };
  }
}

/** Applies the stored written rules: their additions and waivers stay. */
function decideWith(row: RiskDecisionRow, model: RiskDecision): RiskDecision {
  const thresholds = {
    review: row.reviewFrom ?? 1,
    block: row.blockFrom,
    decline: row.declineFrom,
  };
  const rules = JSON.parse(row.rules) as KeptRule[];
  const was = relieveDecision(decisionOf(row.probability ?? 0, thresholds), rules);
  const now = relieveDecision(model, rules);
  return was === row.decision ? now : gravest([now, row.decision]);
}

/** True when the money moves without a review first. */
function goesOn(decision: RiskDecision): boolean {
  return decision === 'approve' || decision === 'review';
}
