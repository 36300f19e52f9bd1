// Repeats the answer to a request with an Idempotency-Key where the ledger does not bind the key
// itself: keys of developers, and what operators do. The answer is written after the act, so a
// crash between the two lets the same request act again.

import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AnswerKey } from '../../db/platform/answers.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';
import { idempotencyKey, requestHash } from './request-key.ts';

/** True for the operations whose answers are kept here. */
export function isReplayed(method: string, path: string): boolean {
  if (method.toUpperCase() !== 'POST' || path.endsWith('/reverse')) return false;
  if (path === '/v1/developer/keys/claim') return false;
  return path.startsWith('/v1/developer/keys') || path.startsWith('/v1/ops/');
}

/** Passed after the body was read and before anything is done. */
export function replay(deps: Deps): MiddlewareHandler<AppEnv> {
  const running = new Map<string, Promise<void>>();
  return async (c, next) => {
    const asked = await askedOf(c);
    if (asked === null) return next();
    const id = contextOf(asked);
    // Of the same request at the same time, one acts and the others hear its answer.
    for (let other = running.get(id); other; other = running.get(id)) await other;
    const found = deps.platform.findAnswer(asked);
    if (found) {
      if (!found.requestHash.equals(asked.requestHash)) throw new Problem('idempotency_key_reused');
      const body = deps.seal.open(found.sealedBody, id);
      const headers = { 'content-type': 'application/json', 'Idempotency-Replayed': 'true' };
      return c.body(body, found.status as ContentfulStatusCode, headers);
    }
    let done = () => {};
    const promise = new Promise<void>((resolve) => {
      done = resolve;
    });
    running.set(id, promise);
    try {
      await next();
      if (c.res.status >= 300) return;
      const sealedBody = deps.seal.seal(await c.res.clone().text(), id);
      await deps.platform.keepAnswer({ ...asked, sealedBody, status: c.res.status });
    } finally {
      running.delete(id);
      done();
    }
  };
}

async function askedOf(c: Context<AppEnv>): Promise<AnswerKey | null> {
  const key = idempotencyKey(c);
  const caller = c.get('caller');
  if (key === null || caller === null) return null;
  const owner = caller.kind === 'operator' ? caller.operatorId : caller.tenantId;
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text || '{}');
  } catch {
    return null; // the schema says what is wrong with it
  }
  return { owner, operation: `POST ${c.req.path}`, key, requestHash: requestHash(body) };
}

function contextOf({ owner, operation, key }: AnswerKey): string {
  return `answer/${JSON.stringify([owner, operation, key])}`;
}
