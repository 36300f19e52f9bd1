// The credentials of a first start: the key of the first admin, and the code for a second admin.
// Each is written to a file, readable only by its owner, before its row is committed, so that no
// start leaves an admin whose credentials are lost. They are shown only on a terminal, because
// other outputs are logs.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../db/kernel/whole-file.ts';
import type { FirstAdmins, NewCredentials } from '../identity/operators.ts';

const KEY_FILE = 'first-operator.key';
const CODE_FILE = 'second-admin.code';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Writes new credentials to files; called before their rows are committed. */
export function writeFirstCredentials(dataDir: string, { key, secondCode }: NewCredentials): void {
  if (key !== null) writeWhole(join(dataDir, KEY_FILE), `${key}\n`);
  if (secondCode !== null) writeWhole(join(dataDir, CODE_FILE), `${secondCode}\n`);
}

/**
 * Shows unused credentials, of this or an earlier start. A terminal shows the credentials once and
 * removes their files; other outputs show the paths of the files, which stay until the credentials
 * are used.
 */
export function showFirstCredentials(
  dataDir: string,
  { isFirstOpen, isSecondOpen }: Pick<FirstAdmins, 'isFirstOpen' | 'isSecondOpen'>,
  output: Output,
): void {
  const keyUse = 'read it now, its file is removed once it has been used';
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
  const text = isOpen ? readIfPresent(file) : null;
  const label = name.padEnd(12);
  if (text !== null && !output.isTTY) {
    output.write(`${label}  written to ${file}; ${use}\n`);
    return;
  }
  if (text !== null) output.write(`${label}  ${text} (shown this once)\n`);
  rmSync(file, { force: true });
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
