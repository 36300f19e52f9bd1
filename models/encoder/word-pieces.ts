// Splits a message into the numbered word pieces of the sentence encoder: lower case, no accents,
// separate punctuation marks, then repeatedly the longest known piece from the left.

import { readFileSync } from 'node:fs';

/** Most pieces of a message that are read, including the marks of its beginning and its end. */
export const MAX_PIECES = 128;

const LONGEST_WORD = 100;
/** Most characters that so many pieces can hold; the rest of a message is ignored. */
const MAX_READ = 4_000;
/** A punctuation mark, a Han character, or a run of other characters without spaces. */
const WORDS = /[\p{P}$+<=>^`|~]|\p{Script=Han}|[^\s\p{P}$+<=>^`|~\p{Script=Han}]+/gu;

export interface WordPieces {
  /** Returns the numbers of a message's pieces, from its beginning mark to its end mark. */
  split(message: string): readonly number[];
}

/** The vocabulary of BERT (uncased), Apache-2.0: one piece a line, numbered by line. */
export function openWordPieces(): WordPieces {
  const file = new URL('./vocabulary.txt', import.meta.url);
  const pieces = readFileSync(file, 'utf8').trimEnd().split('\n');
  const ids = new Map(pieces.map((piece, index) => [piece, index]));
  const markId = (name: string) => ids.get(name) ?? 0;
  const [unknownMark, beginning, end] = [markId('[UNK]'), markId('[CLS]'), markId('[SEP]')];
  return {
    split(message) {
      const numbers = [beginning];
      for (const word of removeAccents(message).match(WORDS) ?? []) {
        numbers.push(...(splitWord(word, ids) ?? [unknownMark]));
        if (numbers.length >= MAX_PIECES) break;
      }
      return [...numbers.slice(0, MAX_PIECES - 1), end];
    },
  };
}

/** Returns the message in lower case, without accents and control characters. */
function removeAccents(message: string): string {
  return message
    .slice(0, MAX_READ)
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

/** Splits a word into known pieces; null when that is impossible. */
function splitWord(word: string, ids: ReadonlyMap<string, number>): readonly number[] | null {
  const letters = [...word];
  if (letters.length > LONGEST_WORD) return null;
  const numbers: number[] = [];
  for (let from = 0; from < letters.length; ) {
    let to = letters.length;
    let number: number | undefined;
    for (; to > from && number === undefined; to -= 1) {
      const piece = letters.slice(from, to).join('');
      number = ids.get(from === 0 ? piece : `##${piece}`);
    }
    if (number === undefined) return null;
    numbers.push(number);
    from = to + 1;
  }
  return numbers;
}
