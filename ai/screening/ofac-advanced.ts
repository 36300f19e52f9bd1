// The lists of the Office of Foreign Assets Control in its advanced XML: sections that refer to
// each other by number, reference values and locations before the parties, sanctions programmes
// after them.

import { countryCode } from './countries.ts';
import { type EntryType, type ListEntry, statedParts } from './list-file.ts';
import { type XmlNode as Node, XmlFault, xmlElements } from './xml-elements.ts';

const ELEMENTS = {
  elements: new Set([
    'DateOfIssue',
    'Country',
    'FeatureType',
    'PartyType',
    'PartySubType',
    'Location',
    'DistinctParty',
    'SanctionsEntry',
    'IDRegDocType',
    'IDRegDocument',
  ]),
  repeated: new Set([
    'Alias',
    'DocumentedName',
    'DocumentedNamePart',
    'Feature',
    'FeatureVersion',
    'Identity',
    'SanctionsMeasure',
    'VersionLocation',
    'DatePeriod',
  ]),
};

function listChildren(node: unknown, name: string): Node[] {
  const value = (node as Node | undefined)?.[name];
  return Array.isArray(value)
    ? value.filter((child) => typeof child === 'object' && child !== null)
    : [];
}

function readText(node: unknown, name: string): string {
  const value = (node as Node | undefined)?.[name];
  if (typeof value === 'string') return value.trim();
  return typeof value === 'object' && value !== null ? readText(value, '#text') : '';
}

function readDate(node: unknown): string {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => readText(node, part));
  if (!year) return '';
  return month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : year;
}

/** Returns the day when the period is one day; otherwise the years of its start and its end. */
function readDates(feature: Node): string[] {
  return listChildren(feature, 'FeatureVersion').flatMap((version) =>
    listChildren(version, 'DatePeriod').flatMap((period) => {
      const first = readDate((period.Start as Node | undefined)?.From);
      const last = readDate((period.End as Node | undefined)?.To) || first;
      if (first === last) return first ? [first] : [];
      return [first.slice(0, 4), last.slice(0, 4)].filter(Boolean);
    }),
  );
}

/** Reference values to which the parties refer, by id. */
interface References {
  readonly countries: Map<string, string>;
  /** Types of parties: `individual`, `entity` and others. */
  readonly parties: Map<string, string>;
  /** Name and party type of each subtype. */
  readonly subtypes: Map<string, { readonly label: string; readonly party: string }>;
  readonly features: Map<string, string>;
  /** The country of each location. */
  readonly places: Map<string, string>;
  readonly documentTypes: Map<string, string>;
  /** The documents of each identity. */
  readonly documents: Map<string, string[]>;
}

const createReferences = (): References => ({
  countries: new Map(),
  parties: new Map(),
  subtypes: new Map(),
  features: new Map(),
  places: new Map(),
  documentTypes: new Map(),
  documents: new Map(),
});

/** Stores a reference value; returns false when the element is not a reference value. */
function storeReference(name: string, node: Node, references: References): boolean {
  const [id, value] = [readText(node, '@ID'), readText(node, '#text')];
  if (name === 'Country') references.countries.set(id, value);
  else if (name === 'PartyType') references.parties.set(id, value.toLowerCase());
  else if (name === 'FeatureType') references.features.set(id, value);
  else if (name === 'PartySubType') {
    references.subtypes.set(id, {
      label: value.toLowerCase(),
      party: readText(node, '@PartyTypeID'),
    });
  } else if (name === 'IDRegDocType') references.documentTypes.set(id, value);
  else if (name === 'IDRegDocument') storeDocument(node, references);
  else if (name === 'Location') {
    const country = references.countries.get(readText(node.LocationCountry, '@CountryID'));
    if (country) references.places.set(id, country);
  } else return false;
  return true;
}

function storeDocument(node: Node, { documents, documentTypes, countries }: References): void {
  const number = readText(node, 'IDRegistrationNo');
  const country = countries.get(readText(node, '@IssuedBy-CountryID'));
  const kind = documentTypes.get(readText(node, '@IDRegDocTypeID'));
  if (number === '') return;
  const description = [kind, number, country && `(${country})`].filter(Boolean).join(' ');
  const identity = readText(node, '@IdentityID');
  documents.set(identity, [...(documents.get(identity) ?? []), description]);
}

