// The consolidated list of financial sanctions of the European Union, as the XML (format 1.1) of
// the European Commission: an element for each entry, with its data in attributes.

import { countryCode } from './countries.ts';
import { type ListEntry, statedParts } from './list-file.ts';
import { type XmlNode as Node, xmlElements } from './xml-elements.ts';

const ELEMENTS = {
  elements: new Set(['sanctionEntity']),
  repeated: new Set([
    'address',
    'birthdate',
    'citizenship',
    'identification',
    'nameAlias',
    'regulation',
    'remark',
  ]),
};

function listChildren(node: Node, name: string): Node[] {
  const value = node[name];
  return Array.isArray(value)
    ? value.filter((child) => typeof child === 'object' && child !== null)
    : [];
}

function readAttribute(node: unknown, name: string): string {
  const value = (node as Node | undefined)?.[`@${name}`];
  return typeof value === 'string' ? value.trim() : '';
}

/** Two letters; `00` stands for a country that is not known. */
function listCountries(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    const code = readAttribute(node, 'countryIso2Code');
    if (/^[A-Z]{2}$/.test(code)) return [code];
    return countryCode(readAttribute(node, 'countryDescription')) ?? [];
  });
}

function listBirthDates(nodes: readonly Node[]): string[] {
  const dates = nodes.flatMap((node) => {
    const [day, year] = [readAttribute(node, 'birthdate'), readAttribute(node, 'year')];
    const range = [readAttribute(node, 'yearRangeFrom'), readAttribute(node, 'yearRangeTo')];
    return day ? [day] : year ? [year] : range;
  });
  return [...new Set(dates.filter((date) => /^\d{4}(-\d\d-\d\d)?$/.test(date)))];
}

function listDocuments(node: Node): string[] {
  return listChildren(node, 'identification').flatMap((node) => {
    const number = readAttribute(node, 'number') || readAttribute(node, 'latinNumber');
    const country = readAttribute(node, 'countryIso2Code');
    const issuer = /^[A-Z]{2}$/.test(country) ? `(${country})` : '';
    if (number === '') return [];
    return [
      [readAttribute(node, 'identificationTypeDescription'), number, issuer]
        .filter(Boolean)
        .join(' '),
    ];
  });
}

function readRemarks({ remark }: Node): string {
  const texts = (Array.isArray(remark) ? remark : [remark]).map((part: unknown) =>
    typeof part === 'string' ? part : (part as Node | undefined)?.['#text'],
  );
  return texts
    .filter((part): part is string => typeof part === 'string')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}

function readEntry(node: Node): ListEntry {
  const names = listChildren(node, 'nameAlias')
    .map((alias) => ({
      name: readAttribute(alias, 'wholeName'),
      isStrong: readAttribute(alias, 'strong'),
    }))
    .filter(({ name }) => name !== '');
  const first = names[0]?.name ?? '';
  const otherNames = names.filter(({ name }) => name !== first);
  const isPerson = readAttribute(node.subjectType, 'code') === 'person';
  const countries = listCountries(listChildren(node, 'citizenship'));
  const programs = listChildren(node, 'regulation').map((node) => readAttribute(node, 'programme'));
  return {
    id: readAttribute(node, 'euReferenceNumber') || readAttribute(node, 'logicalId'),
    type: isPerson ? 'individual' : 'entity',
    name: first,
    aliases: [
      ...new Set(otherNames.filter(({ isStrong }) => isStrong !== 'false').map(({ name }) => name)),
    ],
    weakAliases: [
      ...new Set(otherNames.filter(({ isStrong }) => isStrong === 'false').map(({ name }) => name)),
    ],
    birthDates: listBirthDates(listChildren(node, 'birthdate')),
    countries: [
      ...new Set(countries.length > 0 ? countries : listCountries(listChildren(node, 'address'))),
    ],
    programs: [...new Set(programs.filter(Boolean))],
    ...statedParts(listDocuments(node), readRemarks(node)),
  };
}

/**
 * The entries of the list and the day that it was made on.
 * @param pieces the text of the file, cut anywhere
 * @throws XmlFault
 */
export function readEuropeanUnionList(pieces: Iterable<string>): {
  asOf: string | null;
  entries: ListEntry[];
} {
  const entries: ListEntry[] = [];
  let generatedOn = '';
  for (const { node, isRoot } of xmlElements(pieces, ELEMENTS)) {
    if (isRoot) generatedOn = readAttribute(node, 'generationDate').slice(0, 10);
    else entries.push(readEntry(node));
  }
  return {
    asOf: /^\d{4}-\d\d-\d\d$/.test(generatedOn) ? generatedOn : null,
    entries: entries.filter(({ name }) => name !== ''),
  };
}
