// An operator finds everything that Temporal knows about a copied id on the command line: the list
// finds the workflow, the queries and the details show its state and steps, and the details link to
// its page of the console.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { WorkflowStatus, WorkflowStep } from '../../workflows/messages.ts';
import { hasModules, OPERATOR_KEY, openAccounts, register } from '../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../kit/bank/checked-bank.ts';
import { isOnPostgres } from '../kit/bank/postgres.ts';
import { deploy, uploadPaymentModel, waitForStatus } from '../kit/models/deployments.ts';
import { makeRowsWithRule } from '../kit/models/model-data.ts';
import { makeTraining, TRAIN_PATH, waitForEnd } from '../kit/models/training.ts';
import { makeConstantModel } from '../kit/models/transfer-models.ts';
import { enrol, generateCode, requestTransfer } from '../kit/people/mfa.ts';

const execFileAsync = promisify(execFile);
const binary = inject('temporalBinary');
const PUBLIC_URL = 'https://bank.example';
const SETTLED_WAIT = { timeout: 20_000, interval: 100 };

let bank: CheckedBank;
let key: string;
let approverKey: string;
let from: string;
let to: string;
let limitedAccountId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ publicUrl: PUBLIC_URL });
  ({ key } = await register(bank));
  const scopes = ['transactions:approve', 'transactions:read', 'transactions:write'];
  approverKey = (await call('/v1/developer/keys', { name: 'Treasurer', scopes })).apiKey;
  const { accountIds } = await openAccounts(bank, key, [500_000, 0, 500_000]);
  [from = '', to = '', limitedAccountId = ''] = accountIds;
  const limits = { currency: 'EUR', requireApprovalAbove: 1_000 };
  await bank.call(`/v1/accounts/${limitedAccountId}/limits`, { key, method: 'PUT', body: limits });
});
afterAll(() => bank?.close());

async function call(path: string, body: object, callerKey = key) {
  const answer = await bank.call(path, { key: callerKey, body });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}
const pay = (body: object) => call('/v1/transactions?wait=10', body);

/** Runs Temporal's command line in the namespace of the sandbox. */
async function runTemporal(...words: readonly string[]): Promise<ReturnType<typeof JSON.parse>> {
  const place = ['--namespace', 'sandbox', '--address', inject('temporalAddress')];
  const { stdout } = await execFileAsync(binary ?? '', [
    'workflow',
    ...words,
    ...place,
    '--output',
    'json',
  ]);
  return JSON.parse(stdout);
}

async function findByQuery(query: string): Promise<string[]> {
  const result: { execution: { workflowId: string } }[] = await runTemporal(
    'list',
    '--query',
    query,
  );
  return [...new Set(result.map(({ execution }) => execution.workflowId))];
}

async function ask<Answer>(workflowId: string, type: 'status' | 'history'): Promise<Answer> {
  const answer = await runTemporal('query', '--workflow-id', workflowId, '--type', type);
  return answer.queryResult[0] as Answer;
}

interface ExpectedWorkflow {
  readonly workflowId: string;
  readonly state: string;
  readonly details: RegExp;
  /** The path of the record's page in the console. */
  readonly page: string;
  readonly underWay?: readonly string[];
  /** Steps that must be among the completed ones. */
  readonly done?: readonly string[];
}

/** Compares everything that Temporal shows of a record with the expected state. */
async function expectFound(query: string, expected: ExpectedWorkflow): Promise<void> {
  const { workflowId, state, details, page, underWay = [], done = [] } = expected;
  await vi.waitFor(async () => {
    expect(await findByQuery(query), query).toContain(workflowId);
    const status = await ask<WorkflowStatus>(workflowId, 'status');
    // The command line prints null for an empty list.
    expect({ ...status, underWay: status.underWay ?? [] }).toMatchObject({
      ...{ workflowId, state, underWay },
    });
    expect(status.details).toMatch(details);
    const steps = await ask<readonly WorkflowStep[]>(workflowId, 'history');
    const ended = (steps ?? []).filter(({ outcome }) => outcome === 'done').map(({ what }) => what);
    expect(ended).toEqual(expect.arrayContaining([...done]));
    const handle = bank.bank.environments.sandbox.client()?.workflow.getHandle(workflowId);
    const view = (await (await handle?.describe())?.staticDetails()) ?? '';
    expect(view).toContain(`(${PUBLIC_URL}/console/sandbox/${page})`);
  }, SETTLED_WAIT);
}

/** Declares a test that runs only in a bank with these modules. */
const testWithModules = (...modules: readonly string[]) =>
  test.skipIf(binary === null || isOnPostgres || !hasModules(...modules));
const testWithCore = testWithModules();
const queryByTransaction = (id: string) => `TransactionId = "${id}"`;
/** The payments of this test come one at a time, so each has its own workflow. */
const expectedWorkflow = (id: string) => {
  return { workflowId: `transfer/${id}`, page: `transactions/${id}` };
};

