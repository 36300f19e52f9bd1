// Reads how far the log is signed, anchored and confirmed, and the faults that were found.

import type { AnchorState } from '../../ledger/anchor.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';

/** Returns the number of leaves of the log. */
export function readLogSize({ database }: ReadLedger): number {
  return database.raw.prepare<[], number>('SELECT size FROM log_head').pluck().get() ?? 0;
}

export interface Anchoring {
  readonly state: AnchorState;
  /** One sentence about the fault; null when there is none. */
  readonly detail: string | null;
  readonly logSize: number;
  readonly signedSize: number;
  readonly anchoredSize: number;
  readonly confirmedSize: number;
  /** Number of leaves whose anchoring was announced with events. */
  readonly toldSize: number;
  /** Time of the first leaf that no confirmed anchor covers; null when every leaf is covered. */
  readonly waitingSince: number | null;
  /** Time of the first leaf that no checkpoint covers; null when every leaf is covered. */
  readonly unsignedSince: number | null;
  readonly lostAnchors: number;
}

/** SQL for the time at which the leaf with an index was written: a booking or a decision. */
const FIRST_POSTED_AT = (index: string) => `SELECT posted_at FROM entries
  WHERE ledger_sequence = ${index} + 1 AND leg = 0
  UNION ALL SELECT recorded_at FROM decision_leaves d WHERE d.leaf_index = ${index}
    AND EXISTS (SELECT 1 FROM leaves l WHERE l.leaf_index = d.leaf_index
      AND l.transaction_id = d.decision_id)`;

/**
 * Returns the state of anchoring. Times are real, in milliseconds since 1970 UTC. A clock of the
 * sandbox may date a booking ahead; its wait starts when it was signed, or at the last booking of
 * the log.
 */
export function readAnchoring({ database }: ReadLedger): Anchoring {
  const { raw } = database;
  const sizes = raw
    .prepare<[], Record<'signed' | 'anchored' | 'confirmed', number>>(
      `SELECT (SELECT coalesce(max(tree_size), 0) FROM checkpoints) AS signed,
       (SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'anchored') AS anchored,
       (SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'confirmed') AS confirmed`,
    )
    .get();
  const row = raw
    .prepare<[object], Omit<Anchoring, `${'signed' | 'anchored' | 'confirmed'}Size`>>(
      `SELECT a.state, a.detail, h.size AS logSize, a.told_size AS toldSize,
       (SELECT min(posted_at, coalesce((SELECT min(signed_at) FROM checkpoints
         WHERE tree_size > @confirmed), h.posted_at)) FROM (${FIRST_POSTED_AT('@confirmed')}))
         AS waitingSince,
       (SELECT min(posted_at, h.posted_at) FROM (${FIRST_POSTED_AT('@signed')})) AS unsignedSince,
       (SELECT count(*) FROM anchors WHERE status = 'lost') AS lostAnchors
       FROM anchoring a JOIN log_head h ON h.id = 1 WHERE a.id = 1`,
    )
    .get({ signed: sizes?.signed, confirmed: sizes?.confirmed });
  if (!row || !sizes) throw new Error('the ledger has no anchoring row');
  const { signed, anchored, confirmed } = sizes;
  const anchoredSize = Math.max(anchored, confirmed);
  return { ...row, signedSize: signed, anchoredSize, confirmedSize: confirmed };
}
