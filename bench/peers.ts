// Ledgers of others under the same load: transfers between a hundred accounts with enough money,
// each with an id of its own, each answered when it is booked. A missing ledger is skipped and the
// reason is printed; docs/benchmarks.md says how to start them.

import { setTimeout as sleep } from 'node:timers/promises';
import { prepareGround, treesMs } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import { BLNK, FORMANCE, openAccounts, type Peer } from './peer.ts';

const CLIENTS = [1, 16, 64] as const;

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
    const sumSpent = () => treesMs([ground.bankPid, ground.temporalPid]);
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
  const pids = (process.env[`${peer.setting}_PIDS`] ?? '').split(',').filter(Boolean).map(Number);
  const accounts = await openAccounts(peer, url);
  const before = treesMs(pids);
  const task = { url, key: '', accounts, clients, seconds, hot: false, peer: peer.name };
  const result = await child<LoadResult>('load.ts', task);
  const cpuMs = pids.length === 0 ? null : (treesMs(pids) - before) / result.count;
  return { ...result, cpuMs };
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
