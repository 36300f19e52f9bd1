// The real ledger under the made-up lives, with a clock that only tests move and a way to make a
// settlement fail after it was booked.

import { openLedger } from '../../db/ledger.ts';
import { stoppedClock } from '../db/sqlite-rig.ts';
import type { Clock } from '../db/store-rig.ts';
import { type Inspector, inspectorOf } from './inspector.ts';

/** A real ledger in which many lives can be played, each by a tenant of its own. */
export interface Ground {
  readonly ledger: ReturnType<typeof openLedger>;
  readonly clock: Clock;
  readonly inspector: Inspector;
  /** Makes the settlement of a transaction fail after it was booked; null mends it. */
  sabotage(transactionId: string | null): void;
}

export function openGround(): Ground {
  const clock = stoppedClock();
  const ledger = openLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const { raw } = ledger.database;
  raw.exec(`CREATE TABLE sabotaged (id TEXT);
    CREATE TRIGGER sabotage BEFORE INSERT ON timeline
    WHEN NEW.version > 1 AND EXISTS (SELECT 1 FROM sabotaged WHERE id = NEW.transaction_id)
    BEGIN SELECT RAISE(ABORT, 'sabotaged'); END`);
  const insert = raw.prepare('INSERT INTO sabotaged VALUES (?)');
  const clear = raw.prepare('DELETE FROM sabotaged');
  return {
    ledger,
    clock,
    inspector: inspectorOf(ledger),
    sabotage: (id) => void (id === null ? clear.run() : insert.run(id)),
  };
}
