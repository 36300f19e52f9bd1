// The project's linter, with rules that biome.json cannot express. It reads the files that git
// tracks or would track; the rules are in test/kit/tidy/*.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { CEILINGS, countActs, noTransactionLeavesTheLedger } from './kit/tidy/acts.ts';
import {
  importsFollowRules,
  noFileIsDead,
  oneFileLoadsOnnxRuntime,
  startLoadsNoRarePackage,
} from './kit/tidy/imports.ts';
import {
  filesHaveHeaders,
  namesAreKebabCase,
  noFileIsABarrel,
  noFolderIsMiscellaneous,
  publicFunctionsAreDocumented,
} from './kit/tidy/rules.ts';
import { type Finding, isCode, readSourceTree } from './kit/tidy/source-tree.ts';
import {
  buildGraph,
  coreIntoSubjects,
  coreIntoTables,
  findCycles,
  groupByFolder,
} from './kit/tidy/structure.ts';
import {
  noCommentIsBanned,
  nothingNamesAMachine,
  noWordIsBanned,
  onlyDbKnowsSqlite,
  onlyErrorsKnowsRejectionStatuses,
  onlyFailureBuildsFailures,
} from './kit/tidy/words.ts';

// The first rule that reads code parses two thousand files.
vi.setConfig({ testTimeout: 180_000 });

/** Returns true for files that `npm run docs` writes, to which no rule applies. */
const isGenerated = ({ path }: { readonly path: string }) => path.endsWith('/0000_baseline.sql');

const root = fileURLToPath(new URL('..', import.meta.url));
const tree = readSourceTree(root).filter((file) => !isGenerated(file));

function linesOf(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ path, line, problem, instead }) => `${path}:${line} ${problem}; ${instead}`,
  );
}

test('the linter reads the files of the repository', () => {
  expect(tree.some(({ path }) => path === 'bank/config/settings.ts')).toBe(true);
  expect(tree.some(({ path }) => path.includes('node_modules/'))).toBe(false);
  expect(tree.filter(isCode).length).toBeGreaterThan(5);
});

test('every locked package has the hash of the installed package', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const packages = Object.entries<{ link?: boolean; integrity?: string }>(lock.packages);
  const unhashed = packages.filter(
    ([path, { link, integrity }]) => path.startsWith('node_modules/') && !link && !integrity,
  );
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

describe('the folders of the repository', () => {
  test('import only what the import map allows', () => {
    expect(linesOf(importsFollowRules(tree))).toEqual([]);
  });
  test('use the types of SQLite only in db/', () => {
    expect(linesOf(onlyDbKnowsSqlite(tree))).toEqual([]);
  });
  test('use the HTTP status of a rejection only in api/kit/errors.ts', () => {
    expect(linesOf(onlyErrorsKnowsRejectionStatuses(tree))).toEqual([]);
  });
  test('build a Temporal failure only in activities/failure.ts', () => {
    expect(linesOf(onlyFailureBuildsFailures(tree))).toEqual([]);
  });
  test('load ONNX Runtime only in models/onnx-runtime.ts', () => {
    expect(linesOf(oneFileLoadsOnnxRuntime(tree))).toEqual([]);
  });
  test('load no package of rare requests at a start of the bank', () => {
    expect(linesOf(startLoadsNoRarePackage(tree))).toEqual([]);
  });
  test('have every file of the engine reached from an entry point', () => {
    expect(linesOf(noFileIsDead(tree))).toEqual([]);
  });
});

describe('the acts of the ledger', () => {
  test('hold no transaction outside the ledger', () => {
    expect(linesOf(noTransactionLeavesTheLedger(tree))).toEqual([]);
  });
  test('that are not functions of a transaction yet are as many as recorded', () => {
    expect(countActs(tree)).toEqual(CEILINGS);
  });
});

/** The present state of the structure. A limit may only be lowered. */
const LARGEST_CIRCLE = 5;
const FOLDERS_IN_CIRCLE = 0;
const CORE_INTO_SUBJECTS = 0;
const CORE_INTO_TABLES = 3;

describe('the structure of the repository', () => {
  const graph = buildGraph(tree);

  test('has no import cycle larger than the recorded one', () => {
    const [largest = []] = findCycles(graph);
    expect(largest.length, largest.join('\n')).toBe(LARGEST_CIRCLE);
  });
  test('has no more folders of db/ in an import cycle than recorded', () => {
    const [largest = []] = findCycles(groupByFolder(graph));
    expect(largest.length, largest.join(' ')).toBe(FOLDERS_IN_CIRCLE);
  });
  test('has no more imports from the core into subjects than recorded', () => {
    const result = coreIntoSubjects(graph);
    expect(result.length, result.join('\n')).toBe(CORE_INTO_SUBJECTS);
  });
  test('has no more table names of subjects in the core than recorded', () => {
    const result = coreIntoTables(tree);
    expect(result.length, result.join('\n')).toBe(CORE_INTO_TABLES);
  });
});

describe('the words of the repository', () => {
  test('include no banned word in the code', () => {
    expect(linesOf(noWordIsBanned(tree))).toEqual([]);
  });
  test('include no comment that silences the compiler or postpones work', () => {
    expect(linesOf(noCommentIsBanned(tree))).toEqual([]);
  });
  test('include no path and no package registry of one machine', () => {
    expect(linesOf(nothingNamesAMachine(tree))).toEqual([]);
  });
});

describe("the shape of the repository's files", () => {
  test('gives every code file and folder a kebab-case name', () => {
    expect(linesOf(namesAreKebabCase(tree))).toEqual([]);
  });
  test('has no folder for miscellaneous files', () => {
    expect(linesOf(noFolderIsMiscellaneous(tree))).toEqual([]);
  });
  test('has no barrel file', () => {
    expect(linesOf(noFileIsABarrel(tree))).toEqual([]);
  });
  test('has a statement of content at the top of every file in ledger/, workflows/ and db/', () => {
    expect(linesOf(filesHaveHeaders(tree))).toEqual([]);
  });
  test('has documentation on every public function of the ledger and of the store', () => {
    expect(linesOf(publicFunctionsAreDocumented(tree))).toEqual([]);
  });
});
