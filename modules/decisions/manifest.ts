import { decisionContestSchema } from '../../api/decisions/decision-schema.ts';
import { DECISION_OPERATIONS } from '../../api/decisions/operations.ts';
import { CONTEST_EVENTS } from '../../ledger/decisions/contest.ts';
import type { Module } from '../module.ts';

export const decisions: Module = {
  name: 'decisions',
  purpose: 'Why the bank decided about a customer as it did, and how a decision is contested.',
  requires: ['core', 'kyc', 'risk', 'credit'],
  operations: DECISION_OPERATIONS,
  events: CONTEST_EVENTS,
  eventSchemas: {
    objects: { decision_contest: decisionContestSchema },
  },
};
