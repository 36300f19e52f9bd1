// Writes CSV (RFC 4180) that all readers split in the same way and in which spreadsheets find no
// formulas.

import { stringify } from 'csv-stringify/sync';

/**
 * The byte-order mark by which spreadsheets detect UTF-8. Other readers take it for a part of the
 * first column's name, so it is written only on request.
 */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Spreadsheets evaluate a field that begins with one of these characters, also in full width and
 * after blanks. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{Cc}]*[=+@\-\u2212\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** Line ends that must be quoted. The library quotes only the configured line end. */
const LINE_ENDS = /[\r\n\u0085\u2028\u2029]/;

/**
 * Returns the CSV text of records.
 * @param figures columns with numbers of the bank, in which a minus sign begins no formula
 */
export function formatCsv<C extends string>(
  lines: readonly Readonly<Partial<Record<C, string>>>[],
  { columns, figures, header }: { columns: readonly C[]; figures: readonly C[]; header: boolean },
): string {
  const figureSet = new Set<unknown>(figures);
  return stringify([...lines], {
    header,
    columns: [...columns],
    record_delimiter: '\r\n',
    quoted_match: LINE_ENDS,
    cast: {
      string: (value, { column }) =>
        !figureSet.has(column) && FORMULA.test(value) ? `'${value}` : value,
    },
  });
}
