// The sweeper makes sure that every transaction that is not final has a workflow, and that the
// standing workflows run: after a crash between acceptance and start, after Temporal lost its
// database, after a restored backup. It starts workflows; starting one twice is harmless. All it
// writes is that quotes have run out; and it deletes deliveries that ended a month ago.

import type { Client } from '@temporalio/client';
import type { Rescreener } from '../../ai/screening/rescreen.ts';
import type { Config } from '../../config/settings.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listMovingClocks } from '../../db/schedules/reads.ts';
import { listDated } from '../../db/transactions/future-dates.ts';
import type { Unstarted } from '../../db/transactions/port.ts';
import {
  isUnstarted,
  listAccepted,
  listConfirmed,
  listDecided,
  listOrdered,
  listOverdue,
  listTransferFacts,
  listUnstarted,
  listUnstartedAlone,
  listUnstartedOf,
  listWaiting,
  readStandings,
} from '../../db/transactions/reads.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { MODULES } from '../../modules/contents.ts';
import type { Module } from '../../modules/module.ts';
import { ensure, ensureEach } from '../../workflows/carried.ts';
import { APPROVAL, REVIEW } from '../../workflows/messages.ts';
import {
  ensureStanding,
  type StandingWorkflow,
  startSettled,
  startTransfers,
  tellTransfer,
  updateTransfer,
} from '../../workflows/start.ts';
import type { Swept, SweptParts } from './swept.ts';

export interface SweeperDeps extends Omit<SweptParts, 'place'> {
  readonly client: Client;
  /** True when this process is about to start the transaction's workflow itself. */
  readonly inHand?: (transactionId: string) => boolean;
  /** Kept running from the first pass on. */
  readonly standing?: readonly StandingWorkflow[];
  /** Whose work is swept; left out: everything. */
  readonly modules?: readonly Module[];
  /** Address of the console in the environment; left out: none is known. */
  readonly consoleUrl?: string | null;
  /** Milliseconds between two passes; left out: two seconds. */
  readonly everyMs?: number;
}

/** The looks that a bank takes by itself. */
export function looksOf(
  { amlMonitor, screening }: Pick<Config, 'amlMonitor' | 'screening'>,
  tools: Rescreener,
): Pick<SweeperDeps, 'monitored' | 'rescreens'> {
  return {
    ...(amlMonitor === 'daily' ? { monitored: tools.parties } : {}),
    ...(screening.rescreening === 'auto' ? { rescreens: tools } : {}),
  };
}

export interface Sweeper {
  /** One pass; returns how many workflows it started or made sure of. */
  sweep(): Promise<number>;
  stop(): void;
}

const EVERY_MS = 2_000;
/** A dispatcher gets this long to start what it accepted. */
const LEASE_MS = 5_000;
const GROUP = 256;
/** Waiting transactions looked at in one pass: 10,000 of them take five minutes. */
const WAITING_PER_PASS = 64;
/** Transactions that get a message in one pass. */
const MESSAGES_PER_PASS = 8;
/** Rows at rest without a workflow that are looked at in one pass; more than one crowd has. */
const UNSTARTED = 2_048;
/** Workflows of one transaction each that are started in one pass: 32 in a second. */
const ALONE_PER_PASS = 64;
/** A workflow that gets the signal of a decision acts by then, or in the next pass. */
const ANSWERS_WITHIN_MS = 2_000;
/** The list of what runs costs Temporal more than a row costs us. */
const FORGOTTEN_EVERY_MS = 30_000;
const CLOCKS_PER_PASS = 64;
const STANDING_EVERY_MS = 10_000;
const PRUNED_EVERY_MS = 10_000;

