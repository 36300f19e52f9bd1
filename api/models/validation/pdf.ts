// A validation report as PDF. The same report is the same file.

import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { latin } from '../../statements/latin.ts';
import { shortNumber } from './html.ts';
import { type Bars, type Line, type Plot, pathOf } from './plots.ts';
import type { Block, ValidationReport } from './report.ts';

type Document = InstanceType<typeof PDFDocument>;

const MARGIN = 50;
const WIDTH = 495;
const PLOT = 200;
const GAP = 30;
/** Room that a plot takes with its words. */
const PLOT_HEIGHT = PLOT + 44;
const INK = '#1b2430';
const STROKES: Readonly<Record<Line['style'], string>> = {
  reference: '#9aa5b1',
  version: '#2468c4',
  champion: '#c45a24',
};

/** The file; others have a turn between two blocks. */
export async function pdfOf({ title, asOf, blocks }: ValidationReport): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // Not the time of the request.
    info: { Title: latin(title), Producer: 'Kontor', CreationDate: new Date(asOf) },
  });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = once(doc, 'end');
  doc.fillColor(INK).font('Helvetica-Bold').fontSize(16).text(latin(title));
  doc.font('Helvetica').fontSize(9).text(`As of ${asOf}`).moveDown();
  for (const block of blocks) {
    await print(doc, block);
    await turn();
  }
  doc.end();
  await ended;
  return Buffer.concat(pieces);
}

async function print(doc: Document, block: Block): Promise<void> {
  doc.x = MARGIN;
  switch (block.kind) {
    case 'heading':
      if (doc.y > doc.page.height - 2 * MARGIN - 60) doc.addPage();
      doc.moveDown(0.6).font('Helvetica-Bold').fontSize(12).text(latin(block.text));
      doc.moveDown(0.3);
      return;
    case 'text':
      doc.font('Helvetica').fontSize(9).text(latin(block.text)).moveDown(0.4);
      return;
    case 'list':
      doc.font('Helvetica').fontSize(9);
      for (const item of block.items) doc.text(`- ${latin(item)}`, { indent: 8 });
      doc.moveDown(0.4);
      return;
    case 'facts':
      await table(doc, [130, WIDTH - 130], block.facts);
      return;
    case 'table': {
      const wide = WIDTH / (block.columns.length + 0.5);
      const widths = block.columns.map((_, at) => (at === 0 ? 1.5 * wide : wide));
      await table(doc, widths, [block.columns, ...block.rows], true);
      return;
    }
    case 'plots':
      plots(doc, block.plots);
      return;
    case 'bars':
      bars(doc, block.bars);
  }
}

const ROWS_A_TURN = 20;

async function table(
  doc: Document,
  widths: readonly number[],
  rows: readonly (readonly string[])[],
  hasHead = false,
): Promise<void> {
  const bold = (row: number, column: number) => (hasHead ? row === 0 : column === 0);
  for (const [at, row] of rows.entries()) {
    const cells = row.map((cell, column) => {
      doc.font(bold(at, column) ? 'Helvetica-Bold' : 'Helvetica').fontSize(8);
      const text = latin(cell);
      return { text, height: doc.heightOfString(text, { width: (widths[column] ?? 0) - 6 }) };
    });
    const height = Math.max(...cells.map((cell) => cell.height)) + 4;
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
    const top = doc.y;
    let left = MARGIN;
    for (const [column, { text }] of cells.entries()) {
      const width = widths[column] ?? 0;
      doc.font(bold(at, column) ? 'Helvetica-Bold' : 'Helvetica').fontSize(8);
      doc.text(text, left, top, { width: width - 6 });
      left += width;
    }
    doc.x = MARGIN;
    doc.y = top + height;
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await turn();
  }
  doc.moveDown(0.5);
}

function plots(doc: Document, all: readonly Plot[]): void {
  for (let at = 0; at < all.length; at += 2) {
    if (doc.y + PLOT_HEIGHT > doc.page.height - MARGIN) doc.addPage();
    const top = doc.y + 14;
    for (const [column, plot] of all.slice(at, at + 2).entries()) {
      draw(doc, plot, { left: MARGIN + column * (PLOT + GAP), top, size: PLOT });
    }
    doc.x = MARGIN;
    doc.y = top + PLOT_HEIGHT - 10;
  }
}

const BAR = { left: 200, most: 240, height: 7, step: 12 };

function bars(doc: Document, { title, bars: all }: Bars): void {
  const height = (all.length + 2) * BAR.step;
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
  const top = doc.y + BAR.step;
  doc.font('Helvetica-Bold').fontSize(8).text(latin(title), MARGIN, doc.y, { lineBreak: false });
  doc.font('Helvetica').fontSize(7);
  for (const [at, { name, length, figure }] of all.entries()) {
    const y = top + at * BAR.step;
    const long = length * BAR.most;
    const label = { width: BAR.left - MARGIN - 6, align: 'right', lineBreak: false } as const;
    doc.text(latin(name), MARGIN, y, { ...label, ellipsis: true });
    doc.rect(BAR.left, y, long, BAR.height).fill(STROKES.version).fillColor(INK);
    doc.text(latin(figure), BAR.left + long + 5, y, { lineBreak: false });
  }
  doc.x = MARGIN;
  doc.y = top + all.length * BAR.step + 6;
}

function draw(doc: Document, plot: Plot, square: { left: number; top: number; size: number }) {
  const { left, top, size } = square;
  const names = plot.lines.filter(({ style }) => style !== 'reference').map(({ name }) => name);
  const colours = [' (blue)', ' (orange)'];
  const legend = names.map((name, at) => `${name}${colours[at] ?? ''}`).join(', ');
  const small = () => doc.font('Helvetica').fontSize(7).fillColor(INK);
  const width = { width: size, lineBreak: false };
  doc
    .font('Helvetica-Bold')
    .fontSize(8)
    .fillColor(INK)
    .text(plot.title, left, top - 12, width);
  doc.lineWidth(0.5).strokeColor(INK).rect(left, top, size, size).stroke();
  for (const line of plot.lines) {
    if (line.points.length === 0) continue;
    doc.lineWidth(line.style === 'reference' ? 0.5 : 1.2).strokeColor(STROKES[line.style]);
    doc.lineCap('round').path(pathOf(line, square)).stroke();
  }
  const axes = `across: ${plot.across}; up: ${plot.up}, 0 to ${shortNumber(plot.top)}`;
  small().text(latin(axes), left, top + size + 4, { width: size });
  small().text(latin(legend), left, doc.y, { width: size });
}
