// Makes the file of sanctions lists that the bank screens against, from what OFAC and the United
// Nations publish. The same originals give the same bytes.
//
//   npm run lists -- --sdn sdn.csv --sdn-aliases alt.csv --sdn-addresses add.csv \
//     --cons cons_prim.csv --cons-aliases cons_alt.csv --ofac-date 2026-03-01 \
//     --un consolidated.xml --out lists.json.gz

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packLists, type SanctionsList } from '../ai/screening/list-file.ts';
import { ofacEntries } from '../ai/screening/ofac.ts';
import { unitedNationsList } from '../ai/screening/united-nations.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    sdn: text,
    'sdn-aliases': text,
    'sdn-addresses': text,
    cons: text,
    'cons-aliases': text,
    'cons-addresses': text,
    /** The files of OFAC carry no date: without one they count as stale. */
    'ofac-date': text,
    un: text,
    out: text,
  },
});

function read(path: string): string {
  const bytes = readFileSync(path);
  // Old files of OFAC are not UTF-8.
  const utf8 = bytes.toString('utf8');
  return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8;
}

function ofac(code: string, title: string, prefix: 'sdn' | 'cons'): SanctionsList[] {
  const names = values[prefix];
  const aliases = values[`${prefix}-aliases`];
  const addresses = values[`${prefix}-addresses`];
  if (!names) return [];
  const entries = ofacEntries({
    names: read(names),
    aliases: aliases ? read(aliases) : '',
    ...(addresses ? { addresses: read(addresses) } : {}),
  });
  const source = 'U.S. Department of the Treasury, Office of Foreign Assets Control';
  const licence = 'Public domain (work of the United States government)';
  return [{ code, title, source, licence, asOf: values['ofac-date'] ?? null, entries }];
}

const lists: SanctionsList[] = [
  ...ofac('ofac_sdn', 'OFAC Specially Designated Nationals', 'sdn'),
  ...ofac('ofac_consolidated', 'OFAC Consolidated Non-SDN', 'cons'),
];
if (values.un) {
  lists.push({
    code: 'un_security_council',
    title: 'United Nations Security Council Consolidated List',
    source: 'United Nations Security Council',
    licence: '(c) United Nations; free to reproduce for compliance',
    ...unitedNationsList(read(values.un)),
  });
}
if (lists.length === 0 || !values.out) {
  console.error('Say --out FILE and at least one of --sdn, --cons and --un; see the script.');
  process.exit(2);
}
const packed = packLists(lists);
writeFileSync(values.out, packed);
for (const { code, asOf, entries } of lists) {
  const aliases = entries.reduce((sum, { aliases: also }) => sum + also.length, 0);
  console.log(`${code}: ${entries.length} entries, ${aliases} aliases, ${asOf ?? 'no date'}`);
}
console.log(`${values.out}: ${packed.length} bytes`);
