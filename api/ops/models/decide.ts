// /v1/ops/models: the versions of all developers and of the bank, searched by id, hash, name and
// other properties, and the decision about one: in production, a person of the bank agrees before a
// developer's model may be deployed.

import { createRoute, z } from '@hono/zod-openapi';
import { resumeVersion } from '../../../db/deployments/kills.ts';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { decideVersion, waiveFindings } from '../../../db/models/acts.ts';
import { readModelVersion } from '../../../db/models/reads.ts';
import { modelVersionView } from '../../../db/models/view.ts';
import { lookUp } from '../../../db/oversight/reads.ts';
import { GRAVE_FINDINGS } from '../../../ledger/models/deployment.ts';
import { MODEL_APPROVALS } from '../../../ledger/models/model.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { dateFields, readRange } from '../../kit/range.ts';
import { jsonAnswer, listOf, pathId, searchedTextSchema } from '../../kit/schemas.ts';
import { modelVersionSchema } from '../../models/model-schema.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';

const VERSIONS = {
  table: 'model_versions',
  status: 'approval_status',
  exact: ['id', 'model_id', 'artifact_sha256', 'label', 'task', 'stage'],
  within: ['name'],
} as const;
/** A filter value in addition to the decisions, which selects every decision. */
const ANY_STATUS = 'any';

const ownedVersionSchema = modelVersionSchema
  .extend({
    developerId: z.string().openapi({
      description: 'Owner of the model; `platform`: the model comes with the bank.',
    }),
  })
  .openapi('OperatorModel');

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/models',
  operationId: 'listModelApprovals',
  tags: ['ops'],
  summary: 'List and search versions of models of all developers, newest first',
  description:
    'By default those that wait for the bank. With a filter, a page may be short or empty ' +
    'although hasMore is true: continue at its nextCursor.',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum([...MODEL_APPROVALS, ANY_STATUS]).default('pending_approval'),
      developerId: z.string().max(64).optional(),
      search: searchedTextSchema(140).trim().min(1).optional().openapi({
        description: 'Searches id, model id, SHA-256 of the file, version, task, stage and name.',
      }),
      ...dateFields,
    }),
  },
  responses: {
    200: jsonAnswer('A page of versions.', listOf(ownedVersionSchema)),
  },
});

const detailRoute = createRoute({
  method: 'get',
  path: '/v1/ops/models/{versionId}',
  operationId: 'getModelVersionAsOperator',
  tags: ['ops'],
  summary: 'Read a version of any developer, with its card and the findings of the gates',
  request: { params: pathId('modelVersion', 'versionId'), query: environmentQuery },
  responses: {
    200: jsonAnswer('The version and its owner.', ownedVersionSchema),
  },
});

function readVersion(ledger: Ledger, id: string) {
  const row = readModelVersion(ledger, id);
  if (!row) throw new Problem('model_not_found');
  const developerId = developerOfTenant(row.tenantId);
  return { ...modelVersionView(row, ledger.livemode), developerId };
}

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/models/{versionId}/decision',
  operationId: 'decideModel',
  tags: ['ops'],
  summary: 'Allow or refuse the deployment of a version',
  description: 'Decided once; repeating the same decision is not an error.',
  request: {
    params: pathId('modelVersion', 'versionId'),
    body: actBody('ModelDecision', { decision: z.enum(['approved', 'rejected']) }),
  },
  responses: {
    200: jsonAnswer('The version.', modelVersionSchema),
  },
});

const resumeRoute = createRoute({
  method: 'post',
  path: '/v1/ops/models/{versionId}/resume',
  operationId: 'resumeModel',
  tags: ['ops'],
  summary: 'Resume a stopped version',
  description:
    'A version is stopped when three of its calls within an hour took more time or memory ' +
    'than a call may, or crashed. A deployment that was rolled back is not restarted.',
  request: {
    params: pathId('modelVersion', 'versionId'),
    body: actBody('ModelResumption', {}),
  },
  responses: {
    200: jsonAnswer('The version.', modelVersionSchema),
  },
});

const waiverRoute = createRoute({
  method: 'post',
  path: '/v1/ops/models/{versionId}/waiver',
  operationId: 'waiveModelFindings',
  tags: ['ops'],
  summary: 'Waive findings against a version',
  description:
    'The gates refuse `immediate` and `canary`, and no shadow can be promoted, while one of ' +
    '`findings` is not waived. A waiver applies to this version and the named findings.',
  request: {
    params: pathId('modelVersion', 'versionId'),
    body: actBody('ModelWaiver', {
      findings: z.array(z.enum(GRAVE_FINDINGS)).min(1).max(GRAVE_FINDINGS.length),
    }),
  },
  responses: {
    200: jsonAnswer('The version.', modelVersionSchema),
  },
});

export const waiveModelFindings = operation('operator', waiverRoute, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment, findings, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const version = await ledger.run(waiveFindings, {
    versionId,
    findings,
    reason,
    cause: operatorCauseOf(c),
  });
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: 'model.waived',
    objectId: versionId,
    environment,
    detail: { findings, reason },
  });
  return c.json(version, 200);
});

export const listModelsToDecide = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, startDate, endDate, timezone, ...query } = c.req.valid('query');
  const filter = {
    ...query,
    ...pageOrder('modelVersion', query),
    ...readRange({ startDate, endDate, timezone }),
    status: status === ANY_STATUS ? undefined : status,
  };
  const { ledger } = deps.environments[environment];
  const page = await lookUp(ledger, VERSIONS, filter);
  const data = page.data.map(({ id }) => readVersion(ledger, id));
  return c.json(listBody({ ...page, data }), 200);
});

export const getModelAsOperator = operation('operator', detailRoute, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  return c.json(readVersion(deps.environments[environment].ledger, versionId), 200);
});

export const decideModel = operation('operator', decisionRoute, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment, decision, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const cause = operatorCauseOf(c);
  const version = await ledger.run(decideVersion, { versionId, decision, reason, cause });
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: `model.${decision}`,
    objectId: versionId,
    environment,
    detail: { reason },
  });
  return c.json(version, 200);
});

export const resumeModel = operation('operator', resumeRoute, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const version = await ledger.run(resumeVersion, { versionId, cause: operatorCauseOf(c) });
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: 'model.resumed',
    objectId: versionId,
    environment,
    detail: { reason },
  });
  return c.json(version, 200);
});
