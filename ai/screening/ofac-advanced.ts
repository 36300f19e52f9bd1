// The lists of the Office of Foreign Assets Control in its advanced XML: sections that refer to
// each other by number. The file has some 120 MB, so it is read party by party, not as one tree.

import { XMLParser } from 'fast-xml-parser';
import { countryCode } from './countries.ts';
import type { EntryType, ListEntry } from './list-file.ts';

type Node = Readonly<Record<string, unknown>>;

const REPEATED = new Set([
  'Alias',
  'DocumentedName',
  'DocumentedNamePart',
  'Feature',
  'FeatureVersion',
  'Identity',
  'SanctionsMeasure',
  'VersionLocation',
  'DatePeriod',
]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => REPEATED.has(name),
});

/** The elements of a name, one after the other. */
function* elements(xml: string, name: string): Generator<Node> {
  const pattern = new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`, 'g');
  for (const [text] of xml.matchAll(pattern)) yield (parser.parse(text) as Node)[name] as Node;
}

function all(node: unknown, name: string): Node[] {
  const found = (node as Node | undefined)?.[name];
  return Array.isArray(found) ? found.filter((one) => typeof one === 'object' && one !== null) : [];
}

function text(node: unknown, name: string): string {
  const found = (node as Node | undefined)?.[name];
  if (typeof found === 'string') return found.trim();
  return typeof found === 'object' && found !== null ? text(found, '#text') : '';
}

/** What a section of reference values says of each number. */
function values(xml: string, name: string): ReadonlyMap<string, string> {
  const pattern = new RegExp(`<${name} ([^>]*)>([^<]*)</${name}>`, 'g');
  const found = [...xml.matchAll(pattern)].map(([, attributes = '', value = '']) => {
    return [/\bID="(\d+)"/.exec(attributes)?.[1] ?? '', value.trim()] as const;
  });
  return new Map(found);
}

/** The type of each subtype: the words of the subtype where they say it, else of its party type. */
function typesOf(xml: string): ReadonlyMap<string, EntryType> {
  const parties = values(xml, 'PartyType');
  const pattern = /<PartySubType ([^>]*)>([^<]*)<\/PartySubType>/g;
  return new Map(
    [...xml.matchAll(pattern)].map(([, attributes = '', name = '']) => {
      const id = /\bID="(\d+)"/.exec(attributes)?.[1] ?? '';
      const party = parties.get(/\bPartyTypeID="(\d+)"/.exec(attributes)?.[1] ?? '') ?? '';
      const said = name.trim().toLowerCase();
      if (said === 'vessel' || said === 'aircraft') return [id, said];
      return [id, party.toLowerCase() === 'individual' ? 'individual' : 'entity'];
    }),
  );
}

function dateOf(node: unknown): string {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => text(node, part));
  if (!year) return '';
  return month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : year;
}

/** One day where the period is a day; otherwise the years of both its ends. */
function datesOf(feature: Node): string[] {
  return all(feature, 'FeatureVersion').flatMap((version) =>
    all(version, 'DatePeriod').flatMap((period) => {
      const first = dateOf((period.Start as Node | undefined)?.From);
      const last = dateOf((period.End as Node | undefined)?.To) || first;
      if (first === last) return first ? [first] : [];
      return [first.slice(0, 4), last.slice(0, 4)].filter(Boolean);
    }),
  );
}

interface References {
  readonly types: ReadonlyMap<string, EntryType>;
  readonly features: ReadonlyMap<string, string>;
  /** Country of a place, by the number of the place. */
  readonly places: ReadonlyMap<string, string>;
  readonly programs: ReadonlyMap<string, readonly string[]>;
}

function placesOf(xml: string): ReadonlyMap<string, string> {
  const countries = values(xml, 'Country');
  const found = new Map<string, string>();
  for (const place of elements(xml, 'Location')) {
    const id = text((place as Node).LocationCountry, '@CountryID');
    const country = countries.get(id);
    if (country) found.set(text(place, '@ID'), country);
  }
  return found;
}

function programsOf(xml: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const entry of elements(xml, 'SanctionsEntry')) {
    const id = text(entry, '@ProfileID');
    const named = all(entry, 'SanctionsMeasure').map((measure) => text(measure, 'Comment'));
    found.set(id, [...new Set([...(found.get(id) ?? []), ...named.filter(Boolean)])]);
  }
  return found;
}

function namesOf(profile: Node) {
  const found = all(profile, 'Identity').flatMap((identity) =>
    all(identity, 'Alias').flatMap((alias) =>
      all(alias, 'DocumentedName').map((documented) => ({
        name: all(documented, 'DocumentedNamePart')
          .map((part) => text(part, 'NamePartValue'))
          .filter(Boolean)
          .join(' '),
        isPrimary: text(alias, '@Primary') === 'true',
        isWeak: text(alias, '@LowQuality') === 'true',
      })),
    ),
  );
  return found.filter(({ name }) => name !== '');
}

function entryOf(party: Node, { types, features, places, programs }: References): ListEntry | null {
  const profile = party.Profile as Node;
  const names = namesOf(profile);
  const first = names.find(({ isPrimary }) => isPrimary) ?? names[0];
  if (!first) return null;
  const rest = names.filter((one) => one !== first);
  const about = (wanted: RegExp) =>
    all(profile, 'Feature').filter((one) =>
      wanted.test(features.get(text(one, '@FeatureTypeID')) ?? ''),
    );
  const countries = (wanted: RegExp) =>
    about(wanted)
      .flatMap((one) => all(one, 'FeatureVersion'))
      .flatMap((one) => all(one, 'VersionLocation'))
      .map((one) => countryCode(places.get(text(one, '@LocationID')) ?? ''))
      .filter((code) => code !== null);
  const own = countries(/^(Nationality|Citizenship)/);
  return {
    id: text(party, '@FixedRef'),
    type: types.get(text(profile, '@PartySubTypeID')) ?? 'entity',
    name: first.name,
    aliases: rest.filter(({ isWeak }) => !isWeak).map(({ name }) => name),
    weakAliases: rest.filter(({ isWeak }) => isWeak).map(({ name }) => name),
    birthDates: [...new Set(about(/^Birthdate/).flatMap(datesOf))],
    countries: [...new Set(own.length > 0 ? own : countries(/^Location/))],
    programs: [...(programs.get(text(profile, '@ID')) ?? [])],
  };
}

/**
 * The entries of a list of OFAC in the advanced XML, and the day of its issue.
 * Source of the format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export function ofacAdvancedList(xml: string): { asOf: string | null; entries: ListEntry[] } {
  const [issued] = [...elements(xml, 'DateOfIssue')];
  const references: References = {
    types: typesOf(xml),
    features: values(xml, 'FeatureType'),
    places: placesOf(xml),
    programs: programsOf(xml),
  };
  const entries: ListEntry[] = [];
  for (const party of elements(xml, 'DistinctParty')) {
    const entry = entryOf(party, references);
    if (entry) entries.push(entry);
  }
  return { asOf: dateOf(issued) || null, entries };
}
