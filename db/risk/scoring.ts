// Asks the model before a commit: selects the transactions to score and returns the model's
// answers. A process without models returns none, and the commit continues without them.

import { waitsForValueDate } from '../../ledger/value-date.ts';
import { findTransaction } from '../kernel/find-transaction.ts';
import { type Answers, type ModelScoring, riskScorer } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { isJudged } from './acts.ts';

/**
 * Returns true for a transaction that is accepted, waits for its value date, or waits for the
 * customer's confirmation.
 */
function isUndecided({ status, stage }: TransactionRow): boolean {
  const isAccepted = status === 'pending' && stage === 'accepted';
  return isAccepted || waitsForValueDate({ status, stage }) || status === 'requires_confirmation';
}

const NOTHING_ASKED: Answers = new Map();

async function ask(tx: Tx, rows: readonly TransactionRow[]): Promise<Answers> {
  const judged = rows.filter(isJudged);
  const scorer = riskScorer(tx);
  return scorer && judged.length > 0 ? scorer.ask(judged) : NOTHING_ASKED;
}

export const RISK_SCORING: ModelScoring = {
  ask,
  askUndecided(tx, ids) {
    if (!riskScorer(tx) || ids.length === 0) return NOTHING_ASKED;
    const rows = tx.database.read(() => ids.flatMap((id) => findTransaction(tx, id) ?? []));
    return ask(tx, rows.filter(isUndecided));
  },
};
