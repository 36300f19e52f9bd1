// The selection of tests by `npm test -- --changed`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { changedPaths, readTree, testsFor } from '../../scripts/changed-tests.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const importing = (...paths: string[]) => paths.map((path) => `import '${path}';`).join('\n');
const makePaths = (count: number) =>
  Array.from({ length: count }, (_, index) => `./part-${index}.ts`);

/** A bank that one file composes, and its tests. */
const TREE = new Map([
  ['api/loans/ask.ts', importing('../../db/loans/rows.ts')],
  ['db/loans/rows.ts', ''],
  ['db/ledger.ts', importing('./loans/rows.ts', ...makePaths(30))],
  ['ledger/money.ts', ''],
  ['test/api/loans/ask.test.ts', importing('../../kit/bank.ts')],
  ['test/api/loans/ask.deep.test.ts', importing('../../kit/bank.ts')],
  ['test/workflows/loans-at-night.test.ts', importing('../kit/bank.ts')],
  ['test/db/query-plans.test.ts', importing('../../db/loans/rows.ts')],
  ['test/chain/anchors.test.ts', importing('../kit/bank.ts')],
  ['test/kit/bank.ts', importing('../../db/ledger.ts')],
  ['test/tidy.test.ts', ''],
  ...Array.from(
    { length: 50 },
    (_, index) => [`test/ledger/m-${index}.test.ts`, importing('../../ledger/money.ts')] as const,
  ),
]);

test('tests of the same subject belong to a change, and those that import the file', () => {
  const { tests, wide } = testsFor(['db/loans/rows.ts'], TREE);
  expect(tests).toEqual([
    'test/api/loans/ask.test.ts',
    'test/db/query-plans.test.ts',
    'test/tidy.test.ts',
    'test/workflows/loans-at-night.test.ts',
  ]);
  expect(wide).toEqual([]);
});

test('a changed test selects itself', () => {
  expect(testsFor(['test/chain/anchors.test.ts'], TREE).tests).toContain(
    'test/chain/anchors.test.ts',
  );
});

test('for a file with many related tests some are selected, and their total is reported', () => {
  const { tests, wide } = testsFor(['ledger/money.ts'], TREE);
  expect(tests).toHaveLength(21);
  expect(wide).toEqual([{ path: 'ledger/money.ts', near: 50 }]);
});

test('a change of one subject of this repository selects its tests, and few others', () => {
  const tree = readTree(REPOSITORY);
  const { tests } = testsFor(['api/kyc/start.ts', 'db/kyc/acts.ts'], tree);
  const ofSubject = [...tree.keys()].filter((path) =>
    /^test\/(api|db)\/kyc\/.*\.test\.ts$/.test(path),
  );
  expect(tests).toEqual(expect.arrayContaining(ofSubject.filter((path) => !/\.deep\./.test(path))));
  expect(tests.length).toBeLessThan(40);
});

test('differences from main count, committed or not, new files included', () => {
  const root = mkdtempSync(join(tmpdir(), 'kontor-changed-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'A');
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  for (const name of ['kept.ts', 'committed.ts', 'edited.ts']) write(name, '');
  git('add', '.');
  git('commit', '-m', 'first');
  git('checkout', '-b', 'mine');
  write('committed.ts', '1');
  git('commit', '-am', 'second');
  write('edited.ts', '1');
  write('new.ts', '1');
  expect(changedPaths(root)).toEqual(['committed.ts', 'edited.ts', 'new.ts']);
  expect(changedPaths(root, 'HEAD')).toEqual(['edited.ts', 'new.ts']);
});
