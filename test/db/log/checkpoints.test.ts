// Signing the log: the leaves that a checkpoint includes, the events that the signing emits, and
// the logs that it refuses to sign.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isSignedBy } from '../../../chain/checkpoint.ts';
import { rootOf } from '../../../chain/merkle.ts';
import { listEvents } from '../../../db/events/reads.ts';
import type { Ledger, LedgerOptions } from '../../../db/ledger.ts';
import {
  findCheckpoint,
  findLatestCheckpoint,
  listCheckpoints,
} from '../../../db/log/checkpoint-reads.ts';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { logReader } from '../../../db/log/tree.ts';
import { naiveRoot } from '../../chain/naive-tree.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { dumpOf, stoppedClock, violationsOf } from '../sqlite-rig.ts';
import { tellerOf } from '../teller.ts';

const logKey = generateKeyPairSync('ed25519').privateKey;
const SIGNED_TABLES = ['checkpoints', 'log_nodes', 'log_keys', 'events', 'counters'];

async function openSigningLedger(options: Partial<LedgerOptions> = {}) {
  const clock = stoppedClock();
  const ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    now: clock.now,
    logKey,
    ...options,
  });
  onTestFinished(() => ledger.close());
  return { ledger, clock, teller: () => teller(ledger) };
}

function teller(ledger: Ledger) {
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  return tellerOf({ store: ledger, people: ledger, balance: async () => null, execute });
}

/** Posts deposits in one commit. */
async function postDeposits(
  client: ReturnType<typeof teller>,
  to: string,
  count: number,
): Promise<string[]> {
  const requests = Array.from({ length: count }, () => client.accept({ to, amount: 1 }));
  const ids = await Promise.all(requests);
  await client.settle(...ids);
  return ids;
}

function readLeaves({ database }: Ledger): Buffer[] {
  return database.raw
    .prepare<[], Buffer>('SELECT hash FROM leaves ORDER BY leaf_index')
    .pluck()
    .all();
}

const listCheckpointEvents = async (ledger: Ledger, tenantId: string) =>
  (await listEvents(ledger, { tenantId, type: 'checkpoint.signed', afterSequence: 0, limit: 100 }))
    .data;

