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

function all(node: Node, name: string): Node[] {
  const value = node[name];
  return Array.isArray(value)
    ? value.filter((child) => typeof child === 'object' && child !== null)
    : [];
}

function text(node: unknown, name: string): string {
  const value = (node as Node | undefined)?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

function birthDates(node: Node): string[] {
  return all(node, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((born) =>
    ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR']
      .map((field) => text(born, field).slice(0, 10))
      .filter((date) => /^\d{4}(-\d\d-\d\d)?$/.test(date)),
  );
}

function countriesOf(node: Node, kind: string): string[] {
  const nationality = (node.NATIONALITY as Node | undefined)?.VALUE;
  const nationalities = (Array.isArray(nationality) ? nationality : [nationality]).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const places = all(node, `${kind}_ADDRESS`).map((place) => text(place, 'COUNTRY'));
  const codes = (nationalities.length > 0 ? nationalities : places).map(countryCode);
  return [...new Set(codes.filter((code) => code !== null))];
}

function documentsOf(node: Node): string[] {
  return all(node, 'INDIVIDUAL_DOCUMENT').flatMap((node) => {
    const [number, country] = [text(node, 'NUMBER'), text(node, 'ISSUING_COUNTRY')];
    if (number === '') return [];
    return [
      [text(node, 'TYPE_OF_DOCUMENT'), number, country && `(${country})`].filter(Boolean).join(' '),
    ];
  });
}

function entryOf(node: Node, kind: Kind): ListEntry {
  const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
  const aliases = all(node, `${kind}_ALIAS`).map((alias) => ({
    name: text(alias, 'ALIAS_NAME'),
    weak: text(alias, 'QUALITY') === 'Low',
  }));
  const script = text(node, 'NAME_ORIGINAL_SCRIPT');
  const namedAliases = aliases.filter(({ name }) => name !== '');
  return {
    id: text(node, 'REFERENCE_NUMBER') || text(node, 'DATAID'),
    type: kind.toLowerCase() as EntryType,
    name: parts
      .map((part) => text(node, part))
      .filter(Boolean)
      .join(' '),
    aliases: [...namedAliases.filter(({ weak }) => !weak).map(({ name }) => name), script].filter(
      Boolean,
    ),
    weakAliases: namedAliases.filter(({ weak }) => weak).map(({ name }) => name),
    birthDates: [...new Set(birthDates(node))],
    countries: countriesOf(node, kind),
    programs: [text(node, 'UN_LIST_TYPE')].filter(Boolean),
    ...statedParts(documentsOf(node), text(node, 'COMMENTS1')),
  };
}

/**
 * The entries of the list and the day that it was made on.
 * @param pieces the text of the file, cut anywhere
 * @throws XmlFault
 */
export function unitedNationsList(pieces: Iterable<string>): {
  asOf: string;
  entries: ListEntry[];
} {
  const entriesByKind: Record<Kind, ListEntry[]> = { INDIVIDUAL: [], ENTITY: [] };
  let asOf = '';
  for (const { name, node, isRoot } of xmlElements(pieces, ELEMENTS)) {
    if (isRoot) asOf = text(node, '@dateGenerated').slice(0, 10);
    else {
      const entry = entryOf(node, name as Kind);
      if (entry.name !== '') entriesByKind[name as Kind].push(entry);
    }
  }
  return { asOf, entries: [...entriesByKind.INDIVIDUAL, ...entriesByKind.ENTITY] };
}
