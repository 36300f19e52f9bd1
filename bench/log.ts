// The log: its cost for a posting, the cost of signing, and the cost of a long proof.

import crypto, { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { checkpointText } from '../chain/checkpoint.ts';
import { frontier } from '../chain/frontier.ts';
import { inclusionPath } from '../chain/merkle.ts';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { signCheckpoint } from '../db/log/checkpoints.ts';
import { logReader } from '../db/log/tree.ts';
import { rootFromPath } from '../packages/verify/proof/tree.mjs';
import { draft, openBooks, post } from './books.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';

const GROUP = 256;
const ACCOUNTS = 100;
/** Not counted: the first groups compile the code and fill the caches. */
const WARM_GROUPS = 8;
/** The short and the long log are asked in turns, so many times each. */
const PROOF_ROUNDS = 4;
const SMALL = 1_000;
const APPENDS = 100_000;
const SAMPLES = 1_000;
const { privateKey: logKey } = generateKeyPairSync('ed25519');
const publicKey = createPublicKey(logKey);
const sha256 = (bytes: Uint8Array) => crypto.hash('sha256', bytes, 'buffer');

/**
 * @param transfers posted for each figure of the posting
 * @param leaves size of the long log
 */
export async function benchLog(transfers: number, leaves: number): Promise<Row[]> {
  return [await benchPosting(transfers), benchAppending(), ...(await benchProving(leaves))];
}

interface Books {
  readonly ledger: Ledger;
  readonly ids: readonly string[];
  close(): void;
}

/** Medians of two ledgers in turns, group by group: a busy moment of the machine hits both. */
async function benchPosting(transfers: number): Promise<Row> {
  const books = { withLog: await openOwn(), without: await withoutLeaves(openOwn) };
  const times = { withLog: [] as number[], without: [] as number[] };
  const groups = Math.ceil(transfers / GROUP);
  for (let n = -WARM_GROUPS; n < groups; n++) {
    const turns =
      n % 2 === 0 ? (['withLog', 'without'] as const) : (['without', 'withLog'] as const);
    for (const turn of turns) {
      const work = () => postGroup(books[turn], n + WARM_GROUPS);
      const taken = turn === 'withLog' ? await work() : await withoutLeaves(work);
      if (n >= 0) times[turn].push(taken);
    }
  }
  for (const { close } of Object.values(books)) close();
  const rateOf = (all: number[]) => (GROUP * 1000) / percentile(all, 0.5);
  return {
    name: `posting with its leaf, ${GROUP} transfers a commit`,
    value: rateOf(times.withLog),
    unit: 'transfers/s',
    floorName: 'the same without hash, leaf and salt',
    floor: rateOf(times.without),
    target: { ratioAtLeast: 0.95 },
  };
}

async function openOwn(): Promise<Books> {
  const folder = temporaryFolder();
  const ledger = openLedger({
    environment: 'sandbox',
    file: join(folder.path, 'ledger.db'),
    logKey,
  });
  const ids = await openBooks(ledger, ACCOUNTS, 1_000_000_000);
  return {
    ledger,
    ids,
    close() {
      ledger.close();
      folder.remove();
    },
  };
}

/** Milliseconds of one commit with its group. */
async function postGroup({ ledger, ids }: Books, group: number): Promise<number> {
  const drafts = Array.from({ length: GROUP }, (_, n) =>
    draft({
      sourceAccountId: ids[(group + n) % ACCOUNTS] as string,
      destinationAccountId: ids[(group + n + 1) % ACCOUNTS] as string,
    }),
  );
  const started = performance.now();
  await post(ledger, drafts);
  return performance.now() - started;
}

/**
 * The engine has no switch for it, so the hash and both inserts are taken from under it: the
 * inserts while a ledger is opened, the hash while it posts.
 */
async function withoutLeaves<T>(work: () => Promise<T>): Promise<T> {
  const { prepare } = BetterSqlite3.prototype;
  const { hash } = crypto;
  const none = Buffer.alloc(32);
  const statement = { run: () => ({ changes: 1, lastInsertRowid: 0 }) };
  BetterSqlite3.prototype.prepare = function (this: BetterSqlite3.Database, sql: string) {
    const isLeaf = /^INSERT INTO (leaves|leaf_salts) /.test(sql);
    return (isLeaf ? statement : prepare.call(this, sql)) as BetterSqlite3.Statement;
  } as typeof prepare;
  crypto.hash = (() => none) as unknown as typeof hash;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    BetterSqlite3.prototype.prepare = prepare;
    crypto.hash = hash;
    syncBuiltinESMExports();
  }
}

