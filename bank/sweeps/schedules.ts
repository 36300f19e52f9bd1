// Has every scheduled payment a workflow that shows how it stands. The row is the queue: what has
// changed since it was shown is told to its workflow, or a workflow is started, at a pace that
// leaves the machine to payments. Whatever dies on the way, the row is still to be shown.

import { setImmediate as turn } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Ledger } from '../../db/ledger.ts';
import {
  countCarried,
  forgetShownSchedules,
  listCarried,
  listUnshown,
  readStory,
  type Unshown,
} from '../../db/schedules/story.ts';
import { scheduleWorkflowId } from '../../ledger/workflow-id.ts';
import { nudge } from '../../workflows/carried.ts';
import { CHECK_AGAIN } from '../../workflows/messages.ts';

export interface ScheduleShowDeps {
  readonly ledger: Ledger;
  readonly client: Client;
  readonly log: Logger;
  readonly consoleUrl?: string | null;
  /** Workflows that are started or told in a second; left out: 25. */
  readonly perSecond?: number;
  /** Milliseconds between two comparisons with what Temporal runs; left out: 30 seconds. */
  readonly compareEveryMs?: number;
}

/** Ten thousand take about seven minutes; each costs some 15 ms of processor time. */
const PER_SECOND = 25;
/** A lone change is shown at once. */
const AFTER_COMMIT_MS = 25;
const EVERY_MS = 1_000;
/** One that changes all the time, as under a test clock, hears of several changes at once. */
const TOGETHER_MS = 1_000;
/**
 * A workflow that was told and has not looked is told again so much later; and Temporal's lists
 * have it by then.
 */
const AGAIN_MS = 30_000;
const COMPARE_EVERY_MS = 30_000;
/**
 * Ten thousand take Temporal seconds to list, in which nobody is told, and while they are told the
 * numbers differ each time: no more than a twentieth of the time is for comparing.
 */
const COMPARED_APART = 20;
/** Workflows without a row that are told to look in one comparison; they end then. */
const ORPHANS = 100;
const AT_ONCE = 4;
const PAGE = 500;

export function startScheduleShows(deps: ScheduleShowDeps): { stop(): void } {
  const { ledger, client, log, consoleUrl = null, perSecond = PER_SECOND } = deps;
  const place = { client, taskQueue: ledger.taskQueue, eager: false, consoleUrl };
  const compare = comparison(deps);
  const told = new Map<string, { readonly changes: number; readonly at: number }>();
  let tokens = perSecond;
  let countedAt = performance.now();
  let after = '';
  let isBusy = false;
  let isStopped = false;
  let soon: NodeJS.Timeout | null = null;

  function takeTokens(): number {
    const now = performance.now();
    tokens = Math.min(perSecond, tokens + ((now - countedAt) / 1_000) * perSecond);
    countedAt = now;
    return Math.floor(tokens);
  }

  function isTold({ id, changes }: Unshown): boolean {
    const last = told.get(id);
    if (last === undefined) return false;
    const sinceMs = performance.now() - last.at;
    return sinceMs < (last.changes < changes ? TOGETHER_MS : AGAIN_MS);
  }

  async function tell(row: Unshown): Promise<void> {
    const story = readStory(ledger, row.id);
    if (story === null) return;
    told.set(row.id, { changes: row.changes, at: performance.now() });
    tokens -= 1;
    try {
      await nudge(place, 'schedule', story);
    } catch (error) {
      told.delete(row.id);
      throw error;
    }
  }

  /** Some of them, in turn; returns false when none is left to be told now. */
  async function tellSome(): Promise<boolean> {
    const most = takeTokens();
    if (most < 1) return false;
    const rows = listUnshown(ledger, { after, limit: PAGE });
    const due = rows.filter((row) => !isTold(row)).slice(0, Math.min(most, AT_ONCE));
    const isWhole = rows.length < PAGE;
    if (due.length > 0) after = due.at(-1)?.id ?? '';
    else if (!isWhole) after = rows.at(-1)?.id ?? '';
    else if (after === '') return false;
    else after = '';
    await Promise.all(due.map(tell));
    return true;
  }

  async function pass(): Promise<void> {
    if (isBusy || isStopped) return;
    isBusy = true;
    try {
      while (!isStopped && (await tellSome()));
      for (const [id, { at }] of told) if (performance.now() - at > AGAIN_MS) told.delete(id);
      await compare((id) => told.has(id));
    } catch (error) {
      // Temporal is away: the rows stay, and so does the duty.
      log.debug({ cause: String(error) }, 'schedules were not shown; the next pass tries again');
    } finally {
      isBusy = false;
    }
  }

  const timer = setInterval(() => void pass(), EVERY_MS);
  void pass();
  ledger.database.onCommit(() => {
    if (soon !== null || isStopped) return;
    soon = setTimeout(() => {
      soon = null;
      void pass();
    }, AFTER_COMMIT_MS);
  });
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
      if (soon !== null) clearTimeout(soon);
    },
  };
}

/**
 * Compares what runs in Temporal with the rows: a Temporal that lost its database, or whose
 * workflow was terminated, gets a workflow again for each that it lacks.
 */
function comparison({ ledger, client, log, compareEveryMs = COMPARE_EVERY_MS }: ScheduleShowDeps) {
  const type = 'WorkflowType = "schedule" AND ExecutionStatus = "Running"';
  const query = `${type} AND TaskQueue = "${ledger.taskQueue}"`;
  let compareAt = Number.NEGATIVE_INFINITY;

  async function readRunning(): Promise<Set<string>> {
    const running = new Set<string>();
    for await (const { workflowId } of client.workflow.list({ query, pageSize: PAGE })) {
      running.add(workflowId);
    }
    return running;
  }

  async function forgetMissing(
    running: Set<string>,
    isTold: (id: string) => boolean,
  ): Promise<number> {
    let count = 0;
    for (let after = ''; ; ) {
      const ids = listCarried(ledger, { after, limit: PAGE });
      const missing = ids.filter((id) => !running.delete(scheduleWorkflowId(id)) && !isTold(id));
      if (missing.length > 0) await ledger.run(forgetShownSchedules, missing);
      count += missing.length;
      if (ids.length < PAGE) return count;
      after = ids.at(-1) ?? '';
      await turn();
    }
  }

  return async (isTold: (id: string) => boolean): Promise<void> => {
    const began = performance.now();
    if (began < compareAt) return;
    const { count } = await client.workflow.count(query);
    if (count !== countCarried(ledger)) {
      const running = await readRunning();
      const missing = await forgetMissing(running, isTold);
      if (missing > 0) log.info({ schedules: missing }, 'schedules have no workflow; starting it');
      // Over, or moved to another ledger: each looks at its row and completes.
      for (const workflowId of [...running].slice(0, ORPHANS)) {
        await client.workflow.getHandle(workflowId).signal(CHECK_AGAIN).catch(ignoreEnded);
      }
    }
    const endedAt = performance.now();
    compareAt = endedAt + Math.max(compareEveryMs, COMPARED_APART * (endedAt - began));
  };
}

/** It completed between the list and the message. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
