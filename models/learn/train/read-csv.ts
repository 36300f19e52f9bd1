// Rows out of CSV (RFC 4180): a line of names, then one line a row. A cell is a number, true or
// false, empty (missing), or a text, which only the time may be. Nothing is evaluated: `=1+1` is a
// text like any other.

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** How a message shows a name that a client made up. */
const LONGEST_SAID = 120;

/** @throws SyntaxError with the line, the record or the column at fault */
export function parseCsv(text: string): Record<string, unknown>[] {
  const lines = recordsOf(text.startsWith('\uFEFF') ? text.slice(1) : text);
  const header = lines.next();
  if (header.done) return [];
  const names = header.value.map((name) => name.trim());
  const [only = ''] = names;
  // A spreadsheet of a country whose decimals have a comma writes them so.
  if (names.length === 1 && /[;\t|]/.test(only)) {
    throw new SyntaxError('the line of names has no comma: separate the columns by commas');
  }
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    const called = twice === '' ? 'two columns have no name' : `two columns are called ${twice}`;
    throw new SyntaxError(called.slice(0, LONGEST_SAID));
  }
  const rows: Record<string, unknown>[] = [];
  for (const cells of lines) {
    if (cells.length !== names.length) {
      const wanted = names.length;
      throw new SyntaxError(
        `record ${rows.length + 1} has ${cells.length} fields; expected ${wanted}`,
      );
    }
    // No prototype: `__proto__` is a column like any other here, and refused with its name later.
    const row: Record<string, unknown> = Object.create(null);
    for (const [at, cell] of cells.entries()) row[names[at] ?? ''] = meaningOf(cell);
    rows.push(row);
  }
  return rows;
}

function meaningOf(cell: string): unknown {
  const text = cell.trim();
  if (text === '') return null;
  if (NUMBER.test(text)) return Number(text);
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

/** The cells of each record; empty lines are none. */
function* recordsOf(text: string): Generator<string[]> {
  let at = 0;
  let cells: string[] = [];
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? readQuoted(text, at) : plainAt(text, at);
    cells.push(value);
    if (text[end] === ',') {
      at = end + 1;
      // A comma at the end of the text is followed by an empty cell.
      if (at < text.length) continue;
      cells.push('');
    }
    const isEmpty = cells.length === 1 && value === '' && text[end - 1] !== '"';
    if (!isEmpty) yield cells;
    cells = [];
    at = Math.max(at, text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1);
  }
}

/** As an editor counts them, from 1. */
function lineAt(text: string, at: number): number {
  return text.slice(0, at).split(/\r\n|\r|\n/).length;
}

function plainAt(text: string, from: number): { value: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(from, end), end };
}

function readQuoted(text: string, from: number): { value: string; end: number } {
  let value = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1)
      throw new SyntaxError(`line ${lineAt(text, from)}: a quotation mark is not closed`);
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  if (at < text.length && !',\r\n'.includes(text[at] ?? '')) {
    throw new SyntaxError(`line ${lineAt(text, at)}: text follows a closing quotation mark`);
  }
  return { value, end: at };
}
