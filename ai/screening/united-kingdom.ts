// The sanctions list of the United Kingdom, as the CSV of the Foreign, Commonwealth and Development
// Office: a line with its day, a heading, and a line for each name and address of an entry.

import { parse } from 'csv-parse/sync';
import { countryCode } from './countries.ts';
import { type EntryType, type ListEntry, statedParts } from './list-file.ts';

type Row = Readonly<Record<string, string>>;

const TYPES: Readonly<Record<string, EntryType>> = { individual: 'individual', ship: 'vessel' };
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Report Date: 02-Oct-2026` to 2026-10-02. */
function parseReportDate(line: string): string | null {
  const [, day = '', name = '', year = ''] =
    /Report Date:\s*"?(\d{1,2})-([A-Z][a-z]{2})-(\d{4})/.exec(line) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `19/06/1951` to 1951-06-19, `00/00/1975` to 1975; a cell may hold several. */
function listBirthDates(cell: string): string[] {
  return [...cell.matchAll(/(\d\d|dd)\/(\d\d|mm)\/(\d{4})/g)].map(([, day, month, year]) =>
    day === '00' || month === '00' || day === 'dd' || month === 'mm'
      ? String(year)
      : `${year}-${month}-${day}`,
  );
}

function joinName(row: Row): string {
  const nameParts = ['1', '2', '3', '4', '5']
    .map((number) => row[`Name ${number}`]?.trim())
    .filter(Boolean);
  return [...nameParts, row['Name 6']?.trim()].filter(Boolean).join(' ');
}

function listCountries(rows: readonly Row[], column: string): string[] {
  const values = rows.flatMap((row) => (row[column] ?? '').split(/[|;]|\(\d+\)/));
  return values.map((name) => countryCode(name.trim())).filter((code) => code !== null);
}

const NUMBERS = [
  ['Passport number', 'Passport'],
  ['National Identifier number', 'National identifier'],
  ['Business registration number (s)', 'Business registration'],
  ['IMO number', 'IMO'],
] as const;

function listCells(rows: readonly Row[], column: string): string[] {
  return [...new Set(rows.map((row) => row[column]?.trim() ?? '').filter(Boolean))];
}

function readEntry(id: string, rows: readonly Row[]): ListEntry {
  const names = rows.map((row) => ({
    name: joinName(row),
    isPrimary: /^primary name$/i.test(row['Name type']?.trim() ?? ''),
    isWeak: /low/i.test(row['Alias strength'] ?? ''),
  }));
  const first = names.find(({ isPrimary }) => isPrimary)?.name ?? names[0]?.name ?? '';
  const otherNames = names.filter(({ name }) => name !== '' && name !== first);
  const scripts = rows.map((row) => row['Name non-latin script']?.trim() ?? '').filter(Boolean);
  const countries = listCountries(rows, 'Nationality(/ies)');
  const kind = rows[0]?.['Designation Type']?.trim().toLowerCase() ?? '';
  const strong = otherNames.filter(({ isWeak }) => !isWeak).map(({ name }) => name);
  return {
    id,
    type: TYPES[kind] ?? 'entity',
    name: first,
    aliases: [...new Set([...strong, ...scripts])],
    weakAliases: [...new Set(otherNames.filter(({ isWeak }) => isWeak).map(({ name }) => name))],
    birthDates: [...new Set(rows.flatMap((row) => listBirthDates(row['D.O.B'] ?? '')))],
    countries: [
      ...new Set(countries.length > 0 ? countries : listCountries(rows, 'Address Country')),
    ],
    programs: [...new Set(rows.map((row) => row['Regime Name']?.trim() ?? '').filter(Boolean))],
    ...statedParts(
      NUMBERS.flatMap(([column, name]) => listCells(rows, column).map((cell) => `${name} ${cell}`)),
      listCells(rows, 'Other Information').join(' '),
    ),
  };
}

/** The entries of the list and its day. */
export function readUnitedKingdomList(csv: string): { asOf: string | null; entries: ListEntry[] } {
  const [first = '', ...rest] = csv.replace(/^\ufeff/, '').split(/\r?\n/);
  const rows = parse(rest.join('\n'), {
    columns: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as Row[];
  const byId = new Map<string, Row[]>();
  for (const row of rows) {
    const id = row['Unique ID']?.trim() ?? '';
    if (id !== '') byId.set(id, [...(byId.get(id) ?? []), row]);
  }
  const entries = [...byId].map(([id, ownRows]) => readEntry(id, ownRows));
  return { asOf: parseReportDate(first), entries: entries.filter(({ name }) => name !== '') };
}
