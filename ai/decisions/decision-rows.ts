// Reads the stored rows of decisions by kind of object, and derives their facts, which the log
// proves, lists show and records explain.

import {
  type EngineCredit,
  readEngineCredit,
  readRiskDecisions,
} from '../../db/decisions/parts.ts';
import { type DecisionRow, type FreezeRow, readFreezes } from '../../db/decisions/reads.ts';
import type { ReadLedger } from '../../db/kernel/ledger-reads.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import { findKycAssessments } from '../../db/kyc/reads.ts';
import type { KycAssessmentView } from '../../db/kyc/view.ts';
import { findTransactions } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { readWrittenReasons } from '../risk/explain.ts';
import {
  type DecisionFacts,
  describeAccountFreeze,
  describeCreditDecision,
  describeIdentityDecision,
  describeRefusedPayment,
  describeStoppedPayment,
} from './facts.ts';

/** A payment with its risk decision. */
export interface JudgedPayment {
  readonly noun: 'riskDecision';
  readonly row: RiskDecisionRow;
  readonly payment: TransactionView;
}

/** The stored rows of one decision. */
export type DecisionRows =
  | JudgedPayment
  | { readonly noun: 'transaction'; readonly payment: TransactionView }
  | { readonly noun: 'creditAssessment'; readonly credit: EngineCredit }
  | { readonly noun: 'kycAssessment'; readonly assessment: KycAssessmentView }
  | { readonly noun: 'event'; readonly freeze: FreezeRow };

type DecisionRef = Pick<DecisionRow, 'noun' | 'id'>;

/** Returns the rows of decisions, one statement for each kind; a decision without rows is left out. */
export function readDecisionRows(ledger: ReadLedger, refs: readonly DecisionRef[]): DecisionRows[] {
  const idsOf = (noun: DecisionRows['noun']) =>
    refs.filter((ref) => ref.noun === noun).map(({ id }) => id);
  const judged = readRiskDecisions(ledger, idsOf('riskDecision'));
  const refused = idsOf('transaction');
  const paid = judged.flatMap(({ transactionId }) => transactionId ?? []);
  const payments = new Map(
    findTransactions(ledger, [...refused, ...paid]).map((transaction) => [
      transaction.id,
      transaction,
    ]),
  );
  return [
    ...judged.flatMap((row): DecisionRows[] => {
      const payment = payments.get(row.transactionId ?? '');
      return payment ? [{ noun: 'riskDecision', row, payment }] : [];
    }),
    ...refused.flatMap((id): DecisionRows[] => {
      const payment = payments.get(id);
      return payment ? [{ noun: 'transaction', payment }] : [];
    }),
    ...readEngineCredit(ledger, idsOf('creditAssessment')).map((credit) => ({
      noun: 'creditAssessment' as const,
      credit,
    })),
    ...findKycAssessments(ledger, idsOf('kycAssessment')).map((assessment) => ({
      noun: 'kycAssessment' as const,
      assessment,
    })),
    ...readFreezes(ledger, idsOf('event')).map((freeze) => ({ noun: 'event' as const, freeze })),
  ];
}

/** Returns the stored facts with their stored reasons. */
export function readWrittenFacts(rows: DecisionRows): DecisionFacts {
  switch (rows.noun) {
    case 'riskDecision':
      return describeStoppedPayment(rows.row, rows.payment, readWrittenReasons(rows.row).reasons);
    case 'transaction':
      return describeRefusedPayment(rows.payment);
    case 'creditAssessment':
      return describeCreditDecision(rows.credit.assessment, rows.credit.features);
    case 'kycAssessment':
      return describeIdentityDecision(rows.assessment);
    case 'event':
      return describeAccountFreeze(rows.freeze);
  }
}
