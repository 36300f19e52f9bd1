// Schemas of telephone numbers and e-mail addresses, which are stored as the client wrote them.

import { domainToASCII } from 'node:url';
import {
  type CountryCode,
  isSupportedCountry,
  parseIncompletePhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import { textSchema } from './schemas.ts';

const LONGEST_PHONE = 60;
/** Matches digits of any script, separators, and the abbreviations before an extension. */
const WRITTEN_NUMBER = /^[\p{Nd}\p{Zs}()+.\-/\u2010-\u2015\u2212ext#;=:,x]+$/iu;

/**
 * True for a plausible telephone number: with a country code, valid in the given country, or,
 * without a country, digits of a plausible length.
 */
export function isPhone(text: string, country?: string | null): boolean {
  // Japanese and Chinese keyboards write full-width digits, plus signs and brackets.
  const normalText = text.normalize('NFKC').replace(/^tel:/i, '');
  if (!WRITTEN_NUMBER.test(normalText)) return false;
  const code = country && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const dialled = normalText.replace(/^\s*00/, '+');
  const parsed = parsePhoneNumberFromString(dialled, code && { defaultCountry: code });
  if (parsed?.isPossible()) return true;
  if (dialled.trim().startsWith('+')) return false;
  // A national number without a country, or a number range that the library does not know.
  const number = parseIncompletePhoneNumber(normalText.replace(/(?:ext|x|#).*$/i, ''));
  return number.length >= 4 && number.length <= 15;
}

export const phoneSchema = textSchema(LONGEST_PHONE)
  .refine((text) => isPhone(text), 'Expected a telephone number, such as +44 20 7946 0958.')
  .openapi({ example: '+44 20 7946 0958' });

// Maximum lengths by RFC 5321, in bytes of the transmitted form (RFC 6531 for non-ASCII letters
// before the @).
const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 255;
const LONGEST_EMAIL = 254;
const ATOM = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]+";
const DOT_ATOM = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const QUOTED_LOCAL_PART = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"$/u;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** True for an e-mail address in any script to which mail can be sent. */
export function isEmail(text: string): boolean {
  // Node silently removes line breaks and tabs from a domain.
  if (/\p{Cc}/u.test(text)) return false;
  const index = text.lastIndexOf('@');
  const local = text.slice(0, index);
  const domain = index === -1 ? '' : domainToASCII(text.slice(index + 1));
  const isLocal = DOT_ATOM.test(local) || QUOTED_LOCAL_PART.test(local);
  if (!isLocal || Buffer.byteLength(local) > LONGEST_LOCAL) return false;
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label));
  if (!isDomain || /^\d+$/.test(labels.at(-1) ?? '') || domain.length > LONGEST_DOMAIN)
    return false;
  return Buffer.byteLength(local) + 1 + domain.length <= LONGEST_EMAIL;
}

export const emailSchema = textSchema(LONGEST_EMAIL)
  .refine(isEmail, 'Expected an e-mail address, such as ada@example.com.')
  .openapi({ format: 'email', example: 'ada@example.com' });
