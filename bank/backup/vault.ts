// The format of stored files of a backup: plain, or encrypted with AES-256-GCM and bound to their
// path. Files are streamed, because a ledger may be larger than the memory.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Thrown when a backup cannot be taken or used. The message is a line for the operator. */
export class BackupFault extends Error {}

export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface StoredBlob {
  readonly bytes: number;
  /** Hash of the stored bytes, in hex. */
  readonly sha256: string;
}

export interface Vault {
  /** Id of the key, from which the key cannot be derived; null when nothing is encrypted. */
  readonly keyId: string | null;
  /** Copies a file into the backup and waits until it is on disk. */
  store(from: string, to: string, path: string): Promise<StoredBlob>;
  /**
   * Restores a file of the backup.
   * @throws BackupFault when it was changed
   */
  restore(from: string, to: string, path: string): Promise<void>;
  /** A proof that a text was written with the key; null without a key. */
  proofOf(text: string): string | null;
}

/**
 * Opens a vault.
 * @param key 32 bytes in base64; null to store files unencrypted
 */
export function openVault(key: string | null): Vault {
  const bytes = key === null ? null : Buffer.from(key, 'base64');
  const keyId = bytes === null ? null : idOf(bytes);
  return {
    keyId,
    async store(from, to, path) {
      mkdirSync(dirname(to), { recursive: true, mode: OWNER_ONLY.folder });
      const output = createWriteStream(to, { flags: 'wx', mode: OWNER_ONLY.file });
      await pipeline(bytes ? encrypt(from, bytes, path) : createReadStream(from), output);
      await flush(to);
      return readStored(to);
    },
    async restore(from, to, path) {
      mkdirSync(dirname(to), { recursive: true, mode: OWNER_ONLY.folder });
      const output = createWriteStream(to, { flags: 'wx', mode: OWNER_ONLY.file });
      await pipeline(bytes ? decrypt(from, bytes, path) : createReadStream(from), output);
      await flush(to);
    },
    proofOf(text) {
      if (bytes === null) return null;
      const expected = createHmac('sha256', bytes).update('kontor backup manifest').digest();
      return createHmac('sha256', expected).update(text).digest('hex');
    },
  };
}

/** Compares two proofs in constant time. */
export function isSameProof(proof: string, other: string): boolean {
  const [a, b] = [Buffer.from(proof), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Size and hash of the stored file. */
export async function readStored(file: string): Promise<StoredBlob> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return { bytes: statSync(file).size, sha256: hash.digest('hex') };
}

/** Waits until a file or a folder is on disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function idOf(key: Buffer): string {
  return createHash('sha256').update('kontor backup key').update(key).digest('hex').slice(0, 12);
}

function encrypt(from: string, key: Buffer, path: string): Readable {
  async function* pieces() {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(path));
    yield nonce;
    for await (const piece of createReadStream(from)) yield cipher.update(piece as Buffer);
    yield cipher.final();
    yield cipher.getAuthTag();
  }
  return Readable.from(pieces());
}

function decrypt(from: string, key: Buffer, path: string): Readable {
  async function* pieces() {
    const { size } = statSync(from);
    const end = size - TAG_BYTES;
    if (end < NONCE_BYTES) throw new BackupFault(`${path} is too short to be a file of a backup`);
    const nonce = await readPart(from, 0, NONCE_BYTES);
    const tag = await readPart(from, end, TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(path)).setAuthTag(tag);
    if (end > NONCE_BYTES) {
      const packed = createReadStream(from, { start: NONCE_BYTES, end: end - 1 });
      for await (const piece of packed) yield decipher.update(piece as Buffer);
    }
    try {
      yield decipher.final();
    } catch (cause) {
      throw new BackupFault(`${path} was changed, or encrypted with another key`, { cause });
    }
  }
  return Readable.from(pieces());
}

async function readPart(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer;
  } finally {
    await handle.close();
  }
}
