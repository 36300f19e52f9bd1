// Masks the names, amounts, times and currencies of a question: each is read from the text and
// replaced in the row of words by one capital letter, to which the patterns of parts refer.

import { readOnce } from '../intents/read-once.ts';

/** Letters without accents, in lower case, one for one. */
export function foldLetters(text: string): string {
  return [...text.replaceAll('’', "'")]
    .map((letter) => {
      const plain = LETTERS[letter.toLowerCase()] ?? letter.normalize('NFD')[0] ?? letter;
      const lower = plain.toLowerCase();
      return lower.length === letter.length ? lower : letter;
    })
    .join('');
}

const FOLDED = new Map<string, string>();
const MOST_NAMES = 5_000;
/** A name of the books, folded once for all questions. */
export const foldName = (name: string): string =>
  readOnce(FOLDED, name, () => foldLetters(name), MOST_NAMES);

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 's', æ: 'a', þ: 't', ð: 'd' },
};

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Kinds of masks, by their letter in patterns. */
export type Mask = 'P' | 'C' | 'R' | 'A' | 'S' | 'T' | 'B' | 'D' | 'U';

interface Masked extends Place {
  readonly mask: Mask;
  readonly index: number;
}

const HIDDEN = '\ue000';

/**
 * A question whose words are read step by step. Text that one step has read is hidden from the next
 * steps.
 */
export class Words {
  readonly text: string;
  rest: string;
  readonly masked: Masked[] = [];
  constructor(text: string) {
    this.text = text;
    this.rest = foldLetters(text);
  }
  /** Masks a place. `index` is the position of its value among the values of that mask. */
  mask(place: Place, mask: Mask, index = 0) {
    this.masked.push({ ...place, mask, index });
    this.blank(place, HIDDEN);
  }
  blank({ start, end }: Place, mark = ' ') {
    this.rest = this.rest.slice(0, start) + mark.repeat(end - start) + this.rest.slice(end);
  }
  /** The text in its own case, with masked places replaced by meaningless letters. */
  get visible(): string {
    return [...this.rest]
      .map((letter, at) => (letter === HIDDEN ? 'x' : (this.text[at] ?? letter)))
      .join('');
  }
}

/** A word or a mask in the row that patterns read. */
export interface Token {
  readonly text: string;
  /** The text as the customer wrote it. */
  readonly said: string;
  readonly masked: Masked | null;
}

const TITLE = /^(?:dr|mr|mrs|ms)$/;

/** The words of a question in their order. Signs between words are commas, of which one counts. */
export function tokensOf({ text: written, rest, masked }: Words): Token[] {
  const tokens: Token[] = [];
  const add = (start: number, end = rest.length) => {
    const segment = rest.slice(start, end).replace(/^'s(?![\p{L}])/u, '  ');
    const signs = /[\p{L}\p{N}%²³½][\p{L}\p{N}'%²³½.,-]*(?<![.,'-])|[+&/=]|[,.;:!?()"“”„–—-]+/gu;
    for (const { 0: text, index } of segment.matchAll(signs)) {
      const at = start + index;
      // `non-rent`: a hyphen inside a word joins its two halves.
      if (text === '-' && index > 0 && segment[index - 1] !== ' ') continue;
      if (/[\p{L}\p{N}%²³½=]/u.test(text))
        tokens.push({ text, said: written.slice(at, at + text.length), masked: null });
      else if (/[+&/]/.test(text)) tokens.push({ text: 'and', said: text, masked: null });
      else if (text === '.' && TITLE.test(tokens.at(-1)?.text ?? '')) continue;
      else if (tokens.length > 0 && tokens.at(-1)?.text !== ',')
        tokens.push({ text: ',', said: ',', masked: null });
    }
  };
  let at = 0;
  for (const one of masked.toSorted((first, second) => first.start - second.start)) {
    add(at, one.start);
    tokens.push({ text: one.mask, said: written.slice(one.start, one.end), masked: one });
    at = one.end;
  }
  add(at);
  if (tokens.at(-1)?.text === ',') tokens.pop();
  return tokens;
}
