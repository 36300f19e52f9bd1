// Acts of anchoring: order the anchor of a checkpoint, update the anchor from the state of its
// chain transaction, and emit events to tenants in small groups once the anchor is final.

import type { AnchorState, AnchorStatus, ChainTransactionStatus } from '../../ledger/anchor.ts';
import { act } from '../kernel/act.ts';
import { mint } from '../kernel/mint.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { emitAnchored } from './anchored-events.ts';
import { orderTransaction } from './orders.ts';

/** The chain and the contract that anchor a checkpoint. */
export interface AnchorPlace {
  readonly chain: number;
  /** 0x and 40 hexadecimal digits, in lower case. */
  readonly contract: string;
}

interface OpenAnchor {
  readonly id: string;
  readonly status: AnchorStatus;
  readonly sent: ChainTransactionStatus | null;
  readonly hash: string | null;
  readonly block: number | null;
}

const OVERTAKEN_MESSAGE = 'A later checkpoint reached the contract first.';
const LIVE = "kind <> 'deployment' AND status NOT IN ('failed', 'dropped')";

const FIND_ANCHOR =
  'SELECT id, status FROM anchors WHERE contract = ? AND chain = ? AND tree_size = ?';
const INSERT = `INSERT INTO anchors VALUES (@id, @checkpointId, @treeSize, @chain, @contract, @status, null,
  null, null, @at, @at)`;
const LIVE_ORDER = `SELECT id FROM chain_transactions WHERE kind = 'anchor' AND object_id = ? AND ${LIVE}`;
const OPEN_ANCHORS = `SELECT a.id, a.status, t.status AS sent, t.hash, t.block_number AS block FROM anchors a
  LEFT JOIN (SELECT * FROM chain_transactions WHERE ${LIVE}) t
  ON t.kind = 'anchor' AND t.object_id = a.id WHERE a.status IN ('pending', 'anchored')
  UNION ALL SELECT a.id, a.status, t.status, t.hash, t.block_number FROM chain_transactions t
  JOIN anchors a ON a.id = t.object_id
  WHERE t.status IN ('signed', 'sent', 'included') AND t.kind = 'anchor'
  AND a.status = 'confirmed'`;
const MOVE = `UPDATE anchors SET status = ?, tx_hash = ?, block_number = ?, updated_at = ? WHERE id = ?`;
const CONFIRM = `UPDATE anchors SET status = 'confirmed', updated_at = ?
  WHERE id = ? AND status <> 'confirmed'`;
const OVERTAKE = `UPDATE anchors SET status = 'lost', reason = ?, updated_at = ? WHERE status = 'pending'
  AND contract = ? AND chain = ? AND tree_size < ? AND id NOT IN (
    SELECT object_id FROM chain_transactions WHERE kind = 'anchor' AND ${LIVE})`;
const RECORD_STATE = `UPDATE anchoring SET changed_at = CASE WHEN state = @state THEN changed_at ELSE @at END,
  state = @state, detail = @detail WHERE state <> @state OR detail IS NOT @detail`;
const CONFIRMED = "SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'confirmed'";
const TOLD_SIZE = 'SELECT told_size FROM anchoring';
const SET_TOLD = 'UPDATE anchoring SET told_size = ?';

/** Orders the anchor of a checkpoint. Returns false when it was already ordered. */
export const planAnchor = act(
  'anchor.plan',
  (
    tx,
    {
      place,
      checkpoint,
      data,
      notify,
    }: {
      readonly place: AnchorPlace;
      readonly checkpoint: CheckpointRow;
      readonly data: Buffer;
      readonly notify: string;
    },
  ): boolean => {
    const id = findOrCreateAnchor(tx, place, checkpoint);
    if (tx.value<string>(LIVE_ORDER, id) !== undefined) return false;
    const order = { to: place.contract, data, value: 0n, gas: null, notify };
    orderTransaction(tx, { kind: 'anchor', objectId: id, ...order });
    return true;
  },
);

/** Records the anchor of a checkpoint that the contract already has, from any sender. */
export const adoptAnchor = act(
  'anchor.adopt',
  (
    tx,
    { place, checkpoint }: { readonly place: AnchorPlace; readonly checkpoint: CheckpointRow },
  ): void => {
    const id = findOrCreateAnchor(tx, place, checkpoint);
    if (tx.value<string>(LIVE_ORDER, id) === undefined) tx.run(CONFIRM, tx.now(), id);
    tx.run(OVERTAKE, OVERTAKEN_MESSAGE, tx.now(), place.contract, place.chain, checkpoint.treeSize);
  },
);

/** Updates every anchor from the state of its chain transaction. Returns true when one changed. */
export const updateAnchors = act('anchor.fold', (tx, _: null): boolean => {
  let hasMoved = false;
  for (const { id, status, sent, hash, block } of tx.all<OpenAnchor>(OPEN_ANCHORS)) {
    const next = anchorStatusOf(sent);
    if (next === status) continue;
    // An adopted anchor has no chain transaction of the bank to follow.
    if (sent === null && status !== 'anchored') continue;
    tx.run(MOVE, next, hash, block, tx.now(), id);
    hasMoved = true;
  }
  return hasMoved;
});

/** Records the state of anchoring, with a sentence about a fault. */
export const recordAnchoring = act(
  'anchor.note',
  (tx, { state, detail }: { readonly state: AnchorState; readonly detail: string | null }): void =>
    void tx.run(RECORD_STATE, { state, detail, at: tx.now() }),
);

/** Emits the events of at most `limit` confirmed leaves. Returns how many remain. */
export const emitConfirmed = act('anchor.emit_confirmed', (tx, limit: number): number => {
  const from = tx.value<number>(TOLD_SIZE) ?? 0;
  const size = tx.value<number>(CONFIRMED) ?? 0;
  if (size <= from) return 0;
  const to = Math.min(size, from + limit);
  emitAnchored(tx, from, to);
  tx.run(SET_TOLD, to);
  return size - to;
});

function findOrCreateAnchor(tx: Tx, place: AnchorPlace, checkpoint: CheckpointRow): string {
  const { chain, contract } = place;
  const anchor = tx.get<{ id: string; status: AnchorStatus }>(
    FIND_ANCHOR,
    contract,
    chain,
    checkpoint.treeSize,
  );
  if (anchor) return anchor.id;
  const { id: checkpointId, treeSize } = checkpoint;
  const row = { id: mint('anchor'), checkpointId, treeSize, chain, contract };
  tx.run(INSERT, { ...row, status: 'pending', at: tx.now() });
  return row.id;
}

function anchorStatusOf(tx: ChainTransactionStatus | null): AnchorStatus {
  if (tx === 'final') return 'confirmed';
  return tx === 'included' ? 'anchored' : 'pending';
}
