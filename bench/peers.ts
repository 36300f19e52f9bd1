// Ledgers of others under the same load: transfers between a hundred accounts with enough money,
// each with an id of its own, each answered when it is booked. A missing ledger is skipped and the
// reason is printed; docs/benchmarks.md says how to start them.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { prepareGround, processorMs } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import { percentile, type Row } from './measure.ts';

const CLIENTS = [1, 16, 64] as const;
const ACCOUNTS = 100;
const FUNDS = 1_000_000_000;
const LOCKED = 423;

interface Request {
  readonly path: string;
  readonly body: object;
}

/** Facts of a ledger that are needed to send transfers to it. */
export interface Peer {
  readonly name: string;
  /** Environment variable with its address; behind it, with `_PIDS`, its processes. */
  readonly setting: string;
  /** Opens accounts with money and returns their ids. */
  open(post: (request: Request) => Promise<ReturnType<typeof JSON.parse>>): Promise<string[]>;
  transfer(source: string, destination: string): Request;
}

/** Source: docs.blnkfinance.com; `skip_queue` answers when the transaction is applied. */
export const BLNK: Peer = {
  name: 'Blnk',
  setting: 'KONTOR_BENCH_BLNK',
  async open(post) {
    const ledger = await post({ path: '/ledgers', body: { name: `bench ${randomUUID()}` } });
    const ids: string[] = [];
    // One after the other: all of them are paid from one balance, which it locks.
    while (ids.length < ACCOUNTS) {
      const body = { ledger_id: ledger.ledger_id, currency: 'EUR' };
      const { balance_id: id } = await post({ path: '/balances', body });
      await post(blnkTransfer('@bench', id, FUNDS));
      ids.push(id);
    }
    return ids;
  },
  transfer: (source, destination) => blnkTransfer(source, destination, 5),
};

function blnkTransfer(source: string, destination: string, amount: number): Request {
  const common = { currency: 'EUR', precision: 100, allow_overdraft: true, skip_queue: true };
  const body = { ...common, amount, source, destination, reference: randomUUID() };
  return { path: '/transactions', body: { ...body, description: 'bench' } };
}

const FORMANCE_LEDGER = `bench-${randomUUID()}`;

/** Source: docs.formance.com, ledger v2. */
const FORMANCE: Peer = {
  name: 'Formance',
  setting: 'KONTOR_BENCH_FORMANCE',
  async open(post) {
    await post({ path: `/v2/${FORMANCE_LEDGER}`, body: {} });
    const ids = Array.from({ length: ACCOUNTS }, (_, n) => `accounts:${n}`);
    for (const id of ids) await post(formanceTransfer('world', id, FUNDS));
    return ids;
  },
  transfer: (source, destination) => formanceTransfer(source, destination, 5),
};

function formanceTransfer(source: string, destination: string, amount: number): Request {
  const postings = [{ source, destination, amount, asset: 'EUR/2' }];
  const body = { postings, reference: randomUUID(), metadata: {} };
  return { path: `/v2/${FORMANCE_LEDGER}/transactions`, body };
}

/** @param seconds how long each figure is measured */
export async function benchPeers(seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  const there = [BLNK, FORMANCE].flatMap((peer) => {
    const url = process.env[peer.setting];
    if (url !== undefined) return [{ peer, url }];
    process.stderr.write(`${peer.name} is skipped: ${peer.setting} has no address of it\n`);
    return [];
  });
  if (there.length === 0) return rows;
  const floors = await own(seconds);
  for (const { peer, url } of there) {
    for (const [at, clients] of CLIENTS.entries()) {
      rows.push(
        ...peerRows(peer, clients, await measurePeer(peer, url, clients, seconds), floors[at]),
      );
    }
  }
  return rows;
}

export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Null when it was not said which processes are its own. */
  readonly cpuMs: number | null;
}

/** The bank in the same run. */
async function own(seconds: number): Promise<Figures[]> {
  const ground = await prepareGround();
  try {
    const task = { url: ground.url, ...(await openCustomers(ground)), hot: false };
    const sumSpent = () => processorMs(ground.bankPid) + processorMs(ground.temporalPid);
    await child<LoadResult>('load.ts', { ...task, clients: 16, seconds: 2 });
    const figures: Figures[] = [];
    for (const clients of CLIENTS) {
      const before = sumSpent();
      const result = await child<LoadResult>('load.ts', { ...task, clients, seconds });
      await sleep(1_500);
      figures.push({ ...result, cpuMs: (sumSpent() - before) / result.count });
    }
    return figures;
  } finally {
    await ground.stop();
  }
}

export async function measurePeer(
  peer: Peer,
  url: string,
  clients: number,
  seconds: number,
): Promise<Figures> {
  const pool = new Pool(url, { connections: clients });
  const key = process.env[`${peer.setting}_KEY`];
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'X-Blnk-Key': key, authorization: `Bearer ${key}` }),
  };
  const post = async ({ path, body }: Request) => {
    const options = { path, method: 'POST' as const, headers, body: JSON.stringify(body) };
    let response = await pool.request(options);
    // Blnk gives up on a balance that others hold locked: a client asks again.
    while (response.statusCode === LOCKED) {
      await response.body.dump();
      response = await pool.request(options);
    }
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const pids = (process.env[`${peer.setting}_PIDS`] ?? '').split(',').filter(Boolean).map(Number);
  const sumSpent = () => pids.reduce((sum, pid) => sum + processorMs(pid), 0);
  try {
    const accounts = await peer.open(post);
    const any = () => Math.floor(Math.random() * accounts.length);
    const took: number[] = [];
    const before = sumSpent();
    const began = performance.now();
    const client = async () => {
      while (performance.now() < began + seconds * 1_000) {
        const source = any();
        const destination = (source + 1 + (any() % (accounts.length - 1))) % accounts.length;
        const from = performance.now();
        await post(peer.transfer(accounts[source] ?? '', accounts[destination] ?? ''));
        took.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const perSecond = (took.length * 1_000) / (performance.now() - began);
    const cpuMs = pids.length === 0 ? null : (sumSpent() - before) / took.length;
    return { perSecond, cpuMs, p50Ms: percentile(took, 0.5), p99Ms: percentile(took, 0.99) };
  } finally {
    await pool.close();
  }
}

function peerRows(peer: Peer, clients: number, figures: Figures, bank: Figures | undefined): Row[] {
  const name = `${peer.name}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
  const { perSecond: value, p50Ms, p99Ms, cpuMs } = figures;
  const common = { floorName: 'this bank in the same run', target: {} };
  const floor = bank?.perSecond ?? null;
  const rate: Row = { ...common, name, value, unit: 'transfers/s', p50Ms, p99Ms, floor };
  if (cpuMs === null) return [rate];
  const spent = { name: `${name}: processor time of a transfer`, value: cpuMs, unit: 'ms' };
  return [rate, { ...common, ...spent, floor: bank?.cpuMs ?? null }];
}
