// Payments to external parties: the time until the answer and until the network accepts the
// payment, the processor time of bank and Temporal for each, and the events of their two workflows.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { railWorkflowId, transferWorkflowId } from '../ledger/workflow-id.ts';
import { openCustomers } from './http.ts';
import { percentile, type Row } from './measure.ts';
import {
  countEvents,
  formatProcessorTimes,
  formatWorkResult,
  measureIdle,
  measureProcessorTimes,
  post,
  row,
  runWork,
} from './processor-time.ts';
import { startTestbed, type Testbed } from './testbed.ts';

/** Warm-up payments for the JavaScript compiler. */
const WARM_UP_PAYMENTS = 150;
const CLIENTS = 16;
const SAMPLED = 5;
const GIVEN_UP_AFTER_MS = 60_000;
const POLL_EVERY_MS = 2;

/** @param seconds duration of each measurement */
export async function benchNetworks(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed();
  const db = new BetterSqlite3(join(testbed.dataDir, 'sandbox.db'), { readonly: true });
  try {
    const payer = { url: testbed.url, db, ...(await openCustomers(testbed)) };
    const payOnce = (number: number, answered: () => void) => pay(payer, number, answered);
    // The bank starts 25 workflows per second: the workflow of a transaction may start after the
    // payment.
    const waitForStarts = () => waitUntilStarted(payer);
    await runWork(testbed, {
      clients: CLIENTS,
      count: WARM_UP_PAYMENTS,
      waitForDeferred: waitForStarts,
      carryOut: payOnce,
    });
    const idle = await measureIdle(testbed);
    const singleClient = await runWork(testbed, {
      clients: 1,
      seconds,
      waitForDeferred: waitForStarts,
      carryOut: payOnce,
    });
    const manyClients = await runWork(testbed, {
      clients: CLIENTS,
      seconds,
      waitForDeferred: waitForStarts,
      carryOut: payOnce,
    });
    const settled = await measureSettlement(testbed, payer, manyClients.ids);
    const sampled = manyClients.ids.slice(-SAMPLED);
    return [
      row(
        'payments to a network, one at a time, p50 until answered',
        percentile(singleClient.answeredMs, 0.5),
        'ms',
        { valueAtMost: 20 },
      ),
      row(
        'payments to a network, one at a time, p50 until the network has it',
        percentile(singleClient.doneMs, 0.5),
        'ms',
        {
          valueAtMost: 60,
        },
      ),
      ...formatWorkResult(`payments to a network, ${CLIENTS} clients`, manyClients, {
        rate: { valueAtLeast: 25 },
        ms: { valueAtMost: 40 },
      }),
      ...formatProcessorTimes('settlement of a payment by a network', settled),
      ...formatProcessorTimes('one idle second', idle),
      ...(await countEvents(
        testbed,
        'events of the workflow of the network',
        sampled.map(railWorkflowId),
      )),
      ...(await countEvents(
        testbed,
        'events of the workflow of the transaction',
        sampled.map(transferWorkflowId),
      )),
    ];
  } finally {
    db.close();
    await testbed.stop();
  }
}

interface Payer {
  readonly url: string;
  readonly db: BetterSqlite3.Database;
  readonly key: string;
  readonly accounts: readonly string[];
}

/** Makes a payment, and waits until the network has accepted it. */
async function pay(payer: Payer, number: number, answered: () => void): Promise<string> {
  const { id, status } = await post(payer, '/v1/transactions', {
    type: 'withdrawal',
    // Amounts are neither round nor equal, because the risk rules look for both.
    amount: 100 + (number % 50),
    currency: 'EUR',
    sourceAccountId: payer.accounts[number % payer.accounts.length],
    externalParty: {
      name: 'Grace Hopper',
      method: 'ach',
      accountNumber: `4${String(number).padStart(8, '0')}`,
    },
  });
  answered();
  if (status !== 'pending') throw new Error(`a payment was ${status}`);
  await waitForStatus(payer, id, 'submitted');
  return id;
}

/** Measures the processor time of the settlement of each payment. */
async function measureSettlement(testbed: Testbed, payer: Payer, ids: readonly string[]) {
  const remaining = [...ids];
  const client = async () => {
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
      await post(payer, '/v1/sandbox/simulations/rail-settle', { transactionId: id });
      await waitForStatus(payer, id, 'settled');
    }
  };
  const { bankMs, temporalMs } = await measureProcessorTimes(testbed, async () => {
    await Promise.all(Array.from({ length: CLIENTS }, client));
    // Their workflows end after the booking.
    await sleep(1_000);
  });
  return { bankMs: bankMs / ids.length, temporalMs: temporalMs / ids.length };
}

/** Waits until every transaction has its workflow. */
async function waitUntilStarted({ db }: Payer): Promise<void> {
  const remaining = db
    .prepare<[], number>(
      `SELECT count(*) FROM transactions WHERE workflow_started_at IS NULL AND stage <> 'accepted'`,
    )
    .pluck();
  const until = performance.now() + GIVEN_UP_AFTER_MS;
  while ((remaining.get() ?? 0) > 0) {
    if (performance.now() > until) throw new Error(`${remaining.get()} have no workflow`);
    await sleep(POLL_EVERY_MS * 25);
  }
}

async function waitForStatus({ db }: Payer, id: string, status: string): Promise<void> {
  const read = db
    .prepare<[string], string>('SELECT status FROM rail_payments WHERE transaction_id = ?')
    .pluck();
  const until = performance.now() + GIVEN_UP_AFTER_MS;
  while (read.get(id) !== status) {
    if (performance.now() > until) throw new Error(`${id} is ${read.get(id)}, not ${status}`);
    await sleep(POLL_EVERY_MS);
  }
}
