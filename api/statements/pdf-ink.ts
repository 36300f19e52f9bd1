// Places texts on a page of a statement: in lines that fit their column, left-aligned or
// right-aligned.

import type PDFDocument from 'pdfkit';
import { isWinAnsi, prepareFonts, type Run, runsOf, toOneLine, type Weight } from './pdf-fonts.ts';

export type Document = InstanceType<typeof PDFDocument>;

/** The appearance of a line. */
export interface Ink {
  readonly font: 'Helvetica' | 'Helvetica-Bold' | 'Helvetica-Oblique';
  readonly size: number;
  readonly color: string;
}

const DARK_COLOR = '#1b2430';
const GREY = '#6b7684';
export const NAVY = '#17375e';
export const RULE_COLOR = '#c8d0da';
export const SHADE_COLOR = '#f3f6fa';

export const BODY: Ink = { font: 'Helvetica', size: 8, color: DARK_COLOR };
export const BOLD: Ink = { ...BODY, font: 'Helvetica-Bold' };
export const SMALL_INK: Ink = { ...BODY, size: 6.5, color: GREY };
export const LABEL: Ink = { ...BODY, size: 7.5, color: GREY };
export const ITALIC: Ink = { ...BODY, font: 'Helvetica-Oblique' };

/** Distance from one line of a text to the next, in points. */
export const lineHeight = ({ size }: Ink): number => size * 1.28;

const weightOf = ({ font }: Ink): Weight => (font === 'Helvetica-Bold' ? 700 : 400);

/** Loads the letters of texts beyond the standard fonts, so that they can be measured and drawn. */
export async function prepareTexts(
  doc: Document,
  texts: readonly { readonly ink: Ink; readonly text: string | null | undefined }[],
): Promise<void> {
  const parts = texts.map(({ ink, text }) => ({ text: text ?? '', weight: weightOf(ink) }));
  await prepareFonts(doc, parts);
}

/** Returns the runs of a line: a single one if a standard font has all letters. */
function inkRuns(ink: Ink, line: string, isStandard = isWinAnsi(line)): Run[] {
  if (isStandard) return [{ font: ink.font, text: line, isRightToLeft: false }];
  return runsOf(line, weightOf(ink));
}

/** Shapes right-to-left runs at once, because word by word they would change places. */
const featuresOf = ({ isRightToLeft }: Run) => (isRightToLeft ? { features: [] } : {});

function widthOf(doc: Document, ink: Ink, line: string, isStandard = isWinAnsi(line)): number {
  return inkRuns(ink, line, isStandard).reduce((sum, run) => {
    doc.font(run.font).fontSize(ink.size);
    return sum + doc.widthOfString(run.text, featuresOf(run));
  }, 0);
}

/** Height of Helvetica above the baseline, relative to the font size. */
const ASCENT = 0.718;

/** Draws a line of text from the left position `x`. */
export function drawText(doc: Document, ink: Ink, text: string, x: number, y: number): void {
  const line = toOneLine(text);
  if (isWinAnsi(line)) {
    doc.font(ink.font).fontSize(ink.size).fillColor(ink.color);
    doc.text(line, x, y, { lineBreak: false });
    return;
  }
  doc.markContent('Span', { actual: line });
  let cursorX = x;
  for (const run of inkRuns(ink, line)) {
    doc.font(run.font).fontSize(ink.size).fillColor(ink.color);
    const options = { lineBreak: false, baseline: 'alphabetic', ...featuresOf(run) } as const;
    doc.text(run.text, cursorX, y + ASCENT * ink.size, options);
    cursorX += doc.widthOfString(run.text, featuresOf(run));
  }
  doc.endMarkedContent();
}

/**
 * Draws a right-aligned figure that ends at `end`; a figure wider than its column is scaled down.
 */
export function drawRight(
  doc: Document,
  ink: Ink,
  text: string,
  { end, y, width = Number.POSITIVE_INFINITY }: { end: number; y: number; width?: number },
): void {
  const textWidth = widthOf(doc, ink, toOneLine(text));
  const size = textWidth <= width ? ink.size : (ink.size * width) / textWidth;
  const length = Math.min(textWidth, width);
  drawText(doc, { ...ink, size }, text, end - length, y + (ink.size - size) / 2);
}

/** Breaks a text into lines of a width, between words and, where necessary, inside them. */
export function wrapText(doc: Document, ink: Ink, text: string, width: number): string[] {
  const oneLine = toOneLine(text);
  const isStandard = isWinAnsi(oneLine);
  const partWidth = (part: string) => widthOf(doc, ink, part, isStandard);
  const fitsWidth = (part: string) => partWidth(part) <= width;
  const words = oneLine.split(' ');
  const blank = isStandard ? partWidth(' ') : ink.size / 3;
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const word of words) {
    const wordWidth = partWidth(word);
    if (line === '' ? wordWidth <= width : length + blank + wordWidth <= width) {
      length += line === '' ? wordWidth : blank + wordWidth;
      line = line === '' ? word : `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWord(word, fitsWidth);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    length = partWidth(line);
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** Breaks a word into pieces that fit a line. A letter keeps its marks. */
function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
  const pieces: string[] = [];
  for (let from = 0; from < letters.length; ) {
    const textOf = (length: number) => letters.slice(from, from + length).join('');
    let [min, max] = [1, letters.length - from];
    // A longer piece is never narrower, so a binary search finds the longest that fits.
    while (min < max) {
      const middle = Math.ceil((min + max) / 2);
      if (fits(textOf(middle))) min = middle;
      else max = middle - 1;
    }
    pieces.push(textOf(min));
    from += min;
  }
  return pieces;
}

/** Groups the digits of a decimal: `1,234,567.89` for `1234567.89`. */
export function groupDigits(amount: string): string {
  const [wholeDigits = '', ...rest] = amount.split('.');
  return [wholeDigits.replace(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.');
}
