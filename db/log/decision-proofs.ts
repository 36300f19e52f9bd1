// Proves that a decision about a customer is in the signed log and unchanged.

import { hashLeaf } from '../../chain/leaf.ts';
import { inclusionPath } from '../../chain/merkle.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { decisionLeaves } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { signedCheckpoint } from './checkpoint-view.ts';
import { type DecisionLeafRow, textOfDecision } from './decision-leaves.ts';
import { type FindLedger, SIGNED_WITHIN_MS } from './proofs.ts';
import { logReader } from './tree.ts';

const ROW = `SELECT ${columnsOf(decisionLeaves)} FROM decision_leaves WHERE decision_id = ?`;
const HASH = 'SELECT hash FROM leaves WHERE leaf_index = ? AND transaction_id = ?';

/** The reasons for which a decision has no proof. */
export const NO_PROOF = {
  no_leaf:
    'The bank has no leaf of the decision: the row that names it was deleted. The hash of the decision is in the audit log once it is contested.',
  differs:
    'The bank keeps another hash for the decision than its log has: the row was changed after it was made.',
  log_not_here: 'The leaf is in the log of another ledger, which is not open here.',
} as const;

/**
 * Returns the proof of a decision, or the reason why there is none.
 * @param decision the decision with its current facts, which are proved if the leaf has their hash
 */
export function readDecisionProof(
  ledger: ReadLedger,
  decision: { readonly id: string; readonly facts: string },
  findLedger: FindLedger,
) {
  return ledger.database.read(() => {
    const row = ledger.database.raw.prepare<[string], DecisionLeafRow>(ROW).get(decision.id);
    if (!row) return { proof: null, noProof: NO_PROOF.no_leaf };
    const owner = row.ledger === ledger.name ? ledger : findLedger(row.ledger);
    if (!owner) return { proof: null, noProof: NO_PROOF.log_not_here };
    const proof = proofOf(owner, row, decision.facts);
    return { proof, noProof: proof === null ? NO_PROOF.differs : null };
  });
}

function proofOf(ledger: ReadLedger, row: DecisionLeafRow, facts: string) {
  const { leafIndex, decisionId, salt } = row;
  const hash = ledger.database.raw.prepare<[number, string], Buffer>(HASH).pluck();
  const storedHash = hash.get(leafIndex, decisionId);
  if (!storedHash) throw new Error(`decision ${decisionId} has no leaf ${leafIndex}`);
  const canonical = textOfDecision(row);
  // A row that was changed gets no proof, because the proof would look valid.
  if (canonical !== null && !hashLeaf(canonical).equals(storedHash)) return null;
  const log = logReader(ledger.database);
  const { checkpoint, chain } = log.anchorState(leafIndex);
  return {
    facts: salt === null ? null : facts,
    leaf: {
      hash: storedHash.toString('hex'),
      canonical,
      salt: salt?.toString('hex') ?? null,
      erased: salt === null,
    },
    leafIndex,
    inclusion: checkpoint && {
      treeSize: checkpoint.treeSize,
      auditPath: inclusionPath(leafIndex, checkpoint.treeSize, log.nodes).map((hash) =>
        hash.toString('hex'),
      ),
      checkpoint: signedCheckpoint(checkpoint),
      anchor: chain,
    },
    expectedBy: checkpoint ? null : timestamp(row.recordedAt + SIGNED_WITHIN_MS),
    verifier: {
      algorithm: 'RFC6962-SHA256' as const,
      canonicalization: 'RFC8785' as const,
      url: '/verify',
    },
  };
}
