// The consolidated list of the United Nations Security Council, as XML.

import { countryCode } from './countries.ts';
import { type EntryType, type ListEntry, statedParts } from './list-file.ts';
import { type XmlNode as Node, xmlElements } from './xml-elements.ts';

type Kind = 'INDIVIDUAL' | 'ENTITY';

const ELEMENTS = {
  elements: new Set<string>(['INDIVIDUAL', 'ENTITY'] satisfies Kind[]),
  repeated: new Set([
    'INDIVIDUAL_ALIAS',
    'ENTITY_ALIAS',
    'INDIVIDUAL_ADDRESS',
    'ENTITY_ADDRESS',
    'INDIVIDUAL_DATE_OF_BIRTH',
    'INDIVIDUAL_DOCUMENT',
  ]),
};

function listChildren(node: Node, name: string): Node[] {
  const value = node[name];
  return Array.isArray(value)
    ? value.filter((child) => typeof child === 'object' && child !== null)
    : [];
}

function readText(node: unknown, name: string): string {
  const value = (node as Node | undefined)?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

function listBirthDates(node: Node): string[] {
  return listChildren(node, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((born) =>
    ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR']
      .map((field) => readText(born, field).slice(0, 10))
      .filter((date) => /^\d{4}(-\d\d-\d\d)?$/.test(date)),
  );
}

function listCountries(node: Node, kind: string): string[] {
  const nationality = (node.NATIONALITY as Node | undefined)?.VALUE;
  const nationalities = (Array.isArray(nationality) ? nationality : [nationality]).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const places = listChildren(node, `${kind}_ADDRESS`).map((place) => readText(place, 'COUNTRY'));
  const codes = (nationalities.length > 0 ? nationalities : places).map(countryCode);
  return [...new Set(codes.filter((code) => code !== null))];
}

function listDocuments(node: Node): string[] {
  return listChildren(node, 'INDIVIDUAL_DOCUMENT').flatMap((node) => {
    const [number, country] = [readText(node, 'NUMBER'), readText(node, 'ISSUING_COUNTRY')];
    if (number === '') return [];
    return [
      [readText(node, 'TYPE_OF_DOCUMENT'), number, country && `(${country})`]
        .filter(Boolean)
        .join(' '),
    ];
  });
}

function readEntry(node: Node, kind: Kind): ListEntry {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
  const aliases = listChildren(node, `${kind}_ALIAS`).map((alias) => ({
    name: readText(alias, 'ALIAS_NAME'),
    weak: readText(alias, 'QUALITY') === 'Low',
  }));
  const script = readText(node, 'NAME_ORIGINAL_SCRIPT');
  const namedAliases = aliases.filter(({ name }) => name !== '');
  return {
    id: readText(node, 'REFERENCE_NUMBER') || readText(node, 'DATAID'),
    type: kind.toLowerCase() as EntryType,
    name: parts
      .map((part) => readText(node, part))
      .filter(Boolean)
      .join(' '),
    aliases: [...namedAliases.filter(({ weak }) => !weak).map(({ name }) => name), script].filter(
      Boolean,
    ),
    weakAliases: namedAliases.filter(({ weak }) => weak).map(({ name }) => name),
    birthDates: [...new Set(listBirthDates(node))],
    countries: listCountries(node, kind),
    programs: [readText(node, 'UN_LIST_TYPE')].filter(Boolean),
    ...statedParts(listDocuments(node), readText(node, 'COMMENTS1')),
  };
}

/**
 * The entries of the list and the day that it was made on.
 * @param pieces the text of the file, cut anywhere
 * @throws XmlFault
 */
export function readUnitedNationsList(pieces: Iterable<string>): {
  asOf: string;
  entries: ListEntry[];
} {
  const entriesByKind: Record<Kind, ListEntry[]> = { INDIVIDUAL: [], ENTITY: [] };
  let asOf = '';
  for (const { name, node, isRoot } of xmlElements(pieces, ELEMENTS)) {
    if (isRoot) asOf = readText(node, '@dateGenerated').slice(0, 10);
    else {
      const entry = readEntry(node, name as Kind);
      if (entry.name !== '') entriesByKind[name as Kind].push(entry);
    }
  }
  return { asOf, entries: [...entriesByKind.INDIVIDUAL, ...entriesByKind.ENTITY] };
}
