// Makes a small log without a database: leaves of transactions and of decisions, the tree over them,
// signed checkpoints of any size, and proofs.

import { createHash, createPrivateKey } from 'node:crypto';
import canonicalizeModule from 'canonicalize';
import {
  formatCheckpoint,
  formatSignedNote,
  logOrigin,
  logSigner,
} from '../../chain/checkpoint.ts';
import { canonicalDecision, canonicalLeaf, hashLeaf } from '../../chain/leaf.ts';
import { consistencyPath, inclusionPath, rootOf } from '../../chain/merkle.ts';
import { createMemoryTree } from './memory-tree.ts';

// The package types its default export for CommonJS.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string;

/** The key of RFC 8032 §7.1, test 1. It is public, so only tests sign with it. */
export const KNOWN_KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: base64url('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'),
    x: base64url('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
  },
});

function base64url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}

const ID = '06ayx0rw7mf5w0h1y6k2v3';
const START_TIME = Date.UTC(2026, 10, 21, 9, 30);

const saltOf = (n: number): string => n.toString(16).padStart(32, '0');

/** Returns the facts of the decision at leaf `n`: a denied loan. */
function makeFacts(n: number) {
  const figure = { name: 'income', observed: 900 + n, is: 'below', threshold: 1_200, unit: 'EUR' };
  return {
    id: `crd_${ID}${n.toString(10).padStart(4, '0')}`,
    kind: 'credit',
    outcome: 'denied',
    customerId: `cust_${ID}000c`,
    accountId: null,
    subject: { type: 'credit_assessment', id: `crd_${ID}${n.toString(10).padStart(4, '0')}` },
    question: 'Can the customer borrow 5,000.00 €?',
    decidedBy: { type: 'model', name: 'credit-scoring', version: '3.2.0' },
    reasons: [{ code: 'income_low', figures: [figure] }],
    createdAt: new Date(START_TIME + n).toISOString(),
  };
}

function formatDecisionLeaf(n: number): string {
  const facts = makeFacts(n);
  return canonicalDecision({
    decisionId: facts.id,
    factsSha256: createHash('sha256').update(canonicalize(facts)).digest('hex'),
    leafIndex: n,
    recordedAt: START_TIME + n,
    salt: saltOf(n),
  });
}

/** Returns the canonical text of leaf `n`, a transaction. */
function formatTransactionLeaf(n: number): string {
  return canonicalLeaf({
    currency: 'EUR',
    entries: [
      { accountId: `acc_${ID}000a`, amount: 100 + n, currency: 'EUR', direction: 'debit' },
      { accountId: `acc_${ID}000b`, amount: 100 + n, currency: 'EUR', direction: 'credit' },
    ],
    ledgerSequence: n + 1,
    postedAt: START_TIME + n,
    salt: saltOf(n),
    transactionId: `txn_${ID}${n.toString(10).padStart(4, '0')}`,
    type: 'transfer',
  });
}

const VERIFIER = { algorithm: 'RFC6962-SHA256', canonicalization: 'RFC8785', url: '/verify' };

/**
 * Makes a log of `size` leaves: the last `decisions` leaves are decisions, the others transactions.
 */
export function makeLog(size: number, decisions = 0) {
  const isDecision = (n: number) => n >= size - decisions;
  const texts = Array.from({ length: size }, (_, n) =>
    isDecision(n) ? formatDecisionLeaf(n) : formatTransactionLeaf(n),
  );
  const tree = createMemoryTree();
  tree.append(texts.map(hashLeaf));
  const signer = logSigner(logOrigin('sandbox', '0011aabbccdd'), KNOWN_KEY);

  function makeCheckpoint(treeSize: number) {
    const text = {
      id: `chk_${ID}${String(treeSize).padStart(4, '0')}`,
      origin: signer.origin,
      treeSize,
      rootHash: rootOf(treeSize, tree.read),
      signedAt: START_TIME + 60_000 + treeSize,
      previous: treeSize === 1 ? null : `chk_${ID}${String(treeSize - 1).padStart(4, '0')}`,
    };
    const signature = signer.sign(formatCheckpoint(text));
    return {
      id: text.id,
      origin: text.origin,
      treeSize,
      rootHash: text.rootHash.toString('hex'),
      signedAt: new Date(text.signedAt).toISOString(),
      signature: signature.toString('base64'),
      keyId: signer.keyId,
      verifierKey: signer.verifierKey,
      previous: text.previous,
      note: formatSignedNote(formatCheckpoint(text), signer.keyId, signature),
    };
  }

  function leafAt(leafIndex: number) {
    const canonical = texts[leafIndex] ?? '';
    const { salt } = JSON.parse(canonical);
    return { hash: hashLeaf(canonical).toString('hex'), canonical, salt, erased: false };
  }

  function inclusionAt(leafIndex: number, treeSize: number) {
    return {
      treeSize,
      auditPath: inclusionPath(leafIndex, treeSize, tree.read).map(hex),
      checkpoint: makeCheckpoint(treeSize),
      anchor: null,
    };
  }

  function makeProof(leafIndex: number, treeSize: number) {
    const leaf = leafAt(leafIndex);
    const { transactionId } = JSON.parse(leaf.canonical);
    return {
      object: 'proof',
      transactionId,
      leaf,
      leafIndex,
      ...inclusionAt(leafIndex, treeSize),
      verifier: VERIFIER,
    };
  }

  /** Returns a decision as `GET /v1/decisions/{id}` shows it, without the sentences. */
  function makeDecision(leafIndex: number, treeSize: number) {
    const facts = makeFacts(leafIndex);
    const text = canonicalize(facts);
    return {
      object: 'decision',
      ...facts,
      factsSha256: createHash('sha256').update(text).digest('hex'),
      proof: {
        facts: text,
        leaf: leafAt(leafIndex),
        leafIndex,
        inclusion: inclusionAt(leafIndex, treeSize),
        expectedBy: null,
        verifier: VERIFIER,
      },
      noProof: null,
      booking: null,
    };
  }

  function makeConsistencyProof(from: number, to: number) {
    return {
      object: 'consistency_proof',
      from: makeCheckpoint(from),
      to: makeCheckpoint(to),
      path: consistencyPath(from, to, tree.read).map(hex),
    };
  }

  return { texts, tree, signer, makeCheckpoint, makeProof, makeDecision, makeConsistencyProof };
}

function hex(hash: Buffer): string {
  return hash.toString('hex');
}
