// The sweeper makes sure that every transaction that is not final has a workflow, and that the
// standing workflows run: after a crash between acceptance and start, after Temporal lost its
// database, after a restored backup. It starts workflows; starting one twice is harmless. All it
// writes is that quotes have run out; and it deletes deliveries that ended a month ago.

import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import type { Rescreener } from '../../ai/screening/rescreen.ts';
import { type Spreads, spreadsIn } from '../../ai/serving/performance/spread.ts';
import type { Config } from '../../config/settings.ts';
import type { ConfiguredAddresses } from '../../db/chain/contract-addresses.ts';
import { expireQuotes } from '../../db/exchange/quotes.ts';
import { expireIntents } from '../../db/intents/acts.ts';
import { pruneKycFiles } from '../../db/kyc/files.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listMovingClocks } from '../../db/schedules/reads.ts';
import { pruneResults } from '../../db/scorings/acts.ts';
import { pruneDatasets } from '../../db/trainings/datasets.ts';
import { listDated } from '../../db/transactions/future-dates.ts';
import type { Unstarted } from '../../db/transactions/port.ts';
import {
  listAccepted,
  listConfirmed,
  listDecided,
  listOrdered,
  listOverdue,
  listTransferFacts,
  listUnstarted,
  listUnstartedAlone,
  listWaiting,
  readStandings,
} from '../../db/transactions/reads.ts';
import { listForsaken } from '../../db/webhooks/mailboxes.ts';
import { pruneDeliveries } from '../../db/webhooks/prunings.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import type { FileStore } from '../../models/artifact-store.ts';
import { ensure, nudge } from '../../workflows/carried.ts';
import { APPROVAL, CHECK_AGAIN, REVIEW } from '../../workflows/messages.ts';
import {
  ensureStanding,
  type StandingWorkflow,
  startSettled,
  startTransfers,
  updateTransfer,
} from '../../workflows/start.ts';
import { amlSweep } from './aml.ts';
import { type ArchiveTerms, archiveSweep } from './archives.ts';
import { contractSweep, kycSweep, railSweep, sweepOf } from './carried.ts';
import { driftSweep } from './drift.ts';
import { erasureSweep } from './erasures.ts';
import { rescreeningSweep } from './rescreening.ts';

