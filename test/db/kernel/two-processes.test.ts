// Two processes on one file, such as the API and a worker: sequences have no gap, money moves once,
// and neither reads a partial write of the other.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import { balanceView } from '../../../db/accounts/view.ts';
import { type Ledger, openLedger } from '../../../db/ledger.ts';
import { listTransactions } from '../../../db/transactions/reads.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { violationsOf } from '../sqlite-rig.ts';
import { reportOf, startWriter } from '../start-writer.ts';
import { tellerOf } from '../teller.ts';
import type { Task } from '../writer.ts';

const FUNDS = 1000;

async function openSharedLedger() {
  const file = join(temporaryFolder(), 'ledger.db');
  const ledger = openLedger({ environment: 'sandbox', file });
  onTestFinished(() => ledger.close());
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute,
  });
  const [from, to] = [await teller.account({ funds: FUNDS }), await teller.account()];
  return { file, ledger, from, to, tenantId: teller.tenantId };
}

test('a key used by two processes at once moves money once; no number is missing', async () => {
  const { file, ledger, from, to, tenantId } = await openSharedLedger();
  const keys = Array.from({ length: 320 }, (_, i) => `key-${i}`);
  const task: Task = { file, tenantId, from, to, keys, holds: 40 };
  const writers = [await startWriter(), await startWriter()];
  const reports = await Promise.all(writers.map((writer) => reportOf(writer, task)));

  const [first, other] = reports.map(({ answers }) => answers.map((answer) => answer.split(' ')));
  keys.forEach((key, i) => {
    const answerPair = [first?.[i] ?? [], other?.[i] ?? []];
    expect(new Set(answerPair.map(([, id]) => id)).size, key).toBe(1);
    expect(answerPair.map(([kind]) => kind).sort(), key).toEqual(['accepted', 'replayed']);
  });
  for (const { settled, captured } of reports) {
    expect(settled.filter((text) => text.startsWith('posted '))).toHaveLength(keys.length);
    expect(captured).toBe(task.holds);
  }
  const movedAmount = keys.length + 2 * task.holds;
  const balance = await readBalance(ledger, tenantId, to);
  expect(balance?.posted).toBe(movedAmount);
  expect((await readBalance(ledger, tenantId, from))?.posted).toBe(FUNDS - movedAmount);
  const { size } = ledger.database.raw.prepare('SELECT size FROM log_head').get() as {
    size: number;
  };
  expect(size).toBe(movedAmount + 1);
  expect(violationsOf(ledger, Date.now())).toEqual([]);
});

test('a reader in another process sees every act as a whole', async () => {
  const { file, ledger, from, to, tenantId } = await openSharedLedger();
  const writer = await startWriter();
  const task: Task = { file, tenantId, from, to, keys: [], holds: 300 };
  let isWriting = true;
  const report = reportOf(writer, task).finally(() => {
    isWriting = false;
  });
  // If a read fails first, the end of the writer is no second failure.
  report.catch(() => undefined);
  let readings = 0;
  let min = FUNDS;
  while (isWriting) {
    // Held money may become booked, but never available again.
    const available = await availableOf(ledger, tenantId, from);
    expect(available).toBeLessThanOrEqual(min);
    min = available;
    await expectWholeTransactions(ledger, tenantId);
    readings += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await report).captured).toBe(task.holds);
  expect(await availableOf(ledger, tenantId, from)).toBe(FUNDS - task.holds);
  expect(readings).toBeGreaterThan(20);
});

async function availableOf(ledger: Ledger, tenantId: string, id: string): Promise<number> {
  const reading = await readBalance(ledger, tenantId, id);
  if (!reading) throw new Error('no account');
  const { available, posted, held, current } = balanceView(reading);
  expect([available, current]).toEqual([posted - held, posted - held]);
  return available;
}

/** A posted transaction has its entries and its leaf, a waiting one has its hold and neither. */
async function expectWholeTransactions(ledger: Ledger, tenantId: string): Promise<void> {
  const page = { tenantId, limit: 5, startingAfter: null };
  for (const view of (await listTransactions(ledger, page)).data) {
    const isPosted = view.status === 'posted';
    expect(view.entries).toHaveLength(isPosted ? 2 : 0);
    expect(view.anchor !== null).toBe(isPosted);
    expect(view.hold?.status === 'active').toBe(view.stage === 'place_hold');
  }
}
