// The real ledger on which generated acts are played, with a clock that only tests move and a way
// to make a settlement fail after its booking.

import type { Ledger } from '../../db/ledger.ts';
import { stoppedClock, violationsOf } from '../db/sqlite-rig.ts';
import type { Clock, StoreRig } from '../db/store-rig.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import { type Inspector, inspectorOf } from './inspector.ts';

/** A real ledger. Each generated sequence of acts runs as a separate tenant. */
export interface Testbed {
  readonly store: StoreRig['store'];
  readonly people: StoreRig['people'];
  readonly clock: Clock;
  /** Inspects the books in their present state. */
  inspector(): Promise<Inspector>;
  /** Runs a statement directly on the database. */
  execute(sql: string): Promise<void>;
  /** Makes the settlement of a transaction fail after its booking; null ends the fault. */
  failStepsOf(transactionId: string | null): Promise<void>;
  /** Closes the ledger and returns the names of violated invariants. */
  close(): Promise<readonly string[]>;
}

export async function openTestbed(): Promise<Testbed> {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const { raw } = ledger.database;
  raw.exec(`CREATE TABLE failing_transactions (id TEXT);
    CREATE TRIGGER inject_fault BEFORE INSERT ON timeline
    WHEN NEW.version > 1 AND EXISTS (SELECT 1 FROM failing_transactions WHERE id = NEW.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'injected fault'); END`);
  const insert = raw.prepare('INSERT INTO failing_transactions VALUES (?)');
  const clear = raw.prepare('DELETE FROM failing_transactions');
  const inspector = inspectorOf(ledger);
  return {
    store: ledger,
    people: ledger,
    clock,
    inspector: async () => inspector,
    execute: async (sql) => void raw.exec(sql),
    failStepsOf: async (id) => void (id === null ? clear.run() : insert.run(id)),
    close: async () => closeBooks(ledger, clock),
  };
}

function closeBooks(ledger: Ledger, clock: Clock): readonly string[] {
  const broken = breachesIn(ledger, clock);
  ledger.close();
  return broken;
}

/**
 * Violated invariants, except the one about unsettled transactions, which sequences leave behind.
 */
export function breachesIn(ledger: Ledger, clock: Clock): readonly string[] {
  return violationsOf(ledger, clock.now()).filter((name) => !name.startsWith('nothing_is_stuck'));
}
