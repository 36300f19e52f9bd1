// The credentials that a first start makes: the key of the first admin, and the code with which a
// second person becomes one. Each is in a file that only its owner may read before its row is
// committed, so that a start that ends at any moment leaves no admin whom nobody can be. They are
// shown on the terminal, if there is one; other outputs are logs that are kept.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../db/kernel/whole-file.ts';
import type { Founding, NewCredentials } from '../identity/operators.ts';

const KEY_FILE = 'first-operator.key';
const CODE_FILE = 'second-admin.code';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Writes what a start has just made; called before it counts. */
export function keepFounding(dataDir: string, { key, secondCode }: NewCredentials): void {
  if (key !== null) writeWhole(join(dataDir, KEY_FILE), `${key}\n`);
  if (secondCode !== null) writeWhole(join(dataDir, CODE_FILE), `${secondCode}\n`);
}

/**
 * Shows the credentials that nobody has used, whichever start made them: on a terminal once, and
 * their files are removed; otherwise the paths of the files, which stay until they are used.
 */
export function showFounding(
  dataDir: string,
  { isFirstOpen, isSecondOpen }: Pick<Founding, 'isFirstOpen' | 'isSecondOpen'>,
  output: Output,
): void {
  const keyUse = 'read it now, its file goes once it has been used';
  const codeUse = 'a second person claims an admin key with it at /console within a week';
  showFile(join(dataDir, KEY_FILE), isFirstOpen, { name: 'Operator key', use: keyUse }, output);
  showFile(join(dataDir, CODE_FILE), isSecondOpen, { name: 'Admin code', use: codeUse }, output);
}

function showFile(
  file: string,
  isOpen: boolean,
  { name, use }: { readonly name: string; readonly use: string },
  output: Output,
): void {
  const text = isOpen ? readWhere(file) : null;
  const label = name.padEnd(12);
  if (text !== null && !output.isTTY) {
    output.write(`${label}  written to ${file}; ${use}\n`);
    return;
  }
  if (text !== null) output.write(`${label}  ${text} (shown this once)\n`);
  rmSync(file, { force: true });
}

function readWhere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
