import { findDecision } from '../../ai/decisions/decision-leaf.ts';
import { decisionContestSchema } from '../../api/decisions/decision-schema.ts';
import { DECISION_OPERATIONS } from '../../api/decisions/operations.ts';
import { CONTEST_SUBJECT } from '../../db/decisions/subject.ts';
import { CONTEST_EVENTS } from '../../ledger/decisions/contest.ts';
import type { Module } from '../module.ts';

export const decisions: Module = {
  name: 'decisions',
  purpose: 'Explanations of decisions about customers, and contests of decisions.',
  requires: ['core', 'kyc', 'risk', 'credit'],
  ledger: CONTEST_SUBJECT,
  opensForLedger: () => ({ decisionOf: findDecision }),
  operations: DECISION_OPERATIONS,
  events: CONTEST_EVENTS,
  eventSchemas: {
    objects: { decision_contest: decisionContestSchema },
  },
};
