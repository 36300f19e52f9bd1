// A credit assessment as the API and the events show it: the findings, and the current decision.

import type { ShownCreditDecision } from '../../ledger/decisions/credit.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { creditAssessments, creditDecisions, creditOutcomes } from './tables.ts';

export type CreditAssessmentRow = typeof creditAssessments.$inferSelect;
export type CreditDecisionRow = typeof creditDecisions.$inferSelect;
export type CreditOutcomeRow = typeof creditOutcomes.$inferSelect;

/** Days within which an applicant must be notified of the decision: 12 CFR 1002.9(a)(1). */
const NOTICE_DAYS = 30;
/** Days for which an approval is valid, because its facts grow old. */
const VALID_DAYS = 30;

export interface CreditReason {
  readonly code: string;
  readonly regBText: string;
  readonly feature: string;
  readonly contribution: number | null;
  readonly rank: number;
}

/**
 * The cost of a loan at the stress rate of the policy, in minor units. It is not an offered price.
 */
export interface LoanCost {
  readonly amount: number;
  readonly stressedInstalment: number;
  readonly stressedTotal: number;
}

/** The findings of the rules and the model at the time of the assessment. */
export interface CreditFindings {
  readonly grade: string | null;
  readonly rules: readonly {
    readonly code: string;
    readonly passed: boolean;
    readonly value: number | null;
    readonly limit: number;
    readonly unit: 'minor_units' | 'basis_points' | 'days';
    readonly direction: 'at_least' | 'at_most';
  }[];
  readonly floorPassed: boolean;
  readonly keyFactors: readonly {
    readonly code: string;
    readonly direction: 'raises' | 'lowers';
    readonly contribution: number;
  }[];
  readonly counterfactual: readonly {
    readonly feature: string;
    readonly from: number;
    readonly to: number;
    readonly probabilityAfter: number;
  }[];
  /** The offer made in place of the amount asked for; null without one. */
  readonly offer:
    | (LoanCost & {
        readonly probability: number;
        readonly score: number;
        readonly grade: string;
        readonly asked: LoanCost;
      })
    | null;
  readonly alternativeDataUsed: readonly {
    readonly name: string;
    readonly value: number;
    readonly unit: string;
  }[];
  readonly excludedAttributes: readonly string[];
  /** The value of `minorUnits` in dollars; null when the product is in dollars. */
  readonly rate: {
    readonly source: string;
    readonly asOf: number;
    readonly stale: boolean;
    readonly currency: string;
    readonly minorUnits: number;
    readonly dollars: number;
  } | null;
  /** Absent from assessments that were written when the engine's own model was the only one. */
  readonly model?: {
    readonly serving: 'production' | 'canary';
    readonly reasonsKind: ReasonsKind | null;
  };
}

/** The method by which the reasons are exact; `none` when the model allows no exact reasons. */
export type ReasonsKind = 'tree_shap' | 'linear' | 'interventional' | 'none';

interface AssessmentHistory {
  readonly decisions: readonly CreditDecisionRow[];
  readonly outcomes: readonly CreditOutcomeRow[];
}

/** The wire form of an assessment with its decisions and outcomes, oldest first. */
export function creditAssessmentView(
  row: CreditAssessmentRow,
  { decisions, outcomes }: AssessmentHistory,
  livemode: boolean,
) {
  const latest = decisions.at(-1);
  if (!latest) throw new Error(`credit assessment ${row.id} has no decision`);
  const request = JSON.parse(row.request) as {
    readonly product: { readonly type: 'personal_loan' };
    readonly purpose: string | null;
  };
  const findings = JSON.parse(row.findings) as CreditFindings;
  const reasons = JSON.parse(latest.reasons) as CreditReason[];
  const isApproved = latest.decision === 'approved';
  return {
    id: row.id,
    object: 'credit_assessment' as const,
    livemode,
    customerId: row.customerId,
    product: {
      type: request.product.type,
      amount: row.amount,
      currency: row.currency,
      termMonths: row.termMonths,
    },
    purpose: request.purpose,
    decision: shownDecision(row, latest),
    score: row.score,
    probabilityOfDefault: row.probability,
    grade: findings.grade,
    approvedAmount: latest.approvedAmount,
    counterOffer: offerOf(findings, row, latest),
    // The bank has no table of prices to take a rate from.
    aprBps: null,
    termMonths: isApproved ? row.termMonths : null,
    policy: policyOf(row, findings),
    adverseActionReasons: reasons,
    keyFactors: [...findings.keyFactors],
    counterfactual: [...findings.counterfactual],
    counterfactualStatus: statusOf(findings, row, decisions[0] ?? latest),
    alternativeDataUsed: [...findings.alternativeDataUsed],
    consentId: row.consentId,
    excludedAttributes: [...findings.excludedAttributes],
    notice: noticeOf(row, latest, reasons),
    humanReview: {
      required: latest.decision === 'manual_review',
      reason: decisions[0]?.reviewReason ?? null,
    },
    decisions: decisions.map((decision) => ({
      id: decision.id,
      decision: shownDecision(row, decision),
      approvedAmount: decision.approvedAmount,
      decidedBy: decision.actor,
      comment: decision.comment,
      decidedAt: timestamp(decision.decidedAt),
    })),
    validUntil: isApproved ? timestamp(latest.decidedAt + VALID_DAYS * DAY_MS) : null,
    model: {
      name: row.modelName,
      version: row.modelVersion,
      artifactSha256: row.artifactSha256,
      asked: row.probability !== null,
      serving: findings.model?.serving ?? ('production' as const),
      reasonsKind: findings.model ? findings.model.reasonsKind : defaultReasonsKind(row),
    },
    degraded: row.degraded === 1,
    metadata: JSON.parse(row.metadata) as Metadata,
    outcome: outcomeOf(outcomes.at(-1)),
    ...datesOf(row, { decisions, outcomes }),
  };
}

