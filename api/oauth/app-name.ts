// The name of an app on the page where a customer grants it access: no app passes for the bank.

import { foldName } from '../../ai/names/fold.ts';
import { labelSchema } from '../kit/schemas.ts';

const BANK = 'kontor';
/** A name of these words alone suggests the bank itself, or its staff. */
const OFFICIAL = new Set(
  (
    'account accounts agent alert alerts app authentication authorisation authorization bank ' +
    'banking banks care center centre check customer department desk fraud help helpdesk internal ' +
    'login mobile my of official online operator our payment payments portal protection protect ' +
    'safety secure security service services sign signin staff support system team the to ' +
    'transfer transfers update verification verify wallet web your'
  ).split(' '),
);

/** The name of an app, as it stands on the pages of the bank. */
export const appNameSchema = labelSchema(100).refine((name) => !passesForBank(name), {
  error: 'Customers would take it for the bank itself: choose a name of your own.',
});

function passesForBank(name: string): boolean {
  const words = foldName(name).words.map(({ text }) => text);
  const isSpelled = words.every(({ length }) => length === 1);
  if ((isSpelled ? [words.join('')] : words).some((word) => word.includes(BANK))) return true;
  return words.length > 0 && words.every((word) => OFFICIAL.has(word));
}
