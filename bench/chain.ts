// The chain: the cost of anchoring for transfers, the time until a posting is anchored under load,
// and the executions of a contract per second. The development chain includes transactions at once,
// so the lag is that of the bank and not of a chain's blocks.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { keccak256, toHex } from 'viem';
import { findAnvil, launchChain } from '../scripts/run/chain-server.mjs';
import { freePort } from '../scripts/run/ports.mjs';
import { openCustomers, runChild } from './http.ts';
import type { LoadResult } from './load.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';
import { startTestbed, type Testbed } from './testbed.ts';

const ROUNDS = 3;
const CLIENTS = 64;
const EXECUTIONS = 60;
const ARBITER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const WAIT_MS = 120_000;

/** @param seconds duration of each measurement under load */
export async function benchChain(seconds: number): Promise<Row[]> {
  const binary = findAnvil();
  if (binary === null) throw new Error('there is no anvil for this machine');
  const folder = temporaryFolder();
  const logFile = join(folder.path, 'chain.log');
  const port = await freePort();
  const chain = await launchChain({ binary, port, stateFile: null, logFile });
  await chain.ready;
  const env = { KONTOR_CHAIN: 'dev', KONTOR_CHAIN_RPC_URL: chain.url };
  const testbeds = [await startTestbed({ env }), await startTestbed()] as const;
  try {
    return await measureBanks(testbeds, seconds);
  } finally {
    for (const testbed of testbeds) await testbed.stop();
    await chain.stop();
    folder.remove();
  }
}

async function measureBanks(
  [withChain, withoutChain]: readonly [Testbed, Testbed],
  seconds: number,
): Promise<Row[]> {
  const [chainCustomers, plainCustomers] = [
    await openCustomers(withChain),
    await openCustomers(withoutChain),
  ];
  const task = { clients: CLIENTS, seconds };
  const loadWithChain = () =>
    runChild<LoadResult>('load.ts', { ...task, ...chainCustomers, url: withChain.url });
  const loadWithoutChain = () =>
    runChild<LoadResult>('load.ts', { ...task, ...plainCustomers, url: withoutChain.url });
  await loadWithChain();
  await loadWithoutChain();
  const rates = { on: [] as LoadResult[], off: [] as number[] };
  const from = Date.now();
  for (let round = 0; round < ROUNDS; round++) {
    // The anchors of the round before are completed first: they belong to the load of that round.
    rates.on.push(await loadWithChain());
    await waitUntilAnchored(withChain);
    rates.off.push((await loadWithoutChain()).perSecond);
  }
  const lags = readLags(withChain, from);
  const median = (pick: (result: LoadResult) => number) => percentile(rates.on.map(pick), 0.5);
  return [
    {
      name: `transfers over HTTP with a chain, ${CLIENTS} clients`,
      value: median((round) => round.perSecond),
      unit: 'transfers/s',
      floorName: 'without a chain, in turns',
      floor: percentile(rates.off, 0.5),
      target: { ratioAtLeast: 0.95 },
      p50Ms: median((round) => round.p50Ms),
      p99Ms: median((round) => round.p99Ms),
    },
    {
      name: `from posted to confirmed under that load, ${lags.length.toLocaleString('en')} leaves`,
      value: percentile(lags, 0.5) / 1000,
      unit: 's (p50)',
      floorName: '',
      floor: null,
      target: { valueAtMost: 10 },
      p50Ms: percentile(lags, 0.5),
      p99Ms: percentile(lags, 0.99),
    },
    {
      name: `executions of a contract, ${EXECUTIONS} at once`,
      value: await measureExecutions(withChain, chainCustomers.key),
      unit: 'executions/s',
      floorName: '',
      floor: null,
      target: {},
    },
  ];
}

function readRows<T>({ dataDir }: Testbed, sql: string, ...parameters: unknown[]): T[] {
  const database = new BetterSqlite3(join(dataDir, 'sandbox.db'), { readonly: true });
  try {
    return database.prepare<unknown[], T>(sql).all(...parameters);
  } finally {
    database.close();
  }
}

async function waitUntilAnchored(testbed: Testbed): Promise<void> {
  const open = `SELECT size FROM log_head WHERE size > (
    SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'confirmed')`;
  for (const from = performance.now(); readRows(testbed, open).length > 0; await sleep(200)) {
    if (performance.now() - from > WAIT_MS) throw new Error('the log is not anchored');
  }
}

/**
 * Returns the milliseconds from each posting to the moment at which its anchor was recorded as
 * confirmed.
 */
function readLags(testbed: Testbed, from: number): number[] {
  const rows = readRows<{ lag: number }>(
    testbed,
    `SELECT (SELECT a.updated_at FROM anchors a WHERE a.status = 'confirmed'
       AND a.tree_size >= e.ledger_sequence ORDER BY a.tree_size LIMIT 1) - e.posted_at AS lag
     FROM entries e WHERE e.leg = 0 AND e.posted_at >= ?`,
    from,
  );
  return rows.map(({ lag }) => lag);
}

async function measureExecutions({ url }: Testbed, key: string): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const path = `${url}/v1/blockchain/contracts/disbursement/functions/plan/execute`;
  const started = performance.now();
  const ended = Array.from({ length: EXECUTIONS }, async (_, n) => {
    const id = keccak256(toHex(`bench ${n}`));
    const body = JSON.stringify({ arguments: [id, 'EUR', ARBITER, false, [100], [0]] });
    const response = await fetch(path, { method: 'POST', headers, body });
    const transaction = (await response.json()) as { id: string; status: string };
    if (response.status !== 202) throw new Error(JSON.stringify(transaction));
    for (let status = transaction.status; status !== 'final'; ) {
      // Polls rarely, because polling takes processor time from the measured work.
      await sleep(500);
      const now = await fetch(`${url}/v1/blockchain/executions/${transaction.id}`, { headers });
      status = ((await now.json()) as { status: string }).status;
      if (status === 'failed' || status === 'reverted') throw new Error(`an execution ${status}`);
    }
  });
  await Promise.all(ended);
  return EXECUTIONS / ((performance.now() - started) / 1000);
}
