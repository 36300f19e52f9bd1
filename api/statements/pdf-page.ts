// Draws the parts of a statement around its rows: the letterhead, the holder and the account, the
// totals, the column headings, and the footer with the page number and the number of pages.

import {
  BODY,
  BOLD,
  type Document,
  drawRight,
  drawText,
  groupDigits,
  type Ink,
  LABEL,
  lineHeight,
  NAVY,
  RULE_COLOR,
  SHADE_COLOR,
  SMALL_INK,
  wrapText,
} from './pdf-ink.ts';
import { decimal, lastDate, localDate, type Statement } from './statement.ts';

// Coordinates in points on A4 portrait, from the upper left.
const WIDTH = 595;
export const LEFT_EDGE = 48;
export const RIGHT_EDGE = 547;
export const COLUMNS = {
  booked: LEFT_EDGE + 6,
  value: LEFT_EDGE + 58,
  text: LEFT_EDGE + 110,
  textWidth: 178,
  debit: { end: 408, width: 66 },
  credit: { end: 474, width: 62 },
  balance: { end: RIGHT_EDGE - 6, width: 64 },
} as const;

const BANK = 'Kontor';
const TITLE = 'Account statement';
const SANDBOX_NOTE = 'SANDBOX - not real money';
const BLOCK_TOP = 92;
const ACCOUNT_LEFT = 322;
const ACCOUNT_VALUES_LEFT = 392;
const HEAD_HEIGHT = 18;
const SUMMARY_HEIGHT = 46;
const NEXT_PAGE_TOP = 66;
/** The lower end of the table. */
export const TABLE_END = 776;
const FOOT_TOP = 796;

const BRAND: Ink = { font: 'Helvetica-Bold', size: 22, color: NAVY };
const HEADLINE: Ink = { font: 'Helvetica', size: 13, color: NAVY };
const ALERT: Ink = { font: 'Helvetica-Bold', size: 8, color: '#a8201a' };
const HOLDER: Ink = { ...BOLD, size: 10 };
const FACT: Ink = { ...BODY, size: 9 };
const FIGURE: Ink = { ...BOLD, size: 10.5 };
const HEAD: Ink = { ...BOLD, color: '#ffffff' };

/** The lines of both blocks under the letterhead, and the resulting top of the table. */
export interface FirstPage {
  readonly holder: readonly { readonly ink: Ink; readonly text: string }[];
  readonly account: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly summaryTop: number;
  readonly rowsTop: number;
}

/** Top of the rows on every page except the first. */
export const NEXT_ROWS_TOP = NEXT_PAGE_TOP + HEAD_HEIGHT + 4;

/** Returns the period of a statement in words. */
export function periodOf(statement: Statement): string {
  return `${localDate(statement, statement.books.from)} to ${lastDate(statement)}`;
}

/** Returns the texts of the first page that clients wrote. */
export function textsOfFirstPage({ books }: Statement): { ink: Ink; text: string }[] {
  const { account, holder, address } = books;
  const lines = [account.name, ...address].map((text) => ({ ink: FACT, text }));
  return [{ ink: HOLDER, text: holder }, ...lines];
}

/** Lays out the part above the table of the first page. */
export function layOutFirstPage(doc: Document, statement: Statement): FirstPage {
  const { account, holder, address } = statement.books;
  const block = (ink: Ink, text: string) =>
    wrapText(doc, ink, text, ACCOUNT_LEFT - LEFT_EDGE - 24).map((line) => ({ ink, text: line }));
  const holderLines = [...block(HOLDER, holder), ...address.flatMap((text) => block(FACT, text))];
  const facts = [
    ['Account', account.accountNumber],
    ['Name', account.name],
    ['Currency', account.currency],
    ['Period', periodOf(statement)],
    ['Dates in', statement.timezone],
  ] as const;
  const accountLines = facts.map(([label, text]) => {
    return { label, lines: wrapText(doc, FACT, text, RIGHT_EDGE - ACCOUNT_VALUES_LEFT) };
  });
  const leftHeight = holderLines.reduce((sum, { ink }) => sum + lineHeight(ink), 0);
  const rightHeight = accountLines.reduce(
    (sum, { lines }) => sum + lines.length * lineHeight(FACT) + 2,
    0,
  );
  const summaryTop = BLOCK_TOP + Math.max(leftHeight, rightHeight, 60) + 18;
  const rowsTop = summaryTop + SUMMARY_HEIGHT + 18 + HEAD_HEIGHT + 4;
  return { holder: holderLines, account: accountLines, summaryTop, rowsTop };
}

