// Webhooks: the cost of a delivery with a workflow for each endpoint or for each delivery, the
// latency at the receiver, the relay's cost for a transfer, and the time to catch up after a
// receiver was down.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openSeal } from '../db/kernel/seal.ts';
import { DAY_MS } from '../ledger/durations.ts';
import { createMovedClock, emitDuringOutage } from '../test/kit/outside/day-of-outage.ts';
import type { DeliveryWorkflowsResult } from './delivery-workflows.ts';
import { openCustomers, runChild } from './http.ts';
import type { LoadResult } from './load.ts';
import { emit, LOOPBACK, openMailbox } from './mailbox.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';
import { processorMs, startTestbed, type Testbed } from './testbed.ts';
import { type CountingReceiver, countingReceiver } from './webhook-receiver.ts';

const ALLOW_LOOPBACK = { KONTOR_WEBHOOK_ALLOW: LOOPBACK.join(',') };
const CONCURRENT_REQUESTS = 16;
const PER_SECOND = 100;
const CLIENTS = 64;
const P99_MS = 250;

export interface WebhookPlan {
  /** Number of events that wait for the endpoint. */
  readonly backlog: number;
  readonly seconds: number;
  /** Days for which the receiver is down. */
  readonly days: number;
  readonly dayEvents: number;
}

export async function benchWebhooks(plan: WebhookPlan): Promise<Row[]> {
  return [
    ...(await measureBacklog(plan.backlog)),
    ...(await measureCatchUp(plan)),
    ...(await measureUnderLoad(plan.seconds)),
  ];
}

const row = (name: string, value: number, unit: string): Row => ({
  name,
  value,
  unit,
  floorName: 'none',
  floor: null,
  target: {},
});

interface BacklogFigures {
  readonly perSecond: number;
  readonly processorMs: number;
}

async function measureBacklog(count: number): Promise<Row[]> {
  const floor = await postDirectly(count);
  const endpoint = await deliverByEndpoint(count);
  const delivered = await deliverByWorkflows(count);
  const backlogText = `${count.toLocaleString('en')} deliveries that wait`;
  return [
    {
      ...row(`${backlogText}, a workflow for the endpoint`, endpoint.perSecond, 'deliveries/s'),
      floorName: `these requests without a bank, ${CONCURRENT_REQUESTS} at a time`,
      floor,
    },
    {
      ...row(`${backlogText}, a workflow for each delivery`, delivered.perSecond, 'deliveries/s'),
      floorName: 'a workflow for the endpoint',
      floor: endpoint.perSecond,
    },
    row(
      'processor time of bank and Temporal for a delivery, a workflow for the endpoint',
      endpoint.processorMs,
      'ms',
    ),
    row(
      'processor time of bank and Temporal for a delivery, a workflow for each delivery',
      delivered.processorMs,
      'ms',
    ),
  ];
}

