// Read your writes: an answer names the newest commits of its process (`Kontor-Commit`), and a
// request with that header waits until its process has these commits too. On files, the only
// process has every commit.

import type { MiddlewareHandler } from 'hono';
import { DatabaseUnreachable } from '../../db/kernel/database-unreachable.ts';
import { partsOf, type SeenCommits, type VisibleLedgers } from '../../db/postgres/seen-commits.ts';
import type { Caller } from '../../identity/caller.ts';
import { setAnswerHeader } from './answer-header.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';

const HEADER = 'Kontor-Commit';
const EXPECTED = `The header ${HEADER} takes the value of an earlier answer, unchanged.`;

/** Returns the middleware that waits for the commits of `Kontor-Commit`. */
export function readYourWrites({ seen = null }: Pick<Deps, 'seen'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const position = c.req.header(HEADER);
    if (position !== undefined) await requireSeen(seen, position);
    await next();
    const caller = c.get('caller');
    const isPublicRead = caller === null && c.req.method === 'GET';
    if (seen !== null && !isPublicRead)
      setAnswerHeader(c, HEADER, seen.text(visibleLedgersOf(caller)));
  };
}

async function requireSeen(commits: SeenCommits | null, position: string): Promise<void> {
  if (partsOf(position) === null) {
    const errors = [{ pointer: HEADER, code: 'invalid_parameter', message: EXPECTED }];
    throw new Problem('invalid_parameter', EXPECTED, { errors });
  }
  const reach = (await commits?.reach(position).catch(throwBehind)) ?? 'here';
  if (reach === 'lost') throw new Problem('commit_lost');
}

function throwBehind(error: unknown): never {
  if (!(error instanceof DatabaseUnreachable)) throw error;
  throw new Problem('replica_behind', undefined, { retryAfterSeconds: 1, cause: error });
}

/** Returns the ledgers whose commits a caller may see: for a developer, one environment. */
function visibleLedgersOf(caller: Caller | null): VisibleLedgers {
  const within = caller?.kind === 'customer' ? caller.within : caller;
  return within?.kind === 'developer' ? within.environment : 'all';
}
