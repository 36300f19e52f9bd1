// The bank warns before a full disk, the memory limit of a container or a limit of PostgreSQL stops
// its work.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../bank/config/settings.ts';
import { readMemoryShare, watchLimits } from '../../bank/limit-watch.ts';
import { connectTo } from '../../db/postgres/hosts.ts';
import { readUsage } from '../../db/postgres/usage.ts';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';

const postgresMissing = postgresFault();
if (postgresMissing !== null) console.warn(`NOT RUN: limits of PostgreSQL: ${postgresMissing}`);

function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'kontor-limits-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Creates a log that collects its entries. */
function createLog() {
  const messages: { msg: string; limit: string; percent: number; level: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void messages.push(JSON.parse(line)) });
  return { entries: messages, log };
}

test('a bank on files watches the disk of its data, and has no limits of PostgreSQL', async () => {
  const { log } = createLog();
  const config = { ...readConfig({}), dataDir: makeFolder() };
  const watch = watchLimits(config, log);
  onTestFinished(watch.stop);
  await watch.read();
  const { disk = Number.NaN, ...otherShares } = Object.fromEntries(watch.shares());
  expect(disk).toBeGreaterThan(0);
  expect(disk).toBeLessThanOrEqual(1);
  expect(Object.keys(otherShares).filter((name) => name !== 'memory')).toEqual([]);
});

test('a folder that cannot be read is left out instead of counting as 0 %', async () => {
  const { entries, log } = createLog();
  const dataDir = join(makeFolder(), 'gone');
  const watch = watchLimits({ ...readConfig({}), dataDir }, log);
  onTestFinished(watch.stop);
  await watch.read();
  expect(watch.shares().has('disk')).toBe(false);
  expect(entries.filter(({ limit }) => limit === 'disk')).toEqual([]);
});

test('the memory of a container excludes cached files', async () => {
  const controlGroup = makeFolder();
  const write = (name: string, text: string) => writeFileSync(join(controlGroup, name), text);
  write('memory.max', '1000\n');
  write('memory.current', '900\n');
  write('memory.stat', 'anon 500\ninactive_file 200\nactive_file 100\n');
  expect(await readMemoryShare(controlGroup)).toBe(0.7);
  write('memory.max', 'max\n');
  expect(await readMemoryShare(controlGroup)).toBeNull();
  const missingFile = join(controlGroup, 'none');
  mkdirSync(missingFile);
  await expect(readMemoryShare(missingFile)).rejects.toThrow('ENOENT');
});

test.skipIf(postgresMissing !== null)(
  "the bank warns once at 70 % of PostgreSQL's size or connections, and logs the recovery",
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const url = server.database('limits');
    const { bytes } = await readUsage(url);
    expect(bytes).toBeGreaterThan(1_000_000);
    const config = { ...readConfig({}), dataDir: makeFolder(), databaseUrl: url };
    const { entries, log } = createLog();
    const sizeEntries = () => entries.filter(({ limit }) => limit === 'database_size');
    const smallLimit = watchLimits({ ...config, databaseLimitBytes: bytes * 1.4 }, log);
    onTestFinished(smallLimit.stop);
    await smallLimit.read();
    await smallLimit.read();
    expect(sizeEntries()).toMatchObject([{ percent: 71, level: 40 }]);
    expect(sizeEntries()[0]?.msg).toContain('a limit is near');
    const largeLimit = watchLimits({ ...config, databaseLimitBytes: bytes * 1.5 }, log);
    onTestFinished(largeLimit.stop);
    await largeLimit.read();
    expect(sizeEntries()).toHaveLength(1);
    expect(largeLimit.shares().get('database_size')).toBeCloseTo(1 / 1.5, 2);
    // No maximum size is configured.
    const unlimited = watchLimits({ ...config, databaseLimitBytes: 0 }, log);
    onTestFinished(unlimited.stop);
    await unlimited.read();
    expect(unlimited.shares().has('database_size')).toBe(false);

    const { maxConnections } = await readUsage(url);
    const connectionEntries = () => entries.filter(({ limit }) => limit === 'database_connections');
    expect(connectionEntries()).toEqual([]);
    const clients = await Promise.all(
      Array.from({ length: Math.ceil(maxConnections * 0.7) }, () => connectTo(url)),
    );
    await largeLimit.read();
    expect(connectionEntries()).toMatchObject([{ level: 40 }]);
    await Promise.all(clients.map((client) => client.end()));
    await expect.poll(async () => (await readUsage(url)).connections).toBeLessThan(20);
    await largeLimit.read();
    expect(connectionEntries().at(-1)).toMatchObject({
      msg: 'a limit is not near any more',
      level: 30,
    });
  },
  60_000,
);
