// Writes bank/rates/ecb-reference-rates.csv: the newest days of the ECB's eurofxref-hist.csv, without
// the currencies that no longer have a rate. Usage:
//   node scripts/trim-ecb-rates.ts path/to/eurofxref-hist.csv [days]

import { readFileSync, writeFileSync } from 'node:fs';
import { readNewestDay, SNAPSHOT } from '../bank/rates/file.ts';
import { say } from './say.mjs';

const [path, days = '20'] = process.argv.slice(2);
if (path === undefined) throw new Error('expected the path of eurofxref-hist.csv as argument');

const [header = '', ...rows] = readFileSync(path, 'utf8').split('\n');
const newestRows = rows.filter(Boolean).slice(0, Number(days));
const latestRates = newestRows[0]?.split(',') ?? [];
const isKept = (column: number) => latestRates[column] !== 'N/A' && latestRates[column] !== '';
const trimmed = [header, ...newestRows].map((row) =>
  row
    .split(',')
    .filter((_, column) => column === 0 || isKept(column))
    .join(',')
    .trim(),
);
const csv = `${trimmed.map((row) => row.replace(/,+$/, '')).join('\n')}\n`;
const { asOf, rates } = readNewestDay(csv, Date.now());
writeFileSync(SNAPSHOT, csv);
say(`${newestRows.length} days, ${rates.size - 1} rates, newest ${new Date(asOf).toISOString()}`);
