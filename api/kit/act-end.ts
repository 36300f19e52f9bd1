// How an act of an operator ended that got no answer: the marks of the databases say what was
// written as part of it. Settled at once after a fault, and at the start after a bank that ended.

import type { Logger } from 'pino';
import { isMarked } from '../../db/kernel/open-act.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { OpenAct } from '../../db/platform/acts.ts';
import { isGone } from '../../identity/operator-acts.ts';
import type { Platform } from '../../identity/platform.ts';

export interface ActRoom {
  readonly platform: Pick<Platform, 'acts'>;
  /** Of both environments. */
  readonly ledgers: readonly Pick<Ledger, 'name' | 'database'>[];
}

/** A workflow does what these ask for: without a mark it is unknown whether it has. */
const BY_WORKFLOW = new Set([
  'cancelTransactionAsOperator',
  'releaseHoldAsOperator',
  'retryWorkAsOperator',
  'endWorkAsOperator',
]);
/** These have several commits: a mark says that one of them was there. */
const IN_PARTS = new Set(['closeWork', 'endWorkAsOperator']);

/** No request lives so long: what is open longer has no process. */
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

/** Which databases have something that was written as part of the act. */
export function findMarked({ platform, ledgers }: ActRoom, actId: string): string[] {
  const names = ledgers.filter(({ database }) => isMarked(database, actId)).map(({ name }) => name);
  return platform.acts.isMarked(actId) ? ['platform', ...names] : names;
}

function outcomeOf(action: string, written: readonly string[]): Outcome {
  const operationId = action.slice(PREFIX.length);
  if (written.length === 0) return BY_WORKFLOW.has(operationId) ? 'unknown' : 'not_done';
  return IN_PARTS.has(operationId) ? 'unknown' : 'done';
}

/**
 * Writes how an act ended, from what the databases say of it.
 * @param when at which occasion, and why nothing else says it
 */
export async function settleAct(
  room: ActRoom,
  { id, action }: Pick<OpenAct, 'id' | 'action'>,
  when: Readonly<Record<string, string>>,
): Promise<void> {
  const written = findMarked(room, id);
  const outcome = outcomeOf(action, written);
  const detail = { outcome, meaning: MEANING[outcome], written, ...when };
  await room.platform.acts.end(id, 'settled', detail);
}

/** Settles what was left open by a process that has ended, or longer than a request lives. */
export async function settleActs(room: ActRoom, now: number, when: string): Promise<number> {
  const left = room.platform.acts
    .open(PER_ROUND)
    .filter((act) => act.at < now - ABANDONED_MS || (when === 'start' && isGone(act)));
  for (const act of left) await settleAct(room, act, { settledAt: when });
  return left.length;
}

/** Goes round until it is stopped. */
export function startActRound(room: ActRoom, log: Logger): { stop(): void } {
  const timer = setInterval(() => {
    settleActs(room, Date.now(), 'round').catch((err: unknown) => {
      log.warn({ err }, 'acts that were left open were not settled; the next round does it');
    });
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
