// Writes how far a round over all names has come, in one database transaction with the hits of it:
// those of customers as a change of name would, those of parties outside as a payment would.

import type { CustomerWriter } from '../customers/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { HitWriter } from './acts.ts';
import {
  type FoundAgain,
  lastRescreening,
  type RescreeningActs,
  type RescreeningStep,
} from './rescreening-reads.ts';
import { rescreenings } from './rescreening-tables.ts';

interface Deps {
  readonly database: Database;
  readonly now: () => number;
  readonly hits: Pick<HitWriter, 'addParty'>;
  readonly customers: Pick<CustomerWriter, 'recordRescreening'>;
}

const CAUSE: Cause = { actor: 'workflow', requestId: 'rescreening', idempotencyKey: null };

/** Call its functions inside `database.write` only. */
export function rescreeningWriter({ database, now, hits, customers }: Deps): RescreeningActs {
  const insert = database.raw.prepare(`INSERT INTO rescreenings ${insertOf(rescreenings)}`);
  const moveOn = database.raw.prepare(
    `UPDATE rescreenings SET stage = @stage, after_id = @afterId, names = names + @names,
       hits = hits + @hits, finished_at = @finishedAt WHERE number = @number`,
  );

  function begin(lists: string): void {
    const last = lastRescreening(database);
    if (last?.lists === lists) return;
    const number = (last?.number ?? 0) + 1;
    const progress = { stage: 'customers', afterId: '', names: 0, hits: 0, finishedAt: null };
    insert.run({ number, lists, ...progress, startedAt: now() });
  }

  function writeFound({ customerId, own, party, hits: found }: FoundAgain): number {
    if (own) return customers.recordRescreening(customerId, { ...own, hits: found }, CAUSE);
    return party === null ? 0 : hits.addParty({ customerId, ...party }, found, CAUSE);
  }

  function step({ number, from, to, names, found }: RescreeningStep): boolean {
    const last = lastRescreening(database);
    const isMine = last?.number === number && last.stage === from.stage;
    if (!isMine || last.afterId !== from.afterId || last.finishedAt !== null) return false;
    const added = found.reduce((sum, one) => sum + writeFound(one), 0);
    const finishedAt = to.stage === 'done' ? Math.max(now(), last.startedAt) : null;
    moveOn.run({ number, ...to, names, hits: added, finishedAt });
    return true;
  }

  return { begin, step };
}
