// Selects the tests of a change, for `npm test -- --changed`. Nearly every test opens a whole bank,
// so "reaches the file by imports" selects most of them. Selected are near tests: those of the same
// subject, and those that reach the file without passing a file that composes the bank.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file with more imports than this composes others; its importers test all of them. */
const MAX_IMPORTS = 14;
/** When more tests than this are near to a file, only the nearest tests run. */
const MAX_NEAR = 20;
const CODE = /\.[cm]?[jt]sx?$/;
const TEST = /^test\/.*\.test\.ts$/;
/** Rules about the tree as a whole: any change may break them. */
const TIDY_TESTS = /^test\/tidy[\w-]*\.test\.ts$/;
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+)'/g;
const TYPE_IMPORTS = /import type [^;]*?from '[^']+'/g;

/** The files of the repository, by their paths with forward slashes. */
export type Tree = ReadonlyMap<string, string>;

export interface Selection {
  readonly tests: readonly string[];
  /** Files with more near tests than are run, with the number of these tests. */
  readonly wide: readonly { readonly path: string; readonly near: number }[];
}

/**
 * Returns the paths that differ from a commit, or are new.
 * @param since left out: the commit at which this branch left main; on main, the last commit
 */
export function changedPaths(root: string, since?: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const lines = (text: string) => text.split('\n').filter(Boolean);
  const base = since ?? baseOf(git);
  const differing = lines(git('diff', '--name-only', base, '--'));
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...differing, ...untracked])].sort();
}

function baseOf(git: (...words: string[]) => string): string {
  try {
    return git('merge-base', 'main', 'HEAD').trim();
  } catch {
    return 'HEAD';
  }
}

/** Reads the code and the tests of the repository. */
export function readTree(root: string): Tree {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n');
  const code = paths.filter((path) => CODE.test(path) && existsSync(join(root, path)));
  return new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Returns the tests of the short tier that belong to a change. */
export function testsFor(changed: readonly string[], tree: Tree): Selection {
  const importers = listImporters(tree);
  const tests = [...tree.keys()].filter((path) => TEST.test(path) && !/\.deep\./.test(path));
  const selected = new Set(tests.filter((path) => TIDY_TESTS.test(path)));
  const wideSelection: Selection['wide'][number][] = [];
  for (const path of changed) {
    if (tests.includes(path)) selected.add(path);
    for (const test of tests.filter((test) => isOfSubject(test, path))) selected.add(test);
    const nearTests = CODE.test(path)
      ? findNearTests(path, importers).filter((nearTest) => tests.includes(nearTest))
      : tests.filter((test) => tree.get(test)?.includes(path));
    if (nearTests.length > MAX_NEAR) wideSelection.push({ path, near: nearTests.length });
    for (const test of nearTests.slice(0, MAX_NEAR)) selected.add(test);
  }
  return { tests: [...selected].sort(), wide: wideSelection };
}

/** Returns the importers of each file, without the files that compose others. */
function listImporters(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of tree) {
    const targets = new Set<string>();
    for (const [, imported, importPath] of text.replace(TYPE_IMPORTS, '').matchAll(IMPORTED)) {
      const specifier = (imported ?? importPath ?? '').replace(/[?#].*$/, '');
      targets.add(posix.join(posix.dirname(path), specifier));
    }
    if (!TEST.test(path) && targets.size > MAX_IMPORTS) continue;
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return importers;
}

/** Returns the tests that reach a file, the nearest first. */
function findNearTests(path: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const dependents = new Set([path]);
  for (const file of dependents)
    for (const importer of importers.get(file) ?? []) dependents.add(importer);
  return [...dependents].filter((file) => TEST.test(file));
}

/**
 * True for `test/api/kyc/…`, `test/workflows/kyc-….test.ts` and similar paths with
 * `db/kyc/rows.ts`: the test is in a folder of the subject's name, or its name begins with it.
 */
function isOfSubject(test: string, path: string): boolean {
  if (path.startsWith('docs/')) return test.startsWith('test/docs/');
  const subject = subjectOf(path);
  if (subject === null) return false;
  const [, , ...parts] = test.replace(/\.test\.ts$/, '').split('/');
  const name = parts.pop() ?? '';
  return parts.includes(subject) || new RegExp(`^${subject}([.-]|$)`).test(name);
}

/** Folders of a layer whose files are subjects of their own. */
const NO_SUBJECT = /^(kit|kernel|ops|migrations|opening|run|shell)$/;

/**
 * The subject of a file (`kyc` for `api/kyc/start.ts`, `lane` for `activities/lane.ts`), or null
 * when it has none.
 */
function subjectOf(path: string): string | null {
  const [layer = '', ...rest] = path.split('/');
  if (/^(test|research|bench)$/.test(layer) || !CODE.test(path)) return null;
  const [name] = rest.filter((word) => !NO_SUBJECT.test(word));
  return name?.replace(/\..*$/, '') ?? null;
}
