// An operator retries or ends work that is stuck, with a reason, and no step is carried out twice.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { failExecution, passExecution, sendExecution } from '../../../../db/executions/rows.ts';
import { insertOf } from '../../../../db/kernel/columns.ts';
import { mintAt } from '../../../../db/kernel/mint.ts';
import { recordMail } from '../../../../db/mails/acts.ts';
import { mails } from '../../../../db/mails/tables.ts';
import { transferWorkflowId } from '../../../../ledger/workflow-id.ts';
import {
  type Answer,
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../../kit/bank/checked-bank.ts';
import { acceptWaitingExecution } from '../../../kit/bank/objects-of-each-kind.ts';
import { writerOf } from '../../../kit/bank/opened-ledger.ts';
import { createOperator } from '../../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let developerId: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key, developerId } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const environment = 'sandbox';
const reason = 'Hangs since noon';
const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const send = (id: string, verb: string, callerKey = OPERATOR_KEY, body: object = {}) =>
  bank.call(`/v1/ops/workflows/${id}/${verb}`, {
    key: callerKey,
    body: { environment, reason, ...body },
  });
const pay = async (overrides: object) =>
  (
    await bank.call('/v1/transactions?wait=10', {
      key,
      body: { ...transferOf(from, to, 40), ...overrides },
    })
  ).body;
const readRun = async (id: string) => {
  const client = bank.bank.environments.sandbox.client();
  const result = await client?.workflow.getHandle(transferWorkflowId(id)).describe();
  return { status: result?.status.name, runId: result?.runId };
};

it('a stuck payment continues in another workflow, and is booked once', async () => {
  const { id } = await pay({ capture: 'manual' });
  // The workflow starts a moment after the hold is placed.
  await expect.poll(() => readRun(id).catch(() => null), { timeout: 10_000 }).not.toBeNull();
  const runBefore = await readRun(id);
  const repeatedAnswer = await send(id, 'retry');
  expect([
    repeatedAnswer.status,
    repeatedAnswer.body.kind,
    repeatedAnswer.body.hadWorkflow,
  ]).toEqual([200, 'transaction', true]);
  const runAfter = await readRun(id);
  expect(runAfter).toMatchObject({ status: 'RUNNING' });
  expect(runAfter.runId).not.toBe(runBefore.runId);
  const captureAnswer = await bank.call(`/v1/transactions/${id}/capture`, { key, body: {} });
  expect(captureAnswer.body).toMatchObject({ status: 'posted', amountPosted: 40 });
  expect(captureAnswer.body.entries).toHaveLength(2);
  expect(outcomeOf(await send(id, 'retry'))).toEqual([409, 'invalid_state_transition']);
});

it('an operator ends a stuck payment: it is canceled, and its hold is released', async () => {
  const { id } = await pay({ capture: 'manual' });
  const readHeld = async () => (await bank.call(`/v1/accounts/${from}/balance`, { key })).body.held;
  expect(await readHeld()).toBe(40);
  const { body } = await send(id, 'end');
  expect(body).toMatchObject({ id, status: 'canceled' });
  expect(await readHeld()).toBe(0);
  expect(outcomeOf(await send(id, 'end'))).toEqual([409, 'invalid_state_transition']);
  const audit = await bank.call(`/v1/ops/audit?objectId=${id}`, { key: OPERATOR_KEY });
  const actions = audit.body.data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['ops.endWorkAsOperator', 'work.ended']));
});

it.runIf(hasModule('contracts'))(
  'an operator can end a contract execution before it is sent to a chain, and not afterwards',
  async () => {
    const { ledger } = bank.bank.environments.sandbox;
    const waitingId = await acceptWaitingExecution(bank, developerId);
    const endingAnswer = await send(waitingId, 'end');
    expect(endingAnswer.body).toMatchObject({
      id: waitingId,
      kind: 'contract_execution',
      status: 'failed',
    });
    const readAnswer = await bank.call(`/v1/blockchain/executions/${waitingId}`, { key });
    expect(readAnswer.body).toMatchObject({ statusReason: { code: 'ended_by_operator' } });
    expect(outcomeOf(await send(waitingId, 'end'))).toEqual([409, 'invalid_state_transition']);
    // A worker that carries out the execution later gets its final status and changes nothing.
    expect(await ledger.run(passExecution, { id: waitingId, result: null })).toMatchObject({
      status: 'failed',
    });
    const sentId = await acceptWaitingExecution(bank, developerId);
    await ledger.run(passExecution, { id: sentId, result: null });
    await ledger.run(sendExecution, { id: sentId });
    expect(outcomeOf(await send(sentId, 'end'))).toEqual([409, 'invalid_state_transition']);
    await ledger.run(failExecution, { id: sentId, code: 'test', message: 'There is no chain.' });
  },
);

