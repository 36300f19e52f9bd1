// The publishers' originals are converted to one file, with the same bytes every time; an invalid
// file is refused at the start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ListFileError, packLists, readListFile } from '../../ai/screening/list-file.ts';
import { readOfacEntries } from '../../ai/screening/ofac.ts';
import { isStale, openScreening } from '../../ai/screening/open.ts';
import { readUnitedNationsList } from '../../ai/screening/united-nations.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-lists-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const NAMES = [
  '7,"DOE, Jane ""JD""","individual","SDGT] [IRAN",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,' +
    "\"DOB 19 Jun 1951; alt. DOB circa 1953; nationality Burma; Passport A-1 (Burma); alt. Phone No. 12; a.k.a. 'THE FOX'; " +
    "a.k.a. ''ABU-'UMAR'.\"",
  '8,"ACME, S.A.",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '\u001a',
].join('\r\n');

test('an OFAC entry has its aliases, dates, countries and weak aliases', () => {
  const aliases = '7,1,"aka","ROE, Jane",-0- \r\n';
  const addresses = '8,2,-0- ,"Havana","Cuba",-0- \r\n';
  expect(readOfacEntries({ names: NAMES, aliases, addresses })).toEqual([
    {
      id: '7',
      type: 'individual',
      name: 'DOE, Jane "JD"',
      aliases: ['ROE, Jane'],
      weakAliases: ['THE FOX', "ABU-'UMAR"],
      birthDates: ['1951-06-19', '1953'],
      countries: ['MM'],
      programs: ['SDGT', 'IRAN'],
      documents: ['Passport A-1 (Burma)'],
      remarks:
        'DOB 19 Jun 1951; alt. DOB circa 1953; nationality Burma; Passport A-1 (Burma); ' +
        "alt. Phone No. 12; a.k.a. 'THE FOX'; a.k.a. ''ABU-'UMAR'.",
    },
    {
      id: '8',
      type: 'entity',
      name: 'ACME, S.A.',
      aliases: [],
      weakAliases: [],
      birthDates: [],
      countries: ['CU'],
      programs: ['CUBA'],
    },
  ]);
});

test('a United Nations entry has its full name, and the list its date', () => {
  const xml = `<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z"><INDIVIDUALS><INDIVIDUAL>
    <FIRST_NAME>JANE</FIRST_NAME><SECOND_NAME>DOE</SECOND_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE>
    <REFERENCE_NUMBER>CDi.001</REFERENCE_NUMBER>
    <NATIONALITY><VALUE>Islamic Republic of Iran</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Fox</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>J. Roe</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><YEAR>1971</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>AB 1</NUMBER>
    <ISSUING_COUNTRY>Iran</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT><INDIVIDUAL_DOCUMENT/>
    <COMMENTS1>Said to be a dealer.</COMMENTS1>
    </INDIVIDUAL></INDIVIDUALS><ENTITIES/></CONSOLIDATED_LIST>`;
  expect(readUnitedNationsList([xml])).toEqual({
    asOf: '2026-02-27',
    entries: [
      {
        id: 'CDi.001',
        type: 'individual',
        name: 'JANE DOE',
        aliases: ['J. Roe'],
        weakAliases: ['Fox'],
        birthDates: ['1971'],
        countries: ['IR'],
        programs: ['DRC'],
        documents: ['Passport AB 1 (Iran)'],
        remarks: 'Said to be a dealer.',
      },
    ],
  });
});

describe('a sanctions list file', () => {
  const list = {
    code: 'mine',
    title: 'Mine',
    source: 'me',
    licence: 'none',
    asOf: '2026-01-01',
    entries: readOfacEntries({ names: NAMES, aliases: '' }),
  };

  test('is read back as it was written, and used for screening', async () => {
    const path = join(dir, 'lists.json.gz');
    writeFileSync(path, packLists([list]));
    expect(packLists([list])).toEqual(packLists([list]));
    expect(readListFile(path)).toEqual([list]);
    const screener = await openScreening(path).screener();
    expect(screener.screen({ name: 'Jane Doe' })[0]).toMatchObject({ list: 'mine', entityId: '7' });
    const born = { dateOfBirth: '1951-06-19' };
    expect(screener.screen({ name: 'the fox', ...born })[0]).toMatchObject({
      matchedName: 'THE FOX',
    });
    expect(screener.screen({ name: 'the fox' })).toEqual([]);
    expect(screener.screen({ name: 'the foxes' })).toEqual([]);
  });

  test.each([
    ['no gzip', Buffer.from('{}')],
    ['no JSON', gzipSync('{')],
    ['another format', gzipSync('{"format":"x","lists":[{}]}')],
    ['no list', gzipSync('{"format":"kontor-screening-lists/1","lists":[]}')],
    ['a list without entries', gzipSync('{"format":"kontor-screening-lists/1","lists":[{}]}')],
    [
      'half an entry',
      gzipSync(
        JSON.stringify({
          format: 'kontor-screening-lists/1',
          lists: [{ ...list, entries: [{ id: '7' }] }],
        }),
      ),
    ],
  ])('%s is refused when the bank opens', (_, bytes) => {
    const path = join(dir, 'bad.json.gz');
    writeFileSync(path, bytes);
    expect(() => openScreening(path)).toThrow(ListFileError);
  });

  test('is refused when it is missing', () => {
    expect(() => openScreening(join(dir, 'none'))).toThrow(ListFileError);
  });

  test('is stale after its maximum age, or without a date', () => {
    const day = 86_400_000;
    const now = Date.parse('2026-01-01') + 2 * day;
    const old = { asOf: '2026-01-01' };
    expect(isStale(old, 2 * day, now)).toBe(false);
    expect(isStale(old, 2 * day, now + 1)).toBe(true);
    expect(isStale({ asOf: null }, 2 * day, now)).toBe(true);
  });

  test('unchanged at the publisher ages from the day it was fetched', () => {
    const now = Date.parse('2026-01-03T12:00:00Z');
    const fetched = { asOf: '2024-07-02', retrievedAt: '2026-01-03T00:00:00Z' };
    expect(isStale(fetched, 86_400_000, now)).toBe(false);
    expect(isStale({ ...fetched, asOf: null }, 86_400_000, now)).toBe(false);
    expect(isStale({ ...fetched, retrievedAt: null }, 86_400_000, now)).toBe(true);
  });
});
