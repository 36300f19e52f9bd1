// Payments to parties outside: the time until they are answered and until their network has them, the
// processor time of bank and Temporal for each, and the events of their workflows, which no load of
// the machine changes.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import BetterSqlite3 from 'better-sqlite3';
import { railWorkflowId, transferWorkflowId } from '../ledger/workflow-id.ts';
import { type Ground, prepareGround, processorMs } from './ground.ts';
import { openCustomers } from './http.ts';
import { percentile, type Row, type Target } from './measure.ts';

/** Until the compiler has seen enough of the code. */
const WARM = 150;
const CLIENTS = 16;
const SAMPLED = 5;
const GIVEN_UP_AFTER_MS = 60_000;
const EVERY_MS = 2;

/** @param seconds how long each figure is measured */
export async function benchNetworks(seconds: number): Promise<Row[]> {
  const ground = await prepareGround();
  const db = new BetterSqlite3(join(ground.dataDir, 'sandbox.db'), { readonly: true });
  try {
    const payer = { url: ground.url, db, ...(await openCustomers(ground)) };
    await underway(ground, payer, { clients: CLIENTS, count: WARM });
    const idle = await idleMs(ground);
    const alone = await underway(ground, payer, { clients: 1, seconds });
    const many = await underway(ground, payer, { clients: CLIENTS, seconds });
    const settled = await settlements(ground, payer, many.ids);
    const events = await eventsOf(ground, many.ids.slice(-SAMPLED));
    return [
      row(
        'payments to a network, one at a time, p50 until answered',
        percentile(alone.answeredMs, 0.5),
        'ms',
        { valueAtMost: 20 },
      ),
      row('the same, p50 until the network has it', percentile(alone.takenMs, 0.5), 'ms', {
        valueAtMost: 60,
      }),
      row(
        `payments to a network, ${CLIENTS} clients, until the network has them`,
        many.perSecond,
        'payments/s',
        { valueAtLeast: 25 },
      ),
      row('the same, p50 until answered', percentile(many.answeredMs, 0.5), 'ms'),
      row('the same, p50 until the network has it', percentile(many.takenMs, 0.5), 'ms'),
      row(
        'the same, processor time of bank and Temporal each',
        many.bankMs + many.temporalMs,
        'ms',
        { valueAtMost: 40 },
      ),
      row('the same, of the bank', many.bankMs, 'ms'),
      row('the same, of Temporal', many.temporalMs, 'ms'),
      row(
        'the settlement of such a payment, processor time of bank and Temporal',
        settled.bankMs + settled.temporalMs,
        'ms',
      ),
      row('the same, of the bank', settled.bankMs, 'ms'),
      row('the same, of Temporal', settled.temporalMs, 'ms'),
      row('bank and Temporal without any work, processor time of a second', idle, 'ms'),
      ...[...events]
        .sort()
        .map(([name, count]) => row(`events of a settled payment: ${name}`, count, '')),
    ];
  } finally {
    db.close();
    await ground.stop();
  }
}

const row = (name: string, value: number, unit: string, target: Target = {}): Row => ({
  name,
  value,
  unit,
  floorName: 'none',
  floor: null,
  target,
});

interface Payer {
  readonly url: string;
  readonly db: BetterSqlite3.Database;
  readonly key: string;
  readonly accounts: readonly string[];
}

interface Plan {
  readonly clients: number;
  readonly count?: number;
  readonly seconds?: number;
}

async function spentBy<T>({ bankPid, temporalPid }: Ground, work: () => Promise<T>) {
  const before = [processorMs(bankPid), processorMs(temporalPid)] as const;
  const result = await work();
  return {
    result,
    bankMs: processorMs(bankPid) - before[0],
    temporalMs: processorMs(temporalPid) - before[1],
  };
}

async function idleMs(ground: Ground): Promise<number> {
  await sleep(3_000);
  const { bankMs, temporalMs } = await spentBy(ground, () => sleep(5_000));
  return (bankMs + temporalMs) / 5;
}

/** Each client pays, waits until the network has it, and pays again. */
async function underway(
  ground: Ground,
  payer: Payer,
  { clients, count = Infinity, seconds }: Plan,
) {
  const answeredMs: number[] = [];
  const takenMs: number[] = [];
  const ids: string[] = [];
  let begun = 0;
  const began = performance.now();
  const until = seconds === undefined ? Infinity : began + seconds * 1_000;
  const client = async () => {
    while (performance.now() < until && begun < count) {
      const number = begun++;
      const started = performance.now();
      const { id, status } = await pay(payer, number);
      answeredMs.push(performance.now() - started);
      if (status !== 'pending') throw new Error(`a payment was ${status}`);
      await untilStatus(payer, id, 'submitted');
      takenMs.push(performance.now() - started);
      ids.push(id);
    }
  };
  const { bankMs, temporalMs } = await spentBy(ground, async () => {
    await Promise.all(Array.from({ length: clients }, client));
  });
  const took = (performance.now() - began) / 1_000;
  const each = ids.length;
  return {
    answeredMs,
    takenMs,
    ids,
    perSecond: each / took,
    bankMs: bankMs / each,
    temporalMs: temporalMs / each,
  };
}

async function settlements(ground: Ground, payer: Payer, ids: readonly string[]) {
  const { bankMs, temporalMs } = await spentBy(ground, async () => {
    const left = [...ids];
    const client = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await post(payer, '/v1/sandbox/simulations/rail-settle', { transactionId: id });
        await untilStatus(payer, id, 'settled');
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    // Their workflows end after the booking.
    await sleep(1_000);
  });
  return { bankMs: bankMs / ids.length, temporalMs: temporalMs / ids.length };
}

function pay(payer: Payer, number: number): Promise<{ id: string; status: string }> {
  return post(payer, '/v1/transactions', {
    type: 'withdrawal',
    amount: 100 + (number % 50),
    currency: 'EUR',
    sourceAccountId: payer.accounts[number % payer.accounts.length],
    externalParty: {
      name: 'Grace Hopper',
      method: 'ach',
      accountNumber: `4${String(number).padStart(8, '0')}`,
    },
  });
}

async function post({ url, key }: Payer, path: string, body: object) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as ReturnType<typeof JSON.parse>;
}

async function untilStatus({ db }: Payer, id: string, status: string): Promise<void> {
  const read = db
    .prepare<[string], string>('SELECT status FROM rail_payments WHERE transaction_id = ?')
    .pluck();
  const until = performance.now() + GIVEN_UP_AFTER_MS;
  while (read.get(id) !== status) {
    if (performance.now() > until) throw new Error(`${id} is ${read.get(id)}, not ${status}`);
    await sleep(EVERY_MS);
  }
}

/** Events of a payment's two workflows by name, the mean of some payments. */
async function eventsOf(ground: Ground, ids: readonly string[]): Promise<Map<string, number>> {
  const connection = await Connection.connect({ address: ground.temporalAddress });
  const { workflow } = new Client({ connection, namespace: 'sandbox' });
  const counts = new Map<string, number>();
  for (const id of ids) {
    for (const [kind, workflowId] of [
      ['transfer', transferWorkflowId(id)],
      ['rail', railWorkflowId(id)],
    ] as const) {
      const { events } = await workflow.getHandle(workflowId).fetchHistory();
      for (const event of events ?? []) {
        const name =
          Object.entries(event).find(
            ([key, value]) => key.endsWith('EventAttributes') && value,
          )?.[0] ?? '';
        const key = `${kind}: ${name.replace('EventAttributes', '')}`;
        counts.set(key, (counts.get(key) ?? 0) + 1 / ids.length);
      }
    }
  }
  await connection.close();
  return counts;
}
