// A bank in which every kind of workflow runs, with marked values in every text that people type.
// Tests search Temporal's data for the marks.

import { expect, vi } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { ensureWorkflow } from '../../../workflows/record-workflows.ts';
import { type Answer, openTestBank, type TestBank } from '../bank/bank.ts';
import { hasAnvil, openTestChain } from '../chain/anvil.ts';
import { idOf } from '../chain/contracts.ts';
import { deploy, uploadPaymentModel, waitForStatus } from '../models/deployments.ts';
import { makeRowsWithRule } from '../models/model-data.ts';
import { evaluate, makePaymentRows, uploadPaymentRows, waitForScores } from '../models/scorings.ts';
import { makeTraining, TRAIN_PATH, waitForEnd } from '../models/training.ts';
import { makeConstantModel } from '../models/transfer-models.ts';
import { type MailServer, openMailServer } from '../outside/mail-server.ts';
import { openReceiver } from '../outside/receiver.ts';
import { APPROVABLE_KYC, IDENTITY, KYC_PATH } from '../people/kyc.ts';

/** Texts of developers and customers, which the bank itself never writes. */
export const MARKS = {
  name: 'Zyxoniaq',
  party: 'Quvexholt',
  account: 'Purposebox',
  memo: 'Fyrkantmemo',
  street: 'Ulkaravenue',
  iban: 'DE89370400440532013000',
  email: 'zyx.marked',
  phone: '+442079460958',
  document: 'MX9183746',
  metadata: 'Metamarkus',
  path: 'hookmarkpath',
  answer: 'Receiversaid',
  column: 'rowmarkcolumn',
  failure: 'Brokenmarker',
};

