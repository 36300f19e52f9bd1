// The end of a run: waits until every request is settled, every hold has ended and every
// transaction is final; then reads the evidence while the bank still runs.

import { setTimeout as sleep } from 'node:timers/promises';
import { chainIsAtRest } from './chain-closing.ts';
import { type ClientLog, isFinalOutcome, type Operation } from './client-log.ts';
import { findOpenHooks, hookEvidence, judgeHooks } from './hooks/judge.ts';
import type { HookLoad } from './hooks/load.ts';
import type { Instance } from './instance.ts';
import { type Evidence, judge, type Verdict } from './judge.ts';
import {
  countOpen,
  countUnstarted,
  namedWorkflows,
  readLedger,
  waitingIds,
} from './ledger-snapshot.ts';
import type { Load } from './load.ts';
import type { Random } from './random.ts';
import { type ClockLoad, judgeClock } from './sides/clock.ts';
import { judgeSide, openSchedules, sideEvidence } from './sides/judge.ts';
import type { SideLoad } from './sides/load.ts';
import { openTemporal, type TemporalView } from './temporal-view.ts';

const REPEATED_AT_END = 200;
const SETTLED_WITHIN_MS = 90_000;
const WORTH_SAYING_S = 2;

interface Loads {
  readonly load: Load;
  readonly side: SideLoad;
  readonly clock: ClockLoad;
  readonly hooks: HookLoad;
}

/** Waits until all work is finished, and judges it. */
export async function closeBooks(
  instance: Instance,
  { load, side, clock, hooks }: Loads,
  log: ClientLog,
  options: {
    readonly random: Random;
    /** False when Temporal lost its database during the run. */
    readonly remembers: boolean;
    readonly say: (line: string) => void;
  },
): Promise<Verdict & { readonly stuck: number }> {
  let stuck = 0;
  const waitWithin = async (...[label, look]: Parameters<typeof waitForRest>) => {
    const missing = await waitForRest(label, look);
    if (missing === null) return;
    stuck += 1;
    log.problem(missing);
  };
  const time = async (label: string, work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    const seconds = Math.round((performance.now() - began) / 1000);
    if (seconds >= WORTH_SAYING_S) options.say(`  ${label}: ${seconds} s`);
  };
  await time('requests in hand answered', async () => {
    await Promise.all([load.stop(), side.stop(), clock.stop(), hooks.stop()]);
  });
  await time('requests whose answer was lost repeated', () => settleAbandoned(instance, load));
  await time('answered requests repeated', () => repeatSome(load, log, options.random));
  const temporal = await openTemporal(instance.temporalPort);
  try {
    await time('every hold has its workflow', () =>
      checkHoldWorkflows(instance, temporal, waitWithin),
    );
    await time('every hold ended', () => endHolds(load, log));
    await time('every date has run', () => checkDatesRan(instance, waitWithin));
    await time('everything final', () => checkAllFinal(instance, waitWithin));
    await time('every message delivered', () => checkHooksDelivered(instance, hooks, waitWithin));
    await time('everything on the chain', () =>
      waitWithin('the chain to be at rest', () => chainIsAtRest(instance).catch(String)),
    );
    await time('every workflow completed', () =>
      waitWithin('every workflow to be completed', temporal.whatIsOpen),
    );
    await time('everything has its workflow', () =>
      waitWithin('every transaction to have its workflow', async () => {
        const missing = countUnstarted(instance.dataDir);
        if (missing > 0) return `${missing} transactions have none`;
        const completed = options.remembers ? await temporal.listCompleted() : null;
        const lost = namedWorkflows(instance.dataDir).filter((id) => completed?.has(id) === false);
        return lost.length === 0 ? null : `${lost.length} have not run, ${lost[0]} among them`;
      }),
    );
    for (const line of await temporal.whatFailed()) log.problem(line);
  } finally {
    await temporal.close();
  }
  for (const { outcome, key } of log.operations.values()) {
    // No fault of this suite makes a transaction impossible to book.
    if (outcome === 'failed') log.problem(`${key}: given up as failed`);
  }
  const verdict = judge(await readEvidence(instance, load, log), log.problem);
  const sideVerdict = judgeSide(sideEvidence(instance.dataDir, side), log.problem);
  options.say(`  ${hooks.receivers.arrivals.length} messages came to two receivers of webhooks`);
  const atomicCount = side.batches.filter(({ mode }) => mode === 'atomic').length;
  options.say(`  ${side.batches.length} batches judged, ${atomicCount} of them atomic`);
  const { models, canaries, assessments } = side.rounds;
  const logCount = (count: number, label: string) =>
    count > 0 && options.say(`  ${count} ${label}`);
  logCount(models.count, 'models trained and put into production');
  logCount(canaries.count, 'models went through a canary or were taken back');
  logCount(assessments.count, 'customers assessed');
  options.say(`  ${clock.countReached()} days of a test clock judged`);
  const driven = judgeClock(instance.dataDir, clock, log.problem);
  const received = judgeHooks(hookEvidence(instance.dataDir, hooks), log.problem);
  return {
    lost: verdict.lost + sideVerdict.lost + driven.lost + received.lost,
    duplicated:
      verdict.duplicated + sideVerdict.duplicated + driven.duplicated + received.duplicated,
    centsOff: verdict.centsOff + sideVerdict.centsOff + driven.centsOff,
    stuck,
  };
}

