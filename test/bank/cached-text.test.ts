// A text stored for later starts is read back, but never from a damaged file.

import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCachedText, writeCachedText } from '../../bank/cached-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-kept-'));
const file = join(folder, 'text');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = 'Größe\n'.repeat(500);

it.each([
  ['the whole file', (size: number) => size, TEXT],
  ['an empty file', () => 0, null],
  ['half of the file', (size: number) => Math.floor(size / 2), null],
  ['a file without its last byte', (size: number) => size - 1, null],
  ['the line of the hash', () => 65, null],
])('a kept text is read from its undamaged file only: %s', (_, remaining, expected) => {
  writeCachedText(file, TEXT);
  truncateSync(file, remaining(statSync(file).size));
  expect(readCachedText(file)).toBe(expected);
});

it('a text that was never kept is not read', () => {
  expect(readCachedText(join(folder, 'other'))).toBeNull();
});
