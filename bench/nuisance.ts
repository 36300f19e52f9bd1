// A developer who sends the heaviest permitted load of one kind for some seconds, in a process of
// its own. Reads its task from the command line and prints the bank's answers.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Nuisance } from './neighbour.ts';

export interface NuisanceTask {
  readonly url: string;
  readonly key: string;
  readonly accounts: readonly string[];
  readonly kind: Nuisance;
  readonly seconds: number;
}

export interface NuisanceResult {
  readonly statuses: Readonly<Record<string, number>>;
}

interface NuisanceRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object | Buffer;
  readonly type?: string;
}

async function makeNuisance(task: NuisanceTask): Promise<NuisanceResult> {
  const pool = new Pool(task.url, { connections: 1_024, headersTimeout: 0, bodyTimeout: 0 });
  const statuses: Record<string, number> = {};
  const until = performance.now() + task.seconds * 1000;

  const count = (status: number | string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };

  async function send({ method = 'POST', path, body, type = 'application/json' }: NuisanceRequest) {
    const raw = Buffer.isBuffer(body) ? body : body === undefined ? null : JSON.stringify(body);
    const response = await pool.request({
      path,
      method,
      headers: {
        authorization: `Bearer ${task.key}`,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(raw === null ? {} : { 'content-type': type }),
      },
      body: raw,
    });
    count(response.statusCode);
    const wait = Number(response.headers['retry-after'] ?? 0);
    await response.body.dump();
    // A client that is asked to wait waits less than it should.
    if (wait > 0) await sleep(100);
  }

  const runClients = (clients: number, makeRequest: (n: number) => NuisanceRequest) =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let n = client; performance.now() < until; n += clients) await send(makeRequest(n));
      }),
    );

  await WORK[task.kind]({ task, send, runClients, until, count });
  void pool.destroy();
  return { statuses };
}

interface Work {
  readonly task: NuisanceTask;
  readonly until: number;
  send(sent: NuisanceRequest): Promise<void>;
  runClients(clients: number, makeRequest: (n: number) => NuisanceRequest): Promise<unknown>;
  count(status: number | string): void;
}

const pickAccount = (accounts: readonly string[], n: number) =>
  accounts[n % accounts.length] as string;

function makeTransfer(accounts: readonly string[], n: number) {
  const sides = {
    sourceAccountId: pickAccount(accounts, n),
    destinationAccountId: pickAccount(accounts, n + 1 + (n % 7)),
  };
  return { type: 'transfer', amount: 1, currency: 'EUR', ...sides };
}

function sendBatches(mode: 'atomic' | 'best_effort') {
  return ({ task: { accounts }, runClients }: Work) =>
    runClients(1, () => {
      const run = randomUUID();
      const items = Array.from({ length: 10_000 }, (_, n) => ({
        ...makeTransfer(accounts, n),
        reference: `${run}-${n}`,
      }));
      return { path: '/v1/transactions/batch?wait=10', body: { mode, items } };
    });
}

const DAYS = `from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`;

