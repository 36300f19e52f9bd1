// The contents of the documentation site: the groups and lines of docs/README.md. A page is served
// when that index lists it and it lies in one of the folders below.

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The folder of the guides. */
export const FOLDER = new URL('../../docs/', import.meta.url);

export interface ListedPage {
  /** `kyc`: the page is served as `/docs/guides/kyc`. */
  readonly name: string;
  /** `build/kyc.md`, from docs/. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
}

interface PageGroup {
  /** `Start`, or `Build: Money`. */
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

const HEADING = /^(##|###) (.+)$/;
const ENTRY =
  /^- \[(.+?)\]\(((?:start|build|operate|understand|contribute)\/([\w-]+)\.md)\): (.+)$/;

/** Returns the groups of the index that have pages, in its order. */
export function readContents(
  index = readFileSync(new URL('README.md', FOLDER), 'utf8'),
): readonly PageGroup[] {
  const groups: { readonly title: string; readonly pages: ListedPage[] }[] = [];
  let part = '';
  for (const line of index.split('\n')) {
    const [, level, heading = ''] = HEADING.exec(line) ?? [];
    if (level === '##') part = heading;
    if (level) groups.push({ title: level === '##' ? part : `${part}: ${heading}`, pages: [] });
    const [, title, path = '', name = '', summary = ''] = ENTRY.exec(line) ?? [];
    if (title) groups.at(-1)?.pages.push({ name, path, title, summary });
  }
  return groups.filter(({ pages }) => pages.length > 0);
}

const RELATIVE_LINK = /\[([^\]]*)\]\((?!https?:|[/#])([^)#\s]+)(#[^)\s]*)?\)/g;

/**
 * Returns the Markdown of a page whose links lead to addresses of the bank. A link to a file that is
 * not served becomes its text.
 * @param path from docs/
 */
export function readLinked(path: string): string {
  const pages = readContents().flatMap((group) => group.pages);
  const addresses = new Map(pages.map((page) => [page.path, `/docs/guides/${page.name}`]));
  const text = readFileSync(new URL(path, FOLDER), 'utf8');
  return text.replace(RELATIVE_LINK, (_, label: string, target: string, fragment = '') => {
    const address = addresses.get(posix.join(posix.dirname(path), target));
    return address === undefined ? label : `[${label}](${address}${fragment})`;
  });
}
