// Signs checkpoints. One database transaction writes the new nodes of the tree, the signed root,
// and an event for every tenant with new postings.

import { formatCheckpoint, type LogSigner } from '../../chain/checkpoint.ts';
import { newNodes, rootOf } from '../../chain/merkle.ts';
import { act } from '../kernel/act.ts';
import { insertOf } from '../kernel/columns.ts';
import { mint } from '../kernel/mint.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import { checkpoints } from '../kernel/tables.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';
import { readStoppedLog } from '../losses/reads.ts';
import { type CheckpointView, checkpointView } from './checkpoint-view.ts';
import { logReader } from './tree.ts';

/** Returns the signer, or null when this process has no key. */
export const logSigner = ledgerPart<() => LogSigner | null>('a signer of its log');

/** Leaves that one checkpoint adds at most, because signing blocks the only writer. */
const MAX_LEAVES = 8_192;

const LOG_SIZE = 'SELECT size FROM log_head';
const INSERT_NODE = 'INSERT INTO log_nodes VALUES (?, ?, ?)';
const INSERT_KEY = 'INSERT INTO log_keys VALUES (?, ?, ?) ON CONFLICT (key_id) DO NOTHING';
const INSERT = `INSERT INTO checkpoints ${insertOf(checkpoints)}`;
// CROSS JOIN fixes the order of the join, because there are far more transactions than new leaves.
const TENANTS = `SELECT DISTINCT t.tenant_id FROM leaves l CROSS JOIN transactions t
  ON t.id = l.transaction_id WHERE l.leaf_index >= ? AND l.leaf_index < ?
  AND t.tenant_id NOT IN (SELECT tenant_id FROM tenant_moves) ORDER BY 1`;

/**
 * Signs the leaves appended since the last checkpoint, at most 8,192 at a time, and returns the
 * newest checkpoint, or null while the log is empty. Safe to repeat.
 * @throws Error when the ledger was opened without a key, or signed leaves were lost or changed
 */
export const signCheckpoint = act('log.sign', (tx, _: null): CheckpointView | null => {
  const row = nextCheckpoint(tx);
  return row && checkpointView(row, tx.livemode);
});

function nextCheckpoint(tx: Tx): CheckpointRow | null {
  const size = tx.value<number>(LOG_SIZE) ?? 0;
  const last = logReader(tx.database).newest();
  // After a loss of signed leaves, a new checkpoint would contradict an earlier one.
  if (readStoppedLog(tx) !== null) return last;
  const from = last?.treeSize ?? 0;
  if (size === from) return last;
  // A log that lost or changed signed leaves must not be signed again as if it were intact.
  if (last && !rootOf(from, logReader(tx.database).nodes).equals(last.rootHash)) {
    throw new Error(`the log no longer has the root that checkpoint ${last.id} signed`);
  }
  const row = signRow(tx, last, Math.min(size, from + MAX_LEAVES));
  tx.run(INSERT_KEY, row.keyId, row.verifierKey, row.signedAt);
  tx.run(INSERT, row);
  emitEvent(tx, row, from);
  return row;
}

function appendNodes(tx: Tx, from: number, to: number): Buffer {
  for (const { level, index, hash } of newNodes(from, to, logReader(tx.database).nodes)) {
    tx.run(INSERT_NODE, level, index, hash);
  }
  return rootOf(to, logReader(tx.database).nodes);
}

function signRow(tx: Tx, last: CheckpointRow | null, treeSize: number): CheckpointRow {
  const signer = logSigner(tx)();
  if (!signer) throw new Error('the ledger was opened without a key to sign its log with');
  const text = {
    origin: signer.origin,
    treeSize,
    rootHash: appendNodes(tx, last?.treeSize ?? 0, treeSize),
    id: mint('checkpoint'),
    signedAt: Math.max(tx.now(), last?.signedAt ?? 0),
    previous: last?.id ?? null,
  };
  return {
    ...text,
    signature: signer.sign(formatCheckpoint(text)),
    keyId: signer.keyId,
    verifierKey: signer.verifierKey,
  };
}

function emitEvent(tx: Tx, row: CheckpointRow, from: number): void {
  const object = checkpointView(row, tx.livemode);
  const cause = { actor: 'workflow', requestId: row.id, idempotencyKey: null };
  for (const tenantId of tx.values<string>(TENANTS, from, row.treeSize)) {
    tx.emit({ tenantId, type: 'checkpoint.signed', object, cause });
  }
}
