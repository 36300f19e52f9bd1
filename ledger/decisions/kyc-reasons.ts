// The reasons of a KYC decision, as sentences for a person.

import type { KycJudgement } from './kyc-policy.ts';

const REVIEW_SENTENCES: Readonly<Record<string, string>> = {
  name_differs: 'The name in the request differs from the customer record.',
  date_of_birth_differs: 'The date of birth in the request differs from the customer record.',
  under_age: 'The person is under 18, so an operator decides with the declaration of a guardian.',
  owners_incomplete: 'Somebody who owns a quarter of the business may not be named.',
  owner_identity: 'The date of birth or the country of an owner is not stated.',
  owner_age: 'An owner is under 18.',
  owner_country: "An owner lives in a country on the FATF's call for action.",
  high_risk: 'At high risk an operator decides.',
  enhanced_level: 'At the enhanced level an operator decides.',
  sanctions_lists_stale: 'The sanctions lists are too old to rely on.',
  provider_not_configured: 'In production an operator decides while some checks have no provider.',
  simulated: 'The name of the customer asks for this outcome in the sandbox.',
};

/** The sentences for one judgement: the rating, then the reasons of the outcome. */
export function writtenReasons(judgement: Omit<KycJudgement, 'reasons'>): string[] {
  const factors = judgement.factors.map(({ code, weight }) => `${code} ${weight}`).join(', ');
  const rating = `The risk is ${judgement.riskLevel}: ${judgement.riskScore} of 100 (${factors}).`;
  return [rating, ...explainOutcome(judgement)];
}

function explainOutcome(judgement: Omit<KycJudgement, 'reasons'>): string[] {
  switch (judgement.outcome) {
    case 'documents':
      return judgement.requiredDocuments
        .filter(({ status }) => status !== 'received')
        .map(({ type, status, reason }) => `${type} is ${status}: ${reason}`);
    case 'review':
      return judgement.reviewReasons.map(
        (code) => REVIEW_SENTENCES[code] ?? explainCheck(judgement, code),
      );
    case 'approve':
      return [
        'No rule asks for an operator, and every required document was received.',
        ...judgement.checks
          .filter(({ name, result }) => name === 'document' && result === 'not_run')
          .map(({ detail }) => detail),
      ];
    case 'reject':
      return [
        judgement.riskLevel === 'prohibited'
          ? 'An operator confirmed a sanctions hit, which prohibits the customer.'
          : 'The name of the customer asks for this outcome in the sandbox.',
      ];
  }
}

/** The detail of the check that a code such as `sanctions_check` refers to. */
function explainCheck({ checks }: Omit<KycJudgement, 'reasons'>, code: string): string {
  const check = checks.find(({ name }) => code === `${name}_check`);
  return check ? `${check.name}: ${check.detail}` : `${code}.`;
}
