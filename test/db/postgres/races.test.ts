// Two processes write to one ledger on PostgreSQL: sequences have no gap, money moves once, and
// caches in memory are never older than the writes of the other process.

import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { dumpOf, violationsOf } from '../sqlite-rig.ts';
import { reportOf, startWriter } from '../start-writer.ts';
import { draftOf, tellerOf, WORKFLOW } from '../teller.ts';
import type { Task } from '../writer.ts';
import { createLedgerDatabase, makeCopyFolder, openForTest } from './rig.ts';
import { postgresForTests } from './server.ts';

const FUNDS = 1000;

const server = await postgresForTests();

async function openSharedLedger() {
  const url = await createLedgerDatabase(server as PostgresServer);
  const { ledger, catchUp } = await openForTest({ url, environment: 'sandbox' });
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async () => undefined,
  });
  const [from, to] = [await teller.account({ funds: FUNDS }), await teller.account()];
  return { url, ledger, catchUp, teller, from, to, tenantId: teller.tenantId };
}

test.skipIf(!server)(
  'a key used by two processes at once moves money once',
  async () => {
    const { url, ledger, from, to, tenantId } = await openSharedLedger();
    const folder = makeCopyFolder();
    onTestFinished(folder.remove);
    const keys = Array.from({ length: 160 }, (_, i) => `key-${i}`);
    const task: Task = { file: folder.path, url, tenantId, from, to, keys, holds: 15 };
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
    // This process writes nothing, so only a notification can tell it of the new leaves.
    await expect.poll(() => logSize(ledger)).toBe(movedAmount + 1);
    expect((await readBalance(ledger, tenantId, to))?.posted).toBe(movedAmount);
    expect((await readBalance(ledger, tenantId, from))?.posted).toBe(FUNDS - movedAmount);
    expect(violationsOf(ledger, Date.now())).toEqual([]);
  },
  120_000,
);

test.skipIf(!server)('money spent through another connection is not spent again', async () => {
  const { url, ledger, catchUp, from, to, tenantId } = await openSharedLedger();
  const other = await openForTest({ url, environment: 'sandbox' });
  const { ledger: second } = other;
  const send = async (store: Ledger, amount: number) => {
    const accepted = await store.run(acceptTransaction, draftOf(tenantId, { from, to, amount }));
    const [settled] = await store.run(settleTransactions, {
      ids: [accepted.id],
      workflow: WORKFLOW,
    });
    return settled?.status;
  };
  // Both processes know the account; then each spends money that the other must not spend again.
  expect(await send(ledger, 400)).toBe('posted');
  expect(await send(second, 400)).toBe('posted');
  expect(await send(ledger, 400)).toBe('declined');
  // Both at the same time.
  const concurrentPayments = [send(ledger, 150), send(second, 150)];
  expect((await Promise.all(concurrentPayments)).sort()).toEqual(['declined', 'posted']);
  await Promise.all([catchUp(), other.catchUp()]);
  expect(dumpOf(second)).toEqual(dumpOf(ledger));
  expect(violationsOf(ledger, Date.now())).toEqual([]);
});

function logSize({ database }: Ledger): number | undefined {
  return database.raw.prepare<[], number>('SELECT size FROM log_head').pluck().get();
}
