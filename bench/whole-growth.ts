// The whole bank while its history grows: `npm run node -- bench/whole-growth.ts TRANSACTIONS
// ACCOUNTS WINDOW`. Sixteen clients send what a bank sees: four of five transfers go to twenty accounts, one
// account pays a new payee with every fifth request beside, one is paid by as many payers, batches,
// schedules and a network are in the mix. A line for each tenth of the history; the last is held
// against the second (the first one warms the process). With WINDOW, so many requests of a tenth are
// measured, and batches of 10,000 with the same payers and payees make the rest of it. Takes minutes,
// so `npm run bench` leaves it out.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { prepareGround, processorMs, residentMb } from './ground.ts';
import { percentile } from './measure.ts';

const [transactions = 100_000, accounts = 100, measured = transactions / 10] = process.argv
  .slice(2)
  .map(Number);
const CLIENTS = 16;
const HOT = 20;
const WINDOWS = 10;
const PAGES = 40;
/** Of a thousand requests. */
const MIX = { payee: 100, payer: 100, sepa: 2, batch: 1, schedule: 1 };
const BATCH_ITEMS = 20;
const MOST_TIMES = { posting: 1.5, p99: 2, page: 1.5 };

interface Window {
  readonly sent: number;
  readonly booked: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number;
  readonly pageMs: number;
  readonly residentMb: number;
}

const ground = await prepareGround({ env: { KONTOR_STORAGE_QUOTA_MB: '0' } });
const pool = new Pool(ground.url, { connections: CLIENTS, headersTimeout: 0, bodyTimeout: 0 });
let key = '';

