// Links and paths to pages: each leads to a file that exists, and to a heading of that page.

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { readContents } from '../../api/docs/contents.ts';
import { readSourceTree } from '../kit/tidy/source-tree.ts';
import { ROOT } from './shell-blocks.ts';

const TREE = readSourceTree(ROOT);
const PAGES = new Map(
  TREE.filter(({ path }) => path.endsWith('.md')).map((page) => [page.path, page]),
);
const FENCE = /^ *```.*?^ *```/gms;

test('a relative link of a page leads to a file, and its anchor to a heading', () => {
  const links = [...PAGES.values()].flatMap(({ path, text }) =>
    [...text.replace(FENCE, '').matchAll(/\]\(([^()\s]+)\)/g)].map(([, to = '']) => ({ path, to })),
  );
  const ownLinks = links.filter(({ to }) => !/^([a-z]+:|\/)/.test(to));
  expect(ownLinks.length).toBeGreaterThan(500);
  const broken = ownLinks.filter(({ path, to }) => {
    const [target = '', anchor] = to.split('#');
    return !hasTarget(target === '' ? path : posix.join(posix.dirname(path), target), anchor);
  });
  expect(broken).toEqual([]);
});

/** A path as texts name it, from the root of the repository or from the folder of the text. */
const NAMED_PATH = /(?<![\w/.-])(?:\.\.\/)*(docs\/[\w./-]+\.(?:md|json))(?:#([\w-]+))?/g;
/** Names of answers of the help, which clients know: they stay when the page moves. */
const ANSWER = /^docs\/help\.md#/;
/** Migrations that banks have run are not edited; the rules are tested with names of no files. */
const IS_LEFT_OUT = /^(db\/migrations\/|test\/tidy-rules\.test\.ts$)/;

test('a path in docs/ that a file names exists, with its anchor', () => {
  const files = TREE.filter(({ path }) => !IS_LEFT_OUT.test(path));
  const broken = files.flatMap(({ path, text }) =>
    [...text.matchAll(NAMED_PATH)]
      .map(([, target = '', anchor]) => ({ path, target, anchor }))
      .filter(({ target, anchor }) => !ANSWER.test(`${target}#${anchor ?? ''}`))
      .filter(({ target, anchor }) => !hasTarget(target, anchor)),
  );
  expect(broken).toEqual([]);
});

/** A path in backticks, whose first folder is one of the repository. */
const QUOTED_PATH = /`([\w@][\w.@-]*(?:\/[\w.@-]+)+)\/?`/g;

test('a path in backticks on a page exists, from the root or from test/', () => {
  const tops = new Set(TREE.map(({ path }) => path.split('/')[0]));
  const named = [...PAGES.values()].flatMap(({ path, text }) =>
    [...text.replace(FENCE, '').matchAll(QUOTED_PATH)].map(([, target = '']) => ({ path, target })),
  );
  const ownLinks = named.filter(({ target }) => tops.has(target.split('/')[0] ?? ''));
  expect(ownLinks.length).toBeGreaterThan(500);
  const prefixes = new Set(TREE.flatMap(({ path }) => prefixesOf(path)));
  const exists = (path: string) => prefixes.has(path) || existsSync(join(ROOT, path));
  const broken = ownLinks.filter(({ target }) => !exists(target) && !exists(`test/${target}`));
  expect(broken).toEqual([]);
});

/** Symbols in parentheses after the path of their file, as in: `db/rails/acts.ts` (`stopRail`). */
const NAMED_SYMBOLS = /`([\w-]+(?:\/[\w.-]+)+\.[cm]?tsx?)` \(((?:`[^`]+`(?:, )?)+)\)/g;

test('a symbol that a page names after a file is in that file', () => {
  const sources = new Map(TREE.map(({ path, text }) => [path, text]));
  const named = [...PAGES.values()].flatMap(({ text }) =>
    [...text.matchAll(NAMED_SYMBOLS)].flatMap(([, path = '', list = '']) =>
      [...list.matchAll(/`([^`]+)`/g)].map(([, symbol = '']) => ({ path, symbol })),
    ),
  );
  expect(named.length).toBeGreaterThan(25);
  const missing = named.filter(
    ({ path, symbol }) => !new RegExp(`\\b${symbol}\\b`).test(sources.get(path) ?? ''),
  );
  expect(missing).toEqual([]);
});

test('docs/README.md lists each page of the five groups once, under a name of its own', () => {
  const listed = readContents().flatMap(({ pages }) => pages);
  const grouped = [...PAGES.keys()].filter((path) =>
    /^docs\/(start|build|operate|understand|contribute)\//.test(path),
  );
  expect(listed.map(({ path }) => `docs/${path}`).sort()).toEqual(grouped.sort());
  expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
});

/** Returns a path and its beginnings up to a slash or a dot: `a/b` for `a/b.test.ts`. */
function prefixesOf(path: string): string[] {
  return [path, ...[...path.matchAll(/[/.]/g)].map(({ index }) => path.slice(0, index))];
}

function hasTarget(target: string, anchor: string | undefined): boolean {
  const page = PAGES.get(target);
  if (anchor === undefined || !page) return existsSync(join(ROOT, target));
  return anchorsOf(page.text).has(anchor);
}

function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(FENCE, '').matchAll(/^#+ (.+)$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let name = slug;
    for (let count = 1; anchors.has(name); count += 1) name = `${slug}-${count}`;
    anchors.add(name);
  }
  return anchors;
}
