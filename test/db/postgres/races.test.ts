// Two processes write to one ledger on PostgreSQL: numbers stay without a gap, money moves once,
// and what one has in memory is never older than what the other has written.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import type { PostgresServer } from '../../../scripts/postgres-server.ts';
import { violationsOf } from '../sqlite-rig.ts';
import { draftOf, tellerOf, WORKFLOW } from '../teller.ts';
import type { Report, Task } from '../writer.ts';
import { copyOf, ledgerDatabase } from './rig.ts';
import { postgresForTests } from './server.ts';

const WRITER = fileURLToPath(new URL('../writer.ts', import.meta.url));
const FUNDS = 1000;

const server = await postgresForTests();

async function startWriter(): Promise<ChildProcess> {
  const child = fork(WRITER, { execArgv: [] });
  onTestFinished(() => void child.kill());
  await messageOf(child);
  return child;
}

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)));
  });
}

async function reportOf(child: ChildProcess, task: Task): Promise<Report> {
  const message = messageOf(child);
  child.send(task);
  const report = (await message) as Report & { error?: string };
  if (report.error !== undefined) throw new Error(report.error);
  return report;
}

async function sharedLedger() {
  const url = await ledgerDatabase(server as PostgresServer);
  const opened = await openPostgresLedger({ url, environment: 'sandbox' });
  const copy = await copyOf(url, 'sandbox', Date.now);
  onTestFinished(async () => {
    await opened.close();
    await copy.close();
  });
  const teller = tellerOf({
    store: opened.ledger.store,
    people: opened.ledger,
    balance: async () => null,
    execute: async () => undefined,
  });
  const [from, to] = [await teller.account({ funds: FUNDS }), await teller.account()];
  return { url, opened, copy, teller, from, to, tenantId: teller.tenantId };
}

test.skipIf(!server)(
  'a key used by two processes at once moves money once',
  async () => {
    const { url, copy, from, to, tenantId } = await sharedLedger();
    const keys = Array.from({ length: 160 }, (_, i) => `key-${i}`);
    const task: Task = { file: '', url, tenantId, from, to, keys, holds: 15 };
    const writers = [await startWriter(), await startWriter()];
    const reports = await Promise.all(writers.map((writer) => reportOf(writer, task)));

    const [one, other] = reports.map(({ answers }) => answers.map((answer) => answer.split(' ')));
    keys.forEach((key, i) => {
      const both = [one?.[i] ?? [], other?.[i] ?? []];
      expect(new Set(both.map(([, id]) => id)).size, key).toBe(1);
      expect(both.map(([kind]) => kind).sort(), key).toEqual(['accepted', 'replayed']);
    });
    for (const { settled, captured } of reports) {
      expect(settled.filter((text) => text.startsWith('posted '))).toHaveLength(keys.length);
      expect(captured).toBe(task.holds);
    }
    const moved = keys.length + 2 * task.holds;
    const ledger = await copy.ledger();
    expect((await readBalance(ledger, tenantId, to))?.posted).toBe(moved);
    expect((await readBalance(ledger, tenantId, from))?.posted).toBe(FUNDS - moved);
    const size = ledger.database.raw.prepare<[], number>('SELECT size FROM log_head').pluck().get();
    expect(size).toBe(moved + 1);
    expect(violationsOf(ledger, Date.now())).toEqual([]);
  },
  120_000,
);

test.skipIf(!server)('what another connection has spent is not spent again', async () => {
  const { url, opened, copy, teller, from, to } = await sharedLedger();
  const second = await openPostgresLedger({ url, environment: 'sandbox' });
  onTestFinished(() => second.close());
  const { tenantId } = teller;
  const send = async (store: typeof opened.ledger.store, amount: number) => {
    const accepted = await store.accept(draftOf(tenantId, { from, to, amount }));
    const [settled] = await store.settle([accepted.id], WORKFLOW);
    return settled?.status;
  };
  // Both know the account, then each spends in turn what the other must not spend again.
  expect(await send(opened.ledger.store, 400)).toBe('posted');
  expect(await send(second.ledger.store, 400)).toBe('posted');
  expect(await send(opened.ledger.store, 400)).toBe('declined');
  // And at once.
  const both = [send(opened.ledger.store, 150), send(second.ledger.store, 150)];
  expect((await Promise.all(both)).sort()).toEqual(['declined', 'posted']);
  expect(violationsOf(await copy.ledger(), Date.now())).toEqual([]);
});
