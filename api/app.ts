// Puts the API together: the middleware of every request, then the operations of the modules, then
// the answers to unknown addresses and errors.

import type { HttpBindings } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { DatabaseUnreachable } from '../db/kernel/database-unreachable.ts';
import { isOutage } from '../db/kernel/group-commit.ts';
import { mint } from '../db/kernel/mint.ts';
import { NotTheWriter } from '../db/kernel/not-the-writer.ts';
import { Refusal } from '../ledger/refusal.ts';
import { registerDocumentation } from './docs/site.ts';
import { registerErrorPages } from './error-pages.ts';
import { warnOfUnknownProxies } from './kit/address.ts';
import { setAnswerHeader } from './kit/answer-header.ts';
import { compressReads } from './kit/compressed-reads.ts';
import type { AppDeps, AppEnv, BankDeps, BankExtension, Deps, Tokens } from './kit/context.ts';
import { allowRegisteredOrigins } from './kit/cors.ts';
import { Problem, problemResponse, refusalProblem } from './kit/errors.ts';
import { registerDocs } from './kit/openapi/openapi.ts';
import { hasValidCredential, type Operation, requireOperator } from './kit/operation.ts';
import { createRateGate } from './kit/rate-limit.ts';
import { RENAMED_METHOD_PREFIX } from './kit/renamed-methods.ts';
import { logRequests } from './kit/request-log.ts';
import { traceRequests } from './kit/request-trace.ts';
import { createRouter } from './kit/router.ts';
import { readYourWrites } from './kit/seen-commits.ts';
import { refuseInvalid } from './kit/validation.ts';
import { checkVersion } from './kit/version.ts';
import { addBrowserHeaders } from './pages.ts';
import { isServing } from './readiness.ts';
import { registerRoot } from './root.ts';
import { registerVerifier } from './verifier.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads the tokens of apps, and serves the pages where they are issued. */
export interface TokenIssuer {
  readonly tokens: Tokens;
  register(app: OpenAPIHono<AppEnv>): void;
}

const NO_TOKENS: Tokens = {
  async callerOf() {
    throw new Problem('invalid_token');
  },
};

/** The operations and pages that a bank serves. */
export interface ServedRoutes {
  readonly operations: readonly Operation[];
  /** Add pages that browsers show. */
  readonly pages: readonly ((app: OpenAPIHono<AppEnv>, deps: Deps) => void)[];
  /** Null: every token is refused. */
  readonly issuer: ((parts: BankDeps) => TokenIssuer) | null;
  /** Additions of subjects to operations of the core. */
  readonly extensions: readonly BankExtension[];
}

/** Creates the application, which does not listen on a port yet. */
export function createApp(parts: AppDeps, served: ServedRoutes): OpenAPIHono<AppEnv> {
  const operationIds = new Set(served.operations.map(({ operationId }) => operationId));
  const extended = { ...parts, extensions: served.extensions };
  const issuer = served.issuer?.(extended) ?? null;
  const deps: Deps = { ...extended, operationIds, tokens: issuer?.tokens ?? NO_TOKENS };
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: refuseInvalid,
    strict: false,
    router: createRouter(),
  });
  app.use(identify);
  app.use(addAgeHeader(deps));
  app.use(checkVersion);
  app.use(addBrowserHeaders(deps.config));
  const warnOfProxy = warnOfUnknownProxies(deps.config, deps.log);
  app.use((c, next) => {
    warnOfProxy(c);
    return next();
  });
  // Before the limit per address: a browser's preflight request carries no credential that could be
  // counted.
  app.use('/v1/*', allowRegisteredOrigins(deps));
  const gate = createRateGate(deps.config.rateLimits, deps.config, (c) =>
    hasValidCredential(c, deps),
  );
  app.use(gate.byAddress);
  app.use(refuseRepeatedHeaders);
  if (deps.tracing) app.use('/v1/*', traceRequests(deps.tracing));
  app.use('/v1/*', deps.metrics.timeRequest);
  app.use('/v1/*', compressReads);
  app.use('/v1/*', logRequests(deps));
  app.use('/v1/*', readYourWrites(deps));
  app.use('/v1/*', refusePrototypeParameter);
  const { limitBody, requireJson } = createBodyRules(served.operations);
  app.use('/v1/*', limitBody);
  app.use('/v1/*', requireJson);
  app.use('/v1/*', dropTypeOfEmptyBody);
  for (const operation of served.operations) operation.register(app, deps, gate);
  registerDocs(app, requireOperator(deps, gate));
  registerDocumentation(app);
  registerVerifier(app);
  registerErrorPages(app);
  issuer?.register(app);
  registerRoot(app, deps);
  for (const register of served.pages) register(app, deps);
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const state = await deps.readiness(c.req.query('verbose') !== undefined);
    return c.json(state, isServing(state) ? 200 : 503);
  });
  app.notFound((c) => answerProblem(c, createAddressProblem(c, app)));
  app.onError((error, c) => answerProblem(c, toProblem(error, c, deps)));
  return app;
}

