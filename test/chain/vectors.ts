// Generates docs/reference/layer3-vectors.json: a small log in full, with which a verifier in
// another language can be tested without a bank.

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
/** The last two leaves are of decisions. */
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

export function vectors() {
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
    checkpoints: [log.checkpoint(1), log.checkpoint(17), log.checkpoint(19)],
    valid: [
      ...INCLUSION.map(([index, size]) => log.proof(index, size)),
      ...DECISIONS.map(([index, size]) => log.decision(index, size)),
      ...CONSISTENCY.map(([from, to]) => log.consistency(from, to)),
    ],
    refused: badProofs(log),
  };
}

/** Proofs that a verifier has to refuse, each with the field that our verifier names. */
function badProofs(log: ReturnType<typeof makeLog>) {
  const proof = log.proof(6, 7);
  const [first = '', ...rest] = proof.auditPath;
  const { leaf, checkpoint } = proof;
  const tampered = leaf.canonical.replaceAll('"amount":106', '"amount":906');
  const decision = log.decision(17, 19);
  const { facts } = decision.proof;
  const [reason] = decision.reasons;
  const approved = facts.replace('denied', 'approved');
  return [
    ['outcome', { ...decision, outcome: 'approved' }],
    ['reasons', { ...decision, reasons: [{ ...reason, figures: [] }] }],
    ['proof.facts', { ...decision, proof: { ...decision.proof, facts: approved } }],
    ['id', { ...decision, proof: log.decision(18, 19).proof }],
    ['leaf.hash', { ...proof, leaf: { ...leaf, canonical: tampered } }],
    ['leafIndex', { ...proof, leafIndex: 5 }],
    ['treeSize', { ...proof, treeSize: 8 }],
    ['auditPath', { ...proof, auditPath: rest }],
    ['auditPath', { ...proof, auditPath: [first, first, ...rest] }],
    ['auditPath', { ...proof, auditPath: [...rest, first] }],
    ['checkpoint.signedAt', { ...proof, checkpoint: { ...checkpoint, signedAt: 'today' } }],
    [
      'checkpoint.signature',
      { ...proof, checkpoint: { ...log.checkpoint(7), signature: otherProof(log) } },
    ],
    ['path', { ...log.consistency(3, 7), path: log.consistency(4, 8).path }],
    ['from.treeSize', { ...log.consistency(3, 7), from: log.checkpoint(8) }],
  ].map(([field, input]) => ({ field, proof: input }));
}

function otherProof(log: ReturnType<typeof makeLog>): string {
  return log.checkpoint(8).signature;
}
