// A validation report as PDF. The same report gives the same bytes.

import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { toOneLine } from '../../statements/pdf-fonts.ts';
import {
  drawRight,
  drawText,
  type Ink,
  lineHeight,
  prepareTexts,
  wrapText,
} from '../../statements/pdf-ink.ts';
import { formatNumber } from './html.ts';
import { type Bars, type Line, type Plot, pathOf } from './plots.ts';
import type { Block, ValidationReport } from './report.ts';

type Document = InstanceType<typeof PDFDocument>;

const MARGIN = 50;
const WIDTH = 495;
const PLOT_WIDTH = 200;
const PLOT_GAP = 30;
/** Height of a plot with its labels. */
const PLOT_HEIGHT = PLOT_WIDTH + 44;
const INK = '#1b2430';
const PLAIN_INK: Ink = { font: 'Helvetica', size: 9, color: INK };
const TITLE: Ink = { ...PLAIN_INK, font: 'Helvetica-Bold', size: 16 };
const HEADING: Ink = { ...TITLE, size: 12 };
const CELL: Ink = { ...PLAIN_INK, size: 8 };
const HEAD_CELL: Ink = { ...CELL, font: 'Helvetica-Bold' };
const NOTE: Ink = { ...PLAIN_INK, size: 7 };
const STROKES: Readonly<Record<Line['style'], string>> = {
  reference: '#9aa5b1',
  version: '#2468c4',
  champion: '#c45a24',
};

/** Returns the PDF; other work of the thread runs between two blocks. */
export async function renderPdf({ title, asOf, blocks }: ValidationReport): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // The date of the records instead of the time of the request.
    info: { Title: toOneLine(title), Producer: 'Kontor', CreationDate: new Date(asOf) },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const documentEnd = once(doc, 'end');
  await writeText(doc, TITLE, title);
  await writeText(doc, PLAIN_INK, `As of ${asOf}`);
  doc.y += lineHeight(PLAIN_INK);
  for (const block of blocks) {
    await printBlock(doc, block);
    await nextTurn();
  }
  doc.end();
  await documentEnd;
  return Buffer.concat(chunks);
}

/** Writes a text at the current position, over several lines and pages if needed. */
async function writeText(doc: Document, ink: Ink, text: string, indent = 0): Promise<void> {
  await prepareTexts(doc, [{ ink, text }]);
  const left = MARGIN + indent;
  let top = doc.y;
  for (const line of wrapText(doc, ink, text, WIDTH - indent)) {
    if (top + lineHeight(ink) > doc.page.height - MARGIN) {
      doc.addPage();
      top = doc.y;
    }
    drawText(doc, ink, line, left, top);
    top += lineHeight(ink);
  }
  doc.y = top;
}

async function printBlock(doc: Document, block: Block): Promise<void> {
  switch (block.kind) {
    case 'heading':
      if (doc.y > doc.page.height - 2 * MARGIN - 60) doc.addPage();
      doc.y += 0.6 * lineHeight(PLAIN_INK);
      await writeText(doc, HEADING, block.text);
      doc.y += 0.3 * lineHeight(HEADING);
      return;
    case 'text':
      await writeText(doc, PLAIN_INK, block.text);
      doc.y += 0.4 * lineHeight(PLAIN_INK);
      return;
    case 'list':
      for (const item of block.items) await writeText(doc, PLAIN_INK, `- ${item}`, 8);
      doc.y += 0.4 * lineHeight(PLAIN_INK);
      return;
    case 'facts':
      await printTable(doc, [130, WIDTH - 130], block.facts);
      return;
    case 'table': {
      const columnWidth = WIDTH / (block.columns.length + 0.5);
      const widths = block.columns.map((_, index) =>
        index === 0 ? 1.5 * columnWidth : columnWidth,
      );
      await printTable(doc, widths, [block.columns, ...block.rows], true);
      return;
    }
    case 'plots':
      await drawPlots(doc, block.plots);
      return;
    case 'bars':
      await drawBars(doc, block.bars);
  }
}

const ROWS_PER_TURN = 20;

