// GET /v1/aml/alerts and GET /v1/aml/cases: the part of the bank's AML work that a developer may
// see.

import { createRoute, z } from '@hono/zod-openapi';
import { listAmlAlerts as readAlerts, listAmlCases as readCases } from '../../db/aml/reads.ts';
import { ALERT_STATUSES, CASE_STATUSES } from '../../ledger/decisions/aml.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf } from '../kit/schemas.ts';
import { amlAlertSchema, amlCaseSchema } from './aml-schema.ts';

const alertsRoute = createRoute({
  method: 'get',
  path: '/v1/aml/alerts',
  operationId: 'listAmlAlerts',
  tags: ['aml'],
  summary: 'List alerts about money laundering, newest first',
  request: { query: pageQuery.extend({ status: z.enum(ALERT_STATUSES).optional() }) },
  responses: {
    200: jsonAnswer('A page of alerts.', listOf(amlAlertSchema)),
  },
});

const casesRoute = createRoute({
  method: 'get',
  path: '/v1/aml/cases',
  operationId: 'listAmlCases',
  tags: ['aml'],
  summary: 'List cases about money laundering, newest first',
  request: { query: pageQuery.extend({ status: z.enum(CASE_STATUSES).optional() }) },
  responses: {
    200: jsonAnswer('A page of cases.', listOf(amlCaseSchema)),
  },
});

export const listAmlAlerts = operation('aml:read', alertsRoute, (deps) => async (c) => {
  const { status, ...query } = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = { ...pageOrder('amlAlert', query), tenantId, status };
  return c.json(listBody(await readAlerts(servicesOf(c, deps).ledger, order)), 200);
});

export const listAmlCases = operation('aml:read', casesRoute, (deps) => async (c) => {
  const { status, ...query } = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = { ...pageOrder('amlCase', query), tenantId, status };
  return c.json(listBody(await readCases(servicesOf(c, deps).ledger, order)), 200);
});
