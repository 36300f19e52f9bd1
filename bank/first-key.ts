// The key of the first operator is shown once: on the terminal, if there is one. What is not
// a terminal is a log that is kept, so there it goes into a file that its owner alone may read and
// that the next start removes.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from '../db/kernel/whole-file.ts';

const NAME = 'first-operator.key';
const OWNER_ONLY = 0o600;

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows the key, and removes what an earlier start has left of it.
 * @param key of the operator who was made just now; null: none was
 */
export function showFirstKey(dataDir: string, key: string | null, output: Output): void {
  const file = join(dataDir, NAME);
  rmSync(file, { force: true });
  if (key === null) return;
  if (output.isTTY) {
    output.write(`Operator key  ${key} (shown this once)\n`);
    return;
  }
  writeFileSync(file, `${key}\n`, { mode: OWNER_ONLY, flag: 'wx', flush: true });
  flushFolder(dataDir);
  output.write(`Operator key  written to ${file}; read it now, the next start removes it\n`);
}
