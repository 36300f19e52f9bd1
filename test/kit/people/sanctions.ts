// A short sanctions list for tests, with one person and one firm, because reading a real list
// delays the start of a bank.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ListEntry, packLists } from '../../../ai/screening/list-file.ts';

const ENTRY = { aliases: [], weakAliases: [], birthDates: [], countries: [], programs: ['TEST'] };
const ENTRIES: ListEntry[] = [
  {
    ...ENTRY,
    id: 'T-1',
    type: 'individual',
    name: 'QUOSTROV, Balthasar Xerxes',
    documents: ['Passport X1234567 (Atlantis)'],
    remarks: 'Said to travel as a dealer in clocks.',
  },
  { ...ENTRY, id: 'T-2', type: 'entity', name: 'ZYGLOPHRANT SHIPPING LTD' },
];

/** Writes the list into a folder and returns its path. */
export function writeShortList(dir: string): string {
  const path = join(dir, 'lists.json.gz');
  const source = { title: 'Test', source: 'test', licence: 'none', asOf: '2026-01-01' };
  writeFileSync(path, packLists([{ code: 'test_list', ...source, entries: ENTRIES }]));
  return path;
}
