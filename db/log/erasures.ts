// Erases the content of a leaf by deleting its salt, without which the content cannot be found from
// the hash. The hash stays, so that the proofs of all leaves stay valid.

import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import type { Tx } from '../kernel/tx.ts';

export interface ErasureOrder {
  readonly transactionId: string;
  /** Reason for the erasure and who requested it, for the record. */
  readonly reason: string;
  readonly cause: Cause;
}

export interface ErasedLeaf {
  readonly tenantId: string;
  readonly replayed: boolean;
}

interface LeafRow {
  tenantId: string;
  leafIndex: number | null;
  postedAt: number | null;
  erasedAt: number | null;
}

const FIND_LEAF = `SELECT t.tenant_id AS tenantId, t.ledger_sequence - 1 AS leafIndex, t.posted_at AS postedAt,
  e.erased_at AS erasedAt FROM transactions t
  LEFT JOIN leaf_erasures e ON e.leaf_index = t.ledger_sequence - 1 WHERE t.id = ?`;
const RECORD = 'INSERT INTO leaf_erasures VALUES (?, ?, ?, ?, ?)';
const DELETE_SALT = 'DELETE FROM leaf_salts WHERE leaf_index = ?';

/** Erases the content of a transaction's leaf; hash and proofs stay. */
export const eraseLeaf = act(
  'log.erase_leaf',
  (tx, { transactionId, reason, cause }: ErasureOrder): ErasedLeaf => {
    const leaf = tx.get<LeafRow>(FIND_LEAF, transactionId);
    if (!leaf) throw new Refusal('transaction_not_found');
    const { tenantId, leafIndex } = leaf;
    if (leafIndex === null) throw new Refusal('transaction_not_posted', { transactionId });
    if (leaf.erasedAt !== null) return { tenantId, replayed: true };
    const now = Math.max(tx.clock(tenantId), leaf.postedAt ?? 0);
    tx.run(RECORD, leafIndex, cause.actor, reason, cause.requestId, now);
    deleteSalt(tx, leafIndex);
    const object = {
      id: transactionId.replace(/^txn_/, 'bcr_'),
      object: 'blockchain_record',
      livemode: tx.livemode,
      transactionId,
      leafIndex,
      erasedAt: new Date(now).toISOString(),
      version: 1,
    };
    tx.emit({ tenantId, type: 'leaf.erased', object, cause });
    return { tenantId, replayed: false };
  },
);

function deleteSalt(tx: Tx, leafIndex: number): void {
  // Without this setting, SQLite only marks a deleted row as free and leaves it readable in the
  // file.
  tx.database.raw.pragma('secure_delete = ON');
  try {
    tx.run(DELETE_SALT, leafIndex);
  } finally {
    tx.database.raw.pragma('secure_delete = OFF');
  }
}
