// Ensures that the workflow of each schedule shows its current state in Temporal. The rows are the
// queue: when a row has changed, its workflow is signalled or started, at a rate that leaves the
// machine to payments. A row that was not shown stays in the queue, whatever process dies.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Ledger } from '../../db/ledger.ts';
import {
  countShownSchedules,
  isAnyDue,
  listShownSchedules,
  listUnshown,
  markSchedulesUnshown,
  readSnapshot,
  type UnshownSchedule,
} from '../../db/schedules/schedule-snapshot.ts';
import { scheduleWorkflowId } from '../../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../../workflows/messages.ts';
import { signalWorkflow } from '../../workflows/record-workflows.ts';

export interface ScheduleShowDeps {
  readonly ledger: Ledger;
  readonly client: Client;
  readonly log: Logger;
  readonly consoleUrl?: string | null;
  /** Workflows that are started or signalled in a second; by default 25. */
  readonly perSecond?: number;
  /** Milliseconds between two comparisons with the workflows of Temporal; by default 30 seconds. */
  readonly compareEveryMs?: number;
}

/** 10,000 schedules take about seven minutes; each costs some 15 ms of processor time. */
const PER_SECOND = 25;
/**
 * Longest time for which payments that are due come before the workflows: a workflow costs as much
 * as ten payments. A test clock that is being moved may keep some due for longer.
 */
const PAYMENTS_FIRST_MS = 30_000;
/** Delay after a commit, so that a single change is shown soon. */
const AFTER_COMMIT_MS = 25;
const EVERY_MS = 1_000;
/** Minimum interval of signals to a schedule that changes constantly, as under a test clock. */
const MIN_INTERVAL_MS = 1_000;
/** Time after which a workflow that has not reacted to a signal is signalled again. */
const REPEAT_AFTER_MS = 30_000;
const COMPARE_EVERY_MS = 30_000;
/**
 * Comparisons take at most one twentieth of the time: listing 10,000 workflows takes Temporal
 * seconds, in which no schedule is shown.
 */
const MIN_INTERVAL_FACTOR = 20;
/** Maximum workflows without a row that one comparison signals, so that they complete. */
const MAX_ORPHANS = 100;
const CONCURRENT_STARTS = 4;
const PAGE_SIZE = 500;

/** Starts to show schedules in the background, until `stop` is called. */
export function startScheduleShows(deps: ScheduleShowDeps): { stop(): void } {
  const { ledger, client, log, consoleUrl = null, perSecond = PER_SECOND } = deps;
  const target = { client, taskQueue: ledger.taskQueue, eager: false, consoleUrl };
  const compare = createComparison(deps);
  const signalled = new Map<string, { readonly changes: number; readonly at: number }>();
  let tokens = perSecond;
  let countedAt = performance.now();
  let after = '';
  let dueSince: number | null = null;
  let isBusy = false;
  let isStopped = false;
  let commitTimer: NodeJS.Timeout | null = null;

  function arePaymentsFirst(): boolean {
    if (!isAnyDue(ledger, ledger.now())) dueSince = null;
    else dueSince ??= performance.now();
    return dueSince !== null && performance.now() - dueSince < PAYMENTS_FIRST_MS;
  }

  function takeTokens(): number {
    const now = performance.now();
    tokens = Math.min(perSecond, tokens + ((now - countedAt) / 1_000) * perSecond);
    countedAt = now;
    return Math.floor(tokens);
  }

  function wasSignalled({ id, changes }: UnshownSchedule): boolean {
    const last = signalled.get(id);
    if (last === undefined) return false;
    const sinceMs = performance.now() - last.at;
    return sinceMs < (last.changes < changes ? MIN_INTERVAL_MS : REPEAT_AFTER_MS);
  }

  async function signal(row: UnshownSchedule): Promise<void> {
    const snapshot = readSnapshot(ledger, row.id);
    if (snapshot === null) return;
    signalled.set(row.id, { changes: row.changes, at: performance.now() });
    tokens -= 1;
    try {
      await signalWorkflow(target, 'schedule', snapshot);
    } catch (error) {
      signalled.delete(row.id);
      throw error;
    }
  }

  /** Signals the next schedules; returns false when none is left now. */
  async function signalSome(): Promise<boolean> {
    const max = takeTokens();
    if (max < 1) return false;
    const rows = listUnshown(ledger, { after, limit: PAGE_SIZE });
    const dueRows = rows
      .filter((row) => !wasSignalled(row))
      .slice(0, Math.min(max, CONCURRENT_STARTS));
    const isLastPage = rows.length < PAGE_SIZE;
    if (dueRows.length > 0) after = dueRows.at(-1)?.id ?? '';
    else if (!isLastPage) after = rows.at(-1)?.id ?? '';
    else if (after === '') return false;
    else after = '';
    await Promise.all(dueRows.map(signal));
    return true;
  }

  async function pass(): Promise<void> {
    if (isBusy || isStopped) return;
    isBusy = true;
    try {
      while (!isStopped && !arePaymentsFirst() && (await signalSome()));
      for (const [id, { at }] of signalled)
        if (performance.now() - at > REPEAT_AFTER_MS) signalled.delete(id);
      if (!arePaymentsFirst()) await compare((id) => signalled.has(id));
    } catch (error) {
      // When Temporal is unreachable, the rows stay in the queue.
      log.debug({ cause: String(error) }, 'schedules were not shown; the next pass tries again');
    } finally {
      isBusy = false;
    }
  }

  const timer = setInterval(() => void pass(), EVERY_MS);
  void pass();
  ledger.database.onCommit(() => {
    if (commitTimer !== null || isStopped) return;
    commitTimer = setTimeout(() => {
      commitTimer = null;
      void pass();
    }, AFTER_COMMIT_MS);
  });
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
      if (commitTimer !== null) clearTimeout(commitTimer);
    },
  };
}