/** Gives every request an id: the one that the caller sent, when it is well-formed. */
const identify: MiddlewareHandler<AppEnv> = async (c, next) => {
  const sentId = c.req.header('x-request-id');
  c.set('requestId', sentId && /^[\w.:-]{1,128}$/.test(sentId) ? sentId : mint('request'));
  c.set('caller', null);
  c.set('route', null);
  c.set('operationId', null);
  c.set('rate', null);
  await next();
  setAnswerHeader(c, 'X-Request-Id', c.get('requestId'));
  // Answers are about money, and some show a key once: no cache on the way may keep them.
  if (c.req.path.startsWith('/v1/')) setAnswerHeader(c, 'Cache-Control', 'no-store');
};

/** States the age of the data in each answer of a process that follows the writer. */
const addAgeHeader =
  ({ readAgeMs }: Deps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next();
    const age = readAgeMs?.() ?? 'current';
    if (age === 'current') return;
    setAnswerHeader(c, 'Kontor-Age', age === 'unknown' ? age : String(Math.round(age) / 1_000));
  };

/**
 * Headers that identify the caller or make a request happen once. They are refused when repeated,
 * because intermediaries differ in which of two values they read.
 */
const SINGLE_HEADERS = new Set(['authorization', 'content-type', 'idempotency-key', 'if-match']);

const refuseRepeatedHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { rawHeaders } = (c.env as HttpBindings).incoming;
  const seenNames = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seenNames.has(name)) {
      const errors = [{ pointer: name, code: 'invalid_parameter', message: 'Sent twice.' }];
      throw new Problem('invalid_parameter', `The request has the header ${name} twice.`, {
        errors,
      });
    }
    seenNames.add(name);
  }
  await next();
};

/** Refuses a query parameter `__proto__`, which schemas drop without an error. */
const refusePrototypeParameter: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.url.includes('?') && new URL(c.req.url).searchParams.has('__proto__')) {
    const message = 'This operation does not know the parameter; leave it out.';
    const errors = [{ pointer: '__proto__', code: 'unknown_field', message }];
    throw new Problem('invalid_parameter', undefined, { errors });
  }
  await next();
};

/** Rules for request bodies: JSON of the usual length, unless an operation declares otherwise. */
function createBodyRules(operations: readonly Operation[]) {
  const maxBytesByRoute = new Map(
    operations.flatMap(({ path, maxBytes }) =>
      maxBytes === undefined ? [] : [[path, maxBytes] as const],
    ),
  );
  const uploads = new Set(operations.flatMap(({ path, takesForm }) => (takesForm ? [path] : [])));
  const isUpload = (c: Context<AppEnv>) => c.req.method === 'POST' && uploads.has(c.req.path);

  const requireJson: MiddlewareHandler<AppEnv> = async (c, next) => {
    const type = c.req.header('content-type');
    const encoding = c.req.header('content-encoding');
    if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) {
      const headers = { 'accept-encoding': 'identity' };
      const detail = 'The bank accepts no compressed body: send it without a Content-Encoding.';
      throw new Problem('unsupported_media_type', detail, { headers });
    }
    // The content type of a form is checked after the caller is authenticated.
    if (isUpload(c)) return next();
    if (type !== undefined && !/^application\/json\s*(;\s*[\w-]+=[^;]+)*$/i.test(type)) {
      throw new Problem('unsupported_media_type');
    }
    const charset = /;\s*charset="?([^";\s]+)/i.exec(type ?? '')?.[1] ?? 'utf-8';
    if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
      throw new Problem('unsupported_media_type', 'JSON is UTF-8: send no other charset.');
    }
    const length = c.req.header('content-length');
    if (type === undefined && length !== undefined && length !== '0') {
      throw new Problem('unsupported_media_type');
    }
    await next();
  };

  /**
   * A body with a stated length is refused by that length; a body without one is counted while it
   * is read.
   */
  const limitBody: MiddlewareHandler<AppEnv> = (c, next) => {
    // A form has a limit of its own.
    if (isUpload(c)) return next();
    const max = maxBytesByRoute.get(c.req.path) ?? MAX_BODY_BYTES;
    const length = c.req.header('content-length');
    if (length !== undefined) return Number(length) > max ? refuseTooLarge(max) : next();
    if (c.req.header('transfer-encoding') === undefined) return next();
    return bodyLimit({ maxSize: max, onError: () => refuseTooLarge(max) })(c, next);
  };

  return { requireJson, limitBody };
}