/** Starts sweeping in the background. The first pass takes everything that a crash left behind. */
export function startSweeper(deps: SweeperDeps): Sweeper {
  const { ledger, client, log, consoleUrl = null } = deps;
  const starter = { client, taskQueue: ledger.taskQueue, eager: false, consoleUrl };
  const { modules = MODULES, ...parts } = deps;
  const swept = allOf(modules.map(({ sweeps }) => sweeps?.({ ...parts, place: starter }) ?? {}));
  let leaseMs = 0;
  let cursor = '';
  let unstartedAfter = '';
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let standingAt = Number.NEGATIVE_INFINITY;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let busy = false;

  async function sweepAccepted(): Promise<number> {
    const acceptedBefore = Date.now() - leaseMs;
    let after = '';
    let count = 0;
    for (;;) {
      const ids = await listAccepted(ledger, { acceptedBefore, after, limit: GROUP });
      const left = ids.filter((id) => !deps.inHand?.(id));
      if (left.length > 0) {
        await startTransfers(starter, await listTransferFacts(ledger, left));
        log.info(
          { transactions: left.length },
          'the sweeper started workflows for accepted transactions that had none',
        );
      }
      count += left.length;
      after = ids.at(-1) ?? '';
      if (ids.length < GROUP) return count;
    }
  }

  /**
   * A hold that was not ended in time has lost its workflow. It does not wait for its turn: with
   * many holds that takes long, and every restart begins again with the oldest of them.
   */
  async function overdue(): Promise<number> {
    const ids = await listOverdue(ledger, Date.now() - LEASE_MS, WAITING_PER_PASS);
    await ensureEach(starter, 'transfer', ids);
    return ids.length;
  }

  /**
   * What its customer confirmed continues even if the process that got the message died; so does
   * what waited for a day that has begun, and whose timer is gone.
   */
  async function sweepConfirmed(): Promise<number> {
    const ids = await toWake(ledger);
    for (const id of ids) {
      await ensure(starter, 'transfer', id);
      await tellTransfer(starter, id);
    }
    return ids.length;
  }

  /** So does what a client asked of a hold: the process died before its workflow heard of it. */
  async function sweepOrdered(): Promise<number> {
    const orders = await listOrdered(ledger, Date.now() - LEASE_MS, MESSAGES_PER_PASS);
    const messages = orders.map(({ orderId, transactionId, act: name }) => {
      const answerBy = Date.now() + ANSWERS_WITHIN_MS;
      return updateTransfer(starter, { name, transactionId, args: [{ orderId }], answerBy });
    });
    await Promise.allSettled(messages);
    return orders.length;
  }

  /** So does what a second person agreed to, or refused: until then its money stays held. */
  async function sweepDecided(): Promise<number> {
    const rows = await listDecided(ledger, Date.now() - LEASE_MS, MESSAGES_PER_PASS);
    const signals = rows.map(({ id, status }) =>
      updateTransfer(starter, {
        name: status === 'pending_review' ? REVIEW : APPROVAL,
        transactionId: id,
        answerBy: Date.now() + ANSWERS_WITHIN_MS,
      }),
    );
    // One that cannot act on it now gets the signal again in the next pass, and delays no other.
    await Promise.allSettled(signals);
    return rows.length;
  }

  /**
   * What came to rest and got no workflow: the process died between its commit and the start, or
   * Temporal forgot the start. A name that the end of the page cuts off waits for the next page.
   */
  async function sweepUnstarted(): Promise<number> {
    const before = Date.now() - LEASE_MS;
    const alone = listUnstartedAlone(ledger, { before, limit: ALONE_PER_PASS });
    for (const row of alone) {
      await startLate(row.workflowId, () => (isUnstarted(ledger, row.id) ? [row] : []));
    }
    const order = { before, after: unstartedAfter, limit: UNSTARTED };
    const rows = listUnstarted(ledger, order);
    const names = [...new Set(rows.map(({ workflowId }) => workflowId))];
    if (rows.length === UNSTARTED && names.length > 1) names.pop();
    for (const workflowId of names) {
      // Those of one workflow start together: some may not be late yet.
      await startLate(workflowId, () => listUnstartedOf(ledger, workflowId));
    }
    const count = names.length + alone.length;
    // From the beginning again once the end was reached: what is started is not listed any more.
    unstartedAfter = rows.length === UNSTARTED ? (names.at(-1) ?? '') : '';
    if (count > 0) log.info({ workflows: count }, 'sweeper started what had none');
    return count;
  }

  /** @param read those of the workflow that no run of it has taken */
  async function startLate(workflowId: string, read: () => readonly Unstarted[]): Promise<void> {
    const members = read();
    if (members.length === 0) return;
    const work = { workflowId, members, remark: 'and found by the sweeper' };
    if (await startSettled(starter, work)) return;
    // A running one of that name may be about to take them. One that has ended and took none of
    // them belongs to another life of this ledger, before it was restored.
    const { status } = await client.workflow.getHandle(workflowId).describe();
    if (status.name === 'RUNNING') return;
    const left = read();
    if (left.length > 0) await startSettled(starter, { ...work, members: left, again: true });
  }

  async function sweepWaiting(): Promise<number> {
    const rows = await listWaiting(ledger, cursor, WAITING_PER_PASS);
    cursor = rows.length < WAITING_PER_PASS ? '' : (rows.at(-1)?.id ?? '');
    await ensureEach(
      starter,
      'transfer',
      rows.map(({ id }) => id),
    );
    return rows.length;
  }

  /**
   * A worker and a Temporal that die together after a commit forget the message that caused it:
   * the row is final and its workflow waits on. A signal makes it read the row and complete.
   */
  async function wakeForgotten(): Promise<void> {
    if (performance.now() - forgottenAt < FORGOTTEN_EVERY_MS) return;
    const running: string[] = [];
    for await (const { workflowId } of client.workflow.list({ query: waitingIn(ledger) })) {
      running.push(workflowId.slice(transferWorkflowId('').length));
    }
    for (let from = 0; from < running.length; from += GROUP) {
      const rows = await readStandings(ledger, running.slice(from, from + GROUP));
      for (const { id } of rows.filter(({ stage }) => stage === 'done')) {
        await tellTransfer(starter, id);
      }
    }
    forgottenAt = performance.now();
  }

  /** What has ended is back after some seconds, also when Temporal has lost its memory. */
  async function ensureLasting(): Promise<void> {
    if (performance.now() - standingAt < STANDING_EVERY_MS) return;
    for (const one of deps.standing ?? []) await ensureStanding(starter, one);
    for (const step of swept.lasting) await step();
    standingAt = performance.now();
  }

  async function clocks(): Promise<void> {
    const moving = await listMovingClocks(ledger, CLOCKS_PER_PASS);
    for (const tenantId of moving) await ensure(starter, 'clock', tenantId);
  }

  async function sweep(): Promise<number> {
    let begun = await sweepAccepted();
    for (const pass of swept.carried) begun += await pass(leaseMs);
    leaseMs = LEASE_MS;
    await ensureLasting();
    const made = begun + (await overdue()) + (await sweepConfirmed()) + (await sweepUnstarted());
    const kept = made + (await sweepOrdered()) + (await sweepDecided()) + (await sweepWaiting());
    await clocks();
    await wakeForgotten();
    return kept;
  }

  async function prune(): Promise<void> {
    if (performance.now() - prunedAt < PRUNED_EVERY_MS) return;
    prunedAt = performance.now();
    for (const step of swept.pruned) await step();
  }

  async function tick(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      for (const step of swept.first) await step();
      await sweep();
      await prune();
      for (const step of swept.last) await step();
    } catch (error) {
      // Temporal is away: the rows stay, and so does the duty.
      log.debug({ cause: String(error) }, 'a pass of the sweeper failed; the next one tries again');
    } finally {
      busy = false;
    }
  }

  const timer = setInterval(() => void tick(), deps.everyMs ?? EVERY_MS);
  void tick();
  return { sweep, stop: () => clearInterval(timer) };
}

/** The steps of all modules, by their part of a pass. */
function allOf(modules: readonly Swept[]): Required<Swept> {
  return {
    first: modules.flatMap(({ first = [] }) => first),
    carried: modules.flatMap(({ carried = [] }) => carried),
    lasting: modules.flatMap(({ lasting = [] }) => lasting),
    pruned: modules.flatMap(({ pruned = [] }) => pruned),
    last: modules.flatMap(({ last = [] }) => last),
  };
}

/** Whose workflow is to look at its row: confirmed by their customers, or dated and due. */
async function toWake(ledger: Ledger): Promise<string[]> {
  const before = Date.now() - LEASE_MS;
  const dated = await listDated(ledger, before, MESSAGES_PER_PASS);
  return [...dated, ...(await listConfirmed(ledger, before, MESSAGES_PER_PASS))];
}

/** Those that began a moment ago are about to complete by themselves. */
function waitingIn({ taskQueue }: Ledger): string {
  const before = new Date(Date.now() - LEASE_MS).toISOString();
  const running = 'WorkflowType = "transfer" AND ExecutionStatus = "Running"';
  return `${running} AND TaskQueue = "${taskQueue}" AND StartTime < "${before}"`;
}

/** It completed between the list and the message. */
