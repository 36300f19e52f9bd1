// Makes one run: a bank, a load, the planned faults one after another, and the verdict. At the end it
// ends all processes, also when the run fails.

import { spawn } from 'node:child_process';
import { closeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientLog, createClientLog } from './client-log.ts';
import { closeBooks } from './closing.ts';
import { type HookLoad, startHookLoad } from './hooks/load.ts';
import { createInstance, type Instance, killLeftovers, listLeftovers, ROOT } from './instance.ts';
import type { Verdict } from './judge.ts';
import { type Load, startLoad } from './load.ts';
import { type Fault, type FaultKind, hasDecisions, planFaults, type TestbedName } from './plan.ts';
import { createRandom } from './random.ts';
import { startClockLoad } from './sides/clock.ts';
import { type SideLoad, startSideLoad } from './sides/load.ts';
import { type Reviewer, startReviewer } from './sides/reviewer.ts';
import { createSplitTestbed } from './split-testbed.ts';
import { createSupervisedTestbed } from './supervised-testbed.ts';
import type { Testbed } from './testbed.ts';

export interface RunOptions {
  readonly kills: number;
  readonly seed: number;
  /** Null for a mixture of all kinds. */
  readonly kinds: readonly FaultKind[] | null;
  readonly secondsBetween: number;
  readonly clients: number;
  readonly accounts: number;
  readonly database: 'sqlite' | 'postgres';
  /** When it is aborted, no further fault strikes, and the run is judged. */
  readonly stopSignal?: AbortSignal;
  readonly say: (line: string) => void;
}

export interface Recovery {
  readonly kind: FaultKind;
  /** Milliseconds from the death to a posted transfer that was requested after it. */
  readonly ms: number;
}

export interface Report extends Verdict {
  /** False when the run was aborted; its figures then prove nothing. */
  readonly judged: boolean;
  /** Number of faults. */
  readonly faults: number;
  /** Number of acknowledged requests. */
  readonly acknowledged: number;
  /** Number of requests without an answer, except for refused connections. */
  readonly lostAnswers: number;
  /** Number of kinds of work that had not ended 90 s after the last fault. */
  readonly stuck: number;
  /** Texts of all deviations. */
  readonly problems: readonly string[];
  readonly recoveries: readonly Recovery[];
  readonly counts: ClientLog['counts'];
  /** Number of requests that were sent twice, and of those whose answer was cut off. */
  readonly duplicates: { readonly sent: number; readonly cut: number };
  readonly seconds: number;
  /** Folder of the kept log, ledger and output, or null when there is no deviation. */
  readonly keptIn: string | null;
}

const STARTS_WITHIN_MS = 180_000;
const RECOVERS_WITHIN_MS = 90_000;
const GONE_WITHIN_MS = 3_000;

/** Runs the plan of a seed against a new bank. */
export async function runCrash(options: RunOptions): Promise<Report> {
  const startedAt = performance.now();
  const plan = planFaults(options);
  const instance = await createInstance(options);
  const log = createClientLog(join(instance.workDir, 'client-log.jsonl'));
  const giveUp = new AbortController();
  const runner = createTestbedRunner(instance, log);
  const recoveries: Recovery[] = [];
  let verdict: (Verdict & { readonly stuck: number }) | null = null;
  let faultCount = 0;
  let load: Load | null = null;
  let sideLoad: SideLoad | null = null;
  let hooks: HookLoad | null = null;
  let reviewer: Reviewer | null = null;
  try {
    await runner.enter(plan[0]?.testbed ?? 'supervised');
    const commonFields = { ...options, url: instance.url, log, giveUp: giveUp.signal };
    load = await startLoad(commonFields);
    const operatorKey = hasDecisions(plan) ? instance.operatorKey : null;
    const side = await startSideLoad({ ...commonFields, operatorKey });
    sideLoad = side;
    reviewer = startReviewer({
      ...commonFields,
      operatorKey: instance.operatorKey,
      suspect: side.suspect,
    });
    const clock = await startClockLoad(commonFields);
    hooks = await startHookLoad(commonFields);
    options.say('the load runs: injecting faults');
    const strike = { ...options, runner, load, hooks, log, recoveries };
    for await (const count of injectFaults(plan, strike)) faultCount = count;
    options.say('all faults injected: waiting for open work');
    const random = createRandom(options.seed, 'closing');
    const loads = { load, side, clock, hooks };
    const hasTemporalHistory = !plan.some(({ kind }) => kind === 'temporal-deleted');
    verdict = await closeBooks(instance, loads, log, {
      random,
      hasTemporalHistory,
      say: options.say,
    });
    options.say(`  ${reviewer.countApproved()} ordinary payments were held and approved`);
    load.http.close();
    await runner.leave();
    for (const line of await listSurvivors(instance)) log.reportProblem(`left running: ${line}`);
    await verifyBooks(instance, log);
  } catch (error) {
    log.reportProblem(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    giveUp.abort(new Error('the run is over'));
    runner.release();
    await reviewer?.stop();
    await killLeftovers(instance);
    await hooks?.close();
    await log.close();
    closeSync(instance.output);
    instance.postgres?.stop();
  }
  const isClean = log.problems.length === 0;
  if (isClean) rmSync(instance.workDir, { recursive: true, force: true });
  return {
    ...(verdict ?? { lost: 0, duplicated: 0, centsOff: 0, stuck: 0 }),
    judged: verdict !== null,
    faults: faultCount,
    acknowledged:
      countAcknowledged(log) +
      (sideLoad?.acts.filter((act) => act.posted).length ?? 0) +
      (sideLoad?.batches.length ?? 0),
    lostAnswers: load?.clients.countLostAnswers() ?? 0,
    problems: log.problems,
    recoveries,
    counts: log.counts,
    duplicates: load?.clients.duplicates ?? { sent: 0, cut: 0 },
    seconds: Math.round((performance.now() - startedAt) / 1000),
    keptIn: isClean ? null : instance.workDir,
  };
}

const countAcknowledged = (log: ClientLog) =>
  [...log.operations.values()].filter((operation) => operation.acknowledged).length;

/** Runs one testbed at a time: `enter` stops the current testbed and starts another one. */
function createTestbedRunner(instance: Instance, log: ClientLog) {
  let testbed: Testbed | null = null;
  let name: TestbedName | null = null;

  function createTestbed(name: TestbedName): Testbed {
    if (name === 'supervised') return createSupervisedTestbed(instance, log.reportProblem);
    return createSplitTestbed(
      instance,
      name === 'alone' ? ['all'] : ['bank', 'training'],
      log.reportProblem,
    );
  }

  return {
    name: () => name,
    async enter(testbedName: TestbedName): Promise<void> {
      await testbed?.stop();
      testbed = createTestbed(testbedName);
      name = testbedName;
      await testbed.start();
      await waitUntilReady(instance);
    },
    strike: async (fault: Fault, next: Fault | null) =>
      (await testbed?.strike(fault, next)) ?? performance.now(),
    leave: async () => testbed?.stop(),
    release: () => testbed?.release(),
  };
}

async function waitUntilReady({ url }: Instance): Promise<void> {
  const until = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > until) throw new Error(`not ready in ${STARTS_WITHIN_MS} ms`);
    await sleep(50);
  }
}

