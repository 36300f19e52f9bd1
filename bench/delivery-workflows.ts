// Webhooks with a workflow for each delivery, for comparison with the bank's workflow for each
// endpoint. It is a process with the bank's sender, seal and ledger; only the orchestration
// differs. Reads its task from the command line and prints one JSON line.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
} from '@temporalio/worker';
import { createSender } from '../activities/webhooks/send.ts';
import { formatBody, signHeaders } from '../activities/webhooks/sign.ts';
import { relayEvents } from '../db/events/relay.ts';
import { openSeal } from '../db/kernel/seal.ts';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { recordAttempt } from '../db/webhooks/deliveries.ts';
import { addressOf, findRecipient, secretContext } from '../db/webhooks/endpoint-reads.ts';
import { countOpen, type DueDelivery, listDue } from '../db/webhooks/mailboxes.ts';
import { LOOPBACK } from './mailbox.ts';
import { processorMs } from './testbed.ts';

export interface DeliveryWorkflowsTask {
  readonly address: string;
  readonly dataDir: string;
  readonly endpointId: string;
  readonly temporalPid: number;
}

export interface DeliveryWorkflowsResult {
  readonly perSecond: number;
  /** Processor time of the worker and of Temporal for each delivery. */
  readonly processorMs: number;
}

const IN_FLIGHT = 64;
const PAGE = 256;
const TASK_QUEUE = 'delivery-workflows';

async function deliverAll(task: DeliveryWorkflowsTask): Promise<DeliveryWorkflowsResult> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const connection = await NativeConnection.connect({ address: task.address });
  const ledger = openLedger({ environment: 'sandbox', file: join(task.dataDir, 'sandbox.db') });
  const due = new Map<string, DueDelivery>();
  const worker = await startWorker(connection, createDeliverer(task, ledger, due));
  const running = worker.run();
  const client = new Client({ connection, namespace: 'sandbox' });
  const readUsed = () => processorMs(process.pid) + processorMs(task.temporalPid);
  const [began, usedBefore] = [performance.now(), readUsed()];
  while ((await ledger.run(relayEvents, PAGE)).events > 0);
  const all = listDue(ledger, { endpointId: task.endpointId, now: ledger.now(), limit: 1_000_000 });
  for (const delivery of all) due.set(delivery.id, delivery);
  const waiting = [...due.keys()];
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const startOptions = { taskQueue: TASK_QUEUE, workflowId: `delivery/${id}`, args: [id] };
        await client.workflow.execute('delivery', { ...startOptions, requestEagerStart: true });
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const processor = (readUsed() - usedBefore) / all.length;
  if (countOpen(ledger, task.endpointId) > 0) throw new Error('not everything was delivered');
  worker.shutdown();
  await running;
  ledger.close();
  return { perSecond: all.length / seconds, processorMs: processor };
}

/** The activity: signs, sends and records like the bank's own activity. */
function createDeliverer(
  { dataDir, endpointId }: DeliveryWorkflowsTask,
  ledger: Ledger,
  due: ReadonlyMap<string, DueDelivery>,
) {
  const seal = openSeal(null, join(dataDir, 'payload.key'));
  const sender = createSender({ livemode: false, allow: LOOPBACK });
  return async (deliveryId: string): Promise<void> => {
    const recipient = findRecipient(ledger, endpointId);
    const delivery = due.get(deliveryId);
    if (!recipient || !delivery) throw new Error(`${deliveryId} is not known`);
    const { event } = delivery;
    const now = ledger.now();
    const body = formatBody(event, recipient.payload);
    const message = { id: event.id, timestampSeconds: Math.floor(now / 1000), body };
    const context = secretContext(recipient.id);
    const secrets = recipient.sealedSecrets.map((sealed) => seal.open(sealed, context));
    const headers = signHeaders(message, secrets);
    const attempt = await sender.send({ url: addressOf(recipient, seal), headers, body });
    const record = { ...attempt, deliveryId, at: now, httpStatus: attempt.status };
    const remaining = { retryInMs: null, stopAfterMs: Number.MAX_SAFE_INTEGER };
    await ledger.run(recordAttempt, { ...record, ...remaining });
  };
}

async function startWorker(
  connection: NativeConnection,
  deliver: (deliveryId: string) => Promise<void>,
): Promise<Worker> {
  const workflowsPath = fileURLToPath(new URL('delivery-workflow.ts', import.meta.url));
  const logger = new DefaultLogger('ERROR');
  return Worker.create({
    connection,
    namespace: 'sandbox',
    taskQueue: TASK_QUEUE,
    workflowBundle: await bundleWorkflowCode({ workflowsPath, logger }),
    activities: { deliver },
    maxCachedWorkflows: 200,
    maxConcurrentWorkflowTaskExecutions: 40,
    workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 2, initial: 4, maximum: 10 },
    workflowThreadPoolSize: 1,
  });
}

const argument = process.argv[2];
if (argument) {
  const result = await deliverAll(JSON.parse(argument) as DeliveryWorkflowsTask);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
}
