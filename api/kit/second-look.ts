// What another process has committed a moment ago may not be in the copy that this one reads. So
// before it says that something does not exist, it hears of all commits and looks once more.

import type { Context, Next } from 'hono';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';
import { developerWithin } from './move.ts';

type Handler = (c: Context<AppEnv>, next: Next) => Promise<Response>;

const NOT_FOUND = /_not_found$/;

/**
 * The handler of a developer's operation. A Problem that something is not found comes from a read,
 * before anything is written: acts see everything that is committed, and refuse by a Refusal.
 */
export function withSecondLook<H>(deps: Deps, handler: H): H {
  const run = handler as Handler;
  const looking: Handler = async (c, next) => {
    try {
      return await run(c, next);
    } catch (error) {
      const within = developerWithin(c.get('caller'));
      const isMissing = error instanceof Problem && NOT_FOUND.test(error.code);
      if (within === null || !isMissing) throw error;
      const { database } = deps.desks[within.environment].of(within).ledger;
      if (!database.hearsOthers) throw error;
      await database.catchUp();
      return run(c, next);
    }
  };
  return looking as H;
}
