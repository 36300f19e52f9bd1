// The barcode of a driver's licence (AAMVA DL/ID Card Design Standard, PDF417): its fields, as they
// are compared with the request.

import type { DocumentStated } from './compare.ts';
import { countryOf } from './country.ts';
import type { Barcode } from './image.ts';

const HEADER = /^@[\s\S]{1,4}(?:ANSI|AAMVA) ?\d{6}/;

/** What the first barcode of an identity document states; null: none is one. */
export function readBarcode(barcodes: readonly Barcode[]): DocumentStated | null {
  const found = barcodes.find(({ format, text }) => format === 'PDF417' && HEADER.test(text));
  if (!found) return null;
  const fields = fieldsOf(found.text);
  const country = countryOf(fields.get('DCG') ?? null);
  const [family = '', ...given] = (fields.get('DAA') ?? '').split(/[,$]/).map((one) => one.trim());
  return {
    lastName: fields.get('DCS') ?? fields.get('DAB') ?? (family || null),
    firstName:
      [fields.get('DAC') ?? fields.get('DCT') ?? given.filter(Boolean).join(' '), fields.get('DAD')]
        .filter((part) => part && part !== 'NONE')
        .join(' ') || null,
    dateOfBirth: dayOf(fields.get('DBB'), country),
    expiresOn: dayOf(fields.get('DBA'), country),
    country,
    number: fields.get('DAQ') ?? null,
    kind: 'drivers_license',
  };
}

/** Each field is a line that begins with its three letters; the first follows the subfile type. */
function fieldsOf(text: string): Map<string, string> {
  const lines = text.replace(/^[\s\S]*?\d(?:DL|ID)(?=D[A-Z]{2})/, '').split(/[\n\r]+/);
  const found = lines.flatMap((line) => {
    const match = /^(?:DL|ID)?(D[A-Z]{2})(.*)$/.exec(line.trim());
    return match ? [[match[1] ?? '', (match[2] ?? '').trim()] as const] : [];
  });
  return new Map(found.reverse());
}

/** The United States write month, day and year; Canada the year first. */
function dayOf(text: string | undefined, country: string | null): string | null {
  if (!text || !/^\d{8}$/.test(text)) return null;
  const yearFirst = country === 'CA' || Number(text.slice(0, 2)) > 12;
  const [year, rest] = yearFirst
    ? [text.slice(0, 4), text.slice(4)]
    : [text.slice(4), text.slice(0, 4)];
  return `${year}-${rest.slice(0, 2)}-${rest.slice(2)}`;
}
