// Renders answers for people: a list as a table, an object as lines.

import commands from '../generated/commands.json' with { type: 'json' };
import { inStyle, pad, type Screen, safe, truncate, widthOf } from './terminal.ts';

type Row = Readonly<Record<string, unknown>>;

const EXPONENTS: Readonly<Record<string, number>> = commands.exponents;

/** Columns that come first, in this order. */
const FIRST_COLUMNS = ['sequence', 'id', 'type', 'status', 'name', 'title', 'amount', 'currency'];
const LAST_COLUMNS = ['createdAt'];
/** Columns that tables omit, because each row has the same value. */
const HIDDEN_FIELDS = ['object', 'livemode', 'apiVersion'];
const MAX_COLUMNS = 7;
const MAX_WIDTH = 44;
const COLUMN_GAP = '  ';

/** Renders 2500 and EUR as `25.00 EUR`; null when it is not an amount. */
export function formatMoney(amount: unknown, currency: unknown): string | null {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return null;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null;
  const exponent = EXPONENTS[currency] ?? 2;
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const pointIndex = digits.length - exponent;
  const text =
    exponent === 0 ? digits : `${digits.slice(0, pointIndex)}.${digits.slice(pointIndex)}`;
  return `${amount < 0 ? '-' : ''}${text} ${currency}`;
}

/** Fields with amounts in the currency of the same object. */
const AMOUNTS =
  /^(amount\w*|available|posted|current|held|spendable|pending\w*|balance|.*Amount|.*Balance)$/;

function cellOf(row: Row, name: string): string {
  const value = row[name];
  if (value === null || value === undefined) return '–';
  if (AMOUNTS.test(name)) return formatMoney(value, row.currency) ?? textOf(value);
  return textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return safe(value);
  return typeof value === 'object' ? safe(JSON.stringify(value)) : String(value);
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object';

/** Renders rows as a table, with as many columns as fit. */
export function tableOf(rows: readonly Row[], screen: Screen): string {
  if (rows.length === 0) return `${inStyle(screen, 'dim', 'nothing')}\n`;
  const names = columnsOf(rows);
  const limit = screen.isTerminal ? MAX_WIDTH : Number.POSITIVE_INFINITY;
  const cells = rows.map((row) => names.map((name) => truncate(cellOf(row, name), limit)));
  const widths = names.map((name, index) =>
    Math.max(widthOf(name), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const columnCount = screen.isTerminal ? countFitting(widths, screen.columns) : widths.length;
  const alignsRight = names.map(
    (name) => rows.every((row) => isNumeric(row[name])) && name !== 'id',
  );
  const line = (texts: readonly string[]) =>
    texts
      .slice(0, columnCount)
      .map((text, index) => pad(text, widths[index] ?? 0, !alignsRight[index]))
      .join(COLUMN_GAP)
      .trimEnd();
  const head = inStyle(screen, 'bold', line(names.map((name) => safe(name))));
  return `${[head, ...cells.map(line)].join('\n')}\n`;
}

const isNumeric = (value: unknown) => typeof value === 'number' || value === null;

function columnsOf(rows: readonly Row[]): string[] {
  const all = new Set(rows.flatMap((row) => Object.keys(row)));
  const plainNames = [...all].filter((name) => rows.every((row) => isPlain(row[name])));
  const ownColumns = plainNames.filter((name) => !HIDDEN_FIELDS.includes(name));
  const hasAmount = ownColumns.includes('amount');
  const isShownWithAmount = (name: string) => hasAmount && name === 'currency';
  const first = FIRST_COLUMNS.filter(
    (name) => ownColumns.includes(name) && !isShownWithAmount(name),
  );
  const last = LAST_COLUMNS.filter((name) => ownColumns.includes(name));
  const otherNames = ownColumns.filter(
    (name) => ![...FIRST_COLUMNS, ...LAST_COLUMNS].includes(name),
  );
  // Columns with values come before empty ones.
  const filled = otherNames.filter((name) => rows.some((row) => row[name] !== null));
  const remainingColumns = Math.max(0, MAX_COLUMNS - first.length - last.length);
  const names = [...first, ...filled.slice(0, remainingColumns), ...last];
  return names.length > 0 ? names : [...all].slice(0, MAX_COLUMNS);
}

/** The number of columns that fit into the width, at least one. */
function countFitting(widths: readonly number[], columns: number): number {
  let usedWidth = 0;
  const firstHidden = widths.findIndex((width, index) => {
    usedWidth += width + (index > 0 ? COLUMN_GAP.length : 0);
    return index > 0 && usedWidth > columns;
  });
  return firstHidden === -1 ? widths.length : firstHidden;
}

/** Renders an object as lines, its members indented. */
export function linesOf(value: unknown, screen: Screen, indent = ''): string {
  if (isPlain(value)) return `${indent}${textOf(value)}\n`;
  if (Array.isArray(value)) return value.map((element) => itemOf(element, screen, indent)).join('');
  const row = value as Row;
  const names = Object.keys(row);
  const plainNames = names.filter((name) => isPlain(row[name]));
  const width = Math.max(0, ...plainNames.map((name) => widthOf(safe(name))));
  return names.map((name) => memberOf(row, name, { screen, indent, width })).join('');
}

interface LayoutOptions {
  readonly screen: Screen;
  readonly indent: string;
  readonly width: number;
}

function memberOf(row: Row, name: string, { screen, indent, width }: LayoutOptions): string {
  const value = row[name];
  const head = (text: string) => inStyle(screen, 'dim', text);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (isPlain(value) || isEmpty) {
    const text = isEmpty ? (Array.isArray(value) ? 'none' : '–') : cellOf(row, name);
    return `${indent}${head(pad(safe(name), width))}  ${text}\n`;
  }
  return `${indent}${head(safe(name))}\n${linesOf(value, screen, `${indent}  `)}`;
}

function itemOf(value: unknown, screen: Screen, indent: string): string {
  const text = linesOf(value, screen, `${indent}  `);
  return `${indent}- ${text.slice(indent.length + 2)}`;
}
