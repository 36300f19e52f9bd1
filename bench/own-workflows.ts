// Transactions with a workflow of their own: how far their starts lag behind the bookings at 20 a
// second, and the processor time of the starts under ordinary load, compared in turns with a bank
// that starts no workflow for ordinary transactions.

import { setTimeout as sleep } from 'node:timers/promises';
import { openCustomers } from './http.ts';
import type { Row } from './measure.ts';
import { post, row } from './processor-time.ts';
import { startTestbed, type Testbed } from './testbed.ts';
import { compare, openSide, rowOf, type Side, warmUp } from './turns.ts';

const CLIENTS = [16, 64, 256] as const;
const MAX_RATIO = 1.05;
/** The target is a difference of at most 5 %. With twelve pairs the interval was half of the figure. */
const PAIRS = 30;
const PER_SECOND = 20;
const MAX_LAG_SECONDS = 10;
const LAG =
  /^kontor_oldest_seconds\{(?=[^}]*environment="sandbox")(?=[^}]*station="workflow")[^}]*\} (\S+)$/m;

/**
 * @param seconds for which 20 transactions a second are held
 * @param turn seconds of a turn of either bank
 */
export async function benchOwnWorkflows(seconds: number, turn: number): Promise<Row[]> {
  return [...(await measureLag(seconds)), ...(await measureStartCost(turn))];
}

async function measureLag(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed();
  try {
    const bank = { url: testbed.url, ...(await openCustomers(testbed)) };
    const began = performance.now();
    const sent: Promise<unknown>[] = [];
    let max = 0;
    for (let number = 0; number < PER_SECOND * seconds; number++) {
      await sleep(Math.max(0, began + (1_000 / PER_SECOND) * number - performance.now()));
      sent.push(hold(bank, number));
      if (number % PER_SECOND === 0) max = Math.max(max, await readLag(testbed));
    }
    await Promise.all(sent);
    const elapsed = (performance.now() - began) / 1_000;
    const name = `held transfers, ${PER_SECOND} a second requested`;
    return [
      row(name, sent.length / elapsed, '/s'),
      row(`${name}: the longest wait for a workflow`, Math.max(max, await readLag(testbed)), 's', {
        valueAtMost: MAX_LAG_SECONDS,
      }),
    ];
  } finally {
    await testbed.stop();
  }
}

/** Held transfers have a workflow of their own, whatever their amount. */
function hold(
  bank: { readonly url: string; readonly key: string; readonly accounts: readonly string[] },
  number: number,
): Promise<unknown> {
  const accountAt = (index: number) => bank.accounts[index % bank.accounts.length];
  return post(bank, '/v1/transactions', {
    type: 'transfer',
    amount: 5,
    currency: 'EUR',
    capture: 'manual',
    sourceAccountId: accountAt(number),
    destinationAccountId: accountAt(number + 1),
  });
}

async function readLag({ adminUrl }: Testbed): Promise<number> {
  const match = LAG.exec(await (await fetch(`${adminUrl}/metrics`)).text());
  if (match === null) throw new Error('the bank has no metric for the lag');
  return Number(match[1]);
}

async function measureStartCost(turn: number): Promise<Row[]> {
  const sides: Side[] = [];
  try {
    const side = await openSide(null, 1);
    sides.push(side);
    const sideWithout = await openSide(null, 1, { KONTOR_WORKFLOWS_PER_SECOND: '0' });
    sides.push(sideWithout);
    const rows: Row[] = [];
    for (const clients of CLIENTS) {
      const [withWorkflows, withoutWorkflows] = [side, sideWithout].map((side): Side => {
        return { ...side, task: { ...side.task, clients } };
      }) as [Side, Side];
      await warmUp([withWorkflows, withoutWorkflows]);
      const { cpuMs } = await compare(withWorkflows, withoutWorkflows, turn, PAIRS);
      rows.push(
        rowOf(cpuMs, {
          name: `processor time of bank and Temporal for a transfer, ${clients} clients`,
          unit: 'ms',
          floorName: 'with KONTOR_WORKFLOWS_PER_SECOND=0, in turns',
          target: { ratioAtMost: MAX_RATIO },
        }),
      );
    }
    return rows;
  } finally {
    for (const { testbed } of sides) await testbed.stop();
  }
}
