// Reads the fields of a driver's licence barcode (AAMVA DL/ID Card Design Standard, PDF417) for
// comparison with the request.

import type { DocumentStated } from './compare.ts';
import { toCountry } from './country.ts';
import type { Barcode } from './image.ts';

const HEADER = /^@[\s\S]{1,4}(?:ANSI|AAMVA) ?\d{6}/;

/** Returns the data of the first identity barcode; null without one. */
export function readBarcode(barcodes: readonly Barcode[]): DocumentStated | null {
  const barcode = barcodes.find(({ format, text }) => format === 'PDF417' && HEADER.test(text));
  if (!barcode) return null;
  const fields = parseFields(barcode.text);
  const country = toCountry(fields.get('DCG') ?? null);
  const [family = '', ...givenName] = (fields.get('DAA') ?? '')
    .split(/[,$]/)
    .map((part) => part.trim());
  const lastName = fields.get('DCS') ?? fields.get('DAB') ?? (family || null);
  const first = fields.get('DAC') ?? fields.get('DCT') ?? givenName.filter(Boolean).join(' ');
  const firstName = [first, fields.get('DAD')].filter((part) => part && part !== 'NONE').join(' ');
  return {
    lastName,
    firstName: firstName || null,
    truncatedName: findTruncatedName(fields, lastName, first),
    dateOfBirth: parseDate(fields.get('DBB'), country),
    expiresOn: parseDate(fields.get('DBA'), country),
    country,
    number: fields.get('DAQ') ?? null,
    kind: 'drivers_license',
  };
}

/**
 * Splits the fields: each line begins with the three letters of its field; the first line follows
 * the subfile type.
 */
function parseFields(text: string): Map<string, string> {
  const lines = text.replace(/^[\s\S]*?\d(?:DL|ID)(?=D[A-Z]{2})/, '').split(/[\n\r]+/);
  const elements = lines.flatMap((line) => {
    const match = /^(?:DL|ID)?(D[A-Z]{2})(.*)$/.exec(line.trim());
    return match ? [[match[1] ?? '', (match[2] ?? '').trim()] as const] : [];
  });
  const fields = new Map(elements);
  // A field with two different values counts as not stated.
  for (const [field, text] of elements) if (fields.get(field) !== text) fields.delete(field);
  return fields;
}

/** Returns the truncated name: DDE marks the family name, DDF the first name. */
function findTruncatedName(
  fields: ReadonlyMap<string, string>,
  lastName: string | null,
  first: string,
): string | null {
  if (fields.get('DDF') === 'T') return first || null;
  return fields.get('DDE') === 'T' ? lastName : null;
}

/** Parses a date: month, day and year in the United States; year first in Canada. */
function parseDate(text: string | undefined, country: string | null): string | null {
  if (!text || !/^\d{8}$/.test(text)) return null;
  const yearFirst = country === 'CA' || Number(text.slice(0, 2)) > 12;
  const [year, monthDay] = yearFirst
    ? [text.slice(0, 4), text.slice(4)]
    : [text.slice(4), text.slice(0, 4)];
  return `${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`;
}
