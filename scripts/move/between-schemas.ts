// With all rows, from one schema of PostgreSQL to another.

import { resolve } from 'node:path';
import { failPointOf } from '../../bank/fail-point.ts';
import type { Config } from '../../config/settings.ts';
import {
  ledgersLeft,
  moveInDatabase,
  schemasOfMove,
  unmarkIn,
} from '../../db/moves/move-in-database.ts';
import { openPlatformRows, type PlatformRows } from '../../db/platform/rows.ts';
import { ledgerSchemas, schemaOf } from '../../db/postgres/databases.ts';
import { type Joint, openJoint } from '../../db/postgres/joint.ts';
import { placeDeveloper } from '../../identity/placement.ts';
import { ledgersOf, moveOf, NotReady, type Order, type Result } from './order.ts';

type OnPostgres = Config & { readonly databaseUrl: string };

/** @throws NotReady where a ledger is not there */
export async function moveBetweenSchemas(
  config: OnPostgres,
  order: Order,
  onSettle: (what: string) => void,
): Promise<Result> {
  const { databaseUrl: url, ledgers, dataDir, copyDir } = config;
  const all = ledgersOf(order, ledgers);
  const there = new Set(await ledgerSchemas(url));
  for (const name of all) if (!there.has(name)) throw new NotReady(name);
  const folder = resolve(copyDir ?? dataDir);
  const withJoint = async <T>(names: readonly string[], work: (joint: Joint) => Promise<T>) => {
    const joint = await openJoint({ url, folder, schemas: schemasOfMove(names) });
    try {
      return await work(joint);
    } finally {
      await joint.close();
    }
  };
  const left = await ledgersLeft(url, all, order.developerId);
  if (left.length > 0) {
    await withJoint(left, async (joint) => {
      for (const name of left) await unmarkIn(joint.side(schemaOf(name)), order.developerId);
    });
    onSettle('taken back');
  }
  const developer = await withJoint([], async (joint) =>
    (await platformIn(joint)).findDeveloper(order.developerId),
  );
  if (developer === null) return 'unknown';
  const { from, fromName, toName, epoch, ...move } = moveOf(order, developer);
  if (from === order.ledger) return 'is_there';
  return withJoint([fromName, toName], async (joint) => {
    const rows = await platformIn(joint);
    return moveInDatabase({
      ...move,
      joint,
      from: fromName,
      to: toName,
      place: () => placeDeveloper(rows, { ...order, from, epoch }, Date.now()),
      onStep: failPointOf(config.failPoint),
    });
  });
}

/** Opening reads and writes a little itself, as an act does. */
function platformIn(joint: Joint): Promise<PlatformRows> {
  const { database } = joint.side('platform');
  return database.write(() => openPlatformRows(database));
}