it('a mail that an operator has ended is not sent again', async () => {
  const { ledger } = bank.bank.environments.sandbox;
  const database = writerOf(ledger);
  const { id, at } = mintAt('mail');
  const mailText = {
    subject: 'Hello',
    body: 'Your code',
    isSealed: 0,
    lastError: 'The server is away',
  };
  const mailFields = {
    tenantId: developerId,
    kind: 'alert',
    subjectId: 'alt_1',
    recipient: 'a@b.example',
  };
  const mailState = { status: 'queued', attempts: 3, createdAt: at, updatedAt: at };
  await database.write(() =>
    database.raw
      .prepare(`INSERT INTO mails ${insertOf(mails)}`)
      .run({ id, ...mailFields, ...mailText, ...mailState }),
  );
  expect((await send(id, 'end')).body).toMatchObject({ id, kind: 'mail', status: 'failed' });
  await ledger.run(recordMail, { id, status: 'sent', error: null });
  const row = database.raw.prepare('SELECT status, body FROM mails WHERE id = ?').get(id);
  expect(row).toEqual({ status: 'failed', body: '' });
  expect(outcomeOf(await send(id, 'retry'))).toEqual([409, 'invalid_state_transition']);
});

it('the reason is stored in the audit log, and not in Temporal, which stores its data unencrypted', async () => {
  const { id } = await pay({ capture: 'manual' });
  await expect.poll(() => readRun(id).catch(() => null), { timeout: 10_000 }).not.toBeNull();
  const { runId = '' } = await readRun(id);
  const secret = 'Frau Muster called: her account is empty';
  expect((await send(id, 'end', OPERATOR_KEY, { reason: secret })).status).toBe(200);
  const client = bank.bank.environments.sandbox.client();
  const handle = client?.workflow.getHandle(transferWorkflowId(id), runId);
  const history = await handle?.fetchHistory();
  expect(history?.events?.length).toBeGreaterThan(1);
  expect(JSON.stringify(history)).not.toContain('Muster');
  const audit = await bank.call(`/v1/ops/audit?objectId=${id}`, { key: OPERATOR_KEY });
  expect(JSON.stringify(audit.body)).toContain('Muster');
});

it('a retry or an end is refused for a finished or unknown object, in the other environment, and by another role', async () => {
  const bookedPayment = await pay({});
  const supportOperator = await createOperator(bank, ['support']);
  const riskOperator = await createOperator(bank, ['risk']);
  await writesNothing(bank, async () => {
    expect(outcomeOf(await send(bookedPayment.id, 'end'))).toEqual([
      409,
      'invalid_state_transition',
    ]);
    for (const id of ['txn_06ayx0rw7mf5w0h1y6k2v3c4d5', 'acc_1', 'x']) {
      expect(outcomeOf(await send(id, 'retry')), id).toEqual([404, 'not_found']);
    }
    const wrongEnvironment = { environment: 'production' };
    expect(
      outcomeOf(await send(bookedPayment.id, 'retry', OPERATOR_KEY, wrongEnvironment))[0],
    ).toBe(404);
    expect(outcomeOf(await send(bookedPayment.id, 'retry', riskOperator.key))).toEqual([
      403,
      'role_required',
    ]);
    expect(outcomeOf(await send(bookedPayment.id, 'end', supportOperator.key))).toEqual([
      403,
      'role_required',
    ]);
    const missingReasonAnswer = await send(bookedPayment.id, 'retry', OPERATOR_KEY, { reason: '' });
    expect(missingReasonAnswer.body.errors[0].pointer).toBe('/reason');
  });
});

it('the list of workflows has a field for stuck payments and one for overdue work', async () => {
  const { body } = await bank.call('/v1/ops/workflows?environment=sandbox', { key: OPERATOR_KEY });
  expect(body).toMatchObject({ stuck: [], late: [] });
});
