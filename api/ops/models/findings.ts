// The records of a validator in the inventory entry of a model: whether a version is fit, and the findings.
// The ledger ensures that the validator is not the owner.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { closeFinding, openFinding, validateModel } from '../../../db/inventory/acts.ts';
import type { InventoryView } from '../../../db/inventory/view.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { SEVERITIES, VALIDATION_OUTCOMES } from '../../../ledger/models/inventory.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { idSchema, pathId, timeSchema } from '../../kit/schemas.ts';
import { findingText } from '../../models/inventory-schema.ts';
import { actBody } from '../kit/act-body.ts';
import { INVENTORY_PATH, inventoryAnswer, toOperatorView } from './inventory.ts';

const validationRoute = createRoute({
  method: 'post',
  path: `${INVENTORY_PATH}/validations`,
  operationId: 'recordModelValidation',
  tags: ['ops'],
  summary: 'Record the validation of a version',
  description:
    'The validator must not own the model, have written an entry about it, or have ' +
    'uploaded the version. `reason` is the summary of the validation. An unfit version is ' +
    'not stopped by this; also roll it back.',
  request: {
    params: pathId('model', 'modelId'),
    body: actBody('ModelValidation', {
      versionId: idSchema('modelVersion'),
      outcome: z.enum(VALIDATION_OUTCOMES),
      revalidateBy: timeSchema.openapi({
        description: 'At the latest 1, 2 or 3 years from now, by the materiality of the model.',
      }),
    }),
  },
  responses: inventoryAnswer,
});

const findingRoute = createRoute({
  method: 'post',
  path: `${INVENTORY_PATH}/findings`,
  operationId: 'openModelFinding',
  tags: ['ops'],
  summary: 'Record a finding about a model, with its due date',
  request: {
    params: pathId('model', 'modelId'),
    body: actBody('ModelFinding', {
      versionId: idSchema('modelVersion').optional().openapi({
        description: 'When omitted, the finding is about the whole model.',
      }),
      severity: z.enum(SEVERITIES),
      finding: findingText,
      dueAt: timeSchema,
    }),
  },
  responses: inventoryAnswer,
});

const closingRoute = createRoute({
  method: 'post',
  path: `${INVENTORY_PATH}/findings/{findingId}/close`,
  operationId: 'closeModelFinding',
  tags: ['ops'],
  summary: 'Close a finding about a model',
  description:
    '`reason` states how it was fixed, or why the bank accepts it. The owner cannot close it.',
  request: {
    params: pathId('model', 'modelId').extend(pathId('modelFinding', 'findingId').shape),
    body: actBody('ModelFindingClosing', {}),
  },
  responses: inventoryAnswer,
});

interface RecordedAct {
  readonly environment: EnvironmentName;
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

async function recordAct(
  c: Context<AppEnv>,
  deps: Deps,
  file: InventoryView,
  recordedAct: RecordedAct,
) {
  const { operatorId: actor } = operatorOf(c);
  await deps.platform.record({ actor, objectId: file.id, ...recordedAct });
  return toOperatorView(file);
}

export const recordModelValidation = operation('operator', validationRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const { environment, reason, revalidateBy, ...validation } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const target = { tenantId: null, modelId, cause: operatorCauseOf(c) };
  const deadline = Date.parse(revalidateBy);
  const file = await ledger.run(validateModel, {
    ...target,
    ...validation,
    summary: reason,
    revalidateBy: deadline,
  });
  const recordedAct = { environment, action: 'model.validated', detail: { ...validation, reason } };
  return c.json(await recordAct(c, deps, file, recordedAct), 200);
});

export const openModelFinding = operation('operator', findingRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const { environment, reason, versionId = null, dueAt, ...finding } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const target = { tenantId: null, modelId, cause: operatorCauseOf(c) };
  const order = { ...target, ...finding, versionId, dueAt: Date.parse(dueAt) };
  const file = await ledger.run(openFinding, order);
  const detail = { severity: finding.severity, versionId, reason };
  const recordedAct = { environment, action: 'model.finding_opened', detail };
  return c.json(await recordAct(c, deps, file, recordedAct), 200);
});

export const closeModelFinding = operation('operator', closingRoute, (deps) => async (c) => {
  const { modelId = '', findingId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const target = { tenantId: null, modelId, cause: operatorCauseOf(c) };
  const file = await ledger.run(closeFinding, { ...target, findingId, resolution: reason });
  const recordedAct = {
    environment,
    action: 'model.finding_closed',
    detail: { findingId, reason },
  };
  return c.json(await recordAct(c, deps, file, recordedAct), 200);
});
