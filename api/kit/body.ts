// Checks the body of a request before its schema: it must be present when required, valid UTF-8,
// and JSON that all parsers read in the same way.

import { isUtf8 } from 'node:buffer';
import type { RouteConfig } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './context.ts';
import { type FieldError, Problem } from './errors.ts';
import { findJsonFault } from './json-text.ts';

const JSON_TYPE = 'application/json';
const EMPTY_BODY = '{}';

/** Whether a route requires a JSON body, allows one, or takes none. */
export type BodyRule = 'required' | 'optional' | 'none';

/** Returns the rule of a route. A body without required fields is optional. */
export function bodyRuleOf(route: RouteConfig): BodyRule {
  const media = route.request?.body?.content[JSON_TYPE];
  const schema = media && 'schema' in media ? media.schema : null;
  if (!(schema instanceof z.ZodType)) return 'none';
  return schema.safeParse({}).success ? 'optional' : 'required';
}

/** Reads the body once and keeps its text for the schema. */
export function readBody(rule: BodyRule): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (rule === 'none') return next();
    if (c.req.header('content-type') === undefined) {
      // A chunked body has no stated length, but must not count as empty.
      if (c.req.header('transfer-encoding') !== undefined)
        throw new Problem('unsupported_media_type');
      if (rule === 'required') throw new Problem('body_required');
      const headers = new Headers(c.req.raw.headers);
      headers.set('content-type', JSON_TYPE);
      c.req.raw = new Request(c.req.raw.url, { method: c.req.method, headers, body: EMPTY_BODY });
      return next();
    }
    const bytes = await c.req.arrayBuffer();
    if (rule === 'optional' && decodeText(bytes).trim() === '') {
      keepText(c, EMPTY_BODY);
      return next();
    }
    const { text, inexact } = checkText(bytes);
    if (inexact) c.set('inexact', inexact);
    keepText(c, text);
    await next();
  };
}

/**
 * Refuses a number that a double cannot represent. Called after the schema, which has its own
 * message for numbers above the maximum of a field.
 * @throws Problem when there is such a number
 */
export function refuseInexactNumber(inexact: FieldError | null | undefined): void {
  if (inexact) throw new Problem('validation_failed', undefined, { errors: [inexact] });
}

/**
 * Returns the bytes of a required body, for an operation that checks the body itself.
 * @throws Problem body_required or unsupported_media_type
 */
export async function readBodyBytes(c: Context<AppEnv>): Promise<ArrayBuffer> {
  if (c.req.header('content-type') === undefined) {
    const isChunked = c.req.header('transfer-encoding') !== undefined;
    throw new Problem(isChunked ? 'unsupported_media_type' : 'body_required');
  }
  return c.req.arrayBuffer();
}

/**
 * Returns the text of a body, and the first number in it that a double cannot represent, or null.
 * Checks, without parsing, that all parsers read the text in the same way.
 * @throws Problem that names the fault of the body
 */
export function checkText(bytes: ArrayBuffer): {
  readonly text: string;
  readonly inexact: FieldError | null;
} {
  const text = decodeText(bytes);
  if (text.trim() === '') throw new Problem('body_required');
  const fault = findJsonFault(text);
  if (fault && fault.code !== 'number_not_exact') {
    throw new Problem('malformed_json', fault.message, { errors: [fault] });
  }
  if (!fault) return { text, inexact: null };
  const { isDeferred: isLast = false, ...inexact } = fault;
  if (!isLast) refuseInexactNumber(inexact);
  return { text, inexact };
}

/** Stores the text for all later readers of the body. Hono expects a promise here. */
function keepText(c: Context<AppEnv>, text: string): void {
  c.req.bodyCache = { text: Promise.resolve(text) as unknown as string };
}

function decodeText(bytes: ArrayBuffer): string {
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not valid UTF-8.');
  return new TextDecoder().decode(bytes);
}
