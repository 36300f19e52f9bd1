// A bank with two ledgers in one database of PostgreSQL, and what moves developers between them: a
// process of its own, with copies of its own.

import { generateKeyPairSync } from 'node:crypto';
import { expect, vi } from 'vitest';
import { type Ledger, openLedger } from '../../../db/ledger.ts';
import {
  type DatabaseMove,
  moveInDatabase,
  schemasOfMove,
} from '../../../db/moves/move-in-database.ts';
import { openPlatformRows } from '../../../db/platform/rows.ts';
import { databasesOf } from '../../../db/postgres/databases.ts';
import { openJoint } from '../../../db/postgres/joint.ts';
import { verifyDatabase } from '../../../db/postgres/verify.ts';
import { placeDeveloper } from '../../../identity/placement.ts';
import { openPlatform } from '../../../identity/platform.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { developerIn, violationsOf } from '../moves/ground.ts';
import { copyFolder } from './rig.ts';

export const LEDGERS = ['sandbox', 'sandbox-2'] as const;
const SCHEMAS = ['ledger_sandbox', 'ledger_sandbox_2', 'platform'];
const TEMPLATE = 'template_moving';

let databases = 0;
let template: Promise<void> | null = null;

/** Opens what a process of the bank has open. */
async function openAll(url: string, folder: string) {
  const all = databasesOf({ databaseUrl: url, databases: {}, dataDir: folder, copyDir: null });
  const platform = await all.open('platform', ({ file, database }) =>
    openPlatform(database ?? file),
  );
  const ledgers: Ledger[] = [];
  for (const [at, name] of LEDGERS.entries()) {
    const logKey = generateKeyPairSync('ed25519').privateKey;
    const ledger = await all.open(name, (place) =>
      openLedger({ environment: 'sandbox', number: at + 1, logKey, ...place }),
    );
    ledgers.push(ledger);
  }
  async function close(): Promise<void> {
    platform.close();
    await all.close();
  }
  return { platform, ledgers: ledgers as [Ledger, Ledger], close };
}

/** A database with all schemas; a copy of one costs less than a new one. */
async function newDatabase(server: PostgresServer): Promise<string> {
  template ??= (async () => {
    const folder = copyFolder();
    await (await openAll(server.database(TEMPLATE), folder.path)).close();
    folder.remove();
  })();
  await template;
  return server.database(`moving_${++databases}`, TEMPLATE);
}

export type Moving = Awaited<ReturnType<typeof movingBank>>;

/**
 * Opens it; `close` closes it.
 * @param through what the command reaches the server through
 */
export async function movingBank(
  server: PostgresServer,
  through: (url: string) => Promise<string> = async (url) => url,
) {
  const url = await newDatabase(server);
  const folders = [copyFolder(), copyFolder()] as const;
  const [folder, ofMoves] = folders.map(({ path }) => path) as [string, string];
  const bank = await openAll(url, folder);
  const { platform, ledgers } = bank;
  const throughUrl = await through(url);
  const open = () =>
    openJoint({ url: throughUrl, folder: ofMoves, schemas: schemasOfMove(LEDGERS) });
  async function close(): Promise<void> {
    await bank.close();
    for (const one of folders) one.remove();
  }

  /** A developer in the first ledger, who has done what developers do. */
  async function developer() {
    const more = { phone: null, useCase: null, expectedVolume: null };
    const email = `moves-${Math.random()}@example.com`;
    const made = await platform.register({ company: 'Example', email, country: 'GB', ...more });
    if (!made) throw new Error('the address is taken');
    return { ...(await developerIn(ledgers[0], made.developer.id)), key: made.issued.key };
  }

  /** From the ledger that it is in to the other one, as `npm run move` does it. */
  async function move(tenantId: string, more: Partial<DatabaseMove> = {}) {
    const joint = await open();
    try {
      const { database } = joint.side('platform');
      const rows = await database.write(() => openPlatformRows(database));
      const from = rows.findDeveloper(tenantId)?.sandboxLedger ?? 1;
      const ledger = 3 - from;
      const order = {
        developerId: tenantId,
        environment: 'sandbox',
        ledger,
        actor: 'test',
      } as const;
      return await moveInDatabase({
        joint,
        tenantId,
        environment: 'sandbox',
        from: LEDGERS[from - 1] ?? '',
        to: LEDGERS[ledger - 1] ?? '',
        place: () => placeDeveloper(rows, { ...order, from, epoch: 0 }, Date.now()),
        onStep: () => {},
        patienceMs: 0,
        ...more,
      });
    } finally {
      await joint.close();
    }
  }

  /** The number of the ledger that the platform says a developer is in. */
  function placeOf(key: string): number {
    const caller = platform.authenticate(key, null);
    if (typeof caller === 'string' || caller.kind !== 'developer') throw new Error(`${caller}`);
    return caller.ledger;
  }

  /** Waits until the copies of the bank are what PostgreSQL has, and says what does not hold. */
  async function violations(): Promise<string[]> {
    for (const name of SCHEMAS) {
      const verifyCopies = () => verifyDatabase({ url, name, dataDir: folder });
      await vi.waitFor(
        async () => expect(await verifyCopies()).toMatchObject({ behind: [] }),
        20_000,
      );
      const { compared, differences } = await verifyCopies();
      expect(compared).toHaveLength(1);
      if (differences.length > 0) return [...differences];
    }
    return violationsOf(ledgers);
  }

  return { url, ledgers, open, developer, move, placeOf, violations, close };
}
