// Delay of other requests while files of 31 MB come in side by side: /healthz and a lone transfer
// are sent again and again, and the memory of the bank is sampled until a minute after.

import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/run/ports.mjs';
import { type Ground, prepareGround, residentMb } from './ground.ts';
import { child, openCustomers } from './http.ts';
import { percentile, type Row } from './measure.ts';
import { profilerOf, timesTable } from './profiler.ts';
import type { UploadResult, UploadTask } from './upload-load.ts';

const AT_ONCE = 30;
/** As many as one developer may have under way. */
const EACH = 3;
const PAUSE_MS = 50;
const AFTER_MS = 60_000;

/**
 * Measures it once.
 * @param print gets the table of a profile, or null for no profile
 */
export async function benchUploads(print: ((table: string) => void) | null = null) {
  const inspectPort = print === null ? null : await freePort();
  const ground = await prepareGround(inspectPort === null ? {} : { inspectPort });
  try {
    const quiet = await openCustomers(ground);
    const keys: string[] = [];
    while (keys.length < AT_ONCE) {
      const { key } = await openCustomers(ground);
      for (let at = 0; at < EACH; at++) keys.push(key);
    }
    await askUntil(ground, quiet, sleep(3_000));
    const memoryBefore = residentMb(ground.bankPid);
    const calm = await askUntil(ground, quiet, sleep(5_000));
    const profiler = inspectPort === null ? null : await profilerOf(inspectPort);
    await profiler?.start();
    const load = child<UploadResult>('upload-load.ts', { url: ground.url, keys } as UploadTask);
    const loud = await askUntil(ground, quiet, load);
    const { statuses, seconds } = await load;
    if (profiler)
      print?.(timesTable(`${AT_ONCE} uploads of 31 MB`, await profiler.stop(), AT_ONCE));
    process.stderr.write(`uploads: ${JSON.stringify({ statuses, seconds })}\n`);
    await sleep(AFTER_MS);
    const memoryAfter = residentMb(ground.bankPid);
    const took = `${AT_ONCE} uploads of 31 MB`;
    const none = { floorName: '', floor: null };
    const before = { floorName: 'before', floor: memoryBefore };
    return [
      rowOf(`/healthz, p99 during ${took}`, calm.health, loud.health, { valueAtMost: 250 }),
      rowOf(`a lone transfer, p99 during ${took}`, calm.transfer, loud.transfer, {
        valueAtMost: 1_000,
      }),
      { name: `${took}, until all are answered`, value: seconds, unit: 's', ...none, target: {} },
      {
        name: `memory at most during ${took}`,
        value: loud.mostMb,
        unit: 'MB',
        ...before,
        target: {},
      },
      {
        name: `memory a minute after ${took}`,
        value: memoryAfter,
        unit: 'MB',
        ...before,
        target: { ratioAtMost: 1.3 },
      },
    ];
  } finally {
    await ground.stop();
  }
}

interface Watched {
  readonly health: readonly number[];
  readonly transfer: readonly number[];
  readonly mostMb: number;
}

/** Asks until something else is over. */
async function askUntil(
  ground: Ground,
  { key, accounts }: { readonly key: string; readonly accounts: readonly string[] },
  until: Promise<unknown>,
): Promise<Watched> {
  const found = { health: [] as number[], transfer: [] as number[], mostMb: 0 };
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const body = JSON.stringify({
    type: 'transfer',
    sourceAccountId: accounts[0],
    destinationAccountId: accounts[1],
    amount: 1,
    currency: 'EUR',
  });
  const asks = async (times: number[], path: string, init: RequestInit) => {
    while (!isOver) {
      const started = performance.now();
      const response = await fetch(ground.url + path, init);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - started);
      found.mostMb = Math.max(found.mostMb, residentMb(ground.bankPid));
      await sleep(PAUSE_MS);
    }
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await Promise.all([
    asks(found.health, '/healthz', {}),
    asks(found.transfer, '/v1/transactions', { method: 'POST', headers, body }),
    over,
  ]);
  return found;
}

function rowOf(
  name: string,
  calm: readonly number[],
  loud: readonly number[],
  target: Row['target'],
): Row {
  const p99Ms = percentile(loud, 0.99);
  return {
    name,
    value: p99Ms,
    unit: 'ms',
    floorName: 'without uploads',
    floor: percentile(calm, 0.99),
    target,
    p50Ms: percentile(loud, 0.5),
    p99Ms,
  };
}
