// Ends a run: waits until every request is settled, every hold has ended and every transaction is
// final, and then reads the evidence while the bank still runs.

import { setTimeout as sleep } from 'node:timers/promises';
import { findOpenChainWork } from './chain-closing.ts';
import { type ClientLog, isFinalOutcome, type Operation } from './client-log.ts';
import { findOpenHooks, judgeHooks, readHookEvidence } from './hooks/judge.ts';
import type { HookLoad } from './hooks/load.ts';
import type { Instance } from './instance.ts';
import { type Evidence, judge, type Verdict } from './judge.ts';
import {
  countOpen,
  countUnstarted,
  listNamedWorkflows,
  listWaitingIds,
  readLedger,
} from './ledger-snapshot.ts';
import type { Load } from './load.ts';
import type { Random } from './random.ts';
import { type ClockLoad, judgeClock } from './sides/clock.ts';
import { countActiveSchedules, judgeSide, readSideEvidence } from './sides/judge.ts';
import type { SideLoad } from './sides/load.ts';
import { openTemporal, type TemporalView } from './temporal-view.ts';

const REPEATED_AT_END = 200;
const SETTLED_WITHIN_MS = 90_000;
const MIN_REPORTED_SECONDS = 2;

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
    readonly hasTemporalHistory: boolean;
    readonly say: (line: string) => void;
  },
): Promise<Verdict & { readonly stuck: number }> {
  let stuck = 0;
  const waitWithin = async (...[label, findMissing]: Parameters<typeof waitForRest>) => {
    const missing = await waitForRest(label, findMissing);
    if (missing === null) return;
    stuck += 1;
    log.reportProblem(missing);
  };
  const timeStep = async (label: string, work: () => Promise<void>) => {
    const startedAt = performance.now();
    await work();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (seconds >= MIN_REPORTED_SECONDS) options.say(`  ${label}: ${seconds} s`);
  };
  await timeStep('requests in progress answered', async () => {
    await Promise.all([load.stop(), side.stop(), clock.stop(), hooks.stop()]);
  });
  await timeStep('requests whose answer was lost repeated', () => settleAbandoned(instance, load));
  await timeStep('answered requests repeated', () => repeatSome(load, log, options.random));
  const temporal = await openTemporal(instance.temporalPort);
  try {
    await timeStep('every hold has its workflow', () =>
      checkHoldWorkflows(instance, temporal, waitWithin),
    );
    await timeStep('every hold ended', () => endHolds(load, log));
    await timeStep('every date has run', () => checkDatesRan(instance, waitWithin));
    await timeStep('everything final', () => checkAllFinal(instance, waitWithin));
    await timeStep('every message delivered', () =>
      checkHooksDelivered(instance, hooks, waitWithin),
    );
    await timeStep('everything on the chain', () =>
      waitWithin('the chain to be at rest', () => findOpenChainWork(instance).catch(String)),
    );
    await timeStep('every workflow completed', () =>
      waitWithin('every workflow to be completed', temporal.describeOpen),
    );
    await timeStep('everything has its workflow', () =>
      waitWithin('every transaction to have its workflow', async () => {
        const missing = countUnstarted(instance.dataDir);
        if (missing > 0) return `${missing} transactions have none`;
        const completed = options.hasTemporalHistory ? await temporal.listCompleted() : null;
        const lost = listNamedWorkflows(instance.dataDir).filter(
          (id) => completed?.has(id) === false,
        );
        return lost.length === 0 ? null : `${lost.length} have not run, ${lost[0]} among them`;
      }),
    );
    for (const line of await temporal.listFailed()) log.reportProblem(line);
  } finally {
    await temporal.close();
  }
  for (const { outcome, key } of log.operations.values()) {
    // No fault of this suite makes a transaction impossible to book.
    if (outcome === 'failed') log.reportProblem(`${key}: given up as failed`);
  }
  const verdict = judge(await readEvidence(instance, load, log), log.reportProblem);
  const sideVerdict = judgeSide(readSideEvidence(instance.dataDir, side), log.reportProblem);
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
  const clockVerdict = judgeClock(instance.dataDir, clock, log.reportProblem);
  const hookVerdict = judgeHooks(readHookEvidence(instance.dataDir, hooks), log.reportProblem);
  return {
    lost: verdict.lost + sideVerdict.lost + clockVerdict.lost + hookVerdict.lost,
    duplicated:
      verdict.duplicated +
      sideVerdict.duplicated +
      clockVerdict.duplicated +
      hookVerdict.duplicated,
    centsOff: verdict.centsOff + sideVerdict.centsOff + clockVerdict.centsOff,
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
    // An answer with another id would name a second transaction with the same key.
    if (id !== undefined) operation.ids.add(id);
    await clients.sendUntilFinal(operation);
  }
}

