// Chooses the key that a log continues with: the key that it was signed with, or a new one that two
// operators have approved. A key that the log does not know signs nothing without that approval,
// wherever it comes from.

import { existsSync, linkSync, readFileSync, unlinkSync } from 'node:fs';
import { LogKeyMissing, logKeyFile, openLogKey } from './log-key.ts';

/** The keys that a log was signed with. */
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
  /** When two operators approved a new key that does not exist yet, or null without an approval. */
  readonly agreedAt: number | null;
}

const ASK =
  'two operators agree to a new key at POST /v1/ops/log-key/rotate, and the next start makes it';

/**
 * The key to sign with.
 * @returns with `isRotated`, true when a new key replaces the former one
 * @throws LogKeyMissing when no key is there, or the log may not continue with the key that is
 * there
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
    throw new LogKeyMissing(`${unknown}: put the earlier key back, or ${ASK}`);
  }
  makeRoom(file, agreedAt);
  return { ...openLogKey(folder, ledger), isRotated: true };
}

/**
 * Moves the former key aside, wherever it comes from: only a key that is made here after the
 * approval is the new one. A kept file is never overwritten. After a start that was killed in
 * between, a kept file exists, and the place is empty, holds the same key, or holds the new key.
 */
function makeRoom(file: string, agreedAt: number): void {
  const kept = `${file}.until-${new Date(agreedAt).toISOString().replaceAll(':', '')}`;
  if (!existsSync(file)) return;
  // A link, unlike a new name, never takes the place of a file.
  if (!existsSync(kept)) linkSync(file, kept);
  if (readFileSync(file).equals(readFileSync(kept))) unlinkSync(file);
}
