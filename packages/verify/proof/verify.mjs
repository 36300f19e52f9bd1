// @ts-check Verifies proofs of Kontor's log without trusting Kontor: no dependencies, no requests,
//   the same files in Node (20 or newer) and in browsers. docs/build/layer3.md specifies the
//   computation.
//
//   import { verifyProof } from './verify.mjs';
//   const verdict = await verifyProof(JSON.parse(text), { verifierKey: '…the key you pinned…' });

import {
  bytesAt,
  Fault,
  fromHex,
  hashAt,
  hashesAt,
  integerAt,
  joinBytes,
  recordAt,
  requireSame,
  textAt,
  toBase64,
  toHex,
  utf8,
} from './fields.mjs';
import { rootFromPath, rootsFromPath, sha256 } from './tree.mjs';

/**
 * @typedef {{ origin: string, treeSize: number, rootHash: string, keyId: string, id: string,
 *   signedAt: string, signature: string, verifierKey: string, previous: string | null,
 *   note: string }} Checkpoint
 * @typedef {(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
 *   boolean | Promise<boolean>} Ed25519
 * @typedef {{ verifierKey?: string | undefined, rootHash?: string | undefined,
 *   ed25519?: Ed25519 | undefined, passed?: ((step: Step) => void) | undefined }} Options
 *   `verifierKey`: the key that you trust, noted down earlier. `rootHash`: the root that you trust
 *   for this size, say from the chain. `ed25519`: instead of WebCrypto's. `passed` is
 *   called with each step that the proof has passed.
 * @typedef {'checkpoint' | 'leaf' | 'path' | 'signature'} Step
 * @typedef {{ verified: true, kind: 'inclusion' | 'consistency', origin: string, treeSize: number,
 *   rootHash: string, signedAt: string, verifierKey: string, keyIsPinned: boolean,
 *   transactionId: string | null, decisionId: string | null,
 *   leaf: Record<string, unknown> | null, leafIndex: number | null,
 *   fromSize: number | null, unchecked: string[] }} Verified
 * @typedef {{ verified: false, field: string, reason: string }} Refused
 */

/**
 * Verifies an inclusion proof, a consistency proof, or a decision with its proof.
 * @param {unknown} proof the parsed JSON of `GET …/proof`, `GET /v1/blockchain/consistency` or
 *   `GET /v1/decisions/{id}`
 * @param {Options} [options]
 * @returns {Promise<Verified | Refused>}
 */
export async function verifyProof(proof, options = {}) {
  try {
    const fields = recordAt(proof, 'the proof');
    if (fields.object === 'consistency_proof') return await verifyConsistency(fields, options);
    if (fields.object === 'proof') return await verifyInclusion(fields, options, leafAt);
    if (fields.object === 'decision') return await verifyDecision(fields, options);
    if (fields.object === 'pending_proof') {
      throw new Fault(
        'object',
        'is "pending_proof": it is not there yet, ask again after expectedBy',
      );
    }
    throw new Fault('object', 'is neither "proof", "consistency_proof" nor "decision"');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { verified: false, field: error.field, reason: error.message };
  }
}

/**
 * Verifies that the log contains the hash of a decision's facts, and that the decision shows them.
 * @param {Record<string, unknown>} decision
 * @param {Options} options
 * @returns {Promise<Verified>}
 */
async function verifyDecision(decision, options) {
  if (decision.proof === null) throw new Fault('proof', `is not there: ${decision.noProof}`);
  const proof = recordAt(decision.proof, 'proof');
  if (proof.inclusion === null) {
    throw new Fault('proof.inclusion', 'is not there yet, ask again after proof.expectedBy');
  }
  const fields = { ...proof, ...recordAt(proof.inclusion, 'proof.inclusion'), shown: decision };
  return await verifyInclusion(fields, options, decisionLeafAt);
}

/**
 * @param {Record<string, unknown>} proof
 * @param {Options} options
 * @param {typeof leafAt} readLeaf
 * @returns {Promise<Verified>}
 */
