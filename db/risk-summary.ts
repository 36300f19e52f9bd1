// What a transaction says of the decision about its risk.

import type { RuleFinding } from '../ledger/risk.ts';
import type { RiskReason } from './risk-port.ts';
import type { riskDecisions } from './risk-schema.ts';

export type RiskDecisionRow = typeof riskDecisions.$inferSelect;

/** What is kept of a rule: those that found nothing are known by their set. */
export type KeptRule = Pick<RuleFinding, 'ruleId' | 'outcome' | 'scoreDelta'>;

const RULE_MEANINGS: Readonly<Record<string, string>> = {
  velocity_hour: 'Many payments from the account within an hour',
  velocity_day: 'Many payments from the account within a day',
  new_payee_large: 'A large amount to somebody who was never paid before',
  structuring: 'Several payments of a day just under the reporting threshold',
  sanctions_hit: 'A party matches a sanctions list',
  sandbox_simulated_hit: 'Simulated: a developer of the sandbox asked for it',
};

/** The part of a decision that a transaction carries. */
export function riskOf(row: RiskDecisionRow) {
  return {
    decisionId: row.id,
    score: row.score,
    level: row.level,
    decision: row.decision,
    degraded: row.degraded !== null,
    reasons: reasonsOf(row),
  };
}

export type RiskView = ReturnType<typeof riskOf>;

/** The rules that hit, then what moved the model's score, as far as it was computed. */
function reasonsOf(row: RiskDecisionRow) {
  const rules = (JSON.parse(row.rules) as KeptRule[])
    .filter(({ outcome }) => outcome === 'hit')
    .map(({ ruleId, scoreDelta }) => {
      const message = RULE_MEANINGS[ruleId] ?? ruleId;
      return { code: ruleId, message, weight: scoreDelta / 100 };
    });
  const model = (row.reasons === null ? [] : (JSON.parse(row.reasons) as RiskReason[]))
    .filter(({ direction }) => direction === 'increases')
    .map(({ code, message, weight }) => ({ code, message, weight }));
  return [...rules, ...model];
}
