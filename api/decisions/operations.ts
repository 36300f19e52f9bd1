// The operations about decisions and their contests, for developers and operators.

import type { Operation } from '../kit/operation.ts';
import { answerDecisionContest, listDecisionContests } from '../ops/decisions/contests.ts';
import { getDecisionAsOperator } from '../ops/decisions/read.ts';
import { contestDecision } from './contest.ts';
import { listDecisions } from './list.ts';
import { getDecision } from './read.ts';

export const DECISION_OPERATIONS: readonly Operation[] = [
  listDecisions,
  getDecision,
  contestDecision,
  getDecisionAsOperator,
  listDecisionContests,
  answerDecisionContest,
];
