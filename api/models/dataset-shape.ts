// Whether the beginning of an uploaded data set is of the format that it is said to be. The rows
// are read by the process that learns from them; what is no such file at all is refused here, and
// nothing of it is kept.

import { open } from 'node:fs/promises';
import type { DatasetFormat } from '../../ledger/models/training.ts';

const BYTES_READ = 64 * 1024;
const FIRST: Readonly<Record<DatasetFormat, RegExp>> = {
  json: /^\s*\[/,
  ndjson: /^\s*\{/,
  // A line of names: JSON under a wrong name would be one long header.
  csv: /^\s*[^\s{[]/,
};
const WANTED: Readonly<Record<DatasetFormat, string>> = {
  json: 'a JSON array of rows',
  ndjson: 'one JSON row a line',
  csv: 'CSV with a line of names',
};

/** What is wrong with the beginning of the file; null: nothing. */
export async function shapeFault(path: string, format: DatasetFormat): Promise<string | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BYTES_READ), 0, BYTES_READ, 0);
    const head = buffer.subarray(0, bytesRead);
    const text = textOf(head);
    if (text === null) return 'The file is no text in UTF-8.';
    return FIRST[format].test(text) ? null : `Expected ${WANTED[format]}.`;
  } finally {
    await handle.close();
  }
}

/** Without its mark of the order of bytes; null: it is none. A character may be cut off. */
function textOf(head: Uint8Array): string | null {
  if (head.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}
