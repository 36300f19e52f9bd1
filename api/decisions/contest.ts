// POST /v1/decisions/{decisionId}/contest

import { createRoute, z } from '@hono/zod-openapi';
import { contestDecision as contest } from '../../db/decisions/acts.ts';
import { invalidState } from '../../ledger/refusal.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId, textSchema } from '../kit/schemas.ts';
import { decisionContestSchema } from './decision-schema.ts';
import { readDecision } from './record-body.ts';

const MAX_REASON_LENGTH = 2_000;

const route = createRoute({
  method: 'post',
  path: '/v1/decisions/{decisionId}/contest',
  operationId: 'contestDecision',
  tags: ['decisions'],
  summary: 'Contest a decision, which an uninvolved person then reviews',
  description:
    'A decision is contested once; the same reason again answers with the same contest. ' +
    'The present record of the decision is kept with the contest. 409 while a person still ' +
    'decides, and when the customer got the requested outcome.',
  request: {
    params: pathId('riskDecision', 'decisionId'),
    body: jsonBody(
      z
        .strictObject({
          reason: textSchema(MAX_REASON_LENGTH).min(1).openapi({
            description: 'Objections of the customer, for the person who reviews the decision.',
            example: 'The payee is my landlord; the account number changed with his bank.',
          }),
        })
        .openapi('DecisionContestCreate'),
    ),
  },
  responses: { 201: jsonAnswer('The contest.', decisionContestSchema) },
});

export const contestDecision = operation('decisions:contest', route, (deps) => async (c) => {
  const { decisionId: id = '' } = c.req.valid('param');
  const { reason } = c.req.valid('json');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const record = await readDecision(deps, services, { tenantId, id });
  if (!record) throw new Problem('decision_not_found');
  const { status, how } = record.review;
  if (status === 'waiting' || status === 'closed') throw invalidState(how);
  const { kind, customerId, factsSha256 } = record;
  const contestResult = await services.ledger.run(contest, {
    tenantId,
    decisionId: id,
    kind,
    customerId,
    record,
    factsSha256,
    reason,
    requestHash: hashRequest({ reason }),
    cause: causeOf(c),
  });
  if (contestResult.replayed) c.header('Idempotency-Replayed', 'true');
  else {
    await deps.platform.record({
      actor: developerOf(c).keyId,
      action: 'decision.contested',
      objectId: id,
      environment: services.ledger.livemode ? 'production' : 'sandbox',
      detail: { contestId: contestResult.contest.id, factsSha256 },
    });
  }
  return c.json(contestResult.contest, 201);
});
