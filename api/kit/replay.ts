// Repeats the answer to a request with an Idempotency-Key when its act does not bind the key itself
// (`bindsKey` of a route). The answer is stored after the act, so after a crash in between, the
// same request acts again. Requests that create objects or move money therefore bind their key in
// their own transaction.

import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AnswerKey, StoredAnswer } from '../../db/platform/answers.ts';
import type { Caller } from '../../identity/caller.ts';
import { readClientAddress } from './address.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';
import { hashRequest, readIdempotencyKey } from './request-key.ts';

/** Middleware that runs after the body was read and before the act. */
export function replay(deps: Deps): MiddlewareHandler<AppEnv> {
  const running = new Map<string, Promise<void>>();
  function repeatAnswer(
    c: Context<AppEnv>,
    { sealedBody, status }: StoredAnswer,
    id: string,
  ): Response {
    const body = deps.seal.open(sealedBody, id);
    const headers = { 'content-type': 'application/json', 'Idempotency-Replayed': 'true' };
    return c.body(body, status as ContentfulStatusCode, headers);
  }
  return async (c, next) => {
    const answerKey = await readAnswerKey(c, readClientAddress(c, deps.config));
    if (answerKey === null) return next();
    const id = contextOf(answerKey);
    // Of concurrent identical requests, one acts and the others get its answer.
    for (let earlier = running.get(id); earlier; earlier = running.get(id)) await earlier;
    let finish = () => {};
    const promise = new Promise<void>((resolve) => {
      finish = resolve;
    });
    running.set(id, promise);
    try {
      const answer = await deps.platform.findAfterCatchUp(() =>
        deps.platform.findAnswer(answerKey),
      );
      if (answer) {
        if (answer.requestHash.equals(answerKey.requestHash)) return repeatAnswer(c, answer, id);
        throw new Problem('idempotency_key_reused');
      }
      await next();
      if (c.res.status >= 300) return;
      const sealedBody = deps.seal.seal(await c.res.clone().text(), id);
      await deps.platform.keepAnswer({ ...answerKey, sealedBody, status: c.res.status });
    } finally {
      running.delete(id);
      finish();
    }
  };
}

async function readAnswerKey(
  c: Context<AppEnv>,
  address: string | null,
): Promise<AnswerKey | null> {
  const key = readIdempotencyKey(c);
  if (key === null) return null;
  const text = await c.req.text();
  let hash: Buffer;
  try {
    hash = hashRequest(JSON.parse(text || '{}'));
  } catch {
    // Not JSON, or with a number that a double cannot represent: the schema reports the fault.
    return null;
  }
  const owner = ownerOf(c.get('caller'), address, hash);
  return { owner, operation: `POST ${c.req.path}`, key, requestHash: hash };
}

/** Without a credential, only the same request from the same address gets the stored answer. */
function ownerOf(caller: Caller | null, address: string | null, hash: Buffer): string {
  if (caller === null) return `public/${address}/${hash.toString('hex')}`;
  if (caller.kind === 'customer') return `${caller.within.tenantId}/${caller.customerId}`;
  return caller.kind === 'operator' ? caller.operatorId : caller.tenantId;
}

function contextOf({ owner, operation, key }: AnswerKey): string {
  return `answer/${JSON.stringify([owner, operation, key])}`;
}