async function verifyInclusion(proof, options, readLeaf) {
  const method = recordAt(proof.verifier, 'verifier');
  requireSame(method.algorithm, 'RFC6962-SHA256', 'verifier.algorithm');
  requireSame(method.canonicalization, 'RFC8785', 'verifier.canonicalization');
  const leafIndex = integerAt(proof.leafIndex, 'leafIndex');
  const treeSize = integerAt(proof.treeSize, 'treeSize');
  const checkpoint = checkpointAt(proof.checkpoint, 'checkpoint');
  requireSame(treeSize, checkpoint.treeSize, 'treeSize');
  options.passed?.('checkpoint');
  if (leafIndex >= treeSize) throw new Fault('leafIndex', `there are only ${treeSize} leaves`);
  const leaf = await readLeaf(recordAt(proof.leaf, 'leaf'), proof, leafIndex);
  options.passed?.('leaf');
  const path = hashesAt(proof.auditPath, 'auditPath');
  const root = await rootFromPath({ index: leafIndex, size: treeSize, path, hash: leaf.hash });
  requireSame(
    toHex(root),
    checkpoint.rootHash,
    'auditPath',
    'does not lead to checkpoint.rootHash',
  );
  options.passed?.('path');
  const key = await verifySigner(checkpoint, 'checkpoint', options);
  options.passed?.('signature');
  return {
    ...verdictOf('inclusion', checkpoint, key),
    ...leaf.names,
    leaf: leaf.content,
    leafIndex,
    // Without its content, nothing connects a leaf with a transaction or decision.
    unchecked: [...leaf.unchecked, 'anchor', 'verifier.url'],
  };
}

/**
 * @param {Record<string, unknown>} proof
 * @param {Options} options
 * @returns {Promise<Verified>}
 */
async function verifyConsistency(proof, options) {
  const from = checkpointAt(proof.from, 'from');
  const to = checkpointAt(proof.to, 'to');
  requireSame(from.origin, to.origin, 'from.origin', 'is another log than to.origin');
  if (from.treeSize > to.treeSize) throw new Fault('from.treeSize', 'is larger than to.treeSize');
  options.passed?.('checkpoint');
  const path = hashesAt(proof.path, 'path');
  const roots = await rootsFromPath(from, to.treeSize, path);
  requireSame(toHex(roots.from), from.rootHash, 'path', 'does not lead to from.rootHash');
  requireSame(toHex(roots.to), to.rootHash, 'path', 'does not lead to to.rootHash');
  options.passed?.('path');
  // A pinned key or root applies to the newer checkpoint; the older may precede a rotation.
  await verifySigner(from, 'from', { ...options, verifierKey: undefined, rootHash: undefined });
  const key = await verifySigner(to, 'to', options);
  options.passed?.('signature');
  return { ...verdictOf('consistency', to, key), fromSize: from.treeSize };
}

/**
 * @param {'inclusion' | 'consistency'} kind
 * @param {Checkpoint} checkpoint
 * @param {{ verifierKey: string, keyIsPinned: boolean }} key
 * @returns {Verified}
 */
function verdictOf(kind, { origin, treeSize, rootHash, signedAt }, key) {
  const none = {
    transactionId: null,
    decisionId: null,
    leaf: null,
    leafIndex: null,
    fromSize: null,
  };
  const signed = { origin, treeSize, rootHash, signedAt };
  return { verified: true, kind, ...signed, ...key, ...none, unchecked: [] };
}

// The leaf: SHA-256(0x00 ‖ canonical JSON).

/**
 * @param {Record<string, unknown>} leaf
 * @param {Record<string, unknown>} proof
 * @param {number} leafIndex
 * @returns {Promise<{ hash: Uint8Array, content: Record<string, unknown> | null,
 *   names: { transactionId?: string, decisionId?: string }, unchecked: string[] }>}
 */
async function leafAt(leaf, proof, leafIndex) {
  const transactionId = textAt(proof.transactionId, 'transactionId');
  const { hash, content } = await readLeafContent(leaf, 1);
  if (content === null) return { hash, content, names: {}, unchecked: ['transactionId'] };
  requireSame(content.transactionId, transactionId, 'transactionId', 'is not the one of the leaf');
  requireSame(
    content.ledgerSequence,
    leafIndex + 1,
    'leafIndex',
    'is not the place that the leaf names',
  );
  return { hash, content, names: { transactionId }, unchecked: [] };
}

/** Fields of a decision that its facts repeat; `reasons` are compared separately. */
const REPEATED_FACTS = ['id', 'kind', 'outcome', 'customerId', 'accountId', 'subject', 'question'];
const ALL_FACTS = [...REPEATED_FACTS, 'decidedBy', 'createdAt'];
/** Fields of a decision that no hash covers. */
const UNHASHED_FIELDS = ['summary', 'reasons.message', 'counterfactual', 'review', 'contest'];

