// Compares a whole bank that has a history with the same bank without one: `npm run node --
// bench/whole-growth.ts TRANSACTIONS ACCOUNTS WINDOW [ROUNDS [FOLDER]]`. The ledger's acts write
// the history while the bank is stopped (history.ts). A tenth of it goes from one account to as many
// new payees, and a tenth comes to that account from as many new payers. Then sixteen clients send
// a mixed load to the two banks in turns: four of five transfers go between twenty accounts, and
// the mix also has new payees, new payers, batches, schedules and a network. Afterwards each bank
// answers the lists and pages of people (pages.ts) and is killed under load. The benchmark takes
// minutes, so `npm run bench` leaves it out. FOLDER keeps both banks, and the next run that names
// it measures them again; with no rounds they are only written.
// `BENCH_POSTGRES=postgres://USER@HOST:PORT/postgres` names a server on which each bank gets a
// database of its own, which stays.

import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { Pool } from 'undici';
import { type History, randomMoney, randomTransfer, writeHistory } from './history.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';
import { measurePages } from './pages.ts';
import { processorMs, residentMb, startTestbed, type Testbed } from './testbed.ts';

const [transactions = 100_000, accounts = 100, measured = 5_000, rounds = 3] = process.argv
  .slice(2, 6)
  .map(Number);
const keptFolder = process.argv[6];
const server = process.env.BENCH_POSTGRES;
const CLIENTS = 16;
/** Enough requests for the JavaScript compiler to settle: with 40, the median varied threefold. */
const PAGES = 200;
/** Requests before a window, of a bank that has just started. */
const WARM_UP = 1_000;
/** Shares of each kind in a thousand requests. */
const MIX = { payee: 100, payer: 100, sepa: 2, batch: 1, schedule: 1 };
const BATCH_ITEMS = 20;
const MAX_TIMES = { posting: 1.5, p99: 2, page: 1.5, statement: 1.5 };
/** Number of requests for each list and each page. */
const PEOPLE_ASK = 40;
const PEOPLE_MAX_TIMES = 1.5;
const MAX_START_MS = 5_000;
/** Duration of the load before the bank is killed. */
const KILLED_AFTER_MS = 5_000;
/** Time for the background work of a bank after its start and after a load. */
const SETTLES_MS = 10_000;

interface Window {
  readonly startMs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number;
  /** Number of transactions with a workflow of their own. */
  readonly alone: number;
  /** A page of the transactions of a hot account. */
  readonly pageMs: number;
  /** A page of its statement of today, with the day's totals: as many movements in both banks. */
  readonly statementMs: number;
  readonly residentMb: number;
}

/** A bank that is stopped between its windows. */
interface Bank extends History {
  readonly name: string;
  readonly dataDir: string;
  readonly key: string;
  /** Key of its first operator; the bank removes its file once it is used. */
  readonly operatorKey: string;
  readonly windows: Window[];
  /** Number of the next request: the sequence is the same for every bank. */
  next: number;
}

interface OpenBench {
  readonly testbed: Testbed;
  readonly pool: Pool;
  readonly key: string;
}

/** A bank on PostgreSQL without a copy reads all rows of its history first. */
const READY_WITHIN_MS = 600_000;

