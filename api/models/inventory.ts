// GET and PUT /v1/ai/custom-models/{modelId}/inventory: the owner and the purpose of a developer's
// model. Its validator is a person of the bank.

import { createRoute, z } from '@hono/zod-openapi';
import { enterModelOwner } from '../../db/inventory/acts.ts';
import { findInventory } from '../../db/inventory/reads.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId, textSchema } from '../kit/schemas.ts';
import { entryFields, inventorySchema } from './inventory-schema.ts';

const path = '/v1/ai/custom-models/{modelId}/inventory';
const params = pathId('model', 'modelId');
const responses = {
  200: jsonAnswer('The inventory entry of the model.', inventorySchema),
};

const getRoute = createRoute({
  method: 'get',
  path,
  operationId: 'getModelInventoryEntry',
  tags: ['models'],
  summary: 'Read the owner, validations and findings of your model',
  description: 'Model inventory by SR 11-7. The bank validates; you name the owner.',
  request: { params },
  responses,
});

const putRoute = createRoute({
  method: 'put',
  path,
  operationId: 'enterModel',
  tags: ['models'],
  summary: 'State the owner, purpose and materiality of your model',
  description:
    'Each entry is kept; the newest one is in force. Repeating an entry changes nothing.',
  request: {
    params,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              owner: textSchema(200).min(1).openapi({
                description: 'The person who answers for the model, by name.',
                example: 'Grace Hopper',
              }),
              ...entryFields,
            })
            .openapi('ModelEntry'),
        },
      },
    },
  },
  responses,
});

export const getOwnInventory = operation('models:read', getRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const inventory = findInventory(servicesOf(c, deps).ledger, developerOf(c).tenantId, modelId);
  if (!inventory) throw new Problem('model_not_found');
  return c.json(inventory, 200);
});

export const enterModel = operation('models:deploy', putRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const order = { ...c.req.valid('json'), tenantId, modelId, cause: causeOf(c) };
  return c.json(await servicesOf(c, deps).ledger.run(enterModelOwner, order), 200);
});