/** @type {typeof leafAt} */
async function decisionLeafAt(leaf, proof, leafIndex) {
  const decision = recordAt(proof.shown, 'the decision');
  const decisionId = textAt(decision.id, 'id');
  const { hash, content } = await readLeafContent(leaf, 2);
  if (content === null) {
    return { hash, content, names: {}, unchecked: ['id', ...ALL_FACTS.slice(1), 'reasons'] };
  }
  requireSame(content.decisionId, decisionId, 'id', 'is not the one of the leaf');
  requireSame(content.leafIndex, leafIndex, 'leafIndex', 'is not the place that the leaf names');
  const text = textAt(proof.facts, 'proof.facts');
  const digest = toHex(await sha256(utf8(text)));
  requireSame(digest, content.factsSha256, 'proof.facts', 'is not what the leaf has the hash of');
  requireSame(decision.factsSha256, digest, 'factsSha256', 'is not the hash of proof.facts');
  const facts = recordAt(parseJson(text), 'proof.facts');
  for (const name of ALL_FACTS) {
    requireSame(
      canonicalOf(decision[name]),
      canonicalOf(facts[name]),
      name,
      'is not that of proof.facts',
    );
  }
  compareReasons(decision.reasons, facts.reasons);
  return { hash, content, names: { decisionId }, unchecked: UNHASHED_FIELDS };
}

/**
 * Compares reasons: those of the facts come in order; a later explanation may add others.
 * @param {unknown} shownReasons
 * @param {unknown} writtenReasons
 */
function compareReasons(shownReasons, writtenReasons) {
  if (!Array.isArray(shownReasons)) throw new Fault('reasons', 'is not a list');
  const keyOf = (/** @type {unknown} */ reason) => {
    const { code, figures } = recordAt(reason, 'reasons');
    return canonicalOf({ code, figures });
  };
  const remaining = shownReasons.map(keyOf);
  for (const reason of Array.isArray(writtenReasons) ? writtenReasons : []) {
    const index = remaining.indexOf(keyOf(reason));
    if (index === -1) throw new Fault('reasons', 'lack one that the leaf has the hash of');
    remaining.splice(0, index + 1);
  }
}

/**
 * The hash of a leaf, and its content; null when it was erased.
 * @param {Record<string, unknown>} leaf
 * @param {number} version
 */
async function readLeafContent(leaf, version) {
  const hash = hashAt(leaf.hash, 'leaf.hash');
  if (leaf.erased === true) {
    requireSame(
      leaf.canonical,
      null,
      'leaf.canonical',
      'is there although it is said to be erased',
    );
    requireSame(leaf.salt, null, 'leaf.salt', 'is there although the content is said to be erased');
    return { hash, content: null };
  }
  requireSame(leaf.erased, false, 'leaf.erased');
  const canonical = textAt(leaf.canonical, 'leaf.canonical');
  const content = contentOf(canonical);
  const bytes = joinBytes([Uint8Array.of(0), utf8(canonical)]);
  requireSame(
    toHex(await sha256(bytes)),
    toHex(hash),
    'leaf.hash',
    'is not the hash of leaf.canonical',
  );
  requireSame(content.v, version, 'leaf.canonical', 'has a version that is not known here');
  requireSame(content.salt, leaf.salt, 'leaf.salt', 'is not the one of the leaf');
  return { hash, content };
}

/**
 * @param {string} canonical
 * @returns {Record<string, unknown>}
 */