/**
 * Removes the content type of a request without a body, because many clients send one with every
 * request.
 */
const dropTypeOfEmptyBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  const length = c.req.header('content-length') ?? '0';
  const isEmpty = length === '0' && c.req.header('transfer-encoding') === undefined;
  if (isEmpty && c.req.method !== 'GET' && c.req.header('content-type') !== undefined) {
    const headers = new Headers(c.req.raw.headers);
    headers.delete('content-type');
    c.req.raw = new Request(c.req.raw.url, { method: c.req.method, headers });
  }
  await next();
};

function refuseTooLarge(max: number): never {
  throw new Problem(
    'payload_too_large',
    `The body exceeds ${max} bytes, the maximum of this operation.`,
  );
}

function answerProblem(c: Context<AppEnv>, problem: Problem): Response {
  return problemResponse(c, problem, c.get('requestId'));
}

function createAddressProblem(c: Context<AppEnv>, app: OpenAPIHono<AppEnv>): Problem {
  const served = app.routes.filter(({ method, path }) => {
    return method !== 'ALL' && matches(path, c.req.path);
  });
  if (served.length === 0 && !c.req.method.startsWith(RENAMED_METHOD_PREFIX))
    return new Problem('not_found');
  const methods = new Set(served.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size === 0) for (const method of ['GET', 'HEAD', 'POST']) methods.add(method);
  const allow = [...methods].join(', ');
  return new Problem(
    'method_not_allowed',
    `This path does not support ${c.req.method}; it supports ${allow}.`,
    { headers: { allow } },
  );
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const segments = path.replace(/\/$/, '').split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, index) =>
      part.startsWith(':') ? segments[index] !== '' : part === segments[index],
    )
  );
}

/**
 * A refusal is answered as it is; a fault is logged with its cause and answered with a request id.
 */
function toProblem(error: Error, c: Context<AppEnv>, deps: Deps): Problem {
  if (error instanceof Refusal) return refusalProblem(error);
  if (error instanceof Problem) {
    if (error.cause)
      deps.log.error(
        { requestId: c.get('requestId'), err: error },
        'a request failed: a dependency did not respond',
      );
    return error;
  }
  // The client disconnected within its body, which is no fault of the bank.
  if (isHangUp(c, error)) return new Problem('malformed_json');
  if (error instanceof HTTPException) {
    return new Problem(error.status === 415 ? 'unsupported_media_type' : 'malformed_json');
  }
  if (error instanceof DatabaseUnreachable || error instanceof NotTheWriter) {
    return new Problem('ledger_unavailable', error.message, { retryAfterSeconds: 1 });
  }
  if (isOutage(error)) {
    deps.log.error(
      { requestId: c.get('requestId'), err: error },
      'a request failed: the ledger database cannot be written',
    );
    return new Problem('ledger_unavailable', undefined, { retryAfterSeconds: 1 });
  }
  deps.log.error(
    { requestId: c.get('requestId'), path: c.req.path, err: error },
    'a request failed with an internal fault',
  );
  return new Problem('internal_error');
}

function isHangUp(c: Context<AppEnv>, error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' && c.req.raw.signal.aborted;
}
