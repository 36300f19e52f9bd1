// An operation is a route with an access rule, which is mandatory.

import type { HttpBindings } from '@hono/node-server';
import { type OpenAPIHono, type RouteConfig, type RouteHandler, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { Caller, DeveloperCaller } from '../../identity/caller.ts';
import { mayDo, rolesOf } from '../../identity/operator-roles.ts';
import type { Scope } from '../../identity/scopes.ts';
import { readClientAddress } from './address.ts';
import { readCredential } from './admission-control.ts';
import { auditOperation, readReasonHeader } from './audit.ts';
import { type BodyRule, bodyRuleOf, readBody } from './body.ts';
import { readSession } from './browser-cookie.ts';
import { retryAfterCatchUp } from './catch-up-retry.ts';
import type { AppEnv, Deps, Services } from './context.ts';
import { Problem } from './errors.ts';
import { addLocation } from './location.ts';
import { isOpenToCustomers, restrictToOwnObjects } from './open-to-customers.ts';
import { createPageTurns, isPaged, type PageTurns } from './page-turns.ts';
import { problemAnswer } from './problem-schema.ts';
import { ownerOf, type RateGate, rateClassOf } from './rate-limit.ts';
import { replay } from './replay.ts';
import { type Deprecation, formatDeprecation, markDeprecated } from './version.ts';

/** `public` needs no credential, `operator` the key of an operator, any other value that scope. */
export type Access = Scope | 'public' | 'operator';

/** Exceptions of an operation from the common rules. */
export interface OperationTerms {
  /** True when the handler reads the body, because checking it takes too long for this thread. */
  readonly readsItself?: boolean;
  /** Set for a deprecated operation; each answer states it. */
  readonly deprecation?: Deprecation;
  /** Maximum size of the body in bytes; omitted: the common limit. */
  readonly maxBytes?: number;
  /** True for a form with a file, which has its own limits (uploads/form.ts). */
  readonly takesForm?: boolean;
}

/** How a route uses the Idempotency-Key of its requests. */
interface KeyTerms {
  /** True when the act binds the key in its transaction; omitted: the answer to a POST is kept. */
  readonly bindsKey?: boolean;
  /**
   * False for a POST that changes nothing, has the same effect each time, or contains a password,
   * because a kept answer would help to guess the password.
   */
  readonly keepsAnswer?: boolean;
}

export interface Operation extends Pick<OperationTerms, 'maxBytes' | 'takesForm'> {
  readonly access: Access;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  register(app: OpenAPIHono<AppEnv>, deps: Deps, gate: RateGate): void;
}

/**
 * Declares an operation.
 * @param access the access rule
 * @param handler called once with the dependencies; returns the handler of requests
 */
export function operation<R extends RouteConfig & KeyTerms>(
  access: Access,
  keyedRoute: R,
  handler: (deps: Deps) => RouteHandler<R, AppEnv>,
  { readsItself = false, deprecation, ...body }: OperationTerms = {},
): Operation {
  const { bindsKey = false, keepsAnswer = !bindsKey, ...plainRoute } = keyedRoute;
  const route = plainRoute as RouteConfig;
  const { operationId = '', path } = route;
  if (access === 'operator' && rolesOf(operationId) === null) {
    throw new Error(`identity/operator-roles.ts names no role for ${operationId}`);
  }
  return {
    access,
    method: route.method.toUpperCase(),
    path,
    operationId,
    ...body,
    register(app, deps, gate) {
      const rule = bodyRuleOf(route);
      const rateClass = rateClassOf(route.method, route.path);
      const guarded = {
        ...route,
        ...(deprecation ? describeDeprecation(route, deprecation) : {}),
        request: completeRequest(route, rule, access),
        responses: { ...route.responses, default: problemAnswer },
        middleware: [
          ...(route.method === 'post' ? [addLocation] : []),
          ...(deprecation ? [markDeprecated(deprecation)] : []),
          authorise({ access, operationId, path }, deps, (c, caller) =>
            gate.byCaller(c, caller, rateClass),
          ),
          ...(access === 'operator' ? [requireRole(operationId)] : []),
          ...(readsItself ? [] : [readBody(rule)]),
          restrictToOwnObjects(operationId, deps),
          ...(isPaged(route) ? [waitForPageTurn(findPageTurns(deps))] : []),
          ...(route.method === 'post' && keepsAnswer ? [replay(deps)] : []),
        ],
        ...securityOf(access, operationId),
      };
      // A body that the handler has read is not available for a second run.
      const run = readsItself ? handler(deps) : retryAfterCatchUp(deps, handler(deps));
      const target = { operationId, method: route.method.toUpperCase() };
      const guardedRoute = guarded as unknown as R;
      if (readsItself) app.openAPIRegistry.registerPath(guardedRoute);
      const served = readsItself ? removeBody(guardedRoute) : guardedRoute;
      app.openapi(served, access === 'operator' ? auditOperation(deps, target, run) : run);
    },
  };
}

/** One queue for each bank, because tests open several banks in a process. */
const turnsByBank = new WeakMap<Deps, PageTurns>();

function findPageTurns(deps: Deps): PageTurns {
  const pageTurns = turnsByBank.get(deps) ?? createPageTurns();
  turnsByBank.set(deps, pageTurns);
  return pageTurns;
}

function waitForPageTurn(pageTurns: PageTurns): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = c.get('caller');
    await pageTurns.waitForTurn(caller === null ? '' : ownerOf(caller));
    await next();
  };
}

