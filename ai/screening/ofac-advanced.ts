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

function all(node: unknown, name: string): Node[] {
  const value = (node as Node | undefined)?.[name];
  return Array.isArray(value)
    ? value.filter((child) => typeof child === 'object' && child !== null)
    : [];
}

function text(node: unknown, name: string): string {
  const value = (node as Node | undefined)?.[name];
  if (typeof value === 'string') return value.trim();
  return typeof value === 'object' && value !== null ? text(value, '#text') : '';
}

function dateOf(node: unknown): string {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => text(node, part));
  if (!year) return '';
  return month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : year;
}

/** Returns the day when the period is one day; otherwise the years of its start and its end. */
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

/** Reference values of the parties, by number. */
interface References {
  readonly countries: Map<string, string>;
  /** Types of parties: `individual`, `entity` and others. */
  readonly parties: Map<string, string>;
  /** Name of a subtype, and its party type, which follows it in the file. */
  readonly subtypes: Map<string, { readonly label: string; readonly party: string }>;
  readonly features: Map<string, string>;
  /** The country of a place. */
  readonly places: Map<string, string>;
  readonly documentTypes: Map<string, string>;
  /** The papers of an identity. */
  readonly documents: Map<string, string[]>;
}

const noReferences = (): References => ({
  countries: new Map(),
  parties: new Map(),
  subtypes: new Map(),
  features: new Map(),
  places: new Map(),
  documentTypes: new Map(),
  documents: new Map(),
});

/** Stores a reference value; returns false when the element is not a reference value. */
function keepReference(name: string, node: Node, references: References): boolean {
  const [id, value] = [text(node, '@ID'), text(node, '#text')];
  if (name === 'Country') references.countries.set(id, value);
  else if (name === 'PartyType') references.parties.set(id, value.toLowerCase());
  else if (name === 'FeatureType') references.features.set(id, value);
  else if (name === 'PartySubType') {
    references.subtypes.set(id, { label: value.toLowerCase(), party: text(node, '@PartyTypeID') });
  } else if (name === 'IDRegDocType') references.documentTypes.set(id, value);
  else if (name === 'IDRegDocument') keepDocument(node, references);
  else if (name === 'Location') {
    const country = references.countries.get(text(node.LocationCountry, '@CountryID'));
    if (country) references.places.set(id, country);
  } else return false;
  return true;
}

function keepDocument(node: Node, { documents, documentTypes, countries }: References): void {
  const number = text(node, 'IDRegistrationNo');
  const country = countries.get(text(node, '@IssuedBy-CountryID'));
  const kind = documentTypes.get(text(node, '@IDRegDocTypeID'));
  if (number === '') return;
  const description = [kind, number, country && `(${country})`].filter(Boolean).join(' ');
  const identity = text(node, '@IdentityID');
  documents.set(identity, [...(documents.get(identity) ?? []), description]);
}

/**
 * Returns the type by the subtype's label when it names a vessel or an aircraft, otherwise by its
 * party type.
 */
function typeOf(subtypeId: string, { subtypes, parties }: References): EntryType {
  const { label = '', party = '' } = subtypes.get(subtypeId) ?? {};
  if (label === 'vessel' || label === 'aircraft') return label;
  return parties.get(party) === 'individual' ? 'individual' : 'entity';
}

function namesOf(profile: Node) {
  const aliases = all(profile, 'Identity').flatMap((identity) =>
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
  return aliases.filter(({ name }) => name !== '');
}

function entryOf(party: Node, references: References): ListEntry | null {
  const { features, places } = references;
  const profile = party.Profile as Node;
  const names = namesOf(profile);
  const first = names.find(({ isPrimary }) => isPrimary) ?? names[0];
  if (!first) return null;
  const otherNames = names.filter((name) => name !== first);
  const featuresMatching = (pattern: RegExp) =>
    all(profile, 'Feature').filter((node) =>
      pattern.test(features.get(text(node, '@FeatureTypeID')) ?? ''),
    );
  const countries = (pattern: RegExp) =>
    featuresMatching(pattern)
      .flatMap((feature) => all(feature, 'FeatureVersion'))
      .flatMap((version) => all(version, 'VersionLocation'))
      .map((location) => countryCode(places.get(text(location, '@LocationID')) ?? ''))
      .filter((code) => code !== null);
  const nationalities = countries(/^(Nationality|Citizenship)/);
  return {
    id: text(party, '@FixedRef'),
    type: typeOf(text(profile, '@PartySubTypeID'), references),
    name: first.name,
    aliases: otherNames.filter(({ isWeak }) => !isWeak).map(({ name }) => name),
    weakAliases: otherNames.filter(({ isWeak }) => isWeak).map(({ name }) => name),
    birthDates: [...new Set(featuresMatching(/^Birthdate/).flatMap(datesOf))],
    countries: [...new Set(nationalities.length > 0 ? nationalities : countries(/^Location/))],
    programs: [],
    ...statedParts(
      all(profile, 'Identity').flatMap((node) => references.documents.get(text(node, '@ID')) ?? []),
      text(party, 'Comment'),
    ),
  };
}

/**
 * The entries of a list of OFAC in the advanced XML, and the day of its issue.
 * Source of the format: https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 * @param pieces the text of the file, cut anywhere
 * @throws XmlFault
 */
export function ofacAdvancedList(pieces: Iterable<string>): {
  asOf: string | null;
  entries: ListEntry[];
} {
  const references = noReferences();
  const listedProfiles: { readonly profileId: string; readonly entry: ListEntry }[] = [];
  const programs = new Map<string, Set<string>>();
  let asOf: string | null = null;
  for (const { name, node, isRoot } of xmlElements(pieces, ELEMENTS)) {
    if (isRoot || keepReference(name, node, references)) continue;
    if (name === 'DateOfIssue') asOf ??= dateOf(node) || null;
    else if (name === 'SanctionsEntry') {
      const id = text(node, '@ProfileID');
      const profilePrograms = programs.get(id) ?? new Set();
      for (const measure of all(node, 'SanctionsMeasure'))
        profilePrograms.add(text(measure, 'Comment'));
      programs.set(id, profilePrograms);
    } else {
      if (references.subtypes.size === 0) throw new XmlFault('its parties come before their types');
      const entry = entryOf(node, references);
      if (entry) listedProfiles.push({ profileId: text(node.Profile, '@ID'), entry });
    }
  }
  const entries = listedProfiles.map(({ profileId, entry }) => {
    const entryPrograms = [...(programs.get(profileId) ?? [])].filter(Boolean);
    return { ...entry, programs: entryPrograms };
  });
  return { asOf, entries };
}
