// Makes the file of sanctions lists that the bank screens against, from the publishers' files: OFAC
// (advanced XML, or its CSV files), United Nations (XML), European Union (XML, format 1.1) and
// United Kingdom (CSV). The same originals and the same dates give the same bytes.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { readEuropeanUnionList } from '../ai/screening/european-union.ts';
import { type ListEntry, packLists, type SanctionsList } from '../ai/screening/list-file.ts';
import { readOfacEntries } from '../ai/screening/ofac.ts';
import { readOfacAdvancedList } from '../ai/screening/ofac-advanced.ts';
import { readUnitedKingdomList } from '../ai/screening/united-kingdom.ts';
import { readUnitedNationsList } from '../ai/screening/united-nations.ts';
import { XmlFault } from '../ai/screening/xml-elements.ts';
import { type ListFile, openListFile, UnusableListFile } from './list-original.ts';

const HELP = `node scripts/import-lists.ts --from <file or URL> [--from …] --out lists.json.gz

  --from        an original of a publisher, as often as there are originals:
                  OFAC            sdn_advanced.xml, or sdn.csv with alt.csv and add.csv;
                                  cons_advanced.xml, or cons_prim.csv with cons_alt.csv
                  United Nations  consolidated.xml
                  European Union  xmlFullSanctionsList_1_1.xml
                  United Kingdom  UK-Sanctions-List.csv
  --out         the file to write; KONTOR_SCREENING_LISTS names it
  --ofac-date   the day of OFAC's sdn.csv, which carries none (2026-03-01)
  --cons-date   the same of cons_prim.csv
  --retrieved   when the files were fetched (2026-03-01T08:00:00Z), or unknown; left out: now for
                a URL, and the time of the last change for a file
  --help        this text

The bank reads the file at its start. A list that was fetched more than
KONTOR_SCREENING_MAX_AGE_HOURS ago is stale: production does not rely on it (docs/build/screening.md).`;

