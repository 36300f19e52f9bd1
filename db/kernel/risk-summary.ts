// The summary of a risk decision that a transaction shows.

import { messageFor } from '../../ledger/decisions/reasons.ts';
import type { RuleFinding } from '../../ledger/decisions/risk.ts';
import type { ListMatch, StaleList } from '../../ledger/decisions/screening.ts';
import type { RiskReason } from './judge.ts';
import type { riskDecisions } from './tables.ts';

export type RiskDecisionRow = typeof riskDecisions.$inferSelect;

/**
 * The stored finding of a rule. Rules that found nothing are not stored: the version of their set
 * names them.
 */
export interface StoredRule
  extends Pick<RuleFinding, 'ruleId' | 'outcome' | 'scoreDelta' | 'why' | 'figures'> {
  readonly stale?: StaleList[];
  readonly matches?: StoredMatch[];
}

type StoredMatch = Pick<ListMatch, 'list' | 'listAsOf' | 'entityId' | 'matchedName' | 'score'>;

/** Returns the fields of a match that a decision stores; the hit stores the other fields. */
export function toStoredMatch({
  list,
  listAsOf,
  entityId,
  matchedName,
  score,
}: ListMatch): StoredMatch {
  return { list, listAsOf, entityId, matchedName, score };
}

/** The reason for payments that no model scores. */
export const NOT_APPLICABLE = 'not_applicable';

/** True when a model should have answered, and did not. */
export function isDegraded({ degraded }: Pick<RiskDecisionRow, 'degraded'>): boolean {
  return degraded !== null && degraded !== NOT_APPLICABLE;
}

/** True when a sanctions list influenced the decision. */
export function hasSanctionsHit({ rules }: Pick<RiskDecisionRow, 'rules'>): boolean {
  return (JSON.parse(rules) as StoredRule[]).some(({ matches }) => matches !== undefined);
}

/** The stored value when no rule found anything. */
const NO_RULES = '[]';

/** The part of a decision that a transaction carries. */
export function riskOf(row: RiskDecisionRow) {
  const { id: decisionId, score, level, decision, modelName: name, modelVersion } = row;
  const model = name === null ? null : { name, version: modelVersion ?? '' };
  // Most payments match no rule.
  const reasons = row.rules === NO_RULES && row.reasons === null ? [] : reasonsOf(row);
  return { decisionId, score, level, decision, degraded: isDegraded(row), model, reasons };
}

export type RiskView = ReturnType<typeof riskOf>;

/** Returns the summary of an archived decision, or null when there is none. */
export function archivedRiskOf({ archivedRisk }: { readonly archivedRisk: string | null }) {
  return archivedRisk === null ? null : (JSON.parse(archivedRisk) as RiskView);
}

function matchText({ list, entityId, matchedName, score }: StoredMatch): string {
  return `${matchedName} (${list}, ${entityId}), score ${score}`;
}

function reasonsNotApplied({ why, stale = [] }: StoredRule) {
  if (why === undefined) return [];
  const lists = stale.map(({ list, listAsOf, reliedUntil }) => {
    const reliedOn = reliedUntil === undefined ? '' : `, relied on until ${reliedUntil}`;
    return `${list} as of ${listAsOf ?? 'an unknown day'}${reliedOn}`;
  });
  const message = [messageFor(why), ...lists].join('; ');
  return [{ code: why as string, message, weight: 0 }];
}

/**
 * Returns the rules that hit, then the rules that could not be applied, then the features that
 * raised the model's score, as far as computed.
 */
function reasonsOf(row: RiskDecisionRow) {
  const storedRules = JSON.parse(row.rules) as StoredRule[];
  const rules = storedRules
    .filter(({ outcome }) => outcome === 'hit')
    .map(({ ruleId, scoreDelta, matches = [] }) => {
      const meaning = messageFor(ruleId);
      const message = [meaning, ...matches.map(matchText)].join('; ');
      return { code: ruleId, message, weight: scoreDelta / 100 };
    });
  const model = (row.reasons === null ? [] : (JSON.parse(row.reasons) as RiskReason[]))
    .filter(({ direction }) => direction === 'increases')
    .map(({ code, message, weight }) => ({ code, message, weight }));
  return [...rules, ...storedRules.flatMap(reasonsNotApplied), ...model];
}