describe('signing a checkpoint', () => {
  test('of an empty log signs nothing', async () => {
    const { ledger } = await openSigningLedger();
    expect(await ledger.run(signCheckpoint, null)).toBe(null);
    expect(await findLatestCheckpoint(ledger)).toBe(null);
  });

  test('signs the root of all leaves, repeatedly as the log grows', async () => {
    const { ledger, clock, teller } = await openSigningLedger();
    const first = teller();
    const to = await first.account();
    let previous: string | null = null;
    for (const count of [1, 14, 1, 1, 40, 199]) {
      await postDeposits(first, to, count);
      clock.move(1000);
      const checkpoint = await ledger.run(signCheckpoint, null);
      const leaves = readLeaves(ledger);
      expect(checkpoint).toMatchObject({
        object: 'checkpoint',
        livemode: false,
        treeSize: leaves.length,
        rootHash: naiveRoot(leaves).toString('hex'),
        signedAt: new Date(clock.now()).toISOString(),
        previous,
      });
      const [text = ''] = checkpoint!.note.split('\n\n');
      const signature = Buffer.from(checkpoint!.signature, 'base64');
      expect(isSignedBy(checkpoint!.verifierKey, `${text}\n`, signature)).toBe(true);
      previous = checkpoint!.id;
    }
    expect(violationsOf(ledger, clock.now())).toEqual([]);
  });

  test('when nothing was appended returns the last checkpoint and writes nothing', async () => {
    const { ledger, teller } = await openSigningLedger();
    await teller().account({ funds: 5 });
    const first = await ledger.run(signCheckpoint, null);
    const before = dumpOf(ledger, SIGNED_TABLES);
    expect(await ledger.run(signCheckpoint, null)).toEqual(first);
    expect(dumpOf(ledger, SIGNED_TABLES)).toEqual(before);
  });

  test('by two callers at once signs once', async () => {
    const { ledger, teller } = await openSigningLedger();
    await teller().account({ funds: 5 });
    const [first, second] = await Promise.all([
      ledger.run(signCheckpoint, null),
      ledger.run(signCheckpoint, null),
    ]);
    expect(first).toEqual(second);
    expect((await listCheckpoints(ledger, { limit: 10, startingAfter: null })).data).toEqual([
      first,
    ]);
  });

  test('emits one event to each tenant whose postings it covers, and to no others', async () => {
    const { ledger, teller } = await openSigningLedger();
    const [bothTimes, firstTime, withoutPostings] = [teller(), teller(), teller()];
    const to = await bothTimes.account({ funds: 5 });
    await postDeposits(bothTimes, to, 3);
    await firstTime.account({ funds: 5 });
    await withoutPostings.account();
    const first = await ledger.run(signCheckpoint, null);
    await postDeposits(bothTimes, to, 1);
    const second = await ledger.run(signCheckpoint, null);
    const listEmitted = async (tenantId: string) =>
      (await listCheckpointEvents(ledger, tenantId)).map(({ data }) => data.object);
    expect(await listEmitted(bothTimes.tenantId)).toEqual([first, second]);
    expect(await listEmitted(firstTime.tenantId)).toEqual([first]);
    expect(await listEmitted(withoutPostings.tenantId)).toEqual([]);
  });

  test('is atomic: a fault at its end leaves no node, row or event', async () => {
    const { ledger, teller } = await openSigningLedger();
    const first = teller();
    await postDeposits(first, await first.account(), 20);
    ledger.database.raw.exec(`CREATE TRIGGER inject_fault BEFORE INSERT ON events
      WHEN NEW.type = 'checkpoint.signed' BEGIN SELECT RAISE(ABORT, 'injected fault'); END`);
    const before = dumpOf(ledger, SIGNED_TABLES);
    await expect(ledger.run(signCheckpoint, null)).rejects.toThrow('injected fault');
    expect(dumpOf(ledger, SIGNED_TABLES)).toEqual(before);
    ledger.database.raw.exec('DROP TRIGGER inject_fault');
    expect(await ledger.run(signCheckpoint, null)).toMatchObject({ treeSize: 20 });
  });

  test('covers a long log in steps, each from the end of the previous step', async () => {
    const { ledger, clock } = await openSigningLedger();
    const { raw } = ledger.database;
    raw.exec('DROP TRIGGER log_head_grows');
    raw.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
      INSERT INTO leaves SELECT i, 'txn_' || i, randomblob(32) FROM n`);
    raw.exec('UPDATE log_head SET size = 20000');
    const sizes = [];
    for (let i = 0; i < 4; i++) sizes.push((await ledger.run(signCheckpoint, null))?.treeSize);
    expect(sizes).toEqual([8_192, 16_384, 20_000, 20_000]);
    const result = violationsOf(ledger, clock.now()).map((text) => text.split(':')[0]);
    expect(result).not.toContain('checkpoint_is_root');
    expect(result).not.toContain('nodes_are_hashes');
  });

  test('without a key is refused, and reads still work', async () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const { ledger, teller } = await openSigningLedger({ file });
    await teller().account({ funds: 5 });
    const signed = await ledger.run(signCheckpoint, null);
    const { logKey: _, ...keyless } = { environment: 'sandbox' as const, file, logKey };
    const reader = await openTestLedger(keyless);
    onTestFinished(() => reader.close());
    expect(await findLatestCheckpoint(reader)).toEqual(signed);
    await teller().account({ funds: 5 });
    await expect(reader.run(signCheckpoint, null)).rejects.toThrow('without a key');
  });

  test(
    'asks for the log key, stating whether the log was signed, and does not open the ledger ' +
      'without the key',
    async () => {
      const file = join(temporaryFolder(), 'ledger.db');
      const wasSignedValues: boolean[] = [];
      const provideKey = ({
        wasSigned,
        knows,
      }: {
        wasSigned: boolean;
        knows(key: KeyObject): boolean;
      }) => {
        wasSignedValues.push(wasSigned);
        expect(knows(logKey)).toBe(wasSigned);
        if (wasSigned) throw new Error('no key');
        return logKey;
      };
      const options = { environment: 'sandbox' as const, file, logKey: provideKey };
      const ledger = await openTestLedger(options);
      onTestFinished(() => ledger.close());
      await tellerOf({
        store: ledger,
        people: ledger,
        balance: async () => null,
        execute: async () => {},
      }).account({ funds: 5 });
      await ledger.run(signCheckpoint, null);
      await expect(openTestLedger(options)).rejects.toThrow('no key');
      // The act may run twice: when its group commit fails, it runs again alone.
      expect([wasSignedValues[0], new Set(wasSignedValues.slice(1))]).toEqual([
        false,
        new Set([true]),
      ]);
    },
  );

  test('with another key continues, and signatures of the old key stay valid', async () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const { ledger, teller, clock } = await openSigningLedger({ file });
    await teller().account({ funds: 5 });
    const oldCheckpoint = await ledger.run(signCheckpoint, null);
    const ledgerWithNewKey = await openTestLedger({
      environment: 'sandbox',
      file,
      logKey: generateKeyPairSync('ed25519').privateKey,
    });
    onTestFinished(() => ledgerWithNewKey.close());
    await teller().account({ funds: 5 });
    const newCheckpoint = await ledgerWithNewKey.run(signCheckpoint, null);
    expect(newCheckpoint?.origin).toBe(oldCheckpoint?.origin);
    expect(newCheckpoint?.keyId).not.toBe(oldCheckpoint?.keyId);
    expect(await findCheckpoint(ledgerWithNewKey, oldCheckpoint?.id ?? '')).toEqual(oldCheckpoint);
    expect(violationsOf(ledgerWithNewKey, clock.now())).toEqual([]);
  });
});

describe('a log that lost signed leaves or nodes', () => {
  const BREAKAGES: readonly [string, string][] = [
    ['was cut short', 'DELETE FROM leaves WHERE leaf_index >= 30'],
    [
      'was cut short together with its recorded size',
      'DELETE FROM leaves WHERE leaf_index >= 30; UPDATE log_head SET size = 30',
    ],
    ['has another leaf at its end', 'UPDATE leaves SET hash = zeroblob(32) WHERE leaf_index = 39'],
    ['has another stored node', 'UPDATE log_nodes SET hash = zeroblob(32) WHERE node_index = 1'],
    ['lacks a stored node', 'DELETE FROM log_nodes WHERE node_index = 1'],
  ];
  test.each(BREAKAGES)('is not signed again when it %s, and verify reports it', async (_, sql) => {
    const { ledger, clock, teller } = await openSigningLedger();
    const first = teller();
    const to = await first.account();
    await postDeposits(first, to, 40);
    await ledger.run(signCheckpoint, null);
    const { raw } = ledger.database;
    for (const name of [
      'leaves_no_update',
      'leaves_no_delete',
      'log_nodes_no_update',
      'log_nodes_no_delete',
      'log_head_grows',
    ]) {
      raw.exec(`DROP TRIGGER ${name}`);
    }
    raw.pragma('foreign_keys = OFF');
    raw.exec(sql);
    expect(violationsOf(ledger, clock.now()).length).toBeGreaterThan(0);
    if (!sql.includes('log_head')) await postDeposits(first, to, 1).catch(() => {});
    const before = dumpOf(ledger, SIGNED_TABLES);
    await expect(ledger.run(signCheckpoint, null)).rejects.toThrow(/the log/);
    expect(dumpOf(ledger, SIGNED_TABLES)).toEqual(before);
  });
});

test('checkpoints are listed newest first, page by page', async () => {
  const { ledger, teller } = await openSigningLedger();
  const client = teller();
  const to = await client.account();
  const created = [];
  for (let i = 0; i < 5; i++) {
    await postDeposits(client, to, 1);
    created.unshift(await ledger.run(signCheckpoint, null));
  }
  const first = await listCheckpoints(ledger, { limit: 3, startingAfter: null });
  expect(first).toEqual({ data: created.slice(0, 3), hasMore: true });
  const nextPage = await listCheckpoints(ledger, { limit: 3, startingAfter: created[2]!.id });
  expect(nextPage).toEqual({ data: created.slice(3), hasMore: false });
});

test('a checkpoint that does not grow, exceeds the log or does not follow the last one is refused', async () => {
  const { ledger, teller } = await openSigningLedger();
  await teller().account({ funds: 5 });
  const { id, keyId } = (await ledger.run(signCheckpoint, null))!;
  await teller().account({ funds: 5 });
  const insert = (size: number, previous: string) => () =>
    ledger.database.raw.exec(`INSERT INTO checkpoints
      VALUES (${size}, 'chk_x', 'o', zeroblob(32), zeroblob(64), '${keyId}', 1, ${previous})`);
  for (const [size, previous] of [
    [1, `'${id}'`],
    [3, `'${id}'`],
    [2, 'NULL'],
    [2, "'chk_x'"],
  ] as const) {
    expect(insert(size, previous)).toThrow('follows the one before');
  }
  expect(insert(2, `'${id}'`)).not.toThrow();
});

test('the database refuses every change of a stored node', async () => {
  const { ledger, teller } = await openSigningLedger();
  const first = teller();
  await postDeposits(first, await first.account(), 20);
  await ledger.run(signCheckpoint, null);
  for (const sql of [
    'UPDATE log_nodes SET hash = hash',
    'DELETE FROM log_nodes',
    'INSERT OR REPLACE INTO log_nodes SELECT * FROM log_nodes',
  ]) {
    expect(() => ledger.database.raw.exec(sql)).toThrow('append-only');
  }
});

test('the signed root is computed from stored nodes, not from all leaves', async () => {
  const { ledger, teller } = await openSigningLedger();
  const first = teller();
  await postDeposits(first, await first.account(), 100);
  await ledger.run(signCheckpoint, null);
  const levels: number[] = [];
  const spyOnNodes = (level: number, from: number, count: number) => {
    levels.push(level);
    return logReader(ledger.database).nodes(level, from, count);
  };
  rootOf(100, spyOnNodes);
  expect(levels.filter((level) => level > 0).length).toBeGreaterThan(0);
});
