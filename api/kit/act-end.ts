// Closes acts of operators that ended without an answer: their outcome follows from the marks of
// their writes in the databases. An act is closed at once after a fault, or at the next start after
// its process ended.

import type { Logger } from 'pino';
import { hasActWritten } from '../../db/kernel/current-act.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { OpenAct } from '../../db/platform/acts.ts';
import { isGone } from '../../identity/operator-acts.ts';
import type { Platform } from '../../identity/platform.ts';

export interface ActStores {
  readonly platform: Pick<Platform, 'acts'>;
  /** The ledgers of both environments. */
  readonly ledgers: readonly Pick<Ledger, 'name' | 'database'>[];
}

/** Acts that a workflow executes. Without a mark, it is unknown whether the workflow has. */
const WORKFLOW_ACTS = new Set([
  'cancelTransactionAsOperator',
  'releaseHoldAsOperator',
  'retryWorkAsOperator',
  'endWorkAsOperator',
]);
/** Acts with several commits, of which a mark proves only one. */
const MULTI_COMMIT_ACTS = new Set(['closeWork', 'endWorkAsOperator']);

/** Longer than any request takes: the process of an act that is open longer has ended. */
const ABANDONED_MS = 10 * 60_000;
const MAX_PER_ROUND = 200;
const ROUND_MS = 60_000;

const PREFIX = 'ops.';

type Outcome = 'done' | 'not_done' | 'unknown';

const MEANINGS: Readonly<Record<Outcome, string>> = {
  done: 'It is written; no answer was sent.',
  not_done: 'Nothing of it is written.',
  unknown: 'It may be done, or a part of it: read its object.',
};

/** Returns the names of the databases with writes that belong to the act. */
export function findMarkedDatabases({ platform, ledgers }: ActStores, actId: string): string[] {
  const names = ledgers
    .filter(({ database }) => hasActWritten(database, actId))
    .map(({ name }) => name);
  return platform.acts.isMarked(actId) ? ['platform', ...names] : names;
}

function outcomeOf(action: string, databases: readonly string[]): Outcome {
  const operationId = action.slice(PREFIX.length);
  if (databases.length === 0) return WORKFLOW_ACTS.has(operationId) ? 'unknown' : 'not_done';
  return MULTI_COMMIT_ACTS.has(operationId) ? 'unknown' : 'done';
}

/**
 * Records the outcome of an act, as far as the databases show it.
 * @param context further fields of the audit entry: the occasion, or the code of the fault
 */
export async function closeAct(
  stores: ActStores,
  { id, action }: Pick<OpenAct, 'id' | 'action'>,
  context: Readonly<Record<string, string>>,
): Promise<void> {
  const databases = findMarkedDatabases(stores, id);
  const outcome = outcomeOf(action, databases);
  const detail = { outcome, meaning: MEANINGS[outcome], written: databases, ...context };
  await stores.platform.acts.end(id, 'settled', detail);
}

/**
 * Closes acts that are open longer than a request takes, and at a start also the acts of ended
 * processes. Returns the number of closed acts.
 */
export async function closeActs(stores: ActStores, now: number, occasion: string): Promise<number> {
  const actsToClose = stores.platform.acts
    .open(MAX_PER_ROUND)
    .filter((act) => act.at < now - ABANDONED_MS || (occasion === 'start' && isGone(act)));
  for (const act of actsToClose) await closeAct(stores, act, { settledAt: occasion });
  return actsToClose.length;
}

/** Closes open acts at regular intervals until it is stopped. */
export function startActRounds(stores: ActStores, log: Logger): { stop(): void } {
  const timer = setInterval(() => {
    closeActs(stores, Date.now(), 'round').catch((err: unknown) => {
      log.warn({ err }, 'open acts of operators were not closed; the next round tries again');
    });
  }, ROUND_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
