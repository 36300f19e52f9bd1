// Determines the outcome of an operator's act without an answer, from the marks of its writes in
// the databases. An act is settled at once after a fault, or at the next start after its process
// ended.

import type { Logger } from 'pino';
import { isMarked } from '../../db/kernel/open-act.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { OpenAct } from '../../db/platform/acts.ts';
import { isGone } from '../../identity/operator-acts.ts';
import type { Platform } from '../../identity/platform.ts';

export interface ActStores {
  readonly platform: Pick<Platform, 'acts'>;
  /** The ledgers of both environments. */
  readonly ledgers: readonly Pick<Ledger, 'name' | 'database'>[];
}

/** Acts that a workflow executes. Without a mark, it is unknown whether the workflow did so. */
const BY_WORKFLOW = new Set([
  'cancelTransactionAsOperator',
  'releaseHoldAsOperator',
  'retryWorkAsOperator',
  'endWorkAsOperator',
]);
/** Acts with several commits, of which a mark proves only one. */
const IN_PARTS = new Set(['closeWork', 'endWorkAsOperator']);

/** Longer than any request takes: the process of an act that is open longer has ended. */
const ABANDONED_MS = 10 * 60_000;
const PER_ROUND = 200;
const EVERY_MS = 60_000;

const PREFIX = 'ops.';

type Outcome = 'done' | 'not_done' | 'unknown';

const MEANING: Readonly<Record<Outcome, string>> = {
  done: 'It is written; no answer was sent.',
  not_done: 'Nothing of it is written.',
  unknown: 'It may be done, or a part of it: read its object.',
};

/** Returns the names of the databases with writes that belong to the act. */
export function findMarked({ platform, ledgers }: ActStores, actId: string): string[] {
  const names = ledgers.filter(({ database }) => isMarked(database, actId)).map(({ name }) => name);
  return platform.acts.isMarked(actId) ? ['platform', ...names] : names;
}

function outcomeOf(action: string, databases: readonly string[]): Outcome {
  const operationId = action.slice(PREFIX.length);
  if (databases.length === 0) return BY_WORKFLOW.has(operationId) ? 'unknown' : 'not_done';
  return IN_PARTS.has(operationId) ? 'unknown' : 'done';
}

/**
 * Records the outcome of an act, as far as the databases show it.
 * @param when the occasion of the settlement, and why the outcome is not known otherwise
 */
export async function settleAct(
  stores: ActStores,
  { id, action }: Pick<OpenAct, 'id' | 'action'>,
  timeBounds: Readonly<Record<string, string>>,
): Promise<void> {
  const databases = findMarked(stores, id);
  const outcome = outcomeOf(action, databases);
  const detail = { outcome, meaning: MEANING[outcome], written: databases, ...timeBounds };
  await stores.platform.acts.end(id, 'settled', detail);
}

/** Settles the acts of ended processes, and acts that are open longer than a request takes. */
export async function settleActs(
  stores: ActStores,
  now: number,
  settledWhen: string,
): Promise<number> {
  const remaining = stores.platform.acts
    .open(PER_ROUND)
    .filter((act) => act.at < now - ABANDONED_MS || (settledWhen === 'start' && isGone(act)));
  for (const act of remaining) await settleAct(stores, act, { settledAt: settledWhen });
  return remaining.length;
}

/** Settles open acts at regular intervals until it is stopped. */
export function startActRound(stores: ActStores, log: Logger): { stop(): void } {
  const timer = setInterval(() => {
    settleActs(stores, Date.now(), 'round').catch((err: unknown) => {
      log.warn({ err }, 'acts that were left open were not settled; the next round does it');
    });
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
