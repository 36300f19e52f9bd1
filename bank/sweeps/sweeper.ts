// The sweeper ensures that every transaction that is not final has a workflow, and that the
// permanent workflows run: after a crash between acceptance and start, a loss of Temporal's
// database, or a restored backup. Starting a workflow twice is harmless. The sweeps of the modules
// do the rest.

import type { Client } from '@temporalio/client';
import type { Rescreener } from '../../ai/screening/rescreen.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listMovingClocks } from '../../db/schedules/reads.ts';
import { listOverdueDated } from '../../db/transactions/future-dates.ts';
import type { UnstartedTransaction } from '../../db/transactions/port.ts';
import {
  isUnstarted,
  listAccepted,
  listConfirmed,
  listDecided,
  listOpenOrders,
  listOverdue,
  listTransferFacts,
  listUnstarted,
  listUnstartedOf,
  listUnstartedOwn,
  listWaiting,
  readStages,
} from '../../db/transactions/reads.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { MODULES } from '../../modules/contents.ts';
import type { Module } from '../../modules/module.ts';
import { APPROVAL, REVIEW } from '../../workflows/messages.ts';
import { ensureWorkflow, ensureWorkflows } from '../../workflows/record-workflows.ts';
import {
  ensurePermanent,
  type PermanentWorkflow,
  signalTransfer,
  startSettled,
  startTransfers,
  updateTransfer,
} from '../../workflows/start.ts';
import type { Config } from '../config/settings.ts';
import type { Step, SweepSteps, SweptParts } from './sweep-parts.ts';

export interface SweeperDeps extends Omit<SweptParts, 'target'> {
  readonly client: Client;
  /** True when this process is starting the workflow of the transaction. */
  readonly isStarting?: (transactionId: string) => boolean;
  /** Workflows to keep running. */
  readonly permanentWorkflows?: readonly PermanentWorkflow[];
  /** Modules whose sweeps run; by default all. */
  readonly modules?: readonly Module[];
  /** URL of the console of the environment; absent when unknown. */
  readonly consoleUrl?: string | null;
  /** Milliseconds between two passes; by default two seconds. */
  readonly everyMs?: number;
}

/** The automatic sweeps that the settings enable. */
export function sweptLists(
  { amlMonitor, screening }: Pick<Config, 'amlMonitor' | 'screening'>,
  tools: Rescreener,
): Pick<SweeperDeps, 'monitored' | 'rescreens'> {
  return {
    ...(amlMonitor === 'daily' ? { monitored: tools.parties } : {}),
    ...(screening.rescreening === 'auto' ? { rescreens: tools } : {}),
  };
}

export interface Sweeper {
  /** Runs one pass; returns the number of workflows that it started or ensured. */
  sweep(): Promise<number>;
  stop(): void;
}

const EVERY_MS = 2_000;
/** Time for a dispatcher to start the workflows of its accepted transactions. */
const LEASE_MS = 5_000;
const PAGE_SIZE = 256;
/** Maximum waiting transactions in one pass; 10,000 take five minutes. */
const WAITING_PER_PASS = 64;
/** Maximum transactions whose workflow gets a message in one pass. */
const MESSAGES_PER_PASS = 8;
/** Maximum payments waiting for a person that one pass reads; 10,000 take 40 seconds. */
const PERSON_ROWS_PER_PASS = 512;
/** Maximum settled rows without a workflow in one pass; more than one shared workflow has. */
const MAX_UNSTARTED = 2_048;
/** Maximum workflows of single transactions that one pass starts: 32 in a second. */
const SINGLES_PER_PASS = 64;
/** Time for a workflow to act on a message; otherwise it gets another in the next pass. */
const ANSWERS_WITHIN_MS = 2_000;
/** Interval of listing running workflows, which is expensive for Temporal. */
const LIST_RUNNING_EVERY_MS = 30_000;
const CLOCKS_PER_PASS = 64;
const PERMANENT_EVERY_MS = 10_000;
const PRUNE_EVERY_MS = 10_000;
const STEP_FAILED = 'a step of the sweeper failed; the next pass tries it again';
const LOG_EVERY_MS = 600_000;
/** Causes that are remembered. */
const MAX_CAUSES = 100;