testWithModules('access')(
  'a payment that its customer confirms is found before and after the confirmation',
  async () => {
    const customer = await enrol(bank, key);
    const { id, status } = (await requestTransfer(bank, key, customer)).body;
    expect(status).toBe('requires_confirmation');
    await expectFound(queryByTransaction(id), {
      ...expectedWorkflow(id),
      state: 'requires_confirmation',
      details: /^requires_confirmation\. Holds nothing: waits for its customer/,
      underWay: ['wait: end of the hold'],
    });
    const code = generateCode(customer.secret, 1);
    expect((await call(`/v1/transactions/${id}/confirm`, { code })).status).toBe('posted');
    await expectFound(queryByTransaction(id), {
      ...expectedWorkflow(id),
      ...{ state: 'posted', details: /^posted, .*booked as entry/ },
      done: ['continue after the confirmation of the customer'],
    });
  },
  60_000,
);

testWithCore.each([
  ['approve', 'posted', /^posted, .*booked as entry/],
  ['reject', 'declined', /^declined/],
] as const)(
  'a payment is found before and after a second person decides: %s',
  async (decision, state, details) => {
    const { id, status } = await pay(transferOf(limitedAccountId, to, 2_000));
    expect(status).toBe('pending_approval');
    await expectFound(queryByTransaction(id), {
      ...expectedWorkflow(id),
      state: 'pending_approval',
      details: /^pending_approval.*Holds 20\.00 EUR: waits for a person/,
      underWay: ['wait: end of the hold'],
    });
    expect((await call(`/v1/transactions/${id}/${decision}`, {}, approverKey)).status).toBe(state);
    await expectFound(queryByTransaction(id), {
      ...expectedWorkflow(id),
      ...{ state, details },
      done: ['carry out the decision of the second person'],
    });
  },
  60_000,
);

testWithModules('risk').each([
  ['approve', 'posted', /^posted, .*decision block_and_review.*booked as entry/],
  ['reject', 'declined', /^declined, .*decision block_and_review/],
] as const)(
  'a payment is found before and after its risk review ends: %s',
  async (verb, state, details) => {
    const simulatedHit = { accountId: from, decision: 'block_and_review', times: 1 };
    await call('/v1/sandbox/simulations/fraud-hit', simulatedHit);
    const { id, status } = await pay(transferOf(from, to, 1_700));
    expect(status).toBe('pending_review');
    await expectFound(queryByTransaction(id), {
      ...expectedWorkflow(id),
      state: 'pending_review',
      details: /^pending_review.*Holds 17\.00 EUR: waits for a person/,
      underWay: ['wait: end of the hold'],
    });
    const list = '/v1/ops/reviews?environment=sandbox&limit=100';
    const { body } = await bank.call(list, { key: OPERATOR_KEY });
    const review = body.data.find((item: { transactionId: string }) => item.transactionId === id);
    const decision = { environment: 'sandbox', reason: 'Asked the customer.' };
    await call(`/v1/ops/reviews/${review.id}/${verb}`, decision, OPERATOR_KEY);
    await expectFound(queryByTransaction(id), {
      ...expectedWorkflow(id),
      ...{ state, details },
      done: ['carry out the decision about the risk'],
    });
  },
  60_000,
);

testWithCore(
  'a declined payment is found by its id, with its state',
  async () => {
    const body = transferOf(from, to, 90_000_000);
    const refused = await bank.call('/v1/transactions?wait=10', { key, body });
    expect([refused.status, refused.body.code]).toEqual([422, 'insufficient_funds']);
    const id = refused.body.transactionId;
    await expectFound(queryByTransaction(id), {
      ...expectedWorkflow(id),
      ...{ state: 'declined', details: /^declined/ },
    });
  },
  60_000,
);

testWithCore(
  'a reversed payment is found by its id, and so is its reversal',
  async () => {
    const original = await pay(transferOf(from, to, 300));
    const reversal = await call(`/v1/transactions/${original.id}/reverse`, { reason: 'Twice' });
    await expectFound(queryByTransaction(original.id), {
      ...expectedWorkflow(original.id),
      ...{ state: 'reversed', details: /^reversed/ },
    });
    await expectFound(queryByTransaction(reversal.id), {
      ...{ workflowId: reversal.workflow.id, page: `transactions/${reversal.id}` },
      ...{ state: 'posted', details: /^posted, .*booked as entry/ },
    });
  },
  60_000,
);

testWithModules('models')(
  'a training is found by the id of its job, with its final status',
  async () => {
    const { id } = await call(TRAIN_PATH, makeTraining(makeRowsWithRule(600)));
    const { status } = await waitForEnd(bank, key, id);
    await expectFound(`Ids = "${id}"`, {
      ...{ workflowId: `model-training/${id}`, state: status, page: `jobs/${id}` },
      details: new RegExp(status),
    });
  },
  120_000,
);

testWithModules('risk')(
  'a deployment is found by its id while the bank watches it',
  async () => {
    const version = await uploadPaymentModel(bank, key, { file: makeConstantModel(-4) });
    const { id } = (await deploy(bank, key, version)).body;
    await waitForStatus(bank, key, id, 'active');
    await expectFound(`Ids = "${id}"`, {
      ...{ workflowId: `deployment/${id}`, state: 'active', page: 'models' },
      details: /active/,
      underWay: ['wait: next check'],
    });
  },
  120_000,
);
