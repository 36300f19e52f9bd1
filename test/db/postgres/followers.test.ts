// PostgreSQL keeps the commits that a copy has not applied, up to a limit in bytes, until the
// slowest copy has applied them. Tested on a real server.

import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type FollowerOptions, watchFollowers } from '../../../db/postgres/followers.ts';
import { openReplica } from '../../../db/postgres/replica.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { makeCopyFolder, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();

async function openBankOn(url: string) {
  const folder = makeCopyFolder();
  const place = { folder: folder.path, name: 'platform', schema: 'platform' } as const;
  const replica = await openReplica({ url, ...place });
  onTestFinished(async () => {
    await replica.close();
    folder.remove();
  });
  const { raw } = replica.database;
  const insert = 'INSERT INTO application_reminders VALUES (?, 1, 1)';
  let connections = 0;
  async function write(count: number, id = () => `note-${++connections}`) {
    for (let index = 0; index < count; index += 1) {
      await replica.database.write(() => void raw.prepare(insert).run(id()));
    }
  }
  return { replica, write, large: () => `${++connections} ${randomBytes(1_000).toString('hex')}` };
}

/** A process of the bank as the others see it. */
function openFollower(url: string, options: Partial<FollowerOptions>) {
  const events: string[][] = [];
  const followers = watchFollowers({
    url,
    heads: () => new Map(),
    copy: 'host:copy',
    process: 'host (process 1)',
    isWriter: () => false,
    onFollowers: (processes) => events.push([...processes]),
    minKept: 5,
    ...options,
  });
  onTestFinished(followers.stop);
  return { told: events, stop: followers.stop };
}

const readKeptCommits = async (url: string) =>
  (await queryServer(url, 'SELECT number FROM platform.commits ORDER BY number')).rows.map(
    ({ number }) => Number(number),
  );

test.skipIf(!server)(
  'commits are kept until the slowest copy has them, even one that is away, and deleted ' +
    'when no copy needs them',
  async () => {
    const url = (server as PostgresServer).database('followers_kept');
    const { replica, write } = await openBankOn(url);
    const lastNumber = () => replica.position().number;
    const heads = () => new Map([['platform', lastNumber()]]);
    const writer = openFollower(url, { copy: 'host:writer', isWriter: () => true, heads });
    await expect.poll(() => writer.told).toEqual([[]]);
    let numberBefore = lastNumber();
    const slowFollower = openFollower(url, { heads: () => new Map([['platform', numberBefore]]) });
    await expect.poll(() => writer.told, { timeout: 15_000 }).toEqual([[], ['host (process 1)']]);
    await write(12);
    const first = (await readKeptCommits(url))[0] ?? 0;
    // The follower stops at its current commit; later commits are kept until it returns.
    await slowFollower.stop();
    await expect.poll(() => writer.told.at(-1), { timeout: 15_000 }).toEqual([]);
    await expect
      .poll(async () => (await readKeptCommits(url))[0], { timeout: 15_000 })
      .toBe(numberBefore + 1);
    expect(first).toBeLessThanOrEqual(numberBefore + 1);
    numberBefore = lastNumber();
    openFollower(url, { heads: () => new Map([['platform', numberBefore]]) });
    await write(1);
    // The follower has all commits; the newest ones stay for unregistered copies.
    await expect.poll(async () => (await readKeptCommits(url)).length, { timeout: 15_000 }).toBe(5);
  },
  60_000,
);

test.skipIf(!server)(
  'a copy that stays away keeps back only a bounded number of bytes',
  async () => {
    const url = (server as PostgresServer).database('followers_bytes');
    const { replica, write, large } = await openBankOn(url);
    const numberBefore = replica.position().number;
    const slowFollower = openFollower(url, { heads: () => new Map([['platform', numberBefore]]) });
    await expect
      .poll(async () => (await queryServer(url, 'SELECT 1 FROM platform.followers')).rows.length)
      .toBe(1);
    await slowFollower.stop();
    await write(40, large);
    const heads = () => new Map([['platform', replica.position().number]]);
    openFollower(url, { copy: 'host:writer', isWriter: () => true, heads, maxBytes: 8_000 });
    const count = async () => (await readKeptCommits(url)).length;
    await expect.poll(count, { timeout: 15_000 }).toBeLessThan(40);
    expect(await count()).toBeGreaterThanOrEqual(5);
  },
);
