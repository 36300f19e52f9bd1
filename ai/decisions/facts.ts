// Describes a decision about a customer in facts and sentences: the question, the decider, its
// rules or model, and the reasons. All are derived from the records that were written with the
// decision.

import type { CreditAssessmentView } from '../../db/credit/view.ts';
import type { FreezeRow } from '../../db/decisions/reads.ts';
import type { RiskReason } from '../../db/kernel/judge.ts';
import type { RiskDecisionRow, StoredRule } from '../../db/kernel/risk-summary.ts';
import { timestamp } from '../../db/kernel/timestamp.ts';
import type { KycAssessmentView } from '../../db/kyc/view.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import type { DecisionKind, DecisionOutcome } from '../../ledger/decisions/contest.ts';
import { messageFor } from '../../ledger/decisions/reasons.ts';
import { decisionOf, decisionOfPoints } from '../../ledger/decisions/risk.ts';
import { CREDIT_FEATURES } from '../../models/features/credit-features.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import { moneyText } from '../answers/flows.ts';
import { CREDIT_POLICY } from '../credit/policy.ts';
import {
  type DecisionFigure,
  formatFigure,
  formatFigureText,
  formatNumber,
  UNDISCLOSED_CODES,
} from './words.ts';

export interface DecisionReason {
  readonly code: string;
  /** The reason as a sentence with its figures. */
  readonly message: string;
  readonly from: 'rule' | 'model' | 'list' | 'check' | 'operator';
  readonly figures: readonly DecisionFigure[];
  /** False when the law forbids disclosure to the customer. */
  readonly isDisclosable: boolean;
}

export interface DecisionFacts {
  readonly id: string;
  readonly kind: DecisionKind;
  readonly outcome: DecisionOutcome;
  readonly customerId: string;
  readonly accountId: string | null;
  readonly subject: { readonly object: string; readonly id: string };
  readonly question: string;
  readonly summary: string;
  readonly decidedBy: {
    readonly by: 'model' | 'rules' | 'model_and_rules' | 'operator';
    readonly rules: { readonly name: string; readonly version: string } | null;
    /** The rules or checks that decided. */
    readonly deciding: readonly string[];
    readonly model: {
      readonly name: string;
      readonly version: string;
      readonly artifactSha256: string;
    } | null;
  };
  readonly reasons: readonly DecisionReason[];
  readonly createdAt: string;
}

function makeReason(
  code: string,
  from: DecisionReason['from'],
  source: { readonly message: string; readonly figures?: readonly DecisionFigure[] },
): DecisionReason {
  const { message, figures = [] } = source;
  const texts = figures.map(formatFigureText);
  const sentence = texts.length === 0 ? message : `${message}: ${texts.join('; ')}`;
  return {
    code,
    message: endSentence(sentence),
    from,
    figures,
    isDisclosable: !UNDISCLOSED_CODES.has(code),
  };
}

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A payment that was held or declined because of its risk. */
export function describeStoppedPayment(
  row: RiskDecisionRow,
  payment: TransactionView,
  modelReasons: readonly RiskReason[] | null,
): DecisionFacts {
  const isHeld = row.decision === 'block_and_review';
  const isReviewUnavailable = payment.statusReason?.code === 'review_unavailable';
  const { deciding, isModel } = findDeciders(row);
  const rules = JSON.parse(row.rules) as StoredRule[];
  const hits = rules
    .filter(({ outcome, why }) => outcome === 'hit' || why !== undefined)
    .sort((a, counterparty) => counterparty.scoreDelta - a.scoreDelta);
  const model = row.serving === null ? null : describeModel(row);
  return {
    id: row.id,
    kind: 'payment',
    outcome: isHeld ? 'held' : 'declined',
    customerId: row.customerId,
    accountId: row.accountId,
    subject: { object: 'transaction', id: payment.id },
    question: describePayment(payment),
    summary: isHeld
      ? isReviewUnavailable
        ? 'The payment needed a look of a person, and an item of a batch cannot wait for one.'
        : 'The payment was held, so that a person looks at it before the money moves.'
      : 'The payment was declined before any money moved.',
    decidedBy: {
      by: isModel ? (deciding.length > 0 ? 'model_and_rules' : 'model') : 'rules',
      rules: { name: 'rules about the risk of payments', version: String(row.ruleSet) },
      deciding,
      model,
    },
    reasons: [
      ...hits.map(makeRuleReason),
      ...(isModel ? [makeScoreReason(row)] : []),
      ...(isModel ? (modelReasons ?? []).filter(raisesRisk).map(makeFeatureReason) : []),
    ],
    createdAt: timestamp(row.createdAt),
  };
}

