// No block for a shell is left out: each runs in a test, or it is written why not.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksByPage, FATES, ROOT } from './shell-blocks.ts';

test('every page with blocks for a shell says of each what becomes of it', () => {
  const counts = [...blocksByPage()].map(([page, blocks]) => [page, blocks.length] as const);
  const fates = Object.entries(FATES).map(([page, all]) => [page, all.length] as const);
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(fates));
});

test('tests that are named are there, and a reason is a sentence', () => {
  for (const fate of Object.values(FATES).flat()) {
    if (fate === 'runs') continue;
    if ('by' in fate) expect(existsSync(join(ROOT, fate.by)), fate.by).toBe(true);
    else expect(fate.not.split(' ').length, fate.not).toBeGreaterThan(3);
  }
});
