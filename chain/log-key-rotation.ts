// Which key a log goes on with: the one that it was signed with, or a new one that two operators
// have agreed to. A key that the log does not know signs nothing unasked, wherever it comes from.

import { existsSync, linkSync, readFileSync, unlinkSync } from 'node:fs';
import { LogKeyMissing, logKeyFile, openLogKey } from './log-key.ts';

/** What a log says of the keys that it was signed with. */
export interface SignedLog {
  readonly wasSigned: boolean;
  /** True when a checkpoint of it was signed with that key. */
  knows(key: OpenedKey['key']): boolean;
}

export type OpenedKey = ReturnType<typeof openLogKey>;

interface Place {
  readonly folder: string;
  /** Its name. */
  readonly ledger: string;
  /** When two operators agreed to a new key that is not there yet; null: no agreement. */
  readonly agreedAt: number | null;
}

const ASK =
  'two operators agree to a new key at POST /v1/ops/log-key/rotate, and the next start makes it';

/**
 * The key to sign with.
 * @returns with `isRotated`, true when a new key takes the place of the one before
 * @throws LogKeyMissing when the key that is there, or none, is not what the log goes on with
 */
export function keyOfLog(
  { folder, ledger, agreedAt }: Place,
  log: SignedLog,
): OpenedKey & { readonly isRotated: boolean } {
  const file = logKeyFile(folder, ledger);
  if (!log.wasSigned) return { ...openLogKey(folder, ledger), isRotated: false };
  if (agreedAt === null) {
    if (!existsSync(file)) {
      const missing = `${file} is missing, and the log of ${ledger} was signed before`;
      throw new LogKeyMissing(`${missing}: restore the key, or ${ASK}`);
    }
    const opened = openLogKey(folder, ledger);
    if (log.knows(opened.key)) return { ...opened, isRotated: false };
    const unknown = `the log of ${ledger} was never signed with the key in ${file}`;
    throw new LogKeyMissing(`${unknown}: put the key of before back, or ${ASK}`);
  }
  makeRoom(file, agreedAt);
  return { ...openLogKey(folder, ledger), isRotated: true };
}

/**
 * Puts the former key aside, wherever it comes from: only a key that is made here, after the
 * agreement, is the new one. What is kept is never overwritten. A start that was killed in between
 * leaves a kept file, and then the place is free, holds the same key still, or the new one already.
 */
function makeRoom(file: string, agreedAt: number): void {
  const kept = `${file}.until-${new Date(agreedAt).toISOString().replaceAll(':', '')}`;
  if (!existsSync(file)) return;
  // A link, unlike a new name, never takes the place of a file.
  if (!existsSync(kept)) linkSync(file, kept);
  if (readFileSync(file).equals(readFileSync(kept))) unlinkSync(file);
}
