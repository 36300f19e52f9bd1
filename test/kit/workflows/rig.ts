// A ledger with its worker on a real Temporal server and nothing else: no HTTP, no dispatcher, no
// sweeper, so that a test decides when a workflow starts. A test can make the store fail at any step
// (unwind.ts). The file imports nothing from vitest, because scripts/record-histories.ts uses it.

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, ServiceError, WithStartWorkflowOperation } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import pino from 'pino';
import type { Applications } from '../../../activities/applications.ts';
import type { Mailer } from '../../../activities/mails.ts';
import type { TrainingTools } from '../../../activities/training.ts';
import { createRiskScorer } from '../../../ai/risk/scorer.ts';
import { openScreening } from '../../../ai/screening/open.ts';
import type { Chain } from '../../../bank/opening/chain.ts';
import { connectTemporal, installRuntime, startWorkers } from '../../../bank/worker.ts';
import type { Ledger, LedgerOptions } from '../../../db/ledger.ts';
import { placeHoldOrder } from '../../../db/money/calls.ts';
import type {
  HoldOutcome,
  TransactionDraft,
  TransferFacts,
} from '../../../db/transactions/port.ts';
import { findTransaction, readTimeline } from '../../../db/transactions/reads.ts';
import type { TimelineStep, TransactionView } from '../../../db/transactions/view.ts';
import { transferWorkflowId } from '../../../ledger/workflow-id.ts';
import { type ArtifactStore, createArtifactStore } from '../../../models/artifact-store.ts';
import { CANCEL, CAPTURE } from '../../../workflows/messages.ts';
import type { Starter } from '../../../workflows/start.ts';
import { hasModule, RUN_MODULES } from '../bank/bank.ts';
import {
  acceptIn,
  cause,
  enrolIn,
  openCustomer,
  openPairIn,
  type Pair,
  reverseIn,
  TENANT,
} from '../bank/books.ts';
import { openTestLedger } from '../bank/opened-ledger.ts';
import { writeShortList } from '../people/sanctions.ts';
import { withWorkflowsInline } from './inline.ts';
import { plainTemporal } from './plain-temporal.ts';
import { createFaultyStore, createPoison, type FaultyStore } from './unwind.ts';

const CACHE = fileURLToPath(new URL('../../../.cache', import.meta.url));

const NO_MODELS = { servingFor: () => null, isForeign: () => false, versionFor: () => null };

export const silent = pino({ level: 'silent' });

/** A transaction with its timeline. */
export interface SettledMember {
  readonly transaction: TransactionView;
  readonly timeline: readonly TimelineStep[];
}

export interface Rig {
  /** The ledger of the worker, with faults. */
  readonly ledger: Ledger;
  /** The same ledger without faults: the test's own acts never fail. */
  readonly faultFreeLedger: Ledger;
  readonly faults: FaultyStore;
  readonly artifacts: ArtifactStore;
  readonly client: Client;
  readonly starter: Starter;
  /** Opens two EUR accounts, the first with `funds` minor units. */
  openPair(funds: number): Promise<Pair>;
  /** Accepts a transfer; nothing starts its workflow. */
  accept(fields: Partial<TransactionDraft>): Promise<TransferFacts>;
  /**
   * Books an accepted transfer and accepts a reversal of it; nothing starts the workflow of the
   * reversal.
   */
  reverse(facts: TransferFacts, amount: number): Promise<TransferFacts>;
  find(id: string): Promise<SettledMember>;
  readBalance(accountId: string): { posted: number; held: number };
  readonly poison: ReturnType<typeof createPoison>;
  /** Sends the message of the API, which starts the workflow when none runs. */
  message(name: string, id: string, order?: Order): Promise<HoldOutcome>;
  /** Sends a message with an order that was not recorded. Returns null when nothing was done. */
  sendForgedMessage(name: string, id: string): Promise<HoldOutcome | null>;
  /** The store of data files, and the folder of trainings. */
  readonly training: TrainingTools;
  /** Stops the worker and starts another one, as a new release does. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface Order {
  readonly amount?: number | null;
  readonly reason?: string | null;
}

export interface RigOptions {
  readonly temporalAddress: string;
  /** Left out when nothing is sent to a chain. */
  readonly chain?: Chain;
  /** Left out when no mails are sent. */
  readonly mailer?: Mailer;
  /** Left out when applications for production have no workflow. */
  readonly applications?: (sandbox: Ledger) => Applications;
  readonly failPoint?: (name: string) => void;
  readonly maxCachedWorkflows?: number;
  /** Left out when the rules decide alone. */
  readonly risk?: LedgerOptions['risk'];
}

