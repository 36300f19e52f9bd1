// Decisions of the bank about a customer as one kind of record, and how a customer has one looked at
// by a person.

export const DECISION_KINDS = ['credit', 'payment', 'identity', 'account_freeze'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** `referred`: a person decides; `held`: the money waits for one. */
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

/** The roles of operators that answer a contest, besides the admin. */
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
    when: 'A person of the bank upheld a contested decision, or changes it.',
  },
] as const;
