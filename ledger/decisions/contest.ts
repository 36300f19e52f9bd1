// Decisions of the bank about a customer, and contests: requests of customers that a person looks
// at a decision again.

export const DECISION_KINDS = ['credit', 'payment', 'identity', 'account_freeze'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** `referred`: a person decides. `held`: the money waits for a person's decision. */
export const DECISION_OUTCOMES = [
  'approved',
  'counter_offer',
  'declined',
  'held',
  'referred',
  'frozen',
] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

export const CONTEST_ANSWERS = ['upheld', 'changed'] as const;
export type ContestAnswer = (typeof CONTEST_ANSWERS)[number];

export const CONTEST_STATUSES = ['open', 'answered'] as const;

/** The role of the operators who may answer a contest, besides admins. */
export const CONTEST_ROLES: Readonly<Record<DecisionKind, 'risk' | 'compliance'>> = {
  credit: 'risk',
  payment: 'risk',
  identity: 'compliance',
  account_freeze: 'compliance',
};

/** The business events of contests, part of the catalogue in event.ts. */
export const CONTEST_EVENTS = [
  {
    type: 'decision.contested',
    object: 'decision_contest',
    when: 'A person of the bank has to look at a decision about a customer.',
  },
  {
    type: 'decision.contest.answered',
    object: 'decision_contest',
    when: 'A person of the bank upheld or changed a contested decision.',
  },
] as const;
