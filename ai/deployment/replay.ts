// A candidate over past decisions: what it would have said of the rows of features that are stored
// with them, and which payments would have gone another way.

import type { ReplayReport } from '../../db/deployment-view.ts';
import type { ModelVersionRow } from '../../db/model-view.ts';
import type { RiskDecisionRow } from '../../db/risk-summary.ts';
import { unpacked } from '../../db/risk-view.ts';
import type { Ledger } from '../../db/sqlite.ts';
import { amountsIn, decisionsBefore } from '../../db/watched-decisions.ts';
import type { Gate, ReplayOrder } from '../../ledger/deployment.ts';
import { decisionOf, gravest, type RiskDecision } from '../../ledger/risk.ts';
import type { ArtifactStore } from '../../models/artifact-store.ts';
import { sessionPool } from '../../models/session-pool.ts';
import { servableVersion } from '../serving.ts';

interface Deps {
  readonly artifacts: ArtifactStore;
  readonly stopped: AbortSignal;
}

const PAGE = 500;
/** Behind every id of a decision. */
const END = 'dec_~';
/** Where the ranges of amounts begin, in minor units of whatever currency. */
const RANGES = [0, 1_000, 10_000, 100_000, 1_000_000];

/** Asks the version about the newest decisions of the range, and says what it came to. */
export async function replayOver(
  ledger: Ledger,
  version: ModelVersionRow,
  { replay, artifacts, stopped }: Deps & { replay: ReplayOrder },
): Promise<{ report: ReplayReport | null; gate: Gate }> {
  const pool = sessionPool(artifacts, 1);
  const amountOf = amountsIn(ledger.database);
  const counted = newCounts();
  try {
    const model = servableVersion(version, pool);
    if (!model) throw new Error('it knows other features than payments are judged by');
    for await (const decision of replayed(ledger, {
      tenantId: version.tenantId,
      replay,
      stopped,
    })) {
      const features = Float32Array.from(unpacked(decision.features ?? Buffer.alloc(0)));
      if (features.length !== model.columns) continue;
      const [probability = Number.NaN] = await model.session.score([features]);
      const amount = amountOf(decision.transactionId ?? '') ?? 0;
      counted.add(
        decision,
        decidedWith(decision, decisionOf(probability, model.thresholds)),
        amount,
      );
    }
    const report = counted.report();
    return { report, gate: gate(report.decisions, true, null) };
  } catch (error) {
    if (stopped.aborted) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return { report: null, gate: gate(null, false, detail) };
  } finally {
    await pool.close();
  }
}

function gate(value: number | null, passed: boolean, detail: string | null): Gate {
  return { name: 'replay', threshold: 'every decision scored', value, passed, detail };
}

/** Decisions of the range that a model was asked about, the newest first. */
async function* replayed(
  ledger: Ledger,
  order: { tenantId: string; replay: ReplayOrder; stopped: AbortSignal },
): AsyncGenerator<RiskDecisionRow> {
  const { tenantId, replay, stopped } = order;
  let before = END;
  let left = replay.limit;
  for (;;) {
    const page = decisionsBefore(ledger.database, { tenantId, before, limit: PAGE });
    for (const decision of page) {
      stopped.throwIfAborted();
      const { createdAt, transactionId, features, serving } = decision;
      // Older ones only follow: the clock of a ledger never goes back.
      if (left === 0 || createdAt < replay.from) return;
      const isLive = transactionId !== null && features !== null && serving !== 'pinned';
      if (!isLive || createdAt >= replay.to) continue;
      left -= 1;
      yield decision;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    before = last.id;
    await new Promise(setImmediate);
  }
}

/** With the written rules as they were: what they made graver stays as it was. */
function decidedWith(row: RiskDecisionRow, model: RiskDecision): RiskDecision {
  const thresholds = {
    review: row.reviewFrom ?? 1,
    block: row.blockFrom,
    decline: row.declineFrom,
  };
  const was = decisionOf(row.probability ?? 0, thresholds);
  return was === row.decision ? model : gravest([model, row.decision]);
}

function newCounts() {
  const byAmount = RANGES.map((from, at) => {
    return { from, to: RANGES[at + 1] ?? null, decisions: 0, changed: 0 };
  });
  const all = { decisions: 0, changed: 0, approveToDecline: 0, declineToApprove: 0 };
  return {
    add({ decision: was }: RiskDecisionRow, is: RiskDecision, amount: number): void {
      const range = byAmount.findLast(({ from }) => amount >= from);
      for (const count of range ? [all, range] : [all]) {
        count.decisions += 1;
        if (was !== is) count.changed += 1;
      }
      if (passes(was) && !passes(is)) all.approveToDecline += 1;
      if (!passes(was) && passes(is)) all.declineToApprove += 1;
    },
    report: (): ReplayReport => ({ ...all, byAmount }),
  };
}

/** True when the money moves without anybody having to look first. */
function passes(decision: RiskDecision): boolean {
  return decision === 'approve' || decision === 'review';
}
