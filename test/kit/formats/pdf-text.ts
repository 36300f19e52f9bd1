// Extracts the texts of a PDF, page by page, as copying from a reader does: by the character table
// of each font, and by the replacement text of marked content.

import { inflateSync } from 'node:zlib';

/** One stream in 256 ends with a carriage return that belongs to the data. */
const STREAM = /stream\n([\s\S]*?)\nendstream/g;

/** Returns the texts on each page, in the order in which they were drawn. */
export function readPdfPages(file: Buffer): string[][] {
  const source = file.toString('latin1');
  const fonts = readFonts(source);
  const pages: string[][] = [];
  for (const match of source.matchAll(STREAM)) {
    const content = inflate(Buffer.from(match[1] ?? '', 'latin1'));
    if (content?.includes(' TJ')) pages.push(readTexts(content, fonts));
  }
  return pages;
}

/** Returns the drawn characters, by the tables of the fonts alone. */
export function readPdfGlyphs(file: Buffer): string[][] {
  const source = file.toString('latin1');
  const fonts = readFonts(source);
  return [...source.matchAll(STREAM)].flatMap((match) => {
    const content = inflate(Buffer.from(match[1] ?? '', 'latin1'));
    if (!content?.includes(' TJ')) return [];
    return [readTexts(content.replace(/\/Span <<[\s\S]*?>> BDC|EMC/g, ''), fonts)];
  });
}

type Letters = (hex: string) => string;

const ACTUAL_TEXT = String.raw`\/Span <<[\s\S]*?\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)[\s\S]*?>> BDC`;
const OPERATORS = new RegExp(String.raw`\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ|${ACTUAL_TEXT}|EMC`, 'g');

function readTexts(content: string, fonts: ReadonlyMap<string, Letters>): string[] {
  const texts: string[] = [];
  let letters: Letters = winAnsi;
  let isMarked = false;
  for (const [operator, font, pieces, actual] of content.matchAll(OPERATORS)) {
    if (font !== undefined) letters = fonts.get(font) ?? winAnsi;
    else if (actual !== undefined) {
      texts.push(actualText(actual));
      isMarked = true;
    } else if (operator === 'EMC') isMarked = false;
    else if (!isMarked) {
      // Pieces in hexadecimal, with the spacing between them.
      const hex = [...(pieces ?? '').matchAll(/<([0-9a-f]*)>/gi)].map((match) => match[1]).join('');
      texts.push(letters(hex));
    }
  }
  return texts;
}

const winAnsi: Letters = (hex) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));

/** Decodes a text in UTF-16 with its byte order mark and escaped special bytes. */
function actualText(escaped: string): string {
  const names: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const bytes = escaped.replace(/\\([\s\S])/g, (_, name: string) => names[name] ?? name);
  const text = Buffer.from(bytes, 'latin1');
  if (text[0] !== 0xfe || text[1] !== 0xff) return text.toString('latin1');
  return Buffer.from(text.subarray(2)).swap16().toString('utf16le');
}

/**
 * Returns the fonts by their name on the page; an embedded font has a table from glyphs to
 * characters.
 */
function readFonts(source: string): Map<string, Letters> {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of source.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    objects.set(id, body);
  }
  const fonts = new Map<string, Letters>();
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
    const [stream] = [...(objects.get(table ?? '') ?? '').matchAll(STREAM)].map(
      (match) => match[1],
    );
    const text = stream === undefined ? null : inflate(Buffer.from(stream, 'latin1'));
    if (text !== null) fonts.set(name, createDecoder(text));
  }
  return fonts;
}

function createDecoder(table: string): Letters {
  const [, list = ''] = /beginbfrange[\s\S]*?\[([\s\S]*?)\]/.exec(table) ?? [];
  const all = [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
  );
  return (hex) =>
    [...hex.matchAll(/.{4}/g)].map(([glyph]) => all[Number.parseInt(glyph, 16)] ?? '').join('');
}

function inflate(bytes: Buffer): string | null {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return null;
  }
}