async function repeatSome({ clients }: Load, log: ClientLog, random: Random): Promise<void> {
  const hasRow = ({ outcome }: Operation) =>
    outcome === 'held' || (isFinalOutcome(outcome) && outcome !== 'refused');
  const known = [...log.operations.values()].filter(hasRow);
  for (const operation of random.shuffle(known).slice(0, REPEATED_AT_END)) {
    clients.duplicates.sent += 1;
    await clients.sendUntilFinal(operation);
  }
}

/** Every waiting hold needs a running workflow, also after Temporal lost its data. */
async function checkHoldWorkflows(
  { dataDir }: Instance,
  temporal: TemporalView,
  waitWithin: WaitWithin,
): Promise<void> {
  await waitWithin('every hold to have its workflow', async () => {
    const holdsWithoutWorkflow: string[] = [];
    for (const id of listWaitingIds(dataDir))
      if (!(await temporal.isRunning(id))) holdsWithoutWorkflow.push(id);
    return holdsWithoutWorkflow.length === 0
      ? null
      : `nobody waits with ${holdsWithoutWorkflow.join(', ')}`;
  });
}

function checkAllFinal({ dataDir }: Instance, waitWithin: WaitWithin): Promise<void> {
  return waitWithin('everything to be final', async () => {
    const open = countOpen(dataDir);
    return open === 0 ? null : `${open} transactions are not final`;
  });
}

function checkDatesRan({ dataDir }: Instance, waitWithin: WaitWithin): Promise<void> {
  return waitWithin('every schedule to have run', async () => {
    const open = countActiveSchedules(dataDir);
    return open === 0 ? null : `${open} schedules are still active`;
  });
}

/** A failed delivery may wait for minutes, so its owner requests it at once. */
function checkHooksDelivered(
  { dataDir }: Instance,
  hooks: HookLoad,
  waitWithin: WaitWithin,
): Promise<void> {
  return waitWithin('every message to be delivered', async () => {
    const open = findOpenHooks(dataDir);
    if (open !== null) await hooks.retryWaiting();
    return open;
  });
}

async function endHolds({ clients }: Load, log: ClientLog): Promise<void> {
  const heldOperations = [...log.operations.values()].filter(({ outcome }) => outcome === 'held');
  for (const [index, operation] of heldOperations.entries()) {
    await clients.act(operation, index % 2 === 0 ? 'capture' : 'cancel', null);
    if (!isFinalOutcome(operation.outcome)) await clients.sendUntilFinal(operation);
  }
}

type WaitWithin = (label: string, findMissing: () => Promise<string | null>) => Promise<void>;

/**
 * @param findMissing returns null once the condition is met, otherwise the missing part as text
 * @returns null once the condition holds, or the label after the time limit
 */
async function waitForRest(
  label: string,
  findMissing: () => Promise<string | null>,
): Promise<string | null> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const missing = await findMissing();
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
    if (balance.held !== 0) log.reportProblem(`${id} still holds ${balance.held}`);
  }
  return { operations: log.operations, rows: readLedger(dataDir, load.bank.tenantId), balances };
}
