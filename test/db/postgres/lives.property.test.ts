// The invariants of the ledger over lives that fast-check makes up, on PostgreSQL, with the naive
// ledger beside it. SEEDS sets how many lives.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { acts } from '../../ledger/acts.ts';
import { breachesIn, type Ground } from '../../ledger/ground.ts';
import { inspectorOf } from '../../ledger/inspector.ts';
import { World } from '../../ledger/world.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import { copyFolder, ledgerDatabase } from './rig.ts';
import { postgresForTests } from './server.ts';

const LIVES = Number(process.env.SEEDS ?? (isDeep ? 300 : 8));

const server = await postgresForTests();

async function openGround(on: PostgresServer): Promise<Ground> {
  const clock = stoppedClock();
  const url = await ledgerDatabase(on);
  const folder = copyFolder();
  const options = { url, environment: 'sandbox', now: clock.now, folder: folder.path } as const;
  const { ledger, close } = await openPostgresLedger(options);
  const { database } = ledger;
  const execute = (sql: string) => database.write(() => void database.raw.exec(sql));
  await execute(`CREATE TEMP TABLE sabotaged (id TEXT);
    CREATE TEMP TRIGGER sabotage BEFORE INSERT ON timeline
    WHEN NEW.version > 1 AND EXISTS (SELECT 1 FROM sabotaged WHERE id = NEW.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'sabotaged'); END`);
  const inspector = inspectorOf(ledger);
  return {
    store: ledger,
    people: ledger,
    clock,
    inspector: async () => inspector,
    execute,
    sabotage: (id) =>
      execute(id === null ? 'DELETE FROM sabotaged' : `INSERT INTO sabotaged VALUES ('${id}')`),
    async close() {
      const broken = breachesIn(ledger, clock);
      await close();
      folder.remove();
      return broken;
    },
  };
}

test.skipIf(!server)(
  `the ledger on PostgreSQL agrees with a naive ledger at every act of ${LIVES} lives`,
  { timeout: 60_000 + LIVES * 5_000 },
  async () => {
    const ground = await openGround(server as PostgresServer);
    const life = fc.asyncProperty(acts, async (sequence) => {
      const world = await World.open(ground);
      for (const act of sequence) await world.play(act);
    });
    await fc.assert(life, { numRuns: LIVES, endOnFailure: true });
    expect(await ground.close()).toEqual([]);
  },
);