/** Measures the floor: the same request bodies on the same kind of connections, without a bank. */
async function postDirectly(count: number): Promise<number> {
  const receiver = await countingReceiver();
  const pool = new Pool(receiver.url, { connections: CONCURRENT_REQUESTS });
  const body = JSON.stringify({ id: 'evt', data: 'x'.repeat(700) });
  const headers = { 'content-type': 'application/json' };
  let remaining = count;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      while (remaining-- > 0) {
        const { body: answer } = await pool.request({ path: '/', method: 'POST', headers, body });
        await answer.dump();
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  await receiver.close();
  return count / seconds;
}

/** Measures the bank, which finds the waiting events when it starts. */
async function deliverByEndpoint(count: number): Promise<BacklogFigures> {
  const [folder, receiver] = [temporaryFolder(), await countingReceiver()];
  const { ledger } = await openMailbox(folder.path, receiver.url);
  await emit(ledger, count);
  const testbed = await startTestbed({ dataDir: folder.path, env: ALLOW_LOOPBACK });
  try {
    const readUsed = () => processorMs(testbed.bankPid) + processorMs(testbed.temporalPid);
    // The first events arrive while the bank still starts.
    const from = Math.floor(count / 10);
    const began = await receiver.waitForCount(from);
    const usedBefore = readUsed();
    const ended = await receiver.waitForCount(count);
    const remaining = count - from;
    return {
      perSecond: (remaining * 1000) / (ended - began),
      processorMs: (readUsed() - usedBefore) / remaining,
    };
  } finally {
    await testbed.stop();
    ledger.close();
    await receiver.close();
    folder.remove();
  }
}

async function deliverByWorkflows(count: number): Promise<BacklogFigures> {
  const [folder, receiver] = [temporaryFolder(), await countingReceiver()];
  // This bank has another ledger: only its Temporal is used.
  const testbed = await startTestbed({ env: ALLOW_LOOPBACK });
  const { ledger, endpointId } = await openMailbox(folder.path, receiver.url);
  try {
    await emit(ledger, count);
    return await runChild<DeliveryWorkflowsResult>('delivery-workflows.ts', {
      address: testbed.temporalAddress,
      dataDir: folder.path,
      endpointId,
      temporalPid: testbed.temporalPid,
    });
  } finally {
    await testbed.stop();
    ledger.close();
    await receiver.close();
    folder.remove();
  }
}

/**
 * Measures the time to catch up: the receiver was down for days, then it runs again and the bank
 * starts.
 */
async function measureCatchUp({ days, dayEvents }: WebhookPlan): Promise<Row[]> {
  const [folder, receiver] = [temporaryFolder(), await countingReceiver()];
  const { url } = receiver;
  await receiver.close();
  const forMs = DAY_MS * days;
  const clock = createMovedClock(Date.now() - forMs);
  const { ledger, endpointId } = await openMailbox(folder.path, url, clock.now);
  const seal = openSeal(null, join(folder.path, 'payload.key'));
  const attempts = await emitDuringOutage({
    ledger,
    seal,
    clock,
    endpointId,
    forMs,
    events: dayEvents,
    emit: (count) => emit(ledger, count),
  });
  ledger.close();
  const restartedReceiver = await countingReceiver(Number(new URL(url).port));
  const testbed = await startTestbed({ dataDir: folder.path, env: ALLOW_LOOPBACK });
  try {
    const began = await restartedReceiver.waitForCount(1);
    const ended = await restartedReceiver.waitForCount(dayEvents);
    await sleep(2_000);
    const overtook = restartedReceiver.overtaking();
    if (restartedReceiver.count() !== dayEvents)
      throw new Error(`${restartedReceiver.count()} came, not ${dayEvents}`);
    const failed = `${attempts.toLocaleString('en')} failed attempts`;
    const label = `down for ${Math.round(days * 24)} h, ${failed}`;
    const countText = dayEvents.toLocaleString('en');
    return [
      row(`${countText} events, ${label}: time until all are received`, ended - began, 'ms'),
      row(`${countText} events, ${label}: received before an earlier event`, overtook, 'events'),
    ];
  } finally {
    await testbed.stop();
    await restartedReceiver.close();
    folder.remove();
  }
}

/** Measures the cost for a transfer, and the latency at the receiver. */
async function measureUnderLoad(seconds: number): Promise<Row[]> {
  const receiver = await countingReceiver();
  const testbed = await startTestbed({ env: ALLOW_LOOPBACK });
  try {
    const { key, accounts } = await openCustomers(testbed);
    const task = { url: testbed.url, key, accounts, clients: CLIENTS };
    await runChild<LoadResult>('load.ts', { ...task, seconds: 3 });
    const runLoad = () => runChild<LoadResult>('load.ts', { ...task, seconds });
    const withoutLoad = await runLoad();
    await createEndpoint(testbed, key, receiver.url, ['account.closed']);
    const withoutEvents = await runLoad();
    await createEndpoint(testbed, key, receiver.url, ['transaction.posted']);
    const waits = await sendSteadily({ testbed, key, accounts, receiver, seconds });
    const all = await runLoad();
    const rowBeside = (name: string, { perSecond }: LoadResult): Row => ({
      ...row(`transfers, ${CLIENTS} clients, ${name}`, perSecond, 'transfers/s'),
      floorName: 'without an endpoint',
      floor: withoutLoad.perSecond,
    });
    return [
      rowBeside('an endpoint that receives no event', withoutEvents),
      rowBeside('an endpoint that receives each event', all),
      {
        ...row(`from commit to receipt, ${PER_SECOND} transfers/s`, waits.p99Ms, 'ms (p99)'),
        p50Ms: waits.p50Ms,
        p99Ms: waits.p99Ms,
        target: { valueAtMost: P99_MS },
      },
    ];
  } finally {
    await testbed.stop();
    await receiver.close();
  }
}

async function createEndpoint(
  testbed: Testbed,
  key: string,
  url: string,
  events: readonly string[],
) {
  await post(testbed, key, '/v1/webhook-endpoints', { url, events });
}

async function post({ url }: Testbed, key: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

interface SteadyLoad {
  readonly testbed: Testbed;
  readonly key: string;
  readonly accounts: readonly string[];
  readonly receiver: CountingReceiver;
  readonly seconds: number;
}

/** Sends transfers at a fixed rate, independent of the answers. */
async function sendSteadily({ testbed, key, accounts, receiver, seconds }: SteadyLoad) {
  const from = receiver.count();
  const count = PER_SECOND * seconds;
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    await sleep(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()));
    sent.push(
      post(testbed, key, '/v1/transactions', {
        type: 'transfer',
        amount: 5,
        currency: 'EUR',
        sourceAccountId: accounts[n % accounts.length],
        destinationAccountId: accounts[(n + 1) % accounts.length],
      }),
    );
  }
  await Promise.all(sent);
  await receiver.waitForCount(from + count);
  const waits = receiver.waits().slice(from);
  return { p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99) };
}