/**
 * Access control for pages of operators that are not operations, such as their OpenAPI document.
 */
export function requireOperator(deps: Deps, gate: RateGate): MiddlewareHandler<AppEnv> {
  const route = { access: 'operator', operationId: '', path: '' } as const;
  return authorise(route, deps, (c, caller) => gate.byCaller(c, caller, 'reads'));
}

const KEY_HEADER = z.object({
  'idempotency-key': z.string().optional().openapi({
    description: 'Requests with the same key and body act once. 1 to 255 characters.',
  }),
});

/**
 * Returns the request in the document: whether the body is required, the idempotency key of each
 * POST, and the reason for reading personal data.
 */
function completeRequest(
  route: RouteConfig,
  rule: BodyRule,
  access: Access,
): RouteConfig['request'] {
  const { method, request } = route;
  const reason = access === 'operator' && method === 'get' ? readReasonHeader(route) : null;
  const headers = reason ?? (method === 'post' ? KEY_HEADER : null);
  const keyed = headers === null || request?.headers ? request : { ...request, headers };
  if (!keyed?.body || rule === 'none') return keyed;
  return { ...keyed, body: { ...keyed.body, required: rule === 'required' } };
}

/** Returns the document's description of a deprecated route. */
function describeDeprecation({ description }: RouteConfig, deprecation: Deprecation) {
  const sentences = [description, formatDeprecation(deprecation)].filter(
    (sentence) => sentence !== undefined,
  );
  return { deprecated: true, description: sentences.join(' ') };
}

/**
 * Returns a route without its body, which the handler reads. The document describes the whole
 * route.
 */
function removeBody<R extends RouteConfig>(route: R): R {
  const { body: _, ...request } = route.request ?? {};
  return { ...route, request, hide: true };
}

function securityOf(access: Access, operationId: string) {
  if (access === 'public') return { security: [] };
  if (access === 'operator') return { security: [{ operatorKey: [] }] };
  const byCustomer = isOpenToCustomers(operationId) ? [{ oauth: [access] }] : [];
  return { security: [{ apiKey: [access] }, ...byCustomer] };
}

function authorise(
  { access, operationId, path }: Pick<Operation, 'access' | 'operationId' | 'path'>,
  deps: Deps,
  count: (c: Context<AppEnv>, caller: Caller) => void,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (access === 'public') return next();
    const caller = await authenticate(c, deps);
    deps.noteTenant(readCredential((c.env as HttpBindings).incoming), tenantIdOf(caller));
    // Set before the request is counted, because valid credentials do not count for their address.
    c.set('caller', caller);
    c.set('route', path);
    c.set('operationId', operationId);
    count(c, caller);
    requireAccess(access, caller);
    if (caller.kind === 'customer' && !isOpenToCustomers(operationId)) {
      const detail = `${operationId} is not open to customers: use a key of the developer.`;
      throw new Problem('insufficient_scope', detail);
    }
    await next();
  };
}

/** Returns the tenant of a developer or customer; null for an operator. */
function tenantIdOf(caller: Caller): string | null {
  if (caller.kind === 'operator') return null;
  return (caller.kind === 'customer' ? caller.within : caller).tenantId;
}

/** Refusals of a credential that another process may have just issued. */
const UNKNOWN_CALLER_CODES: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'invalid_token',
  'invalid_session',
]);

/**
 * Returns the caller to whom the request's credential belongs.
 * @throws Problem when the credential is not valid
 */
