// Passwords known from breaches: the 49,000 most common ones, from the list of zxcvbn-ts.

import { dictionary } from '@zxcvbn-ts/language-common';

let hashes: ReadonlySet<string> | null = null;

/**
 * True for a password of the list in any case, with digits or signs appended, or of few characters.
 */
export function isBreached(password: string): boolean {
  // Built when the first password is set, because most processes never need it.
  hashes ??= new Set(dictionary['passwords-common'] as readonly string[]);
  const text = password.toLowerCase();
  const stem = text.replace(/[^\p{L}]+$/u, '');
  return hashes.has(text) || hashes.has(stem) || new Set(text).size < 4;
}
