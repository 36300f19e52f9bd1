// Acts of the signer: record the state of the chain, the signed transactions and their progress.
// Repeating an act changes nothing.

import type { ChainState } from '../../ledger/anchor.ts';
import { act } from '../kernel/act.ts';
import type { ChainAttempt, ChainTransaction } from './order-reads.ts';
import type { ChainMove } from './orders.ts';
import {
  addAttempt,
  findTransaction,
  markSent,
  moveTransaction,
  orderTransaction,
} from './orders.ts';

/** Identifies a chain. A development chain that was reset has another first block. */
export interface ChainIdentity {
  readonly chainId: number;
  /** Hash of block 0, as 0x and 64 hexadecimal digits. */
  readonly genesisHash: string;
}

export interface ChainFinding {
  readonly state: ChainState;
  /** One sentence about the fault for an operator; null without a fault. */
  readonly detail: string | null;
  readonly address: string | null;
  readonly blockNumber: number | null;
}

/** A chain transaction whose status changed, and the workflow to notify, which reads the row. */
export interface MovedTransaction {
  readonly id: string;
  readonly notify: string;
}

const CHAIN_GONE = 'The chain that held the transaction no longer exists.';

const FIND_CHAIN = 'SELECT id FROM chains WHERE chain_id = ? AND genesis_hash = ?';
const CURRENT_CHAIN = 'SELECT chain FROM chain_status';
const CREATE =
  'INSERT INTO chains (chain_id, genesis_hash, first_seen_at) VALUES (?, ?, ?) RETURNING id';
const SET_CHAIN = 'UPDATE chain_status SET chain = ?';
const TRANSACTIONS_ON_OTHER_CHAINS = `SELECT id, notify FROM chain_transactions
  WHERE status IN ('signed', 'sent', 'included') AND chain <> ?`;
const LOSE_ANCHORS = `UPDATE anchors SET status = 'lost', reason = ?, updated_at = ?
  WHERE chain <> ? AND status <> 'lost'`;
const SAVE_STATUS = `UPDATE chain_status SET changed_at = CASE WHEN state = @state THEN changed_at ELSE @at END,
  state = @state, detail = @detail, address = @address, block_number = @blockNumber,
  checked_at = @at`;

/**
 * Makes a chain the current one. Transactions under way on another chain are dropped, and their
 * anchors are lost.
 * @returns the row of the chain, and the transactions that moved
 */
export const setCurrentChain = act(
  'chain.meet',
  (tx, { chainId, genesisHash }: ChainIdentity): { chain: number; moved: MovedTransaction[] } => {
    let chain = tx.value<number>(FIND_CHAIN, chainId, genesisHash);
    if (chain === undefined) {
      chain = tx.value<number>(CREATE, chainId, genesisHash, tx.now()) as number;
    }
    if (tx.value<number | null>(CURRENT_CHAIN) === chain) return { chain, moved: [] };
    tx.run(SET_CHAIN, chain);
    tx.run(LOSE_ANCHORS, CHAIN_GONE, tx.now(), chain);
    const rows = tx.all<ChainTransaction>(TRANSACTIONS_ON_OTHER_CHAINS, chain);
    const dropped = { status: 'dropped', reasonCode: 'chain_gone', reason: CHAIN_GONE } as const;
    return { chain, moved: rows.flatMap(({ id }) => moveOnChain(tx, { id, to: dropped })) };
  },
);

/** Records the result of a check of the chain. */
export const recordChainFinding = act(
  'chain.note',
  (tx, finding: ChainFinding): void => void tx.run(SAVE_STATUS, { ...finding, at: tx.now() }),
);

/** Stores signed bytes before they are sent. Returns false when the order no longer waits. */
export const storeSigned = act(
  'chain.store_signed',
  (tx, { from, attempt }: { readonly from: string; readonly attempt: ChainAttempt }): boolean => {
    const row = findTransaction(tx, attempt.transactionId);
    if (row?.status !== 'queued') return false;
    const { chain, nonce } = attempt;
    moveTransaction(tx, row.id, { status: 'signed', chain, fromAddress: from, nonce });
    addAttempt(tx, attempt);
    return true;
  },
);

/** Records that signed bytes were sent. */
export const storeSent = act(
  'chain.store_sent',
  (tx, { id, hash }: { readonly id: string; readonly hash: string }): void => {
    markSent(tx, id, hash);
    if (findTransaction(tx, id)?.status === 'signed') moveTransaction(tx, id, { status: 'sent' });
  },
);

/** Changes the state of a transaction; does nothing when it already has that state. */
export const moveOnChain = act(
  'chain.move',
  (tx, { id, to }: { readonly id: string; readonly to: ChainMove }): MovedTransaction[] => {
    const row = findTransaction(tx, id);
    if (!row || isInState(row, to)) return [];
    moveTransaction(tx, id, to);
    return row.notify === null ? [] : [{ id, notify: row.notify }];
  },
);

/** Writes an order in its own database transaction. Returns the id of the order. */
export const orderOnChain = act('chain.order', orderTransaction);

/** Stores a replacement with the same nonce and a higher fee. */
export const storeReplacement = act('chain.store_replacement', addAttempt);

function isInState(row: ChainTransaction, to: ChainMove): boolean {
  return Object.entries(to).every(([name, value]) => row[name as keyof ChainMove] === value);
}
