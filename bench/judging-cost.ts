// The cost of judging a payment in the lane's commit: processor time of the same groups of
// transfers, booked in turns by two ledgers of one process, with and without a risk scorer.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createRiskScorer } from '../ai/risk/scorer.ts';
import { createModelFinder } from '../ai/serving/finder.ts';
import { registerShipped } from '../api/models/shipped-models.ts';
import { mint } from '../db/kernel/mint.ts';
import { type Ledger, type LedgerOptions, openLedger } from '../db/ledger.ts';
import { acquireLane, bookGroup } from '../db/money/lane.ts';
import type { Replica } from '../db/postgres/replica.ts';
import type { LaneOutcome } from '../db/transactions/port.ts';
import { type ArtifactStore, createArtifactStore } from '../models/artifact-store.ts';
import { createSessionPool, type SessionPool } from '../models/session-pool.ts';
import { makeDraft, openBooks } from './books.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';

const ACCOUNTS = 100;
const MONEY = 1_000_000_000;
const HOLDER = 'bench';
const KEY = mint('apiKey');
/** A prime number, so that all accounts and all amounts are used. */
const STRIDE = 379;
const MAX_AMOUNTS = 1_000;
/** Number of transfers of a commit, and of a turn: a turn takes some tenths of a second. */
const SIZES = [
  { group: 32, turn: 320 },
  { group: 1, turn: 64 },
] as const;
const TURNS = 24;
const WARM_TURNS = 4;

/** Number of transfers of a commit, and of a turn. */
interface TurnSize {
  readonly group: number;
  readonly turn: number;
}

type Size = (typeof SIZES)[number];

/** A compared ledger, with its accounts. */
export interface ComparedLedger {
  readonly ledger: Ledger;
  readonly accounts: readonly string[];
  next: number;
}

/** Returns rows: processor time of a transfer in the lane's commit, alone and in a full group. */
export async function benchJudged(): Promise<Row[]> {
  const folder = temporaryFolder();
  const artifacts = createArtifactStore(join(folder.path, 'models'));
  const pool = createSessionPool(artifacts, 4);
  const sides = [await openSide('judged', pool), await openSide('unjudged', null)] as const;
  async function openSide(name: string, pool: SessionPool | null): Promise<ComparedLedger> {
    return openComparedLedger(join(folder.path, `${name}.db`), artifacts, pool);
  }
  try {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(await compareSides(sides, size));
    return rows;
  } finally {
    for (const { ledger } of sides) ledger.close();
    await pool.close();
    folder.remove();
  }
}

/** Opens a ledger with accounts. Without a pool, payments are not judged. */
export async function openComparedLedger(
  file: string,
  artifacts: ArtifactStore,
  pool: SessionPool | null,
  count = ACCOUNTS,
  replica: Pick<Replica, 'database' | 'file'> | null = null,
): Promise<ComparedLedger> {
  const options: LedgerOptions = {
    environment: 'sandbox',
    file,
    ...(pool && {
      risk: (parts) => createRiskScorer({ ...parts, serving: createModelFinder(parts, pool) }),
    }),
  };
  const ledger =
    replica === null
      ? openLedger(options)
      : await replica.database.write(() => openLedger({ ...options, ...replica }));
  await registerShipped([ledger], artifacts);
  const accounts = await openBooks(ledger, count, MONEY);
  await ledger.run(acquireLane, HOLDER);
  return { ledger, accounts, next: 0 };
}

async function compareSides(
  sides: readonly [ComparedLedger, ComparedLedger],
  size: Size,
): Promise<Row> {
  for (let turn = 0; turn < WARM_TURNS; turn++)
    for (const side of sides) await bookTransfers(side, size);
  const pairs: { judged: number; without: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const spent = new Map<ComparedLedger, number>();
    for (const side of turn % 2 === 0 ? sides : [...sides].reverse()) {
      spent.set(side, await bookTransfers(side, size));
    }
    const [judged = 0, unjudged = 0] = sides.map((side) => spent.get(side));
    pairs.push({ judged, without: unjudged });
  }
  const median = (all: readonly number[]) => percentile(all, 0.5);
  const without = median(pairs.map((pair) => pair.without));
  // The difference is computed within each pair, because a busy second of the machine affects both
  // of its turns.
  const cost = median(pairs.map((pair) => pair.judged - pair.without));
  return {
    name: `the lane's commit of ${size.group}: processor time of a transfer with its risk judged`,
    value: without + cost,
    unit: 'µs',
    floorName: 'without a risk desk, in turns in one process',
    floor: without,
    target: {},
  };
}

/** Books a turn of transfers; returns the microseconds of processor time of each. */
export async function bookTransfers(
  side: ComparedLedger,
  { group: size, turn }: TurnSize,
): Promise<number> {
  const groups = Array.from({ length: turn / size }, () => {
    return Array.from({ length: size }, () => transferOf(side));
  });
  const workflows = { ownCount: 0, shared: null };
  const before = process.cpuUsage();
  for (const group of groups) {
    const order = { holder: HOLDER, requests: group, workflows };
    const booked = await side.ledger.run(bookGroup, order);
    if (!booked?.outcomes.every(isPosted))
      throw new Error('a transfer of the bench was not posted');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / turn;
}

function transferOf(side: ComparedLedger) {
  const n = side.next++;
  const count = side.accounts.length;
  // Transfers of one commit are far apart in every index, like those of real customers.
  const account = (index: number) => side.accounts[(index * STRIDE) % count] as string;
  // Each account has two payees: a payment to a third new payee within minutes would be held.
  const spacing = 1 + (Math.floor(n / count) % 2);
  const amount = 1 + ((n * STRIDE) % MAX_AMOUNTS);
  // Keys are as long as those of a bank, because their bytes are counted.
  const cause = { actor: KEY, requestId: mint('request'), idempotencyKey: randomUUID() };
  const sides = {
    sourceAccountId: account(n),
    destinationAccountId: account(n + spacing),
  };
  return { act: 'accept' as const, order: makeDraft({ ...sides, amount, cause }) };
}

function isPosted(outcome: LaneOutcome): boolean {
  return outcome !== 'fault' && 'settled' in outcome && outcome.settled?.status === 'posted';
}