export interface SweeperDeps {
  readonly ledger: Ledger;
  readonly client: Client;
  readonly log: Logger;
  /** True when this process is about to start the transaction's workflow itself. */
  readonly inHand?: (transactionId: string) => boolean;
  /** Kept running from the first pass on. */
  readonly standing?: readonly StandingWorkflow[];
  /** Addresses of contracts; left out or null: this process sends nothing to a chain. */
  readonly contracts?: ConfiguredAddresses | null;
  /** Files of data sets; left out: none are pruned here. */
  readonly datasets?: FileStore;
  /** Sealed images of documents; left out: none are pruned here. */
  readonly documents?: FileStore;
  /** Left out: results of batches of scores are kept elsewhere. */
  readonly results?: FileStore;
  /** What own models learnt from; left out: drift is looked at of the engine's models only. */
  readonly spreads?: Spreads;
  /** Screens names in the daily look for laundering; left out: no look by the clock. */
  readonly monitored?: PartyScreen;
  /** Screens all customers when the lists have changed; left out: not by itself. */
  readonly rescreens?: Rescreener;
  /** Left out: nothing is archived here. */
  readonly archiving?: Omit<ArchiveTerms, 'log'>;
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
/** Waiting transactions looked at in one pass: 10,000 of them take about 40 minutes. */
const WAITING_PER_PASS = 8;
/** Rows at rest without a workflow that are looked at in one pass; more than one crowd has. */
const UNSTARTED = 2_048;
/** Workflows of one transaction each that are started in one pass: 32 in a second. */
const ALONE_PER_PASS = 64;
/** A workflow that gets the signal of a decision acts by then, or in the next pass. */
const ANSWERS_WITHIN_MS = 2_000;
/** Quotes written down as expired in one pass, before everything else of it. */
const QUOTES_PER_PASS = 500;
/** The list of what runs costs Temporal more than a row costs us. */
const FORGOTTEN_EVERY_MS = 30_000;
const CLOCKS_PER_PASS = 64;
const STANDING_EVERY_MS = 10_000;
/** Deliveries that ended long ago, deleted in one transaction, and such slices in one pass. */
const PRUNED_AT_ONCE = 256;
const SLICES_PER_PASS = 8;
const FILES_PER_PASS = 64;
const PRUNED_EVERY_MS = 10_000;
/** Webhook endpoints of one look; those that are nudged are no longer forsaken at the next. */
const FORSAKEN_PER_PASS = 100;

/** Starts sweeping in the background. The first pass takes everything that a crash left behind. */
export function startSweeper(deps: SweeperDeps): Sweeper {
  const { ledger, client, log, consoleUrl = null } = deps;
  const starter = { client, taskQueue: ledger.taskQueue, eager: false, consoleUrl };
  const batches = sweepOf(ledger, starter, 'batch');
  const deployments = sweepOf(ledger, starter, 'deployment');
  const trainings = sweepOf(ledger, starter, 'training');
  const scorings = sweepOf(ledger, starter, 'scoring');
  const assessments = kycSweep(ledger, starter);
  const mails = sweepOf(ledger, starter, 'mail');
  const contracts = contractSweep(ledger, starter, deps.contracts ?? null);
  const rails = railSweep(ledger, starter);
  const records = recordSweep(deps);
  const drift = driftSweep(ledger, deps.spreads ?? spreadsIn(null));
  const laundering = deps.monitored ? amlSweep(ledger, deps.monitored) : async () => 0;
  const names = deps.rescreens ? rescreeningSweep(ledger, deps.rescreens) : async () => false;
  let leaseMs = 0;
  let cursor = '';
  let unstartedAfter = '';
  const startedBefore = new Set<string>();
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
    for (const id of ids) await ensure(starter, 'transfer', id);
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
      await client.workflow
        .getHandle(transferWorkflowId(id))
        .signal(CHECK_AGAIN)
        .catch(ignoreEnded);
    }
    return ids.length;
  }

  /** So does what a client asked of a hold: the process died before its workflow heard of it. */
  async function sweepOrdered(): Promise<number> {
    const orders = await listOrdered(ledger, Date.now() - LEASE_MS, WAITING_PER_PASS);
    const messages = orders.map(({ orderId, transactionId, act: name }) => {
      const answerBy = Date.now() + ANSWERS_WITHIN_MS;
      return updateTransfer(starter, { name, transactionId, args: [{ orderId }], answerBy });
    });
    await Promise.allSettled(messages);
    return orders.length;
  }

  /** So does what a second person agreed to, or refused: until then its money stays held. */
  async function sweepDecided(): Promise<number> {
    const rows = await listDecided(ledger, Date.now() - LEASE_MS, WAITING_PER_PASS);
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
    for (const row of alone) await startLate(row.workflowId, [row]);
    const order = { before, after: unstartedAfter, limit: UNSTARTED };
    const rows = listUnstarted(ledger, order);
    const names = [...new Set(rows.map(({ workflowId }) => workflowId))];
    if (rows.length === UNSTARTED && names.length > 1) names.pop();
    for (const workflowId of names) {
      await startLate(
        workflowId,
        rows.filter((row) => row.workflowId === workflowId),
      );
    }
    const count = names.length + alone.length;
    if (count === 0) startedBefore.clear();
    // From the beginning again once the end was reached: what is started is not listed any more.
    unstartedAfter = rows.length === UNSTARTED ? (names.at(-1) ?? '') : '';
    if (count > 0) log.info({ workflows: count }, 'sweeper started what had none');
    return count;
  }

  async function startLate(workflowId: string, members: readonly Unstarted[]): Promise<void> {
    const work = { workflowId, members, remark: 'and found by the sweeper' };
    // One of that name that has been before and took none of these belongs to another life of
    // this ledger, before it was restored: it is not waited for a second time.
    const isNew = await startSettled(starter, { ...work, again: startedBefore.has(workflowId) });
    if (!isNew) startedBefore.add(workflowId);
  }

  async function sweepWaiting(): Promise<number> {
    const rows = await listWaiting(ledger, cursor, WAITING_PER_PASS);
    cursor = rows.length < WAITING_PER_PASS ? '' : (rows.at(-1)?.id ?? '');
    for (const row of rows) await ensure(starter, 'transfer', row.id);
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
        await client.workflow
          .getHandle(transferWorkflowId(id))
          .signal(CHECK_AGAIN)
          .catch(ignoreEnded);
      }
    }
    forgottenAt = performance.now();
  }

  /** What has ended is back after some seconds, also when Temporal has lost its memory. */
  async function ensureLasting(): Promise<void> {
    if (performance.now() - standingAt < STANDING_EVERY_MS) return;
    for (const one of deps.standing ?? []) await ensureStanding(starter, one);
    const quietSince = Date.now() - STANDING_EVERY_MS;
    for (const one of listForsaken(ledger, { quietSince, limit: FORSAKEN_PER_PASS })) {
      await nudge(starter, 'endpoint', one);
    }
    standingAt = performance.now();
  }

  async function clocks(): Promise<void> {
    const moving = await listMovingClocks(ledger, CLOCKS_PER_PASS);
    for (const tenantId of moving) await ensure(starter, 'clock', tenantId);
  }

  async function sweep(): Promise<number> {
    const first = await sweepAccepted();
    await ledger.batches.prune(Date.now());
    const left = first + (await batches(leaseMs)) + (await deployments(leaseMs));
    const count = left + (await contracts(leaseMs)) + (await rails(leaseMs));
    const models = (await trainings(leaseMs)) + (await scorings(leaseMs));
    const begun = models + (await assessments(leaseMs)) + (await mails(leaseMs));
    leaseMs = LEASE_MS;
    await ensureLasting();
    const made =
      count + begun + (await overdue()) + (await sweepConfirmed()) + (await sweepUnstarted());
    const kept = made + (await sweepOrdered()) + (await sweepDecided()) + (await sweepWaiting());
    await clocks();
    await wakeForgotten();
    return kept;
  }

  async function prune(): Promise<void> {
    if (performance.now() - prunedAt < PRUNED_EVERY_MS) return;
    prunedAt = performance.now();
    const most = FILES_PER_PASS;
    if (deps.results) await ledger.run(pruneResults, { most });
    if (deps.datasets) await ledger.run(pruneDatasets, { most });
    if (deps.documents) {
      for (const gone of await ledger.run(pruneKycFiles, { most })) deps.documents.remove(gone);
    }
    for (let slice = 0; slice < SLICES_PER_PASS; slice += 1) {
      if ((await ledger.run(pruneDeliveries, PRUNED_AT_ONCE)) < PRUNED_AT_ONCE) return;
    }
  }

  async function tick(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      await ledger.run(expireQuotes, QUOTES_PER_PASS);
      await ledger.run(expireIntents, QUOTES_PER_PASS);
      await sweep();
      await prune();
      await records();
      await drift();
      await laundering();
      await names();
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

/** What goes for good: customers who are erased, and old events, into files. */
function recordSweep({ ledger, documents, archiving, log }: SweeperDeps): () => Promise<void> {
  const erasures = erasureSweep(ledger, documents);
  const archives = archiving ? archiveSweep(ledger, { ...archiving, log }) : async () => 0;
  return async () => {
    await erasures();
    await archives();
  };
}

/** Whose workflow is to look at its row: confirmed by their customers, or dated and due. */
async function toWake(ledger: Ledger): Promise<string[]> {
  const before = Date.now() - LEASE_MS;
  const dated = await listDated(ledger, before, WAITING_PER_PASS);
  return [...dated, ...(await listConfirmed(ledger, before, WAITING_PER_PASS))];
}

/** Those that began a moment ago are about to complete by themselves. */
function waitingIn({ taskQueue }: Ledger): string {
  const before = new Date(Date.now() - LEASE_MS).toISOString();
  const running = 'WorkflowType = "transfer" AND ExecutionStatus = "Running"';
  return `${running} AND TaskQueue = "${taskQueue}" AND StartTime < "${before}"`;
}

/** It completed between the list and the message. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