const { values } = parseArgs({
  options: {
    from: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    'ofac-date': { type: 'string' },
    'cons-date': { type: 'string' },
    retrieved: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

function retrievedAtOf({ seenAt }: ListFile): string | null {
  const retrieved = values.retrieved;
  return retrieved === undefined
    ? seenAt.toISOString()
    : retrieved === 'unknown'
      ? null
      : retrieved;
}

const OFAC_LICENCE = 'Public domain (work of the United States government)';
const OFAC_SOURCE = 'U.S. Department of the Treasury, Office of Foreign Assets Control';
const OFAC_LISTS = {
  sdn: { code: 'ofac_sdn', title: 'OFAC Specially Designated Nationals' },
  cons: { code: 'ofac_consolidated', title: 'OFAC Consolidated Non-SDN' },
} as const;

/**
 * Parses a file that is a whole list, recognised by its first bytes; returns null when the file is
 * a part of a list.
 */
function parseWholeList(original: ListFile): SanctionsList | null {
  const { name, head } = original;
  const retrievedAt = retrievedAtOf(original);
  if (head.includes('<CONSOLIDATED_LIST')) {
    return {
      code: 'un_security_council',
      title: 'United Nations Security Council Consolidated List',
      source: 'United Nations Security Council',
      licence: '(c) United Nations; free to reproduce for compliance',
      retrievedAt,
      ...readUnitedNationsList(original.pieces()),
    };
  }
  if (/<Sanctions[\s>]/.test(head)) {
    const list = /cons/i.test(name) ? OFAC_LISTS.cons : OFAC_LISTS.sdn;
    return {
      ...list,
      source: OFAC_SOURCE,
      licence: OFAC_LICENCE,
      retrievedAt,
      ...readOfacAdvancedList(original.pieces()),
    };
  }
  if (/<(\w+:)?export[\s>]/.test(head)) {
    return {
      code: 'eu_consolidated',
      title: 'European Union Consolidated Financial Sanctions List',
      source: 'European Commission, DG FISMA',
      licence: 'CC BY 4.0, European Union',
      retrievedAt,
      ...readEuropeanUnionList(original.pieces()),
    };
  }
  if (/^\ufeff?"?Report Date:/.test(head)) {
    return {
      code: 'uk_sanctions',
      title: 'UK Sanctions List',
      source: 'Foreign, Commonwealth and Development Office',
      licence: 'Open Government Licence v3.0',
      retrievedAt,
      ...readUnitedKingdomList(original.text()),
    };
  }
  return null;
}

function parseListFile(original: ListFile): SanctionsList | null {
  try {
    return parseWholeList(original);
  } catch (error) {
    if (error instanceof XmlFault) {
      throw new UnusableListFile(`${original.name}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

type Part = 'names' | 'aliases' | 'addresses';

/**
 * Returns the part of OFAC's list that a CSV file has: 12 columns are names, 5 are aliases, 6 are
 * addresses.
 */
function findPart({ name, head }: ListFile): Part {
  const [first = ''] = head.split('\n', 1);
  const [row = []] = parse(first, { relax_quotes: true }) as string[][];
  const columns = row.length;
  const part = ({ 12: 'names', 5: 'aliases', 6: 'addresses' } as const)[columns];
  if (!part)
    throw new UnusableListFile(`${name}: no list of OFAC, the UN, the EU or the UK; see --help`);
  return part;
}

function parseOfacLists(originals: readonly ListFile[]): SanctionsList[] {
  const files = { sdn: new Map<Part, ListFile>(), cons: new Map<Part, ListFile>() };
  for (const original of originals) {
    const list = files[/cons/i.test(original.name) ? 'cons' : 'sdn'];
    const part = findPart(original);
    if (list.has(part)) throw new UnusableListFile(`${original.name}: the ${part} are given twice`);
    list.set(part, original);
  }
  return (['sdn', 'cons'] as const).flatMap((listName): SanctionsList[] => {
    const parts = files[listName];
    if (parts.size === 0) return [];
    const names = parts.get('names');
    if (!names)
      throw new UnusableListFile(`${OFAC_LISTS[listName].code}: the file of names is missing`);
    const entries: ListEntry[] = readOfacEntries({
      names: names.text(),
      aliases: parts.get('aliases')?.text() ?? '',
      addresses: parts.get('addresses')?.text() ?? '',
    });
    const asOf = values[listName === 'sdn' ? 'ofac-date' : 'cons-date'] ?? null;
    const retrievedAt = retrievedAtOf(names);
    return [
      {
        ...OFAC_LISTS[listName],
        source: OFAC_SOURCE,
        licence: OFAC_LICENCE,
        asOf,
        retrievedAt,
        entries,
      },
    ];
  });
}

function checkDate(name: 'ofac-date' | 'cons-date' | 'retrieved'): void {
  const date = values[name];
  if (name === 'retrieved' && date === 'unknown') return;
  if (date !== undefined && (!/^\d{4}-\d\d-\d\d/.test(date) || Number.isNaN(Date.parse(date)))) {
    throw new UnusableListFile(`--${name} ${date}: expected a date such as 2026-03-01`);
  }
}

async function main(): Promise<void> {
  checkDate('ofac-date');
  checkDate('cons-date');
  checkDate('retrieved');
  if (values.from.length === 0) throw new UnusableListFile('--from is missing; see --help');
  if (!values.out) throw new UnusableListFile('--out is missing; see --help');
  const originals: ListFile[] = [];
  for (const from of values.from) originals.push(await openListFile(from));
  const parsedFiles = originals.map((original) => ({
    one: original,
    list: parseListFile(original),
  }));
  const parts = parsedFiles.filter(({ list }) => list === null).map(({ one }) => one);
  const lists = [...parseOfacLists(parts), ...parsedFiles.flatMap(({ list }) => list ?? [])];
  const repeatedList = lists.find(
    ({ code }, index) => lists.findIndex((list) => list.code === code) !== index,
  );
  if (repeatedList) throw new UnusableListFile(`${repeatedList.code} is given twice`);
  const empty = lists.find(({ entries }) => entries.length === 0);
  if (empty) throw new UnusableListFile(`${empty.code} has no entry: is the file complete?`);
  const packed = packLists(lists);
  writeFileSync(values.out, packed);
  for (const { code, asOf, retrievedAt, entries } of lists) {
    const aliases = entries.reduce((sum, { aliases: also }) => sum + also.length, 0);
    const day = asOf ? `as of ${asOf}` : 'no date';
    const dates = `${day}, fetched ${retrievedAt ?? 'at an unknown time'}`;
    console.log(`${code}: ${entries.length} entries, ${aliases} aliases, ${dates}`);
  }
  console.log(`${values.out}: ${packed.length} bytes`);
}

if (values.help) {
  console.log(HELP);
} else {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  });
}
