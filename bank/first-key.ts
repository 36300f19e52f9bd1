// Shows the key of the first operator once: on the terminal, if there is one. Other outputs are
// logs that are kept, so there the key goes into a file that only its owner may read and that the
// next start removes.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder } from '../db/kernel/whole-file.ts';

const NAME = 'first-operator.key';
const SECOND = 'second-admin.code';
const OWNER_ONLY = 0o600;

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Shows the key, and removes the file of an earlier start.
 * @param key of the operator who was just made, or null when none was
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

/**
 * Shows the code with which a second person becomes an admin, too: alike, but its file stays until
 * the code has been used or has run out.
 */
export function showSecondCode(
  dataDir: string,
  second: { readonly secondCode: string | null; readonly isSecondOpen: boolean },
  output: Output,
): void {
  const { secondCode, isSecondOpen } = second;
  const file = join(dataDir, SECOND);
  if (secondCode !== null || !isSecondOpen) rmSync(file, { force: true });
  if (secondCode === null) return;
  const use = 'a second person claims an admin key with it at /console within a week';
  if (output.isTTY) {
    output.write(`Admin code    ${secondCode} (shown this once; ${use})\n`);
    return;
  }
  writeFileSync(file, `${secondCode}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  output.write(`Admin code    written to ${file}; ${use}\n`);
}
