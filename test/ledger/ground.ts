// The real ledger under the made-up lives, with a clock that only tests move and a way to make a
// settlement fail after it was booked.

import type { Ledger } from '../../db/ledger.ts';
import { stoppedClock, violationsOf } from '../db/sqlite-rig.ts';
import type { Clock, StoreRig } from '../db/store-rig.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import { type Inspector, inspectorOf } from './inspector.ts';

/** A real ledger in which many lives can be played, each by a tenant of its own. */
export interface Ground {
  readonly store: StoreRig['store'];
  readonly people: StoreRig['people'];
  readonly clock: Clock;
  /** Looks at the books as they are now. */
  inspector(): Promise<Inspector>;
  /** Runs a statement beside the port. */
  execute(sql: string): Promise<void>;
  /** Makes the settlement of a transaction fail after it was booked; null mends it. */
  sabotage(transactionId: string | null): Promise<void>;
  /** Closes the ledger, and gives the names of the invariants that do not hold. */
  close(): Promise<readonly string[]>;
}

export async function openGround(): Promise<Ground> {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const { raw } = ledger.database;
  raw.exec(`CREATE TABLE sabotaged (id TEXT);
    CREATE TRIGGER sabotage BEFORE INSERT ON timeline
    WHEN NEW.version > 1 AND EXISTS (SELECT 1 FROM sabotaged WHERE id = NEW.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'sabotaged'); END`);
  const insert = raw.prepare('INSERT INTO sabotaged VALUES (?)');
  const clear = raw.prepare('DELETE FROM sabotaged');
  const inspector = inspectorOf(ledger);
  return {
    store: ledger,
    people: ledger,
    clock,
    inspector: async () => inspector,
    execute: async (sql) => void raw.exec(sql),
    sabotage: async (id) => void (id === null ? clear.run() : insert.run(id)),
    close: async () => closing(ledger, clock),
  };
}

function closing(ledger: Ledger, clock: Clock): readonly string[] {
  const broken = breachesIn(ledger, clock);
  ledger.close();
  return broken;
}

/** Lives leave unsettled transactions behind: that one check does not apply. */
export function breachesIn(ledger: Ledger, clock: Clock): readonly string[] {
  return violationsOf(ledger, clock.now()).filter((name) => !name.startsWith('nothing_is_stuck'));
}
