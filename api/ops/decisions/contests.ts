// GET /v1/ops/decision-contests, and the answer of a person who had no part in the decision.

import { createRoute, z } from '@hono/zod-openapi';
import { answerContest } from '../../../db/decisions/acts.ts';
import { findContest, listContests } from '../../../db/decisions/reads.ts';
import { listFirstReviewers, readFrozenAccount } from '../../../db/decisions/reviewers.ts';
import { notIndependent } from '../../../identity/operator-approvals.ts';
import {
  CONTEST_ANSWERS,
  CONTEST_ROLES,
  CONTEST_STATUSES,
} from '../../../ledger/decisions/contest.ts';
import { decisionContestSchema, decisionDetailSchema } from '../../decisions/decision-schema.ts';
import { readDecision } from '../../decisions/record-body.ts';
import type { Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf, roleRequired } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { readSubjects, subjectSchema } from '../customers/subject.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { recordAuditOnce } from '../kit/record-audit-once.ts';

const contestFileSchema = decisionContestSchema
  .extend({
    customer: subjectSchema.nullable(),
    decision: decisionDetailSchema.nullable().openapi({
      description: 'Null when it is in an archive that is not available.',
    }),
    firstReviewers: z.array(z.string()).openapi({
      description: 'Operators who have decided about it before: none of them may answer.',
    }),
  })
  .openapi('DecisionContestDesk');

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/decision-contests',
  operationId: 'listDecisionContests',
  tags: ['ops'],
  summary: 'List contested decisions with the record of each, newest first',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(CONTEST_STATUSES).default('open'),
    }),
  },
  responses: { 200: jsonAnswer('A page of contests.', listOf(contestFileSchema)) },
});

const answerRoute = createRoute({
  method: 'post',
  path: '/v1/ops/decision-contests/{decisionContestId}/answer',
  operationId: 'answerDecisionContest',
  tags: ['ops'],
  summary: 'Answer a contested decision',
  description:
    'Refused to an operator who decided about it before, and to operators who invited that ' +
    'operator or were invited by them. The reason is the explanation that the customer reads. ' +
    '`changed` only records the answer: make the change itself (another payment, the decision ' +
    'about the customer, the end of the freeze) with its own operation.',
  request: {
    params: pathId('decisionContest', 'decisionContestId'),
    body: actBody('ContestReply', { answer: z.enum(CONTEST_ANSWERS) }),
  },
  responses: { 200: jsonAnswer('The contest with its answer.', decisionContestSchema) },
});

export const listDecisionContests = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const services = deps.environments[environment];
  const { ledger } = services;
  const contests = listContests(ledger, { ...pageOrder('decisionContest', query), status });
  const customerOf = readSubjects(
    ledger,
    contests.data.map(({ customerId }) => customerId),
  );
  const data = [];
  for (const contest of contests.data) {
    const id = contest.decisionId;
    const decision = await readDecision(deps, services, { tenantId: null, id });
    const firstReviewers = findFirstReviewers(deps, ledger.database, contest);
    data.push({ ...contest, customer: customerOf(contest.customerId), decision, firstReviewers });
  }
  return c.json(listBody({ ...contests, data }), 200);
});

export const answerDecisionContest = operation('operator', answerRoute, (deps) => async (c) => {
  const { decisionContestId: contestId = '' } = c.req.valid('param');
  const { environment, answer, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const contest = findContest(ledger, contestId);
  if (!contest) throw new Problem('decision_contest_not_found');
  const { operatorId, roles } = operatorOf(c);
  const role = CONTEST_ROLES[contest.kind];
  if (!roles.has('admin') && !roles.has(role)) {
    throw roleRequired(`A contest of this kind (${contest.kind})`, [role]);
  }
  const firstReviewers = findFirstReviewers(deps, ledger.database, contest);
  const { operators } = deps.platform;
  const isDependent = firstReviewers.some((id) => {
    return id !== operatorId && !operators.areIndependent(operatorId, id);
  });
  if (isDependent) throw notIndependent();
  const order = { contestId, answer, explanation: reason, cause: operatorCauseOf(c) };
  const contestResult = await ledger.run(answerContest, {
    ...order,
    otherReviewers: firstReviewers,
  });
  await recordAuditOnce(deps, contestResult.replayed, {
    actor: operatorId,
    action: `decision_contest.${answer}`,
    objectId: contestId,
    environment,
    detail: { reason, decisionId: contest.decisionId, factsSha256: contest.factsSha256 },
  });
  return c.json(contestResult.contest, 200);
});

interface ContestedDecision {
  readonly kind: keyof typeof CONTEST_ROLES;
  readonly decisionId: string;
  readonly factsSha256: string;
}

const MAX_FREEZES = 100;

/** Returns the operators who decided before. Only the audit log records who froze an account. */
function findFirstReviewers(
  { platform }: Deps,
  database: Parameters<typeof listFirstReviewers>[0],
  contest: ContestedDecision,
): string[] {
  const reviewers = listFirstReviewers(database, contest);
  if (contest.kind !== 'account_freeze') return reviewers;
  const objectId = readFrozenAccount(database, contest.decisionId);
  const filter = { limit: MAX_FREEZES, before: null, objectId };
  const freezes = platform.audit.list({ ...filter, action: 'account.freeze' }).data;
  return [...new Set([...reviewers, ...freezes.map(({ actor }) => actor)])];
}
