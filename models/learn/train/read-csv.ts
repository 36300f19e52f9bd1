// Reads rows from CSV (RFC 4180): a line of names, then one line per row. A cell is a number, true
// or false, empty (missing), or a text. Formulas are not evaluated: `=1+1` is a text. Spellings of
// pandas and spreadsheets for true, false and a missing value are accepted when the rest of the
// column agrees: NA is a country in a column of countries.

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Maximum length of a client's text in a message. */
const MAX_QUOTED_LENGTH = 120;

/** @throws SyntaxError with the line, the record or the column at fault */
export function parseCsv(text: string): Record<string, unknown>[] {
  // A spreadsheet may state its separator in the first line; a comma needs no special treatment.
  const lines = parseRecords(text.replace(/^\uFEFF?(?:"?sep=,"?\r?\n)?/, ''));
  const header = lines.next();
  if (header.done) return [];
  const names = header.value.map((name) => name.trim());
  const [onlyName = ''] = names;
  // Spreadsheets in countries with decimal commas separate columns by semicolons.
  if (names.length === 1 && /[;\t|]/.test(onlyName)) {
    throw new SyntaxError('the line of names has no comma: separate the columns by commas');
  }
  const repeatedName = names.find((name, index) => names.indexOf(name) < index);
  if (repeatedName !== undefined) {
    const message =
      repeatedName === '' ? 'two columns have no name' : `two columns are called ${repeatedName}`;
    throw new SyntaxError(message.slice(0, MAX_QUOTED_LENGTH));
  }
  const rows: Record<string, unknown>[] = [];
  for (const cells of lines) {
    if (cells.length !== names.length) {
      const columnCount = names.length;
      throw new SyntaxError(
        `record ${rows.length + 1} has ${cells.length} fields; expected ${columnCount}`,
      );
    }
    // Without a prototype, `__proto__` is an ordinary column here and is refused by name later.
    const row: Record<string, unknown> = Object.create(null);
    for (const [index, cell] of cells.entries()) row[names[index] ?? ''] = readCell(cell);
    rows.push(row);
  }
  for (const name of names) convertColumn(rows, name);
  return rows;
}

function readCell(cell: string): unknown {
  const text = cell.trim();
  if (text === '' || ALWAYS_MISSING.has(text)) return null;
  if (NUMBER.test(text)) {
    const number = Number(text);
    // A value beyond the range of a number is infinite, as pandas writes it.
    return Number.isFinite(number) ? number : 'Infinity';
  }
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

/** Texts that always mean a missing value. */
const ALWAYS_MISSING = new Set([
  'NaN',
  'nan',
  '<NA>',
  'NaT',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-nan',
  '-NaN',
]);
/** Texts that mean a missing value in a column without other texts, or in a numeric column. */
const MAYBE_MISSING = new Set(['NA', 'N/A', 'n/a', 'NULL', 'Null', 'null', 'None', 'none']);
const BOOLEANS = new Map([
  ['True', true],
  ['TRUE', true],
  ['False', false],
  ['FALSE', false],
]);
/** Numbers in notations that are not accepted, each with its remedy. */
const REFUSED_NOTATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /^[+-]?(\d+|\d{1,3}([. '\u00a0\u202f]\d{3})+),\d+(e[+-]?\d+)?$/i,
    'a number with a decimal comma; write it with a point and without separators, as 12.5',
  ],
  [/^[+-]?inf(inity)?$/i, 'no finite number; leave the cell empty, or write a bound'],
  [/^#(DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)$/, 'a fault of a spreadsheet; leave the cell empty'],
  [
    /^[+\-\u2212]?\d{1,3}([,. '\u2019\u00a0\u202f]\d{3})+(\.\d+)?$/,
    'a number with separators; write it without, as 1234.5',
  ],
  [
    /^(?=.*[\p{Sc}%\u2212])[\p{Sc}\s]*[+\-\u2212]?[\p{Sc}\s]*\d[\d., ]*\s*[\p{Sc}%]?$/u,
    'a number with a sign of its own; write digits alone, as -12.5, and the unit in the name',
  ],
  [
    /^(\(\s*\p{Nd}[\p{Nd}., ]*\)|\d[\d., ]*-)$/u,
    'a negative number as accounts write it; write it as -12.5',
  ],
  [
    /^(?=.*[^\d.+-])[+-]?\p{Nd}+([.\uff0e\u066b]\p{Nd}+)?$/u,
    'a number in other digits; write it as 12.5',
  ],
];

const findRemedy = (text: string) =>
  REFUSED_NOTATIONS.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Decides the meaning of a column's texts by its other cells. */
function convertColumn(rows: readonly Record<string, unknown>[], name: string): void {
  let [texts, numbers, isBoolean] = [0, 0, true];
  let fault: { readonly at: number; readonly shown: string; readonly remedy: string } | null = null;
  for (const [index, row] of rows.entries()) {
    const value = row[name];
    if (typeof value === 'number') numbers += 1;
    if (typeof value !== 'string' || MAYBE_MISSING.has(value)) continue;
    if (BOOLEANS.has(value)) continue;
    isBoolean = false;
    // In a column of texts, numbers are texts as well.
    const remedy = texts === 0 ? findRemedy(value) : null;
    if (remedy === null) texts += 1;
    else fault ??= { at: index, shown: value.slice(0, MAX_QUOTED_LENGTH), remedy };
  }
  if (fault !== null && texts === 0) {
    const { at, shown, remedy } = fault;
    const column = name.slice(0, MAX_QUOTED_LENGTH);
    throw new SyntaxError(`record ${at + 1}: column ${column} has ${shown}, ${remedy}`);
  }
  if (texts > 0 && numbers === 0) return;
  isBoolean &&= numbers === 0;
  for (const row of rows) {
    const value = row[name];
    if (typeof value !== 'string') continue;
    if (MAYBE_MISSING.has(value)) row[name] = null;
    else if (isBoolean && BOOLEANS.has(value)) row[name] = BOOLEANS.get(value);
  }
}

/** Returns the cells of each record. Empty lines are ignored. */
function* parseRecords(text: string): Generator<string[]> {
  let position = 0;
  let cells: string[] = [];
  while (position < text.length) {
    const { value, end } =
      text[position] === '"' ? readQuoted(text, position) : readPlain(text, position);
    cells.push(value);
    if (text[end] === ',') {
      position = end + 1;
      // A comma at the end of the text begins an empty cell.
      if (position < text.length) continue;
      cells.push('');
    }
    const isEmpty = cells.length === 1 && value === '' && text[end - 1] !== '"';
    if (!isEmpty) yield cells;
    cells = [];
    position = Math.max(position, text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1);
  }
}

/** Returns the line number, from 1. */
function findLineNumber(text: string, position: number): number {
  return text.slice(0, position).split(/\r\n|\r|\n/).length;
}

function readPlain(text: string, from: number): { value: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(from, end), end };
}

function readQuoted(text: string, from: number): { value: string; end: number } {
  let value = '';
  let position = from + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote === -1)
      throw new SyntaxError(`line ${findLineNumber(text, from)}: a quotation mark is not closed`);
    value += text.slice(position, quote);
    position = quote + 1;
    if (text[position] !== '"') break;
    value += '"';
    position += 1;
  }
  if (position < text.length && !',\r\n'.includes(text[position] ?? '')) {
    throw new SyntaxError(
      `line ${findLineNumber(text, position)}: text follows a closing quotation mark`,
    );
  }
  return { value, end: position };
}
