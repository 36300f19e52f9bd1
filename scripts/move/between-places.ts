// With all rows, from one ledger to another, each in its place: a file, a further database.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { failPointOf } from '../../bank/fail-point.ts';
import type { Config } from '../../config/settings.ts';
import { moveTenant, PlaceUnknown } from '../../db/moves/move.ts';
import { settleMoves } from '../../db/moves/unfinished.ts';
import { placeOf } from '../../db/platform/placement.ts';
import type { Developer } from '../../db/platform/rows.ts';
import { databasesOf } from '../../db/postgres/databases.ts';
import { openPlatform, type Platform } from '../../identity/platform.ts';
import { moveBetweenSchemas } from './between-schemas.ts';
import { moveOf, NotReady, type Order, type Result } from './order.ts';
import { type Sides, sidesOf } from './sides.ts';

/** @throws NotReady where a ledger is not there, or of a version that knew no moves */
export async function moveBetweenPlaces(
  config: Config,
  order: Order,
  onSettle: (what: string) => void,
): Promise<Result> {
  const file = join(resolve(config.dataDir), 'platform.db');
  // It would be made: a bank that was never started has no developers.
  if (config.databaseUrl === null && !existsSync(file)) throw new NotReady('platform');
  const databases = databasesOf(config);
  const platform = await databases.open('platform', (place) =>
    openPlatform(place.database ?? place.file),
  );
  try {
    const developer = await platform.findDeveloper(order.developerId);
    if (developer === null) return 'unknown';
    const sides = sidesOf(config, platform.places.ledgerPlaces());
    try {
      return await moveRows(config, { platform, developer, order, sides, onSettle });
    } finally {
      await sides.close();
    }
  } finally {
    platform.close();
    await databases.close();
  }
}

interface Asked {
  readonly platform: Platform;
  readonly developer: Developer;
  readonly order: Order;
  readonly sides: Sides;
  readonly onSettle: (what: string) => void;
}

async function moveRows(config: Config, asked: Asked): Promise<Result> {
  const { platform, developer, order, sides, onSettle } = asked;
  const { from, fromName, toName, epoch, ...move } = moveOf(order, developer);
  const ended = await settleMoves(await sides.marks(order), {
    placedIn: fromName,
    open: sides.open,
  });
  if (ended !== null) onSettle(ended === 'finished' ? 'finished' : 'taken back');
  if (from === order.ledger) return 'is_there';
  const { databaseUrl } = config;
  if (databaseUrl !== null && sides.areBeside(fromName, toName)) {
    await sides.close();
    return moveBetweenSchemas({ ...config, databaseUrl }, order, onSettle);
  }
  return moveTenant({
    ...move,
    from: await sides.open(fromName),
    to: await sides.open(toName),
    place: () => writePlace(config, platform, { ...order, from, epoch }),
    onStep: failPointOf(config.failPoint),
  });
}

/** Writes where the developer is; where the answer is lost, what stands there counts. */
async function writePlace(
  { databaseUrl }: Config,
  platform: Platform,
  order: Parameters<Platform['placeDeveloper']>[0],
): Promise<boolean> {
  try {
    return await platform.placeDeveloper(order);
  } catch (error) {
    // A copy says what PostgreSQL has once it has written there.
    if (databaseUrl !== null) await platform.tryWrite().catch(unknown);
    const now = await platform.findDeveloper(order.developerId);
    if (now && placeOf(order.environment, now).ledger === order.ledger) return true;
    throw error;
  }
}

function unknown(cause: unknown): never {
  const text = 'it is unknown whether the platform has placed the developer: run the command again';
  throw new PlaceUnknown(text, { cause });
}
