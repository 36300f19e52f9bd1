// A sandbox goes with its next reset, which begins it afresh: without rows, on either engine.

import type { Config } from '../../config/settings.ts';
import { databasesOf } from '../../db/postgres/databases.ts';
import { openPlatform } from '../../identity/platform.ts';
import type { Order, Result } from './order.ts';

export async function moveWithNextReset(config: Config, order: Order): Promise<Result> {
  const databases = databasesOf(config);
  const platform = await databases.open('platform', ({ file, database }) =>
    openPlatform(database ?? file),
  );
  try {
    return await platform.moveAtReset(order);
  } finally {
    platform.close();
    await databases.close();
  }
}
