// The lists of the Office of Foreign Assets Control as it publishes them: a file of names, one of
// aliases and one of addresses, without headings, joined by the number of the entry.

import { parse } from 'csv-parse/sync';
import { countryCode } from './countries.ts';
import { type EntryType, type ListEntry, statedParts } from './list-file.ts';

export interface OfacFiles {
  readonly names: string;
  readonly aliases: string;
  /** Left out: no addresses, so fewer countries. */
  readonly addresses?: string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function parseRows(text: string): string[][] {
  // The files end with the end-of-file character of DOS.
  const rows = parse(text.replaceAll('\u001a', ''), {
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
  return rows.map((row) => row.map((cell) => (cell.trim() === '-0-' ? '' : cell.trim())));
}

/** `19 Jun 1951` to 1951-06-19, `1951` and `circa 1951` to 1951, a range to both its years. */
function parseDates(text: string): string[] {
  const exact = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(text);
  if (exact) {
    const month = MONTHS.indexOf(exact[2] ?? '') + 1;
    if (month === 0) return [];
    return [`${exact[3]}-${String(month).padStart(2, '0')}-${(exact[1] ?? '').padStart(2, '0')}`];
  }
  return (text.match(/\b\d{4}\b/g) ?? []).slice(0, 2);
}

/** A part of a remark that states an identity document or number. */
const NUMBERED_REMARK =
  /\b(No\.|Number|Identification|ID|Code|SSN|MMSI)\s|^(alt\. )?Passport |#|[A-Z]\.[A-Z]\./;
/** Numbers that belong to no identity document. */
const NO_DOCUMENT =
  /phone|fax|e-?mail|gazette|executive order|information|linked to|organi[sz]ation|a\.k\.a\.|prohibited|DOB|POB/i;

function parseRemarks(remarks: string) {
  const parts = remarks.split(';').map((part) => part.trim().replace(/\.$/, ''));
  const after = (start: RegExp) =>
    parts.flatMap((part) => (start.test(part) ? [part.replace(start, '')] : []));
  return {
    birthDates: after(/^(alt\. )?DOB /).flatMap(parseDates),
    countries: after(/^(alt\. )?(nationality|citizen) /),
    // OFAC puts its weak aliases here, in quotes that are the same character as an apostrophe.
    weakAliases: after(/^a\.k\.a\. /).flatMap((part) => /^'+(.+?)'*$/.exec(part)?.[1] ?? []),
    documents: parts
      .filter((part) => NUMBERED_REMARK.test(part) && !NO_DOCUMENT.test(part) && /\d/.test(part))
      .map((part) => part.replace(/^alt\. /, '')),
  };
}

function groupRows(rows: readonly string[][], cell: number): Map<string, string[]> {
  const textsById = new Map<string, string[]>();
  for (const row of rows) {
    const text = row[cell];
    const id = row[0] ?? '';
    if (text) textsById.set(id, [...(textsById.get(id) ?? []), text]);
  }
  return textsById;
}

/** The entries of one list of OFAC. */
export function readOfacEntries({ names, aliases, addresses = '' }: OfacFiles): ListEntry[] {
  const aliasesById = groupRows(parseRows(aliases), 3);
  const addressesById = groupRows(parseRows(addresses), 4);
  return parseRows(names)
    .filter((row) => row.length > 3 && row[1])
    .map(([id = '', name = '', type = '', program = '', ...rest]) => {
      const remarks = rest.at(-1) ?? '';
      const usedRemarks = parseRemarks(remarks);
      const places =
        usedRemarks.countries.length > 0 ? usedRemarks.countries : (addressesById.get(id) ?? []);
      const codes = places.map(countryCode).filter((code) => code !== null);
      return {
        id,
        type: (['individual', 'vessel', 'aircraft'].includes(type) ? type : 'entity') as EntryType,
        name,
        aliases: aliasesById.get(id) ?? [],
        weakAliases: usedRemarks.weakAliases,
        birthDates: [...new Set(usedRemarks.birthDates)],
        countries: [...new Set(codes)],
        programs: program.split('] [').map((part) => part.replace(/[[\]]/g, '')),
        ...statedParts(usedRemarks.documents, remarks),
      };
    });
}
