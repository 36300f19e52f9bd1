// A statement as PDF: pages with the balance that is carried from one to the next. Its bytes depend
// on nothing but its content: the same statement is the same file.

import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Movement } from '../../db/statements/reads.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { latin } from './latin.ts';
import { decimal, lastDate, localDate, type Statement } from './statement.ts';

type Document = InstanceType<typeof PDFDocument>;

// Points on A4 portrait, from the upper left.
const LEFT = 40;
const RIGHT = 555;
const TABLE_TOP = 150;
const TABLE_END = 780;
const ROW_HEIGHT = 24;
const TEXT_WIDTH = 210;
const COLUMN_END = { debit: 400, credit: 475, balance: RIGHT } as const;

/** Rows that are drawn without giving others a turn: about a page. */
const PIECE = 25;

/** The file, in pieces. */
export async function* pdfOf(statement: Statement): AsyncGenerator<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: `Statement ${statement.books.account.accountNumber}`,
      Producer: 'Kontor',
      Creator: 'Kontor',
      // Not the time of the request.
      CreationDate: new Date(statement.books.to),
    },
  });
  const made: Buffer[] = [];
  doc.on('data', (piece: Buffer) => made.push(piece));
  const ended = once(doc, 'end');
  const pages = pagesOf(doc, statement);
  let rows = 0;
  for await (const piece of statement.movements()) {
    for (const movement of piece) {
      pages.add(movement);
      rows += 1;
      if (rows % PIECE === 0) await turn();
    }
    yield* made.splice(0);
  }
  pages.close();
  doc.end();
  await ended;
  yield* made.splice(0);
}

/** Draws movements one after another, and a new page when one is full. */
function pagesOf(doc: Document, statement: Statement) {
  let page = 0;
  let y = 0;
  let balance: bigint | number = statement.books.opening;
  let debit = 0n;
  let credit = 0n;

  function balanceLine(label: string): void {
    doc.font('Helvetica-Bold').fontSize(9);
    write(doc, label, LEFT, y);
    if (page > 1 || debit + credit > 0n) {
      toRight(doc, decimal(statement, debit), COLUMN_END.debit, y);
      toRight(doc, decimal(statement, credit), COLUMN_END.credit, y);
    }
    toRight(doc, decimal(statement, balance), COLUMN_END.balance, y);
    y += ROW_HEIGHT;
  }

  function turnPage(label: string): void {
    doc.addPage();
    page += 1;
    heading(doc, statement, page);
    y = TABLE_TOP;
    balanceLine(label);
  }

  turnPage('Opening balance');
  return {
    add(movement: Movement) {
      // The line that carries the balance over needs its place too.
      if (y + ROW_HEIGHT > TABLE_END) {
        balanceLine('Carried forward');
        turnPage('Brought forward');
      }
      row(doc, statement, movement, y);
      const amount = BigInt(movement.amount);
      if (movement.direction === 'debit') debit += amount;
      else credit += amount;
      balance = movement.balanceAfter;
      y += ROW_HEIGHT;
    },
    close() {
      balanceLine('Closing balance');
    },
  };
}

function heading(doc: Document, statement: Statement, page: number): void {
  const { account, holder, from } = statement.books;
  doc.font('Helvetica-Bold').fontSize(14);
  write(doc, 'Statement of account', LEFT, 40);
  doc.font('Helvetica').fontSize(9);
  const test = statement.livemode ? '' : 'SANDBOX, not real money   ';
  toRight(doc, `${test}Page ${page}`, RIGHT, 44);
  const period = `${localDate(statement, from)} to ${lastDate(statement)}`;
  for (const [index, text] of [
    holder,
    `Account ${account.accountNumber}   ${account.name}`,
    `${period}   ${account.currency}   dates in ${statement.timezone}`,
  ].entries()) {
    write(doc, cut(doc, text, RIGHT - LEFT), LEFT, 64 + 14 * index);
  }
  doc.font('Helvetica-Bold').fontSize(8);
  const top = TABLE_TOP - 22;
  write(doc, 'Date', LEFT, top);
  write(doc, 'Description', LEFT + 62, top);
  toRight(doc, 'Debit', COLUMN_END.debit, top);
  toRight(doc, 'Credit', COLUMN_END.credit, top);
  toRight(doc, 'Balance', COLUMN_END.balance, top);
  doc
    .moveTo(LEFT, TABLE_TOP - 8)
    .lineTo(RIGHT, TABLE_TOP - 8)
    .lineWidth(0.5)
    .stroke();
}

function row(doc: Document, statement: Statement, movement: Movement, y: number): void {
  const { counterparty, type, description, reference, transactionId } = movement;
  doc.font('Helvetica').fontSize(8);
  write(doc, localDate(statement, movement.postedAt), LEFT, y);
  const told = [counterparty?.name, description].filter((text) => text);
  write(doc, cut(doc, told.join(', ') || type, TEXT_WIDTH), LEFT + 62, y);
  toRight(doc, decimal(statement, movement.amount), COLUMN_END[movement.direction], y);
  toRight(doc, decimal(statement, movement.balanceAfter), COLUMN_END.balance, y);
  doc.fontSize(6);
  const small = reference === null ? transactionId : `${transactionId}   ${reference}`;
  write(doc, `value ${formatDate(movement.valueDate)}`, LEFT, y + 10);
  write(doc, cut(doc, small, RIGHT - LEFT - 62), LEFT + 62, y + 10);
}

function write(doc: Document, text: string, x: number, y: number): void {
  doc.text(latin(text), x, y, { lineBreak: false });
}

function toRight(doc: Document, text: string, end: number, y: number): void {
  write(doc, text, end - doc.widthOfString(text), y);
}

/** The part of a text that fits. */
function cut(doc: Document, text: string, width: number): string {
  const whole = latin(text);
  if (doc.widthOfString(whole) <= width) return whole;
  let fits = 0;
  for (let step = whole.length; step >= 1; step = Math.floor(step / 2)) {
    while (doc.widthOfString(`${whole.slice(0, fits + step)}…`) <= width) fits += step;
  }
  return `${whole.slice(0, fits)}…`;
}
