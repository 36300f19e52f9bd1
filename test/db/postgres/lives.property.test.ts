// The invariants of the ledger over lives that fast-check makes up, on PostgreSQL, with the naive
// ledger beside it. SEEDS sets how many lives.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPostgresLedger } from '../../../db/postgres/ledger.ts';
import type { PostgresServer } from '../../../scripts/postgres-server.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { acts } from '../../ledger/acts.ts';
import { brokenIn, type Ground } from '../../ledger/ground.ts';
import { type Inspector, inspectorOf } from '../../ledger/inspector.ts';
import { World } from '../../ledger/world.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import { asked, copyOf, ledgerDatabase } from './rig.ts';
import { postgresForTests } from './server.ts';

const LIVES = Number(process.env.SEEDS ?? (isDeep ? 300 : 8));

const server = await postgresForTests();

async function openGround(on: PostgresServer): Promise<Ground> {
  const clock = stoppedClock();
  const url = await ledgerDatabase(on);
  const opened = await openPostgresLedger({ url, environment: 'sandbox', now: clock.now });
  const copy = await copyOf(url, 'sandbox', clock.now);
  await asked(
    url,
    `CREATE TABLE sabotaged (id TEXT);
     CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF EXISTS (SELECT 1 FROM sabotaged WHERE id = NEW.transaction_id) THEN
         RAISE EXCEPTION 'sabotaged' USING ERRCODE = 'KT001'; END IF;
       RETURN NEW; END $$;
     CREATE TRIGGER sabotage BEFORE INSERT ON timeline FOR EACH ROW WHEN (NEW.version > 1)
     EXECUTE FUNCTION sabotage()`,
  );
  let inspector: Inspector | null = null;
  return {
    store: opened.ledger.store,
    people: opened.ledger,
    clock,
    foresees: false,
    async inspector() {
      const ledger = await copy.ledger();
      inspector ??= inspectorOf(ledger);
      return inspector;
    },
    execute: (sql) => asked(url, `${sql}; UPDATE ledger_turn SET turn = turn + 1 WHERE id = 1`),
    sabotage: (id) =>
      asked(url, id === null ? 'DELETE FROM sabotaged' : `INSERT INTO sabotaged VALUES ('${id}')`),
    async close() {
      const broken = brokenIn(await copy.ledger(), clock);
      await opened.close();
      await copy.close();
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