function contentOf(canonical) {
  const content = parseJson(canonical);
  if (content === undefined) throw new Fault('leaf.canonical', 'is not JSON');
  // Only the canonical text is accepted: others, such as with a duplicate name, are ambiguous.
  requireSame(
    canonicalOf(content),
    canonical,
    'leaf.canonical',
    'is not in the canonical form (RFC 8785)',
  );
  return recordAt(content, 'leaf.canonical');
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * RFC 8785 form of a parsed value.
 * @param {unknown} value
 * @returns {string}
 */
function canonicalOf(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const record = /** @type {Record<string, unknown>} */ (value);
  const members = Object.keys(record)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalOf(record[name])}`);
  return `{${members.join(',')}}`;
}

// The checkpoint: a C2SP signed note.

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {Checkpoint}
 */
function checkpointAt(value, field) {
  const fields = recordAt(value, field);
  const [text = '', signatureLine = '', ...rest] = textAt(fields.note, `${field}.note`).split(
    '\n\n',
  );
  if (rest.length > 0) throw new Fault(`${field}.note`, 'has more than one empty line');
  const [origin, size, root, id, signedAt, previous, ...unknownLines] = text.split('\n');
  if (unknownLines.length > 0)
    throw new Fault(`${field}.note`, 'has lines that are not known here');
  const differsFromNote = (/** @type {string} */ name) =>
    `is not what ${field}.note says of its ${name}`;
  const treeSize = integerAt(fields.treeSize, `${field}.treeSize`);
  const rootHash = toHex(hashAt(fields.rootHash, `${field}.rootHash`));
  requireSame(fields.origin, origin, `${field}.origin`, differsFromNote('origin'));
  requireSame(String(treeSize), size, `${field}.treeSize`, differsFromNote('size'));
  requireSame(toBase64(fromHex(rootHash)), root, `${field}.rootHash`, differsFromNote('root'));
  requireSame(`id ${fields.id}`, id, `${field}.id`, differsFromNote('id'));
  requireSame(
    `signed-at ${fields.signedAt}`,
    signedAt,
    `${field}.signedAt`,
    differsFromNote('time'),
  );
  requireSame(
    `previous ${fields.previous === null ? 'none' : fields.previous}`,
    previous,
    `${field}.previous`,
    differsFromNote('predecessor'),
  );
  const keyId = textAt(fields.keyId, `${field}.keyId`);
  const signature = bytesAt(fields.signature, `${field}.signature`, 64);
  if (!/^[0-9a-f]{8}$/.test(keyId)) throw new Fault(`${field}.keyId`, 'is not 8 hex digits');
  const line = `\u2014 ${origin} ${toBase64(joinBytes([fromHex(keyId), signature]))}\n`;
  requireSame(line, signatureLine, `${field}.signature`, differsFromNote('signature'));
  textAt(fields.verifierKey, `${field}.verifierKey`);
  return /** @type {Checkpoint} */ ({ ...fields, treeSize, rootHash });
}

/**
 * @param {Checkpoint} checkpoint
 * @param {string} field
 * @param {Options} options
 */
async function verifySigner(checkpoint, field, options) {
  const pinned = options.verifierKey;
  const [, name, keyId, encoded] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(pinned ?? checkpoint.verifierKey) ?? [];
  const source = pinned === undefined ? `${field}.verifierKey` : 'the key that you gave';
  if (!name || !encoded) throw new Fault(source, 'is not a verifier key (name+id+key)');
  const key = bytesAt(encoded, source, 33);
  if (key[0] !== 1) throw new Fault(source, 'is not an Ed25519 key');
  const digest = await sha256(joinBytes([utf8(`${name}\n`), key]));
  requireSame(toHex(digest.subarray(0, 4)), keyId, source, 'has another key than its key id says');
  requireSame(checkpoint.origin, name, source, 'is the key of another log');
  requireSame(checkpoint.keyId, keyId, `${field}.keyId`, 'is not the id of that key');
  requireSame(checkpoint.verifierKey, pinned ?? checkpoint.verifierKey, `${field}.verifierKey`);
  const message = utf8(`${checkpoint.note.split('\n\n')[0]}\n`);
  const verify = options.ed25519 ?? webCryptoEd25519;
  const signature = bytesAt(checkpoint.signature, `${field}.signature`, 64);
  if (!(await verify(key.subarray(1), message, signature))) {
    throw new Fault(`${field}.signature`, 'is not the signature of that key over the checkpoint');
  }
  if (options.rootHash !== undefined) {
    requireSame(
      checkpoint.rootHash,
      options.rootHash,
      `${field}.rootHash`,
      'is not the root you trust',
    );
  }
  return { verifierKey: checkpoint.verifierKey, keyIsPinned: pinned !== undefined };
}

/**
 * @param {Uint8Array} publicKey
 * @param {Uint8Array} message
 * @param {Uint8Array} signature
 */
async function webCryptoEd25519(publicKey, message, signature) {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return subtle.verify('Ed25519', key, signature, message);
}
