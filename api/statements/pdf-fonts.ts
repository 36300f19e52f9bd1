// Fonts for letters that the standard fonts of PDF lack: Noto Sans, one small file for each part of
// a script. The document embeds only the letters that it uses. The letters of a line are drawn in
// visual order, with their text in logical order for copying.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import type { Document } from './pdf-ink.ts';

const PACKAGES = '@fontsource-variable/noto-sans';
/**
 * A letter is drawn by the first family that has it. So Han characters have Chinese forms first.
 */
const FAMILIES = [
  ...['', '-hebrew', '-arabic', '-armenian', '-georgian', '-thai', '-bengali', '-tamil'],
  ...['-telugu', '-kannada', '-sinhala', '-khmer', '-ethiopic', '-gujarati', '-gurmukhi'],
  ...['-malayalam', '-lao', '-myanmar', '-sc', '-jp', '-kr'],
];
/** Hangul letters: only one family has them, although others claim to. */
const HANGUL = /\p{Script=Hangul}/u;
/** Replaces a letter that no family has. */
const MISSING_GLYPH = '\u25a1';
/** Font files that stay in memory, some twenty kilobytes each. */
const MAX_KEPT = 400;

export type Weight = 400 | 700;

/** Adjacent letters of a text with the same font and direction. */
export interface Run {
  /** Name under which the font is registered in the document. */
  readonly font: string;
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const require = createRequire(import.meta.url);
// Both packages are CommonJS; the types of one describe a default export that it does not have.
const bidi = (require('bidi-js') as () => Bidi)();
type SubsetFont = (font: Buffer, text: undefined, options: object) => Promise<Buffer>;
const graphemes = new Intl.Segmenter();

let parts: ReadonlyMap<number, readonly string[]> | null = null;
const files = new Map<string, Promise<Buffer>>();
const readyFontsByDocument = new WeakMap<Document, Set<string>>();

/** Returns the files of each letter, from the ranges in the packages. */
function partsByLetter(): ReadonlyMap<number, readonly string[]> {
  if (parts) return parts;
  const letterLists = new Map<number, string[]>();
  for (const family of FAMILIES) {
    const ranges = require.resolve(`${PACKAGES}${family}/unicode.json`);
    const all = JSON.parse(readFileSync(ranges, 'utf8')) as Record<string, string>;
    for (const [part, text] of Object.entries(all)) {
      const file = `noto-sans${family}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`;
      const isKorean = family === '-kr';
      for (const range of text.split(',')) {
        const [first = 0, last = first] = range
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        for (let code = first; code <= last; code += 1) {
          if (!isKorean && HANGUL.test(String.fromCodePoint(code))) continue;
          const glyphs = letterLists.get(code);
          if (glyphs) glyphs.push(`${PACKAGES}${family}/files/${file}`);
          else letterLists.set(code, [`${PACKAGES}${family}/files/${file}`]);
        }
      }
    }
  }
  parts = letterLists;
  return letterLists;
}

/**
 * Returns the file with the letter and most of its marks, or null when no file has the letter.
 */
function partFor(grapheme: string): string | null {
  const [letter = 0, ...marks] = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0);
  const all = partsByLetter();
  const candidates = all.get(letter) ?? [];
  const countMissing = (file: string) =>
    marks.filter((mark) => !all.get(mark)?.includes(file)).length;
  return [...candidates].sort((a, b) => countMissing(a) - countMissing(b))[0] ?? null;
}

/** True for a text of letters in the standard fonts (WinAnsi, which is Windows-1252). */
export function isWinAnsi(text: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/.test(text);
}

interface Letter {
  readonly text: string;
  readonly part: string;
}

function lettersOf(line: string): Letter[] {
  const letters: Letter[] = [];
  for (const { segment } of graphemes.segment(line)) {
    const part = segment === ' ' ? (letters.at(-1)?.part ?? null) : partFor(segment);
    const text = part === null && segment !== ' ' ? MISSING_GLYPH : segment;
    letters.push({ text, part: part ?? partFor(text) ?? '' });
  }
  return letters;
}

/** Loads the fonts of texts, which can then be measured and drawn. */
export async function prepareFonts(
  doc: Document,
  texts: Iterable<{ readonly text: string; readonly weight: Weight }>,
): Promise<void> {
  for (const { text, weight } of texts) {
    const line = toOneLine(text);
    if (isWinAnsi(line)) continue;
    for (const part of new Set(lettersOf(line).map((letter) => letter.part))) {
      await register(doc, part, weight);
    }
  }
}

async function register(doc: Document, part: string, weight: Weight): Promise<void> {
  const name = nameOf(part, weight);
  const readyFonts = readyFontsByDocument.get(doc) ?? new Set();
  readyFontsByDocument.set(doc, readyFonts);
  if (part === '' || readyFonts.has(name)) return;
  readyFonts.add(name);
  doc.registerFont(name, await fileOf(part, weight));
}

const nameOf = (part: string, weight: Weight) =>
  `${part.slice(part.lastIndexOf('/') + 1)} ${weight}`;

function fileOf(part: string, weight: Weight): Promise<Buffer> {
  const name = nameOf(part, weight);
  const font = files.get(name) ?? loadFont(part, weight);
  // Deleting and adding moves the entry to the end, so that the least recently used file is
  // dropped.
  files.delete(name);
  files.set(name, font);
  const [oldest] = files.keys();
  if (files.size > MAX_KEPT && oldest !== undefined) files.delete(oldest);
  return font;
}

/** Loads a font file with one weight, uncompressed as PDF requires. */
async function loadFont(part: string, weight: Weight): Promise<Buffer> {
  const subsetFont = require('subset-font') as SubsetFont;
  const packed = await readFile(require.resolve(part));
  const variationAxes = { wght: weight };
  return subsetFont(packed, undefined, {
    keepAllGlyphs: true,
    targetFormat: 'sfnt',
    variationAxes,
  });
}

/** Returns a text in one line, with composed letters (NFC). */
export function toOneLine(text: string): string {
  return text.normalize('NFC').replace(/[\s\u2028\u2029]+/gu, ' ');
}

/** Returns the runs of a line in visual order from left to right. */
export function runsOf(line: string, weight: Weight): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line);
  const runs: (Run & { level: number })[] = [];
  let position = 0;
  for (const { text, part } of lettersOf(line)) {
    const level = levels[position] ?? 0;
    position += text === MISSING_GLYPH ? 1 : text.length;
    const font = nameOf(part, weight);
    const last = runs.at(-1);
    if (last?.font === font && last.level === level) {
      runs[runs.length - 1] = { ...last, text: last.text + text };
    } else runs.push({ font, text, level, isRightToLeft: level % 2 === 1 });
  }
  return inVisualOrder(runs);
}

/** Rule L2 of the bidirectional algorithm: right-to-left runs are reversed, inner runs first. */
function inVisualOrder<R extends { readonly level: number }>(runs: readonly R[]): R[] {
  const order = [...runs];
  const deepest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = deepest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to += 1;
      if (to - from > 1) order.splice(from, to - from, ...order.slice(from, to).reverse());
      if (to > from) from = to;
    }
  }
  return order;
}
