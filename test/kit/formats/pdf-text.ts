// The texts of a PDF, page by page, out of its own content streams.

import { inflateSync } from 'node:zlib';

/** What is written on each page, in the order in which it was drawn. */
export function pdfPages(file: Buffer): string[][] {
  const pages: string[][] = [];
  const source = file.toString('latin1');
  for (const found of source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const drawn = inflate(Buffer.from(found[1] ?? '', 'latin1'));
    if (!drawn?.includes(' TJ')) continue;
    pages.push([...drawn.matchAll(/\[(.*?)\] TJ/g)].map((one) => lettersOf(one[1] ?? '')));
  }
  return pages;
}

function inflate(bytes: Buffer): string | null {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return null;
  }
}

/** Pieces in hexadecimal, with the space to leave between them. */
function lettersOf(pieces: string): string {
  const hex = [...pieces.matchAll(/<([0-9a-f]*)>/gi)].map((one) => one[1]).join('');
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));
}
