// Archives of risk decisions: decisions move to files when no model learns from them any more, and
// transactions and events still show the same fields.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { orderArchive } from '../../../db/archives/acts.ts';
import { kindOf } from '../../../db/archives/archive-kinds.ts';
import {
  findArchivedDecision,
  readArchivedDecision,
} from '../../../db/archives/archived-decision.ts';
import { decodeRows, encodeRows } from '../../../db/archives/parquet.ts';
import { DECISION_DAYS } from '../../../db/archives/plan.ts';
import { archiveFiles } from '../../../db/archives/reads.ts';
import { archiveThread } from '../../../db/archives/thread.ts';
import { listEvents } from '../../../db/events/reads.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import { listRiskDecisions } from '../../../db/risk/reads.ts';
import { findTransaction } from '../../../db/transactions/reads.ts';
import { listFailedChecks, openTestbed, sweepAll } from './testbed.ts';

type Testbed = Awaited<ReturnType<typeof openTestbed>>;

const PAYMENTS = 12;

/** Makes a ledger with judged payments that are older than the period from which models learn. */
async function openWithDecisions(days = DECISION_DAYS + 1) {
  const all = await openTestbed({ isJudged: true });
  const payee = await all.teller.account();
  const paid: string[] = [];
  for (let i = 0; i < PAYMENTS; i += 1) {
    paid.push(await all.teller.post({ from: all.to, to: payee, amount: 3 + i }));
  }
  all.advanceDays(days);
  return { ...all, paid };
}

const rowsOf = (all: Testbed) =>
  all
    .ledger()
    .database.raw.prepare<[], { id: string; transaction_id: string }>(
      'SELECT * FROM risk_decisions ORDER BY transaction_id',
    )
    .all();

const orderAll = ({ ledger }: Testbed) =>
  ledger().run(orderArchive, {
    ...{ beforeAt: ledger().now() + 86_400_000, actor: 'opr_1', reason: 'The disk is full' },
  });

async function archiveAll(all: Testbed): Promise<void> {
  await orderAll(all);
  await sweepAll(all.sweep(5));
}

async function readFromFile({ ledger, dataDir }: Testbed, transactionId: string) {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const place = { dataDir, name: 'sandbox', transactionId };
  return readArchivedDecision(ledger(), archiveThread(closing.signal), place);
}

test('decisions move to files, verify counts them, and each is read back from its file', async () => {
  const all = await openWithDecisions();
  const { tenantId } = all;
  const before = rowsOf(all);
  const order = { tenantId, limit: 50, startingAfter: null };
  const listed = (await listRiskDecisions(all.ledger(), order)).data;
  expect(before).toHaveLength(PAYMENTS);
  await archiveAll(all);
  expect(rowsOf(all)).toEqual([]);
  expect(await all.readArchived('decisions')).toEqual(before);
  expect(await listFailedChecks(all)).toEqual([]);
  for (const { id: decisionId, transaction_id: id } of before.slice(0, 3)) {
    expect(findArchivedDecision(all.ledger(), { tenantId, decisionId })).toBe(id);
    expect(findArchivedDecision(all.ledger(), { tenantId, transactionId: id })).toBe(id);
    expect(findArchivedDecision(all.ledger(), { tenantId: 'dev_2', decisionId })).toBeNull();
    expect(await readFromFile(all, id)).toEqual(listed.find((item) => item.id === decisionId));
  }
});

test('a transaction and its events show an archived decision unchanged', async () => {
  const all = await openWithDecisions();
  const { tenantId, paid } = all;
  const [id = ''] = paid;
  const views = () =>
    Promise.all(paid.map((value) => findTransaction(all.ledger(), tenantId, value)));
  const events = () => listEvents(all.ledger(), { tenantId, afterSequence: 0, limit: 100 });
  const before = [await views(), await events()];
  // The relay has not passed the later events, so they stay.
  await archiveAll(all);
  expect(rowsOf(all)).toEqual([]);
  expect(await views()).toEqual(before[0]);
  const stored = (await events()).data;
  expect(stored.length).toBeGreaterThan(PAYMENTS);
  expect((before[1] as Awaited<ReturnType<typeof events>>).data.slice(-stored.length)).toEqual(
    stored,
  );
  // A later step shows the decision too.
  const outcome = await all.teller.reverse(id);
  await all.teller.settle(outcome.id);
  const { data } = await events();
  const reversed = data.find((item) => item.type === 'transaction.reversed');
  expect(reversed?.data.object).toMatchObject({ id, risk: { level: 'low' } });
  expect(await listFailedChecks(all)).toEqual([]);
});

