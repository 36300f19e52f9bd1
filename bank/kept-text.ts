// A cached text for later starts, stored behind its own hash: a text that a power cut or a full
// disk damaged is made anew and never used.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeWhole } from '../db/kernel/whole-file.ts';

/** @throws Error when the disk takes nothing */
export function keepText(file: string, text: string): void {
  writeWhole(file, `${hash('sha256', text)}\n${text}`);
}

/** Returns null when the file is missing or incomplete. */
export function keptText(file: string): string | null {
  let found: string;
  try {
    found = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const end = found.indexOf('\n');
  const text = found.slice(end + 1);
  return end > 0 && found.slice(0, end) === hash('sha256', text) ? text : null;
}
