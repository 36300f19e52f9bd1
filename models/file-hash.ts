// SHA-256 of files and of bytes in memory, without keeping the thread from other work.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

const PART = 1024 * 1024;

/** SHA-256 in hexadecimal; other work gets its turn between the parts of a large file. */
export async function hashInTurns(file: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < file.length; at += PART) {
    hash.update(file.subarray(at, at + PART));
    await turn();
  }
  return hash.digest('hex');
}

/** SHA-256 of a file on disk, of which never more than a part is in memory. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
