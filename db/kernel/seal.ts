// Seals secrets that have to be read again (webhook secrets, signing keys): AES-256-GCM under one
// key of the deployment. A sealed text names its key; opening it with another key fails and says
// so.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushFolder } from './whole-file.ts';

/**
 * A key is missing or invalid, or does not open the sealed text; the message is one line for the
 * operator.
 */
export class SealError extends Error {}

export interface Seal {
  /** Names the key without revealing it: the start of a hash. */
  readonly keyId: string;
  /**
   * @param context the object that the secret belongs to, e.g. `webhook/wh_…`: opening it with
   * another context fails
   * @returns `v1.<key id>.<base64url>`
   */
  seal(plainText: string, context: string): string;
  /**
   * Returns a keyed hash in base64url, by which equal texts can be compared without revealing them.
   * @param context scope of the comparison, e.g. `kyc/dev_…`: another context gives another hash
   */
  fingerprint(text: string, context: string): string;
  /** @throws SealError when the key or the context is wrong, or the sealed text was changed */
  open(sealed: string, context: string): string;
  /** Seals the content of a file. Returns the name of the key in a line, then the sealed bytes. */
  sealBytes(plainText: Uint8Array, context: string): Buffer;
  /**
   * Opens the content of a file.
   * @throws SealError when the key or the context is wrong, or the sealed bytes were changed
   */
  openBytes(sealed: Uint8Array, context: string): Buffer;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const READABLE_BY_OTHERS = 0o077;

/**
 * Opens the seal of a deployment.
 * @param key 32 bytes in base64 (`KONTOR_PAYLOAD_KEY`); null uses the key in the file
 * @param file created with mode 0600 when missing; every process of the deployment reads it
 * @param keyIds of the keys that sealed the stored secrets: with any, no new key is created
 * @throws SealError when the file holds no key, is readable by others, or is missing
 */
export function openSeal(key: string | null, file: string, keyIds: readonly string[] = []): Seal {
  const [neededKey] = keyIds;
  if (key === null && neededKey !== undefined && readKey(file) === null) {
    throw new SealError(
      `${file} is missing, and secrets were sealed with key ${neededKey}: restore the file, or set ` +
        'KONTOR_PAYLOAD_KEY to that key',
    );
  }
  return sealOf(key === null ? readOrCreateKey(file) : Buffer.from(key, 'base64'));
}

function sealOf(key: Buffer): Seal {
  if (key.length !== KEY_BYTES) throw new SealError(`a sealing key is ${KEY_BYTES} bytes`);
  const keyId = createHash('sha256').update('kontor key id').update(key).digest('hex').slice(0, 12);
  const fingerprintKey = createSecretKey(
    createHmac('sha256', key).update('kontor fingerprint').digest(),
  );
  const contextOf = (context: string) => Buffer.from(`v1.${keyId}.${context}`);
  function sealBytes(plainText: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(contextOf(context));
    const text = Buffer.concat([cipher.update(plainText), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  function openBytes(bytes: Buffer, context: string): Buffer {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(contextOf(context)).setAuthTag(tag);
      const plainBytes = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([plainBytes, decipher.final()]);
    } catch (error) {
      throw new SealError('the sealed text was changed, or belongs to another object', {
        cause: error,
      });
    }
  }

  function requireThisKey(version: string | undefined, sealedBy: string | undefined): void {
    if (version !== 'v1') throw new SealError('the text is not sealed');
    if (sealedBy !== keyId) throw wrongKey(sealedBy ?? '', keyId);
  }

  const keyLine = `v1.${keyId}\n`;
  return {
    keyId,
    seal: (plainText, context) =>
      `v1.${keyId}.${sealBytes(Buffer.from(plainText), context).toString('base64url')}`,
    fingerprint: (text, context) =>
      createHmac('sha256', fingerprintKey)
        .update(JSON.stringify([context, text]))
        .digest('base64url'),
    open(sealed, context) {
      const [version, sealedBy, text = ''] = sealed.split('.');
      requireThisKey(version, sealedBy);
      return openBytes(Buffer.from(text, 'base64url'), context).toString('utf8');
    },
    sealBytes: (plainText, context) =>
      Buffer.concat([Buffer.from(keyLine), sealBytes(plainText, context)]),
    openBytes(value, context) {
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      const firstLine = bytes.toString('latin1', 0, keyLine.length);
      const [version, sealedBy] = firstLine.trim().split('.');
      requireThisKey(version, sealedBy);
      return openBytes(bytes.subarray(keyLine.length), context);
    },
  };
}

/** Names the key that sealed a text. */
export function sealKeyOf(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}

function wrongKey(neededKey: string, configured: string): SealError {
  return new SealError(
    `secrets were sealed with key ${neededKey}, but KONTOR_PAYLOAD_KEY (or payload.key in the data ` +
      `directory) is key ${configured}`,
  );
}

/**
 * Throws when the key cannot open the stored secrets: a failed start is better than deliveries that
 * all fail.
 * @param keyIds of the keys that sealed the stored secrets
 */
export function requireKey(seal: Seal, keyIds: readonly string[]): void {
  const otherKey = keyIds.find((keyId) => keyId !== seal.keyId);
  if (otherKey !== undefined) throw wrongKey(otherKey, seal.keyId);
}

/**
 * Returns the key of the file, creating it when missing. Two processes that create the file at the
 * same time both read the key of the first.
 */
function readOrCreateKey(file: string): Buffer {
  let key = readKey(file);
  if (!key) {
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    // Secrets sealed with the key survive a power failure, so the key file must survive it too.
    flushFolder(dirname(file));
    key = readKey(file);
  }
  if (!key) throw new SealError(`${file} was removed while it was read`);
  return key;
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    if (statSync(file).mode & READABLE_BY_OTHERS) {
      throw new SealError(`${file} can be read by others: chmod 600 it`);
    }
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key;
  throw new SealError(`${file} does not hold ${KEY_BYTES} bytes in base64`);
}
