// Explains the state of an identity assessment to the operator who reads the current details of its
// workflow.

import type { KycScreening, KycStep } from '../activities/kyc.ts';
import type { KycAssessmentStatus, KycStage } from '../ledger/decisions/kyc.ts';
import { countOf } from './details.ts';

interface KycFindings extends Pick<KycStep, 'decision' | 'riskLevel'> {
  readonly screened: KycScreening | null;
}

const STATE_TEXTS: Readonly<Record<KycStage | KycAssessmentStatus, string>> = {
  pending: 'in progress',
  checking: 'documents and names are being checked, then the policy is applied',
  awaiting_documents: 'waits for documents until their deadline',
  manual_review: 'waits for the decision of an operator',
  done: 'ended',
  completed: 'decided',
  failed: 'given up; the assessment states the reason',
};

/**
 * `manual_review: waits for the decision of an operator`, with the decision, the risk and the
 * findings of the screening where they are known.
 */
export function kycText(
  state: KycStage | KycAssessmentStatus,
  { decision, riskLevel, screened }: KycFindings,
): string {
  const facts = [
    ...(decision ? [`decision ${decision}`] : []),
    ...(riskLevel ? [`risk ${riskLevel}`] : []),
    ...(screened
      ? [`${countOf(screened.hits, 'hit')} on the lists, ${screened.notCompared} not compared`]
      : []),
  ];
  return [`${state}: ${STATE_TEXTS[state]}`, ...(facts.length > 0 ? [facts.join(', ')] : [])].join(
    '\n\n',
  );
}
