// A text that is cached for later starts is read from its file, but never from a damaged one.

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
])('a cached text is read only from an undamaged file: %s', (_, remaining, expected) => {
  writeCachedText(file, TEXT);
  truncateSync(file, remaining(statSync(file).size));
  expect(readCachedText(file)).toBe(expected);
});

it('a text that was never cached is not read', () => {
  expect(readCachedText(join(folder, 'other'))).toBeNull();
});
