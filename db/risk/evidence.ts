// The transactions behind a reason for which a payment was doubted: the booked movements of its
// account that the rule counted, the newest first.

import { type Figure, messageFor, type Suspicion } from '../../ledger/decisions/reasons.ts';
import { amlReads } from '../aml/flows.ts';
import type { Database } from '../kernel/connect.ts';
import type { RiskReason } from '../kernel/judge.ts';
import type { KeptRule, RiskDecisionRow } from '../kernel/risk-summary.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOST = 20;

interface Counted {
  readonly ms: number;
  readonly direction: 'debit' | 'credit';
}

/**
 * The movements that each rule counts besides the payment. A rule without an entry looks at the
 * payment alone.
 */
const COUNTED: Readonly<Record<string, Counted>> = {
  velocity_hour: { ms: HOUR_MS, direction: 'debit' },
  velocity_day: { ms: DAY_MS, direction: 'debit' },
  structuring: { ms: DAY_MS, direction: 'debit' },
  new_payees_burst: { ms: 15 * MINUTE_MS, direction: 'debit' },
  passes_through: { ms: DAY_MS, direction: 'credit' },
};

/**
 * Returns the reasons of a decision in the common vocabulary: rules that hit, then the model's
 * reasons that raised the score.
 * @param reasons of the model, or null when nothing exact can be said of it
 */
export function suspicionsOf(
  row: RiskDecisionRow,
  reasons: readonly RiskReason[] | null,
  database: Database,
): Suspicion[] {
  const own = row.transactionId === null ? [] : [row.transactionId];
  const rules = (JSON.parse(row.rules) as KeptRule[])
    .filter(({ outcome }) => outcome === 'hit')
    .map(({ ruleId: code, figures = [], matches = [] }) => {
      const scores: Figure[] = matches.slice(0, 1).map(({ score }) => {
        return { name: 'match_score', observed: score, is: 'at_least', threshold: null };
      });
      const transactionIds = [...new Set([...own, ...countedBy(code, row, database)])];
      return {
        code,
        message: messageFor(code),
        figures: [...figures, ...scores],
        transactionIds: transactionIds.slice(0, MOST),
      };
    });
  const model = (reasons ?? [])
    .filter(({ direction }) => direction === 'increases')
    .map(({ code, message, feature, value }): Suspicion => {
      const observed = value ?? 'missing';
      const figures = [{ name: feature, observed, is: 'at_least' as const, threshold: null }];
      return { code, message, figures, transactionIds: own };
    });
  return [...rules, ...model];
}

function countedBy(code: string, { accountId, createdAt }: RiskDecisionRow, database: Database) {
  const counted = COUNTED[code];
  if (!counted) return [];
  const period = { from: createdAt - counted.ms, to: createdAt };
  return amlReads(database)
    .flows(accountId, period, 10 * MOST, null)
    .filter(({ direction }) => direction === counted.direction)
    .map(({ transactionId }) => transactionId);
}
