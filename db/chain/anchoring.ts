// The acts of anchoring: a checkpoint becomes an order for the chain, what the chain says becomes
// the state of its anchor, and tenants get their events in small groups once it is final.

import type { AnchorState, AnchorStatus, ChainTransactionStatus } from '../../ledger/anchor.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import type { ChainTransactionWriter } from './orders.ts';

/** Where a checkpoint is to be anchored. */
export interface AnchorPlace {
  readonly chain: number;
  /** 0x and 40 hexadecimal digits, in lower case. */
  readonly contract: string;
}

export interface AnchorActs {
  /** Orders the anchor of a checkpoint; false when that is under way or done. */
  plan(place: AnchorPlace, checkpoint: CheckpointRow, data: Buffer, notify: string): boolean;
  /** Takes over what the contract has of a checkpoint, from any sender. */
  adopt(place: AnchorPlace, checkpoint: CheckpointRow): void;
  /** Brings every anchor to where its transaction stands; true when one of them moved. */
  fold(): boolean;
  note(state: AnchorState, detail: string | null): void;
  /** Emits the events of at most `limit` confirmed leaves; returns how many are left. */
  emitConfirmed(limit: number): number;
}

interface Fold {
  readonly id: string;
  readonly status: AnchorStatus;
  readonly tx: ChainTransactionStatus | null;
  readonly hash: string | null;
  readonly block: number | null;
}

const OVERTAKEN = 'A later checkpoint reached the contract first.';
const LIVE = "kind <> 'deployment' AND status NOT IN ('failed', 'dropped')";

/** Call its functions inside `database.write` only. */
export function anchorActsOf(
  database: Database,
  writer: ChainTransactionWriter,
  emitAnchored: (from: number, to: number) => void,
  now: () => number,
): AnchorActs {
  const { raw } = database;
  const find = raw.prepare<[string, number, number], { id: string; status: AnchorStatus }>(
    'SELECT id, status FROM anchors WHERE contract = ? AND chain = ? AND tree_size = ?',
  );
  const insert = raw.prepare(
    `INSERT INTO anchors VALUES (@id, @checkpointId, @treeSize, @chain, @contract, @status, null,
     null, null, @at, @at)`,
  );
  const live = raw
    .prepare<[string], string>(
      `SELECT id FROM chain_transactions WHERE kind = 'anchor' AND object_id = ? AND ${LIVE}`,
    )
    .pluck();
  const open = raw.prepare<[], Fold>(
    `SELECT a.id, a.status, t.status AS tx, t.hash, t.block_number AS block FROM anchors a
     LEFT JOIN (SELECT * FROM chain_transactions WHERE ${LIVE}) t
     ON t.kind = 'anchor' AND t.object_id = a.id WHERE a.status IN ('pending', 'anchored')
     UNION ALL SELECT a.id, a.status, t.status, t.hash, t.block_number FROM chain_transactions t
     JOIN anchors a ON a.id = t.object_id
     WHERE t.status IN ('signed', 'sent', 'included') AND t.kind = 'anchor'
     AND a.status = 'confirmed'`,
  );
  const move = raw.prepare(
    `UPDATE anchors SET status = ?, tx_hash = ?, block_number = ?, updated_at = ? WHERE id = ?`,
  );
  const confirm = raw.prepare(
    `UPDATE anchors SET status = 'confirmed', updated_at = ?
     WHERE id = ? AND status <> 'confirmed'`,
  );
  const overtake = raw.prepare(
    `UPDATE anchors SET status = 'lost', reason = ?, updated_at = ? WHERE status = 'pending'
     AND contract = ? AND chain = ? AND tree_size < ? AND id NOT IN (
       SELECT object_id FROM chain_transactions WHERE kind = 'anchor' AND ${LIVE})`,
  );
  const note = raw.prepare(
    `UPDATE anchoring SET changed_at = CASE WHEN state = @state THEN changed_at ELSE @at END,
     state = @state, detail = @detail WHERE state <> @state OR detail IS NOT @detail`,
  );
  const confirmed = raw
    .prepare<[], number>(
      "SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'confirmed'",
    )
    .pluck();
  const toldSize = raw.prepare<[], number>('SELECT told_size FROM anchoring').pluck();
  const setTold = raw.prepare('UPDATE anchoring SET told_size = ?');

  function rowOf(place: AnchorPlace, checkpoint: CheckpointRow): string {
    const { chain, contract } = place;
    const known = find.get(contract, chain, checkpoint.treeSize);
    if (known) return known.id;
    const { id: checkpointId, treeSize } = checkpoint;
    const row = { id: mint('anchor'), checkpointId, treeSize, chain, contract };
    insert.run({ ...row, status: 'pending', at: now() });
    return row.id;
  }

  function fold(): boolean {
    let hasMoved = false;
    for (const { id, status, tx, hash, block } of open.all()) {
      const next = standingOf(tx);
      if (next === status) continue;
      // What was adopted has no transaction of ours to follow.
      if (tx === null && status !== 'anchored') continue;
      move.run(next, hash, block, now(), id);
      hasMoved = true;
    }
    return hasMoved;
  }

  function emitConfirmed(limit: number): number {
    const from = toldSize.get() ?? 0;
    const size = confirmed.get() ?? 0;
    if (size <= from) return 0;
    const to = Math.min(size, from + limit);
    emitAnchored(from, to);
    setTold.run(to);
    return size - to;
  }

  return {
    plan(place, checkpoint, data, notify) {
      const id = rowOf(place, checkpoint);
      if (live.get(id) !== undefined) return false;
      const order = { to: place.contract, data, value: 0n, gas: null, notify };
      writer.enqueue({ kind: 'anchor', objectId: id, ...order });
      return true;
    },
    adopt(place, checkpoint) {
      const id = rowOf(place, checkpoint);
      if (live.get(id) === undefined) confirm.run(now(), id);
      overtake.run(OVERTAKEN, now(), place.contract, place.chain, checkpoint.treeSize);
    },
    fold,
    note: (state, detail) => void note.run({ state, detail, at: now() }),
    emitConfirmed,
  };
}

function standingOf(tx: ChainTransactionStatus | null): AnchorStatus {
  if (tx === 'final') return 'confirmed';
  return tx === 'included' ? 'anchored' : 'pending';
}
