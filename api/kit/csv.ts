// CSV that every reader splits alike (RFC 4180) and no spreadsheet calculates.

import { stringify } from 'csv-stringify/sync';

/**
 * The byte-order mark by which a spreadsheet knows UTF-8; other readers take it for a letter of the
 * first column's name, so it stands only where it was asked for.
 */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * A spreadsheet evaluates a field that begins with one of these characters, in any width, and also
 * after blanks, which it drops. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{Cc}]*[=+@\-\u2212\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** With another end of a record than these, the library leaves a field with one of them bare. */
const LINE_ENDS = /[\r\n\u0085\u2028\u2029]/;

/**
 * Records of texts.
 * @param figures columns of numbers that the bank wrote itself: one below zero is no formula
 */
export function csvText<C extends string>(
  lines: readonly Readonly<Partial<Record<C, string>>>[],
  { columns, figures, header }: { columns: readonly C[]; figures: readonly C[]; header: boolean },
): string {
  const own = new Set<unknown>(figures);
  return stringify([...lines], {
    header,
    columns: [...columns],
    record_delimiter: '\r\n',
    quoted_match: LINE_ENDS,
    cast: {
      string: (value, { column }) =>
        !own.has(column) && FORMULA.test(value) ? `'${value}` : value,
    },
  });
}
