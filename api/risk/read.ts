// GET /v1/ai/risk-decisions and GET /v1/ai/risk-decisions/{riskDecisionId}

import { createRoute } from '@hono/zod-openapi';
import { explainDecision, nameFeatures } from '../../ai/risk/explain.ts';
import { findRiskDecision, listRiskDecisions as readDecisions } from '../../db/risk/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { openArchivedDecision } from './archived-decisions.ts';
import { decisionBody } from './decision-body.ts';
import { askedDecisionSchema, decisionQuery } from './score-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ai/risk-decisions/{riskDecisionId}',
  operationId: 'getRiskDecision',
  tags: ['risk'],
  summary: 'Read a decision about risk with its reasons',
  description:
    'Reasons that were not stored are computed from the stored features. An archived ' +
    "decision is read from the archive's file; when that is not available, the answer is " +
    '410 `decision_archived`.',
  request: { params: pathId('riskDecision', 'riskDecisionId') },
  responses: {
    200: jsonAnswer('The decision.', askedDecisionSchema),
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/risk-decisions',
  operationId: 'listRiskDecisions',
  tags: ['risk'],
  summary: 'List decisions about risk, newest first',
  description: 'Archived decisions are not listed; read them by id.',
  request: { query: decisionQuery },
  responses: {
    200: jsonAnswer(
      'A page of decisions, with the reasons that were written.',
      listOf(askedDecisionSchema),
    ),
  },
});

export const getRiskDecision = operation('risk:read', route, (deps) => async (c) => {
  const { riskDecisionId = '' } = c.req.valid('param');
  const services = servicesOf(c, deps);
  const { ledger, serving } = services;
  const { tenantId } = developerOf(c);
  const row =
    (await findRiskDecision(ledger, tenantId, riskDecisionId)) ??
    (await openArchivedDecision(deps, services, { tenantId, decisionId: riskDecisionId }));
  if (!row) throw new Problem('risk_decision_not_found');
  const body = {
    ...decisionBody(row, ledger.livemode),
    ...(await explainDecision(row, serving)),
    features: nameFeatures(row),
  };
  setEtag(c, body);
  return c.json(body, 200);
});

export const listRiskDecisions = operation('risk:read', listRoute, (deps) => async (c) => {
  const { transactionId, decision, ...query } = c.req.valid('query');
  const { ledger } = servicesOf(c, deps);
  const page = await readDecisions(ledger, {
    ...pageOrder('riskDecision', query),
    tenantId: developerOf(c).tenantId,
    transactionId,
    decision,
  });
  const data = page.data.map((row) => decisionBody(row, ledger.livemode));
  return c.json(listBody({ ...page, data }), 200);
});
