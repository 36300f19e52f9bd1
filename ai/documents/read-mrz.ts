// Reads the machine-readable zone of a document (ICAO 9303) with a library. Only the fields that it
// states are compared with the request and the customer record.

import { parse } from 'mrz';
import type { DocumentClaims, DocumentStated } from './compare.ts';
import { toCountry } from './country.ts';

export interface MrzReading {
  /** `TD1`, `TD2`, `TD3` or a national format, or null when the lines have no known shape. */
  readonly format: string | null;
  /** Fields with wrong check digits or characters, in plain words. */
  readonly flaws: readonly string[];
  readonly stated: DocumentStated;
}

const NOTHING_STATED: DocumentStated = {
  lastName: null,
  firstName: null,
  dateOfBirth: null,
  expiresOn: null,
  country: null,
  number: null,
  kind: null,
};

/**
 * Reads the lines of a zone.
 * @param today as `2026-11-23`; a birth is before it, which decides the century
 * @param bornOn the date of birth in the request, which decides between two centuries
 */
export function readMrz(
  lines: readonly string[],
  today: string,
  bornOn: string | null = null,
): MrzReading {
  const parsed = parseOrNull(lines);
  if (!parsed)
    return { format: null, flaws: ['the lines have no known format'], stated: NOTHING_STATED };
  const { fields } = parsed;
  // A state that the library does not know, such as that of the ICAO examples, is not a flaw.
  const flaws = parsed.details
    .filter(({ valid, field }) => !valid && field !== 'issuingState' && field !== 'nationality')
    .map(({ label, error }) => `${label.toLowerCase()}: ${error ?? 'does not fit'}`);
  const stated = {
    lastName: fields.lastName || null,
    firstName: fields.firstName || null,
    dateOfBirth: parseDate(fields.birthDate, (day) => day <= today, bornOn),
    expiresOn: parseDate(fields.expirationDate, () => true),
    country: toCountry(fields.nationality ?? fields.issuingState ?? null),
    number: parsed.documentNumber || null,
    kind: KINDS[(fields.documentCode ?? '').slice(0, 1)] ?? null,
    truncatedName: isFull(lines, parsed.format)
      ? fields.firstName || fields.lastName || null
      : null,
  };
  return { format: parsed.format, flaws, stated };
}

/**
 * Returns true when the line of names has no filler at its end, so that a name may be truncated.
 */
function isFull(lines: readonly string[], format: string): boolean {
  const names = format === 'TD1' ? lines[2] : lines[0];
  return names !== undefined && !names.endsWith('<');
}

/** The kind of document by the first letter of the code. */
const KINDS: Readonly<Record<string, DocumentClaims['type']>> = {
  P: 'passport',
  I: 'national_id',
  A: 'national_id',
  C: 'national_id',
};

function parseOrNull(lines: readonly string[]) {
  try {
    return parse(lines);
  } catch {
    return null;
  }
}

/**
 * Parses a date with a two-digit year: in this century when possible, otherwise in the previous
 * one.
 */
function parseDate(
  text: string | null | undefined,
  isPossible: (day: string) => boolean,
  knownDate: string | null = null,
): string | null {
  if (!text || !/^\d{6}$/.test(text)) return null;
  const isoTail = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  if (knownDate === `19${isoTail}` || knownDate === `20${isoTail}`)
    return isPossible(knownDate) ? knownDate : `19${isoTail}`;
  const day = `20${isoTail}`;
  return isPossible(day) ? day : `19${isoTail}`;
}