async function send(method: 'GET' | 'POST', path: string, body?: object) {
  const response = await pool.request({
    path,
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.body.text();
  return { status: response.statusCode, body: JSON.parse(text) as ReturnType<typeof JSON.parse> };
}

async function made(path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const { status, body: answer } = await send('POST', path, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Of different customers: between the accounts of one nothing is judged. */
async function openAccounts(): Promise<string[]> {
  const developer = await made('/v1/developer/register', {
    company: 'Bench',
    email: `bench-${randomUUID()}@example.com`,
    country: 'GB',
  });
  key = developer.environment.sandbox.apiKey;
  const ids: string[] = [];
  await inParallel(accounts, async (at) => {
    const customer = await made('/v1/customers', { type: 'individual', name: `Bench ${at}` });
    const account = await made('/v1/accounts', {
      customerId: customer.id,
      type: 'checking',
      currency: 'EUR',
      name: 'Account',
    });
    await made('/v1/transactions', {
      type: 'deposit',
      amount: 1_000_000_000,
      currency: 'EUR',
      destinationAccountId: account.id,
    });
    ids.push(account.id);
  });
  return ids;
}

async function inParallel(count: number, act: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await act(at);
  };
  await Promise.all(Array.from({ length: CLIENTS }, worker));
}

const any = (of: readonly string[], but?: string): string => {
  for (;;) {
    const one = of[Math.floor(Math.random() * of.length)] as string;
    if (one !== but) return one;
  }
};

type Kind = keyof typeof MIX | 'transfer';

/** Which act the nth request is: the same for every run. */
function kindOf(at: number): Kind {
  let place = (at * 617) % 1_000;
  for (const [kind, share] of Object.entries(MIX)) {
    if (place < share) return kind as Kind;
    place -= share;
  }
  return 'transfer';
}

function transferOf(ids: readonly string[]) {
  const hot = ids.slice(0, HOT);
  const destinationAccountId = Math.random() < 0.8 ? any(hot) : any(ids);
  const sides = { sourceAccountId: any(ids, destinationAccountId), destinationAccountId };
  return {
    type: 'transfer',
    // Small payments to one new payee after the other are what card testing looks like, and wait.
    amount: 2_000 + Math.floor(Math.random() * 20_000),
    currency: 'EUR',
    ...sides,
  };
}

const statuses: Record<string, number> = {};
const count = (kind: Kind, status: number): void => {
  const word = `${kind} ${status}`;
  statuses[word] = (statuses[word] ?? 0) + 1;
};

/** Sends one; returns how many transactions it asks for. */
async function act(kind: Kind, at: number, ids: readonly string[], took: number[]) {
  const many = ids.at(-1) as string;
  const money = { amount: 1 + (at % 400), currency: 'EUR' };
  const party = { name: `Firm ${at.toString(36)} Limited`, country: 'GB' };
  if (kind === 'payee' || kind === 'sepa') {
    const externalParty =
      kind === 'sepa'
        ? { ...party, method: 'sepa', accountNumber: 'DE89370400440532013000' }
        : party;
    const body = { type: 'withdrawal', ...money, sourceAccountId: many, externalParty };
    count(kind, (await send('POST', '/v1/transactions?wait=0', body)).status);
    return 1;
  }
  if (kind === 'payer') {
    const body = { type: 'deposit', ...money, destinationAccountId: many, externalParty: party };
    count(kind, (await send('POST', '/v1/transactions', body)).status);
    return 1;
  }
  if (kind === 'batch') {
    const items = Array.from({ length: BATCH_ITEMS }, (_, n) => ({
      ...transferOf(ids),
      reference: `b-${at}-${n}`,
    }));
    count(
      kind,
      (await send('POST', '/v1/transactions/batch?wait=0', { mode: 'best_effort', items })).status,
    );
    return BATCH_ITEMS;
  }
  if (kind === 'schedule') {
    const { type: _, ...terms } = transferOf(ids);
    const startAt = new Date(Date.now() + 2_000).toISOString();
    const body = { ...terms, startAt, timezone: 'Etc/UTC' };
    count(kind, (await send('POST', '/v1/transactions/scheduled', body)).status);
    return 1;
  }
  const began = performance.now();
  const { status } = await send('POST', '/v1/transactions', transferOf(ids));
  took.push(performance.now() - began);
  count(kind, status);
  return 1;
}

/** Items of a batch that makes history, and batches that are under way at once. */
const FILL = { items: 10_000, atOnce: 2 };

/** What the clients send, as items of batches, until so many are booked. */
async function fillHistory(ids: readonly string[], from: number, most: number): Promise<number> {
  const many = ids.at(-1) as string;
  const itemOf = (at: number) => {
    const kind = kindOf(at);
    const money = { amount: 1 + (at % 400), currency: 'EUR' };
    const externalParty = { name: `Firm ${at.toString(36)} Limited`, country: 'GB' };
    if (kind === 'payee')
      return { type: 'withdrawal', ...money, sourceAccountId: many, externalParty };
    if (kind === 'payer')
      return { type: 'deposit', ...money, destinationAccountId: many, externalParty };
    return transferOf(ids);
  };
  const batches = Math.ceil(most / FILL.items);
  let next = 0;
  let posted = 0;
  const worker = async (): Promise<void> => {
    for (let batch = next++; batch < batches; batch = next++) {
      const items = Array.from({ length: FILL.items }, (_, n) => ({
        ...itemOf(from + batch * FILL.items + n),
        reference: `f-${from}-${batch}-${n}`,
      }));
      const { id } = await made('/v1/transactions/batch?wait=0', { mode: 'best_effort', items });
      for (;;) {
        const { body } = await send('GET', `/v1/batches/${id}`);
        if (!['pending', 'processing'].includes(body.status)) {
          posted += body.counts.posted;
          break;
        }
        await sleep(250);
      }
    }
  };
  await Promise.all(Array.from({ length: FILL.atOnce }, worker));
  return posted;
}

async function runWindow(ids: readonly string[], from: number, most: number): Promise<Window> {
  const took: number[] = [];
  let booked = 0;
  const cpuBefore = processorMs(ground.bankPid);
  const began = performance.now();
  let at = from;
  const worker = async (): Promise<void> => {
    while (booked < most) {
      at += 1;
      const asked = await act(kindOf(at), at, ids, took);
      // After the answer: others have counted meanwhile.
      booked += asked;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, worker));
  const seconds = (performance.now() - began) / 1_000;
  const cpu = (processorMs(ground.bankPid) - cpuBefore) / booked;
  const pages: number[] = [];
  for (let n = 0; n < PAGES; n += 1) {
    const started = performance.now();
    await send('GET', `/v1/transactions?accountId=${ids[0]}&limit=50`);
    pages.push(performance.now() - started);
  }
  return {
    sent: at - from,
    booked,
    perSecond: booked / seconds,
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
    cpuMs: cpu,
    pageMs: percentile(pages, 0.5),
    residentMb: residentMb(ground.bankPid),
  };
}

try {
  const ids = await openAccounts();
  const windows: Window[] = [];
  let at = 0;
  let booked = 0;
  for (let n = 0; n < WINDOWS; n += 1) {
    const most = transactions / WINDOWS - measured;
    if (most > 0) {
      const began = performance.now();
      const posted = await fillHistory(ids, at, most);
      const seconds = (performance.now() - began) / 1_000;
      process.stdout.write(`${posted} items of batches: ${Math.round(posted / seconds)}/s\n`);
      at += most;
      booked += posted;
    }
    const one = await runWindow(ids, at, measured);
    at += one.sent;
    booked += one.booked;
    windows.push(one);
    const { perSecond, p50Ms, p99Ms, cpuMs: cpu, pageMs, residentMb: mb } = one;
    const figures = [perSecond, p50Ms, p99Ms, cpu, pageMs, mb].map(
      (one) => Math.round(one * 100) / 100,
    );
    const [rate, p50, p99, own, page, memory] = figures;
    process.stdout.write(
      `${booked} booked: ${rate}/s, p50 ${p50} ms, p99 ${p99} ms, processor ${own} ms each, page of a hot account ${page} ms, ${memory} MB\n`,
    );
  }
  const [second, last] = [windows[1] as Window, windows.at(-1) as Window];
  const ratios = {
    posting: second.perSecond / last.perSecond,
    processor: last.cpuMs / second.cpuMs,
    p99: last.p99Ms / second.p99Ms,
    page: last.pageMs / second.pageMs,
  };
  process.stdout.write(`${JSON.stringify({ accounts, ratios, aims: MOST_TIMES, statuses })}\n`);
  const missed = Object.entries(MOST_TIMES).filter(
    ([name, most]) => ratios[name as keyof typeof MOST_TIMES] > most,
  );
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await pool.close();
  await ground.stop();
}