async function authenticate(c: Context<AppEnv>, deps: Deps): Promise<Caller> {
  try {
    return await findCaller(c, deps);
  } catch (error) {
    const isUnknown = error instanceof Problem && UNKNOWN_CALLER_CODES.has(error.code);
    if (!isUnknown || !deps.platform.followsOtherProcesses) throw error;
    await deps.platform.catchUp();
    return findCaller(c, deps);
  }
}

/**
 * True when the credential is valid. DPoP tokens return false, because their proof is valid once.
 */
export async function hasValidCredential(c: Context<AppEnv>, deps: Deps): Promise<boolean> {
  if (/^\s*dpop\b/i.test(c.req.header('authorization') ?? '')) return false;
  try {
    await findCaller(c, deps);
    return true;
  } catch {
    return false;
  }
}

async function findCaller(c: Context<AppEnv>, deps: Deps): Promise<Caller> {
  if (c.req.header('authorization') === undefined) {
    const session = readSession(c, deps);
    if (session) return callerOf(session);
  }
  const { scheme, credential } = parseCredential(c);
  if (scheme === 'bearer' && !isOAuthToken(credential)) return findKeyHolder(c, deps);
  return deps.tokens.callerOf(c, { scheme, token: credential });
}

/** Adds the session to an operator in a browser, so that the audit log can mark the acts. */
function callerOf({ id, caller }: NonNullable<ReturnType<typeof readSession>>): Caller {
  return caller.kind === 'operator' ? { ...caller, sessionId: id } : caller;
}

/** Finds the caller of an API key, without waiting. */
export function findKeyHolder(c: Context<AppEnv>, deps: Deps): Caller {
  const caller = deps.platform.authenticate(
    parseCredential(c).credential,
    readClientAddress(c, deps.config),
  );
  if (typeof caller === 'string') throw new Problem(caller);
  return caller;
}

/** True for an OAuth token, which is opaque; API keys have a prefix. */
function isOAuthToken(credential: string): boolean {
  return /^([0-9a-z]{2})?[\w-]{43}$/.test(credential) && !/^(sk_|op_)/.test(credential);
}

function parseCredential(c: Context<AppEnv>) {
  const header = c.req.header('authorization');
  if (!header) throw new Problem('missing_credentials');
  const [authScheme = '', credential, ...rest] = header.split(' ');
  const scheme = authScheme.toLowerCase();
  if ((scheme === 'bearer' || scheme === 'dpop') && credential && rest.length === 0) {
    return { scheme, credential } as const;
  }
  throw new Problem(
    'invalid_api_key',
    'The Authorization header is malformed; expected "Bearer <key>".',
  );
}

/**
 * Returns the caller.
 * @throws Problem unless the caller has the access
 */
export function requireAccess(access: Access, caller: Caller): Caller {
  if (access === 'operator') {
    if (caller.kind === 'operator') return caller;
    // Routes of operators look missing to all other callers.
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
      `The operation requires the scope ${access}: use a credential that has it.`,
    );
  }
  return caller;
}

/** Refuses an operator whose roles do not permit the operation. */
function requireRole(operationId: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!mayDo(operatorOf(c).roles, operationId)) {
      throw roleRequired(operationId, rolesOf(operationId) ?? []);
    }
    await next();
  };
}

/** @param roles roles that permit the operation, without `admin` */
export function roleRequired(label: string, roles: readonly string[]): Problem {
  const roleNames = [...roles, 'admin'].join(', ');
  return new Problem('role_required', `${label} requires one of the roles: ${roleNames}.`);
}

/** Returns the calling developer. For operations whose access is a scope only. */
export function developerOf(c: Context<AppEnv>): DeveloperCaller {
  const caller = c.get('caller');
  // The request was already narrowed to the customer's own objects (open-to-customers.ts).
  if (caller?.kind === 'customer') return caller.within;
  if (caller?.kind !== 'developer') throw new Problem('insufficient_scope');
  return caller;
}

/** Returns the calling operator. For operations whose access is `operator` only. */
export function operatorOf(c: Context<AppEnv>): Extract<Caller, { kind: 'operator' }> {
  const caller = c.get('caller');
  if (caller?.kind !== 'operator') throw new Problem('not_found');
  return caller;
}

/** Returns the services of the environment of the caller's key. */
export function servicesOf(c: Context<AppEnv>, deps: Deps): Services {
  const caller = developerOf(c);
  return deps.environments[caller.environment];
}
