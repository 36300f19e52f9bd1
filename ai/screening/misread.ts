// Misread words and names written backwards. A word is read again only when no known person bears
// it as written.

import type { ReadText, Word } from './fold-name.ts';
import { makeWord } from './fold-name.ts';
import { findRarity } from './names/frequent.ts';
import { ListsByTextBuilder } from './number-lists.ts';

/** Letters that look alike in many typefaces, in the order of their replacement. */
const PICTURES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/cl/g, 'd'],
  [/vv/g, 'w'],
  [/[l1]/g, 'i'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/8/g, 'b'],
];
const SHORTEST_WORD = 3;
const MAX_READINGS = 4;
/** Number of words indexed before other work on the thread continues. */
const WORDS_PER_TURN = 1000;

const toPicture = (text: string) =>
  PICTURES.reduce((picture, [from, to]) => picture.replace(from, to), text);

/** Reads words again that no known person bears. */
export interface MisreadIndex {
  /** The same words, with similar-looking words of the lists as further readings. */
  addLookalikes(words: readonly Word[]): readonly Word[];
  /** The text in reverse, if the lists contain all of its reversed words; otherwise null. */
  reverseText(text: ReadText): ReadText | null;
}

/** Indexes the words of the lists. */
export function* indexMisread(
  words: readonly { text: string }[],
  isListed: (text: string) => boolean,
): Generator<void, MisreadIndex> {
  const pictures = new ListsByTextBuilder();
  for (const [index, { text }] of words.entries()) {
    if (index % WORDS_PER_TURN === 0) yield;
    pictures.add(toPicture(text), index);
  }
  const byPicture = pictures.build();
  const isKnown = (text: string) => isListed(text) || findRarity(text) < 1;
  const isLatin = ({ text, isBare, isSyllable }: Word) =>
    !isBare && !isSyllable && text.length >= SHORTEST_WORD && /^[a-z0-9]+$/.test(text);

  function addReadings(word: Word): Word {
    if (!isLatin(word) || isKnown(word.text)) return word;
    const lookalikes = byPicture.of(toPicture(word.text)).subarray(0, MAX_READINGS);
    const misreadings = Array.from(lookalikes, (index) => words[index]?.text ?? '');
    const readings = [word.text, ...word.alternatives.map(({ text }) => text)];
    return misreadings.length === 0 ? word : makeWord([...new Set([...readings, ...misreadings])]);
  }

  return {
    addLookalikes(words) {
      const significant = words.filter(({ isSlight }) => !isSlight);
      return significant.length < 2 ? words : words.map(addReadings);
    },
    reverseText({ words, sequence: places }) {
      const latinWords = words.filter(isLatin);
      if (latinWords.length < 2 || latinWords.every(({ text }) => isKnown(text))) return null;
      const turnedWords = words.map(({ text }) => makeWord([[...text].reverse().join('')]));
      const areListed = turnedWords.every(
        ({ text }) => text.length < SHORTEST_WORD || isListed(text),
      );
      return areListed ? { words: turnedWords, sequence: places } : null;
    },
  };
}
