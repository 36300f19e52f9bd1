// The key that signs the checkpoints of a log: one file for each environment, readable only by its
// owner, created at the first start.

import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from '../db/kernel/whole-file.ts';

const OWNER_ONLY = 0o600;

/** Thrown when the key of a log is missing or damaged; the message is for the operator. */
export class LogKeyMissing extends Error {}

/** Path of the key file of an environment. */
export function logKeyFile(folder: string, ledger: string): string {
  return join(folder, `${ledger}-log-key.pem`);
}

/**
 * Reads the key, or creates it when the file is absent.
 * @returns the key, and whether it is new
 * @throws LogKeyMissing when the file does not contain an Ed25519 private key
 */
export function openLogKey(
  folder: string,
  environment: string,
): { readonly key: KeyObject; readonly isNew: boolean } {
  const file = logKeyFile(folder, environment);
  const isMissing = !existsSync(file);
  const isNew = isMissing && createKeyFile(folder, file);
  return { key: readKey(file), isNew };
}

function readKey(file: string): KeyObject {
  const advice = `${file} is not an Ed25519 private key in PEM form: restore the earlier key`;
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new LogKeyMissing(advice, { cause });
  }
  throw new LogKeyMissing(advice);
}

/** Writes a new key and links it into place: when two processes start at once, one of them wins. */
function createKeyFile(folder: string, file: string): boolean {
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const handle = openSync(draft, 'wx', OWNER_ONLY);
  try {
    writeFileSync(handle, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    fsyncSync(handle);
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
    // The file's name has to survive a power cut, as signatures made with the key do.
    flushFolder(folder);
  }
}
