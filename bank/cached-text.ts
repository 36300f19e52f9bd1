// Cached texts for later starts, stored with their hash, so that a text damaged by a power cut or a
// full disk is never used.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeWhole } from '../db/kernel/whole-file.ts';

/**
 * Stores a text.
 * @throws Error when the disk cannot be written
 */
export function writeCachedText(file: string, text: string): void {
  writeWhole(file, `${hash('sha256', text)}\n${text}`);
}

/** Reads a stored text; null when the file is missing or damaged. */
export function readCachedText(file: string): string | null {
  let storedText: string;
  try {
    storedText = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const end = storedText.indexOf('\n');
  const text = storedText.slice(end + 1);
  return end > 0 && storedText.slice(0, end) === hash('sha256', text) ? text : null;
}
