// Archives of timelines: the steps of old final transactions move to files. Whenever the bank
// stops, each step is in the ledger or in one file, and the invariants hold.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readArchivedSteps } from '../../../db/archives/archived-steps.ts';
import { archiveFiles } from '../../../db/archives/reads.ts';
import { archiveThread } from '../../../db/archives/thread.ts';
import { lastingWork } from '../../../db/moves/open-work.ts';
import { findTransaction, readTimeline } from '../../../db/transactions/reads.ts';
import { listFailedChecks, openTestbed, sweepAll } from './testbed.ts';

type Testbed = Awaited<ReturnType<typeof openTestbed>>;

const ARCHIVE_POINTS = ['archive-written', 'archive-recorded', 'archive-slice'];

/** Returns the steps of a transaction from their file. */
async function readFromFile({ ledger, dataDir }: Testbed, transactionId: string) {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const order = { dataDir, name: 'sandbox', transactionId };
  return readArchivedSteps(ledger(), archiveThread(closing.signal), order);
}

async function archiveAll(all: Testbed): Promise<void> {
  await all.order(-1);
  await sweepAll(all.sweep(25));
}

const stepsOf = (all: Testbed) =>
  all
    .ledger()
    .database.raw.prepare<[], { transaction_id: string; version: number }>(
      'SELECT * FROM timeline ORDER BY transaction_id, version',
    )
    .all();

test('steps of final transactions move to files, and verify counts all of them', async () => {
  const all = await openTestbed();
  const before = stepsOf(all);
  const timelines = await Promise.all(all.ids.map((id) => readTimeline(all.ledger(), id)));
  await archiveAll(all);
  expect(all.count('timeline')).toBe(0);
  expect(await all.readArchived('timeline')).toEqual(before);
  expect(await listFailedChecks(all)).toEqual([]);
  for (const [index, id] of [...all.ids.entries()].slice(0, 3)) {
    const { steps, archivedThrough } = await readTimeline(all.ledger(), id);
    expect([steps, archivedThrough]).toEqual([[], 2]);
    expect(await readFromFile(all, id)).toEqual(timelines[index]?.steps);
    expect(await findTransaction(all.ledger(), all.tenantId, id)).toMatchObject({
      ...{ status: 'posted', version: 2 },
    });
  }
  await all.teller.post({ to: all.to, amount: 5 });
  expect(await listFailedChecks(all)).toEqual([]);
});

test('a step after the archiving stays in the ledger, after the steps of the file', async () => {
  const all = await openTestbed();
  const [id = ''] = all.ids;
  const old = await readTimeline(all.ledger(), id);
  await archiveAll(all);
  const outcome = await all.teller.reverse(id);
  await all.teller.settle(outcome.id);
  const { steps, archivedThrough } = await readTimeline(all.ledger(), id);
  expect(archivedThrough).toBe(2);
  expect(steps.map(({ status }) => status)).toEqual(['reversed']);
  expect(await readFromFile(all, id)).toEqual(old.steps);
  expect(await listFailedChecks(all)).toEqual([]);
  // The reversal is final and is archived; the late step belongs to a file that was already
  // written.
  await sweepAll(all.sweep(25));
  expect(all.count('timeline')).toBe(1);
  const { raw } = all.ledger().database;
  expect(() => raw.exec('DELETE FROM timeline')).toThrow('append-only');
  expect(await listFailedChecks(all)).toEqual([]);
});

test('a step written between the file and its record causes the file to be written again', async () => {
  const all = await openTestbed();
  const [id = ''] = all.ids;
  await all.order(-1);
  const { raw } = all.ledger().database;
  let taken: Promise<unknown> | null = null;
  const pass = all.sweep(25, (name) => {
    if (name === 'archive-written' && !taken) taken = all.teller.reverse(id);
  });
  await pass();
  const created = (await taken) as { id: string } | null;
  await all.teller.settle(created?.id ?? '');
  await sweepAll(all.sweep(25));
  expect(raw.prepare('SELECT count(*) AS left FROM timeline').get()).toEqual({ left: 0 });
  expect(await readFromFile(all, id)).toHaveLength(3);
  expect(await listFailedChecks(all)).toEqual([]);
});

