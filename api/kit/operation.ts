// An operation is a route with a rule about who may call it. Declaring the rule is not optional, so
// that no route can be added without one.

import type { OpenAPIHono, RouteConfig, RouteHandler } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { Caller } from '../../identity/caller.ts';
import type { Scope } from '../../identity/scopes.ts';
import type { AppEnv, Deps, Desk } from './context.ts';
import { Problem } from './errors.ts';
import { problemAnswer } from './problem-schema.ts';

/** `public` needs no credential, `operator` a key of the bank, everything else that scope. */
export type Access = Scope | 'public' | 'operator';

export interface Operation {
  readonly access: Access;
  readonly method: string;
  readonly path: string;
  register(app: OpenAPIHono<AppEnv>, deps: Deps): void;
}

/**
 * Declares an operation.
 * @param access who may call it
 * @param handler given the dependencies once, then called for each request
 */
export function operation<R extends RouteConfig>(
  access: Access,
  route: R,
  handler: (deps: Deps) => RouteHandler<R, AppEnv>,
): Operation {
  return {
    access,
    method: route.method.toUpperCase(),
    path: route.path,
    register(app, deps) {
      const guarded = {
        ...route,
        responses: { ...route.responses, default: problemAnswer },
        middleware: [authorise(access, deps)],
        ...securityOf(access),
      };
      app.openapi(guarded as unknown as R, handler(deps));
    },
  };
}

function securityOf(access: Access) {
  if (access === 'public') return { security: [] };
  return { security: [access === 'operator' ? { operatorKey: [] } : { apiKey: [access] }] };
}

function authorise(access: Access, deps: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('caller', access === 'public' ? null : authorised(access, authenticated(c, deps)));
    await next();
  };
}

/** Who the credential of the request belongs to; a Problem when it is not good. */
export function authenticated(c: Context<AppEnv>, deps: Deps): Caller {
  const header = c.req.header('authorization');
  if (!header) throw new Problem('missing_credentials');
  const [scheme, credential, ...rest] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !credential || rest.length > 0) {
    throw new Problem(
      'invalid_api_key',
      'The Authorization header is malformed; expected "Bearer <key>".',
    );
  }
  const found = deps.platform.authenticate(credential);
  if (typeof found === 'string') throw new Problem(found);
  return found;
}

/** The caller, if it may do that; a Problem otherwise. */
export function authorised(access: Access, caller: Caller): Caller {
  if (access === 'operator') {
    if (caller.kind === 'operator') return caller;
    // An operator's routes look like nothing to everybody else.
    throw new Problem('not_found');
  }
  if (caller.kind === 'operator') {
    throw new Problem(
      'insufficient_scope',
      'An operator key gives access to /v1/ops only: use the API key of a developer.',
    );
  }
  if (!caller.scopes.has(access)) {
    throw new Problem(
      'insufficient_scope',
      `The operation requires the scope ${access}: use a key that has it.`,
    );
  }
  return caller;
}

/** The calling developer; only in operations whose access is a scope. */
export function developerOf(c: Context<AppEnv>): Extract<Caller, { kind: 'developer' }> {
  const caller = c.get('caller');
  if (caller?.kind !== 'developer') throw new Problem('insufficient_scope');
  return caller;
}

/** The calling operator; only in operations whose access is `operator`. */
export function operatorOf(c: Context<AppEnv>): Extract<Caller, { kind: 'operator' }> {
  const caller = c.get('caller');
  if (caller?.kind !== 'operator') throw new Problem('not_found');
  return caller;
}

/** The environment that the caller's key belongs to. */
export function deskOf(c: Context<AppEnv>, deps: Deps): Desk {
  return deps.desks[developerOf(c).environment];
}
