// Logs every answered request of a known developer, except reads by the pages of the portal, which
// would fill the log that they show.

import type { Context, MiddlewareHandler } from 'hono';
import type { DeveloperCaller } from '../../identity/caller.ts';
import { readClientAddress } from './address.ts';
import { isFromPage } from './browser-cookie.ts';
import type { AppEnv, Deps } from './context.ts';
import { redact, redactPath, redactPointer } from './redaction.ts';

const FIRST_FAILURE = 400;
const MAX_FIELDS = 20;

/** Returns the middleware that logs requests. */
export function logRequests({ platform, config }: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const now = Date.now();
    const startedAt = performance.now();
    await next();
    const developer = developerIn(c);
    const route = c.get('route');
    if (!developer || !route) return;
    // Requests with a key or token are always logged, also with the header of a page.
    const isPageRead = c.req.method === 'GET' && c.req.header('authorization') === undefined;
    if (isPageRead && isFromPage(c)) return;
    const { status } = c.res;
    const failure = status >= FIRST_FAILURE ? await readFailure(c) : NO_FAILURE;
    platform.requests.add({
      developerId: developer.developerId,
      environment: developer.environment,
      requestId: c.get('requestId'),
      keyId: developer.keyId,
      method: c.req.method,
      route,
      path: redactPath(c.req.path),
      status,
      ...failure,
      durationUs: Math.round((performance.now() - startedAt) * 1000),
      address: readClientAddress(c, config),
      at: now,
    });
  };
}

/** Returns the developer of a request, or null for a request without a key or by an operator. */
export function developerIn(c: Context<AppEnv>): DeveloperCaller | null {
  const caller = c.get('caller');
  if (caller?.kind === 'developer') return caller;
  return caller?.kind === 'customer' ? caller.within : null;
}

const NO_FAILURE = { code: null, detail: null } as const;

interface ProblemBody {
  readonly code?: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
}

/** Returns the error code, the faulty fields, and the body without personal data. */
async function readFailure(c: Context<AppEnv>) {
  const isJson = /\bjson\b/.test(c.res.headers.get('content-type') ?? '');
  const problem = (isJson ? await c.res.clone().json() : {}) as ProblemBody;
  const { code = null, errors = [] } = problem;
  const fields = errors.slice(0, MAX_FIELDS).map((error) => {
    return { pointer: redactPointer(error.pointer), code: error.code };
  });
  // Uses the body only if it was already read: the log must not wait for one that never arrives.
  const read = await c.req.bodyCache.text;
  const body = typeof read === 'string' ? redact(read) : null;
  const isEmpty = fields.length === 0 && body === null;
  const detail = isEmpty ? null : JSON.stringify({ fields, body: body && JSON.parse(body) });
  return { code, detail };
}
