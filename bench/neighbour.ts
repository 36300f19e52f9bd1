// The noisy neighbour: latency of a quiet developer's transfers while another developer sends the
// heaviest permitted load. The quiet developer sends one transfer after the other with a pause
// between them.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCustomers, runChild } from './http.ts';
import { percentile, type Row } from './measure.ts';
import type { NuisanceResult, NuisanceTask } from './nuisance.ts';
import { benchFlood } from './overload.ts';
import { startTestbed, type Testbed } from './testbed.ts';

export const NUISANCES = [
  'atomic batches of 10,000',
  'best-effort batches of 10,000',
  'lists of 100 transactions, 16 clients',
  'statements as PDF and CSV, 8 clients',
  '1,000 event streams',
  '40 dead endpoints',
  'uploads of 8 MB, 4 clients',
  'jumps of a clock',
  'registrations, 16 clients',
  'transfers, 256 clients',
  'exports of a customer, 8 clients',
  'analyses, 8 clients',
  'open documents, 16 clients',
] as const;
export type Nuisance = (typeof NUISANCES)[number];

const TRANSFER_PAUSE_MS = 20;
/** Time between the start of the load and the first measured transfer. */
const SETTLE_MS = 2_000;
const MAX_RATIO_TO_CALM = 3;

interface QuietFigures {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/**
 * Measures each kind of load, and ten times the load that the bank can carry.
 * @param seconds duration of each load
 */
export async function benchNeighbours(seconds: number): Promise<Row[]> {
  return [...(await benchNoise(seconds)), ...(await benchFlood(seconds))];
}

async function benchNoise(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed({ env: { KONTOR_WEBHOOK_ALLOW: '127.0.0.0/8' } });
  try {
    const quietCustomers = await openCustomers(testbed);
    const noisyCustomers = await openCustomers(testbed);
    await measureTransfers(testbed, quietCustomers, 3_000);
    const rows: Row[] = [];
    for (const kind of NUISANCES) {
      // Waits before each measurement, so that the former load does not affect it.
      await sleep(SETTLE_MS);
      const calmLoad = await measureTransfers(testbed, quietCustomers, (seconds * 1000) / 2);
      const task: NuisanceTask = {
        url: testbed.url,
        ...noisyCustomers,
        kind,
        seconds: seconds + 2,
      };
      const noise = runChild<NuisanceResult>('nuisance.ts', task);
      await sleep(SETTLE_MS);
      const loudLoad = await measureTransfers(testbed, quietCustomers, seconds * 1000);
      // A kind that fails is reported, and the other kinds are measured.
      const { statuses } = await noise.catch((error: Error) => ({ statuses: error.message }));
      await waitUntilQuiet(testbed, noisyCustomers.key);
      process.stderr.write(
        `${kind}: ${JSON.stringify({ statuses, calm: calmLoad, loud: loudLoad })}\n`,
      );
      const row = rowOf(kind, calmLoad, loudLoad);
      const faults = typeof statuses === 'string' ? 'the noise failed' : faultsIn(statuses);
      rows.push(faults === null ? row : { ...row, notRun: faults });
    }
    return rows;
  } finally {
    await testbed.stop();
  }
}

function rowOf(kind: Nuisance, calmLoad: QuietFigures, loudLoad: QuietFigures): Row {
  return {
    name: `p95 of a quiet developer's transfer beside ${kind}`,
    value: loudLoad.p95Ms,
    unit: 'ms',
    p50Ms: loudLoad.p50Ms,
    p99Ms: loudLoad.p99Ms,
    floorName: 'calm',
    floor: calmLoad.p95Ms,
    target: { ratioAtMost: MAX_RATIO_TO_CALM },
  };
}

/** Returns a fault when the bank refused the requests of the load as invalid. */
function faultsIn(statuses: NuisanceResult['statuses']): string | null {
  const isNoise = Object.keys(statuses).some((word) => !/^(400|401|403|404|405|415)$/.test(word));
  return isNoise ? null : `the noise was refused: ${JSON.stringify(statuses)}`;
}

/** Waits for the end of batches, which continue after their client has ended. */
async function waitUntilQuiet({ url }: Testbed, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const answers = await Promise.all(
      ['pending', 'processing'].map(async (status) => {
        const response = await fetch(`${url}/v1/batches?status=${status}`, { headers });
        return (await response.json()) as { data?: readonly unknown[] };
      }),
    );
    if (answers.every(({ data = [] }) => data.length === 0)) return;
    await sleep(500);
  }
}

async function measureTransfers(
  { url }: Testbed,
  { key, accounts }: { readonly key: string; readonly accounts: readonly string[] },
  forMs: number,
): Promise<QuietFigures> {
  const durations: number[] = [];
  let failed = 0;
  for (const until = performance.now() + forMs; performance.now() < until; ) {
    const began = performance.now();
    const response = await fetch(`${url}/v1/transactions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        type: 'transfer',
        amount: 1,
        currency: 'EUR',
        sourceAccountId: accounts[durations.length % 50],
        destinationAccountId: accounts[50 + (durations.length % 50)],
      }),
    });
    await response.arrayBuffer();
    durations.push(performance.now() - began);
    if (response.status !== 201) failed += 1;
    await sleep(TRANSFER_PAUSE_MS);
  }
  const quantile = (share: number) => percentile(durations, share);
  return { p50Ms: quantile(0.5), p95Ms: quantile(0.95), p99Ms: quantile(0.99), failed };
}