/** Starts to sweep in the background. The first pass includes everything that a crash left. */
export function startSweeper(deps: SweeperDeps): Sweeper {
  const { ledger, client, log, consoleUrl = null } = deps;
  const starter = { client, taskQueue: ledger.taskQueue, eager: false, consoleUrl };
  const { modules = MODULES, ...parts } = deps;
  const swept = mergeSweeps(
    modules.map(({ sweeps }) => sweeps?.({ ...parts, target: starter }) ?? {}),
  );
  let leaseMs = 0;
  let cursor = '';
  let unstartedAfter = '';
  let decidedAfter = '';
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let permanentAt = Number.NEGATIVE_INFINITY;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  let isStopped = false;
  /** Slow steps that run. */
  const underWay = new Set<Step>();
  const failures = createFailureLog(deps.log);

  async function sweepAccepted(): Promise<number> {
    const acceptedBefore = Date.now() - leaseMs;
    let after = '';
    let count = 0;
    for (;;) {
      const ids = await listAccepted(ledger, { acceptedBefore, after, limit: PAGE_SIZE });
      const remaining = ids.filter((id) => !deps.isStarting?.(id));
      if (remaining.length > 0) {
        await startTransfers(starter, await listTransferFacts(ledger, remaining));
        log.info(
          { transactions: remaining.length },
          'the sweeper started workflows for accepted transactions that had none',
        );
      }
      count += remaining.length;
      after = ids.at(-1) ?? '';
      if (ids.length < PAGE_SIZE) return count;
    }
  }

  /**
   * Ensures workflows for overdue holds, which must have lost theirs. They do not wait for
   * `sweepWaiting`, which takes long with many holds and begins again at every restart.
   */
  async function sweepOverdue(): Promise<number> {
    const ids = await listOverdue(ledger, Date.now() - LEASE_MS, WAITING_PER_PASS);
    await ensureWorkflows(starter, 'transfer', ids);
    return ids.length;
  }

  /**
   * Signals the workflows of transactions that their customer confirmed, or whose value date has
   * begun, in case the process with the message or the timer died.
   */
  async function sweepConfirmed(): Promise<number> {
    const ids = await listToSignal(ledger);
    for (const id of ids) {
      await ensureWorkflow(starter, 'transfer', id);
      await signalTransfer(starter, id);
    }
    return ids.length;
  }

  /** Sends orders about holds to workflows, in case the process died before it sent them. */
  async function sweepOrdered(): Promise<number> {
    const orders = await listOpenOrders(ledger, Date.now() - LEASE_MS, MESSAGES_PER_PASS);
    const messages = orders.map(({ orderId, transactionId, act: name }) => {
      const answerBy = Date.now() + ANSWERS_WITHIN_MS;
      return updateTransfer(starter, { name, transactionId, args: [{ orderId }], answerBy });
    });
    await Promise.allSettled(messages);
    return orders.length;
  }

  /** Sends decisions of a second person to workflows, in case the process died before it did. */
  async function sweepDecided(): Promise<number> {
    const order = {
      before: Date.now() - LEASE_MS,
      after: decidedAfter,
      limit: PERSON_ROWS_PER_PASS,
    };
    const { decided, next } = await listDecided(ledger, order);
    const rows = decided.slice(0, MESSAGES_PER_PASS);
    decidedAfter = decided.length > rows.length ? (rows.at(-1)?.id ?? '') : next;
    const signals = rows.map(({ id, status }) =>
      updateTransfer(starter, {
        name: status === 'pending_review' ? REVIEW : APPROVAL,
        transactionId: id,
        answerBy: Date.now() + ANSWERS_WITHIN_MS,
      }),
    );
    // A workflow that cannot act now gets the message again in the next pass.
    await Promise.allSettled(signals);
    return rows.length;
  }

  /**
   * Starts workflows for settled transactions that got none, because the process died between
   * commit and start, or Temporal lost the start. A workflow whose rows continue after the page
   * waits for the next page.
   */
  async function sweepUnstarted(): Promise<number> {
    const before = Date.now() - LEASE_MS;
    const unstartedSingles = listUnstartedOwn(ledger, { before, limit: SINGLES_PER_PASS });
    for (const row of unstartedSingles) {
      await startLate(row.workflowId, () => (isUnstarted(ledger, row.id) ? [row] : []));
    }
    const order = { before, after: unstartedAfter, limit: MAX_UNSTARTED };
    const rows = listUnstarted(ledger, order);
    const names = [...new Set(rows.map(({ workflowId }) => workflowId))];
    if (rows.length === MAX_UNSTARTED && names.length > 1) names.pop();
    for (const workflowId of names) {
      // All transactions of one workflow start together, even those that are not late yet.
      await startLate(workflowId, () => listUnstartedOf(ledger, workflowId));
    }
    const count = names.length + unstartedSingles.length;
    // Begins again after the last page; started rows are no longer listed.
    unstartedAfter = rows.length === MAX_UNSTARTED ? (names.at(-1) ?? '') : '';
    if (count > 0)
      log.info(
        { workflows: count },
        'the sweeper started workflows for settled transactions that had none',
      );
    return count;
  }

  /** @param read lists the transactions of the workflow that no run of it has taken */
  async function startLate(
    workflowId: string,
    read: () => readonly UnstartedTransaction[],
  ): Promise<void> {
    const members = read();
    if (members.length === 0) return;
    const work = { workflowId, members, remark: 'and found by the sweeper' };
    if (await startSettled(starter, work)) return;
    // A running workflow of that id may be about to take them. A completed one that took none of
    // them belongs to the time before this ledger was restored from a backup.
    const { status } = await client.workflow.getHandle(workflowId).describe();
    if (status.name === 'RUNNING') return;
    const remaining = read();
    if (remaining.length > 0)
      await startSettled(starter, { ...work, members: remaining, mayRepeat: true });
  }

  async function sweepWaiting(): Promise<number> {
    const rows = await listWaiting(ledger, cursor, WAITING_PER_PASS);
    cursor = rows.length < WAITING_PER_PASS ? '' : (rows.at(-1)?.id ?? '');
    await ensureWorkflows(
      starter,
      'transfer',
      rows.map(({ id }) => id),
    );
    return rows.length;
  }

  /**
   * Signals workflows whose row is final but which still wait, so that they read it and complete.
   * This happens when worker and Temporal die together after a commit and lose its message.
   */
  async function signalForgotten(): Promise<void> {
    if (performance.now() - forgottenAt < LIST_RUNNING_EVERY_MS) return;
    const running: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query: waitingQuery(ledger) })) {
      running.push(workflowId.slice(transferWorkflowId('').length));
    }
    for (let from = 0; from < running.length; from += PAGE_SIZE) {
      const rows = await readStages(ledger, running.slice(from, from + PAGE_SIZE));
      for (const { id } of rows.filter(({ stage }) => stage === 'done')) {
        await signalTransfer(starter, id);
      }
    }
    forgottenAt = performance.now();
  }

  /** Restarts permanent workflows that ended, also after a loss of Temporal's database. */
  async function ensurePermanentWorkflows(): Promise<void> {
    if (performance.now() - permanentAt < PERMANENT_EVERY_MS) return;
    for (const permanentWorkflow of deps.permanentWorkflows ?? [])
      await ensurePermanent(starter, permanentWorkflow);
    for (const step of swept.permanent) await step();
    permanentAt = performance.now();
  }

  async function ensureClocks(): Promise<void> {
    const moving = await listMovingClocks(ledger, CLOCKS_PER_PASS);
    for (const tenantId of moving) await ensureWorkflow(starter, 'clock', tenantId);
  }

  async function sweep(): Promise<number> {
    let accepted = await sweepAccepted();
    for (const pass of swept.passes) accepted += await pass(leaseMs);
    leaseMs = LEASE_MS;
    await ensurePermanentWorkflows();
    const startedCount =
      accepted + (await sweepOverdue()) + (await sweepConfirmed()) + (await sweepUnstarted());
    const ensured =
      startedCount + (await sweepOrdered()) + (await sweepDecided()) + (await sweepWaiting());
    await ensureClocks();
    await signalForgotten();
    return ensured;
  }

  async function prune(): Promise<void> {
    if (performance.now() - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = performance.now();
    for (const step of swept.pruned) await attempt(step);
  }

  /** A failed step is repeated in the next pass, and does not prevent the other steps. */
  async function attempt(step: () => unknown): Promise<void> {
    try {
      await step();
    } catch (error) {
      failures.report(error);
    }
  }

  async function runPass(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (const step of swept.first) await attempt(step);
    await attempt(sweep);
    await prune();
    isBusy = false;
    if (!isStopped) runSlow();
  }

  /** A slow step takes longer than a pass at times, which must not delay the passes. */
  function runSlow(): void {
    for (const step of swept.slow) {
      if (underWay.has(step)) continue;
      underWay.add(step);
      void attempt(step).finally(() => underWay.delete(step));
    }
  }

  const timer = setInterval(() => void runPass(), deps.everyMs ?? EVERY_MS);
  void runPass();
  const stop = () => {
    isStopped = true;
    clearInterval(timer);
    failures.end();
  };
  return { sweep, stop };
}