async function printTable(
  doc: Document,
  widths: readonly number[],
  rows: readonly (readonly string[])[],
  hasHead = false,
): Promise<void> {
  const inkOf = (row: number, column: number) =>
    (hasHead ? row === 0 : column === 0) ? HEAD_CELL : CELL;
  for (const [index, row] of rows.entries()) {
    await prepareTexts(
      doc,
      row.map((text, column) => ({ ink: inkOf(index, column), text })),
    );
    const cells = row.map((text, column) =>
      wrapText(doc, inkOf(index, column), text, (widths[column] ?? 0) - 6),
    );
    const height = Math.max(...cells.map((lines) => lines.length), 1) * lineHeight(CELL) + 4;
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
    const top = doc.y;
    let left = MARGIN;
    for (const [column, lines] of cells.entries()) {
      for (const [number, line] of lines.entries()) {
        drawText(doc, inkOf(index, column), line, left, top + number * lineHeight(CELL));
      }
      left += widths[column] ?? 0;
    }
    doc.y = top + height;
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
  }
  doc.y += 0.5 * lineHeight(CELL);
}

async function drawPlots(doc: Document, all: readonly Plot[]): Promise<void> {
  for (let index = 0; index < all.length; index += 2) {
    if (doc.y + PLOT_HEIGHT > doc.page.height - MARGIN) doc.addPage();
    const top = doc.y + 14;
    for (const [column, plot] of all.slice(index, index + 2).entries()) {
      await drawPlot(doc, plot, {
        left: MARGIN + column * (PLOT_WIDTH + PLOT_GAP),
        top,
        size: PLOT_WIDTH,
      });
    }
    doc.y = top + PLOT_HEIGHT - 10;
  }
}

const BAR = { left: 200, most: 240, height: 7, step: 12 };

async function drawBars(doc: Document, { title, bars: all }: Bars): Promise<void> {
  const height = (all.length + 2) * BAR.step;
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
  const top = doc.y + BAR.step;
  const words = all.flatMap(({ name, figure }) => [name, figure]);
  await prepareTexts(doc, [
    { ink: HEAD_CELL, text: title },
    ...words.map((text) => ({ ink: NOTE, text })),
  ]);
  drawText(doc, HEAD_CELL, title, MARGIN, doc.y);
  for (const [index, { name, length, figure }] of all.entries()) {
    const y = top + index * BAR.step;
    const barLength = length * BAR.most;
    const [label = '', nextLine] = wrapText(doc, NOTE, name, BAR.left - MARGIN - 12);
    drawRight(doc, NOTE, nextLine ? `${label}…` : label, { end: BAR.left - 6, y });
    doc.rect(BAR.left, y, barLength, BAR.height).fill(STROKES.version).fillColor(INK);
    drawText(doc, NOTE, figure, BAR.left + barLength + 5, y);
  }
  doc.y = top + all.length * BAR.step + 6;
}

async function drawPlot(
  doc: Document,
  plot: Plot,
  square: { left: number; top: number; size: number },
): Promise<void> {
  const { left, top, size } = square;
  const names = plot.lines.filter(({ style }) => style !== 'reference').map(({ name }) => name);
  const colours = [' (blue)', ' (orange)'];
  const legend = names.map((name, index) => `${name}${colours[index] ?? ''}`).join(', ');
  const axes = `across: ${plot.across}; up: ${plot.up}, 0 to ${formatNumber(plot.top)}`;
  const below = [axes, legend];
  await prepareTexts(doc, [
    { ink: HEAD_CELL, text: plot.title },
    ...below.map((text) => ({ ink: NOTE, text })),
  ]);
  drawText(doc, HEAD_CELL, plot.title, left, top - 12);
  doc.lineWidth(0.5).strokeColor(INK).rect(left, top, size, size).stroke();
  for (const line of plot.lines) {
    if (line.points.length === 0) continue;
    doc.lineWidth(line.style === 'reference' ? 0.5 : 1.2).strokeColor(STROKES[line.style]);
    doc.lineCap('round').path(pathOf(line, square)).stroke();
  }
  const lines = below.flatMap((text) => wrapText(doc, NOTE, text, size));
  for (const [number, text] of lines.entries()) {
    drawText(doc, NOTE, text, left, top + size + 4 + number * lineHeight(NOTE));
  }
}
