// SHA-256 of files and of bytes in memory, without blocking the thread.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

const PART_BYTES = 1024 * 1024;

/** Returns the SHA-256 in hexadecimal; other work gets its turn between parts of a large file. */
export async function hashInTurns(file: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let index = 0; index < file.length; index += PART_BYTES) {
    hash.update(file.subarray(index, index + PART_BYTES));
    await nextTurn();
  }
  return hash.digest('hex');
}

/** Returns the SHA-256 of a file on disk without loading it as a whole. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