/** Logs the failures of steps, each cause once in ten minutes: a step may fail in every pass. */
function createFailureLog(log: SweeperDeps['log']) {
  const loggedAt = new Map<string, number>();
  let isOver = false;
  return {
    report(error: unknown): void {
      const cause = String(error);
      const previousAt = loggedAt.get(cause);
      const isNew = previousAt === undefined || performance.now() - previousAt > LOG_EVERY_MS;
      // A failure while the bank stops is not reported as a fault.
      if (isOver || !isNew) {
        log.debug({ cause }, STEP_FAILED);
        return;
      }
      if (loggedAt.size >= MAX_CAUSES) loggedAt.clear();
      loggedAt.set(cause, performance.now());
      log.warn({ cause }, STEP_FAILED);
    },
    end: () => {
      isOver = true;
    },
  };
}

/**
 * Merges the steps of all modules.
 * @throws Error for a kind of steps that does not exist, which would never run
 */
function mergeSweeps(modules: readonly SweepSteps[]): Required<SweepSteps> {
  const merged = {
    first: modules.flatMap(({ first = [] }) => first),
    passes: modules.flatMap(({ passes = [] }) => passes),
    permanent: modules.flatMap(({ permanent = [] }) => permanent),
    pruned: modules.flatMap(({ pruned = [] }) => pruned),
    slow: modules.flatMap(({ slow = [] }) => slow),
  };
  // TypeScript does not check the names of properties in what a function expression returns.
  const unknownKinds = modules.flatMap(Object.keys).filter((kind) => !Object.hasOwn(merged, kind));
  if (unknownKinds.length > 0)
    throw new Error(`no steps of a sweep are called ${unknownKinds.join(', ')}`);
  return merged;
}

/** Transactions whose workflow has to read its row: confirmed ones, and dated ones that are due. */
async function listToSignal(ledger: Ledger): Promise<string[]> {
  const before = Date.now() - LEASE_MS;
  const dated = await listOverdueDated(ledger, before, MESSAGES_PER_PASS);
  return [...dated, ...(await listConfirmed(ledger, before, MESSAGES_PER_PASS))];
}

/** The query for running workflows, without those that began a moment ago. */
function waitingQuery({ taskQueue }: Ledger): string {
  const before = new Date(Date.now() - LEASE_MS).toISOString();
  const running = 'WorkflowType = "transfer" AND ExecutionStatus = "Running"';
  return `${running} AND TaskQueue = "${taskQueue}" AND StartTime < "${before}"`;
}

/** The workflow completed between the list and the message. */
