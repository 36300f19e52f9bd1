// The copy that this process reads may lack the newest commits of other processes. Before a handler
// answers that an object does not exist, this process catches up with all commits and runs the
// handler again. When the database is unavailable or belongs to another bank, the answer is 503,
// because the object may exist.

import type { Context, Next } from 'hono';
import type { Ledger } from '../../db/ledger.ts';
import type { Caller, DeveloperCaller } from '../../identity/caller.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';

type Handler = (c: Context<AppEnv>, next: Next) => Promise<Response>;

const NOT_FOUND = /_not_found$/;

/**
 * Wraps the handler of an operation. A Problem about a missing object comes from a read before any
 * write: acts see all commits and throw a Refusal instead.
 */
export function retryAfterCatchUp<H>(deps: Deps, handler: H): H {
  const run = handler as Handler;
  const retrying: Handler = async (c, next) => {
    try {
      return await run(c, next);
    } catch (error) {
      const caller = c.get('caller');
      const isMissing = error instanceof Problem && NOT_FOUND.test(error.code);
      if (caller === null || !isMissing) throw error;
      const databases = [
        deps.platform,
        ...listLedgers(deps, caller).map(({ database }) => database),
      ];
      const followers = databases.filter(({ followsOtherProcesses }) => followsOtherProcesses);
      if (followers.length === 0) throw error;
      await Promise.all(followers.map((place) => place.catchUp()));
      return run(c, next);
    }
  };
  return retrying as H;
}

/** Returns the ledgers that may contain the object: for operators, those of both environments. */
function listLedgers({ environments }: Deps, caller: Caller): Ledger[] {
  const within = findDeveloper(caller);
  if (within !== null) return [environments[within.environment].ledger];
  return [environments.sandbox.ledger, environments.production.ledger];
}

/** Returns the calling developer, or the developer of the calling customer. */
function findDeveloper(caller: Caller): DeveloperCaller | null {
  const within = caller.kind === 'customer' ? caller.within : caller;
  return within.kind === 'developer' ? within : null;
}