describe('risk decisions stay in the ledger', () => {
  test('while models may learn from them, whatever the order says', async () => {
    const all = await openWithDecisions(DECISION_DAYS - 1);
    await archiveAll(all);
    expect(rowsOf(all)).toHaveLength(PAYMENTS);
    expect(all.count('timeline')).toBe(0);
  });

  test('while a training reads them', async () => {
    const all = await openWithDecisions();
    const { raw } = all.ledger().database;
    raw.exec(`INSERT INTO training_jobs (id, tenant_id, model_id, name, task, label, status,
      request, source, estimated_seconds, request_id, actor, version, created_at, updated_at)
      VALUES ('trn_1', '${all.tenantId}', 'mdl_1', 'own', 'fraud', '1', 'queued', '{}',
      'ledger_query', 1, 'req_1', 'key_1', 1, 1, 1)`);
    await archiveAll(all);
    expect(rowsOf(all)).toHaveLength(PAYMENTS);
    raw.exec("UPDATE training_jobs SET status = 'canceled', version = 2, completed_at = 2");
    await archiveAll(all);
    expect(rowsOf(all)).toEqual([]);
  });

  test('when a person reviews their payment, as does the review', async () => {
    const all = await openWithDecisions();
    const [first] = rowsOf(all);
    all.ledger().database.raw.exec(`INSERT INTO risk_reviews (id, kind, decision_id, transaction_id,
        tenant_id, account_id, status, created_at) SELECT 'rvw_1', 'alert', id, transaction_id,
        tenant_id, account_id, 'open', 1 FROM risk_decisions WHERE id = '${first?.id}'`);
    await archiveAll(all);
    // Its transaction is not final, so the later ones stay too.
    expect(all.count('timeline')).toBeGreaterThan(PAYMENTS);
    expect(rowsOf(all).map(({ id }) => id)).toEqual([first?.id]);
    expect(await listFailedChecks(all)).toEqual([]);
  });
});

test('a bank that crashes between any two steps neither loses nor duplicates a decision', async () => {
  const all = await openWithDecisions();
  const before = rowsOf(all);
  await orderAll(all);
  const hasArchiveOf = (name: string) =>
    archiveFiles(all.ledger()).some((value) => value.startsWith(name));
  for (const point of ['archive-written', 'archive-recorded', 'archive-slice']) {
    let died = false;
    for (let passes = 0; !died && passes < 30; passes += 1) {
      // Only for decisions; the other nouns have their own tests.
      const areOthersArchived = () => all.count('events') === 1 && all.count('timeline') === 0;
      const pass = all.sweep(4, (name) => {
        died = name === point && (areOthersArchived() || hasArchiveOf('decisions-'));
        if (died) throw new Error(point);
      });
      while ((await all.ledger().run(relayEvents, 256)).events > 0) {}
      await pass().catch((error: Error) => expect(error.message).toBe(point));
    }
    expect(died, point).toBe(true);
    all.restart();
    expect(await listFailedChecks(all)).toEqual([]);
  }
  await sweepAll(all.sweep(4));
  expect(rowsOf(all)).toEqual([]);
  expect(await all.readArchived('decisions')).toEqual(before);
  expect(await listFailedChecks(all)).toEqual([]);
});

test('only archived decisions can be deleted, and their outcome stays', async () => {
  const all = await openWithDecisions();
  const { raw } = all.ledger().database;
  expect(() => raw.exec('DELETE FROM risk_decisions')).toThrow('never deleted');
  expect(() => raw.exec("UPDATE transactions SET archived_risk = '{}'")).toThrow('no archive');
  await archiveAll(all);
  expect(() => raw.exec('UPDATE transactions SET archived_risk = NULL')).toThrow('archive');
  await all.teller.post({ from: all.to, amount: 5 });
  expect(() => raw.exec('DELETE FROM risk_decisions')).toThrow('never deleted');
});

test('verify detects a missing file, and the decision is not shown', async () => {
  const all = await openWithDecisions();
  await archiveAll(all);
  for (const name of archiveFiles(all.ledger())) rmSync(join(all.folder, name));
  expect(await readFromFile(all, all.paid[0] ?? '')).toBeNull();
  const result = (await listFailedChecks(all)).join();
  expect(result).toContain('archived_risk_is_that_of_the_decision');
});

test('features and probabilities are read back bit for bit', async () => {
  const kind = kindOf('decisions');
  const all = await openWithDecisions();
  const features = Buffer.alloc(24);
  for (const [index, value] of [0.1, Number.NaN, -0].entries())
    features.writeDoubleLE(value, 8 * index);
  const row = { ...rowsOf(all)[0], features, probability: 0.1 + 0.2, review_from: 1 / 3 };
  expect(await decodeRows(kind, await encodeRows(kind, [row, row]))).toEqual([row, row]);
});
