// Mounts the OAuth server in the API: its endpoints under /oauth and its documents under
// /.well-known, with the headers of all answers of the bank.

import { readFileSync } from 'node:fs';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from 'hono';
import type { TokenIssuer } from '../app.ts';
import type { AppEnv } from '../kit/context.ts';
import { serveStaticFile } from '../pages.ts';
import { registerConfirm } from './confirm.ts';
import { registerMyCodes } from './my-codes.ts';
import { createPolicy } from './pages.ts';
import { isSecure, OAUTH_PATHS, type OAuthDeps } from './provider.ts';
import { registerPasswordReset } from './reset-password.ts';
import { registerSelfService } from './self-service.ts';
import { createOAuthServer, type OAuthServer } from './server.ts';
import { registerSignIn } from './sign-in.ts';
import { createTokens } from './tokens.ts';

const FILES = {
  'passkey.mjs': 'text/javascript; charset=utf-8',
} as const;
const FILE_SECONDS = 3_600;
const YEAR_SECONDS = 31_536_000;

/** Method and path of each endpoint that the library answers. */
const ENDPOINTS: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', OAUTH_PATHS.authorization],
  ['GET', `${OAUTH_PATHS.authorization}/:uid`],
  ['POST', OAUTH_PATHS.token],
  ['GET', OAUTH_PATHS.jwks],
  ['POST', OAUTH_PATHS.revocation],
  ['POST', OAUTH_PATHS.introspection],
  ['POST', OAUTH_PATHS.pushed_authorization_request],
  ['GET', OAUTH_PATHS.userinfo],
  ['POST', OAUTH_PATHS.userinfo],
  ['GET', OAUTH_PATHS.end_session],
  ['POST', `${OAUTH_PATHS.end_session}/confirm`],
  ['GET', `${OAUTH_PATHS.end_session}/success`],
];

/** The OAuth server: everything under /oauth, and its documents under /.well-known. */
export function createOAuthIssuer(deps: OAuthDeps): TokenIssuer {
  const server = createOAuthServer(deps);
  return {
    tokens: createTokens(deps, server),
    register: (app) => registerOAuth(app, deps, server),
  };
}

function registerOAuth(app: OpenAPIHono<AppEnv>, deps: OAuthDeps, server: OAuthServer): void {
  for (const [method, path] of ENDPOINTS) app.on(method, path, createHandler(server));
  for (const path of new Set(ENDPOINTS.map(([, path]) => path)))
    app.options(path, createHandler(server));
  for (const [name, type] of Object.entries(FILES)) {
    const load = () => readFileSync(new URL(`files/${name}`, import.meta.url));
    app.get(`/oauth/files/${name}`, serveStaticFile(load, { type, maxAgeSeconds: FILE_SECONDS }));
  }
  registerSignIn(app, deps, server);
  registerPasswordReset(app, { deps, server });
  registerSelfService(app, deps, server);
  registerMyCodes(app, { deps, server });
  registerConfirm(app, deps, server);
}

function createHandler(server: OAuthServer): Handler<AppEnv> {
  return async (c) => {
    const provider = await server.provider(c);
    const { incoming, outgoing } = server.streamsOf(c);
    // This answer bypasses the middleware that sets these headers on all others.
    outgoing.setHeader('X-Request-Id', c.get('requestId'));
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    outgoing.setHeader('Referrer-Policy', 'no-referrer');
    outgoing.setHeader('Content-Security-Policy', createPolicy());
    if (isSecure(server.issuerOf(c))) {
      const value = `max-age=${YEAR_SECONDS}; includeSubDomains`;
      outgoing.setHeader('Strict-Transport-Security', value);
    }
    await provider.callback()(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  };
}
