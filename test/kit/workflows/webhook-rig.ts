// A ledger with its worker and its relay on a real Temporal server, and receivers on this machine,
// for tests of the path from an event to its receiver.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import type { RetryTiming } from '../../../activities/delivering.ts';
import { createSender, type Sender } from '../../../activities/webhooks/send.ts';
import { openScreening } from '../../../ai/screening/open.ts';
import { listPermanentWorkflows } from '../../../bank/permanent-workflows.ts';
import { startRelaySignals } from '../../../bank/relay-signals.ts';
import { startSweeper } from '../../../bank/sweeps/sweeper.ts';
import {
  type BankWorker,
  connectTemporal,
  installRuntime,
  startWorkers,
} from '../../../bank/worker.ts';
import { openSeal, type Seal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { findDelivery, listDeliveries } from '../../../db/webhooks/delivery-reads.ts';
import type { DeliveryView } from '../../../db/webhooks/delivery-view.ts';
import { findEndpoint } from '../../../db/webhooks/endpoint-reads.ts';
import { createArtifactStore } from '../../../models/artifact-store.ts';
import { ensurePermanent, type Starter } from '../../../workflows/start.ts';
import { RUN_MODULES } from '../bank/bank.ts';
import { openCustomer, TENANT } from '../bank/books.ts';
import { openTestLedger } from '../bank/opened-ledger.ts';
import { openEndpoint } from '../outside/endpoints.ts';
import { writeShortList } from '../people/sanctions.ts';
import { withWorkflowsInline } from './inline.ts';
import { plainTemporal } from './plain-temporal.ts';
import { silent } from './rig.ts';

const CACHE = fileURLToPath(new URL('../../../.cache', import.meta.url));
const LOOPBACK = ['127.0.0.0/8'];

export interface WebhookRig {
  readonly ledger: Ledger;
  readonly client: Client;
  readonly starter: Starter;
  readonly seal: Seal;
  /** Starts the relay, as the sweeper of a bank does. */
  startRelay(): Promise<void>;
  /** Writes `count` events of type customer.created, each about another object. */
  emit(count: number): Promise<void>;
  /** Creates an endpoint of the rig's tenant, by default for customer.created. */
  createEndpoint(url: string, events?: readonly string[]): Promise<{ id: string; secret: string }>;
  readStatus(endpointId: string): Promise<string | undefined>;
  /** Returns all deliveries of an endpoint, oldest first. */
  listAllDeliveries(endpointId: string): Promise<DeliveryView[]>;
  readDelivery(endpointId: string, id: string): Promise<DeliveryView>;
  /** Stops the worker and starts another one, as a new release does. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface WebhookRigOptions {
  readonly temporalAddress: string;
  readonly maxCachedWorkflows?: number;
  readonly patience?: RetryTiming;
  /** Replaces the ledger and the sender of the worker. */
  readonly disturb?: (parts: { ledger: Ledger; sender: Sender }) => {
    ledger: Ledger;
    sender: Sender;
  };
  readonly sendTimeoutMs?: number;
  /** True to run the sweeper, which finds endpoints whose signal was lost. */
  readonly sweeps?: boolean;
}

/** Opens a ledger in a temporary directory and a worker for it; the relay is not started. */
export async function openWebhookRig(options: WebhookRigOptions): Promise<WebhookRig> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-webhooks-'));
  const ledger = await openTestLedger({
    environment: 'sandbox',
    file: join(dataDir, 'sandbox.db'),
  });
  const seal = openSeal(null, join(dataDir, 'payload.key'));
  const { sendTimeoutMs: timeoutMs } = options;
  const sender = createSender({
    livemode: false,
    allow: LOOPBACK,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const parts = options.disturb?.({ ledger, sender }) ?? { ledger, sender };
  installRuntime(silent);
  const giveUp = AbortSignal.timeout(30_000);
  const temporal = await connectTemporal(plainTemporal(options.temporalAddress), silent, giveUp);
  const start = (): Promise<BankWorker> =>
    withWorkflowsInline(() =>
      startWorkers(temporal, {
        ledgers: [parts.ledger],
        modules: RUN_MODULES,
        cacheDir: CACHE,
        log: silent,
        artifacts: createArtifactStore(join(dataDir, 'models')),
        covers: createArtifactStore(join(dataDir, 'models'), 'covers'),
        screening: openScreening(writeShortList(dataDir)),
        webhooks: {
          seal,
          senders: { sandbox: parts.sender, production: parts.sender },
          ...(options.patience ? { retryTiming: options.patience } : {}),
        },
        ...(options.maxCachedWorkflows === undefined
          ? {}
          : { maxCachedWorkflows: options.maxCachedWorkflows }),
      }),
    );
  let worker = await start();
  const client = temporal.clients.sandbox;
  const starter = { client, taskQueue: ledger.taskQueue, eager: false };
  const relaySignals = startRelaySignals({ ledger, client: () => client, log: silent });
  const sweeper = options.sweeps
    ? startSweeper({ ledger, client, log: silent, modules: RUN_MODULES })
    : null;

  return {
    ledger,
    client,
    starter,
    seal,
    async startRelay() {
      for (const workflow of listPermanentWorkflows(ledger, null))
        await ensurePermanent(starter, workflow);
    },
    async emit(count) {
      for (let n = 0; n < count; n += 1) await openCustomer(ledger);
    },
    createEndpoint: (url, events = ['customer.created']) =>
      openEndpoint(ledger, seal, { url, events }),
    readStatus: async (id) => (await findEndpoint(ledger, TENANT, id))?.status,
    listAllDeliveries: (endpointId) => readAllDeliveries(ledger, endpointId),
    async readDelivery(endpointId, id) {
      const delivery = await findDelivery(ledger, endpointId, id);
      if (!delivery) throw new Error(`no delivery ${id}`);
      return delivery;
    },
    async restart() {
      await worker.stop();
      worker = await start();
    },
    async close() {
      relaySignals.stop();
      sweeper?.stop();
      await worker.stop();
      await sender.close();
      await temporal.connection.close();
      ledger.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function readAllDeliveries(ledger: Ledger, endpointId: string): Promise<DeliveryView[]> {
  const deliveries: DeliveryView[] = [];
  for (let startingAfter: string | null = null; ; ) {
    const filter = { endpointId, status: null, limit: 100, startingAfter };
    const page = await listDeliveries(ledger, filter);
    deliveries.push(...page.data);
    startingAfter = page.data.at(-1)?.id ?? null;
    if (!page.hasMore) return deliveries.reverse();
  }
}