/**
 * Returns the step that compares the running workflows of Temporal with the rows. Rows whose
 * workflow is missing, because Temporal lost its database or it was terminated, return to the
 * queue.
 */
function createComparison({
  ledger,
  client,
  log,
  compareEveryMs = COMPARE_EVERY_MS,
}: ScheduleShowDeps) {
  const type = 'WorkflowType = "schedule" AND ExecutionStatus = "Running"';
  const query = `${type} AND TaskQueue = "${ledger.taskQueue}"`;
  let compareAt = Number.NEGATIVE_INFINITY;

  async function readRunning(): Promise<Set<string>> {
    const running = new Set<string>();
    for await (const { workflowId } of client.workflow.list({ query, pageSize: PAGE_SIZE })) {
      running.add(workflowId);
    }
    return running;
  }

  async function forgetMissing(
    running: Set<string>,
    wasSignalled: (id: string) => boolean,
  ): Promise<number> {
    let count = 0;
    for (let after = ''; ; ) {
      const ids = listShownSchedules(ledger, { after, limit: PAGE_SIZE });
      const missing = ids.filter(
        (id) => !running.delete(scheduleWorkflowId(id)) && !wasSignalled(id),
      );
      if (missing.length > 0) await ledger.run(markSchedulesUnshown, missing);
      count += missing.length;
      if (ids.length < PAGE_SIZE) return count;
      after = ids.at(-1) ?? '';
      await nextTurn();
    }
  }

  return async (wasSignalled: (id: string) => boolean): Promise<void> => {
    const startedAt = performance.now();
    if (startedAt < compareAt) return;
    const { count } = await client.workflow.count(query);
    if (count !== countShownSchedules(ledger)) {
      const running = await readRunning();
      const missing = await forgetMissing(running, wasSignalled);
      if (missing > 0) log.info({ schedules: missing }, 'schedules have no workflow; starting it');
      // Workflows without an open row: each reads its row and completes.
      for (const workflowId of [...running].slice(0, MAX_ORPHANS)) {
        await client.workflow.getHandle(workflowId).signal(CHECK_AGAIN).catch(ignoreEnded);
      }
    }
    const endedAt = performance.now();
    compareAt = endedAt + Math.max(compareEveryMs, MIN_INTERVAL_FACTOR * (endedAt - startedAt));
  };
}

/** Ignores workflows that completed between the list and the signal. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
