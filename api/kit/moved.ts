// Answers about a developer who was moved to another ledger while the request was under way. What
// was read in the old one may be half of it or nothing, so it is no answer: the same request is
// answered by the new one.

import type { MiddlewareHandler } from 'hono';
import { hasLeft } from '../../db/moves/reads.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem, problemResponse } from './errors.ts';

const DETAIL = 'The developer was moved to another ledger of the bank: send the request again.';

/** Puts the answer right where the developer has left the ledger that it was made from. */
export function inItsLedger({ desks }: Pick<Deps, 'desks'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const caller = c.get('caller');
    const within = caller?.kind === 'customer' ? caller.within : caller;
    if (within?.kind !== 'developer') return;
    const inAll = desks[within.environment];
    if (inAll.all.length === 1) return;
    // What was written before the move has come along, and its answer is as it was.
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (c.res.status < 400 && !isRead) return;
    if (!hasLeft(inAll.of(within).ledger, within.tenantId)) return;
    const problem = new Problem('ledger_unavailable', DETAIL, { retryAfterSeconds: 1 });
    c.res = undefined;
    c.res = problemResponse(c, problem, c.get('requestId'));
  };
}