/** The database of the bank in a data directory, created when it does not exist; null on SQLite. */
function databaseUrlOf(dataDir: string): string | null {
  if (server === undefined) return null;
  const name = `growth_${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const psql = (...args: string[]) => execFileSync('psql', [server, '-At', ...args]).toString();
  const isThere = psql('-c', `SELECT 1 FROM pg_database WHERE datname = '${name}'`).trim() === '1';
  if (!isThere) psql('-c', `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function open<T>(
  dataDir: string,
  key: string,
  act: (open: OpenBench) => Promise<T>,
): Promise<T> {
  const url = databaseUrlOf(dataDir);
  const place = url === null ? {} : { KONTOR_DATABASE_URL: url };
  const env = { KONTOR_STORAGE_QUOTA_MB: '0', ...place };
  const testbed = await startTestbed({ dataDir, env, readyWithinMs: READY_WITHIN_MS });
  const pool = new Pool(testbed.url, { connections: CLIENTS, headersTimeout: 0, bodyTimeout: 0 });
  try {
    return await act({ testbed, pool, key });
  } finally {
    await pool.close();
    await testbed.stop();
  }
}

async function send({ pool, key }: OpenBench, method: 'GET' | 'POST', path: string, body?: object) {
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

async function prepareBank(name: string, dataDir: string, count: number): Promise<Bank> {
  const developer = await open(dataDir, '', async (bank) => {
    const { status, body } = await send(bank, 'POST', '/v1/developer/register', {
      company: 'Bench',
      email: `bench-${randomUUID()}@example.com`,
      country: 'GB',
    });
    if (status >= 300) throw new Error(`a developer: ${status} ${JSON.stringify(body)}`);
    return body;
  });
  const history = await writeHistory({
    dataDir,
    databaseUrl: databaseUrlOf(dataDir),
    tenantId: developer.id,
    accounts,
    transactions: count,
    outside: count / 10,
  });
  const key = developer.environment.sandbox.apiKey as string;
  const { perSecond, held } = history;
  const megabytes = Math.round(statSync(rowsFileIn(dataDir)).size / 1e6);
  process.stdout.write(
    `${name}: ${count} transactions, ${held} held or declined, ${Math.round(perSecond)}/s, ${megabytes} MB\n`,
  );
  const operatorKey = readFileSync(join(dataDir, 'first-operator.key'), 'utf8').trim();
  return { ...history, name, dataDir, key, operatorKey, windows: [], next: 0 };
}

type Kind = keyof typeof MIX | 'transfer';

/** The kind of the nth request, the same in every run. */
function kindOf(index: number): Kind {
  let place = (index * 617) % 1_000;
  for (const [kind, share] of Object.entries(MIX)) {
    if (place < share) return kind as Kind;
    place -= share;
  }
  return 'transfer';
}

const statuses: Record<string, number> = {};
const count = (kind: Kind, status: number): void => {
  const word = `${kind} ${status}`;
  statuses[word] = (statuses[word] ?? 0) + 1;
};

/** Sends a request of one kind; returns how many transactions it asks for. */
async function act(
  open: OpenBench,
  kind: Kind,
  index: number,
  ids: readonly string[],
  durations: number[],
) {
  const busiestAccount = ids.at(-1) as string;
  const money = randomMoney();
  const party = { name: `Firm ${index.toString(36)} Limited`, country: 'GB' };
  if (kind === 'payee' || kind === 'sepa') {
    const externalParty =
      kind === 'sepa'
        ? { ...party, method: 'sepa', accountNumber: 'DE89370400440532013000' }
        : party;
    const body = { type: 'withdrawal', ...money, sourceAccountId: busiestAccount, externalParty };
    count(kind, (await send(open, 'POST', '/v1/transactions?wait=0', body)).status);
    return 1;
  }
  if (kind === 'payer') {
    const body = {
      type: 'deposit',
      ...money,
      destinationAccountId: busiestAccount,
      externalParty: party,
    };
    count(kind, (await send(open, 'POST', '/v1/transactions', body)).status);
    return 1;
  }
  if (kind === 'batch') {
    const items = Array.from({ length: BATCH_ITEMS }, (_, n) => ({
      ...randomTransfer(ids),
      reference: `b-${index}-${n}`,
    }));
    count(
      kind,
      (await send(open, 'POST', '/v1/transactions/batch?wait=0', { mode: 'best_effort', items }))
        .status,
    );
    return BATCH_ITEMS;
  }
  if (kind === 'schedule') {
    const { type: _, ...terms } = randomTransfer(ids);
    const startAt = new Date(Date.now() + 2_000).toISOString();
    const body = { ...terms, startAt, timezone: 'Etc/UTC' };
    count(kind, (await send(open, 'POST', '/v1/transactions/scheduled', body)).status);
    return 1;
  }
  const began = performance.now();
  const { status } = await send(open, 'POST', '/v1/transactions', randomTransfer(ids));
  durations.push(performance.now() - began);
  count(kind, status);
  return 1;
}

/** Sends requests until the given number of transactions has been requested. */
async function sendMany(bank: Bank, open: OpenBench, max: number): Promise<number[]> {
  const durations: number[] = [];
  let sentCount = 0;
  const worker = async (): Promise<void> => {
    while (sentCount < max) {
      const index = bank.next++;
      const count = await act(open, kindOf(index), index, bank.accounts, durations);
      // After the answer: others have counted meanwhile.
      sentCount += count;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, worker));
  return durations;
}

/** The file of the sandbox's rows, or of their copy. */
const rowsFileIn = (dataDir: string) =>
  join(dataDir, server === undefined ? 'sandbox.db' : 'ledger_sandbox-copy-1.db');

/** Transactions of a stopped bank that each have a workflow, since a moment. */
function countAlone(dataDir: string, since: number): number {
  const db = new BetterSqlite3(rowsFileIn(dataDir), { readonly: true });
  const countedRow = db
    .prepare<[number], { alone: number }>(
      `SELECT count(*) AS alone FROM transactions
       WHERE created_at >= ? AND workflow_id >= 'transfer/' AND workflow_id < 'transfer0'`,
    )
    .get(since);
  db.close();
  return countedRow?.alone ?? 0;
}

async function runWindow(bank: Bank): Promise<Window> {
  const since = Date.now();
  const window = await measureWindow(bank);
  return { ...window, alone: countAlone(bank.dataDir, since) };
}

/** Returns the median latency of a page that is requested repeatedly, in milliseconds. */
async function timePages(open: OpenBench, path: string): Promise<number> {
  const durations: number[] = [];
  for (let n = 0; n < PAGES; n += 1) {
    const began = performance.now();
    const { status, body } = await send(open, 'GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    durations.push(performance.now() - began);
  }
  return percentile(durations, 0.5);
}

function measureWindow(bank: Bank): Promise<Omit<Window, 'alone'>> {
  return open(bank.dataDir, bank.key, async (opened) => {
    const { bankPid, startMs } = opened.testbed;
    await sendMany(bank, opened, WARM_UP);
    const cpuBefore = processorMs(bankPid);
    const began = performance.now();
    const durations = await sendMany(bank, opened, measured);
    const seconds = (performance.now() - began) / 1_000;
    const cpuMs = (processorMs(bankPid) - cpuBefore) / measured;
    await sleep(SETTLES_MS);
    const [hotAccount] = bank.accounts;
    const pageMs = await timePages(opened, `/v1/transactions?accountId=${hotAccount}&limit=50`);
    const today = new Date().toISOString().slice(0, 10);
    const statement = `/v1/accounts/${hotAccount}/statements?from=${today}&limit=50`;
    const statementMs = await timePages(opened, statement);
    return {
      startMs,
      perSecond: measured / seconds,
      p50Ms: percentile(durations, 0.5),
      p99Ms: percentile(durations, 0.99),
      cpuMs,
      pageMs,
      statementMs,
      residentMb: residentMb(bankPid),
    };
  });
}

/** Lists over HTTP and, where Chromium is there, pages of console and portal. */
function measurePeoplesPages(bank: Bank): Promise<Row[]> {
  const { key, accounts, operatorKey, name: size } = bank;
  return open(bank.dataDir, key, async ({ testbed }) => {
    await sleep(SETTLES_MS);
    return measurePages(testbed, { key, accounts, operatorKey }, { size, times: PEOPLE_ASK });
  });
}

/**
 * Kills a bank under load.
 * @returns milliseconds from the start of the next process until it is ready
 */
async function measureRecovery(bank: Bank): Promise<number> {
  await open(bank.dataDir, bank.key, async (opened) => {
    // The requests of this load fail when the process is killed.
    const load = sendMany(bank, opened, Number.POSITIVE_INFINITY).catch(() => undefined);
    await sleep(KILLED_AFTER_MS);
    process.kill(opened.testbed.bankPid, 'SIGKILL');
    await load;
  });
  return open(bank.dataDir, bank.key, async ({ testbed }) => testbed.startMs);
}

const megabytesOf = (bank: Bank) => Math.round(statSync(rowsFileIn(bank.dataDir)).size / 1e6);

/** Prints one line for each list and page, and returns the names of those above their aim. */
function comparePages(empty: readonly Row[], full: readonly Row[]): string[] {
  const nameOf = ({ name }: Row) => name.replace(/, with(out)? history.*/, '');
  return full.flatMap((row, index) => {
    const [aloneMs, besideMs] = [empty[index]?.p50Ms ?? 0, row.p50Ms ?? 0];
    const times = besideMs / aloneMs;
    process.stdout.write(
      `${nameOf(row)}: p50 ${tenths(aloneMs)} ms without history, ${tenths(besideMs)} ms with it, ${Math.round(times * 100) / 100} ×\n`,
    );
    return times > PEOPLE_MAX_TIMES ? [nameOf(row)] : [];
  });
}

const tenths = (value: number) => Math.round(value * 10) / 10;

function lineOf(name: string, window: Window): string {
  const {
    startMs,
    perSecond,
    p50Ms,
    p99Ms,
    cpuMs,
    alone,
    pageMs,
    statementMs,
    residentMb: mb,
  } = window;
  const [start, rate, p50, p99, cpu, page, statement] = [
    startMs / 1_000,
    perSecond,
    p50Ms,
    p99Ms,
    cpuMs,
    pageMs,
    statementMs,
  ].map(tenths);
  return `${name}: started in ${start} s, ${rate}/s, p50 ${p50} ms, p99 ${p99} ms, processor ${cpu} ms each, ${alone} workflows of their own, page of a hot account ${page} ms, of its statement ${statement} ms, ${mb} MB\n`;
}

/** A bank that a former run left in the folder, or a new one. */
async function findBank(name: string, folder: string, count: number): Promise<Bank> {
  const note = join(folder, 'bank.json');
  if (existsSync(note)) return { ...JSON.parse(readFileSync(note, 'utf8')), windows: [] };
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const bank = await prepareBank(name, dataDir, count);
  writeFileSync(note, JSON.stringify(bank));
  return bank;
}

const folder =
  keptFolder === undefined ? temporaryFolder() : { path: keptFolder, remove: () => undefined };
try {
  const empty = await findBank('without history', join(folder.path, 'without'), 0);
  const full = await findBank('with history', join(folder.path, 'with'), transactions);
  if (rounds === 0) process.exit();
  for (let round = 0; round < rounds; round += 1) {
    for (const bank of [empty, full]) {
      const window = await runWindow(bank);
      bank.windows.push(window);
      if (keptFolder) writeFileSync(join(bank.dataDir, '..', 'bank.json'), JSON.stringify(bank));
      process.stdout.write(lineOf(bank.name, window));
    }
  }
  const medianOf = (bank: Bank, readValue: (window: Window) => number) =>
    percentile(bank.windows.map(readValue), 0.5);
  const growthOf = (readValue: (window: Window) => number) =>
    medianOf(full, readValue) / medianOf(empty, readValue);
  const ratios = {
    posting: 1 / growthOf(({ perSecond }) => perSecond),
    processor: growthOf(({ cpuMs }) => cpuMs),
    p99: growthOf(({ p99Ms }) => p99Ms),
    page: growthOf(({ pageMs }) => pageMs),
    statement: growthOf(({ statementMs }) => statementMs),
    memory: growthOf(({ residentMb: mb }) => mb),
  };
  process.stdout.write(
    `${JSON.stringify({ transactions, accounts, ratios, aims: MAX_TIMES, statuses })}\n`,
  );
  const slower = comparePages(await measurePeoplesPages(empty), await measurePeoplesPages(full));
  const recoveries = [await measureRecovery(empty), await measureRecovery(full)] as const;
  const startMs = medianOf(full, (window) => window.startMs);
  process.stdout.write(
    `${JSON.stringify({ slower, recoveries, startMs, megabytes: megabytesOf(full) })}\n`,
  );
  const missed = [
    ...Object.entries(MAX_TIMES)
      .filter(([name, max]) => ratios[name as keyof typeof MAX_TIMES] > max)
      .map(([name]) => name),
    ...slower,
    ...(Math.max(recoveries[1], startMs) > MAX_START_MS ? ['start'] : []),
  ];
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  folder.remove();
}