export interface MarkedBank {
  readonly bank: TestBank;
  /** Secrets that the bank has issued. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Runs every kind of workflow. */
  runWorkflows(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a bank with a mail server, a webhook receiver, and a chain when this machine has the
 * binary.
 */
export async function openMarkedBank(): Promise<MarkedBank> {
  const node = hasAnvil ? await openTestChain([]) : null;
  const mails = await openMailServer();
  const receiver = await openReceiver();
  receiver.behave((_, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(MARKS.answer);
  });
  const { chain } = readConfig({});
  const bank = await openTestBank({
    mail: { url: mails.url, from: 'bank@example.com' },
    webhookAllow: ['127.0.0.0/8'],
    ...(node ? { chain: { ...chain, rpcUrls: [node.url] } } : {}),
  });
  const { key, code, applicationId } = await registerMarked(bank, mails);
  const context: MarkContext = { bank, key, applicationId, url: receiver.url };
  return {
    bank,
    secrets: { key, code },
    async runWorkflows() {
      await registerEndpoint(context);
      await makePayments(context);
      await useModels(context);
      if (node) await callContracts(context);
      await startApplication(context);
    },
    async close() {
      await bank.close();
      await node?.close();
      await receiver.close();
      await mails.close();
    },
  };
}

interface MarkContext {
  readonly bank: TestBank;
  readonly key: string;
  readonly applicationId: string;
  /** Address of the receiver. */
  readonly url: string;
}

const createCaller =
  ({ bank, key }: MarkContext) =>
  (path: string, body?: object, overrides = {}): Promise<Answer> =>
    bank.call(path, { key, ...(body === undefined ? {} : { body }), ...overrides });

function createPoster(context: MarkContext) {
  return async (path: string, body: object): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await createCaller(context)(path, body);
    expect([200, 201, 202], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
    return answer.body;
  };
}

async function registerEndpoint(context: MarkContext): Promise<void> {
  const post = createPoster(context);
  await post('/v1/webhook-endpoints', {
    url: `${context.url}/${MARKS.path}`,
    description: MARKS.memo,
    events: ['*'],
  });
}

/** Registers a developer whose mail the server accepts at the second attempt. */
async function registerMarked(bank: TestBank, { answer, mails }: MailServer) {
  const email = `${MARKS.email}.dev@example.com`;
  answer(email, 450);
  const form = {
    company: MARKS.name,
    email,
    phone: MARKS.phone,
    country: 'GB',
    use_case: MARKS.memo,
  };
  await bank.call('/v1/developer/register', { body: form });
  const readCode = () => /Your code: (\S+)/.exec(mails.at(-1)?.text ?? '')?.[1];
  await vi.waitFor(() => expect(readCode()).toBeTruthy(), LONG_WAIT);
  const code = readCode() ?? '';
  const { body } = await bank.call('/v1/developer/register/verify', { body: { code } });
  const { sandbox, production } = body.environment;
  const request = { key: sandbox.apiKey, body: { useCase: MARKS.memo } };
  await bank.call('/v1/developer/applications', request);
  return { code, key: sandbox.apiKey as string, applicationId: production.applicationId as string };
}

/** Uploads, deploys and evaluates a model; runs a training that succeeds and one that fails. */
async function useModels({ bank, key }: MarkContext): Promise<void> {
  const metadata = { note: MARKS.metadata };
  const limits = [MARKS.memo];
  const version = await uploadPaymentModel(bank, key, { file: makeConstantModel(-4), limits });
  const { body: deployment } = await deploy(bank, key, version, { metadata });
  await waitForStatus(bank, key, deployment.id, 'active');
  const rows = makePaymentRows(60).map((row) => ({ ...row, [MARKS.column]: MARKS.name }));
  const datasetId = await uploadPaymentRows(bank, key, rows);
  const measured = await evaluate(bank, key, version, {
    datasetId,
    labelField: 'fraud',
    segmentField: MARKS.column,
    metadata,
  });
  expect(measured.status, JSON.stringify(measured.body)).toBe(202);
  await waitForScores(bank, key, measured.headers.get('location') ?? '');
  for (const gates of [{}, { minAuc: 1 }]) {
    const lines = makeRowsWithRule(600).map((row) => ({ ...row, [MARKS.column]: 1 }));
    const body = makeTraining(lines, { metadata, gates });
    const { status, body: job } = await bank.call(TRAIN_PATH, { key, body });
    expect(status, JSON.stringify(job)).toBe(202);
    await waitForEnd(bank, key, job.id);
  }
}

/** Starts the workflow of the application, which the bank starts minutes after a registration. */
async function startApplication({ bank: { bank }, applicationId }: MarkContext): Promise<void> {
  const { sandbox } = bank.environments;
  const client = sandbox.client();
  if (!client) throw new Error('Temporal was not reached');
  await ensureWorkflow(
    { client, taskQueue: sandbox.ledger.taskQueue },
    'application',
    applicationId,
  );
}

/** Executes a function on the chain, with a key whose name is marked. */
async function callContracts(context: MarkContext): Promise<void> {
  const post = createPoster(context);
  const createPartyKey = async () => {
    const scopes = ['contracts:execute', 'ledger:read'];
    return post('/v1/developer/keys', { name: MARKS.name, environment: 'sandbox', scopes });
  };
  const [beneficiary, arbiter] = [await createPartyKey(), await createPartyKey()];
  const path = '/v1/blockchain/contracts/disbursement';
  await expect
    .poll(async () => (await createCaller(context)(path)).body.status, LONG_WAIT)
    .toBe('available');
  const plan = [idOf('marked'), 'EUR', beneficiary.id, arbiter.id, false, [100], [0]];
  const { id } = await post(`${path}/functions/plan/execute`, { arguments: plan });
  const readStatus = async () =>
    (await createCaller(context)(`/v1/blockchain/executions/${id}`)).body.status;
  await expect.poll(readStatus, LONG_WAIT).toBe('final');
}

const LONG_WAIT = { timeout: 60_000, interval: 200 };

/** Makes payments of every kind, a batch, schedules and an assessment, and moves a test clock. */
async function makePayments(context: MarkContext): Promise<void> {
  const { bank } = context;
  const call = createCaller(context);
  const post = createPoster(context);
  const metadata = { note: MARKS.metadata };
  const person = {
    type: 'individual',
    name: `${MARKS.name} Example`,
    email: `${MARKS.email}@example.com`,
    phone: MARKS.phone,
    dateOfBirth: '1985-12-10',
    address: { line1: MARKS.street, city: 'London', postalCode: 'SW1Y', country: 'GB' },
    metadata,
  };
  const customer = await post('/v1/customers', person);
  const accounts: string[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const account = { customerId: customer.id, type: 'checking', currency: 'EUR' };
    accounts.push((await post('/v1/accounts', { ...account, name: MARKS.account, metadata })).id);
  }
  const [first = '', second = ''] = accounts;
  const markedFields = { description: MARKS.memo, reference: `${MARKS.memo}-1`, metadata };
  await post('/v1/transactions?wait=10', {
    type: 'deposit',
    amount: 5_000_000,
    currency: 'EUR',
    destinationAccountId: first,
    ...markedFields,
  });
  const sides = { sourceAccountId: first, destinationAccountId: second };
  const transfer = { type: 'transfer', amount: 100, currency: 'EUR', ...sides, metadata };
  const markedTexts = (nth: number) => ({
    description: MARKS.memo,
    reference: `${MARKS.memo}-t${nth}`,
  });
  const posted = await post('/v1/transactions?wait=10', { ...transfer, ...markedTexts(1) });
  await Promise.all(
    Array.from({ length: 30 }, (_, nth) =>
      call('/v1/transactions', { ...transfer, ...markedTexts(nth + 2) }),
    ),
  );
  await post(`/v1/transactions/${posted.id}/reverse`, { reason: MARKS.memo });
  await call('/v1/transactions?wait=10', { ...transfer, ...markedTexts(90), amount: 90_000_000 });
  await withFailingCaptures(bank, async () => {
    const heldPayment = await post('/v1/transactions?wait=10', {
      ...transfer,
      ...markedTexts(91),
      capture: 'manual',
    });
    await call(`/v1/transactions/${heldPayment.id}/capture`, {});
  });
  await post('/v1/transactions?wait=10', {
    type: 'withdrawal',
    amount: 100,
    currency: 'EUR',
    sourceAccountId: first,
    externalParty: { name: MARKS.party, method: 'sepa', accountNumber: MARKS.iban },
    ...markedFields,
    reference: `${MARKS.memo}-w`,
  });
  await post('/v1/sandbox/simulations/fraud-hit', {
    accountId: first,
    decision: 'block_and_review',
  });
  await call('/v1/transactions?wait=10', { ...transfer, ...markedTexts(92) });
  const items = Array.from({ length: 40 }, (_, nth) => ({
    ...transfer,
    ...markedTexts(100 + nth),
  }));
  const party = { name: MARKS.party, method: 'sepa', accountNumber: MARKS.iban };
  const { destinationAccountId: _, ...transferFields } = transfer;
  const markedWithdrawal = {
    ...transferFields,
    ...markedTexts(150),
    type: 'withdrawal',
    externalParty: party,
  };
  await post('/v1/transactions/batch?wait=10', {
    mode: 'best_effort',
    items: [...items, markedWithdrawal],
  });
  const clock = await call('/v1/sandbox/clock');
  const dateAfter = (days: number) =>
    new Date(Date.parse(clock.body.now) + days * 86_400_000).toISOString().slice(0, 10);
  await post('/v1/transactions/scheduled', {
    ...sides,
    amount: 100,
    currency: 'EUR',
    timezone: 'UTC',
    startDate: dateAfter(1),
    recurrence: { frequency: 'daily' },
    description: MARKS.memo,
    metadata,
  });
  await post('/v1/transactions/scheduled', {
    sourceAccountId: first,
    externalParty: party,
    category: MARKS.memo,
    reference: `${MARKS.memo} outside`,
    amount: 100,
    currency: 'EUR',
    timezone: 'UTC',
    startDate: dateAfter(1),
    description: MARKS.memo,
    metadata,
  });
  await post(`${KYC_PATH}?wait=10`, {
    customerId: customer.id,
    ...APPROVABLE_KYC,
    identity: { ...IDENTITY, lastName: MARKS.name },
    documents: [
      {
        type: 'passport',
        country: 'GB',
        number: MARKS.document,
        expiry: '2098-01-31',
        fileId: 'specimen',
      },
    ],
  });
  const answer = await call('/v1/sandbox/clock?wait=30', { advanceBy: 'P2D' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** Runs `work` while each booking of a capture fails with a text that contains a mark. */
async function withFailingCaptures({ bank }: TestBank, work: () => Promise<void>): Promise<void> {
  const { raw } = bank.environments.sandbox.ledger.database;
  raw.exec(`CREATE TEMP TRIGGER marked BEFORE UPDATE ON main.holds
    BEGIN SELECT RAISE(ABORT, '${MARKS.failure} of ${MARKS.name}'); END`);
  try {
    await work();
  } finally {
    raw.exec('DROP TRIGGER temp.marked');
  }
}
