// Converts the country codes of documents to two letters.

// Imports only the codes, because the package itself loads country names in 78 languages.
import countries from 'i18n-iso-countries/index.js';

/** Codes of ICAO 9303 and AAMVA that ISO 3166 does not have. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  D: 'DE',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
};

/** Returns two letters, or null when the code is unknown. */
export function toCountry(code: string | null): string | null {
  if (code === null) return null;
  const plainCode = code.replaceAll('<', '').toUpperCase();
  return OTHER_CODES[plainCode] ?? countries.alpha3ToAlpha2(plainCode) ?? null;
}