interface StrikeDeps {
  readonly runner: ReturnType<typeof createTestbedRunner>;
  readonly load: Load;
  readonly hooks: HookLoad;
  readonly log: ClientLog;
  readonly recoveries: Recovery[];
  readonly stopSignal?: AbortSignal | undefined;
  readonly say: (line: string) => void;
}

/** Yields the number of faults after each fault. */
async function* injectFaults(plan: readonly Fault[], deps: StrikeDeps): AsyncGenerator<number> {
  const { runner, load, hooks, log, stopSignal, say } = deps;
  for (const [index, fault] of plan.entries()) {
    // A fault for which the bank was already restarted strikes in any case.
    if (stopSignal?.aborted && !fault.overtakes) return;
    if (runner.name() !== fault.testbed) {
      await runner.enter(fault.testbed);
      await waitForRecovery(load);
    }
    await sleep(fault.waitMs);
    const clockTime = new Date().toISOString().slice(11, 19);
    const struckAt = performance.now();
    const strike = { from: struckAt, to: Number.POSITIVE_INFINITY };
    hooks.strikes.push(strike);
    const next = plan[index + 1];
    const diedAt = await runner.strike(fault, next?.overtakes ? next : null);
    yield index + 1;
    const label = (fault.failPoint ?? fault.kind).padEnd(18);
    // The bank may reach a fail point long after it was started with it.
    const waited = fault.failPoint ? `, passed after ${Math.round(diedAt - struckAt)} ms` : '';
    const line = `${clockTime} kill ${String(index + 1).padStart(3)}/${plan.length} ${label}${waited}`;
    if (next?.overtakes) {
      say(`${line} the next fault comes before the recovery`);
      continue;
    }
    const ms = Math.round((await waitForRecovery(load)) - diedAt);
    for (const strike of hooks.strikes) strike.to = Math.min(strike.to, performance.now());
    deps.recoveries.push({ kind: fault.kind, ms });
    say(`${line} a transfer worked after ${ms} ms; ${log.operations.size} requests so far`);
  }
}

/** Resolves with the time once a transfer is posted that was requested after the call. */
async function waitForRecovery(load: Load): Promise<number> {
  const timeout = new AbortController();
  const limit = sleep(RECOVERS_WITHIN_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`no transfer worked within ${RECOVERS_WITHIN_MS} ms`);
  });
  limit.catch(() => undefined);
  try {
    await Promise.race([load.probe(), limit]);
    return performance.now();
  } finally {
    timeout.abort();
  }
}

/** Returns the processes that still run after a short wait for killed ones. */
async function listSurvivors(instance: Instance): Promise<string[]> {
  const until = performance.now() + GONE_WITHIN_MS;
  while (listLeftovers(instance).length > 0 && performance.now() < until) await sleep(50);
  return listLeftovers(instance);
}

/** Runs `npm run verify` on the data of the run. */
async function verifyBooks(instance: Instance, log: ClientLog): Promise<void> {
  const script = join(ROOT, 'scripts', 'verify.ts');
  const args = [script, instance.dataDir];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...instance.env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) log.reportProblem(`npm run verify ended with ${code}:\n${output}`);
}
