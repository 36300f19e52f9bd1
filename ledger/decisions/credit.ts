// Credit assessments: decisions, outcomes and events.

/** Decision on an application; `manual_review` waits for a person of the bank. */
export const CREDIT_DECISIONS = ['approved', 'denied', 'manual_review'] as const;
export type CreditDecision = (typeof CREDIT_DECISIONS)[number];

/** Decisions as answers show them: an approval of less than requested is a `counter_offer`. */
export const SHOWN_CREDIT_DECISIONS = [...CREDIT_DECISIONS, 'counter_offer'] as const;
export type ShownCreditDecision = (typeof SHOWN_CREDIT_DECISIONS)[number];

/** Outcome of a loan; models are measured on the last two. */
export const CREDIT_OUTCOMES = ['performing', 'repaid', 'defaulted'] as const;
export type CreditOutcome = (typeof CREDIT_OUTCOMES)[number];

/** The business events of credit, part of the catalogue in event.ts. */
export const CREDIT_EVENTS = [
  {
    type: 'credit.decision.approved',
    object: 'credit_assessment',
    when: 'Credit was approved as requested.',
  },
  {
    type: 'credit.decision.counter_offer',
    object: 'credit_assessment',
    when: 'Less credit was approved than requested.',
  },
  {
    type: 'credit.decision.denied',
    object: 'credit_assessment',
    when: 'Credit was denied, with its reasons.',
  },
  {
    type: 'credit.decision.manual_review',
    object: 'credit_assessment',
    when: 'A person of the bank has to decide.',
  },
  {
    type: 'credit.outcome.recorded',
    object: 'credit_assessment',
    when: 'The lender reported the outcome of a loan.',
  },
] as const;
