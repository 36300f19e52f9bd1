// GET /v1/ops/cases and the records of operators: the resolution of an alert, notes, and the end of
// a case with the decision about a report. Money is stopped by freezing the account, with reason
// `aml`.

import { createRoute, z } from '@hono/zod-openapi';
import { addCaseNote, closeAmlCase as close, moveAmlAlert } from '../../../db/aml/acts.ts';
import { listAmlCaseFiles } from '../../../db/aml/reads.ts';
import { ALERT_RESOLUTIONS, CASE_STATUSES, SAR_DECISIONS } from '../../../ledger/decisions/aml.ts';
import { amlCaseFileSchema } from '../../aml/aml-schema.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, pathId, textSchema } from '../../kit/schemas.ts';
import { readSubjects, subjectSchema } from '../customers/subject.ts';
import { environmentField } from '../kit/environment.ts';

const fileWithCustomerSchema = amlCaseFileSchema
  .extend({ customer: subjectSchema.nullable() })
  .openapi('AmlCaseDesk');

const content = { 'application/json': { schema: amlCaseFileSchema } };
const responses = { 200: { description: 'The case with its alerts and notes.', content } };
const requireBody = <T extends z.ZodType>(schema: T) => ({
  body: jsonBody(schema),
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/cases',
  operationId: 'listAmlCaseFiles',
  tags: ['ops'],
  summary: 'List cases about money laundering with alerts and notes, newest first',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(CASE_STATUSES).default('open'),
    }),
  },
  responses: {
    200: jsonAnswer('A page of cases.', listOf(fileWithCustomerSchema)),
  },
});

const alertRoute = createRoute({
  method: 'post',
  path: '/v1/ops/aml-alerts/{amlAlertId}/decision',
  operationId: 'decideAmlAlert',
  tags: ['ops'],
  summary: 'Change the status of an alert',
  description:
    'An alert moves from open to in_review, escalated and closed; steps can be skipped but ' +
    'not reversed. Repeating the same decision is not an error. No money moves.',
  request: {
    params: pathId('amlAlert', 'amlAlertId'),
    ...requireBody(
      z
        .strictObject({
          environment: environmentField,
          status: z.enum(['in_review', 'escalated', 'closed']),
          resolution: z
            .enum(ALERT_RESOLUTIONS)
            .optional()
            .openapi({ description: 'Only with `closed`.' }),
          reason: textSchema(500).min(1),
        })
        .superRefine(({ status, resolution }, ctx) => {
          if ((status === 'closed') === (resolution !== undefined)) return;
          const message = 'Send a resolution with the status closed, and with no other status.';
          ctx.addIssue({ code: 'custom', path: ['resolution'], message });
        })
        .openapi('AmlAlertDecision'),
    ),
  },
  responses,
});

const noteRoute = createRoute({
  method: 'post',
  path: '/v1/ops/cases/{amlCaseId}/notes',
  operationId: 'addAmlCaseNote',
  tags: ['ops'],
  summary: 'Add a note to a case',
  description: 'Notes are internal and never change; they can also be added to a closed case.',
  request: {
    params: pathId('amlCase', 'amlCaseId'),
    ...requireBody(
      z
        .strictObject({ environment: environmentField, note: textSchema(4_000).min(1) })
        .openapi('AmlCaseNote'),
    ),
  },
  responses,
});

const closeRoute = createRoute({
  method: 'post',
  path: '/v1/ops/cases/{amlCaseId}/close',
  operationId: 'closeAmlCase',
  tags: ['ops'],
  summary: 'Close a case, with the decision about a report',
  description: 'All of its alerts have to be closed. The bank sends no report.',
  request: {
    params: pathId('amlCase', 'amlCaseId'),
    ...requireBody(
      z
        .strictObject({
          environment: environmentField,
          sarDecision: z.enum(SAR_DECISIONS),
          reason: textSchema(500).min(1),
        })
        .openapi('AmlCaseEnd'),
    ),
  },
  responses,
});

export const listCaseFiles = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = { ...pageOrder('amlCase', query), status };
  const { ledger } = deps.environments[environment];
  const caseFiles = await listAmlCaseFiles(ledger, order);
  const ids = caseFiles.data.map(({ customerId }) => customerId);
  const customerOf = readSubjects(ledger, ids);
  const data = caseFiles.data.map((file) => ({ ...file, customer: customerOf(file.customerId) }));
  return c.json(listBody({ ...caseFiles, data }), 200);
});

export const decideAmlAlert = operation('operator', alertRoute, (deps) => async (c) => {
  const { amlAlertId: alertId = '' } = c.req.valid('param');
  const { environment, status: to, resolution = null, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const cause = operatorCauseOf(c);
  const file = await ledger.run(moveAmlAlert, { alertId, to, resolution, reason, cause });
  const detail = { reason, ...(resolution ? { resolution } : {}) };
  const act = { actor: cause.actor, action: `aml_alert.${to}`, objectId: alertId };
  await deps.platform.record({ ...act, environment, detail });
  return c.json(file, 200);
});

export const addAmlCaseNote = operation('operator', noteRoute, (deps) => async (c) => {
  const { amlCaseId: caseId = '' } = c.req.valid('param');
  const { environment, note: body } = c.req.valid('json');
  const cause = operatorCauseOf(c);
  const file = await deps.environments[environment].ledger.run(addCaseNote, {
    caseId,
    body,
    cause,
  });
  const act = { actor: cause.actor, action: 'aml_case.noted', objectId: caseId };
  await deps.platform.record({ ...act, environment, detail: {} });
  return c.json(file, 200);
});

export const closeAmlCase = operation('operator', closeRoute, (deps) => async (c) => {
  const { amlCaseId: caseId = '' } = c.req.valid('param');
  const { environment, sarDecision, reason } = c.req.valid('json');
  const cause = operatorCauseOf(c);
  const { ledger } = deps.environments[environment];
  const file = await ledger.run(close, { caseId, sarDecision, reason, cause });
  const act = { actor: cause.actor, action: 'aml_case.closed', objectId: caseId };
  await deps.platform.record({ ...act, environment, detail: { sarDecision, reason } });
  return c.json(file, 200);
});
