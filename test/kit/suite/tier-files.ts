// The test files that belong to a tier, for vitest.config.ts.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeep } from './tier.ts';

const DEEP_ONLY = 'test/**/*.deep.test.ts';
/** The import of a file whose cases depend on the tier. */
const TIERED = /from '[^']*\/suite\/tier\.ts'/;

/** Returns the include and exclude patterns of the running tier. */
export function tierPatterns(): { include: string[]; exclude: string[] } {
  const exclude = ['node_modules/**'];
  if (!isDeep) return { include: ['test/**/*.test.ts'], exclude: [...exclude, DEEP_ONLY] };
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path));
  const tiered = tests.filter((path) => TIERED.test(readFileSync(path, 'utf8')));
  return { include: [DEEP_ONLY, ...tiered], exclude };
}