/**
 * Settles abandoned requests: their outcome is unknown, and a repetition with the key returns it or
 * carries the request out.
 */
async function settleAbandoned({ dataDir }: Instance, { clients, bank }: Load): Promise<void> {
  const ids = new Map(readLedger(dataDir, bank.tenantId).map((row) => [row.key, row.id]));
  for (const operation of clients.abandoned) {
    const id = ids.get(operation.key);
    // Another id in the answer would be a second transaction with the same key.
    if (id !== undefined) operation.ids.add(id);
    await clients.ask(operation);
  }
}

async function repeatSome({ clients }: Load, log: ClientLog, random: Random): Promise<void> {
  const isAtRest = ({ outcome }: Operation) =>
    outcome === 'held' || (isFinalOutcome(outcome) && outcome !== 'refused');
  const known = [...log.operations.values()].filter(isAtRest);
  for (const operation of random.shuffle(known).slice(0, REPEATED_AT_END)) {
    clients.duplicates.sent += 1;
    await clients.ask(operation);
  }
}

/** Every waiting hold needs a running workflow, also after Temporal lost its data. */
async function checkHoldWorkflows(
  { dataDir }: Instance,
  temporal: TemporalView,
  within: WaitWithin,
): Promise<void> {
  await within('every hold to have its workflow', async () => {
    const loneWorkflows: string[] = [];
    for (const id of waitingIds(dataDir)) if (!(await temporal.watches(id))) loneWorkflows.push(id);
    return loneWorkflows.length === 0 ? null : `nobody waits with ${loneWorkflows.join(', ')}`;
  });
}

function checkAllFinal({ dataDir }: Instance, within: WaitWithin): Promise<void> {
  return within('everything to be final', async () => {
    const open = countOpen(dataDir);
    return open === 0 ? null : `${open} transactions are not final`;
  });
}

function checkDatesRan({ dataDir }: Instance, within: WaitWithin): Promise<void> {
  return within('every schedule to have run', async () => {
    const open = openSchedules(dataDir);
    return open === 0 ? null : `${open} schedules are still active`;
  });
}

/** A failed delivery may wait for minutes, so its owner requests it at once. */
function checkHooksDelivered(
  { dataDir }: Instance,
  hooks: HookLoad,
  within: WaitWithin,
): Promise<void> {
  return within('every message to be delivered', async () => {
    const open = findOpenHooks(dataDir);
    if (open !== null) await hooks.hurry();
    return open;
  });
}

async function endHolds({ clients }: Load, log: ClientLog): Promise<void> {
  const heldOperations = [...log.operations.values()].filter(({ outcome }) => outcome === 'held');
  for (const [index, operation] of heldOperations.entries()) {
    await clients.act(operation, index % 2 === 0 ? 'capture' : 'cancel', null);
    if (!isFinalOutcome(operation.outcome)) await clients.ask(operation);
  }
}

type WaitWithin = (label: string, look: () => Promise<string | null>) => Promise<void>;

/**
 * @param look returns null once the condition is met, otherwise the missing part as text
 * @returns null once the condition holds, or the label after the time limit
 */
async function waitForRest(
  label: string,
  look: () => Promise<string | null>,
): Promise<string | null> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const missing = await look();
    if (missing === null) return null;
    if (performance.now() > until) {
      return `waited ${SETTLED_WITHIN_MS / 1000} s for ${label}: ${missing}`;
    }
    await sleep(200);
  }
}

interface Account {
  readonly id: string;
  readonly balance: { readonly posted: number; readonly held: number };
}

async function readEvidence({ dataDir }: Instance, load: Load, log: ClientLog): Promise<Evidence> {
  const balances = new Map<string, number>();
  for (const id of load.bank.accountIds) {
    const { balance } = await load.http.read<Account>(`/v1/accounts/${id}`);
    balances.set(id, balance.posted);
    if (balance.held !== 0) log.problem(`${id} still holds ${balance.held}`);
  }
  return { operations: log.operations, rows: readLedger(dataDir, load.bank.tenantId), balances };
}
