// Writes a statement as PDF, with the balance carried from page to page. The bytes depend only on
// the content, so that the same statement is always the same file.

import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Movement } from '../../db/statements/reads.ts';
import {
  BODY,
  BOLD,
  type Document,
  drawRight,
  drawText,
  groupDigits,
  type Ink,
  ITALIC,
  lineHeight,
  NAVY,
  prepareTexts,
  SHADE_COLOR,
  SMALL_INK,
  wrapText,
} from './pdf-ink.ts';
import {
  COLUMNS,
  drawFirstPage,
  drawFoot,
  drawNextPage,
  type FirstPage,
  LEFT_EDGE,
  layOutFirstPage,
  NEXT_ROWS_TOP,
  RIGHT_EDGE,
  TABLE_END,
  textsOfFirstPage,
} from './pdf-page.ts';
import { createPaging, type PageFrame, type Paging } from './pdf-paging.ts';
import { decimal, lastDate, localDate, type Statement, valueDateOf } from './statement.ts';

/** Rows that are laid out before other work may run: about a page. */
const ROWS_PER_PIECE = 25;
/** Height of a line with a balance, and of the end with the totals. */
const BALANCE_LINE_HEIGHT = 18;
const CLOSING_HEIGHT = 40;
const ROW_GAP = 7;

/** Yields the file in pieces. */
export async function* pdfOf(statement: Statement): AsyncGenerator<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: `Account statement ${statement.books.account.accountNumber}`,
      Author: 'Kontor',
      Producer: 'Kontor',
      Creator: 'Kontor',
      // The time of the request would change the bytes.
      CreationDate: new Date(statement.books.to),
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (piece: Buffer) => chunks.push(piece));
  const documentEnd = once(doc, 'end');
  await prepareTexts(doc, textsOfFirstPage(statement));
  const first = layOutFirstPage(doc, statement);
  const pages = await countPages(doc, statement, first);
  const sheets = drawSheets(doc, statement, { first, pages });
  for await (const movements of pagesOfMovements(statement)) {
    for (const movement of movements) sheets.add(movement);
    yield* chunks.splice(0);
  }
  sheets.close();
  doc.end();
  await documentEnd;
  yield* chunks.splice(0);
}

/** Yields the movements, about a page at a time; other work may run in between. */
async function* pagesOfMovements(statement: Statement): AsyncGenerator<readonly Movement[]> {
  for await (const piece of statement.movements()) {
    for (let index = 0; index < piece.length; index += ROWS_PER_PIECE) {
      yield piece.slice(index, index + ROWS_PER_PIECE);
      await nextTurn();
    }
  }
}

function frameOf({ rowsTop }: FirstPage): PageFrame {
  return {
    firstTop: rowsTop,
    nextTop: NEXT_ROWS_TOP,
    end: TABLE_END,
    carriedHeight: BALANCE_LINE_HEIGHT,
  };
}

/** Returns the number of pages. Measures all rows without drawing. */
async function countPages(doc: Document, statement: Statement, first: FirstPage): Promise<number> {
  const paging = createPaging(frameOf(first));
  paging.place(BALANCE_LINE_HEIGHT);
  for await (const movements of pagesOfMovements(statement)) {
    await prepareTexts(doc, movements.flatMap(textsOf));
    for (const movement of movements) paging.place(heightOf(linesOf(doc, movement)));
  }
  paging.place(CLOSING_HEIGHT);
  return paging.pages;
}

interface Line {
  readonly ink: Ink;
  readonly text: string;
}

/**
 * Returns the texts of a row: the counterparty, the purpose in the words of the payer, and the
 * references.
 */
function textsOf(movement: Movement): Line[] {
  const { counterparty, type, direction, description, reference, transactionId } = movement;
  const preposition = direction === 'debit' ? 'to' : 'from';
  const typeName = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
  const title = counterparty ? `${typeName} ${preposition} ${counterparty.name}` : typeName;
  const account = counterparty?.accountNumber ?? null;
  return [
    { ink: BOLD, text: title },
    { ink: BODY, text: description ?? '' },
    { ink: SMALL_INK, text: account ? `Account ${account}` : '' },
    { ink: SMALL_INK, text: reference ? `Reference ${reference}` : '' },
    { ink: SMALL_INK, text: transactionId },
  ];
}

function linesOf(doc: Document, movement: Movement): Line[] {
  return textsOf(movement).flatMap(({ ink, text }) =>
    wrapText(doc, ink, text, COLUMNS.textWidth).map((line) => ({ ink, text: line })),
  );
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { ink }) => sum + lineHeight(ink), ROW_GAP);
}

/** Draws the movements, and begins a new page when one is full. */
function drawSheets(
  doc: Document,
  statement: Statement,
  { first, pages }: { readonly first: FirstPage; readonly pages: number },
) {
  const amount = (value: bigint | number) => groupDigits(decimal(statement, value));
  let balance: bigint | number = statement.books.opening;
  let rows = 0;

  function balanceLine(label: string, y: number, ink: Ink): void {
    drawText(doc, ink, label, COLUMNS.text, y + 4);
    drawRight(doc, ink, amount(balance), { ...COLUMNS.balance, y: y + 4 });
  }

  const paging: Paging = createPaging(frameOf(first), (y) => {
    balanceLine('Carried forward', y, ITALIC);
    drawFoot(doc, statement, { page: paging.pages, pages });
    doc.addPage();
    drawNextPage(doc, statement);
    balanceLine('Brought forward', NEXT_ROWS_TOP, ITALIC);
  });

  doc.addPage();
  drawFirstPage(doc, statement, first);
  balanceLine('Opening balance', paging.place(BALANCE_LINE_HEIGHT), BOLD);
  return {
    add(movement: Movement) {
      const lines = linesOf(doc, movement);
      const height = heightOf(lines);
      const y = paging.place(height);
      if (rows % 2 === 0) doc.rect(LEFT_EDGE, y, RIGHT_EDGE - LEFT_EDGE, height).fill(SHADE_COLOR);
      rows += 1;
      const top = y + ROW_GAP / 2;
      drawText(doc, BODY, localDate(statement, movement.postedAt), COLUMNS.booked, top);
      drawText(doc, BODY, valueDateOf(movement), COLUMNS.value, top);
      drawRight(doc, BODY, amount(movement.amount), { ...COLUMNS[movement.direction], y: top });
      drawRight(doc, BODY, amount(movement.balanceAfter), { ...COLUMNS.balance, y: top });
      let cursorY = top;
      for (const { ink, text } of lines) {
        drawText(doc, ink, text, COLUMNS.text, cursorY);
        cursorY += lineHeight(ink);
      }
      balance = movement.balanceAfter;
    },
    close() {
      const y = paging.place(CLOSING_HEIGHT);
      doc.rect(LEFT_EDGE, y + 2, RIGHT_EDGE - LEFT_EDGE, 0.8).fill(NAVY);
      const { debit, credit, closing } = statement;
      drawText(doc, BOLD, rows === 0 ? 'No movements' : 'Totals', COLUMNS.text, y + 9);
      drawRight(doc, BOLD, amount(debit.amount), { ...COLUMNS.debit, y: y + 9 });
      drawRight(doc, BOLD, amount(credit.amount), { ...COLUMNS.credit, y: y + 9 });
      drawText(doc, BOLD, `Closing balance on ${lastDate(statement)}`, COLUMNS.text, y + 23);
      drawRight(doc, BOLD, amount(closing), { ...COLUMNS.balance, y: y + 23 });
      drawFoot(doc, statement, { page: paging.pages, pages });
    },
  };
}
