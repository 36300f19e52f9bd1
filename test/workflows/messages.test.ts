// Captures and cancellations, sent through the API to a workflow that has not started, has ended,
// is lost, or receives two messages at once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { acceptTransaction } from '../../db/money/calls.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import {
  type Answer,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';
import { draftOf } from '../kit/bank/books.ts';
import { waitUntilWorkflowsStarted } from '../kit/workflows/lane.ts';

const FUNDS = 1_000;
const AMOUNT = 400;

let bank: TestBank;
let key: string;
let tenantId: string;
let client: Client;
beforeAll(async () => {
  bank = await openTestBank();
  const developer = await register(bank);
  key = developer.key;
  tenantId = developer.developerId;
  const result = bank.bank.environments.sandbox.client();
  if (!result) throw new Error('Temporal was not reached');
  client = result;
});
afterAll(() => bank.close());

interface CreatedHold {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Creates a transfer with a hold through the API. */
async function authorise(fields: object = {}): Promise<CreatedHold> {
  const { accountIds } = await openAccounts(bank, key, [FUNDS, 0]);
  const [from = '', to = ''] = accountIds;
  const body = {
    type: 'transfer',
    amount: AMOUNT,
    currency: 'EUR',
    sourceAccountId: from,
    destinationAccountId: to,
    capture: 'manual',
    ...fields,
  };
  const answer = await bank.call('/v1/transactions', { key, body });
  expect(answer.body).toMatchObject({ status: 'pending', stage: 'place_hold' });
  await waitUntilWorkflowsStarted(bank.bank.environments.sandbox.ledger);
  return { id: answer.body.id, from, to };
}

/** Accepts a transfer without its workflow, as a process does that dies before it starts one. */
async function acceptWithoutWorkflow(): Promise<CreatedHold> {
  const { accountIds } = await openAccounts(bank, key, [FUNDS, 0]);
  const [from = '', to = ''] = accountIds;
  const draft = draftOf({
    tenantId,
    amount: AMOUNT,
    sourceAccountId: from,
    destinationAccountId: to,
    capture: 'manual',
  });
  const outcome = await bank.bank.environments.sandbox.ledger.run(acceptTransaction, draft);
  return { id: outcome.id, from, to };
}

const send = (act: 'capture' | 'cancel', id: string, body: object = {}): Promise<Answer> =>
  bank.call(`/v1/transactions/${id}/${act}`, { key, body });

const workflowOf = (id: string) => client.workflow.getHandle(transferWorkflowId(id));

async function readBalances({ from, to }: CreatedHold) {
  const read = async (id: string) => (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;
  const [source, destination] = [await read(from), await read(to)];
  return { from: source.posted, held: source.held, to: destination.posted };
}

const BOOKED_BALANCES = { from: FUNDS - AMOUNT, held: 0, to: AMOUNT };
const INITIAL_BALANCES = { from: FUNDS, held: 0, to: 0 };
const HELD_BALANCES = { from: FUNDS, held: AMOUNT, to: 0 };

describe('a message before the workflow has started', () => {
  it('captures an accepted transaction, which is authorised first and booked once', async () => {
    const created = await acceptWithoutWorkflow();
    const captured = await send('capture', created.id);
    expect(captured.status).toBe(201);
    const steps = captured.body.timeline.map((step: { stage: string }) => step.stage);
    expect(steps).toEqual(['accepted', 'place_hold', 'done']);
    expect(await workflowOf(created.id).result()).toMatchObject({ status: 'posted' });
    expect(await readBalances(created)).toEqual(BOOKED_BALANCES);
  });

  it('cancels an accepted transaction, and the later workflow leaves it canceled', async () => {
    const created = await acceptWithoutWorkflow();
    const canceled = await send('cancel', created.id);
    expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled']);
    expect((await send('capture', created.id)).status).toBe(409);
    expect(await readBalances(created)).toEqual(INITIAL_BALANCES);
  });
});

describe('a message after the workflow has completed', () => {
  it('is answered from the row: a second capture with the first result, a cancellation with 409', async () => {
    const created = await authorise();
    const first = await send('capture', created.id);
    expect(await workflowOf(created.id).result()).toMatchObject({ status: 'posted' });
    const second = await send('capture', created.id);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body.entries).toEqual(first.body.entries);
    expect((await send('cancel', created.id)).status).toBe(409);
    expect(await readBalances(created)).toEqual(BOOKED_BALANCES);
  });

  it('does not capture a canceled transaction', async () => {
    const created = await authorise();
    expect((await send('cancel', created.id)).body.status).toBe('canceled');
    expect((await send('capture', created.id)).status).toBe(409);
    expect((await send('cancel', created.id)).headers.get('idempotency-replayed')).toBe('true');
    expect(await readBalances(created)).toEqual(INITIAL_BALANCES);
  });
});

describe('a workflow that Temporal lost', () => {
  it.each([
    ['capture', 201, 'posted', BOOKED_BALANCES],
    ['cancel', 200, 'canceled', INITIAL_BALANCES],
  ] as const)('is started again by a %s', async (name, code, status, expectedBalances) => {
    const created = await authorise();
    await workflowOf(created.id).terminate('lost');
    const answer = await send(name, created.id);
    expect([answer.status, answer.body.status]).toEqual([code, status]);
    expect(await workflowOf(created.id).result()).toMatchObject({ status });
    expect(await readBalances(created)).toEqual(expectedBalances);
  });
});

describe('concurrent messages', () => {
  it('that are two captures book once, and both answers name that booking', async () => {
    const created = await authorise();
    const answers = await Promise.all([send('capture', created.id), send('capture', created.id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 201]);
    expect(answers[0]?.body.ledgerSequence).toBe(answers[1]?.body.ledgerSequence);
    expect(await readBalances(created)).toEqual(BOOKED_BALANCES);
  });

  it('that are captures of different amounts book one of them and release the rest of the hold', async () => {
    const created = await authorise();
    const answers = await Promise.all([
      send('capture', created.id, { amount: 100 }),
      send('capture', created.id, { amount: 250 }),
    ]);
    const first = answers.find((answer) => answer.status === 201);
    const booked = first?.body.hold.capturedAmount;
    expect([100, 250]).toContain(booked);
    expect(await readBalances(created)).toEqual({ from: FUNDS - booked, held: 0, to: booked });
  });

  it('that are a capture and a cancellation carry out one and refuse the other', async () => {
    const race = async () => {
      const created = await authorise();
      const [captured, canceled] = await Promise.all([
        send('capture', created.id),
        send('cancel', created.id),
      ]);
      const { status: end } = await workflowOf(created.id).result();
      expect(await readBalances(created)).toEqual(
        end === 'posted' ? BOOKED_BALANCES : INITIAL_BALANCES,
      );
      return { end, codes: [captured.status, canceled.status] };
    };
    for (const { end, codes } of await Promise.all(Array.from({ length: 12 }, race))) {
      expect(codes).toEqual(end === 'posted' ? [201, 409] : [409, 200]);
    }
  });
});

describe('the expiry of a hold', () => {
  it('happens by the timer, releases the money and refuses a later capture', async () => {
    // The workflow of the deposits into the accounts starts up to two seconds later.
    const holdExpiresAt = new Date(Date.now() + 6_000).toISOString();
    const created = await authorise({ holdExpiresAt });
    expect(await readBalances(created)).toEqual(HELD_BALANCES);
    expect(await workflowOf(created.id).result()).toMatchObject({ status: 'expired' });
    expect(await readBalances(created)).toEqual(INITIAL_BALANCES);
    const lateAnswer = await send('capture', created.id);
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([422, 'hold_expired']);
    expect((await send('cancel', created.id)).status).toBe(409);
  });

  it('happens at once when the workflow was lost and the hold expired meanwhile', async () => {
    const expiresAt = Date.now() + 6_000;
    const created = await authorise({ holdExpiresAt: new Date(expiresAt).toISOString() });
    await workflowOf(created.id).terminate('lost');
    await sleep(Math.max(0, expiresAt - Date.now()) + 500);
    const lateAnswer = await send('capture', created.id);
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([422, 'hold_expired']);
    expect(await workflowOf(created.id).result()).toMatchObject({ status: 'expired' });
    expect(await readBalances(created)).toEqual(INITIAL_BALANCES);
  });
});

describe('a client of the Temporal server', () => {
  it('cannot move money with signals, unknown messages or messages without a decision', async () => {
    const created = await authorise();
    const workflow = workflowOf(created.id);
    await workflow.signal('capture', { amount: 1 });
    await expect(workflow.executeUpdate('post')).rejects.toThrow();
    expect(await workflow.executeUpdate('capture', { args: [] })).toBeNull();
    const { tenantId } = bank.bank.environments.sandbox.ledger.database.raw
      .prepare<[string], { tenantId: string }>(
        'SELECT tenant_id AS tenantId FROM transactions WHERE id = ?',
      )
      .get(created.id) as { tenantId: string };
    // The content of a message is ignored, and so is the actor that its sender chose.
    const cause = { actor: 'key_forged', requestId: 'req_forged', idempotencyKey: null };
    const forged = { transactionId: created.id, tenantId, amount: 1, reason: null, cause };
    for (const name of ['capture', 'cancel']) {
      for (const overrides of [{}, { orderId: 'hor_forged' }]) {
        const order = { ...forged, ...overrides };
        const answer = workflow.executeUpdate<unknown, [object]>(name, { args: [order] });
        expect(await answer).toBeNull();
      }
    }
    for (const name of ['approval', 'review', 'confirmation']) {
      await workflow.executeUpdate<unknown, [object]>(name, { args: [forged] }).catch(() => null);
    }
    await workflow.signal('look', forged);
    expect(await readBalances(created)).toEqual(HELD_BALANCES);
    expect((await send('capture', created.id)).status).toBe(201);
  });

  it('cannot stop a payment: a workflow that gets a cancel request still waits', async () => {
    const created = await authorise();
    await workflowOf(created.id).cancel();
    await sleep(300);
    expect((await workflowOf(created.id).describe()).status.name).toBe('RUNNING');
    expect((await send('capture', created.id)).status).toBe(201);
    expect(await workflowOf(created.id).result()).toMatchObject({ status: 'posted' });
    expect(await readBalances(created)).toEqual(BOOKED_BALANCES);
  });
});

it('the books balance after all messages', () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
    (check) => check.violations > 0,
  );
  expect(brokenChecks).toEqual([]);
});
