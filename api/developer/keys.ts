// GET /v1/developer and the keys under /v1/developer/keys. A key cannot grant scopes that it lacks.

import { createRoute, z } from '@hono/zod-openapi';
import type { ApiKey } from '../../db/platform/rows.ts';
import { networksOf } from '../../identity/keys.ts';
import type { Platform } from '../../identity/platform.ts';
import { ALL_SCOPES, isScope } from '../../identity/scopes.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, pathId } from '../kit/schemas.ts';
import {
  developerSchema,
  developerView,
  keySchema,
  keyView,
  newKeySchema,
} from './developer-schema.ts';
import { keyFields, requireNarrowerTerms, requireScopes, resolveKeyTerms } from './key-terms.ts';
import { emitKeyEvent } from './platform-events.ts';

const keyCreate = z
  .strictObject({
    environment: z
      .enum(['sandbox', 'production'])
      .optional()
      .openapi({ description: 'Must be the environment of the calling key.' }),
    ...keyFields,
  })
  .openapi('ApiKeyCreate');

const keyRotate = z
  .strictObject({
    overlapHours: z
      .number()
      .int()
      .min(0)
      .max(168)
      .default(24)
      .openapi({ description: 'How long the old key stays valid.' }),
  })
  .openapi('ApiKeyRotate');

type Owner = ReturnType<typeof developerOf>;

const developerRoute = createRoute({
  method: 'get',
  path: '/v1/developer',
  operationId: 'getDeveloper',
  tags: ['developer'],
  summary: 'Read your own registration',
  responses: { 200: jsonAnswer('The developer.', developerSchema) },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/developer/keys',
  operationId: 'listKeys',
  tags: ['developer'],
  summary: 'List API keys, newest first',
  request: { query: pageQuery },
  responses: { 200: jsonAnswer('A page of keys.', listOf(keySchema)) },
});

const getKeyRoute = createRoute({
  method: 'get',
  path: '/v1/developer/keys/{keyId}',
  operationId: 'getKey',
  tags: ['developer'],
  summary: 'Read an API key, without its secret',
  request: { params: pathId('apiKey', 'keyId') },
  responses: { 200: jsonAnswer('The key.', keySchema) },
});

const createKeyRoute = createRoute({
  method: 'post',
  path: '/v1/developer/keys',
  operationId: 'createKey',
  tags: ['developer'],
  summary: 'Create an API key',
  description:
    'A key makes keys of its own environment; the first live key is claimed with the code of the ' +
    'approved application. At most 20 keys work at a time.',
  request: {
    body: jsonBody(keyCreate),
  },
  responses: { 201: jsonAnswer('The key, which is shown only once.', newKeySchema) },
});

const rotateRoute = createRoute({
  method: 'post',
  path: '/v1/developer/keys/{keyId}/rotate',
  operationId: 'rotateKey',
  tags: ['developer'],
  summary: 'Replace an API key; the old one stays valid for the overlap',
  request: {
    params: pathId('apiKey', 'keyId'),
    body: jsonBody(keyRotate),
  },
  responses: { 201: jsonAnswer('The new key, which is shown only once.', newKeySchema) },
});

const revokeRoute = createRoute({
  method: 'delete',
  path: '/v1/developer/keys/{keyId}',
  operationId: 'revokeKey',
  tags: ['developer'],
  summary: 'Revoke an API key at once',
  description: 'A key may revoke itself, and keys with no other scopes than its own.',
  request: { params: pathId('apiKey', 'keyId') },
  responses: { 200: jsonAnswer('The revoked key.', keySchema) },
});

export const getDeveloper = operation('developer:read', developerRoute, (deps) => async (c) => {
  const developer = await deps.platform.findDeveloper(developerOf(c).developerId);
  if (!developer) throw new Problem('not_found');
  return c.json(developerView(developer), 200);
});

export const listKeys = operation('developer:read', listRoute, (deps) => async (c) => {
  const page = pageOrder('apiKey', c.req.valid('query'));
  const keys = await deps.platform.listKeys(developerOf(c), page);
  return c.json(listBody({ ...keys, data: keys.data.map((row) => keyView(row)) }), 200);
});

export const getKey = operation('developer:read', getKeyRoute, (deps) => async (c) => {
  const { keyId = '' } = c.req.valid('param');
  return c.json(keyView(await requireOwnKey(deps.platform, developerOf(c), keyId)), 200);
});

export const createKey = operation('developer:write', createKeyRoute, (deps) => async (c) => {
  const { name, environment, scopes, ...terms } = c.req.valid('json');
  const caller = developerOf(c);
  if (environment !== undefined && environment !== caller.environment) {
    const way = 'the first live key is claimed with the code of the approved application';
    throw new Problem('environment_mismatch', `A key makes keys of its own environment; ${way}.`);
  }
  const requested = [...new Set(scopes ?? ALL_SCOPES.filter((scope) => caller.scopes.has(scope)))];
  requireScopes(caller, requested, 'grant it');
  const issued = await deps.platform.issueKey({
    developerId: caller.developerId,
    environment: caller.environment,
    name,
    scopes: requested,
    ...resolveKeyTerms(terms, caller),
    actor: caller.keyId,
  });
  if (!issued) throw new Problem('key_limit');
  const { key, row } = issued;
  await emitKeyEvent(deps, row, causeOf(c));
  return c.json({ ...keyView(row), apiKey: key }, 201);
});

export const rotateKey = operation('developer:write', rotateRoute, (deps) => async (c) => {
  const { keyId = '' } = c.req.valid('param');
  const { overlapHours } = c.req.valid('json');
  const overlapMs = overlapHours * 60 * 60 * 1000;
  const caller = developerOf(c);
  const { developerId } = caller;
  const key = await requireOwnKey(deps.platform, caller, keyId);
  requireScopes(caller, key.scopes.split(' ').filter(isScope), 'renew a key that has it');
  requireNarrowerTerms({ networks: networksOf(key), expiresAt: key.expiresAt }, caller);
  const act = { developerId, keyId, overlapMs, actor: caller.keyId };
  const issued = await deps.platform.rotateKey(act);
  if (!issued) throw new Problem('key_not_found', 'No active API key has this id.');
  if (issued === 'key_limit') throw new Problem('key_limit');
  const replaced = await deps.platform.findKey(developerId, keyId);
  if (replaced) await emitKeyEvent(deps, replaced, causeOf(c));
  await emitKeyEvent(deps, issued.row, causeOf(c));
  return c.json({ ...keyView(issued.row), apiKey: issued.key }, 201);
});

/**
 * Returns a key of the caller's environment.
 * @throws Problem when there is none
 */
async function requireOwnKey(platform: Platform, caller: Owner, keyId: string): Promise<ApiKey> {
  const key = await platform.findKey(caller.developerId, keyId);
  if (key?.environment !== caller.environment) throw new Problem('key_not_found');
  return key;
}

export const revokeKey = operation('developer:write', revokeRoute, (deps) => async (c) => {
  const { keyId = '' } = c.req.valid('param');
  const caller = developerOf(c);
  const { developerId, keyId: actor } = caller;
  const key = await requireOwnKey(deps.platform, caller, keyId);
  requireScopes(caller, key.scopes.split(' ').filter(isScope), 'end a key that has it');
  const row = await deps.platform.revokeKey({ developerId, keyId, actor });
  if (!row) throw new Problem('key_not_found');
  await emitKeyEvent(deps, row, causeOf(c));
  return c.json(keyView(row), 200);
});
