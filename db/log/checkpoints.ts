// Signing a checkpoint: the nodes that the tree has grown, the signed root, and the news of it to
// every tenant with postings in it, in one database transaction.

import { checkpointText, type LogSigner } from '../../chain/checkpoint.ts';
import { newNodes, rootOf } from '../../chain/merkle.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import { checkpoints } from '../kernel/tables.ts';
import type { TxParts } from '../kernel/tx.ts';
import { readStoppedLog } from '../losses/reads.ts';
import { checkpointView } from './checkpoint-view.ts';
import type { LogReader } from './tree.ts';

/** Leaves that one checkpoint takes in at most: it holds the only writer up for so long. */
const MOST_LEAVES = 8_192;

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly log: LogReader;
  /** Returns null when this process has no key: then it can read proofs, and not sign. */
  readonly signer: () => LogSigner | null;
  readonly livemode: boolean;
  readonly now: () => number;
}

/**
 * Returns the act; call it inside `database.write` only. It signs what was appended since the last
 * checkpoint, up to 8,192 leaves; when that is nothing, it returns the last one. Null while the log
 * is empty.
 */
export function checkpointWriter(deps: Deps): () => CheckpointRow | null {
  const { raw } = deps.database;
  const head = raw.prepare<[], number>('SELECT size FROM log_head').pluck();
  const node = raw.prepare('INSERT INTO log_nodes VALUES (?, ?, ?)');
  const key = raw.prepare('INSERT INTO log_keys VALUES (?, ?, ?) ON CONFLICT (key_id) DO NOTHING');
  const insert = raw.prepare(`INSERT INTO checkpoints ${insertOf(checkpoints)}`);
  // The order of the join is fixed: the transactions outnumber the new leaves by far.
  const tenants = raw
    .prepare<[number, number], string>(
      `SELECT DISTINCT t.tenant_id FROM leaves l CROSS JOIN transactions t
       ON t.id = l.transaction_id WHERE l.leaf_index >= ? AND l.leaf_index < ?
       AND t.tenant_id NOT IN (SELECT tenant_id FROM tenant_moves) ORDER BY 1`,
    )
    .pluck();

  function grow(from: number, to: number): Buffer {
    for (const { level, index, hash } of newNodes(from, to, deps.log.nodes)) {
      node.run(level, index, hash);
    }
    return rootOf(to, deps.log.nodes);
  }

  function signCheckpoint(last: CheckpointRow | null, treeSize: number): CheckpointRow {
    const signer = deps.signer();
    if (!signer) throw new Error('the ledger was opened without a key to sign its log with');
    const text = {
      origin: signer.origin,
      treeSize,
      rootHash: grow(last?.treeSize ?? 0, treeSize),
      id: mint('checkpoint'),
      signedAt: Math.max(deps.now(), last?.signedAt ?? 0),
      previous: last?.id ?? null,
    };
    return {
      ...text,
      signature: signer.sign(checkpointText(text)),
      keyId: signer.keyId,
      verifierKey: signer.verifierKey,
    };
  }

  function emitEvent(row: CheckpointRow, from: number): void {
    const object = checkpointView(row, deps.livemode);
    const cause = { actor: 'workflow', requestId: row.id, idempotencyKey: null };
    for (const tenantId of tenants.all(from, row.treeSize)) {
      deps.emit({ tenantId, type: 'checkpoint.signed', object, cause });
    }
  }

  return () => {
    const size = head.get() ?? 0;
    const last = deps.log.newest();
    // What it would sign contradicts what was signed and is lost.
    if (readStoppedLog(deps) !== null) return last;
    const from = last?.treeSize ?? 0;
    if (size === from) return last;
    // A log that lost or changed what it signed must not be signed again as if nothing happened.
    if (last && !rootOf(from, deps.log.nodes).equals(last.rootHash)) {
      throw new Error(`the log no longer has the root that checkpoint ${last.id} signed`);
    }
    const row = signCheckpoint(last, Math.min(size, from + MOST_LEAVES));
    key.run(row.keyId, row.verifierKey, row.signedAt);
    insert.run(row);
    emitEvent(row, from);
    return row;
  };
}
