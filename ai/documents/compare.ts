// Compares a document's machine-readable data with the request's claims about it.

import type { DocumentType } from '../../ledger/decisions/kyc.ts';
import type { DocumentCheck } from '../../ledger/decisions/kyc-documents.ts';
import { isWrittenAs } from '../names/documents.ts';

/** Data of a machine-readable zone or a barcode; null where it has none. */
export interface DocumentStated {
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly dateOfBirth: string | null;
  readonly expiresOn: string | null;
  readonly country: string | null;
  readonly number: string | null;
  readonly kind: DocumentType | null;
  /** The name that the document states only in part; absent when none is cut. */
  readonly truncatedName?: string | null;
}

/** Claims of the request and of the customer record; null where they have none. */
export interface DocumentClaims {
  readonly type: DocumentType;
  /** The document may show any of these names. */
  readonly names: readonly string[];
  readonly dateOfBirth: string | null;
  /** False when the document may belong to any of several people. */
  readonly isOfOnePerson?: boolean;
  readonly expiresOn: string | null;
  readonly nationality: string | null;
  readonly country: string | null;
  /** True when a number equals the one of the request, or null when the request has none. */
  readonly matchesNumber: (number: string) => boolean | null;
}

/** The fields that differ, in plain words. */
export function listDifferences(document: DocumentStated, claims: DocumentClaims): string[] {
  const { lastName, firstName, dateOfBirth, expiresOn, country, number, kind } = document;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const countries = [claims.nationality, claims.country].filter((country) => country !== null);
  const differs = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return [
    name !== '' &&
    claims.names.length > 0 &&
    !claims.names.some((claimedName) => isWrittenAs(name, claimedName, document.truncatedName))
      ? 'name'
      : null,
    differs(dateOfBirth, claims.dateOfBirth) ? 'date of birth' : null,
    differs(expiresOn, claims.expiresOn) ? 'date of expiry' : null,
    country !== null && countries.length > 0 && !countries.includes(country) ? 'country' : null,
    number !== null && claims.matchesNumber(number) === false ? 'number' : null,
    kind !== null && !isOfClaimedType(kind, claims.type) ? 'type of document' : null,
  ].filter((difference) => difference !== null);
}

/** Residence permits have the codes of identity cards. */
function isOfClaimedType(actual: DocumentType, claimed: DocumentType): boolean {
  if (actual === claimed) return true;
  return actual === 'national_id' && claimed === 'residence_permit';
}

/** The result of a check that read the document's data. */
export function compareDocument(
  name: 'mrz' | 'barcode',
  { label, stated }: { readonly label: string; readonly stated: DocumentStated },
  claims: DocumentClaims,
  today: string,
): DocumentCheck {
  if (stated.expiresOn !== null && stated.expiresOn < today) {
    return { name, result: 'fail', detail: `${label}; the document has expired by it.` };
  }
  const differs = listDifferences(stated, claims);
  if (differs.length > 0) {
    const detail = `${label}; it differs from the request in: ${differs.join(', ')}.`;
    return { name, result: 'review', detail };
  }
  // A field that the document does not state has not been compared, so it does not count as
  // agreement.
  const unstated = listUnstated(stated, claims);
  const unknownFacts = [
    claims.names.length === 0 ? 'a name' : null,
    claims.dateOfBirth === null && claims.isOfOnePerson !== false ? 'a date of birth' : null,
  ].filter((field) => field !== null);
  if (unstated.length > 0) {
    const detail = `${label}; it states no ${unstated.join(' and no ')}.`;
    return { name, result: 'review', detail };
  }
  if (unknownFacts.length > 0) {
    const detail = `${label}; the request does not state ${unknownFacts.join(' and ')} to compare it with.`;
    return { name, result: 'review', detail };
  }
  return { name, result: 'pass', detail: `${label}; it agrees with the request.` };
}

/** Claims that the document does not state, or states only in part. */
function listUnstated(document: DocumentStated, claims: DocumentClaims): string[] {
  const { lastName, firstName } = document;
  const name = lastName ?? firstName ?? '';
  const hasBoth = lastName !== null && firstName !== null;
  // A person may have a single name; a full line may have had no room for another.
  const isOnlyName = claims.names.some(
    (claimedName) => isOneWord(claimedName) && isWrittenAs(name, claimedName),
  );
  const isWhole = hasBoth || typeof document.truncatedName === 'string' || isOnlyName;
  const countries = [claims.nationality, claims.country].filter((country) => country !== null);
  return [
    lastName === null && firstName === null ? 'name' : null,
    lastName !== null && firstName === null && !isWhole ? 'given name' : null,
    lastName === null && firstName !== null && !isWhole ? 'family name' : null,
    document.dateOfBirth === null ? 'date of birth' : null,
    document.expiresOn === null && claims.expiresOn !== null ? 'date of expiry' : null,
    document.country === null && countries.length > 0 ? 'country that is known' : null,
    document.number === null && claims.matchesNumber('') !== null ? 'number' : null,
  ].filter((field) => field !== null);
}

const isOneWord = (name: string) => !/\s/u.test(name.trim());
