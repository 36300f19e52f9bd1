// Checks that the stored log is the log that was signed: reads all leaves once, computes every root
// and stored node from them, and verifies every signature.

import type BetterSqlite3 from 'better-sqlite3';
import { formatCheckpoint, isSignedBy } from '../../chain/checkpoint.ts';
import { createFrontier } from '../../chain/frontier.ts';
import { STORED_EVERY } from '../../chain/merkle.ts';
import type { CheckpointRow } from '../kernel/rows.ts';

interface Finding {
  readonly name: string;
  readonly guarantee: string;
  readonly violations: number;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

const CHECKPOINTS = `SELECT c.tree_size AS treeSize, c.id, c.origin, c.root_hash AS rootHash,
  c.signature, c.key_id AS keyId, c.signed_at AS signedAt, c.previous,
  coalesce(k.verifier_key, '') AS verifierKey
  FROM checkpoints c LEFT JOIN log_keys k ON k.key_id = c.key_id ORDER BY c.tree_size`;

/** Returns the findings about the signed log. */
export function checkLog(db: BetterSqlite3.Database): Finding[] {
  const signedCheckpoints = db.prepare<[], CheckpointRow>(CHECKPOINTS).all();
  const roots = newFinding(
    'checkpoint_is_root',
    'Every checkpoint signs the root of the leaves that are stored.',
  );
  const nodes = newFinding('nodes_are_hashes', 'Every stored node is the hash of its leaves.');
  const signatures = newFinding(
    'checkpoints_are_signed',
    'Every checkpoint has the signature of its key and follows the one before it.',
  );
  streamLeaves(db, signedCheckpoints, { roots, nodes });
  let before: CheckpointRow | null = null;
  for (const row of signedCheckpoints) {
    const followsPrevious = row.previous === (before?.id ?? null);
    const isInOrder = row.signedAt >= (before?.signedAt ?? 0);
    const hasKeyOfItsLog = row.verifierKey.startsWith(`${row.origin}+${row.keyId}+`);
    const text = formatCheckpoint(row);
    if (
      !(
        followsPrevious &&
        isInOrder &&
        hasKeyOfItsLog &&
        isSignedBy(row.verifierKey, text, row.signature)
      )
    ) {
      signatures.add({ checkpoint: row.id, treeSize: row.treeSize });
    }
    before = row;
  }
  return [roots, nodes, signatures].map(({ add, ...finding }) => finding);
}

interface Violations extends Finding {
  violations: number;
  add(example: Record<string, unknown>): void;
}

function newFinding(name: string, guarantee: string): Violations {
  const examples: Record<string, unknown>[] = [];
  return {
    name,
    guarantee,
    violations: 0,
    examples,
    add(example) {
      this.violations += 1;
      if (examples.length < 5) examples.push(example);
    },
  };
}

interface LogViolations {
  readonly roots: Violations;
  readonly nodes: Violations;
}

function streamLeaves(
  db: BetterSqlite3.Database,
  signedCheckpoints: readonly CheckpointRow[],
  { roots, nodes }: LogViolations,
): void {
  const stored = db
    .prepare<[number, number], Buffer>(
      'SELECT hash FROM log_nodes WHERE level = ? AND node_index = ?',
    )
    .pluck();
  const leaves = db.prepare<[], { index: number; hash: Buffer }>(
    'SELECT leaf_index AS "index", hash FROM leaves ORDER BY leaf_index',
  );
  const size = signedCheckpoints.at(-1)?.treeSize ?? 0;
  const tree = createFrontier();
  let storedNodes = 0;
  const dueCheckpoints = [...signedCheckpoints];
  for (const { index, hash } of leaves.iterate()) {
    if (tree.size === size || index !== tree.size) break;
    tree.append(hash, (level, index, expectedHash) => {
      if (level % STORED_EVERY !== 0) return;
      const storedNode = stored.get(level, index);
      if (storedNode) storedNodes += 1;
      if (!storedNode?.equals(expectedHash)) nodes.add({ level, index });
    });
    const next = dueCheckpoints[0];
    if (next?.treeSize !== tree.size) continue;
    dueCheckpoints.shift();
    if (!next.rootHash.equals(tree.root())) {
      roots.add({ checkpoint: next.id, treeSize: next.treeSize });
    }
  }
  // The remaining checkpoints cover leaves that are missing.
  for (const uncovered of dueCheckpoints) {
    roots.add({ checkpoint: uncovered.id, treeSize: uncovered.treeSize, leavesFound: tree.size });
  }
  const storedCount = db.prepare<[], number>('SELECT count(*) FROM log_nodes').pluck().get() ?? 0;
  if (storedCount > storedNodes) nodes.add({ storedBeyondTheTree: storedCount - storedNodes });
}
