// Read your writes: an answer names the newest commits of its process (`Kontor-Commit`), and a
// request with that header waits until its process has these commits too. On files, the only
// process has every commit.

import type { MiddlewareHandler } from 'hono';
import { NotHeard } from '../../db/kernel/unread.ts';
import { partsOf, type SeenCommits, type Sight } from '../../db/postgres/seen.ts';
import type { Caller } from '../../identity/caller.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';
import { setAnswerHeader } from './mark.ts';

const HEADER = 'Kontor-Commit';
const FORM = `The header ${HEADER} takes the value of an earlier answer, unchanged.`;

/** Returns the middleware that waits for the commits of `Kontor-Commit`. */
export function readYourWrites({ seen = null }: Pick<Deps, 'seen'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const asked = c.req.header(HEADER);
    if (asked !== undefined) await requireSeen(seen, asked);
    await next();
    const caller = c.get('caller');
    const isPublicRead = caller === null && c.req.method === 'GET';
    if (seen !== null && !isPublicRead) setAnswerHeader(c, HEADER, seen.text(sightOf(caller)));
  };
}

async function requireSeen(seen: SeenCommits | null, asked: string): Promise<void> {
  if (partsOf(asked) === null) {
    const errors = [{ pointer: HEADER, code: 'invalid_parameter', message: FORM }];
    throw new Problem('invalid_parameter', FORM, { errors });
  }
  const reached = (await seen?.reach(asked).catch(throwBehind)) ?? 'here';
  if (reached === 'lost') throw new Problem('commit_lost');
}

function throwBehind(error: unknown): never {
  if (!(error instanceof NotHeard)) throw error;
  throw new Problem('replica_behind', undefined, { retryAfterSeconds: 1, cause: error });
}

/** Returns the commits that a caller may see: a developer those of one environment. */
function sightOf(caller: Caller | null): Sight {
  const within = caller?.kind === 'customer' ? caller.within : caller;
  return within?.kind === 'developer' ? within.environment : 'all';
}
