// The key that a log signs its checkpoints with: a file of its own for each environment, readable
// by its owner alone, made at the first start.

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

/** The key that a log was signed with is not there or damaged; the message is for the operator. */
export class LogKeyMissing extends Error {}

/** The file that the key of an environment lies in. */
export function logKeyFile(folder: string, ledger: string): string {
  return join(folder, `${ledger}-log-key.pem`);
}

/**
 * Reads the key, or makes it where there is none.
 * @param folder where keys are kept
 * @returns the key, and whether it is new
 * @throws LogKeyMissing when the file holds something else than an Ed25519 private key
 */
export function openLogKey(
  folder: string,
  environment: string,
): { readonly key: KeyObject; readonly isNew: boolean } {
  const file = logKeyFile(folder, environment);
  const isMissing = !existsSync(file);
  const isNew = isMissing && make(folder, file);
  return { key: readKey(file), isNew };
}

function readKey(file: string): KeyObject {
  const wanted = `${file} holds no Ed25519 private key in PEM form: put the key of before back`;
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new LogKeyMissing(wanted, { cause });
  }
  throw new LogKeyMissing(wanted);
}

/** Linked into place when it is on disk: of two processes that start at once, one wins. */
function make(folder: string, file: string): boolean {
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
    // Signatures made with the key survive a power cut, so the file's name has to survive it, too.
    flushFolder(folder);
  }
}
