// Writes files completely or not at all, even when the process or the machine stops.

import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner reads; it and its name are on the disk when it returns. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  flushFolder(dirname(file));
}

/** Flushes a folder: the names of its files are on the disk when it returns. */
export function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
