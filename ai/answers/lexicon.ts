// Names and currencies that questions are compared with.

import { CURRENCIES } from '../../ledger/currency.ts';
import { CURRENCY_WORDS } from '../english/topics.ts';
import { readOnce } from '../intents/read-once.ts';

/** Names that questions are compared with. */
export interface Lexicon {
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly currency?: string;
  }[];
  readonly categories: readonly string[];
  readonly parties: readonly string[];
  /** What stands beside single payments out: `laptop`, `flights to the flat`. */
  readonly notes?: readonly string[];
  /** Names in both lists that only paid the customer. */
  readonly incomes: readonly string[];
}

const CODES = new Set(CURRENCIES.map(({ code }) => code));

const NAMED = CURRENCY_WORDS.map(
  ([words, ...codes]) => [new RegExp(`^(?:${words})$`, 'iu'), codes] as const,
);
/** Text that may name a currency: money words, symbols, codes. */
export const CURRENCY_NAME = new RegExp(
  `(?<![\\p{L}])(?:${CURRENCY_WORDS.map(([words]) => words).join('|')})(?![\\p{L}])|[€$£¥₹]|[\\p{L}]+`,
  'giu',
);
const NAMES = new Intl.DisplayNames(['en'], { type: 'currency' });
const OWN_WORD = new Map<string, string>();
/** Words of the language that are names of money, too. */
const ALSO_WORDS: ReadonlySet<string> = new Set([
  'real',
  'won',
  'all',
  'sum',
  'som',
  'gold',
  'silver',
]);
/** The word of a currency that is on no list: `ringgit` of the Malaysian Ringgit. */
function ownWordOf(code: string): string {
  const known = OWN_WORD.get(code);
  if (known !== undefined) return known;
  const [word = ''] = (NAMES.of(code) ?? '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(' ')
    .slice(-1);
  OWN_WORD.set(code, word);
  return word;
}
/** The currencies of a word of money; none for other words. */
const codesOf = (word: string): readonly string[] =>
  NAMED.find(([pattern]) => pattern.test(word))?.[1] ?? [];
const CODES_OF = new Map<string, readonly string[]>();
const MOST_WORDS = 2_000;
const foldWord = (word: string) => word.replaceAll('ł', 'l').replaceAll('Ł', 'L');

/**
 * The currencies that a question names, in its order. A code counts in capitals, or when it is not
 * an English word. Dollars are those that the customer has, otherwise United States dollars.
 */
export function currenciesIn(text: string, held: readonly (string | undefined)[] = []): string[] {
  const found = (foldWord(text).match(CURRENCY_NAME) ?? []).flatMap((word) => {
    const codes = readOnce(CODES_OF, word, () => codesOf(word), MOST_WORDS);
    const [first] = codes;
    if (first !== undefined) {
      const own = codes.filter((code) => held.includes(code));
      return own.length > 0 ? own : [first];
    }
    const one = word.toLowerCase().replace(/s$/u, '');
    const named = held.filter(
      (code): code is string =>
        code !== undefined && !ALSO_WORDS.has(one) && ownWordOf(code) === one,
    );
    if (named.length > 0) return named;
    const upper = word.toUpperCase();
    const isCode = CODES.has(upper) && (word === upper || /^(?:eur|usd|gbp|jpy|chf)$/.test(word));
    return isCode ? [upper] : [];
  });
  return [...new Set(found)];
}
