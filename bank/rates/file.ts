// Rates from a file: the snapshot of the ECB reference rates that ships with the engine, or any
// file in the format of the ECB's eurofxref-hist.csv. The newest day in the file applies.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BadRates, publicationTime, type RateProvider, rateTable } from './provider.ts';

/** The committed snapshot; bank/rates/README.md states its source, date and terms. */
export const SNAPSHOT = fileURLToPath(new URL('./ecb-reference-rates.csv', import.meta.url));

/** Returns a provider that reads the newest day of a file. */
export function fileRates(path: string = SNAPSHOT, now: () => number = Date.now): RateProvider {
  return {
    load: async () => readNewestDay(await readFile(path, 'utf8'), now()),
  };
}

/**
 * Parses the newest day of a table with one row for each day and one column for each currency.
 * @throws BadRates when the text has another format
 */
export function readNewestDay(csv: string, now: number) {
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
    { source: 'ecb-reference-rates', base: 'EUR', asOf: publicationTime(date), rates },
    now,
  );
}
