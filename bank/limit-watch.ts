// Watches how much of its limits the bank uses: the disks of its files and copies, the memory of its
// container, and size and connections of PostgreSQL. It warns before they end the work.

import { readFile, statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { copyFolder } from '../db/postgres/databases.ts';
import { readUsage } from '../db/postgres/usage.ts';
import type { Config } from './config/settings.ts';

type Limit = 'disk' | 'copies_disk' | 'memory' | 'database_size' | 'database_connections';

/** Returns the used share of each limit, without limits that do not exist or could not be read. */
export type UsedShares = ReadonlyMap<Limit, number>;

/** The share at which an operator is warned. */
const WARNING_SHARE = 0.7;
/**
 * Below this share the warning ends. It is lower than the bound, so that a share near the bound
 * does not warn repeatedly.
 */
const CLEARED_SHARE = 0.65;
const CHECK_EVERY_MS = 60_000;

type WatchedSettings = Pick<Config, 'dataDir' | 'copyDir' | 'databaseUrl' | 'databaseLimitBytes'>;

/** Reads one share, or null where there is no limit. */
type Reading = () => Promise<number | null>;

export interface LimitWatch {
  /** The shares as last read. */
  readonly shares: () => UsedShares;
  /** Reads them now. */
  read(): Promise<void>;
  stop(): void;
}

/** Looks at once, and then once a minute. */
export function watchLimits(config: WatchedSettings, log: Logger): LimitWatch {
  const readings = readingsOf(config);
  const warnedLimits = new Set<Limit>();
  let shares: UsedShares = new Map();

  function warnOrRecover(limit: Limit, share: number): void {
    const percent = Math.round(share * 100);
    if (share >= WARNING_SHARE && !warnedLimits.has(limit)) {
      warnedLimits.add(limit);
      log.warn(
        { limit, percent },
        'a limit is near: see "A limit is near" in docs/operate/runbook.md',
      );
    }
    if (share < CLEARED_SHARE && warnedLimits.delete(limit)) {
      log.info({ limit, percent }, 'a limit is not near any more');
    }
  }

  async function readLimits(): Promise<void> {
    const states = await Promise.all(
      readings.map(async ([limit, read]) => [limit, await read().catch(() => null)] as const),
    );
    shares = new Map(states.flatMap(([limit, share]) => (share === null ? [] : [[limit, share]])));
    for (const [limit, share] of shares) warnOrRecover(limit, share);
  }

  void readLimits();
  const timer = setInterval(() => void readLimits(), CHECK_EVERY_MS);
  timer.unref();
  return { shares: () => shares, read: readLimits, stop: () => clearInterval(timer) };
}

function readingsOf(config: WatchedSettings): (readonly [Limit, Reading])[] {
  const { dataDir, databaseUrl: url, databaseLimitBytes } = config;
  const fileReadings = [
    ['disk', () => readDiskShare(dataDir)],
    ['memory', () => readMemoryShare('/sys/fs/cgroup')],
  ] as const;
  if (url === null) return [...fileReadings];
  // Both shares of PostgreSQL are read with one connection.
  let usageQuery: ReturnType<typeof readUsage> | null = null;
  const usage = () => {
    usageQuery ??= readUsage(url).finally(() => {
      usageQuery = null;
    });
    return usageQuery;
  };
  const size = async () =>
    databaseLimitBytes === 0 ? null : (await usage()).bytes / databaseLimitBytes;
  const connections = async () => {
    const { connections: openConnections, maxConnections } = await usage();
    return openConnections / maxConnections;
  };
  return [
    ...fileReadings,
    ['copies_disk', () => readDiskShare(copyFolder(config))],
    ['database_size', size],
    ['database_connections', connections],
  ];
}

/** The share of the space that this process may use: some blocks are reserved for root. */
async function readDiskShare(folder: string): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(folder);
  const usedBlocks = blocks - bfree;
  return usedBlocks / (usedBlocks + bavail);
}

/**
 * The memory of the container that cannot be given back: the cache of files can.
 * @param folder of its control group, version 2
 * @returns null without a limit
 */
export async function readMemoryShare(folder: string): Promise<number | null> {
  const textOf = (name: string) => readFile(`${folder}/${name}`, 'utf8');
  const max = Number(await textOf('memory.max'));
  if (!Number.isFinite(max)) return null;
  const [usedBytes, stat] = [Number(await textOf('memory.current')), await textOf('memory.stat')];
  const cachedBytes = Number(/^inactive_file (\d+)$/m.exec(stat)?.[1] ?? 0);
  return Math.max(0, usedBytes - cachedBytes) / max;
}
