// Writes the progress of a screening round together with its hits: hits of customers as after a
// change of name, hits of external parties as after a payment.

import { recordRescreening } from '../customers/acts.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { addPartyHits } from './acts.ts';
import { lastRescreening, type RescreenedName, type RescreeningStep } from './rescreening-reads.ts';
import { rescreenings } from './rescreening-tables.ts';

const CAUSE: Cause = { actor: 'workflow', requestId: 'rescreening', idempotencyKey: null };

const INSERT = `INSERT INTO rescreenings ${insertOf(rescreenings)}`;
const SAVE_STEP = `UPDATE rescreenings SET stage = @stage, after_id = @afterId, names = names + @names,
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

function writeFound(tx: Tx, { customerId, ownName, party, hits }: RescreenedName): number {
  if (ownName) return recordRescreening(tx, customerId, { ...ownName, hits }, CAUSE);
  return party === null ? 0 : addPartyHits(tx, { customerId, ...party }, hits, CAUSE);
}

/**
 * Writes the hits and the progress of a round. Returns false when another process has advanced it.
 */
export const stepRescreening = act(
  'screening.step_rescreening',
  (tx, { number, from, to, names, matches }: RescreeningStep): boolean => {
    const last = lastRescreening(tx.database);
    const isSameRound = last?.number === number && last.stage === from.stage;
    if (!isSameRound || last.afterId !== from.afterId || last.finishedAt !== null) return false;
    const added = matches.reduce((sum, hits) => sum + writeFound(tx, hits), 0);
    const finishedAt = to.stage === 'done' ? Math.max(tx.now(), last.startedAt) : null;
    tx.run(SAVE_STEP, { number, ...to, names, hits: added, finishedAt });
    return true;
  },
);
