// Finds the changes that would lead to another decision: single changes when a model can be asked,
// the written remedy when a rule decided, or an explicit statement that there is none.

import type { CreditAssessmentView } from '../../db/credit/view.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import type { KycAssessmentView } from '../../db/kyc/view.ts';
import type { RejectionCode } from '../../ledger/rejection.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import { moneyText } from '../answers/flows.ts';
import type { RiskChange } from '../risk/explain.ts';
import { findDeciders } from './facts.ts';
import { formatNumber, MONEY_RULE_REMEDIES, RULE_REMEDIES } from './words.ts';

export interface DecisionChange {
  readonly field: string;
  readonly from: number | string | null;
  readonly to: number | string | null;
  readonly message: string;
}

export interface Counterfactual {
  readonly status: 'found' | 'none' | 'not_known' | 'not_needed';
  readonly message: string;
  /** `all` when only all changes together lead to another outcome. */
  readonly needs: 'any' | 'all';
  readonly changes: readonly DecisionChange[];
}

const NO_CHANGE_HELPS: Counterfactual = {
  status: 'none',
  message: 'Nothing that the customer can change leads to another outcome: a person has to decide.',
  needs: 'any',
  changes: [],
};
const NOT_KNOWN: Counterfactual = {
  status: 'not_known',
  message: 'The model that decided cannot be asked any more, so that no change is known.',
  needs: 'any',
  changes: [],
};
const NOT_NEEDED: Counterfactual = {
  status: 'not_needed',
  message: 'The decision was what was asked for.',
  needs: 'any',
  changes: [],
};

const MEANINGS = new Map(
  TRANSFER_FEATURES.map(({ name, meaning, unit }) => [name, { meaning, unit }]),
);

/** @param modelChanges null when the model that decided is no longer available */
export function findPaymentChanges(
  row: RiskDecisionRow,
  modelChanges: readonly RiskChange[] | null,
): Counterfactual {
  const { deciding, isModel } = findDeciders(row);
  const remedies = deciding.map((code) => RULE_REMEDIES[code] ?? null);
  if (remedies.includes(null)) return NO_CHANGE_HELPS;
  const ruleChanges = deciding.map((code, index) => {
    return { field: code, from: null, to: null, message: remedies[index] ?? '' };
  });
  if (!isModel) return makeCounterfactual(ruleChanges, ruleChanges.length > 1 ? 'all' : 'any');
  if (modelChanges === null) return NOT_KNOWN;
  const listedModelChanges = modelChanges.map(({ feature, from, to }) => {
    const { meaning = feature, unit = '' } = MEANINGS.get(feature) ?? {};
    const message = `${meaning}: ${formatNumber(to)} instead of ${formatNumber(from)} (${unit}).`;
    return { field: feature, from, to, message };
  });
  if (listedModelChanges.length === 0) return NO_CHANGE_HELPS;
  return ruleChanges.length === 0
    ? makeCounterfactual(listedModelChanges, 'any')
    : makeCounterfactual([...ruleChanges, ...listedModelChanges], 'all');
}

function makeCounterfactual(
  changes: readonly DecisionChange[],
  needs: Counterfactual['needs'],
): Counterfactual {
  const message =
    needs === 'all'
      ? 'Only together do these changes lead to another outcome.'
      : 'Each of these changes alone leads to another outcome, if everything else stays.';
  return changes.length === 0 ? NO_CHANGE_HELPS : { status: 'found', message, needs, changes };
}

export function findRefusalChanges(code: string): Counterfactual {
  const remedy = MONEY_RULE_REMEDIES[code as RejectionCode];
  if (remedy === undefined || remedy === null) return NO_CHANGE_HELPS;
  return makeCounterfactual([{ field: code, from: null, to: null, message: remedy }], 'any');
}

const CREDIT_FIELDS: Readonly<Record<string, string>> = {
  amount: 'A loan of',
  income: 'A monthly income of',
  obligations: 'Monthly obligations of',
  employmentMonths: 'Employment for',
};

/** @param assessment the assessment as the engine decided it */
export function findCreditChanges(assessment: CreditAssessmentView): Counterfactual {
  const { currency } = assessment.product;
  const formatValue = (feature: string, value: number) =>
    feature === 'employmentMonths' ? `${value} months` : moneyText(value, currency);
  switch (assessment.counterfactualStatus) {
    case 'not_needed':
      return NOT_NEEDED;
    case 'found':
      return makeCounterfactual(
        assessment.counterfactual.map(({ feature, from, to }) => {
          const words = CREDIT_FIELDS[feature] ?? feature;
          const message = `${words} ${formatValue(feature, to)} instead of ${formatValue(feature, from)}.`;
          return {
            field: feature,
            from: formatValue(feature, from),
            to: formatValue(feature, to),
            message,
          };
        }),
        'any',
      );
    case 'none_within_reach':
      return {
        ...NO_CHANGE_HELPS,
        message:
          'No single change of amount, income, obligations or length of employment within three ' +
          'times the income and ten years leads to a yes.',
      };
    case 'not_run':
      return assessment.decision === 'denied' ? listFailedRuleChanges(assessment) : MODEL_NOT_ASKED;
  }
}

const MODEL_NOT_ASKED: Counterfactual = {
  ...NOT_KNOWN,
  message: 'The model was not asked, so that no change is known.',
};

/** Changes after a denial by written rules alone: the bound of each failed rule. */
function listFailedRuleChanges({ policy, product }: CreditAssessmentView): Counterfactual {
  const failed = policy.rules.filter(({ passed, value }) => !passed && value !== null);
  const formatValue = (unit: string, value: number) =>
    unit === 'minor_units' ? moneyText(value, product.currency) : `${formatNumber(value / 100)} %`;
  const changes = failed.map(({ code, value, limit, unit, direction }) => {
    const [from, to] = [formatValue(unit, value ?? 0), formatValue(unit, limit)];
    const boundWords = direction === 'at_least' ? 'at least' : 'at most';
    const name = code.replaceAll('_', ' ');
    return {
      field: code,
      from,
      to,
      message: `The ${name} is ${from}: ${boundWords} ${to} is needed.`,
    };
  });
  if (changes.length === 0) return MODEL_NOT_ASKED;
  return {
    status: 'found',
    message: 'These rules have to be met; then the model is asked, which may still say no.',
    needs: 'all',
    changes,
  };
}

export function findIdentityChanges(
  assessment: KycAssessmentView,
  outcome: string,
): Counterfactual {
  if (outcome === 'approved') return NOT_NEEDED;
  const unread = assessment.documents.filter(({ checks }) =>
    checks.some(({ name, result }) => name === 'mrz' && result !== 'pass'),
  );
  const changes = unread.map(({ id, type }) => {
    const message = `A ${type.replaceAll('_', ' ')} that can be read: an image of it, sharp and whole.`;
    return { field: id, from: null, to: null, message };
  });
  return outcome === 'referred' && changes.length > 0
    ? makeCounterfactual(changes, 'all')
    : NO_CHANGE_HELPS;
}

/** Changes for an account that an operator froze, which a person has to unfreeze. */
export const FREEZE_CHANGES: Counterfactual = NO_CHANGE_HELPS;
