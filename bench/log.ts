// The log: what it costs a posting, what signing costs, and what a proof costs when it is long.

import crypto, { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { checkpointText } from '../chain/checkpoint.ts';
import { frontier } from '../chain/frontier.ts';
import { inclusionPath } from '../chain/merkle.ts';
import { rootFromPath } from '../chain/verifier/tree.mjs';
import { type Ledger, openLedger } from '../db/sqlite.ts';
import { draft, openBooks, post } from './books.ts';
import { percentile, type Row, rate, temporaryFolder } from './measure.ts';

const GROUP = 256;
const ACCOUNTS = 100;
const ROUNDS = 5;
const SMALL = 1_000;
const APPENDS = 100_000;
const SAMPLES = 2_000;
const { privateKey: logKey } = generateKeyPairSync('ed25519');
const publicKey = createPublicKey(logKey);
const sha256 = (bytes: Uint8Array) => crypto.hash('sha256', bytes, 'buffer');

/**
 * @param transfers posted for each figure of the posting
 * @param leaves size of the long log
 */
export async function benchLog(transfers: number, leaves: number): Promise<Row[]> {
  return [await posting(transfers), appending(), ...(await proving(leaves))];
}

/** Taken in turns, so that a busy minute of the machine hits both. */
async function posting(transfers: number): Promise<Row> {
  const withLog: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    withLog.push(await postingRate(transfers));
    without.push(await withoutLeaves(() => postingRate(transfers)));
  }
  return {
    name: `posting with its leaf, ${GROUP} transfers a commit`,
    value: percentile(withLog, 0.5),
    unit: 'transfers/s',
    floorName: 'the same without hash, leaf and salt',
    floor: percentile(without, 0.5),
    target: { ratioAtLeast: 0.95 },
  };
}

async function postingRate(transfers: number): Promise<number> {
  const folder = temporaryFolder();
  const ledger = openLedger({ environment: 'sandbox', file: join(folder.path, 'ledger.db') });
  const ids = await openBooks(ledger, ACCOUNTS, 1_000_000_000);
  const one = (n: number) =>
    draft({
      sourceAccountId: ids[n % ACCOUNTS] as string,
      destinationAccountId: ids[(n + 1) % ACCOUNTS] as string,
    });
  const result = await rate(transfers, async () => {
    for (let done = 0; done < transfers; done += GROUP) {
      await post(
        ledger,
        Array.from({ length: GROUP }, (_, n) => one(done + n)),
      );
    }
  });
  ledger.close();
  folder.remove();
  return result;
}

/** The engine has no switch for it, so the hash and both inserts are taken from under it. */
async function withoutLeaves<T>(work: () => Promise<T>): Promise<T> {
  const { prepare } = BetterSqlite3.prototype;
  const { createHash } = crypto;
  const none = Buffer.alloc(32);
  const hash = { update: () => hash, digest: () => none };
  const statement = { run: () => ({ changes: 1, lastInsertRowid: 0 }) };
  BetterSqlite3.prototype.prepare = function (this: BetterSqlite3.Database, sql: string) {
    const isLeaf = /^INSERT INTO (leaves|leaf_salts) /.test(sql);
    return (isLeaf ? statement : prepare.call(this, sql)) as BetterSqlite3.Statement;
  } as typeof prepare;
  crypto.createHash = (() => hash) as unknown as typeof createHash;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    BetterSqlite3.prototype.prepare = prepare;
    crypto.createHash = createHash;
    syncBuiltinESMExports();
  }
}

function appending(): Row {
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

async function proving(leaves: number): Promise<Row[]> {
  const folder = temporaryFolder();
  const file = join(folder.path, 'ledger.db');
  const ledger = openLedger({ environment: 'sandbox', file, logKey });
  try {
    // No posting makes a million leaves in reasonable time; the tree only reads their hashes.
    ledger.database.raw.exec('DROP TRIGGER log_head_grows');
    await grow(ledger, SMALL);
    const small = await proofMs(ledger);
    const signing = await grow(ledger, leaves);
    const large = await proofMs(ledger);
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
        value: large,
        unit: 'ms (p50)',
        floorName: `the same with ${SMALL.toLocaleString('en')} leaves`,
        floor: small,
        target: { ratioAtMost: 1.5, valueAtMost: 1 },
      },
    ];
  } finally {
    ledger.close();
    folder.remove();
  }
}

/** Microseconds of signing for each leaf that came in. */
async function grow(ledger: Ledger, size: number): Promise<number> {
  const { raw } = ledger.database;
  const from = ledger.log.newest()?.treeSize ?? 0;
  raw.exec(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n
    WHERE i < ${size - 1}) INSERT INTO leaves SELECT i, 'txn_' || i, randomblob(32) FROM n`);
  raw.exec(`UPDATE log_head SET size = ${size}`);
  const started = performance.now();
  while ((ledger.log.newest()?.treeSize ?? 0) < size) await ledger.signCheckpoint();
  const taken = performance.now() - started;
  raw.pragma('wal_checkpoint(TRUNCATE)');
  return (taken * 1000) / (size - from);
}

/** Milliseconds of a path, the way back to the root, and the check of the signature: median. */
async function proofMs({ log }: Ledger): Promise<number> {
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
  return percentile(times, 0.5);
}
