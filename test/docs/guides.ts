// Writes the code blocks of a guide to files outside of the tree, with imports that resolve as at
// their place in the tree.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INDENT = /^ {3}/gm;
const RELATIVE = /(from\s+')(\.[^']+)(')/g;

/** Returns the TypeScript blocks of a page, without indentation. */
export function blocksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^ *```ts\n(.*?)^ *```/gms)].map(([, block = '']) =>
    block.replace(INDENT, ''),
  );
}

/** Makes a folder whose files resolve packages as the files of the tree do. */
export function guideFolder(): string {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'guide-'));
}

/**
 * Writes a block into a folder.
 * @param place path in the tree that the guide names
 * @param own files of the folder that the block imports instead of those of the tree
 */
export function writeBlock(
  folder: string,
  place: string,
  { block, replaced = [] }: { readonly block: string; readonly replaced?: readonly string[] },
): string {
  const file = join(folder, place);
  mkdirSync(dirname(file), { recursive: true });
  const rewriteImport = (_: string, before: string, path: string, after: string) => {
    const linked = join(dirname(place), path);
    const target = replaced.includes(linked) ? join(folder, linked) : join(ROOT, linked);
    return `${before}${relative(dirname(file), target).replace(/^(?!\.)/, './')}${after}`;
  };
  writeFileSync(file, block.replace(RELATIVE, rewriteImport));
  return file;
}