export const COUNTERFACTUAL_STATUSES = [
  'found',
  'none_within_reach',
  'not_needed',
  'not_run',
] as const;

/** The result of the search for a change that leads to an approval. */
function statusOf(
  { counterfactual }: CreditFindings,
  { amount, probability }: CreditAssessmentRow,
  first: CreditDecisionRow,
): (typeof COUNTERFACTUAL_STATUSES)[number] {
  if (counterfactual.length > 0) return 'found';
  if (first.decision === 'approved' && first.approvedAmount === amount) return 'not_needed';
  // Without an answer of the model, nothing shows whether a change would lead to an approval.
  return probability === null ? 'not_run' : 'none_within_reach';
}

/** An approval of less than was asked for is an offer that the applicant may decline. */
export function shownDecision(
  { amount }: Pick<CreditAssessmentRow, 'amount'>,
  { decision, approvedAmount }: Pick<CreditDecisionRow, 'decision' | 'approvedAmount'>,
): ShownCreditDecision {
  const isLess = decision === 'approved' && approvedAmount !== null && approvedAmount < amount;
  return isLess ? 'counter_offer' : decision;
}

/**
 * Returns the offer of the engine; null when the current decision is another one, for example an
 * approval by a person.
 */
function offerOf({ offer }: CreditFindings, row: CreditAssessmentRow, latest: CreditDecisionRow) {
  if (!offer || shownDecision(row, latest) !== 'counter_offer') return null;
  if (offer.amount !== latest.approvedAmount) return null;
  const { probability, score, grade, asked, ...cost } = offer;
  return { ...cost, probabilityOfDefault: probability, score, grade, asked };
}

export type CreditAssessmentView = ReturnType<typeof creditAssessmentView>;

/** Each decision about an assessment and each reported outcome is a new version of it. */
function datesOf(row: CreditAssessmentRow, { decisions, outcomes }: AssessmentHistory) {
  const changedAt = outcomes.at(-1)?.createdAt ?? decisions.at(-1)?.decidedAt ?? row.createdAt;
  return {
    version: (decisions.at(-1)?.number ?? 0) + outcomes.length,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(changedAt),
  };
}

/** Returns null when no outcome was reported. */
function outcomeOf(row: CreditOutcomeRow | undefined) {
  if (!row) return null;
  const { outcome, daysPastDue, lossAmount } = row;
  const observedAt = timestamp(row.observedAt);
  return { outcome, observedAt, daysPastDue, lossAmount, recordedAt: timestamp(row.createdAt) };
}

/** The kind of reasons of an assessment that does not record its model. */
function defaultReasonsKind({ probability }: CreditAssessmentRow): ReasonsKind | null {
  return probability === null ? null : 'tree_shap';
}

function policyOf(row: CreditAssessmentRow, { floorPassed, rules, rate }: CreditFindings) {
  return {
    version: row.policyVersion,
    floorPassed,
    rules: [...rules],
    rate: rate && { ...rate, asOf: timestamp(rate.asOf) },
  };
}

/** A denial, or an offer below the requested amount, has to state its reasons. */
function noticeOf(
  row: CreditAssessmentRow,
  latest: CreditDecisionRow,
  reasons: readonly CreditReason[],
) {
  const isLess = latest.approvedAmount !== null && latest.approvedAmount < row.amount;
  const required = latest.decision === 'denied' || isLess;
  const deadlineAt = timestamp(row.createdAt + NOTICE_DAYS * DAY_MS);
  if (!required) return { required, text: null, deadlineAt };
  const opening = isLess
    ? 'You asked for credit, and we can offer you less than you asked for.'
    : 'You asked for credit, and we cannot grant it.';
  const listedReasons = reasons.map(({ regBText, rank }) => `${rank}. ${regBText}`).join('; ');
  const text = `${opening} Our principal reasons: ${listedReasons}. You may ask a person to look again.`;
  return { required, text, deadlineAt };
}
