// Payments to external parties: the time until they are answered and until their network has them, the
// processor time of bank and Temporal for each, and the events of their two workflows.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { railWorkflowId, transferWorkflowId } from '../ledger/workflow-id.ts';
import { type Ground, prepareGround } from './ground.ts';
import { openCustomers } from './http.ts';
import { percentile, type Row } from './measure.ts';
import {
  eventRows,
  post,
  row,
  rowsOf,
  spentBy,
  spentIdle,
  spentRows,
  workThrough,
} from './spent.ts';

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
    const one = (number: number, answered: () => void) => pay(payer, number, answered);
    // Starts keep a pace of 25 a second: the workflow of a transaction may begin after its payment.
    const rest = () => untilBegun(payer);
    await workThrough(ground, { clients: CLIENTS, count: WARM, rest, one });
    const idle = await spentIdle(ground);
    const alone = await workThrough(ground, { clients: 1, seconds, rest, one });
    const many = await workThrough(ground, { clients: CLIENTS, seconds, rest, one });
    const settled = await settle(ground, payer, many.ids);
    const sampled = many.ids.slice(-SAMPLED);
    return [
      row(
        'payments to a network, one at a time, p50 until answered',
        percentile(alone.answeredMs, 0.5),
        'ms',
        { valueAtMost: 20 },
      ),
      row('the same, p50 until the network has it', percentile(alone.doneMs, 0.5), 'ms', {
        valueAtMost: 60,
      }),
      ...rowsOf(`payments to a network, ${CLIENTS} clients, until the network has them`, many, {
        rate: { valueAtLeast: 25 },
        ms: { valueAtMost: 40 },
      }),
      ...spentRows('the settlement of such a payment', settled),
      ...spentRows('a second without any work', idle),
      ...(await eventRows(
        ground,
        'events of a payment at its network',
        sampled.map(railWorkflowId),
      )),
      ...(await eventRows(ground, 'events of its transaction', sampled.map(transferWorkflowId))),
    ];
  } finally {
    db.close();
    await ground.stop();
  }
}

interface Payer {
  readonly url: string;
  readonly db: BetterSqlite3.Database;
  readonly key: string;
  readonly accounts: readonly string[];
}

/** Pays, and waits until the network has it. */
async function pay(payer: Payer, number: number, answered: () => void): Promise<string> {
  const { id, status } = await post(payer, '/v1/transactions', {
    type: 'withdrawal',
    // Neither round nor always the same, which the rules of risk look for.
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
  await untilStatus(payer, id, 'submitted');
  return id;
}

/** Processor time of the settlement of each. */
async function settle(ground: Ground, payer: Payer, ids: readonly string[]) {
  const left = [...ids];
  const client = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      await post(payer, '/v1/sandbox/simulations/rail-settle', { transactionId: id });
      await untilStatus(payer, id, 'settled');
    }
  };
  const { bankMs, temporalMs } = await spentBy(ground, async () => {
    await Promise.all(Array.from({ length: CLIENTS }, client));
    // Their workflows end after the booking.
    await sleep(1_000);
  });
  return { bankMs: bankMs / ids.length, temporalMs: temporalMs / ids.length };
}

/** Until every transaction has its workflow. */
async function untilBegun({ db }: Payer): Promise<void> {
  const left = db
    .prepare<[], number>(
      `SELECT count(*) FROM transactions WHERE workflow_started_at IS NULL AND stage <> 'accepted'`,
    )
    .pluck();
  const until = performance.now() + GIVEN_UP_AFTER_MS;
  while ((left.get() ?? 0) > 0) {
    if (performance.now() > until) throw new Error(`${left.get()} have no workflow`);
    await sleep(EVERY_MS * 25);
  }
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
