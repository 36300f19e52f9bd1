// Growth: reads and posting with a thousand journal entries and with a million must cost the same.
// The rows come in through the store itself, so the books balance at every size.

import { join } from 'node:path';
import { readBalance, readBalanceAsOf } from '../db/accounts/reads.ts';
import { listEvents } from '../db/events/reads.ts';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { findTransaction, listTransactions } from '../db/transactions/reads.ts';
import { draft, openBooks, post, TENANT } from './books.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';

const ACCOUNTS = 1_000;
const GROUP = 256;
const SAMPLES = 2_000;
const SMALL = 1_000;

interface Costs {
  readonly balance: number;
  readonly asOf: number;
  readonly list: number;
  readonly find: number;
  readonly events: number;
  readonly post: number;
}

/** @param entries size of the large journal */
export async function benchGrowth(entries: number): Promise<Row[]> {
  const folder = temporaryFolder();
  const ledger = openLedger({ environment: 'sandbox', file: join(folder.path, 'ledger.db') });
  try {
    const ids = await openBooks(ledger, ACCOUNTS, 1_000_000_000);
    await grow(ledger, ids, SMALL);
    const small = await costs(ledger, ids);
    await grow(ledger, ids, entries);
    ledger.database.raw.pragma('wal_checkpoint(TRUNCATE)');
    const large = await costs(ledger, ids);
    const names: Record<keyof Costs, string> = {
      balance: 'read a balance',
      asOf: 'read a balance as of an earlier time',
      list: 'list ten transactions of an account',
      find: 'read one transaction',
      events: 'read ten events',
      post: `accept and settle ${GROUP} transfers, each`,
    };
    return (Object.keys(names) as (keyof Costs)[]).map((name) => ({
      name: `${names[name]}, ${entries.toLocaleString('en')} entries`,
      value: large[name],
      unit: 'µs (p50)',
      floorName: `the same with ${(SMALL + 2 * ACCOUNTS).toLocaleString('en')} entries`,
      floor: small[name],
      target: { ratioAtMost: 1.5 },
    }));
  } finally {
    ledger.close();
    folder.remove();
  }
}

async function grow(ledger: Ledger, ids: readonly string[], entries: number): Promise<void> {
  const have = ledger.database.raw
    .prepare<[], number>('SELECT count(*) FROM entries')
    .pluck()
    .get();
  for (let n = have ?? 0; n < entries; n += 2 * GROUP) await transfers(ledger, ids);
}

function transfers(ledger: Ledger, ids: readonly string[]): Promise<void> {
  const drafts = Array.from({ length: GROUP }, () => {
    const from = Math.floor(Math.random() * ids.length);
    const to = (from + 1 + Math.floor(Math.random() * (ids.length - 1))) % ids.length;
    return draft({
      sourceAccountId: ids[from] as string,
      destinationAccountId: ids[to] as string,
    });
  });
  return post(ledger, drafts);
}

async function costs(ledger: Ledger, ids: readonly string[]): Promise<Costs> {
  const account = () => ids[Math.floor(Math.random() * ids.length)] as string;
  const page = { tenantId: TENANT, limit: 10, startingAfter: null };
  const known = await listTransactions(ledger, { ...page, limit: 100 });
  const transaction = () =>
    known.data[Math.floor(Math.random() * known.data.length)]?.id ?? known.data[0]?.id ?? '';
  const earlier = Date.now() - 5;
  const posts: number[] = [];
  for (let n = 0; n < 40; n++) {
    const started = performance.now();
    await transfers(ledger, ids);
    posts.push(((performance.now() - started) * 1000) / GROUP);
  }
  return {
    balance: await p50(() => readBalance(ledger, TENANT, account())),
    asOf: await p50(() => readBalanceAsOf(ledger, TENANT, account(), earlier)),
    list: await p50(() => listTransactions(ledger, { ...page, accountId: account() })),
    find: await p50(() => findTransaction(ledger, TENANT, transaction())),
    events: await p50(() =>
      listEvents(ledger, { tenantId: TENANT, afterSequence: 500, limit: 10 }),
    ),
    post: percentile(posts, 0.5),
  };
}

/** Median in microseconds. */
async function p50(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 100; n++) await work();
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const started = performance.now();
    await work();
    times.push((performance.now() - started) * 1000);
  }
  return percentile(times, 0.5);
}
