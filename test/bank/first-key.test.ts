// The first operator's key: once, to a person, and in no log.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { showFirstKey, showSecondCode } from '../../bank/first-key.ts';

const KEY = 'op_made_at_the_first_start_0123456789';

function somewhere(isTTY: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const lines: string[] = [];
  return { dataDir, lines, output: { isTTY, write: (text: string) => lines.push(text) } };
}

test('the first key is shown on a terminal and written nowhere', () => {
  const { dataDir, lines, output } = somewhere(true);
  showFirstKey(dataDir, KEY, output);
  expect(lines.join('')).toContain(KEY);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('without a terminal the first key is in no log: only its owner can read its file, until the next start', () => {
  const { dataDir, lines, output } = somewhere(false);
  showFirstKey(dataDir, KEY, output);
  expect(lines.join('')).not.toContain(KEY);
  const [name = ''] = readdirSync(dataDir);
  expect(lines.join('')).toContain(join(dataDir, name));
  expect(readFileSync(join(dataDir, name), 'utf8')).toBe(`${KEY}\n`);
  expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  showFirstKey(dataDir, null, output);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('the invitation code of a second admin stays in its file until the code has been used', () => {
  const { dataDir, lines, output } = somewhere(false);
  const code = 'invitation_made_at_the_first_start';
  showSecondCode(dataDir, { secondCode: code, isSecondOpen: true }, output);
  expect(lines.join('')).not.toContain(code);
  showSecondCode(dataDir, { secondCode: null, isSecondOpen: true }, output);
  const [name = ''] = readdirSync(dataDir);
  expect(readFileSync(join(dataDir, name), 'utf8')).toBe(`${code}\n`);
  expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  showSecondCode(dataDir, { secondCode: null, isSecondOpen: false }, output);
  expect(readdirSync(dataDir)).toEqual([]);
  const shown = somewhere(true);
  showSecondCode(shown.dataDir, { secondCode: code, isSecondOpen: true }, shown.output);
  expect(shown.lines.join('')).toContain(code);
  expect(readdirSync(shown.dataDir)).toEqual([]);
});
