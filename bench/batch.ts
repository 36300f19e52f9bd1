// Measures batches of 10,000 through the endpoint, from the first byte of the request until every
// item is posted, and compares them with the kernel that posts as many transfers directly in the
// same run. Measures also the payments of another developer during a batch. On SQLite and on
// PostgreSQL.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLedger } from '../db/ledger.ts';
import { postgresFault, startPostgres } from '../scripts/run/postgres-server.ts';
import { bookAll, makeDraft, openBooks } from './books.ts';
import { openCustomers, payContinuously } from './http.ts';
import { percentile, type Row, rate, temporaryFolder } from './measure.ts';
import { startTestbed, type Testbed } from './testbed.ts';

const MODES = ['atomic', 'best_effort'] as const;
const ACCOUNTS = 100;
const GROUP_SIZE = 256;
const POLL_EVERY_MS = 2;
const FUNDS = 1_000_000_000;
/** Highest p99 of another developer's payment while a batch is posted. */
const MAX_OTHER_PAYMENT_MS = 100;
const OTHER_PAYMENT_EVERY_MS = 20;

type Mode = (typeof MODES)[number];

interface BatchFigures {
  readonly perSecond: number;
  readonly acceptMs: number;
  /** Latencies of reads of another object while the batch was posted. */
  readonly readsMs: readonly number[];
}

/** Targets: items per second of a batch without other load. */
const TARGETS = { SQLite: 5_000, PostgreSQL: 3_000 } as const;

type Engine = keyof typeof TARGETS;

/**
 * @param size items of a batch
 * @param rounds number of measurements of each figure
 */
export async function benchBatch(size: number, rounds: number): Promise<Row[]> {
  const rows = await measureOn('SQLite', {}, size, rounds);
  const fault = postgresFault();
  if (fault !== null) {
    const name = `PostgreSQL, batches of ${size.toLocaleString('en')}`;
    return [...rows, { ...plainRow, unit: 'transfers/s', name, value: 0, notRun: fault }];
  }
  const server = await startPostgres({ isDurable: true });
  try {
    const env = { KONTOR_DATABASE_URL: server.database('bank') };
    return [...rows, ...(await measureOn('PostgreSQL', env, size, rounds))];
  } finally {
    server.stop();
  }
}

async function measureOn(
  engine: Engine,
  env: Readonly<Record<string, string>>,
  size: number,
  rounds: number,
): Promise<Row[]> {
  const testbed = await startTestbed({ env });
  const floors: number[] = [];
  const figures: Record<Mode, BatchFigures[]> = { atomic: [], best_effort: [] };
  const latencies: Record<Mode, number[]> = { atomic: [], best_effort: [] };
  try {
    const bank = await openCustomers(testbed);
    for (const mode of MODES) await runBatch(testbed, bank, mode, size);
    // Measured in turns, so that a busy minute of the machine affects all of them.
    for (let round = 0; round < rounds; round++) {
      floors.push(await postDirectly(size));
      for (const mode of MODES) figures[mode].push(await runBatch(testbed, bank, mode, size));
    }
    const other = await openCustomers(testbed);
    for (const mode of MODES) {
      const otherLoad = { isOver: false };
      const paying = payContinuously(testbed.url, other, otherLoad, OTHER_PAYMENT_EVERY_MS);
      await runBatch(testbed, bank, mode, size).finally(() => {
        otherLoad.isOver = true;
      });
      latencies[mode] = await paying;
    }
  } finally {
    await testbed.stop();
  }
  const floor = percentile(floors, 0.5);
  return MODES.flatMap((mode) => [
    ...rowsOf(mode, { engine, size, figures: figures[mode], floor }),
    {
      ...plainRow,
      name: `${engine}, ${mode}, a payment of another developer during the batch (p99)`,
      unit: 'ms',
      value: percentile(latencies[mode], 0.99),
      p50Ms: percentile(latencies[mode], 0.5),
      target: { valueAtMost: MAX_OTHER_PAYMENT_MS },
    },
  ]);
}

