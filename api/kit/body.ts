// The body of a request, before any schema sees it: there when it has to be, text in UTF-8, JSON
// that everybody reads alike.

import { isUtf8 } from 'node:buffer';
import type { RouteConfig } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './context.ts';
import { Problem } from './errors.ts';
import { findJsonFault } from './json-text.ts';

const JSON_TYPE = 'application/json';
const EMPTY = '{}';

/** What a route takes: a JSON body that has to be there, one that may be left out, or none. */
export type BodyRule = 'required' | 'optional' | 'none';

/** A body of which every field may be left out may be left out itself. */
export function bodyRuleOf(route: RouteConfig): BodyRule {
  const media = route.request?.body?.content[JSON_TYPE];
  const schema = media && 'schema' in media ? media.schema : null;
  if (!(schema instanceof z.ZodType)) return 'none';
  return schema.safeParse({}).success ? 'optional' : 'required';
}

/** Reads the body once and leaves it to the schema as text. */
export function readBody(rule: BodyRule): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (rule === 'none') return next();
    if (c.req.header('content-type') === undefined) {
      // A body without a stated length may be one all the same: it is never read as an empty one.
      if (c.req.header('transfer-encoding') !== undefined)
        throw new Problem('unsupported_media_type');
      if (rule === 'required') throw new Problem('body_required');
      const headers = new Headers(c.req.raw.headers);
      headers.set('content-type', JSON_TYPE);
      c.req.raw = new Request(c.req.raw.url, { method: c.req.method, headers, body: EMPTY });
      return next();
    }
    const text = textOf(await c.req.arrayBuffer());
    if (text.trim() === '') {
      if (rule === 'required') throw new Problem('body_required');
      keepText(c, EMPTY);
      return next();
    }
    const fault = findJsonFault(text);
    if (fault?.code === 'duplicate_name') {
      throw new Problem('malformed_json', fault.message, { errors: [fault] });
    }
    if (fault) throw new Problem('validation_failed', undefined, { errors: [fault] });
    keepText(c, text);
    await next();
  };
}

/** For whoever asks for the body from now on; the declared type leaves the promise out. */
function keepText(c: Context<AppEnv>, text: string): void {
  c.req.bodyCache = { text: Promise.resolve(text) as unknown as string };
}

function textOf(bytes: ArrayBuffer): string {
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not valid UTF-8.');
  return new TextDecoder().decode(bytes);
}
