// Passwords that are known from breaches: the 49,000 commonest, of the list that zxcvbn-ts keeps.

import { dictionary } from '@zxcvbn-ts/language-common';

let known: ReadonlySet<string> | null = null;

/** True for a password of the list, also with other case or with digits and signs behind it. */
export function isBreached(password: string): boolean {
  // Unpacked when the first password is set: most processes never need it.
  known ??= new Set(dictionary['passwords-common'] as readonly string[]);
  const text = password.toLowerCase();
  const stem = text.replace(/[^\p{L}]+$/u, '');
  return known.has(text) || known.has(stem) || new Set(text).size < 4;
}
