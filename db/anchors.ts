// Plain reads of anchoring: how far the log is signed, anchored and confirmed, and what is wrong.

import type { AnchorState } from '../ledger/anchor.ts';
import type { Ledger } from './sqlite.ts';

/** Leaves of the log. */
export function readLogSize({ database }: Ledger): number {
  return database.raw.prepare<[], number>('SELECT size FROM log_head').pluck().get() ?? 0;
}

export interface Anchoring {
  readonly state: AnchorState;
  /** What is wrong, in one sentence. */
  readonly detail: string | null;
  readonly logSize: number;
  readonly signedSize: number;
  readonly anchoredSize: number;
  readonly confirmedSize: number;
  readonly toldSize: number;
  /** When the first leaf was posted that no confirmed anchor covers; null when there is none. */
  readonly waitingSince: number | null;
  readonly lostAnchors: number;
}

/** Where anchoring stands. Times in milliseconds since 1970 UTC. */
export function readAnchoring({ database }: Ledger): Anchoring {
  const row = database.raw
    .prepare<[], Anchoring>(
      `WITH at AS (SELECT
         (SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'confirmed') AS confirmed,
         (SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'anchored') AS anchored)
       SELECT a.state, a.detail, h.size AS logSize, a.told_size AS toldSize,
         (SELECT coalesce(max(tree_size), 0) FROM checkpoints) AS signedSize,
         max(at.confirmed, at.anchored) AS anchoredSize, at.confirmed AS confirmedSize,
         (SELECT posted_at FROM entries WHERE ledger_sequence = at.confirmed + 1 AND leg = 0)
           AS waitingSince,
         (SELECT count(*) FROM anchors WHERE status = 'lost') AS lostAnchors
       FROM anchoring a, log_head h, at`,
    )
    .get();
  if (!row) throw new Error('the ledger has no row of its anchoring');
  return row;
}
