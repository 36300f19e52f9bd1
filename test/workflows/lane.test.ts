// The lane settles a transaction before the client gets the answer, and exactly one workflow then
// shows it.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCollector } from '../../activities/collector.ts';
import { createLane } from '../../activities/lane.ts';
import { createRiskScorer } from '../../ai/risk/scorer.ts';
import { checkInvariants } from '../../db/invariants.ts';
import type { Ledger, LedgerOptions } from '../../db/ledger.ts';
import { acceptTransaction } from '../../db/money/calls.ts';
import { LaneOverdue } from '../../db/transactions/port.ts';
import { laneWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { CAPTURE } from '../../workflows/messages.ts';
import { draftOf } from '../db/teller.ts';
import { hasModule, openTestBank, type TestBank } from '../kit/bank/bank.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import {
  countUnstarted,
  expectOneWorkflowEach,
  openPayer,
  type Payer,
  waitUntilLaneBooks,
  waitUntilWorkflowsStarted,
} from '../kit/workflows/lane.ts';
import { silent } from '../kit/workflows/rig.ts';

let bank: TestBank;
let payer: Payer;
beforeAll(async () => {
  bank = await openTestBank();
  payer = await openPayer(bank, 1_000_000);
  await waitUntilLaneBooks(payer);
});
afterAll(() => bank.close());

