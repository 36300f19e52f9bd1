// Generates docs/reference/layer3-vectors.json: a small log with all its leaves, roots and proofs. It
// tests a verifier in another language without a bank.

import { hashLeaf } from '../../chain/leaf.ts';
import { rootOf } from '../../chain/merkle.ts';
import { makeLog } from './make-log.ts';

const SIZES = [1, 2, 3, 4, 5, 7, 8, 16, 17, 19];
const INCLUSION = [
  [0, 1],
  [0, 2],
  [1, 2],
  [2, 3],
  [4, 5],
  [6, 7],
  [0, 16],
  [15, 16],
  [16, 17],
] as const;
/** Leaf indexes and sizes of the proofs of decisions, which are the last two leaves. */
const DECISIONS = [
  [17, 18],
  [17, 19],
  [18, 19],
] as const;
const CONSISTENCY = [
  [1, 1],
  [1, 2],
  [2, 3],
  [3, 7],
  [4, 8],
  [6, 17],
  [16, 17],
  [17, 19],
] as const;

export function makeVectors() {
  const log = makeLog(19, 2);
  return {
    description:
      'A log of Kontor, spelled out. The key is that of RFC 8032 section 7.1, test 1. Hashes are ' +
      'in hexadecimal; leafHash = SHA-256(00 || leafBytes), leafBytes = UTF-8 of canonical.',
    verifierKey: log.signer.verifierKey,
    leaves: log.texts.map((canonical, index) => ({
      index,
      canonical,
      leafBytes: Buffer.from(canonical, 'utf8').toString('hex'),
      leafHash: hashLeaf(canonical).toString('hex'),
    })),
    roots: SIZES.map((size) => ({ size, root: rootOf(size, log.tree.read).toString('hex') })),
    checkpoints: [log.makeCheckpoint(1), log.makeCheckpoint(17), log.makeCheckpoint(19)],
    valid: [
      ...INCLUSION.map(([index, size]) => log.makeProof(index, size)),
      ...DECISIONS.map(([index, size]) => log.makeDecision(index, size)),
      ...CONSISTENCY.map(([from, to]) => log.makeConsistencyProof(from, to)),
    ],
    refused: makeBadProofs(log),
  };
}

/** Returns proofs that a verifier has to refuse, each with the field that our verifier names. */
function makeBadProofs(log: ReturnType<typeof makeLog>) {
  const proof = log.makeProof(6, 7);
  const [firstHash = '', ...otherHashes] = proof.auditPath;
  const { leaf, checkpoint } = proof;
  const changedLeaf = leaf.canonical.replaceAll('"amount":106', '"amount":906');
  const decision = log.makeDecision(17, 19);
  const { facts } = decision.proof;
  const [reason] = decision.reasons;
  const approvedFacts = facts.replace('denied', 'approved');
  return [
    ['outcome', { ...decision, outcome: 'approved' }],
    ['reasons', { ...decision, reasons: [{ ...reason, figures: [] }] }],
    ['proof.facts', { ...decision, proof: { ...decision.proof, facts: approvedFacts } }],
    ['id', { ...decision, proof: log.makeDecision(18, 19).proof }],
    ['leaf.hash', { ...proof, leaf: { ...leaf, canonical: changedLeaf } }],
    ['leafIndex', { ...proof, leafIndex: 5 }],
    ['treeSize', { ...proof, treeSize: 8 }],
    ['auditPath', { ...proof, auditPath: otherHashes }],
    ['auditPath', { ...proof, auditPath: [firstHash, firstHash, ...otherHashes] }],
    ['auditPath', { ...proof, auditPath: [...otherHashes, firstHash] }],
    ['checkpoint.signedAt', { ...proof, checkpoint: { ...checkpoint, signedAt: 'today' } }],
    [
      'checkpoint.signature',
      { ...proof, checkpoint: { ...log.makeCheckpoint(7), signature: signOtherCheckpoint(log) } },
    ],
    ['path', { ...log.makeConsistencyProof(3, 7), path: log.makeConsistencyProof(4, 8).path }],
    ['from.treeSize', { ...log.makeConsistencyProof(3, 7), from: log.makeCheckpoint(8) }],
  ].map(([field, input]) => ({ field, proof: input }));
}

function signOtherCheckpoint(log: ReturnType<typeof makeLog>): string {
  return log.makeCheckpoint(8).signature;
}