/** Opens a ledger in a temporary directory and a worker for it. */
export async function openRig(options: RigOptions): Promise<Rig> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-rig-'));
  const artifacts = createArtifactStore(join(dataDir, 'models'));
  const training = {
    artifacts,
    covers: createArtifactStore(join(dataDir, 'models'), 'covers'),
    distributions: createArtifactStore(join(dataDir, 'models'), 'spread'),
    datasets: createArtifactStore(join(dataDir, 'datasets'), 'rows'),
    folder: join(dataDir, 'training'),
    results: createArtifactStore(join(dataDir, 'scores'), 'csv'),
    scoringFolder: join(dataDir, 'scoring'),
  };
  const faultFreeLedger = await openTestLedger({
    environment: 'sandbox',
    file: join(dataDir, 'sandbox.db'),
    hasMail: options.mailer !== undefined,
    files: {
      removeDataset: training.datasets.remove,
      removeResult: training.results.remove,
    },
    logKey: generateKeyPairSync('ed25519').privateKey,
    // Without a model the rules decide alone; every payment is judged.
    ...(hasModule('risk')
      ? { risk: options.risk ?? ((parts) => createRiskScorer({ ...parts, serving: NO_MODELS })) }
      : {}),
  });
  const faults = createFaultyStore(faultFreeLedger);
  const ledger: Ledger = {
    ...faultFreeLedger,
    run: faults.run,
  };
  installRuntime(silent);
  const giveUp = AbortSignal.timeout(30_000);
  const temporal = await connectTemporal(plainTemporal(options.temporalAddress), silent, giveUp);
  const start = () =>
    withWorkflowsInline(() =>
      startWorkers(temporal, {
        ledgers: [ledger],
        modules: RUN_MODULES,
        cacheDir: CACHE,
        log: silent,
        artifacts,
        covers: training.covers,
        screening: openScreening(writeShortList(dataDir)),
        training: { sandbox: training },
        mailer: options.mailer ?? null,
        ...(options.applications
          ? { applications: faults.faultyPort(options.applications(faultFreeLedger)) }
          : {}),
        chainOf: () => options.chain ?? null,
        ...(options.failPoint ? { failPoint: options.failPoint } : {}),
        ...(options.maxCachedWorkflows === undefined
          ? {}
          : { maxCachedWorkflows: options.maxCachedWorkflows }),
      }),
    );
  let worker = await start();
  const client = temporal.clients.sandbox;
  const customerId = await openCustomer(faultFreeLedger);
  if (hasModule('access')) await enrolIn(faultFreeLedger, customerId);
  const poison = createPoison(faultFreeLedger);
  const send = (name: string, id: string, order: object) =>
    sendUntilAnswered(() =>
      client.workflow.executeUpdateWithStart<typeof transferType, HoldOutcome, [object]>(name, {
        startWorkflowOperation: withStart(ledger.taskQueue, id),
        args: [order],
      }),
    );
  return {
    ledger,
    faultFreeLedger,
    faults,
    artifacts,
    client,
    starter: { client, taskQueue: ledger.taskQueue, eager: false },
    openPair: (funds) => openPairIn(faultFreeLedger, customerId, funds),
    accept: (fields) => acceptIn(faultFreeLedger, fields),
    reverse: (facts, amount) => reverseIn(faultFreeLedger, facts, amount),
    async find(id) {
      const transaction = await findTransaction(faultFreeLedger, TENANT, id);
      if (!transaction) throw new Error(`${id} is not in the ledger`);
      return { transaction, timeline: (await readTimeline(faultFreeLedger, id)).steps };
    },
    readBalance(accountId) {
      const row = faultFreeLedger.database.raw
        .prepare<[string], { posted: number; held: number }>(
          'SELECT posted, held FROM accounts WHERE id = ?',
        )
        .get(accountId);
      if (!row) throw new Error(`no account ${accountId}`);
      return row;
    },
    poison,
    training,
    async message(name, id, order = {}) {
      const { outcome, ...placed } = await recordHoldOrder(faultFreeLedger, name, id, order);
      return outcome ?? send(name, id, placed);
    },
    sendForgedMessage: (name, id) => send(name, id, { orderId: 'hor_that_nobody_placed' }),
    async restart() {
      await worker.stop();
      worker = await start();
    },
    async close() {
      await worker.stop();
      await temporal.connection.close();
      faultFreeLedger.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Records a capture or a cancellation as the API does before it signals the workflow. */
async function recordHoldOrder(
  ledger: Ledger,
  name: string,
  transactionId: string,
  order: Order,
): Promise<{ readonly orderId?: string; readonly outcome?: HoldOutcome }> {
  if (name !== CAPTURE && name !== CANCEL) return {};
  const placed = await ledger.run(placeHoldOrder, {
    ...{ act: name, tenantId: TENANT, transactionId, requestHash: '00', cause },
    ...{ amount: null, reason: null, ...order },
  });
  // An act whose outcome is known at once needs no workflow.
  if (placed?.orderId === null) return { outcome: placed.outcome };
  return { orderId: placed?.orderId ?? '' };
}

/**
 * Repeats a message: on an overloaded machine a workflow task times out, and Temporal refuses
 * messages until the next task.
 */
async function sendUntilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServiceError) || attempt === 10) throw error;
      await sleep(500);
    }
  }
}

declare function transferType(input: { transactionId: string }): Promise<unknown>;

function withStart(taskQueue: string, transactionId: string) {
  return new WithStartWorkflowOperation<typeof transferType>('transfer', {
    workflowId: transferWorkflowId(transactionId),
    taskQueue,
    workflowTaskTimeout: '2s',
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ transactionId }],
  });
}
