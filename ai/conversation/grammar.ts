// The patterns of replies, made of the phrases and words of the English folder.

import {
  AGREEING,
  ASKING,
  BEFORE_CANCELING,
  BEHIND_CANCELING,
  CANCELING,
  DENYING,
  ENDING,
  GOING_BACK,
  LEADING,
  PARTS_OF_REPLIES,
  SAME_TO,
  WHY_CANCELED,
} from '../english/corrections.ts';
import { type Notation, oneOf, partsOf } from '../intents/phrases.ts';

const NO_LETTER = '(?![\\p{L}])';
const basic: Notation = {
  parts: new Map([
    ['few words', '(?: \\p{L}+){0,3}'],
    ['no question', '(?=[^?]*$)'],
    ['any', '[^?]'],
    ['digit', '[$€£₹]?\\d'],
    ['letter', "[a-z](?:['’]?s)?"],
    ['payee', '(.{1,60}?)'],
  ]),
  closed: new Set(['few words', 'no question']),
};
const reply: Notation = { ...basic, parts: partsOf(PARTS_OF_REPLIES, basic) };
/** The longest first: `wrong name` before `wrong`. */
const of = (phrases: readonly string[]) => {
  const sorted = [...phrases].sort((one, other) => other.length - one.length);
  return `${oneOf(sorted, reply)}${NO_LETTER}`;
};

export const CANCELED = new RegExp(
  `^(?:${of(BEFORE_CANCELING)}[,.! ]+){0,4}${of(CANCELING)}(?:[,.;:! -]+(?:${of(WHY_CANCELED)}|${of(BEHIND_CANCELING)})){0,4}[.! ]*$|` +
    `^(?:${of(BEFORE_CANCELING)}[,.! ]+){1,4}${of(WHY_CANCELED)}[.! ]*$`,
  'iu',
);
/** Why it is not wanted, before a cancellation: `I shall pay by cheque, so do not send it`. */
export const WHY = new RegExp(
  `^(?:${of(BEFORE_CANCELING)}[,.! ]+){0,4}${of(WHY_CANCELED)}[.! ]*$`,
  'iu',
);
/** A cancellation with a clause behind it. */
export const CANCELED_FIRST = new RegExp(
  `^(?:${of(BEFORE_CANCELING)}[,.! ]+){0,4}${of(CANCELING.filter((one) => !/^no/.test(one) || /^no(?:t|_)/.test(one)))}(?:[,.;:!–-]+ | (?=(?:i|he|she|we|they)(?:['’]?(?:m|s|ll|ve|d))? ))`,
  'iu',
);
export const AGREED = new RegExp(`^(?:${of(AGREEING)}[,.! ]*){1,5}$`, 'iu');
export const BACK = new RegExp(
  `^(?:(?:no|wait|actually|please|sorry)[, ]+){0,3}${of(GOING_BACK)}[.! ]*$`,
  'iu',
);
export const LEAD = new RegExp(`^(?:${of(LEADING)}[ ,.:;!-]*){1,6}`, 'iu');
/** `no, send Bob 30 euros`: another order in the place of the one that is open. */
export const DENIED = new RegExp(`^(?:${of(DENYING)}[ ,.:;!-]*){1,6}`, 'iu');
export const TAIL = new RegExp(
  `(?:(?<![ ,])[ ,]{0,8}(?<![\\p{L}\\p{N}])${of(ENDING)}){0,6}[.! ]{0,8}$`,
  'iu',
);
export const ASKED_TO = new RegExp(`^${oneOf(ASKING, reply)} ?`, 'iu');
/** `the same to Tariq`: a payment beside the one that is open. */
export const SAME: readonly RegExp[] = SAME_TO.map(
  (phrase) => new RegExp(`^${oneOf([phrase], reply)}$`, 'iu'),
);
