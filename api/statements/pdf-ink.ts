// How texts come onto a page of a statement: in lines that fit their column, from the left or
// against the right.

import type PDFDocument from 'pdfkit';
import { latin } from './latin.ts';

export type Document = InstanceType<typeof PDFDocument>;

/** How a line looks. */
export interface Ink {
  readonly font: 'Helvetica' | 'Helvetica-Bold' | 'Helvetica-Oblique';
  readonly size: number;
  readonly color: string;
}

const DARK = '#1b2430';
const GREY = '#6b7684';
export const NAVY = '#17375e';
export const RULE = '#c8d0da';
export const SHADE = '#f3f6fa';

export const BODY: Ink = { font: 'Helvetica', size: 8, color: DARK };
export const BOLD: Ink = { ...BODY, font: 'Helvetica-Bold' };
export const SMALL: Ink = { ...BODY, size: 6.5, color: GREY };
export const LABEL: Ink = { ...BODY, size: 7.5, color: GREY };
export const CARRIED: Ink = { ...BODY, font: 'Helvetica-Oblique' };

/** From one line of a text to the next. */
export const lead = ({ size }: Ink): number => size * 1.28;

export function put(doc: Document, ink: Ink, text: string, x: number, y: number): void {
  doc.font(ink.font).fontSize(ink.size).fillColor(ink.color);
  doc.text(latin(text), x, y, { lineBreak: false });
}

/** Ends at `end`; a figure that is wider than its column is written smaller, never cut. */
export function putRight(
  doc: Document,
  ink: Ink,
  text: string,
  { end, y, width = Number.POSITIVE_INFINITY }: { end: number; y: number; width?: number },
): void {
  const letters = latin(text);
  doc.font(ink.font).fontSize(ink.size);
  const wide = doc.widthOfString(letters);
  const size = wide <= width ? ink.size : (ink.size * width) / wide;
  const length = Math.min(wide, width);
  put(doc, { ...ink, size }, letters, end - length, y + (ink.size - size) / 2);
}

/** The lines of a text that fit a width, broken between words and, if need be, inside them. */
export function wrapText(doc: Document, ink: Ink, text: string, width: number): string[] {
  doc.font(ink.font).fontSize(ink.size);
  const fits = (line: string) => doc.widthOfString(line) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of latin(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, fits);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** The pieces of a word, each as long as a line takes. */
function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const pieces: string[] = [];
  for (let rest = word; rest !== ''; ) {
    let length = rest.length;
    while (length > 1 && !fits(rest.slice(0, length))) length -= 1;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return pieces;
}

/** A decimal as people read it: `1234567.89` is `1,234,567.89`. */
export function groupDigits(amount: string): string {
  const [whole = '', ...rest] = amount.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.');
}
