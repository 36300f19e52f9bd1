// What a transaction says of the decision about its risk.

import type { RuleFinding } from '../../ledger/decisions/risk.ts';
import type { ListMatch, StaleList } from '../../ledger/decisions/screening.ts';
import type { RiskReason } from './judge.ts';
import type { riskDecisions } from './tables.ts';

export type RiskDecisionRow = typeof riskDecisions.$inferSelect;

/** What is kept of a rule: those that found nothing are known by their set. */
export interface KeptRule extends Pick<RuleFinding, 'ruleId' | 'outcome' | 'scoreDelta' | 'why'> {
  readonly stale?: StaleList[];
  readonly matches?: KeptMatch[];
}

type KeptMatch = Pick<ListMatch, 'list' | 'listAsOf' | 'entityId' | 'matchedName' | 'score'>;

/** What a decision names of an entry; the hit has the rest. */
export function keptMatch({ list, listAsOf, entityId, matchedName, score }: ListMatch): KeptMatch {
  return { list, listAsOf, entityId, matchedName, score };
}

/** Why no model answered, where none is made to. */
export const NOT_APPLICABLE = 'not_applicable';

/** True when a model should have answered, and did not. */
export function isDegraded({ degraded }: Pick<RiskDecisionRow, 'degraded'>): boolean {
  return degraded !== null && degraded !== NOT_APPLICABLE;
}

/** True when a list had a say in it. */
export function hasSanctionsHit({ rules }: Pick<RiskDecisionRow, 'rules'>): boolean {
  return (JSON.parse(rules) as KeptRule[]).some(({ matches }) => matches !== undefined);
}

const RULE_MEANINGS: Readonly<Record<string, string>> = {
  velocity_hour: 'Many payments from the account within an hour',
  velocity_day: 'Many payments from the account within a day',
  new_payee_large: 'A large amount to somebody who was never paid before',
  structuring: 'Several payments of a day close to the reporting threshold',
  new_payees_burst: 'The third new payee within minutes, after small payments to two others',
  redirected_payee: 'A name that was paid before, at another account number',
  rising_payments: 'Each payment to this new payee is larger than all before',
  unproven_large: 'Much, to somebody new outside, from no known device',
  passes_through: 'Money of strangers leaves a young account within a day',
  open_doubt:
    'A payment of the account was stopped, or its use analysed as grave, within a day, and nobody ' +
    'has cleared it',
  aml_alert_open: 'An alert about money laundering is open for the account',
  final_loss: 'There is a doubt, and money that leaves the bank does not come back',
  hidden_network: 'From a network that hides who is there, to somebody new',
  new_device: 'From a device that the account was never used with, to somebody new',
  new_country: 'From a country that the account was never used in, to somebody new',
  impossible_travel: 'From a place too far from the one before for the time between',
  sanctions_hit: 'The party outside is like one on a sanctions list',
  sandbox_simulated_hit: 'Simulated: a developer of the sandbox asked for it',
};

/** What is kept where no rule had anything to say. */
const NO_RULES = '[]';

/** The part of a decision that a transaction carries. */
export function riskOf(row: RiskDecisionRow) {
  const { id: decisionId, score, level, decision, modelName: name, modelVersion } = row;
  const model = name === null ? null : { name, version: modelVersion ?? '' };
  // Most payments meet no rule and raise no doubt.
  const reasons = row.rules === NO_RULES && row.reasons === null ? [] : reasonsOf(row);
  return { decisionId, score, level, decision, degraded: isDegraded(row), model, reasons };
}

export type RiskView = ReturnType<typeof riskOf>;

/** The same of a decision that lies in an archive; null: there is none. */
export function archivedRiskOf({ archivedRisk }: { readonly archivedRisk: string | null }) {
  return archivedRisk === null ? null : (JSON.parse(archivedRisk) as RiskView);
}

function matchText({ list, entityId, matchedName, score }: KeptMatch): string {
  return `${matchedName} (${list}, ${entityId}), score ${score}`;
}

/** Why a rule that stopped the money could not be applied. */
const NOT_RUN_MEANINGS = {
  screening_stale: 'The sanctions lists are too old to rely on',
  name_not_compared: 'A part of the name could be compared with no list',
} as const;

function causeOf({ why, stale = [] }: KeptRule) {
  if (why === undefined) return [];
  const lists = stale.map(({ list, listAsOf, reliedUntil }) => {
    const until = reliedUntil === undefined ? '' : `, relied on until ${reliedUntil}`;
    return `${list} as of ${listAsOf ?? 'an unknown day'}${until}`;
  });
  const message = [NOT_RUN_MEANINGS[why], ...lists].join('; ');
  return [{ code: why as string, message, weight: 0 }];
}

/** The rules that hit, then those that could not be applied, then what moved the model's score, as far as it was computed. */
function reasonsOf(row: RiskDecisionRow) {
  const kept = JSON.parse(row.rules) as KeptRule[];
  const rules = kept
    .filter(({ outcome }) => outcome === 'hit')
    .map(({ ruleId, scoreDelta, matches = [] }) => {
      const meaning = RULE_MEANINGS[ruleId] ?? ruleId;
      const message = [meaning, ...matches.map(matchText)].join('; ');
      return { code: ruleId, message, weight: scoreDelta / 100 };
    });
  const model = (row.reasons === null ? [] : (JSON.parse(row.reasons) as RiskReason[]))
    .filter(({ direction }) => direction === 'increases')
    .map(({ code, message, weight }) => ({ code, message, weight }));
  return [...rules, ...kept.flatMap(causeOf), ...model];
}