const raisesRisk = ({ direction }: RiskReason) => direction === 'increases';

/** Returns the rules that alone require the decision, and whether the model does. */
export function findDeciders(row: RiskDecisionRow): { deciding: string[]; isModel: boolean } {
  const rules = JSON.parse(row.rules) as StoredRule[];
  const deciding = rules
    .filter(({ outcome, scoreDelta, why }) => {
      if (outcome === 'hit') return decisionOfPoints(scoreDelta) === row.decision;
      return why !== undefined && outcome === 'not_run';
    })
    .map(({ ruleId, why }) => why ?? ruleId);
  const { probability, reviewFrom, blockFrom: block, declineFrom: decline } = row;
  const isModel =
    probability !== null &&
    reviewFrom !== null &&
    decisionOf(probability, { review: reviewFrom, block, decline }) === row.decision;
  return { deciding, isModel };
}

function makeRuleReason({ ruleId, why, figures = [], matches = [], stale = [] }: StoredRule) {
  if (why !== undefined) {
    const lists = stale.map(({ list, listAsOf }) => `${list} of ${listAsOf ?? 'an unknown day'}`);
    const message =
      lists.length === 0 ? messageFor(why) : `${messageFor(why)}: ${lists.join(', ')}`;
    return makeReason(why, 'list', { message });
  }
  const [best] = matches;
  if (!best) {
    return makeReason(ruleId, 'rule', {
      message: messageFor(ruleId),
      figures: figures.map(formatFigure),
    });
  }
  const score = {
    name: 'match_score',
    observed: best.score,
    is: 'at_least',
    threshold: null,
  } as const;
  const message = `${messageFor(ruleId)}: ${best.matchedName} on ${best.list}`;
  return makeReason(ruleId, 'list', { message, figures: [formatFigure(score)] });
}

function makeScoreReason({
  probability,
  decision,
  reviewFrom,
  blockFrom,
  declineFrom,
}: RiskDecisionRow) {
  const threshold =
    decision === 'decline' ? declineFrom : decision === 'block_and_review' ? blockFrom : reviewFrom;
  const figure = {
    name: 'model_score',
    observed: probability ?? 0,
    is: 'at_least',
    threshold,
  } as const;
  const message = 'The model finds the payment like those that were frauds';
  return makeReason('model_score', 'model', { message, figures: [formatFigure(figure)] });
}

const UNITS = new Map(TRANSFER_FEATURES.map(({ name, unit }) => [name, unit]));

function makeFeatureReason({ code, message, feature, value }: RiskReason) {
  const observed = value ?? 'not known';
  const unit = value === null ? null : (UNITS.get(feature) ?? null);
  const figure = { name: feature, observed, is: 'at_least', threshold: null, unit } as const;
  const text = unit === null ? formatNumber(observed) : `${formatNumber(observed)} ${unit}`;
  return {
    ...makeReason(code, 'model', { message: `${message}: ${text}` }),
    figures: [figure],
  };
}

function describeModel({ modelName, modelVersion, artifactSha256 }: RiskDecisionRow) {
  return {
    name: modelName ?? '',
    version: modelVersion ?? '',
    artifactSha256: artifactSha256 ?? '',
  };
}

function describePayment(payment: TransactionView): string {
  const { type, amount, currency, destinationAccountId, externalParty } = payment;
  const name = (externalParty as { name?: string | null } | null)?.name;
  const other = name ?? destinationAccountId;
  const side = type === 'deposit' ? 'from' : 'to';
  const article = /^[aeiou]/.test(type) ? 'An' : 'A';
  const kind = type.replaceAll('_', ' ');
  return `${article} ${kind} of ${moneyText(amount, currency)}${other ? ` ${side} ${other}` : ''}.`;
}

/** A payment that the money rules declined: funds, limits, or the state of an account. */
export function describeRefusedPayment(payment: TransactionView): DecisionFacts {
  const { code, message, limit } = payment.statusReason ?? {
    code: 'declined',
    message: 'Declined.',
  };
  const figures: DecisionFigure[] = limit
    ? [
        {
          name: `used_of_${limit.period}`,
          observed: formatUsage(limit.used, limit.period, payment.currency),
          is: 'at_most',
          threshold: formatUsage(limit.maxAmount, limit.period, payment.currency),
          unit: null,
        },
      ]
    : [];
  return {
    id: payment.id,
    kind: 'payment',
    outcome: 'declined',
    customerId: payment.customerId,
    accountId: payment.sourceAccountId ?? payment.destinationAccountId,
    subject: { object: 'transaction', id: payment.id },
    question: describePayment(payment),
    summary: 'The payment was declined before any money moved.',
    decidedBy: {
      by: 'rules',
      rules: { name: 'rules of accounts and limits', version: '1' },
      deciding: [code],
      model: null,
    },
    reasons: [makeReason(code, 'rule', { message: message.replace(/\.$/, ''), figures })],
    createdAt: payment.createdAt,
  };
}