/**
 * Returns the type by the subtype's label when it names a vessel or an aircraft, otherwise by its
 * party type.
 */
function findType(subtypeId: string, { subtypes, parties }: References): EntryType {
  const { label = '', party = '' } = subtypes.get(subtypeId) ?? {};
  if (label === 'vessel' || label === 'aircraft') return label;
  return parties.get(party) === 'individual' ? 'individual' : 'entity';
}

function listNames(profile: Node) {
  const aliases = listChildren(profile, 'Identity').flatMap((identity) =>
    listChildren(identity, 'Alias').flatMap((alias) =>
      listChildren(alias, 'DocumentedName').map((documented) => ({
        name: listChildren(documented, 'DocumentedNamePart')
          .map((part) => readText(part, 'NamePartValue'))
          .filter(Boolean)
          .join(' '),
        isPrimary: readText(alias, '@Primary') === 'true',
        isWeak: readText(alias, '@LowQuality') === 'true',
      })),
    ),
  );
  return aliases.filter(({ name }) => name !== '');
}

function readEntry(party: Node, references: References): ListEntry | null {
  const { features, places } = references;
  const profile = party.Profile as Node;
  const names = listNames(profile);
  const first = names.find(({ isPrimary }) => isPrimary) ?? names[0];
  if (!first) return null;
  const otherNames = names.filter((name) => name !== first);
  const featuresMatching = (pattern: RegExp) =>
    listChildren(profile, 'Feature').filter((node) =>
      pattern.test(features.get(readText(node, '@FeatureTypeID')) ?? ''),
    );
  const countries = (pattern: RegExp) =>
    featuresMatching(pattern)
      .flatMap((feature) => listChildren(feature, 'FeatureVersion'))
      .flatMap((version) => listChildren(version, 'VersionLocation'))
      .map((location) => countryCode(places.get(readText(location, '@LocationID')) ?? ''))
      .filter((code) => code !== null);
  const nationalities = countries(/^(Nationality|Citizenship)/);
  return {
    id: readText(party, '@FixedRef'),
    type: findType(readText(profile, '@PartySubTypeID'), references),
    name: first.name,
    aliases: otherNames.filter(({ isWeak }) => !isWeak).map(({ name }) => name),
    weakAliases: otherNames.filter(({ isWeak }) => isWeak).map(({ name }) => name),
    birthDates: [...new Set(featuresMatching(/^Birthdate/).flatMap(readDates))],
    countries: [...new Set(nationalities.length > 0 ? nationalities : countries(/^Location/))],
    programs: [],
    ...statedParts(
      listChildren(profile, 'Identity').flatMap(
        (node) => references.documents.get(readText(node, '@ID')) ?? [],
      ),
      readText(party, 'Comment'),
    ),
  };
}

/**
 * The entries of a list of OFAC in the advanced XML, and the day of its issue.
 * Source of the format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 * @param pieces the text of the file, cut anywhere
 * @throws XmlFault
 */
export function readOfacAdvancedList(pieces: Iterable<string>): {
  asOf: string | null;
  entries: ListEntry[];
} {
  const references = createReferences();
  const listedProfiles: { readonly profileId: string; readonly entry: ListEntry }[] = [];
  const programs = new Map<string, Set<string>>();
  let asOf: string | null = null;
  for (const { name, node, isRoot } of xmlElements(pieces, ELEMENTS)) {
    if (isRoot || storeReference(name, node, references)) continue;
    if (name === 'DateOfIssue') asOf ??= readDate(node) || null;
    else if (name === 'SanctionsEntry') {
      const id = readText(node, '@ProfileID');
      const profilePrograms = programs.get(id) ?? new Set();
      for (const measure of listChildren(node, 'SanctionsMeasure'))
        profilePrograms.add(readText(measure, 'Comment'));
      programs.set(id, profilePrograms);
    } else {
      if (references.subtypes.size === 0) throw new XmlFault('its parties come before their types');
      const entry = readEntry(node, references);
      if (entry) listedProfiles.push({ profileId: readText(node.Profile, '@ID'), entry });
    }
  }
  const entries = listedProfiles.map(({ profileId, entry }) => {
    const entryPrograms = [...(programs.get(profileId) ?? [])].filter(Boolean);
    return { ...entry, programs: entryPrograms };
  });
  return { asOf, entries };
}
