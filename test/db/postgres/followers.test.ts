// PostgreSQL keeps commits until the slowest copy has applied them, up to a limit in bytes. The
// tests use a real server.

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
  let noteCount = 0;
  async function write(countKept: number, id = () => `note-${++noteCount}`) {
    for (let index = 0; index < countKept; index += 1) {
      await replica.database.write(() => void raw.prepare(insert).run(id()));
    }
  }
  return {
    replica,
    write,
    makeLargeId: () => `${++noteCount} ${randomBytes(1_000).toString('hex')}`,
  };
}

/** Registers a process of the bank as a follower, without a copy of its own. */
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
  return { reportedFollowers: events, stop: followers.stop };
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
    await expect.poll(() => writer.reportedFollowers).toEqual([[]]);
    let numberBefore = lastNumber();
    const slowFollower = openFollower(url, { heads: () => new Map([['platform', numberBefore]]) });
    await expect
      .poll(() => writer.reportedFollowers, { timeout: 15_000 })
      .toEqual([[], ['host (process 1)']]);
    await write(12);
    const oldestKept = (await readKeptCommits(url))[0] ?? 0;
    // The follower stops at its current commit; later commits are kept until it returns.
    await slowFollower.stop();
    await expect.poll(() => writer.reportedFollowers.at(-1), { timeout: 15_000 }).toEqual([]);
    await expect
      .poll(async () => (await readKeptCommits(url))[0], { timeout: 15_000 })
      .toBe(numberBefore + 1);
    expect(oldestKept).toBeLessThanOrEqual(numberBefore + 1);
    numberBefore = lastNumber();
    openFollower(url, { heads: () => new Map([['platform', numberBefore]]) });
    await write(1);
    // The follower has all commits; the newest ones stay for unregistered copies.
    await expect.poll(async () => (await readKeptCommits(url)).length, { timeout: 15_000 }).toBe(5);
  },
  60_000,
);

test.skipIf(!server)(
  'for a copy that stays away only a limited number of bytes is kept',
  async () => {
    const url = (server as PostgresServer).database('followers_bytes');
    const { replica, write, makeLargeId } = await openBankOn(url);
    const numberBefore = replica.position().number;
    const slowFollower = openFollower(url, { heads: () => new Map([['platform', numberBefore]]) });
    await expect
      .poll(async () => (await queryServer(url, 'SELECT 1 FROM platform.followers')).rows.length)
      .toBe(1);
    await slowFollower.stop();
    await write(40, makeLargeId);
    const heads = () => new Map([['platform', replica.position().number]]);
    openFollower(url, { copy: 'host:writer', isWriter: () => true, heads, maxBytes: 8_000 });
    const count = async () => (await readKeptCommits(url)).length;
    await expect.poll(count, { timeout: 15_000 }).toBeLessThan(40);
    expect(await count()).toBeGreaterThanOrEqual(5);
  },
);
