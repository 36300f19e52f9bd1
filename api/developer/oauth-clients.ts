// /v1/developer/oauth-clients: developers register apps that act for their customers. An app gets
// no scope that the calling key lacks, and belongs to the environment of the key.

import { createRoute } from '@hono/zod-openapi';
import type { OAuthClient } from '../../db/platform/oauth.ts';
import { isScope } from '../../identity/scopes.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { developerOf, type Operation, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, pathId } from '../kit/schemas.ts';
import { requireScopes } from './key-terms.ts';
import {
  clientCreate,
  clientSchema,
  clientUpdate,
  clientView,
  newClientSchema,
} from './oauth-client-schema.ts';

const PATH = '/v1/developer/oauth-clients';
const CLIENT_PATH = `${PATH}/{clientId}`;
const tags = ['developer'];
const params = pathId('oauthClient', 'clientId');

type Owner = ReturnType<typeof developerOf>;
const ownerOf = ({ developerId, environment }: Owner) => ({ developerId, environment });

const postRoute = createRoute({
  method: 'post',
  path: PATH,
  operationId: 'createOAuthClient',
  tags,
  summary: 'Register an app that acts for customers',
  description:
    'At most 50 in an environment. A key can only give an app scopes that the key has, and ' +
    'can only change apps with such scopes.',
  request: { body: jsonBody(clientCreate) },
  responses: { 201: jsonAnswer('The client; its secret is shown only once.', newClientSchema) },
});

const listRoute = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'listOAuthClients',
  tags,
  summary: 'List registered apps, newest first',
  request: { query: pageQuery },
  responses: { 200: jsonAnswer('A page of clients.', listOf(clientSchema)) },
});

const getRoute = createRoute({
  method: 'get',
  path: CLIENT_PATH,
  operationId: 'getOAuthClient',
  tags,
  summary: 'Read a registered app',
  request: { params },
  responses: { 200: jsonAnswer('The client.', clientSchema) },
});

const updateRoute = createRoute({
  method: 'patch',
  path: CLIENT_PATH,
  operationId: 'updateOAuthClient',
  tags,
  summary: 'Change the name, the redirect URIs or the scopes of an app',
  request: { params, body: jsonBody(clientUpdate) },
  responses: { 200: jsonAnswer('The client after the change.', clientSchema) },
});

const rotateRoute = createRoute({
  method: 'post',
  path: `${CLIENT_PATH}/rotate-secret`,
  operationId: 'rotateOAuthClientSecret',
  tags,
  summary: 'Replace the secret of a confidential app; the old one ends at once',
  request: { params },
  responses: { 201: jsonAnswer('The client with its new secret.', newClientSchema) },
});

const revokeRoute = createRoute({
  method: 'delete',
  path: CLIENT_PATH,
  operationId: 'revokeOAuthClient',
  tags,
  summary: 'Revoke an app with all of its consents and tokens',
  request: { params },
  responses: { 200: jsonAnswer('The revoked client.', clientSchema) },
});

/** @throws Problem when an app has scopes that the calling key lacks */
function requireAppScopes(caller: Owner, app: OAuthClient | null): void {
  const scopes = app?.scopes.split(' ').filter(isScope) ?? [];
  requireScopes(caller, scopes, 'change an app that has it');
}

/** @throws Problem for a public app without a redirect URI, which could get no token */
function requireRedirectUri(type: string, redirectUris: readonly string[]): void {
  if (type !== 'public' || redirectUris.length > 0) return;
  const message = 'A public client needs a redirect URI: it has no other way to a token.';
  throw invalidField('/redirectUris', message);
}

const createClient = operation('developer:write', postRoute, ({ platform }) => async (c) => {
  const order = c.req.valid('json');
  const caller = developerOf(c);
  requireScopes(caller, order.scopes, 'give it to an app');
  requireRedirectUri(order.type, order.redirectUris);
  const scopes = [...new Set(order.scopes)];
  const newClient = { ...order, scopes, owner: ownerOf(caller), actor: caller.keyId };
  const issued = await platform.access.registerClient(newClient);
  if (!issued) throw new Problem('oauth_client_limit');
  return c.json({ ...clientView(issued.row), clientSecret: issued.secret }, 201);
});

const listClients = operation('developer:read', listRoute, ({ platform }) => async (c) => {
  const page = pageOrder('oauthClient', c.req.valid('query'));
  const clients = platform.access.listClients(ownerOf(developerOf(c)), page);
  return c.json(listBody({ ...clients, data: clients.data.map(clientView) }), 200);
});

const getClient = operation('developer:read', getRoute, ({ platform }) => async (c) => {
  const { clientId = '' } = c.req.valid('param');
  const client = platform.access.findClient(ownerOf(developerOf(c)), clientId);
  if (!client) throw new Problem('oauth_client_not_found');
  return c.json(clientView(client), 200);
});

const updateClient = operation('developer:write', updateRoute, ({ platform }) => async (c) => {
  const { clientId = '' } = c.req.valid('param');
  const change = c.req.valid('json');
  const caller = developerOf(c);
  const owner = ownerOf(caller);
  const client = platform.access.findClient(owner, clientId);
  if (client?.status !== 'active') throw new Problem('oauth_client_not_found');
  requireAppScopes(caller, client);
  requireScopes(caller, change.scopes ?? [], 'give it to an app');
  requireRedirectUri(client.type, change.redirectUris ?? client.redirectUris);
  const act = { owner, clientId, actor: caller.keyId, change };
  const row = await platform.access.changeClient(act);
  if (!row) throw new Problem('oauth_client_not_found');
  return c.json(clientView(row), 200);
});

const rotateSecret = operation('developer:write', rotateRoute, ({ platform }) => async (c) => {
  const { clientId = '' } = c.req.valid('param');
  const caller = developerOf(c);
  const act = { owner: ownerOf(caller), clientId, actor: caller.keyId };
  requireAppScopes(caller, platform.access.findClient(act.owner, clientId));
  const issued = await platform.access.rotateClientSecret(act);
  if (issued === 'not_found') throw new Problem('oauth_client_not_found');
  if (issued === 'no_secret') {
    const detail = 'A public client has no secret: PKCE protects its codes.';
    throw new Problem('invalid_state_transition', detail);
  }
  return c.json({ ...clientView(issued.row), clientSecret: issued.secret }, 201);
});

const revokeClient = operation('developer:write', revokeRoute, ({ platform }) => async (c) => {
  const { clientId = '' } = c.req.valid('param');
  const caller = developerOf(c);
  const act = { owner: ownerOf(caller), clientId, actor: caller.keyId };
  requireAppScopes(caller, platform.access.findClient(act.owner, clientId));
  const row = await platform.access.revokeClient(act);
  if (!row) throw new Problem('oauth_client_not_found');
  return c.json(clientView(row), 200);
});

export const OAUTH_CLIENT_OPERATIONS: readonly Operation[] = [
  createClient,
  listClients,
  getClient,
  updateClient,
  rotateSecret,
  revokeClient,
];