interface MeasuredBatch {
  readonly engine: Engine;
  readonly size: number;
  readonly figures: readonly BatchFigures[];
  readonly floor: number;
}

const plainRow = { floorName: 'none', floor: null, target: {} };

function rowsOf(mode: Mode, { engine, size, figures, floor }: MeasuredBatch): Row[] {
  const median = (readValue: (figures: BatchFigures) => number) =>
    percentile(figures.map(readValue), 0.5);
  const reads = figures.flatMap(({ readsMs }) => readsMs);
  const p50Ms = percentile(reads, 0.5);
  const worst = Math.max(...reads);
  const name = (rest: string) => `${engine}, ${mode}, ${rest}`;
  const ms = { ...plainRow, unit: 'ms' };
  return [
    {
      name: name(
        `batches of ${size.toLocaleString('en')}, rate from the request to the last posted item`,
      ),
      value: median(({ perSecond }) => perSecond),
      unit: 'transfers/s',
      floorName: `these transfers posted directly on SQLite, ${GROUP_SIZE} in a commit`,
      floor,
      target: { valueAtLeast: TARGETS[engine] },
    },
    {
      ...ms,
      name: name('time until the batch is accepted'),
      value: median(({ acceptMs }) => acceptMs),
    },
    { ...ms, name: name('slowest GET of a balance during the batch'), value: worst, p50Ms },
  ];
}

async function postDirectly(count: number): Promise<number> {
  const folder = temporaryFolder();
  const ledger = openLedger({ environment: 'sandbox', file: join(folder.path, 'ledger.db') });
  const ids = await openBooks(ledger, ACCOUNTS, FUNDS);
  const result = await rate(count, async () => {
    for (let bookedCount = 0; bookedCount < count; bookedCount += GROUP_SIZE) {
      const groupCount = Math.min(GROUP_SIZE, count - bookedCount);
      await bookAll(
        ledger,
        Array.from({ length: groupCount }, (_, n) =>
          makeDraft({ ...accountPair(ids, bookedCount + n) }),
        ),
      );
    }
  });
  ledger.close();
  folder.remove();
  return result;
}

const accountPair = (ids: readonly string[], n: number) => ({
  sourceAccountId: ids[n % ids.length] as string,
  destinationAccountId: ids[(n + 1 + (n % 97)) % ids.length] as string,
});

type Bank = Awaited<ReturnType<typeof openCustomers>>;

async function runBatch(
  { url }: Testbed,
  bank: Bank,
  mode: Mode,
  size: number,
): Promise<BatchFigures> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bank.key}` };
  const run = crypto.randomUUID();
  const items = Array.from({ length: size }, (_, n) => ({
    type: 'transfer',
    amount: 5,
    currency: 'EUR',
    reference: `${run}-${n}`,
    ...accountPair(bank.accounts, n),
  }));
  const body = JSON.stringify({ mode, items });
  const get = async (path: string) => (await fetch(url + path, { headers })).json();
  const requestedAt = performance.now();
  const sent = await fetch(`${url}/v1/transactions/batch?wait=0`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': run },
    body,
  });
  const { id, ...rest } = (await sent.json()) as { id?: string };
  if (!sent.ok) throw new Error(`a batch was refused: ${JSON.stringify(rest)}`);
  const acceptMs = performance.now() - requestedAt;
  const readsMs: number[] = [];
  for (;;) {
    const startedAt = performance.now();
    await get(`/v1/accounts/${bank.accounts[0]}/balance`);
    readsMs.push(performance.now() - startedAt);
    const batch = (await get(`/v1/batches/${id}`)) as {
      status: string;
      counts: { posted: number };
    };
    const seconds = (performance.now() - requestedAt) / 1000;
    if (batch.counts.posted === size) return { perSecond: size / seconds, acceptMs, readsMs };
    const isRunning = batch.status === 'pending' || batch.status === 'processing';
    if (!isRunning) throw new Error(`not all were posted: ${JSON.stringify(batch)}`);
    await sleep(POLL_EVERY_MS);
  }
}
