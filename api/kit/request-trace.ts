// Runs every request in a span of its trace when traces are configured.

import type { MiddlewareHandler } from 'hono';
import type { Tracing } from '../../bank/tracing/port.ts';
import type { AppEnv } from './context.ts';
import { developerIn } from './request-log.ts';

/** Returns the middleware that traces requests. */
export function traceRequests(tracing: Tracing): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const traceparent = c.req.header('traceparent') ?? null;
    const request = { method: c.req.method, requestId: c.get('requestId'), traceparent };
    return tracing.request(request, async () => {
      await next();
      const environment = developerIn(c)?.environment ?? null;
      return { status: c.res.status, route: c.get('route'), environment };
    });
  };
}
