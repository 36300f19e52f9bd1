// Guides: the Markdown of docs/ as pages. Markup in the Markdown is shown as text. Links lead to
// other guides or to other addresses of the bank; a target that is not served is named without a
// link.

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import Markdown, { type MarkdownIt, type Token } from 'markdown-it';
import { FOLDER, type ListedPage } from './contents.ts';

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** A part of a guide, for the search. */
export interface Section {
  readonly heading: Heading;
  readonly text: string;
}

export interface Guide {
  readonly name: string;
  readonly title: string;
  /** Safe HTML: made from Markdown whose own markup was escaped. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/**
 * Returns a function that reads a guide once.
 * @param pages the pages that links may lead to
 */
export function createGuideReader(pages: readonly ListedPage[]): (page: ListedPage) => Guide {
  const addresses = new Map<string, string>([
    ['README.md', '/docs'],
    ['reference/openapi.json', '/openapi.json'],
    ...pages.map(({ path, name }) => [path, `/docs/guides/${name}`] as const),
  ]);
  const markdown = new Markdown({ html: false, linkify: false, typographer: false });
  const guides = new Map<string, Guide>();
  // A table that scrolls sideways must be reachable by keyboard.
  markdown.renderer.rules.table_open = () =>
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  // Pictures of the console are not served.
  markdown.renderer.rules.image = () => '';
  return (page) => {
    const guide = guides.get(page.name) ?? readGuide(markdown, page, addresses);
    guides.set(page.name, guide);
    return guide;
  };
}

/** Addresses of the site by path from docs/. */
type Addresses = ReadonlyMap<string, string>;

function readGuide(markdown: MarkdownIt, { name, path }: ListedPage, addresses: Addresses): Guide {
  const text = readFileSync(new URL(path, FOLDER), 'utf8');
  const tokens = markdown.parse(text, {});
  const headings: Heading[] = [];
  const parts: { heading: Heading; texts: string[] }[] = [];
  tokens.forEach((token, index) => {
    const inline = tokens[index + 1];
    if (token.type === 'heading_open' && inline) {
      const heading = createHeading(token, textOf(inline), headings);
      token.attrSet('id', heading.id);
      headings.push(heading);
      parts.push({ heading, texts: [] });
    }
    if (token.type === 'inline') retarget(token, path, addresses);
    if (token.type === 'inline' || token.type === 'fence') {
      parts.at(-1)?.texts.push(token.type === 'inline' ? textOf(token) : token.content);
    }
  });
  const sections = parts.map(({ heading, texts }) => ({ heading, text: texts.join(' ') }));
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return { name, title: headings[0]?.text ?? name, html, headings, sections };
}

/** The text without its Markdown marks. */
function textOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');
}

/** Creates a heading with the id by which links in the documents refer to it. */
function createHeading(token: Token, text: string, before: readonly Heading[]): Heading {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  let id = slug;
  for (let number = 1; before.some((heading) => heading.id === id); number += 1) {
    id = `${slug}-${number}`;
  }
  return { level: Number(token.tag.slice(1)), text, id };
}

/** Replaces links to files by links to the site, and removes links to files that are not served. */
function retarget(token: Token, from: string, addresses: Addresses): void {
  let isDropped = false;
  for (const child of token.children ?? []) {
    if (child.type === 'link_open') {
      const to = toSiteAddress(String(child.attrGet('href') ?? ''), from, addresses);
      isDropped = to === null;
      if (to === null) Object.assign(child, { type: 'text', content: '', tag: '', nesting: 0 });
      else child.attrSet('href', to);
    } else if (child.type === 'link_close' && isDropped) {
      Object.assign(child, { type: 'text', content: '', tag: '', nesting: 0 });
    }
  }
}

/** @param from path of the guide that contains the link */
function toSiteAddress(href: string, from: string, addresses: Addresses): string | null {
  if (/^(https?:\/\/|#|\/)/.test(href)) return href;
  const [, target = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const address = addresses.get(posix.join(posix.dirname(from), target));
  return address === undefined ? null : `${address}${fragment}`;
}
