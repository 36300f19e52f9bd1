// Checks the name of an app, which customers see on the consent page: it must not look like the
// bank's own name.

import { foldName } from '../../ai/names/fold.ts';
import { labelSchema } from '../kit/schemas.ts';

const BANK_NAME = 'kontor';
/** A name of only these words suggests the bank or its staff. */
const OFFICIAL_WORDS = new Set(
  (
    'account accounts agent alert alerts app authentication authorisation authorization bank ' +
    'banking banks care center centre check customer department desk fraud help helpdesk internal ' +
    'login mobile my of official online operator our payment payments portal protection protect ' +
    'safety secure security service services sign signin staff support system team the to ' +
    'transfer transfers update verification verify wallet web your'
  ).split(' '),
);

/** The name of an app on the pages of the bank. */
export const appNameSchema = labelSchema(100).refine((name) => !looksLikeBank(name), {
  error: 'Customers could mistake this name for the bank: choose another one.',
});

function looksLikeBank(name: string): boolean {
  const words = foldName(name).words.map(({ text }) => text);
  const isSpelled = words.every(({ length }) => length === 1);
  if ((isSpelled ? [words.join('')] : words).some((word) => word.includes(BANK_NAME))) return true;
  return words.length > 0 && words.every((word) => OFFICIAL_WORDS.has(word));
}
