// Rates from a file: the snapshot of the ECB reference rates that comes with the engine, or any
// file in the form of the ECB's eurofxref-hist.csv. The newest day in it counts.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BadRates, publicationOf, type RateProvider, rateTable } from './provider.ts';

/** The committed snapshot; rates/README.md names its source, date and terms. */
export const SNAPSHOT = fileURLToPath(new URL('./ecb-reference-rates.csv', import.meta.url));

/** Rates of the newest day of a file. */
export function fileRates(path: string = SNAPSHOT, now: () => number = Date.now): RateProvider {
  return {
    load: async () => newestOf(await readFile(path, 'utf8'), now()),
  };
}

/**
 * The newest day of a table in the ECB's form: a row per day, a column per currency, N/A for none.
 * @throws BadRates when the text is not of that form
 */
export function newestOf(csv: string, now: number) {
  const [header = '', ...rows] = csv.split('\n').map((line) => line.trim());
  const [first, ...codes] = header.split(',');
  if (first !== 'Date') throw new BadRates('no table with a Date column');
  const days = rows.filter((row) => /^\d{4}-\d{2}-\d{2},/.test(row)).sort();
  const [date = '', ...cells] = (days.at(-1) ?? '').split(',');
  if (date === '') throw new BadRates('no day in the table');
  const rates = codes.flatMap((code, column) => {
    const text = cells[column]?.trim() ?? '';
    return code === '' || text === '' || text === 'N/A' ? [] : [[code, text] as const];
  });
  return rateTable(
    { source: 'ecb-reference-rates', base: 'EUR', asOf: publicationOf(date), rates },
    now,
  );
}
