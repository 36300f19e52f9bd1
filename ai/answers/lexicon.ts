// Names and currencies that questions are compared with.

import { CURRENCIES } from '../../ledger/currency.ts';
import { SYMBOLS, UNIT_NAMES } from '../english/topics.ts';

/** Names that questions are compared with. */
export interface Lexicon {
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
  }[];
  readonly categories: readonly string[];
  readonly parties: readonly string[];
  /** Those of both that money only came in from. */
  readonly incomes: readonly string[];
}

const CODES = new Set(CURRENCIES.map(({ code }) => code));

/** Currencies that a question names, in its order. Codes are in capitals, or no English words. */
export function currenciesIn(text: string): string[] {
  const found = (text.match(/[\p{L}]+|[€$£¥]/gu) ?? []).flatMap((word) => {
    const code = SYMBOLS[word] ?? UNIT_NAMES[word.toLowerCase()];
    if (code) return [code];
    const upper = word.toUpperCase();
    const isCode = CODES.has(upper) && (word === upper || /^(?:eur|usd|gbp|jpy|chf)$/.test(word));
    return isCode ? [upper] : [];
  });
  return [...new Set(found)];
}