function formatUsage(value: number, period: string, currency: string): string {
  return period === 'day_count' ? String(value) : moneyText(value, currency);
}

const CREDIT_OUTCOMES = {
  approved: 'approved',
  counter_offer: 'counter_offer',
  denied: 'declined',
  manual_review: 'referred',
} as const;

const CREDIT_SUMMARIES: Readonly<Record<DecisionOutcome, string>> = {
  approved: 'The loan was approved as it was asked for.',
  counter_offer: 'Less was approved than was asked for.',
  declined: 'The loan was declined.',
  referred: 'No decision was made by itself: a person of the bank decides.',
  held: '',
  frozen: '',
};

const CREDIT_REVIEW_TEXTS: Readonly<Record<string, string>> = {
  model_unavailable: 'The model could not be asked, so a person decides',
  application_incomplete: 'The application says too little about income, work and credit history',
  outside_of_model: 'The application lies outside of what the model has learnt from',
  between_thresholds:
    'The probability of default is neither low enough to approve nor high enough to decline',
  cash_flow_rules: 'The records of the accounts do not bear out the application',
  explanation_unavailable: 'No reason could be given for a denial, so a person decides',
};

/** @param assessment the assessment as the engine decided it, without later decisions of people */
export function describeCreditDecision(
  assessment: CreditAssessmentView,
  features: readonly (number | null)[] | null,
): DecisionFacts {
  const { product, policy, model } = assessment;
  const outcome = CREDIT_OUTCOMES[assessment.decision];
  const failed = policy.rules.filter(({ passed }) => !passed);
  const isModel = assessment.probabilityOfDefault !== null;
  const { currency } = product;
  const figuresByRule = new Map(failed.map((rule) => [rule.code, makeRuleFigure(rule, currency)]));
  const adverse = assessment.adverseActionReasons.map(({ code, regBText, feature }) => {
    const figure = figuresByRule.get(feature) ?? makeFeatureFigure(feature, features);
    const from = figuresByRule.has(feature) ? 'rule' : 'model';
    return makeReason(code, from, { message: regBText, figures: figure ? [figure] : [] });
  });
  const score = isModel && outcome !== 'approved' ? [makeProbabilityReason(assessment)] : [];
  const reviewReason = assessment.humanReview.reason;
  const referred =
    outcome === 'referred' && reviewReason !== null
      ? [
          makeReason(reviewReason, 'rule', {
            message: CREDIT_REVIEW_TEXTS[reviewReason] ?? reviewReason,
          }),
        ]
      : [];
  const shownFeatures = new Set(assessment.adverseActionReasons.map(({ feature }) => feature));
  const unlistedRules = failed
    .filter(({ code }) => !shownFeatures.has(code))
    .map((rule) =>
      makeReason(rule.code, 'rule', {
        message: 'A written rule is not met',
        figures: [makeRuleFigure(rule, currency)],
      }),
    );
  return {
    id: assessment.id,
    kind: 'credit',
    outcome,
    customerId: assessment.customerId,
    accountId: null,
    subject: { object: 'credit_assessment', id: assessment.id },
    question: `A personal loan of ${moneyText(product.amount, currency)} over ${product.termMonths} months.`,
    summary: CREDIT_SUMMARIES[outcome],
    decidedBy: {
      by: isModel ? 'model_and_rules' : 'rules',
      rules: { name: 'written rules of credit', version: policy.version },
      deciding: failed.map(({ code }) => code),
      model: isModel
        ? { name: model.name, version: model.version, artifactSha256: model.artifactSha256 }
        : null,
    },
    reasons: [...referred, ...adverse, ...unlistedRules, ...score],
    createdAt: assessment.createdAt,
  };
}

type CreditRule = CreditAssessmentView['policy']['rules'][number];

function makeRuleFigure({ code, value, limit, unit, direction }: CreditRule, currency: string) {
  const formatAmount = (amount: number) => {
    if (unit === 'minor_units') return moneyText(amount, currency);
    return unit === 'basis_points' ? `${formatNumber(amount / 100)} %` : `${amount} days`;
  };
  const observed = value === null ? 'not known' : formatAmount(value);
  return {
    name: code,
    observed,
    is: direction,
    threshold: formatAmount(limit),
    unit: null,
  } as const;
}

