// The bank makes one payment to an external party and one KYC assessment, and is killed at each of
// their steps in turn. In the end Temporal's history, the ledger and the network agree, and no step
// has its effect twice.

import { closeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { openLedger } from '../../db/ledger.ts';
import { kycWorkflowId, railWorkflowId } from '../../ledger/workflow-id.ts';
import { createInstance, type Instance } from './instance.ts';
import type { Fault } from './plan.ts';
import { createSplitTestbed } from './split-testbed.ts';

const KYC_LINES = ['after-kyc-screening', 'after-kyc-assess'];
const RAIL_LINES = [
  'after-rail-screen',
  'after-rail-score',
  'before-rail-submit',
  'after-rail-submit',
  'before-rail-news',
  'after-rail-news',
  'before-rail-tell',
];
const LINES = [...KYC_LINES, ...RAIL_LINES];
const FUNDS = 10_000;
const AMOUNT = 1_000;
/** Temporal detects the death of a worker in a regular activity after fifteen seconds. */
const ENDS_WITHIN_MS = 300_000;

let instance: Instance;
beforeAll(async () => {
  instance = await createInstance({ database: 'sqlite' });
});
afterAll(() => {
  closeSync(instance.output);
  rmSync(instance.workDir, { recursive: true, force: true });
});

interface RequestOptions {
  readonly body?: object;
  readonly key?: string | null;
  readonly idempotencyKey?: string;
  /** Status of an answer that ends the repetition because the request was already carried out. */
  readonly isDone?: number;
}

/** Sends a request until the bank answers; the bank may be dead or starting. */
async function send(
  path: string,
  { body, key = null, idempotencyKey, isDone = 200 }: RequestOptions = {},
) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const until = Date.now() + ENDS_WITHIN_MS;
  for (;;) {
    try {
      const response = await fetch(instance.url + path, {
        method: body ? 'POST' : 'GET',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      if (response.ok || response.status === isDone)
        return JSON.parse(text) as ReturnType<typeof JSON.parse>;
      if (Date.now() > until) throw new Error(`${path}: ${response.status} ${text}`);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await sleep(200);
  }
}

async function waitUntil(isTrue: () => Promise<boolean>, label: string): Promise<void> {
  const limit = Date.now() + ENDS_WITHIN_MS;
  while (!(await isTrue())) {
    if (Date.now() > limit) throw new Error(`not in time: ${label}`);
    await sleep(200);
  }
}

async function openBooks() {
  const body = { company: 'Steps', email: 'steps@example.com', country: 'GB' };
  const developer = await send('/v1/developer/register', { body });
  const key = developer.environment.sandbox.apiKey as string;
  const post = (path: string, body: object, idempotencyKey: string) =>
    send(path, { body, key, idempotencyKey });
  const read = (path: string) => send(path, { key });
  const dateOfBirth = '1912-12-09';
  const person = { type: 'individual', name: 'Ada Lovelace', dateOfBirth };
  const customer = await post('/v1/customers', person, 'customer');
  const account = await post(
    '/v1/accounts',
    { customerId: customer.id, type: 'checking', currency: 'EUR', name: 'Main' },
    'account',
  );
  const funds = { type: 'deposit', amount: FUNDS, currency: 'EUR' };
  await post('/v1/transactions', { ...funds, destinationAccountId: account.id }, 'funds');
  // A repetition after the death of the bank finds that the network has already settled.
  const settle = (transactionId: string) => {
    const path = '/v1/sandbox/simulations/rail-settle';
    return send(path, { body: { transactionId }, key, isDone: 409 });
  };
  return { post, read, settle, customerId: customer.id as string, accountId: account.id as string };
}

const makeFault = (line: string): Fault => {
  return { kind: 'in-commit', testbed: 'alone', failPoint: line, waitMs: 0, overtakes: false };
};

async function readResult(workflowId: string): Promise<unknown> {
  const connection = await Connection.connect({ address: `127.0.0.1:${instance.temporalPort}` });
  const client = new Client({ connection, namespace: 'sandbox' });
  const result = await client.workflow.getHandle(workflowId).result();
  await connection.close();
  return result;
}

/** Returns the steps of a workflow, with the number of their completions in the history. */
async function countSteps(workflowId: string): Promise<Record<string, number>> {
  const connection = await Connection.connect({ address: `127.0.0.1:${instance.temporalPort}` });
  const client = new Client({ connection, namespace: 'sandbox' });
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  await connection.close();
  const scheduled = new Map<string, string>();
  const ended: string[] = [];
  for (const event of events ?? []) {
    const type = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (type) scheduled.set(String(event.eventId), type);
    const scheduledEventId = event.activityTaskCompletedEventAttributes?.scheduledEventId;
    if (scheduledEventId) ended.push(scheduled.get(String(scheduledEventId)) ?? 'unknown');
    const [local] = event.markerRecordedEventAttributes?.details?.data?.payloads ?? [];
    if (local?.data) {
      const { activity_type: name } = JSON.parse(Buffer.from(local.data).toString());
      if (name) ended.push(name);
    }
  }
  return Object.fromEntries(
    [...new Set(ended)].map((name) => {
      return [name, ended.filter((value) => value === name).length];
    }),
  );
}

it('a bank that dies at each step of a payment and of an assessment ends both once', async () => {
  const faults: string[] = [];
  const testbed = createSplitTestbed(instance, ['all'], (text) => faults.push(text));
  try {
    await testbed.start();
    const { post, read, settle, customerId, accountId } = await openBooks();
    const kills = (async () => {
      for (const [index, line] of LINES.entries()) {
        const next = LINES[index + 1];
        await testbed.strike(makeFault(line), next === undefined ? null : makeFault(next));
      }
    })();
    const [firstName, lastName] = ['Ada', 'Lovelace'];
    const assessment = await post(
      `/v1/customers/${customerId}/kyc`,
      {
        level: 'standard',
        identity: { firstName, lastName, dateOfBirth: '1912-12-09', address: { country: 'GB' } },
        documents: [
          {
            type: 'passport',
            country: 'GB',
            number: '123456789',
            expiry: '2098-01-31',
            fileId: 'specimen',
          },
        ],
      },
      'kyc',
    );
    const isAssessed = async () =>
      (await read(`/v1/ai/kyc-assessments/${assessment.id}`)).stage === 'done';
    await waitUntil(isAssessed, 'the assessment is over');
    const payment = await post(
      '/v1/transactions',
      {
        ...{ type: 'withdrawal', amount: AMOUNT, currency: 'EUR', sourceAccountId: accountId },
        externalParty: { name: 'Grace Hopper', method: 'sepa' },
      },
      'payment',
    );
    const readPayment = () => read(`/v1/transactions/${payment.id}`);
    const isSubmitted = async () => (await readPayment()).rail?.status === 'submitted';
    await waitUntil(isSubmitted, 'its network has it').catch(async (error) => {
      throw new Error(`${error.message}: ${JSON.stringify([faults, await readPayment()])}`);
    });
    const { reference } = (await readPayment()).rail;
    await settle(payment.id);
    await waitUntil(async () => (await readPayment()).status === 'posted', 'the payment is posted');
    await kills;
    await waitUntil(async () => (await readPayment()).status === 'posted', 'the bank is up again');
    expect(faults).toEqual([]);

    const end = await readPayment();
    expect(end.rail).toMatchObject({ status: 'settled', reference });
    expect(end.entries).toHaveLength(2);
    expect(end.timeline.map((item: { stage: string }) => item.stage)).toEqual([
      'accepted',
      'submitting',
      'submitted',
      'done',
    ]);
    expect(await read(`/v1/accounts/${accountId}/balance`)).toMatchObject({
      posted: FUNDS - AMOUNT,
      held: 0,
    });
    const { data: events } = await read('/v1/events?limit=100');
    const listTypes = (id: string) =>
      events
        .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
        .map(({ type }: { type: string }) => type);
    const findRepeated = (types: string[]) =>
      types.filter((type, index) => types.indexOf(type) !== index);
    for (const id of [payment.id, assessment.id]) expect(findRepeated(listTypes(id))).toEqual([]);
    expect(
      listTypes(customerId).filter((type: string) => type === 'customer.kyc.verified'),
    ).toEqual(['customer.kyc.verified']);
    // The last death was after a commit, so Temporal records that step with the next attempt.
    const isSettledTold = async () =>
      (await countSteps(railWorkflowId(payment.id))).settleRailPayment !== undefined;
    await waitUntil(isSettledTold, 'the history has the last step');
    const steps = await countSteps(railWorkflowId(payment.id));
    expect(steps).toMatchObject({
      screenRailPayment: 1,
      scoreRailPayment: 1,
      submitRailPayment: 1,
    });
    // A step that finds the row decided ends the workflow, so no step has run twice.
    const kycSteps = await countSteps(kycWorkflowId(assessment.id));
    expect(new Set(Object.values(kycSteps))).toEqual(new Set([1]));
    const { decision, riskLevel } = await read(`/v1/ai/kyc-assessments/${assessment.id}`);
    const result = await readResult(kycWorkflowId(assessment.id));
    expect(result).toEqual({ status: 'completed', decision, riskLevel });
  } finally {
    await testbed.stop();
  }
  const ledger = openLedger({
    environment: 'sandbox',
    file: join(instance.dataDir, 'sandbox.db'),
  });
  const { checks } = checkInvariants(ledger.database.raw, Date.now());
  ledger.close();
  expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
}, 1_200_000);
