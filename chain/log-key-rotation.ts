// Chooses the key that signs a log: the key of its earlier checkpoints, or a new one that two
// operators approved. An unknown key signs nothing without that approval, whatever its origin.

import { existsSync, linkSync, readFileSync, unlinkSync } from 'node:fs';
import { LogKeyMissing, logKeyFile, openLogKey } from './log-key.ts';

/** The keys with which a log was signed. */
export interface SignedLog {
  readonly wasSigned: boolean;
  /** True when a checkpoint of the log was signed with the key. */
  knows(key: OpenedKey['key']): boolean;
}

export type OpenedKey = ReturnType<typeof openLogKey>;

interface KeyFolder {
  readonly folder: string;
  /** Name of the ledger. */
  readonly ledger: string;
  /** When two operators approved a new key that does not exist yet; null without an approval. */
  readonly agreedAt: number | null;
}

const HOW_TO_ROTATE =
  'two operators agree to a new key at POST /v1/ops/log-key/rotate, and the next start makes it';

/**
 * Chooses the key that signs a log.
 * @returns with `isRotated`, which is true when a new key replaces the former one
 * @throws LogKeyMissing when the key is missing, or the log may not continue with it
 */
export function chooseLogKey(
  { folder, ledger, agreedAt }: KeyFolder,
  log: SignedLog,
): OpenedKey & { readonly isRotated: boolean } {
  const file = logKeyFile(folder, ledger);
  if (!log.wasSigned) return { ...openLogKey(folder, ledger), isRotated: false };
  if (agreedAt === null) {
    if (!existsSync(file)) {
      const missing = `${file} is missing, and the log of ${ledger} was signed before`;
      throw new LogKeyMissing(`${missing}: restore the key, or ${HOW_TO_ROTATE}`);
    }
    const openedKey = openLogKey(folder, ledger);
    if (log.knows(openedKey.key)) return { ...openedKey, isRotated: false };
    const unknownKeySentence = `the log of ${ledger} was never signed with the key in ${file}`;
    throw new LogKeyMissing(`${unknownKeySentence}: put the earlier key back, or ${HOW_TO_ROTATE}`);
  }
  setAsideFormerKey(file, agreedAt);
  return { ...openLogKey(folder, ledger), isRotated: true };
}

/**
 * Moves the present key aside, whatever its origin, because only a key that is created after the
 * approval may be the new one. The kept file is never overwritten. When an earlier start was killed
 * during the rotation, the kept file exists already, and `file` is absent, the same key, or the new
 * key.
 */
function setAsideFormerKey(file: string, agreedAt: number): void {
  const retired = `${file}.until-${new Date(agreedAt).toISOString().replaceAll(':', '')}`;
  if (!existsSync(file)) return;
  // Linking, unlike renaming, never replaces a file.
  if (!existsSync(retired)) linkSync(file, retired);
  if (readFileSync(file).equals(readFileSync(retired))) unlinkSync(file);
}
