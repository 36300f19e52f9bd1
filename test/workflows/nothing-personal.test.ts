// Nothing about a person, and no secret, reaches Temporal: a bank whose customers, payments,
// schedules, batches, assessments and mails are full of marked values, with steps that fail on them,
// and everything that Temporal then keeps or answers is searched for the marks.

import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openMailer } from '../../activities/mails.ts';
import { mailWorkflowId } from '../../ledger/workflow-id.ts';
import { ensure } from '../../workflows/carried.ts';
import {
  type Answer,
  OPERATOR_KEY,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';
import { TENANT } from '../kit/bank/books.ts';
import { isOnPostgres } from '../kit/bank/postgres.ts';
import { openMailServer } from '../kit/outside/mail-server.ts';
import { IDENTITY, KYC, SOUND } from '../kit/people/kyc.ts';
import { untilCarried } from '../kit/workflows/lane.ts';
import { openRig } from '../kit/workflows/rig.ts';

/** Typed by developers and customers; none of them is a word of the bank. */
const MARKS = {
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
  failure: 'Brokenmarker',
};

const REDACTED = new Set(['identity']);

let bank: TestBank;
let key: string;
beforeAll(async () => {
  bank = await openTestBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const desk = () => bank.bank.desks.sandbox;
const call = (path: string, body?: object, more = {}): Promise<Answer> =>
  bank.call(path, { key, ...(body === undefined ? {} : { body }), ...more });

async function made(path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await call(path, body);
  expect([200, 201, 202], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
}

/** Text of everything in it, with payloads as what they hold. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (name, part) => {
    if (REDACTED.has(name)) return '';
    const bytes = part?.type === 'Buffer' ? part.data : part;
    if (bytes instanceof Uint8Array || part?.type === 'Buffer') {
      return Buffer.from(bytes).toString('utf8');
    }
    return typeof part === 'bigint' ? String(part) : part;
  });
}

function marksIn(text: string): string[] {
  const secrets = { ...MARKS, key, operatorKey: OPERATOR_KEY };
  const has = (mark: string) => text.toLowerCase().includes(mark.toLowerCase());
  return Object.entries(secrets).flatMap(([what, mark]) => (has(mark) ? [what] : []));
}

/** All that Temporal keeps of a workflow, and what it answers about it. */
async function readAll(client: Client, workflowId: string, runId: string): Promise<string> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const said = await handle.describe();
  const answers = ['__temporal_workflow_metadata', 'status', 'history', '__stack_trace'].map(
    (query) => handle.query(query).catch((error: Error) => `${query}: ${error.message}`),
  );
  return textOf([
    said.raw,
    await said.staticSummary(),
    await said.staticDetails(),
    await handle.fetchHistory(),
    await Promise.all(answers),
  ]);
}

/** Everything that a bank does, each with marks wherever a text is taken. */
async function live(): Promise<void> {
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
  const customer = await made('/v1/customers', person);
  await made('/v1/webhook-endpoints', {
    url: `https://127.0.0.1:1/${MARKS.path}`,
    events: ['*'],
  }).catch(() => {});
  const accounts: string[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const account = { customerId: customer.id, type: 'checking', currency: 'EUR' };
    accounts.push((await made('/v1/accounts', { ...account, name: MARKS.account, metadata })).id);
  }
  const [first = '', second = ''] = accounts;
  const words = { description: MARKS.memo, reference: `${MARKS.memo}-1`, metadata };
  await made('/v1/transactions?wait=10', {
    type: 'deposit',
    amount: 5_000_000,
    currency: 'EUR',
    destinationAccountId: first,
    ...words,
  });
  const sides = { sourceAccountId: first, destinationAccountId: second };
  const transfer = { type: 'transfer', amount: 100, currency: 'EUR', ...sides, metadata };
  const say = (nth: number) => ({ description: MARKS.memo, reference: `${MARKS.memo}-t${nth}` });
  const posted = await made('/v1/transactions?wait=10', { ...transfer, ...say(1) });
  await Promise.all(
    Array.from({ length: 30 }, (_, nth) =>
      call('/v1/transactions', { ...transfer, ...say(nth + 2) }),
    ),
  );
  await made(`/v1/transactions/${posted.id}/reverse`, { reason: MARKS.memo });
  await call('/v1/transactions?wait=10', { ...transfer, ...say(90), amount: 90_000_000 });
  await fail(async () => {
    const held = await made('/v1/transactions?wait=10', {
      ...transfer,
      ...say(91),
      capture: 'manual',
    });
    await call(`/v1/transactions/${held.id}/capture`, {});
  });
  await made('/v1/transactions?wait=10', {
    type: 'withdrawal',
    amount: 100,
    currency: 'EUR',
    sourceAccountId: first,
    externalParty: { name: MARKS.party, method: 'sepa', accountNumber: MARKS.iban },
    ...words,
    reference: `${MARKS.memo}-w`,
  });
  await made('/v1/sandbox/simulations/fraud-hit', {
    accountId: first,
    decision: 'block_and_review',
  });
  await call('/v1/transactions?wait=10', { ...transfer, ...say(92) });
  const items = Array.from({ length: 40 }, (_, nth) => ({ ...transfer, ...say(100 + nth) }));
  const party = { name: MARKS.party, method: 'sepa', accountNumber: MARKS.iban };
  const { destinationAccountId: _, ...out } = transfer;
  const outside = { ...out, ...say(150), type: 'withdrawal', externalParty: party };
  await made('/v1/transactions/batch?wait=10', {
    mode: 'best_effort',
    items: [...items, outside],
  });
  const clock = await call('/v1/sandbox/clock');
  const day = (ahead: number) =>
    new Date(Date.parse(clock.body.now) + ahead * 86_400_000).toISOString().slice(0, 10);
  await made('/v1/transactions/scheduled', {
    ...sides,
    amount: 100,
    currency: 'EUR',
    timezone: 'UTC',
    startDate: day(1),
    recurrence: { frequency: 'daily' },
    description: MARKS.memo,
    metadata,
  });
  await made('/v1/transactions/scheduled', {
    sourceAccountId: first,
    externalParty: party,
    category: MARKS.memo,
    reference: `${MARKS.memo} outside`,
    amount: 100,
    currency: 'EUR',
    timezone: 'UTC',
    startDate: day(1),
    description: MARKS.memo,
    metadata,
  });
  await made(`${KYC}?wait=10`, {
    customerId: customer.id,
    ...SOUND,
    identity: { ...IDENTITY, lastName: MARKS.name },
    documents: [
      {
        type: 'passport',
        country: 'GB',
        number: MARKS.document,
        expiry: '2098-01-31',
        fileId: 'f',
      },
    ],
  });
  await bank.call('/v1/developer/register', {
    body: { company: MARKS.name, email: `${MARKS.email}.dev@example.com`, country: 'GB' },
  });
  const moved = await call('/v1/sandbox/clock?wait=30', { advanceBy: 'P2D' });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
}

/** While it lasts, each booking of a capture fails with a text that has a mark in it. */
async function fail(work: () => Promise<void>): Promise<void> {
  const { raw } = desk().ledger.database;
  raw.exec(`CREATE TEMP TRIGGER marked BEFORE UPDATE ON main.holds
    BEGIN SELECT RAISE(ABORT, '${MARKS.failure} of ${MARKS.name}'); END`);
  try {
    await work();
  } finally {
    raw.exec('DROP TRIGGER temp.marked');
  }
}

it.skipIf(isOnPostgres)(
  'no value that people typed is in anything that Temporal keeps or answers',
  async () => {
    await live();
    await untilCarried(desk().ledger);
    // What waits for a network, a clock or a person stays; the rest has had its steps by now.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const client = desk().client();
    if (!client) throw new Error('Temporal was not reached');
    const query = `TaskQueue = "${desk().ledger.taskQueue}"`;
    const kinds = new Map<string, number>();
    const found: string[] = [];
    const failed: string[] = [];
    let withFailures = 0;
    for await (const one of client.workflow.list({ query })) {
      kinds.set(one.type, (kinds.get(one.type) ?? 0) + 1);
      if (['FAILED', 'TIMED_OUT', 'TERMINATED'].includes(one.status.name))
        failed.push(one.workflowId);
      const text = await readAll(client, one.workflowId, one.runId);
      if (text.includes('stackTrace')) withFailures += 1;
      found.push(...marksIn(text).map((what) => `${one.workflowId}: ${what}`));
    }
    expect(found).toEqual([]);
    expect(failed).toEqual([]);
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining([
        ...['transfer', 'transfers', 'batch', 'schedule', 'schedules', 'railPayment'],
        ...['kycAssessment', 'eventRelay', 'lane', 'clock'],
      ]),
    );
    expect(withFailures).toBeGreaterThan(0);
  },
  120_000,
);

it('nor is the address of a mail whose server says later', async () => {
  const server = await openMailServer();
  const mailer = await openMailer(
    { url: server.url, from: 'bank@example.com' },
    { seal: { open: (text) => text }, addressOf: async () => null },
  );
  const rig = await openRig({ temporalAddress: inject('temporalAddress'), mailer });
  try {
    server.answers.push(450);
    const letter = {
      recipient: `${MARKS.email}@example.com`,
      subject: `${MARKS.name} is told`,
      body: MARKS.memo,
    };
    const about = { tenantId: TENANT, kind: 'alert', subjectId: 'alr_1' } as const;
    const mailId = (await rig.ledger.mails.queue({ ...about, ...letter })) ?? '';
    await ensure(rig.starter, 'mail', mailId);
    const handle = rig.client.workflow.getHandle(mailWorkflowId(mailId));
    expect(await handle.result()).toBe('sent');
    const { runId } = await handle.describe();
    const text = await readAll(rig.client, mailWorkflowId(mailId), runId);
    expect(text).toContain('EENVELOPE 450');
    expect(marksIn(text)).toEqual([]);
  } finally {
    await rig.close();
    mailer.transport.close();
    await server.close();
  }
});
