// What a document states in a form that machines read, against what the request says of it.

import type { DocumentType } from '../../ledger/decisions/kyc.ts';
import type { DocumentCheck } from '../../ledger/decisions/kyc-documents.ts';
import { sameName } from '../../ledger/decisions/kyc-policy.ts';

/** What a machine-readable zone or a barcode states; null: it does not say. */
export interface DocumentStated {
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly dateOfBirth: string | null;
  readonly expiresOn: string | null;
  readonly country: string | null;
  readonly number: string | null;
  readonly kind: DocumentType | null;
}

/** What the request and the customer record say; null: nothing. */
export interface DocumentClaims {
  readonly type: DocumentType;
  /** Any of them may stand on the document. */
  readonly names: readonly string[];
  readonly dateOfBirth: string | null;
  readonly expiresOn: string | null;
  readonly nationality: string | null;
  readonly country: string | null;
  /** True when a number is the one that the request gave; null: it gave none. */
  readonly isNumber: (number: string) => boolean | null;
}

/** The fields that differ, in plain words. */
export function differencesOf(stated: DocumentStated, claims: DocumentClaims): string[] {
  const { lastName, firstName, dateOfBirth, expiresOn, country, number, kind } = stated;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const countries = [claims.nationality, claims.country].filter((one) => one !== null);
  const isElse = (said: string | null, known: string | null) =>
    said !== null && known !== null && said !== known;
  return [
    name !== '' && claims.names.length > 0 && !claims.names.some((one) => isNamed(name, one))
      ? 'name'
      : null,
    isElse(dateOfBirth, claims.dateOfBirth) ? 'date of birth' : null,
    isElse(expiresOn, claims.expiresOn) ? 'date of expiry' : null,
    country !== null && countries.length > 0 && !countries.includes(country) ? 'country' : null,
    number !== null && claims.isNumber(number) === false ? 'number' : null,
    kind !== null && !isKind(kind, claims.type) ? 'type of document' : null,
  ].filter((one) => one !== null);
}

/** The zone has letters A to Z alone; states write others by the table, or leave the accent out. */
function isNamed(stated: string, known: string): boolean {
  return sameName(stated, known) || sameName(stated, latin(known));
}

/** As ICAO 9303 writes letters that the zone does not have. */
const TRANSLITERATED: readonly (readonly [RegExp, string])[] = [
  [/Ä/g, 'AE'],
  [/Ö/g, 'OE'],
  [/Ü/g, 'UE'],
  [/ß|ẞ/g, 'SS'],
  [/Å/g, 'AA'],
  [/Æ/g, 'AE'],
  [/Ø/g, 'OE'],
  [/Œ/g, 'OE'],
  [/Þ/g, 'TH'],
  [/Ð/g, 'D'],
  [/Ł/g, 'L'],
  [/['’]/g, ''],
];

function latin(name: string): string {
  const upper = name.normalize('NFC').toUpperCase();
  return TRANSLITERATED.reduce((text, [letter, written]) => text.replace(letter, written), upper);
}

/** Residence permits have the codes of identity cards. */
function isKind(stated: DocumentType, claimed: DocumentType): boolean {
  if (stated === claimed) return true;
  return stated === 'national_id' && claimed === 'residence_permit';
}

/** The answer of a check that read what the document states. */
export function compareDocument(
  name: 'mrz' | 'barcode',
  { what, stated }: { readonly what: string; readonly stated: DocumentStated },
  claims: DocumentClaims,
  today: string,
): DocumentCheck {
  if (stated.expiresOn !== null && stated.expiresOn < today) {
    return { name, result: 'fail', detail: `${what}; the document has expired by it.` };
  }
  const differs = differencesOf(stated, claims);
  if (differs.length > 0) {
    const detail = `${what}; it differs from the request in: ${differs.join(', ')}.`;
    return { name, result: 'review', detail };
  }
  return { name, result: 'pass', detail: `${what}; it agrees with the request.` };
}
