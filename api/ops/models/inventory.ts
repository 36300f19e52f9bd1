// /v1/ops/models/inventory: every model with its owner, its validations and its findings, as the
// guidance SR 11-7 requires. An overdue item is a warning. Also sets the owner of a model of the
// bank.

import { createRoute, z } from '@hono/zod-openapi';
import { enterModelOwner } from '../../../db/inventory/acts.ts';
import { findInventory, listInventory } from '../../../db/inventory/reads.ts';
import type { InventoryView } from '../../../db/inventory/view.ts';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import type { Deps } from '../../kit/context.ts';
import { invalidField, Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { idSchema, jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { entryFields, inventorySchema } from '../../models/inventory-schema.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';

export const INVENTORY_PATH = '/v1/ops/models/inventory/{modelId}';

export const inventoryAnswer = {
  200: jsonAnswer('The inventory entry of the model.', inventorySchema),
};

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/models/inventory',
  operationId: 'listModelInventory',
  tags: ['ops'],
  summary: 'List the inventory of models, newest model first',
  description: 'Models of the bank and of all developers, each with its `warnings`.',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      scope: z.enum(['in_use', 'all']).default('in_use').openapi({
        description: '`in_use`: models of the bank, and models of developers that decide.',
      }),
      developerId: z.string().max(64).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of inventory entries.', listOf(inventorySchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: INVENTORY_PATH,
  operationId: 'getModelInventory',
  tags: ['ops'],
  summary: 'Read the inventory entry of a model: owner, validations, findings, warnings',
  request: { params: pathId('model', 'modelId'), query: environmentQuery },
  responses: inventoryAnswer,
});

const putRoute = createRoute({
  method: 'put',
  path: INVENTORY_PATH,
  operationId: 'setModelInventory',
  tags: ['ops'],
  summary: 'State the owner, purpose and materiality of a model of the bank',
  description:
    'Developers do this for their own models. The owner of a model, or the author of its ' +
    'entry, cannot validate it. Repeating an entry changes nothing.',
  request: {
    params: pathId('model', 'modelId'),
    body: actBody('ModelEntryAsOperator', { ownerId: idSchema('operator'), ...entryFields }),
  },
  responses: inventoryAnswer,
});

/** Replaces the tenant of the developer by the ID that operators use. */
export function toOperatorView(view: InventoryView): InventoryView {
  return view.isOfTheBank ? view : { ...view, developerId: developerOfTenant(view.developerId) };
}

export const listModelInventory = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, scope, developerId, ...query } = c.req.valid('query');
  const order = {
    ...pageOrder('model', query),
    isInUse: scope === 'in_use',
    tenantId: developerId ?? null,
  };
  const page = await listInventory(deps.environments[environment].ledger, order);
  return c.json(listBody({ ...page, data: page.data.map(toOperatorView) }), 200);
});

export const getModelInventory = operation('operator', getRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  const inventory = findInventory(deps.environments[environment].ledger, null, modelId);
  if (!inventory) throw new Problem('model_not_found');
  return c.json(toOperatorView(inventory), 200);
});

export const setModelInventory = operation('operator', putRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const { environment, ownerId, purpose, materiality, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const before = findInventory(ledger, null, modelId);
  if (!before) throw new Problem('model_not_found');
  if (!before.isOfTheBank) {
    const message = 'The model belongs to a developer, who states its owner.';
    throw new Problem('invalid_state_transition', message);
  }
  requireActive(deps, ownerId);
  const cause = operatorCauseOf(c);
  const order = { tenantId: null, modelId, owner: ownerId, purpose, materiality, cause };
  const after = await ledger.run(enterModelOwner, order);
  await deps.platform.record({
    actor: cause.actor,
    action: 'model.inventory_set',
    objectId: modelId,
    environment,
    detail: { ownerId, materiality, reason },
  });
  return c.json(toOperatorView(after), 200);
});

function requireActive({ platform }: Deps, operatorId: string): void {
  if (platform.operators.find(operatorId)?.status === 'active') return;
  const message = 'No active operator has that id.';
  throw invalidField('/ownerId', message);
}
