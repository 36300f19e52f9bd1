// The project's linter: rules that a reviewer would otherwise have to remember and that biome.json
// cannot express. It reads the files that git tracks or would track; the rules are in
// test/kit/tidy/*.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { CEILINGS, countActs, noTransactionLeavesTheLedger } from './kit/tidy/acts.ts';
import {
  importsFollowTheHouse,
  noFileIsDead,
  oneFileLoadsOnnxRuntime,
  startLoadsNoRarePackage,
} from './kit/tidy/imports.ts';
import {
  filesSayWhatTheyOwn,
  namesAreKebabCase,
  noFileIsABarrel,
  noFolderIsADrawer,
  publicFunctionsAreDocumented,
} from './kit/tidy/rules.ts';
import { type Finding, isCode, readSourceTree } from './kit/tidy/source-tree.ts';
import {
  circlesIn,
  coreIntoSubjects,
  coreIntoTables,
  graphOf,
  roomsOf,
} from './kit/tidy/structure.ts';
import {
  noCommentIsBanned,
  nothingNamesAMachine,
  noWordIsBanned,
  onlyDbKnowsSqlite,
  onlyErrorsKnowsRejectionStatuses,
  onlyFailureBuildsFailures,
} from './kit/tidy/words.ts';

// The first rule that looks into the code has two thousand files parsed.
vi.setConfig({ testTimeout: 180_000 });

/** Written by `npm run docs` from the migrations: no rule applies to it. */
const isGenerated = ({ path }: { readonly path: string }) => path.endsWith('/baseline.sql');

const root = fileURLToPath(new URL('..', import.meta.url));
const tree = readSourceTree(root).filter((file) => !isGenerated(file));

function linesOf(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ path, line, problem, instead }) => `${path}:${line} ${problem}; ${instead}`,
  );
}

test('the linter reads the files of the repository', () => {
  expect(tree.some(({ path }) => path === 'config/settings.ts')).toBe(true);
  expect(tree.some(({ path }) => path.includes('node_modules/'))).toBe(false);
  expect(tree.filter(isCode).length).toBeGreaterThan(5);
});

test('every locked package has the hash of what is installed', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const packages = Object.entries<{ link?: boolean; integrity?: string }>(lock.packages);
  const bare = packages.filter(
    ([path, { link, integrity }]) => path.startsWith('node_modules/') && !link && !integrity,
  );
  expect(bare.map(([path]) => path)).toEqual([]);
});

describe('walls', () => {
  test('a folder imports only what the map of the house allows', () => {
    expect(linesOf(importsFollowTheHouse(tree))).toEqual([]);
  });
  test('only db/ knows the types of SQLite', () => {
    expect(linesOf(onlyDbKnowsSqlite(tree))).toEqual([]);
  });
  test('only api/kit/errors.ts knows the HTTP status of a rejection', () => {
    expect(linesOf(onlyErrorsKnowsRejectionStatuses(tree))).toEqual([]);
  });
  test('only activities/failure.ts builds a Temporal failure', () => {
    expect(linesOf(onlyFailureBuildsFailures(tree))).toEqual([]);
  });
  test('only models/onnx-runtime.ts loads ONNX Runtime', () => {
    expect(linesOf(oneFileLoadsOnnxRuntime(tree))).toEqual([]);
  });
  test('a start of the bank loads no package of rare requests', () => {
    expect(linesOf(startLoadsNoRarePackage(tree))).toEqual([]);
  });
  test('every file of the engine is reached from an entry point', () => {
    expect(linesOf(noFileIsDead(tree))).toEqual([]);
  });
});

describe('acts', () => {
  test('nothing outside of the ledger holds a transaction', () => {
    expect(linesOf(noTransactionLeavesTheLedger(tree))).toEqual([]);
  });
  test('what is left to become a function of a transaction is as its ceilings say', () => {
    expect(countActs(tree)).toEqual(CEILINGS);
  });
});

/** The current state of the structure. A limit may only fall. */
const LARGEST_CIRCLE = 5;
const ROOMS_IN_CIRCLE = 0;
const CORE_INTO_SUBJECTS = 11;
const CORE_INTO_TABLES = 89;

describe('structure', () => {
  const graph = graphOf(tree);

  test('no circle of files is larger than it was', () => {
    const [largest = []] = circlesIn(graph);
    expect(largest.length, largest.join('\n')).toBe(LARGEST_CIRCLE);
  });
  test('no more rooms of db/ form a circle than did', () => {
    const [largest = []] = circlesIn(roomsOf(graph));
    expect(largest.length, largest.join(' ')).toBe(ROOMS_IN_CIRCLE);
  });
  test('the core imports no more files of subjects than it did', () => {
    const found = coreIntoSubjects(graph);
    expect(found.length, found.join('\n')).toBe(CORE_INTO_SUBJECTS);
  });
  test('the core names no more tables of subjects than it did', () => {
    const found = coreIntoTables(tree);
    expect(found.length, found.join('\n')).toBe(CORE_INTO_TABLES);
  });
});

describe('words', () => {
  test('no banned word is in the code', () => {
    expect(linesOf(noWordIsBanned(tree))).toEqual([]);
  });
  test('no comment silences the compiler or puts work off', () => {
    expect(linesOf(noCommentIsBanned(tree))).toEqual([]);
  });
  test('no file names a path or a package registry of one machine', () => {
    expect(linesOf(nothingNamesAMachine(tree))).toEqual([]);
  });
});

describe('shape of files', () => {
  test('every code file and folder has a kebab-case name', () => {
    expect(linesOf(namesAreKebabCase(tree))).toEqual([]);
  });
  test('no folder is a drawer for what has no place', () => {
    expect(linesOf(noFolderIsADrawer(tree))).toEqual([]);
  });
  test('no file is a barrel', () => {
    expect(linesOf(noFileIsABarrel(tree))).toEqual([]);
  });
  test('every file in ledger/, workflows/ and db/ says at its top what it owns', () => {
    expect(linesOf(filesSayWhatTheyOwn(tree))).toEqual([]);
  });
  test('every public function of the ledger and of the store is documented', () => {
    expect(linesOf(publicFunctionsAreDocumented(tree))).toEqual([]);
  });
});