function benchAppending(): Row {
  const hashes = Array.from({ length: APPENDS }, () => randomBytes(32));
  const started = performance.now();
  const tree = frontier();
  for (const hash of hashes) tree.append(hash);
  tree.root();
  return {
    name: `append ${APPENDS.toLocaleString('en')} leaves to a tree, with its root`,
    value: performance.now() - started,
    unit: 'ms',
    floorName: '',
    floor: null,
    target: { valueAtMost: 2_000 },
  };
}

async function benchProving(leaves: number): Promise<Row[]> {
  const short = await openOwn();
  const long = await openOwn();
  try {
    await grow(short.ledger, SMALL);
    const signing = await grow(long.ledger, leaves);
    const times = { short: [] as number[], long: [] as number[] };
    for (let round = 0; round < PROOF_ROUNDS; round++) {
      times.short.push(...(await proofsMs(short.ledger)));
      times.long.push(...(await proofsMs(long.ledger)));
    }
    return [
      {
        name: 'sign a log that grew, each leaf',
        value: signing,
        unit: 'µs',
        floorName: '',
        floor: null,
        target: {},
      },
      {
        name: `prove a leaf and verify the proof, ${leaves.toLocaleString('en')} leaves`,
        value: percentile(times.long, 0.5),
        unit: 'ms (p50)',
        floorName: `the same with ${SMALL.toLocaleString('en')} leaves`,
        floor: percentile(times.short, 0.5),
        target: { ratioAtMost: 1.5, valueAtMost: 1 },
      },
    ];
  } finally {
    short.close();
    long.close();
  }
}

/** Microseconds of signing for each leaf that came in. */
async function grow(ledger: Ledger, size: number): Promise<number> {
  const { raw } = ledger.database;
  // No posting makes a million leaves in reasonable time; the tree only reads their hashes.
  raw.exec('DROP TRIGGER log_head_grows');
  await ledger.run(signCheckpoint, null);
  const from = logReader(ledger.database).newest()?.treeSize ?? 0;
  raw.exec(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n
    WHERE i < ${size - 1}) INSERT INTO leaves SELECT i, 'txn_' || i, randomblob(32) FROM n`);
  raw.exec(`UPDATE log_head SET size = ${size}`);
  const started = performance.now();
  while ((logReader(ledger.database).newest()?.treeSize ?? 0) < size)
    await ledger.run(signCheckpoint, null);
  const taken = performance.now() - started;
  raw.pragma('wal_checkpoint(TRUNCATE)');
  return (taken * 1000) / (size - from);
}

/** Milliseconds of a path, the way back to the root, and the check of the signature. */
async function proofsMs({ database }: Ledger): Promise<number[]> {
  const log = logReader(database);
  const checkpoint = log.newest();
  if (!checkpoint) throw new Error('nothing was signed');
  const { treeSize: size, rootHash, signature } = checkpoint;
  const text = Buffer.from(checkpointText(checkpoint));
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const index = Math.floor(Math.random() * size);
    const [hash = Buffer.alloc(0)] = log.nodes(0, index, 1);
    const started = performance.now();
    const path = inclusionPath(index, size, log.nodes);
    const root = await rootFromPath({ index, size, path, hash }, sha256);
    const isSound = rootHash.equals(root) && verify(null, text, publicKey, signature);
    times.push(performance.now() - started);
    if (!isSound) throw new Error(`leaf ${index} was not proven`);
  }
  return times;
}
