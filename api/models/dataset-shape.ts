// Checks whether the beginning of an uploaded data set has the stated format. The training process
// reads the rows; a file that is clearly in another format is refused here and not stored.

import { open } from 'node:fs/promises';
import type { DatasetFormat } from '../../ledger/models/training.ts';

const BYTES_READ = 64 * 1024;
const FIRST_CHARACTER: Readonly<Record<DatasetFormat, RegExp>> = {
  json: /^\s*\[/,
  ndjson: /^\s*\{/,
  // The header of a CSV: a JSON file declared as CSV would have one long header.
  csv: /^\s*[^\s{[]/,
};
const EXPECTED_SHAPE: Readonly<Record<DatasetFormat, string>> = {
  json: 'a JSON array of rows',
  ndjson: 'one JSON row a line',
  csv: 'CSV with a line of names',
};

/** Returns the fault at the beginning of the file, or null when there is none. */
export async function findShapeFault(path: string, format: DatasetFormat): Promise<string | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BYTES_READ), 0, BYTES_READ, 0);
    const head = buffer.subarray(0, bytesRead);
    const text = decodeText(head);
    if (text === null) return 'The file is no text in UTF-8.';
    return FIRST_CHARACTER[format].test(text) ? null : `Expected ${EXPECTED_SHAPE[format]}.`;
  } finally {
    await handle.close();
  }
}

/**
 * Returns the text without its byte order mark, or null when it is not text. A character may be cut
 * off at the end.
 */
function decodeText(head: Uint8Array): string | null {
  if (head.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}
