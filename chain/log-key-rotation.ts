// Which key a log goes on with: the one that it was signed with, or a new one that two operators
// have agreed to. A key that the log does not know signs nothing unasked, wherever it comes from.

import { existsSync, renameSync } from 'node:fs';
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
  readonly environment: string;
  /** When two operators agreed to a new key that is not there yet; null: nobody has. */
  readonly agreedAt: number | null;
}

const ASK =
  'two operators agree to a new key at POST /v1/ops/log-key/rotate (of a process with ' +
  'KONTOR_ROLE=api), and the next start makes it';

/**
 * The key to sign with.
 * @returns with `isRotated`, true when a new key takes the place of the one before
 * @throws LogKeyMissing when the key that is there, or none, is not what the log goes on with
 */
export function keyOfLog(
  { folder, environment, agreedAt }: Place,
  log: SignedLog,
): OpenedKey & { readonly isRotated: boolean } {
  const file = logKeyFile(folder, environment);
  if (!log.wasSigned) return { ...openLogKey(folder, environment), isRotated: false };
  if (agreedAt === null) {
    if (!existsSync(file)) {
      const missing = `${file} is missing, and the log of ${environment} was signed before`;
      throw new LogKeyMissing(`${missing}: restore the key, or ${ASK}`);
    }
    const opened = openLogKey(folder, environment);
    if (log.knows(opened.key)) return { ...opened, isRotated: false };
    const unknown = `the log of ${environment} was never signed with the key in ${file}`;
    throw new LogKeyMissing(`${unknown}: put the key of before back, or ${ASK}`);
  }
  const found = existsSync(file) ? openLogKey(folder, environment) : null;
  if (found && log.knows(found.key)) {
    // Kept: whoever has it can show that checkpoints of before are its own.
    renameSync(file, `${file}.until-${new Date(agreedAt).toISOString().replaceAll(':', '')}`);
  }
  return { ...openLogKey(folder, environment), isRotated: true };
}