function makeFeatureFigure(
  feature: string,
  features: readonly (number | null)[] | null,
): DecisionFigure | null {
  const index = CREDIT_FEATURES.findIndex(({ name }) => name === feature);
  const definition = CREDIT_FEATURES[index];
  if (!definition || features === null) return null;
  const value = features[index] ?? null;
  const [names] = [definition.unit.split(', ')];
  // The unit lists the numbers of housing kinds and purposes.
  const name = names.length > 1 ? names.find((name) => name.startsWith(`${value} `)) : undefined;
  const observed = name?.replace(/^\d+ /, '').replaceAll('_', ' ') ?? value ?? 'not known';
  const unit = name === undefined && value !== null ? definition.unit : null;
  return {
    name: definition.meaning.toLowerCase(),
    observed,
    is: 'at_least',
    threshold: null,
    unit,
  };
}

function makeProbabilityReason({ probabilityOfDefault, decision }: CreditAssessmentView) {
  const { approveUpTo, denyAbove } = CREDIT_POLICY;
  const threshold = decision === 'denied' ? denyAbove : approveUpTo;
  const observed = probabilityOfDefault ?? 0;
  const figure = { name: 'default_probability', observed, is: 'at_most', threshold } as const;
  const message = 'The answer of the model about the loan as it was asked for';
  return makeReason('default_probability', 'model', { message, figures: [formatFigure(figure)] });
}

const IDENTITY_SUMMARIES = {
  approved: 'The identity of the customer was verified.',
  declined: 'The identity of the customer was not accepted.',
  referred: 'No decision was made by itself: a person of the bank decides.',
} as const;

/** The rules' decision about an identity, without later decisions of people. */
export function describeIdentityDecision(assessment: KycAssessmentView): DecisionFacts {
  const isByRules = assessment.decidedBy === 'workflow';
  const outcome = !isByRules
    ? 'referred'
    : assessment.decision === 'approve'
      ? 'approved'
      : 'declined';
  const codes = [...assessment.reviewReasons];
  const rating = assessment.riskScore === null ? [] : [makeRatingFigure(assessment.riskScore)];
  const [first = '', ...rest] = assessment.reasons;
  const checks = assessment.checks.filter(({ result }) => result === 'fail' || result === 'review');
  const remaining = rest.length > 0 ? rest : checks.map(({ name, detail }) => `${name}: ${detail}`);
  const count = assessment.documents.length;
  const documents =
    count === 0
      ? 'without a document'
      : count === 1
        ? 'with one document'
        : `with ${count} documents`;
  return {
    id: assessment.id,
    kind: 'identity',
    outcome,
    customerId: assessment.customerId,
    accountId: null,
    subject: { object: 'kyc_assessment', id: assessment.id },
    question: `Whether the customer is who they say, at the level ${assessment.level}, ${documents}.`,
    summary: IDENTITY_SUMMARIES[outcome],
    decidedBy: {
      by: 'rules',
      rules: { name: 'rules about identities', version: assessment.policy.version },
      deciding: codes,
      model: null,
    },
    reasons: [
      ...remaining.map((message, index) =>
        makeReason(codes[index] ?? 'rule', 'check', { message }),
      ),
      ...(first === ''
        ? []
        : [{ ...makeReason('risk_score', 'rule', { message: first }), figures: rating }]),
    ],
    createdAt: assessment.createdAt,
  };
}

function makeRatingFigure(observed: number): DecisionFigure {
  return formatFigure({ name: 'risk_score', observed, is: 'at_least', threshold: null });
}

interface FrozenAccount {
  readonly id: string;
  readonly customerId?: string;
  readonly statusReason?: { readonly code: string; readonly message: string } | null;
}

/** The freeze of an account, which an operator or the developer orders. */
export function describeAccountFreeze({
  id,
  accountId,
  data,
  createdAt,
}: FreezeRow): DecisionFacts {
  const { object } = JSON.parse(data) as { readonly object?: FrozenAccount };
  const { code, message } = object?.statusReason ?? {
    code: 'frozen',
    message: 'The content of the record was erased.',
  };
  return {
    id,
    kind: 'account_freeze',
    outcome: 'frozen',
    customerId: object?.customerId ?? '',
    accountId,
    subject: { object: 'account', id: accountId },
    question: 'Whether money may leave the account.',
    summary: 'The account was frozen: money can come in, and none can leave.',
    decidedBy: { by: 'operator', rules: null, deciding: [], model: null },
    reasons: [makeReason(code, 'operator', { message })],
    createdAt: timestamp(createdAt),
  };
}