/** Draws the part of the first page above the rows. */
export function drawFirstPage(doc: Document, statement: Statement, page: FirstPage): void {
  drawBar(doc);
  drawText(doc, BRAND, BANK, LEFT_EDGE, 32);
  drawRight(doc, HEADLINE, TITLE, { end: RIGHT_EDGE, y: 36 });
  if (!statement.livemode) drawRight(doc, ALERT, SANDBOX_NOTE, { end: RIGHT_EDGE, y: 54 });
  drawRule(doc, 70);
  let y = BLOCK_TOP;
  for (const { ink, text } of page.holder) {
    drawText(doc, ink, text, LEFT_EDGE, y);
    y += lineHeight(ink);
  }
  y = BLOCK_TOP;
  for (const { label, lines } of page.account) {
    drawText(doc, LABEL, label, ACCOUNT_LEFT, y + 1);
    for (const line of lines) {
      drawText(doc, FACT, line, ACCOUNT_VALUES_LEFT, y);
      y += lineHeight(FACT);
    }
    y += 2;
  }
  drawSummary(doc, statement, page.summaryTop);
  drawColumnHeads(doc, page.rowsTop - HEAD_HEIGHT - 4);
}

/** Draws the top of every page except the first. */
export function drawNextPage(doc: Document, statement: Statement): void {
  drawBar(doc);
  drawText(doc, { ...BRAND, size: 13 }, BANK, LEFT_EDGE, 26);
  const { accountNumber } = statement.books.account;
  const text = `${TITLE}   ${accountNumber}   ${periodOf(statement)}`;
  drawRight(doc, LABEL, text, { end: RIGHT_EDGE, y: 28 });
  if (!statement.livemode) drawRight(doc, ALERT, SANDBOX_NOTE, { end: RIGHT_EDGE, y: 40 });
  drawRule(doc, 54);
  drawColumnHeads(doc, NEXT_PAGE_TOP);
}

/** Draws the footer with the page number. */
export function drawFoot(
  doc: Document,
  statement: Statement,
  { page, pages }: { readonly page: number; readonly pages: number },
): void {
  drawRule(doc, FOOT_TOP);
  const { account } = statement.books;
  const footer = `${BANK}   Amounts in ${account.currency}   Dates in ${statement.timezone}`;
  drawText(doc, SMALL_INK, footer, LEFT_EDGE, FOOT_TOP + 6);
  drawRight(doc, LABEL, `Page ${page} of ${pages}`, { end: RIGHT_EDGE, y: FOOT_TOP + 6 });
}

/** Draws the totals of the whole range, in four fields. */
function drawSummary(doc: Document, statement: Statement, top: number): void {
  const { debit, credit, closing } = statement;
  const { from, opening } = statement.books;
  const amount = (value: bigint) => groupDigits(decimal(statement, value));
  const fields = [
    [`Opening balance ${localDate(statement, from)}`, amount(opening)],
    [`Debits (${debit.count})`, amount(debit.amount)],
    [`Credits (${credit.count})`, amount(credit.amount)],
    [`Closing balance ${lastDate(statement)}`, amount(closing)],
  ] as const;
  const width = (RIGHT_EDGE - LEFT_EDGE) / fields.length;
  doc.rect(LEFT_EDGE, top, RIGHT_EDGE - LEFT_EDGE, SUMMARY_HEIGHT).fill(SHADE_COLOR);
  for (const [index, [label, text]] of fields.entries()) {
    const end = LEFT_EDGE + (index + 1) * width - 8;
    drawRight(doc, LABEL, label, { end, y: top + 9, width: width - 12 });
    drawRight(doc, FIGURE, text, { end, y: top + 24, width: width - 12 });
  }
}

function drawColumnHeads(doc: Document, top: number): void {
  doc.rect(LEFT_EDGE, top, RIGHT_EDGE - LEFT_EDGE, HEAD_HEIGHT).fill(NAVY);
  const y = top + 5.5;
  drawText(doc, HEAD, 'Booked', COLUMNS.booked, y);
  drawText(doc, HEAD, 'Value', COLUMNS.value, y);
  drawText(doc, HEAD, 'Description', COLUMNS.text, y);
  drawRight(doc, HEAD, 'Debit', { end: COLUMNS.debit.end, y });
  drawRight(doc, HEAD, 'Credit', { end: COLUMNS.credit.end, y });
  drawRight(doc, HEAD, 'Balance', { end: COLUMNS.balance.end, y });
}

function drawBar(doc: Document): void {
  doc.rect(0, 0, WIDTH, 8).fill(NAVY);
}

function drawRule(doc: Document, y: number): void {
  doc.moveTo(LEFT_EDGE, y).lineTo(RIGHT_EDGE, y).lineWidth(0.6).strokeColor(RULE_COLOR).stroke();
}
