// Writes the progress of a screening round together with its hits: those of customers as after a
// change of name, those of external parties as after a payment.

import { recordRescreening } from '../customers/acts.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { addPartyHits } from './acts.ts';
import { type FoundAgain, lastRescreening, type RescreeningStep } from './rescreening-reads.ts';
import { rescreenings } from './rescreening-tables.ts';

const CAUSE: Cause = { actor: 'workflow', requestId: 'rescreening', idempotencyKey: null };

const INSERT = `INSERT INTO rescreenings ${insertOf(rescreenings)}`;
const MOVE_ON = `UPDATE rescreenings SET stage = @stage, after_id = @afterId, names = names + @names,
       hits = hits + @hits, finished_at = @finishedAt WHERE number = @number`;

/** Starts a round unless the newest one used these lists. */
export const beginRescreening = act(
  'screening.begin_rescreening',
  (tx, { lists }: { readonly lists: string }): void => {
    const last = lastRescreening(tx.database);
    if (last?.lists === lists) return;
    const number = (last?.number ?? 0) + 1;
    const progress = { stage: 'customers', afterId: '', names: 0, hits: 0, finishedAt: null };
    tx.run(INSERT, { number, lists, ...progress, startedAt: tx.now() });
  },
);

function writeFound(tx: Tx, { customerId, own, party, hits: found }: FoundAgain): number {
  if (own) return recordRescreening(tx, customerId, { ...own, hits: found }, CAUSE);
  return party === null ? 0 : addPartyHits(tx, { customerId, ...party }, found, CAUSE);
}

/**
 * Writes the hits and the progress of a round. Returns false when another process has advanced it.
 */
export const stepRescreening = act(
  'screening.step_rescreening',
  (tx, { number, from, to, names, found }: RescreeningStep): boolean => {
    const last = lastRescreening(tx.database);
    const isMine = last?.number === number && last.stage === from.stage;
    if (!isMine || last.afterId !== from.afterId || last.finishedAt !== null) return false;
    const added = found.reduce((sum, one) => sum + writeFound(tx, one), 0);
    const finishedAt = to.stage === 'done' ? Math.max(tx.now(), last.startedAt) : null;
    tx.run(MOVE_ON, { number, ...to, names, hits: added, finishedAt });
    return true;
  },
);