const getServices = () => bank.bank.environments.sandbox;
const getClient = () => {
  const client = getServices().client();
  if (!client) throw new Error('Temporal was not reached');
  return client;
};
const handleOf = (id: string) => getClient().workflow.getHandle(id);
const readSummary = ({
  userMetadata,
}: {
  userMetadata?: { summary?: { data?: Uint8Array | null } | null } | null;
}) => (userMetadata?.summary?.data ? [Buffer.from(userMetadata.summary.data).toString()] : []);
const readBalance = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}`, { key: payer.key })).body.balance;

describe('a transfer through the lane', () => {
  it('is accepted and settled in one commit, and its timeline names the lane', async () => {
    const { status, body } = await payer.pay({ amount: 5 });
    expect(status).toBe(201);
    const steps = body.timeline.map((item: { status: string; stage: string; actor: string }) => [
      item.status,
      item.stage,
      item.actor,
    ]);
    expect(steps.at(-1)).toEqual(['posted', 'done', 'lane']);
    expect(steps).toHaveLength(2);
  });

  it('names its workflow at once, and the result of that workflow has the outcome', async () => {
    const { body } = await payer.pay({ amount: 7 });
    expect(body.workflow.id).toMatch(/^transfers?\/txn_/);
    await expect.poll(() => countUnstarted(getServices().ledger), { timeout: 20_000 }).toBe(0);
    const { id: workflowId } = body.workflow;
    const handle = handleOf(workflowId);
    const result = await handle.result();
    const description = await handle.describe();
    // When no other transaction arrives, the workflow contains this one only.
    const isShared = description.type === 'transfers';
    const { ledgerSequence, risk } = body;
    const entry = { status: 'posted', ledgerSequence, score: risk?.score ?? null };
    const expectedResult = isShared
      ? { handedOver: 0, members: expect.arrayContaining([{ id: body.id, ...entry }]) }
      : { ...entry, decision: hasModule('risk') ? 'approve' : null };
    expect(result).toMatchObject(expectedResult);
    expect(await description.staticSummary()).toMatch(/, settled by the lane$/);
    const details = await description.staticDetails();
    expect(details).toContain(body.id);
    expect(details).toContain('0.07 EUR');
    expect(details).not.toMatch(/Ada|Lovelace|Main/);
    if (!isShared) expect(details).toContain(`- accepted ${body.createdAt}; judged and posted `);
    const { events } = await handle.fetchHistory();
    expect(JSON.stringify(events?.flatMap(readSummary))).toContain(
      isShared ? 'read the decisions of the lane' : 'read the decision of the lane',
    );
    const repeatedAnswer = await bank.call(`/v1/transactions/${body.id}`, { key: payer.key });
    expect(repeatedAnswer.body.workflow.id).toBe(workflowId);
  });

  it('that is declined is recorded, and has a workflow like every other transfer', async () => {
    const { status, body } = await payer.pay({ amount: 999_999_999 });
    expect([status, body.code]).toEqual([422, 'insufficient_funds']);
    const record = await bank.call(`/v1/transactions/${body.transactionId}`, { key: payer.key });
    expect(record.body).toMatchObject({ status: 'declined' });
    expect(record.body.workflow.id).toBe(transferWorkflowId(body.transactionId));
  });

  it('sent many times with one key at the same moment is booked once', async () => {
    const before = await readBalance(payer.to);
    const key = crypto.randomUUID();
    const sent = Array.from({ length: 12 }, () =>
      payer.pay({ amount: 11 }, { 'idempotency-key': key }, '?wait=10'),
    );
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await readBalance(payer.to)).posted - before.posted).toBe(11);
  });

  it('that the client does not wait for is accepted first and settled afterwards', async () => {
    const { status, body } = await payer.pay({ amount: 3 }, { prefer: 'respond-async' });
    expect([status, body.stage]).toEqual([202, 'accepted']);
    const readTransaction = async () =>
      (await bank.call(`/v1/transactions/${body.id}`, { key: payer.key })).body;
    await expect.poll(async () => (await readTransaction()).status).toBe('posted');
    expect((await readTransaction()).timeline.at(-1).actor).toBe('lane');
  });
});

describe('a waiting hold from the lane', () => {
  it('has its own workflow, which takes even an immediate capture', async () => {
    const { status, body } = await payer.pay({ amount: 20, capture: 'manual' });
    expect([status, body.workflow.id]).toEqual([201, transferWorkflowId(body.id)]);
    const path = `/v1/transactions/${body.id}/${CAPTURE}`;
    const captured = await bank.call(path, { key: payer.key, body: {} });
    expect([captured.status, captured.body.status]).toEqual([201, 'posted']);
    expect(await handleOf(body.workflow.id).result()).toMatchObject({ status: 'posted' });
  });

  it('expires at its time', async () => {
    // Enough time for a busy machine to accept the request before the end of the hold.
    const holdExpiresAt = new Date(Date.now() + 10_000).toISOString();
    const { status, body } = await payer.pay({ amount: 20, capture: 'manual', holdExpiresAt });
    expect(status).toBe(201);
    await waitUntilWorkflowsStarted(getServices().ledger);
    expect(await handleOf(body.workflow.id).result()).toMatchObject({ status: 'expired' });
  });
});

it('transfers of many clients share workflows', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => payer.pay()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  // On a busy machine the transfers take seconds, and each second some get a workflow of their own.
  const names = answers.map(({ body }) => body.workflow.id as string);
  const sharedNames = names.filter((name) => name.startsWith('transfers/'));
  expect(sharedNames.length).toBeGreaterThan(2 * new Set(sharedNames).size);
});

it("a developer with hundreds of transfers delays another developer's transfer by one turn only", async () => {
  const { lane } = getServices();
  const { developerId } = await readOwner(payer);
  let booked = 0;
  const noisyBookings = Array.from({ length: 400 }, async () => {
    await lane?.book('accept', draftOf(developerId, { from: payer.from, to: payer.to, amount: 1 }));
    booked += 1;
  });
  const otherPayer = await openPayer(bank, 100);
  const { developerId: tenantId } = await readOwner(otherPayer);
  const furtherBookings = Array.from({ length: 400 }, () =>
    lane?.book('accept', draftOf(developerId, { from: payer.from, to: payer.to, amount: 1 })),
  );
  const before = booked;
  await lane?.book(
    'accept',
    draftOf(tenantId, { from: otherPayer.from, to: otherPayer.to, amount: 1 }),
  );
  // The group in progress, and the group of the developer's own turn.
  expect(booked - before).toBeLessThanOrEqual(64);
  await Promise.all([...noisyBookings, ...furtherBookings]);
});

describe('a request whose turn comes after its caller stopped waiting', () => {
  it('is refused at its turn in a long queue, and nothing of it is written', async () => {
    const { lane, ledger } = getServices();
    const { developerId } = await readOwner(payer);
    const order = (amount: number) =>
      draftOf(developerId, { from: payer.from, to: payer.to, amount });
    const queuedBookings = Array.from({ length: 400 }, () => lane?.book('accept', order(1)));
    const overdueBooking = lane?.book('accept', order(19), 0);
    await expect(overdueBooking).rejects.toThrow(LaneOverdue);
    const rows = 'SELECT count(*) FROM transactions WHERE amount = 19';
    expect(ledger.database.raw.prepare(rows).pluck().get()).toBe(0);
    await Promise.all(queuedBookings);
  });

  it('is booked from a short queue, however long the wait', async () => {
    const { developerId } = await readOwner(payer);
    const draft = draftOf(developerId, { from: payer.from, to: payer.to, amount: 1 });
    const answer = await getServices().lane?.book('accept', draft, 0);
    expect(answer?.settled?.status).toBe('posted');
  });

  it('gets 503 with Retry-After, and a replayed request gets its transaction', async () => {
    const { lane } = getServices();
    if (!lane) throw new Error('the bank has no lane');
    const key = crypto.randomUUID();
    const first = await payer.pay({ amount: 13 }, { 'idempotency-key': key });
    const bookSpy = vi.spyOn(lane, 'book').mockImplementation(async () => {
      throw new LaneOverdue('its turn came too late');
    });
    try {
      const refused = await payer.pay({ amount: 17 });
      expect([refused.status, refused.body.code]).toEqual([503, 'workflow_unavailable']);
      expect(refused.headers.get('retry-after')).toBe('1');
      const repeatedAnswer = await payer.pay({ amount: 13 }, { 'idempotency-key': key });
      expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([201, first.body.id]);
    } finally {
      bookSpy.mockRestore();
    }
  });
});

it('each transaction has exactly one workflow in the end', async () => {
  await expectOneWorkflowEach(getServices().ledger, getClient());
});

it('a lane whose workflow is terminated keeps booking until the next lane takes over', async () => {
  const lane = handleOf(laneWorkflowId(getServices().ledger.taskQueue));
  await lane.terminate('by mistake');
  const answers: [number, string][] = [];
  const payAgain = async () => {
    const { status, body } = await payer.pay();
    answers.push([status, body.timeline.at(-1).actor]);
    return (await lane.describe()).status.name;
  };
  await expect.poll(payAgain, { timeout: 30_000, interval: 100 }).toBe('RUNNING');
  expect(new Set(answers.map(String))).toEqual(new Set(['201,lane']));
});

/** Creates a separate lane on a ledger; the test runs it. */
function createTestLane(ledger: Ledger) {
  const { taskQueue } = getServices().ledger;
  const collecting = { client: getClient, taskQueue, eager: false, log: silent };
  const pace = { perSecond: 10, hasTime: () => true };
  const collector = createCollector({ ...collecting, ...pace, failPoint: () => {} });
  const usesOwnModel = () => false;
  return createLane({
    ledger,
    usesOwnModel,
    collector,
    log: silent,
    failPoint: () => {},
  });
}

it('a transaction whose settlement is requested twice at once takes one place in the lane', async () => {
  const { ledger } = getServices();
  const lane = createTestLane(ledger);
  const stop = new AbortController();
  const running = lane.run('joined', stop.signal, () => {});
  await vi.waitFor(() => expect(lane.isOpen()).toBe(true), { timeout: 20_000 });
  const { developerId: tenantId } = await readOwner(payer);
  const draft = draftOf(tenantId, { from: payer.from, to: payer.to, amount: 1 });
  const { id } = await ledger.run(acceptTransaction, draft);
  const settlements = [lane.settle(id, tenantId), lane.settle(id, tenantId)];
  // A second place would count twice against the limit of the backlog.
  expect(lane.waiting()).toBe(1);
  const [first, second] = await Promise.all(settlements);
  expect(second).toBe(first);
  stop.abort();
  await running;
  expect(lane.waiting()).toBe(0);
});

it('two lanes that take turns under load book each transfer once', async () => {
  const { ledger } = getServices();
  const file = ledger.database.raw.name;
  const serving = { servingFor: () => null, isForeign: () => false, versionFor: () => null };
  const risk: LedgerOptions['risk'] = (parts) => createRiskScorer({ ...parts, serving });
  const secondLedger = await openTestLedger({ environment: 'sandbox', file, risk });
  const stop = new AbortController();
  const lanes = [createTestLane(ledger), createTestLane(secondLedger)];
  const before = await readBalance(payer.to);
  const { developerId: tenantId } = await readOwner(payer);
  let booked = 0;
  let refused = 0;
  const clients = Array.from({ length: 16 }, async (_, client) => {
    for (let nth = 0; nth < 20; nth += 1) {
      const lane = lanes[(client + nth) % 2];
      const draft = draftOf(tenantId, { from: payer.from, to: payer.to, amount: 1 });
      const answer = await lane?.book('accept', draft);
      if (answer?.settled?.status === 'posted') booked += 1;
      else refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  let turn = 0;
  const running: Promise<number>[] = [];
  const takeTurns = setInterval(() => {
    turn += 1;
    const lane = lanes[turn % 2];
    if (lane) running.push(lane.run(`racer/${turn}`, stop.signal, () => {}));
  }, 10);
  await Promise.all(clients);
  clearInterval(takeTurns);
  stop.abort();
  await Promise.all(running);
  expect((await readBalance(payer.to)).posted - before.posted).toBe(booked);
  expect(booked).toBeGreaterThan(0);
  expect(booked + refused).toBe(320);
  secondLedger.close();
});

async function readOwner({ from }: Payer): Promise<{ developerId: string }> {
  const row = getServices()
    .ledger.database.raw.prepare<[string], { developerId: string }>(
      'SELECT tenant_id AS developerId FROM accounts WHERE id = ?',
    )
    .get(from);
  if (!row) throw new Error('no such account');
  return row;
}

it('the books balance after all lane tests', async () => {
  await expect.poll(() => countUnstarted(getServices().ledger), { timeout: 40_000 }).toBe(0);
  const { checks } = checkInvariants(getServices().ledger.database.raw, Date.now());
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});
