// Batches of 10,000 through the endpoint, from the first byte of the request until every item is
// posted, against the kernel that posts as many transfers directly in the same run.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLedger } from '../db/ledger.ts';
import { draft, openBooks, post } from './books.ts';
import { type Ground, prepareGround } from './ground.ts';
import { openCustomers } from './http.ts';
import { percentile, type Row, rate, temporaryFolder } from './measure.ts';

const MODES = ['atomic', 'best_effort'] as const;
const ACCOUNTS = 100;
const GROUP = 256;
const PAUSE_MS = 2;
const AMPLE = 1_000_000_000;
const TRANSFERS_PER_SECOND = 10_000;

type Mode = (typeof MODES)[number];

interface Ran {
  readonly perSecond: number;
  readonly acceptMs: number;
  /** Durations of reads of another object while the batch was under way. */
  readonly readsMs: readonly number[];
}

/** @param size items of a batch  @param rounds how often each figure is taken */
export async function benchBatch(size: number, rounds: number): Promise<Row[]> {
  const ground = await prepareGround();
  const floors: number[] = [];
  const ran: Record<Mode, Ran[]> = { atomic: [], best_effort: [] };
  try {
    const bank = await openCustomers(ground);
    for (const mode of MODES) await runBatch(ground, bank, mode, size);
    // Taken in turns, so that a busy minute of the machine hits all.
    for (let round = 0; round < rounds; round++) {
      floors.push(await direct(size));
      for (const mode of MODES) ran[mode].push(await runBatch(ground, bank, mode, size));
    }
  } finally {
    await ground.stop();
  }
  return MODES.flatMap((mode) => rowsOf(mode, size, ran[mode], percentile(floors, 0.5)));
}

function rowsOf(mode: Mode, size: number, ran: readonly Ran[], floor: number): Row[] {
  const middle = (of: (one: Ran) => number) => percentile(ran.map(of), 0.5);
  const reads = ran.flatMap(({ readsMs }) => readsMs);
  const p50Ms = percentile(reads, 0.5);
  const worst = Math.max(...reads);
  const plain = { unit: 'ms', floorName: 'none', floor: null, target: {} };
  return [
    {
      name: `${mode}, batches of ${size.toLocaleString('en')}, request to last item posted`,
      value: middle(({ perSecond }) => perSecond),
      unit: 'transfers/s',
      floorName: `the same transfers posted directly, ${GROUP} a commit`,
      floor,
      target: { valueAtLeast: TRANSFERS_PER_SECOND },
    },
    { ...plain, name: `${mode}, until accepted`, value: middle(({ acceptMs }) => acceptMs) },
    { ...plain, name: `${mode}, slowest GET of a balance meanwhile`, value: worst, p50Ms },
  ];
}

async function direct(count: number): Promise<number> {
  const folder = temporaryFolder();
  const ledger = openLedger({ environment: 'sandbox', file: join(folder.path, 'ledger.db') });
  const ids = await openBooks(ledger, ACCOUNTS, AMPLE);
  const result = await rate(count, async () => {
    for (let done = 0; done < count; done += GROUP) {
      const many = Math.min(GROUP, count - done);
      await post(
        ledger,
        Array.from({ length: many }, (_, n) => draft({ ...sides(ids, done + n) })),
      );
    }
  });
  ledger.close();
  folder.remove();
  return result;
}

const sides = (ids: readonly string[], n: number) => ({
  sourceAccountId: ids[n % ids.length] as string,
  destinationAccountId: ids[(n + 1 + (n % 97)) % ids.length] as string,
});

type Bank = Awaited<ReturnType<typeof openCustomers>>;

async function runBatch({ url }: Ground, bank: Bank, mode: Mode, size: number): Promise<Ran> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bank.key}` };
  const run = crypto.randomUUID();
  const items = Array.from({ length: size }, (_, n) => ({
    type: 'transfer',
    amount: 5,
    currency: 'EUR',
    reference: `${run}-${n}`,
    ...sides(bank.accounts, n),
  }));
  const body = JSON.stringify({ mode, items });
  const get = async (path: string) => (await fetch(url + path, { headers })).json();
  const began = performance.now();
  const sent = await fetch(`${url}/v1/transactions/batch?wait=0`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': run },
    body,
  });
  const { id, ...rest } = (await sent.json()) as { id?: string };
  if (!sent.ok) throw new Error(`a batch was refused: ${JSON.stringify(rest)}`);
  const acceptMs = performance.now() - began;
  const readsMs: number[] = [];
  for (;;) {
    const asked = performance.now();
    await get(`/v1/accounts/${bank.accounts[0]}/balance`);
    readsMs.push(performance.now() - asked);
    const batch = (await get(`/v1/batches/${id}`)) as {
      status: string;
      counts: { posted: number };
    };
    const seconds = (performance.now() - began) / 1000;
    if (batch.counts.posted === size) return { perSecond: size / seconds, acceptMs, readsMs };
    const isOn = batch.status === 'pending' || batch.status === 'processing';
    if (!isOn) throw new Error(`not all were posted: ${JSON.stringify(batch)}`);
    await sleep(PAUSE_MS);
  }
}
