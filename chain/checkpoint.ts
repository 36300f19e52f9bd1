// Checkpoints: signed statements of the size and root of the log. The text is a C2SP
// tlog-checkpoint (origin, size, root) in a C2SP signed note, which any C2SP witness can read.
// https://c2sp.org/tlog-checkpoint, https://c2sp.org/signed-note

import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** The signed content of a checkpoint. */
export interface CheckpointText {
  /** Permanent name of the log: environment and ledger. */
  readonly origin: string;
  readonly treeSize: number;
  /** 32 bytes. */
  readonly rootHash: Buffer;
  readonly id: string;
  /** Milliseconds since 1970 UTC. */
  readonly signedAt: number;
  /** Id of the previous checkpoint; null for the first. */
  readonly previous: string | null;
}

/** Signs the checkpoints of one log. */
export interface LogSigner {
  readonly origin: string;
  /** Eight hexadecimal digits, as the signed-note specification defines. */
  readonly keyId: string;
  /** Public key as verifiers expect it: `<origin>+<key id>+<base64>`. */
  readonly verifierKey: string;
  /** The signature of a text: 64 bytes. */
  sign(text: string): Buffer;
}

const ED25519 = 0x01;
/** DER of an Ed25519 public key before its 32 bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The first two plus signs are separators; base64 may contain more. */
const VERIFIER_KEY = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/;

/** The origin of the log of a ledger. */
export function logOrigin(environment: string, ledgerName: string): string {
  return `kontor/${environment}/${ledgerName}`;
}

/**
 * Returns the signer of a log.
 * @throws Error when the key is not an Ed25519 private key
 */
export function logSigner(origin: string, key: KeyObject): LogSigner {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the log signs with Ed25519 only');
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const publicKey = Buffer.concat([Buffer.from([ED25519]), spki.subarray(SPKI_PREFIX.length)]);
  const keyId = keyIdOf(origin, publicKey).toString('hex');
  return {
    origin,
    keyId,
    verifierKey: `${origin}+${keyId}+${publicKey.toString('base64')}`,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key),
  };
}

/**
 * The text to sign. The three lines after the root are extension lines with the further facts of
 * our proofs; other readers ignore them.
 */
export function formatCheckpoint(checkpoint: CheckpointText): string {
  const { origin, treeSize, rootHash, id, signedAt, previous } = checkpoint;
  const lines = [
    origin,
    String(treeSize),
    rootHash.toString('base64'),
    `id ${id}`,
    `signed-at ${new Date(signedAt).toISOString()}`,
    `previous ${previous ?? 'none'}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The signed note: text, empty line, signature line. */
export function formatSignedNote(text: string, keyId: string, signature: Buffer): string {
  const [origin = ''] = text.split('\n', 1);
  const stamp = Buffer.concat([Buffer.from(keyId, 'hex'), signature]).toString('base64');
  return `${text}\n\u2014 ${origin} ${stamp}\n`;
}

/** True when the signature of the text was made with the key of the verifier key. */
export function isSignedBy(verifierKey: string, text: string, signature: Buffer): boolean {
  const [, origin = '', keyId = '', encoded = ''] = VERIFIER_KEY.exec(verifierKey) ?? [];
  const publicKey = Buffer.from(encoded, 'base64');
  if (publicKey.length !== 33 || publicKey[0] !== ED25519) return false;
  if (keyIdOf(origin, publicKey).toString('hex') !== keyId) return false;
  const key = createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, publicKey.subarray(1)]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text, 'utf8'), key, signature);
}

function keyIdOf(origin: string, publicKey: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.from(`${origin}\n`, 'utf8'), publicKey]);
  return hash('sha256', bytes, 'buffer').subarray(0, 4);
}
