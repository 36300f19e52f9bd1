// Answers about a developer who was moved to another ledger while the request was under way. What
// was read in the old one may be half of it or nothing, so it is no answer: the same request is
// answered by the new one.

import type { MiddlewareHandler } from 'hono';
import type { Ledger } from '../../db/ledger.ts';
import { hasLeft } from '../../db/moves/reads.ts';
import type { Caller, DeveloperCaller } from '../../identity/caller.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem, problemResponse } from './errors.ts';

const DETAIL = 'The developer was moved to another ledger of the bank: send the request again.';

/** Puts the answer right where the developer has left the ledger that it was made from. */
export function inItsLedger({ desks }: Pick<Deps, 'desks'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const within = developerWithin(c.get('caller'));
    if (within === null) return;
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

/** The developer who calls, or whose customer does. */
export function developerWithin(caller: Caller | null): DeveloperCaller | null {
  const within = caller?.kind === 'customer' ? caller.within : caller;
  return within?.kind === 'developer' ? within : null;
}

/** By ledger the tenants whose arrival it has heard of. */
const heard = new WeakMap<Ledger, Set<string>>();

/**
 * The first request of a developer in a ledger of another database than the platform's waits until
 * this process has heard of all that was committed there: the platform may say that a developer
 * has arrived before the copy of the ledger has the rows.
 * @throws CommitFailed when that database does not answer
 */
export async function hearArrival({ desks, config }: Deps, caller: Caller): Promise<void> {
  if (Object.keys(config.databases).length === 0) return;
  const within = developerWithin(caller);
  if (within === null) return;
  const { ledger } = desks[within.environment].of(within);
  if (!ledger.database.hearsOthers) return;
  const known = heard.get(ledger) ?? new Set();
  heard.set(ledger, known);
  if (known.has(within.tenantId)) return;
  await ledger.database.write(() => {});
  known.add(within.tenantId);
}
