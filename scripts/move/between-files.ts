// With all rows, from one file of SQLite to another.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { failPointOf } from '../../bank/fail-point.ts';
import type { Config } from '../../config/settings.ts';
import { type LedgerFile, moveTenant, settleMoves, takesMoves } from '../../db/moves/move.ts';
import { placedIn } from '../../db/platform/placement.ts';
import type { Developer } from '../../db/platform/rows.ts';
import { openPlatform, type Platform } from '../../identity/platform.ts';
import { ledgersOf, moveOf, NotReady, type Order, type Result } from './order.ts';

/** @throws NotReady where a ledger is not there, or of a version that knew no moves */
export async function moveBetweenFiles(
  config: Config,
  order: Order,
  settled: (what: string) => void,
): Promise<Result> {
  const platform = openPlatform(join(resolve(config.dataDir), 'platform.db'));
  try {
    const developer = await platform.findDeveloper(order.developerId);
    if (developer === null) return 'unknown';
    return await moveBetween(config, { platform, developer, order, settled });
  } finally {
    platform.close();
  }
}

interface Asked {
  readonly platform: Platform;
  readonly developer: Developer;
  readonly order: Order;
  readonly settled: (what: string) => void;
}

async function moveBetween(
  config: Config,
  { platform, developer, order, settled }: Asked,
): Promise<Result> {
  const fileOf = (name: string): LedgerFile => {
    return { name, file: join(resolve(config.dataDir), `${name}.db`) };
  };
  const all = ledgersOf(order, config.ledgers).map(fileOf);
  for (const { name, file } of all) {
    if (!(existsSync(file) && takesMoves(file))) throw new NotReady(name);
  }
  const { from, fromName, toName, epoch, ...move } = moveOf(order, developer);
  const ended = settleMoves(all, developer.id, fromName);
  if (ended !== null) settled(ended === 'finished' ? 'finished' : 'taken back');
  if (from === order.ledger) return 'is_there';
  return moveTenant({
    ...move,
    from: fileOf(fromName),
    to: fileOf(toName),
    place: async () => {
      try {
        return await platform.placeDeveloper({ ...order, from, epoch });
      } catch (error) {
        // Whatever went wrong after its commit: what stands there counts.
        const now = await platform.findDeveloper(developer.id);
        if (now && placedIn(order.environment, now).ledger === order.ledger) return true;
        throw error;
      }
    },
    passed: failPointOf(config.failPoint),
  });
}
