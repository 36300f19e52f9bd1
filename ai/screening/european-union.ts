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

function all(node: Node, name: string): Node[] {
  const value = node[name];
  return Array.isArray(value)
    ? value.filter((child) => typeof child === 'object' && child !== null)
    : [];
}

function text(node: unknown, name: string): string {
  const value = (node as Node | undefined)?.[`@${name}`];
  return typeof value === 'string' ? value.trim() : '';
}

/** Two letters; `00` stands for a country that is not known. */
function countriesOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    const code = text(node, 'countryIso2Code');
    if (/^[A-Z]{2}$/.test(code)) return [code];
    return countryCode(text(node, 'countryDescription')) ?? [];
  });
}

function birthDates(nodes: readonly Node[]): string[] {
  const dates = nodes.flatMap((node) => {
    const [day, year] = [text(node, 'birthdate'), text(node, 'year')];
    const range = [text(node, 'yearRangeFrom'), text(node, 'yearRangeTo')];
    return day ? [day] : year ? [year] : range;
  });
  return [...new Set(dates.filter((date) => /^\d{4}(-\d\d-\d\d)?$/.test(date)))];
}

function documentsOf(node: Node): string[] {
  return all(node, 'identification').flatMap((node) => {
    const number = text(node, 'number') || text(node, 'latinNumber');
    const country = text(node, 'countryIso2Code');
    const issuer = /^[A-Z]{2}$/.test(country) ? `(${country})` : '';
    if (number === '') return [];
    return [
      [text(node, 'identificationTypeDescription'), number, issuer].filter(Boolean).join(' '),
    ];
  });
}

function remarksOf({ remark }: Node): string {
  const texts = (Array.isArray(remark) ? remark : [remark]).map((part: unknown) =>
    typeof part === 'string' ? part : (part as Node | undefined)?.['#text'],
  );
  return texts
    .filter((part): part is string => typeof part === 'string')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}

function entryOf(node: Node): ListEntry {
  const names = all(node, 'nameAlias')
    .map((alias) => ({ name: text(alias, 'wholeName'), isStrong: text(alias, 'strong') }))
    .filter(({ name }) => name !== '');
  const first = names[0]?.name ?? '';
  const otherNames = names.filter(({ name }) => name !== first);
  const isPerson = text(node.subjectType, 'code') === 'person';
  const countries = countriesOf(all(node, 'citizenship'));
  const programs = all(node, 'regulation').map((node) => text(node, 'programme'));
  return {
    id: text(node, 'euReferenceNumber') || text(node, 'logicalId'),
    type: isPerson ? 'individual' : 'entity',
    name: first,
    aliases: [
      ...new Set(otherNames.filter(({ isStrong }) => isStrong !== 'false').map(({ name }) => name)),
    ],
    weakAliases: [
      ...new Set(otherNames.filter(({ isStrong }) => isStrong === 'false').map(({ name }) => name)),
    ],
    birthDates: birthDates(all(node, 'birthdate')),
    countries: [...new Set(countries.length > 0 ? countries : countriesOf(all(node, 'address')))],
    programs: [...new Set(programs.filter(Boolean))],
    ...statedParts(documentsOf(node), remarksOf(node)),
  };
}

/**
 * The entries of the list and the day that it was made on.
 * @param pieces the text of the file, cut anywhere
 * @throws XmlFault
 */
export function europeanUnionList(pieces: Iterable<string>): {
  asOf: string | null;
  entries: ListEntry[];
} {
  const entries: ListEntry[] = [];
  let generatedOn = '';
  for (const { node, isRoot } of xmlElements(pieces, ELEMENTS)) {
    if (isRoot) generatedOn = text(node, 'generationDate').slice(0, 10);
    else entries.push(entryOf(node));
  }
  return {
    asOf: /^\d{4}-\d\d-\d\d$/.test(generatedOn) ? generatedOn : null,
    entries: entries.filter(({ name }) => name !== ''),
  };
}
