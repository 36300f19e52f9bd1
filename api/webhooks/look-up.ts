// /v1/ops/webhooks: operators search the endpoints of all developers.

import { findEndpoint, findEndpoints } from '../../db/webhooks/endpoint-reads.ts';
import { lookUpOperations } from '../ops/search.ts';
import { endpointSchema } from './endpoint-schema.ts';

export const ENDPOINT_LOOK_UP = lookUpOperations({
  noun: 'webhookEndpoint',
  plural: 'webhooks',
  name: 'Webhook',
  notFoundCode: 'webhook_endpoint_not_found',
  schema: endpointSchema,
  find: findEndpoint,
  findAll: findEndpoints,
  table: 'webhook_endpoints',
  status: 'status',
  exact: ['id'],
  within: ['url', 'description'],
  only: 'removed_at IS NULL',
});