const WORK: Readonly<Record<Nuisance, (work: Work) => Promise<unknown>>> = {
  'atomic batches of 10,000': sendBatches('atomic'),
  'best-effort batches of 10,000': sendBatches('best_effort'),
  'lists of 100 transactions, 16 clients': ({ runClients }) =>
    runClients(16, () => ({ method: 'GET', path: '/v1/transactions?limit=100' })),
  'statements as PDF and CSV, 8 clients': ({ runClients, task: { accounts } }) =>
    runClients(8, (n) => ({
      method: 'GET',
      path: `/v1/accounts/${accounts[0]}/statements?${DAYS}&format=${n % 2 === 0 ? 'pdf' : 'csv'}`,
    })),
  '1,000 event streams': (work) => holdStreams(work),
  '40 dead endpoints': async ({ send, runClients, task: { accounts } }) => {
    for (let n = 0; n < 40; n++) {
      const url = `http://127.0.0.1:47111/${n}`;
      await send({ path: '/v1/webhook-endpoints', body: { url } });
    }
    await runClients(4, (n) => ({ path: '/v1/transactions', body: makeTransfer(accounts, n) }));
  },
  'uploads of 8 MB, 4 clients': ({ runClients }) => {
    const body = makeForm(Buffer.alloc(8 * 1024 * 1024, 7));
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    return runClients(4, () => ({ path: '/v1/ai/custom-models/upload', body, type }));
  },
  'jumps of a clock': ({ runClients }) =>
    runClients(2, () => ({ path: '/v1/sandbox/clock?wait=1', body: { advanceBy: 'P1D' } })),
  'registrations, 16 clients': ({ runClients }) =>
    runClients(16, () => ({
      path: '/v1/developer/register',
      body: { company: 'Flood', email: `${randomUUID()}@example.com`, country: 'GB' },
    })),
  'transfers, 256 clients': ({ runClients, task: { accounts } }) =>
    runClients(256, (n) => ({ path: '/v1/transactions', body: makeTransfer(accounts, n) })),
  'exports of a customer, 8 clients': async (work) => {
    const path = `/v1/customers/${await readCustomer(work.task)}/export`;
    return work.runClients(8, () => ({ method: 'GET', path }));
  },
  'analyses, 8 clients': async (work) => {
    const customerId = await readCustomer(work.task);
    return work.runClients(8, (n) => {
      const [path, body] = ANALYSES[n % ANALYSES.length] ?? ['', {}];
      return { path: `/v1/ai/${path}`, body: { customerId, ...body } };
    });
  },
  'open documents, 16 clients': ({ runClients }) =>
    runClients(16, (n) => ({ method: 'GET', path: OPEN_PATHS[n % OPEN_PATHS.length] ?? '' })),
};

const PROFILE = { age: 40, riskTolerance: 'moderate', horizonYears: 40, monthlyContribution: 1 };
const ANALYSES: readonly (readonly [string, object])[] = [
  ['spending-analysis', { groupBy: 'month' }],
  ['behavior-analysis', { compareTo: 'peer_group' }],
  ['investment-advice', { profile: PROFILE }],
];
/** Paths of public documents. */
const OPEN_PATHS = [
  '/openapi.json',
  '/changelog',
  '/errors/insufficient_funds',
  '/portal/',
  '/healthz',
];

async function readCustomer({ url, key, accounts }: NuisanceTask): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/accounts/${accounts[0]}`, { headers });
  return ((await response.json()) as { customerId: string }).customerId;
}

const BOUNDARY = 'kontor-bench';

function makeForm(file: Buffer): Buffer {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([
    Buffer.from(field('name', 'bench')),
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="m.onnx"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/**
 * Opens five event streams for each of 200 developers, or as many as the bank permits, and causes
 * events for all of them.
 */
async function holdStreams({ task, until, count, runClients }: Work): Promise<void> {
  const stop = new AbortController();
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(task.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as ReturnType<typeof JSON.parse>;
  };
  async function listen(key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${task.url}/v1/events/stream`, { headers, signal: stop.signal });
    count(`stream ${response.status}`);
    if (response.ok) for await (const _ of response.body ?? []) if (stop.signal.aborted) return;
  }
  const streams: Promise<void>[] = [];
  for (let n = 0; n < 200 && performance.now() < until; n++) {
    const email = `${randomUUID()}@example.com`;
    const registered = await post('/v1/developer/register', { company: 'S', email, country: 'GB' });
    const key = registered.environment.sandbox.apiKey as string;
    for (let m = 0; m < 5; m++) streams.push(listen(key).catch(() => {}));
  }
  await runClients(4, (n) => ({ path: '/v1/transactions', body: makeTransfer(task.accounts, n) }));
  stop.abort();
  await Promise.all(streams);
}

const argument = process.argv[2];
if (argument) {
  process.stdout.write(
    `${JSON.stringify(await makeNuisance(JSON.parse(argument) as NuisanceTask))}\n`,
  );
  process.exit(0);
}
