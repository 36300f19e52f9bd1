// Orders of chain transactions and their progress. A caller that needs a chain transaction writes
// an order in its own act; the signer of the ledger signs and sends it.

import type { ChainTransactionKind, ChainTransactionStatus } from '../../ledger/anchor.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mint } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import type { ChainAttempt, ChainTransaction } from './order-reads.ts';
import { chainAttempts, chainTransactions } from './tables.ts';

/** A transaction to send. The signer chooses nonce and fees. */
export interface ChainOrder {
  readonly kind: ChainTransactionKind;
  /** Id of the anchor, execution or other object of the order. It has at most one open order. */
  readonly objectId: string;
  /** The called address; null creates a contract. */
  readonly to: string | null;
  readonly data: Buffer;
  /** Wei. */
  readonly value: bigint;
  /** Upper bound of gas; null lets the signer estimate it. */
  readonly gas: number | null;
  /**
   * Id of the workflow that gets a signal when the transaction is included, undone, final, failed
   * or dropped; null: none.
   */
  readonly notify: string | null;
}

/** Fields of a row that change as it moves. */
export type ChainMove = Partial<
  Pick<
    ChainTransaction,
    | 'reasonCode'
    | 'reason'
    | 'chain'
    | 'fromAddress'
    | 'nonce'
    | 'hash'
    | 'blockNumber'
    | 'blockHash'
    | 'succeeded'
    | 'contractAddress'
    | 'gasUsed'
  >
> & { readonly status: ChainTransactionStatus };

const INSERT = `INSERT INTO chain_transactions ${insertOf(chainTransactions)}`;
const SELECT = `SELECT ${columnsOf(chainTransactions)} FROM chain_transactions WHERE id = ?`;
const UPDATE = `UPDATE chain_transactions SET status = @status, reason_code = @reasonCode, reason = @reason,
  chain = @chain, from_address = @fromAddress, nonce = @nonce, hash = @hash,
  block_number = @blockNumber, block_hash = @blockHash, succeeded = @succeeded,
  contract_address = @contractAddress, gas_used = @gasUsed, updated_at = @updatedAt
  WHERE id = @id`;
const ATTEMPT = `INSERT INTO chain_attempts ${insertOf(chainAttempts)} ON CONFLICT DO NOTHING`;
const SET_SENT = 'UPDATE chain_attempts SET sent_at = ? WHERE transaction_id = ? AND hash = ?';

/** Writes an order inside the transaction of the calling act. Returns its id. */
export function orderTransaction(tx: Tx, order: ChainOrder): string {
  const id = mint('chainTransaction');
  const now = tx.now();
  tx.run(INSERT, {
    ...QUEUED_FIELDS,
    id,
    kind: order.kind,
    objectId: order.objectId,
    toAddress: order.to,
    data: order.data,
    value: order.value.toString(),
    gas: order.gas,
    notify: order.notify,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

export function findTransaction(tx: Tx, id: string): ChainTransaction | undefined {
  return tx.get<ChainTransaction>(SELECT, id);
}

export function moveTransaction(tx: Tx, id: string, to: ChainMove): void {
  const row = tx.get<ChainTransaction>(SELECT, id);
  if (!row) throw new Error(`chain transaction ${id} is gone`);
  tx.run(UPDATE, { ...row, ...to, id, updatedAt: tx.now() });
}

export function addAttempt(tx: Tx, attempt: ChainAttempt): void {
  tx.run(ATTEMPT, attempt);
}

/** Records that the signed bytes with a hash were sent. */
export function markSent(tx: Tx, id: string, hash: string): void {
  tx.run(SET_SENT, tx.now(), id, hash);
}

const QUEUED_FIELDS = {
  status: 'queued',
  reasonCode: null,
  reason: null,
  chain: null,
  fromAddress: null,
  nonce: null,
  hash: null,
  blockNumber: null,
  blockHash: null,
  succeeded: null,
  contractAddress: null,
  gasUsed: null,
} as const;
