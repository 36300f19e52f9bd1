// The test files of a run, for vitest.config.ts: those of its tier and of its modules.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { subjectOfTest } from './subject-places.ts';
import { isDeep } from './tier.ts';

const DEEP_ONLY = 'test/**/*.deep.test.ts';
/** The import of a file whose cases depend on the tier. */
const TIERED = /from '[^']*\/suite\/tier\.ts'/;

/** Returns the include and exclude patterns of the run. */
export async function patternsOfRun(): Promise<{ include: string[]; exclude: string[] }> {
  const exclude = ['node_modules/**', ...(await filesOfAbsentSubjects())];
  if (!isDeep) return { include: ['test/**/*.test.ts'], exclude: [...exclude, DEEP_ONLY] };
  const tiered = testFiles().filter((path) => TIERED.test(readFileSync(path, 'utf8')));
  return { include: [DEEP_ONLY, ...tiered], exclude };
}

const testFiles = () =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path));

/** Returns the test files of subjects that the run lacks. */
async function filesOfAbsentSubjects(): Promise<string[]> {
  if (!process.env.TEST_MODULES) return [];
  // By its address, because the configuration is bundled with the files that it names.
  const file = new URL('../bank/absent-modules.ts', import.meta.url).href;
  const { ABSENT_MODULES }: { ABSENT_MODULES: readonly string[] } = await import(file);
  const files = testFiles().filter((path) => ABSENT_MODULES.includes(subjectOfTest(path) ?? ''));
  const absent = ABSENT_MODULES.join(', ');
  process.stdout.write(`NOT RUN without ${absent}: ${files.length} test files\n`);
  return files;
}
