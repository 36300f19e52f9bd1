// Writes contests of decisions and their answers, each with its event, in one database transaction.
// The decision does not change; a copy of its record is kept with the contest.

import type { ContestAnswer, DecisionKind } from '../../ledger/decisions/contest.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintDated } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { listFirstReviewers } from './reviewers.ts';
import { decisionContests } from './tables.ts';
import { type DecisionContestRow, type DecisionContestView, decisionContestView } from './view.ts';

export interface ContestOrder {
  readonly tenantId: string;
  readonly decisionId: string;
  readonly kind: DecisionKind;
  readonly customerId: string;
  /** The record of the decision as the person who contests it sees it. */
  readonly record: object;
  readonly factsSha256: string;
  readonly reason: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface ContestDone {
  readonly contest: DecisionContestView;
  readonly replayed: boolean;
}

export interface AnswerOrder {
  readonly contestId: string;
  readonly answer: ContestAnswer;
  readonly explanation: string;
  /** Operators who took part in the decision according to records outside of the ledger. */
  readonly otherReviewers: readonly string[];
  readonly cause: Cause;
}

const COLUMNS = columnsOf(decisionContests);
const BY_ID = `SELECT ${COLUMNS} FROM decision_contests WHERE id = ?`;
const BY_DECISION = `SELECT ${COLUMNS} FROM decision_contests WHERE decision_id = ?`;
const INSERT = `INSERT INTO decision_contests ${insertOf(decisionContests)}`;
const ANSWER = `UPDATE decision_contests SET answer = @answer, explanation = @explanation,
  answered_by = @answeredBy, answered_at = @answeredAt WHERE id = @id`;

/**
 * Opens the contest of a decision.
 * @throws Refusal when the decision is already contested
 */
export const contestDecision = act('decision.contest', (tx, order: ContestOrder): ContestDone => {
  const { tenantId, decisionId, cause, reason } = order;
  const operation = `POST /v1/decisions/${decisionId}/contest`;
  const keyUse = { tenantId, operation, key: cause.idempotencyKey, requestHash: order.requestHash };
  const boundId = tx.keys.find(keyUse, tx.now());
  const existingContest = tx.get<DecisionContestRow>(BY_DECISION, decisionId);
  if (existingContest && (boundId === existingContest.id || existingContest.reason === reason)) {
    return { contest: decisionContestView(existingContest, tx.livemode), replayed: true };
  }
  if (existingContest) {
    const existing = { existingId: existingContest.id };
    const detail =
      'The decision is already contested: the decision shows the contest and its answer.';
    throw new Refusal('invalid_state_transition', { detail, ...existing });
  }
  const { id, at: createdAt } = mintDated('decisionContest', tenantId, tx.clock);
  const row: DecisionContestRow = {
    id,
    tenantId,
    decisionId,
    kind: order.kind,
    customerId: order.customerId,
    record: JSON.stringify(order.record),
    factsSha256: order.factsSha256,
    reason,
    contestedBy: cause.actor,
    answer: null,
    explanation: null,
    answeredBy: null,
    answeredAt: null,
    createdAt,
  };
  tx.run(INSERT, row);
  tx.keys.bind(keyUse, id, tx.now());
  return { contest: emitEvent(tx, row, 'decision.contested', cause), replayed: false };
});

/**
 * Writes the answer to a contest.
 * @throws Refusal when the answering person took part in the decision
 */
export const answerContest = act('decision.answer', (tx, order: AnswerOrder): ContestDone => {
  const { contestId, answer, explanation, otherReviewers, cause } = order;
  const row = tx.get<DecisionContestRow>(BY_ID, contestId);
  if (!row) throw new Refusal('decision_contest_not_found');
  const isSame = row.answer === answer && row.answeredBy === cause.actor;
  if (isSame) return { contest: decisionContestView(row, tx.livemode), replayed: true };
  if (row.answer !== null) throw invalidState('The contest is already answered.');
  if ([...listFirstReviewers(tx.database, row), ...otherReviewers].includes(cause.actor)) {
    throw invalidState('You took part in the decision: another person has to answer.');
  }
  const answeredAt = Math.max(tx.clock(row.tenantId), row.createdAt);
  const answered = { ...row, answer, explanation, answeredBy: cause.actor, answeredAt };
  tx.run(ANSWER, answered);
  const contest = emitEvent(tx, answered, 'decision.contest.answered', cause);
  return { contest, replayed: false };
});

function emitEvent(
  tx: Tx,
  row: DecisionContestRow,
  type: 'decision.contested' | 'decision.contest.answered',
  cause: Cause,
): DecisionContestView {
  const object = decisionContestView(row, tx.livemode);
  const eventTime = row.answeredAt ?? row.createdAt;
  tx.emit({ tenantId: row.tenantId, type, object, cause, at: eventTime });
  return object;
}
