// The cost of the HTTP layer: reading one transaction, compared with a bare server that reads one
// row, and the processor time and disk space of a transfer. With `--profile` also a breakdown of
// the bank's main thread, in microseconds for each request.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { freePort } from '../scripts/run/ports.mjs';
import type { BareTask } from './bare-server.ts';
import { openCustomers, runChild } from './http.ts';
import type { LoadResult, LoadTask } from './load.ts';
import type { Row } from './measure.ts';
import { createProfiler, formatTimes } from './profiler.ts';
import { processorMs, startTestbed, type Testbed } from './testbed.ts';

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));
const CLIENTS = [1, 16] as const;
/** Time within which the last answered transfer has its workflow. */
const STARTED_WITHIN_MS = 1_500;
const MAX_TRANSFER_MS: Readonly<Record<number, number>> = { 16: 1.2 };
const MAX_TRANSFER_BYTES = 3_500;

type Task = Omit<LoadTask, 'clients' | 'seconds'>;
type MeasuredLoad = LoadResult & { readonly cpuMs: number };

/**
 * @param seconds duration of each measurement
 * @param print receives the tables of a profile; null for no profile
 */
export async function benchHttpLayer(
  seconds: number,
  print: ((table: string) => void) | null,
): Promise<Row[]> {
  const inspectPort = print === null ? null : await freePort();
  const testbed = await startTestbed(inspectPort === null ? {} : { inspectPort });
  try {
    const ownTask = { url: testbed.url, ...(await openCustomers(testbed)) };
    const rows = [
      ...(await measureReads(testbed, ownTask, seconds)),
      ...(await measureTransfers(testbed, ownTask, seconds)),
    ];
    if (print === null || inspectPort === null) return rows;
    const path = await readTransactionPath(ownTask);
    for (const [label, task] of [
      ['reading a transaction', { ...ownTask, path }],
      ['a transfer', ownTask],
    ] as const) {
      const profiler = await createProfiler(inspectPort);
      await profiler.start();
      const { count } = await generateLoad({ ...task, clients: 16, seconds });
      print(formatTimes(`${label}, 16 clients`, await profiler.stop(), count));
    }
    return rows;
  } finally {
    await testbed.stop();
  }
}

const generateLoad = (task: LoadTask) => runChild<LoadResult>('load.ts', task);

async function readTransactionPath({ url, key }: Task): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/transactions?limit=1`, { headers });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return `/v1/transactions/${data[0]?.id}`;
}

async function measureReads(testbed: Testbed, ownTask: Task, seconds: number): Promise<Row[]> {
  const path = await readTransactionPath(ownTask);
  const headers = { authorization: `Bearer ${ownTask.key}` };
  const body = await (await fetch(ownTask.url + path, { headers })).text();
  const port = await freePort();
  const id = path.split('/').at(-1) ?? '';
  const bare: BareTask = { file: join(testbed.dataDir, 'bare.db'), port, id, body };
  const process = await startProcess(bare);
  try {
    const bareTask = { ...ownTask, url: `http://127.0.0.1:${port}`, path };
    const task = { ...ownTask, path };
    // Warm-up for the JavaScript compiler.
    for (const warm of [task, bareTask]) await generateLoad({ ...warm, clients: 16, seconds: 2 });
    const rows: Row[] = [];
    for (const clients of CLIENTS) {
      const floor = await measureTask([process.pid ?? 0], { ...bareTask, clients, seconds });
      const measured = await measureTask([testbed.bankPid], { ...task, clients, seconds });
      rows.push(...readRows(clients, measured, floor));
    }
    return rows;
  } finally {
    process.kill();
  }
}

async function startProcess(task: BareTask): Promise<ChildProcess> {
  const server = spawn(process.execPath, [BARE_SERVER, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${task.port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return server;
    await sleep(20);
  }
}

async function measureTask(pids: readonly number[], task: LoadTask): Promise<MeasuredLoad> {
  const sumSpent = () => pids.reduce((sum, pid) => sum + processorMs(pid), 0);
  const before = sumSpent();
  const result = await generateLoad(task);
  if (task.path === undefined) await sleep(STARTED_WITHIN_MS);
  const unexpected = Object.keys(result.statuses).filter((status) => !status.startsWith('20'));
  if (unexpected.length > 0) process.stderr.write(`${JSON.stringify(result.statuses)}\n`);
  return { ...result, cpuMs: (sumSpent() - before) / result.count };
}

const FLOOR = 'bare Hono and better-sqlite3';

function readRows(clients: number, measured: MeasuredLoad, floor: MeasuredLoad): Row[] {
  const { perSecond: value, p50Ms, p99Ms } = measured;
  const name = `reading one transaction, ${formatCount(clients)}`;
  return [
    {
      name,
      value,
      unit: 'answers/s',
      p50Ms,
      p99Ms,
      floorName: `${FLOOR}, p99 ${Math.round(floor.p99Ms)} ms`,
      floor: floor.perSecond,
      target: {},
    },
    {
      name: `${name}: processor time of the bank`,
      value: measured.cpuMs,
      unit: 'ms',
      floorName: FLOOR,
      floor: floor.cpuMs,
      target: {},
    },
    {
      name: `${name}: processor time of the load generator`,
      value: measured.ownCpuMs,
      unit: 'ms',
      floorName: 'of the bank',
      floor: measured.cpuMs,
      target: {},
    },
  ];
}

async function measureTransfers(testbed: Testbed, task: Task, seconds: number): Promise<Row[]> {
  const pids = [testbed.bankPid, testbed.temporalPid];
  await generateLoad({ ...task, clients: 16, seconds: 2 });
  const rows: Row[] = [];
  for (const clients of CLIENTS) {
    const before = readUsedBytes(testbed);
    const measured = await measureTask(pids, { ...task, clients, seconds });
    const { perSecond, p50Ms, p99Ms, count } = measured;
    const max = MAX_TRANSFER_MS[clients];
    const name = `a transfer, ${formatCount(clients)}`;
    const plainRow = { floorName: 'none', floor: null };
    rows.push(
      { ...plainRow, name, value: perSecond, unit: 'transfers/s', p50Ms, p99Ms, target: {} },
      {
        ...plainRow,
        name: `${name}: processor time of bank and Temporal`,
        value: measured.cpuMs,
        unit: 'ms',
        target: max === undefined ? {} : { valueAtMost: max },
      },
      {
        ...plainRow,
        name: `${name}: growth of the ledger's file`,
        value: (readUsedBytes(testbed) - before) / count,
        unit: 'bytes',
        target: { valueAtMost: MAX_TRANSFER_BYTES },
      },
    );
  }
  return rows;
}

/** Returns the bytes of the pages in use, in the file or in its WAL. */
function readUsedBytes({ dataDir }: Testbed): number {
  const raw = new BetterSqlite3(join(dataDir, 'sandbox.db'), { readonly: true });
  const number = (pragma: string) => Number(raw.pragma(pragma, { simple: true }));
  const bytes = (number('page_count') - number('freelist_count')) * number('page_size');
  raw.close();
  return bytes;
}

function formatCount(clients: number): string {
  return clients === 1 ? '1 client' : `${clients} clients`;
}
