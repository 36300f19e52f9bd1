// Each shell block runs in a test, or the reason why it does not is stated.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BLOCK_TESTS, blocksByPage, ROOT } from './shell-blocks.ts';

test('every page with shell blocks states how each block is tested', () => {
  const counts = [...blocksByPage()].map(([page, blocks]) => [page, blocks.length] as const);
  const fates = Object.entries(BLOCK_TESTS).map(([page, all]) => [page, all.length] as const);
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(fates));
});

test('each named test exists, and each reason is a sentence', () => {
  for (const fate of Object.values(BLOCK_TESTS).flat()) {
    if (typeof fate === 'string') continue;
    if ('by' in fate) expect(existsSync(join(ROOT, fate.by)), fate.by).toBe(true);
    else expect(fate.not.split(' ').length, fate.not).toBeGreaterThan(3);
  }
});

const SHELL_VARIABLES = ['PWD', 'HOME', 'PATH', 'PROMPT'];

test('a page sets each variable and helper of its blocks, or names its source', () => {
  const unexplained = [...blocksByPage()].flatMap(([page, blocks]) => {
    const lines = blocks.join('\n');
    const prose = readFileSync(join(ROOT, page), 'utf8').replace(/^```.*?^```/gms, '');
    const set = namesIn(lines, /(?:^|[\s;(])([A-Za-z_]\w*)(?:=|\(\) \{)|\bfor (\w+) in /gm);
    const used = namesIn(lines, /\$\{?([A-Za-z_]\w*)|(?:^|[(|;] ?)(call|field)(?= )/gm);
    const open = used.filter((name) => !set.includes(name) && !SHELL_VARIABLES.includes(name));
    return open
      .filter((name) => !new RegExp(`\`\\$?${name}\``).test(prose))
      .map((name) => `${page}: ${name}`);
  });
  expect(unexplained).toEqual([]);
});

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter(Boolean));
}