describe('steps stay in the ledger', () => {
  const countSteps = (all: Testbed) => all.count('timeline');

  test('when they are younger than the order', async () => {
    const all = await openTestbed();
    await all.order(1);
    await sweepAll(all.sweep(25));
    expect(archiveFiles(all.ledger())).toEqual([]);
  });

  test('for an open transaction and those after it, until it is final', async () => {
    const all = await openTestbed();
    const waiting = await all.teller.hold({ from: all.to, amount: 1 });
    await all.teller.post({ to: all.to, amount: 2 });
    await archiveAll(all);
    expect(countSteps(all)).toBe(4);
    await all.teller.release(waiting, 'canceled');
    await archiveAll(all);
    expect(countSteps(all)).toBe(0);
    expect(await listFailedChecks(all)).toEqual([]);
  });

  test('for a transaction whose reversal is not final', async () => {
    const all = await openTestbed();
    const [first = ''] = all.ids;
    const outcome = await all.teller.reverse(first);
    await archiveAll(all);
    expect(countSteps(all)).toBe(2 * all.ids.length + 1);
    await all.teller.settle(outcome.id);
    await archiveAll(all);
    expect(countSteps(all)).toBe(0);
  });

  test('while a customer is being erased', async () => {
    const all = await openTestbed();
    const { raw } = all.ledger().database;
    raw.exec(`INSERT INTO customer_erasures SELECT id, tenant_id, 'running', 0, '', '', 0, 'opr_1',
      'opr_2', 'Asked for', 'req_1', 1, NULL FROM customers`);
    await archiveAll(all);
    expect(archiveFiles(all.ledger())).toEqual([]);
  });
});

describe('a bank that crashes while it archives steps', () => {
  for (const point of ARCHIVE_POINTS) {
    test(`at ${point} loses no step and has none twice`, async () => {
      const all = await openTestbed();
      const before = stepsOf(all);
      await all.order(-1);
      let deaths = 0;
      for (let isDone = false; !isDone; ) {
        let seen = 0;
        // Skips the first call, which concerns the events.
        const pass = all.sweep(15, (name) => {
          if (name === point && seen++ > 0) throw new Error(point);
        });
        const outcome = await pass().catch((error: Error) => error.message);
        deaths += Number(outcome === point);
        isDone = outcome === 0 || deaths === 3;
        all.restart();
        expect(await listFailedChecks(all)).toEqual([]);
      }
      expect(deaths).toBeGreaterThan(0);
      await sweepAll(all.sweep(30));
      expect(await all.readArchived('timeline')).toEqual(before);
      expect(all.count('timeline')).toBe(0);
      expect(await listFailedChecks(all)).toEqual([]);
    });
  }
});

test('only archived steps can be deleted, and no transaction is marked as archived without a file', async () => {
  const all = await openTestbed();
  const { raw } = all.ledger().database;
  expect(() => raw.exec('DELETE FROM timeline WHERE version = 1')).toThrow('append-only');
  const mark = 'UPDATE transactions SET archived_version = version';
  expect(() => raw.exec(mark)).toThrow('no archive has the steps');
  await archiveAll(all);
  expect(() => raw.exec('UPDATE transactions SET archived_version = NULL')).toThrow('archive');
  await all.teller.post({ to: all.to, amount: 5 });
  expect(() => raw.exec('DELETE FROM timeline')).toThrow('append-only');
});

test('a developer with archived steps cannot move to another ledger', async () => {
  const all = await openTestbed();
  const open = () =>
    lastingWork(all.ledger().database.raw, all.tenantId).map(({ subject }) => subject);
  const archived = 'transactions with steps or decisions that are archived';
  expect(open()).not.toContain(archived);
  await archiveAll(all);
  expect(open()).toContain(archived);
});

test('verify detects a missing or changed file, and no timeline is read from it', async () => {
  const all = await openTestbed();
  const [id = ''] = all.ids;
  await archiveAll(all);
  for (const name of archiveFiles(all.ledger())) rmSync(join(all.folder, name));
  expect(await readFromFile(all, id)).toBeNull();
  const result = (await listFailedChecks(all)).join();
  expect(result).toContain('archives_are_whole');
  expect(result).toContain('timeline_ends_at_status');
});
