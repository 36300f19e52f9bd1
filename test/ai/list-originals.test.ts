// Publishers' files become entries: OFAC's advanced XML, the lists of the European Union and of the
// United Kingdom. The import command takes files and addresses, and refuses everything else.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readEuropeanUnionList } from '../../ai/screening/european-union.ts';
import { readListFile } from '../../ai/screening/list-file.ts';
import { readOfacAdvancedList } from '../../ai/screening/ofac-advanced.ts';
import { readUnitedKingdomList } from '../../ai/screening/united-kingdom.ts';
import { XmlFault } from '../../ai/screening/xml-elements.ts';

const dir = mkdtempSync(join(tmpdir(), 'kontor-originals-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const OFAC = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://example.com/ADVANCED_XML">
<DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>5</Month><Day>2</Day></DateOfIssue>
<ReferenceValueSets>
<CountryValues><Country ID="11073">Cuba</Country><Country ID="11074">Iran</Country></CountryValues>
<FeatureTypeValues><FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
<FeatureType ID="10" FeatureTypeGroupID="1">Nationality Country</FeatureType>
<FeatureType ID="25" FeatureTypeGroupID="1">Location</FeatureType></FeatureTypeValues>
<PartySubTypeValues><PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType>
<PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType>
<PartyType ID="4">Transport</PartyType></PartyTypeValues>
<IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType></IDRegDocTypeValues>
</ReferenceValueSets>
<Locations><Location ID="25"><LocationCountry CountryID="11073" CountryRelevanceID="1"/></Location>
<Location ID="26"><LocationCountry CountryID="11074" CountryRelevanceID="1"/></Location></Locations>
<IDRegDocuments><IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="1"
IssuedBy-CountryID="11074"><IDRegistrationNo>J24728</IDRegistrationNo></IDRegDocument>
</IDRegDocuments>
<DistinctParties>
<DistinctParty FixedRef="7"><Comment>Said to be a dealer.</Comment><Profile ID="7" PartySubTypeID="4"><Identity ID="1" Primary="true">
<Alias FixedRef="7" AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="1">
<DocumentedNamePart><NamePartValue ScriptID="215">DOE</NamePartValue></DocumentedNamePart>
<DocumentedNamePart><NamePartValue ScriptID="215">Jane</NamePartValue></DocumentedNamePart>
</DocumentedName><DocumentedName ID="2">
<DocumentedNamePart><NamePartValue ScriptID="160">جين دو</NamePartValue></DocumentedNamePart>
</DocumentedName></Alias>
<Alias FixedRef="7" AliasTypeID="1400" Primary="false" LowQuality="true"><DocumentedName ID="3">
<DocumentedNamePart><NamePartValue ScriptID="215">THE FOX</NamePartValue></DocumentedNamePart>
</DocumentedName></Alias></Identity>
<Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="1"><DatePeriod>
<Start><From><Year>1951</Year><Month>6</Month><Day>9</Day></From></Start>
<End><To><Year>1951</Year><Month>6</Month><Day>9</Day></To></End></DatePeriod></FeatureVersion>
</Feature><Feature ID="2" FeatureTypeID="8"><FeatureVersion ID="2"><DatePeriod>
<Start><From><Year>1953</Year><Month>1</Month><Day>1</Day></From></Start>
<End><To><Year>1954</Year><Month>12</Month><Day>31</Day></To></End></DatePeriod></FeatureVersion>
</Feature><Feature ID="3" FeatureTypeID="10"><FeatureVersion ID="3">
<VersionLocation LocationID="26"/>
</FeatureVersion></Feature>
<Feature ID="4" FeatureTypeID="25"><FeatureVersion ID="4"><VersionLocation LocationID="25"/>
</FeatureVersion></Feature></Profile></DistinctParty>
<DistinctParty FixedRef="8"><Profile ID="8" PartySubTypeID="1"><Identity ID="2" Primary="true">
<Alias FixedRef="8" Primary="true" LowQuality="false"><DocumentedName ID="4"><DocumentedNamePart>
<NamePartValue ScriptID="215">PETREL &amp; SON</NamePartValue></DocumentedNamePart></DocumentedName>
</Alias></Identity><Feature ID="5" FeatureTypeID="25"><FeatureVersion ID="5">
<VersionLocation LocationID="25"/></FeatureVersion></Feature></Profile></DistinctParty>
</DistinctParties>
<SanctionsEntries><SanctionsEntry ID="1" ProfileID="7" ListID="1550">
<SanctionsMeasure ID="1" SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure>
<SanctionsMeasure ID="2" SanctionsTypeID="1"><Comment>IRAN</Comment></SanctionsMeasure>
</SanctionsEntry></SanctionsEntries></Sanctions>`;

const EU = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-05-04T10:00:00.000+02:00">
<sanctionEntity euReferenceNumber="EU.1.2" logicalId="13"><subjectType code="person"/>
<regulation programme="UKR"/><nameAlias wholeName="Jane Doe" strong="true"/>
<nameAlias wholeName="Джейн Доу" strong="true"/><nameAlias wholeName="Fox" strong="false"/>
<citizenship countryIso2Code="IR"/><citizenship countryIso2Code="00"/>
<birthdate birthdate="1951-06-19"/><birthdate year="1953"/>
<identification identificationTypeDescription="National passport" number="J1"
countryIso2Code="IR"/><identification number="J2" countryIso2Code="00"/>
<remark>Said to be a dealer.</remark><remark>Of clocks.</remark>
<address countryIso2Code="CU"/></sanctionEntity>
<sanctionEntity logicalId="14"><subjectType code="enterprise"/><nameAlias wholeName="Acme SA"/>
<address countryIso2Code="CU"/></sanctionEntity></export>`;

const HEADING =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,' +
  'Name 5,Name type,Alias strength,Title,Name non-latin script,Regime Name,Designation Type,' +
  'Address Country,D.O.B,Nationality(/ies),Passport number,Other Information';
const UK = [
  'Report Date: 02-Oct-2026',
  HEADING,
  '04/08/2026,IRN1,1,,DOE,Jane,,,,,Primary Name,,,جين دو,Iran,Individual,Cuba,19/06/1951,Iran,J1,A dealer.',
  '04/08/2026,IRN1,1,,ROE,J,,,,,Alias,Good quality,,,Iran,Individual,Cuba,00/00/1953,Iran',
  '04/08/2026,IRN1,1,,FOX,,,,,,Alias,Low quality a.k.a,,,Iran,Individual,Cuba,,Iran',
  '04/08/2026,RUS2,2,,"PETREL 8, a ship",,,,,,Primary Name,,,,Russia,Ship,,,',
].join('\r\n');

describe('an original list', () => {
  test('of OFAC in advanced XML has names, weak names, dates, countries and programmes', () => {
    expect(readOfacAdvancedList([OFAC])).toEqual({
      asOf: '2026-05-02',
      entries: [
        {
          id: '7',
          type: 'individual',
          name: 'DOE Jane',
          aliases: ['جين دو'],
          weakAliases: ['THE FOX'],
          birthDates: ['1951-06-09', '1953', '1954'],
          countries: ['IR'],
          programs: ['SDGT', 'IRAN'],
          documents: ['Passport J24728 (Iran)'],
          remarks: 'Said to be a dealer.',
        },
        {
          id: '8',
          type: 'vessel',
          name: 'PETREL & SON',
          aliases: [],
          weakAliases: [],
          birthDates: [],
          countries: ['CU'],
          programs: [],
        },
      ],
    });
  });

  test('of the European Union has its strong and weak names, and its date', () => {
    const { asOf, entries } = readEuropeanUnionList([EU]);
    expect(asOf).toBe('2026-05-04');
    expect(entries).toMatchObject([
      {
        id: 'EU.1.2',
        type: 'individual',
        name: 'Jane Doe',
        aliases: ['Джейн Доу'],
        weakAliases: ['Fox'],
        birthDates: ['1951-06-19', '1953'],
        countries: ['IR'],
        programs: ['UKR'],
        documents: ['National passport J1 (IR)', 'J2'],
        remarks: 'Said to be a dealer. Of clocks.',
      },
      { id: '14', type: 'entity', name: 'Acme SA', countries: ['CU'] },
    ]);
  });

  test('of the United Kingdom has one entry for all lines of an id', () => {
    const { asOf, entries } = readUnitedKingdomList(UK);
    expect(asOf).toBe('2026-10-02');
    expect(entries).toMatchObject([
      {
        id: 'IRN1',
        type: 'individual',
        name: 'Jane DOE',
        aliases: ['J ROE', 'جين دو'],
        weakAliases: ['FOX'],
        birthDates: ['1951-06-19', '1953'],
        countries: ['IR'],
        programs: ['Iran'],
        documents: ['Passport J1'],
        remarks: 'A dealer.',
      },
      { id: 'RUS2', type: 'vessel', name: 'PETREL 8, a ship' },
    ]);
  });
});

describe('an original list in XML', () => {
  const cut = (text: string, size: number) =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );

  test('gives the same entries wherever its text is split', () => {
    for (const size of [1, 7, 61]) {
      expect(readOfacAdvancedList(cut(OFAC, size))).toEqual(readOfacAdvancedList([OFAC]));
      expect(readEuropeanUnionList(cut(EU, size))).toEqual(readEuropeanUnionList([EU]));
    }
  });

  test.each([
    ['that ends early', OFAC.slice(0, -200)],
    ['with an element that is not closed', OFAC.replace('</Identity>', '')],
    ['with an undefined entity', OFAC.replace('Jane', '&name;')],
    [
      'with parties before the values that they refer to',
      OFAC.replace(/<PartySubTypeV.*?Values>/s, ''),
    ],
  ])('%s is refused', (_, text) => {
    expect(() => readOfacAdvancedList([text])).toThrow(XmlFault);
  });
});

describe('node scripts/import-lists.ts', () => {
  const script = fileURLToPath(new URL('../../scripts/import-lists.ts', import.meta.url));
  const out = join(dir, 'lists.json.gz');
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  const file = (name: string, text: string) => {
    const path = join(dir, name);
    writeFileSync(path, text);
    return path;
  };

  test('recognises the originals by their content, and keeps when they were fetched', () => {
    const from = [file('anything.xml', OFAC), file('eu.xml', EU), file('uk.csv', UK)].flatMap(
      (path) => ['--from', path],
    );
    const { status, stderr } = run(...from, '--retrieved', '2026-10-03T08:00:00Z', '--out', out);
    expect([status, stderr]).toEqual([0, '']);
    const text = readListFile(out).map(({ code, asOf, retrievedAt }) => [code, asOf, retrievedAt]);
    expect(text).toEqual([
      ['ofac_sdn', '2026-05-02', '2026-10-03T08:00:00Z'],
      ['eu_consolidated', '2026-05-04', '2026-10-03T08:00:00Z'],
      ['uk_sanctions', '2026-10-02', '2026-10-03T08:00:00Z'],
    ]);
  });

  test.each([
    ['nothing', [], /--from is missing/],
    ['a page that is no list', ['<html></html>'], /no list of OFAC, the UN, the EU or the UK/],
    [
      'a list without entries',
      [UK.split('\r\n').slice(0, 2).join('\n')],
      /uk_sanctions has no entry/,
    ],
    ['a list twice', [EU, EU], /eu_consolidated is given twice/],
    ['a list that was cut off', [EU.slice(0, -10)], /0\.txt: it is no whole XML/],
    ['an unknown encoding', [EU.replace('UTF-8', 'klingon')], /the encoding klingon/],
  ])('refuses %s, says why, and leaves no file', (_, texts, message) => {
    rmSync(out, { force: true });
    const from = texts.flatMap((text, index) => ['--from', file(`${index}.txt`, text)]);
    const { status, stderr } = run(...from, '--out', out);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(() => readListFile(out)).toThrow();
  });

  test('reads the encoding that an XML file declares, and refuses any other', () => {
    const latin = EU.replace('UTF-8', 'ISO-8859-1').replace('Jane Doe', 'Renée Doe');
    const plainText = latin.replace('Джейн Доу', 'Doe');
    const path = join(dir, 'latin.xml');
    writeFileSync(path, plainText, 'latin1');
    expect(run('--from', path, '--out', out).status).toBe(0);
    expect(readListFile(out)[0]?.entries[0]?.name).toBe('Renée Doe');
    writeFileSync(path, plainText.replace('ISO-8859-1', 'UTF-8'), 'latin1');
    const { status, stderr } = run('--from', path, '--out', out);
    expect([status, stderr.trim()]).toEqual([2, 'latin.xml: it is not UTF-8, which it should be']);
  });

  test('reads valid UTF-8 as UTF-8, also where the publisher wrote a replacement character', () => {
    const path = file('odd.xml', EU.replace('Jane Doe', 'Renée \ufffd Doe'));
    expect(run('--from', path, '--out', out).status).toBe(0);
    expect(readListFile(out)[0]?.entries[0]?.name).toBe('Renée \ufffd Doe');
  });

  test('fetches over https only', () => {
    const { status, stderr } = run('--from', 'http://example.com/sdn.csv', '--out', out);
    expect([status, stderr.trim()]).toEqual([
      2,
      'http://example.com/sdn.csv: expected an https URL',
    ]);
  });
});
