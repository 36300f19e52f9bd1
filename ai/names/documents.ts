// Compares names in machine-readable zones and barcodes with names as people write them (ICAO 9303,
// part 3).

import { APOSTROPHES, foldName, listAsciiSpellings, SERVANT } from './fold.ts';
import { isSpelt } from './zone-letters.ts';

const WORD_GAP = /[\s\-,.<]+/u;
const MOST_JOINED = 3;
const BARE_SCRIPT = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** A word of a name, and its possible forms in a zone. */
interface WrittenName {
  equals(stated: string): boolean;
  /** True when a form may begin with this text. */
  mayBeginWith(stated: string): boolean;
}

/** The possible forms of each word of a name in a zone. */
function listZoneForms(name: string): readonly WrittenName[] {
  const words = name.normalize('NFKC').replace(SERVANT, 'عبد').split(WORD_GAP).filter(Boolean);
  return words.flatMap((word) => {
    const foldedWords = foldName(word).words;
    // The article is a part of its word in a zone: ALAHMAD, or AL AHMAD.
    if (BARE_SCRIPT.test(word))
      return [writtenAs([foldedWords.map(({ text }) => text).join('')], word)];
    if (foldedWords.length !== 1) return foldedWords.map(({ text }) => writtenAs([text], ''));
    const ways = /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(word)
      ? foldedWords.flatMap(({ text, alternatives }) => [
          text,
          ...alternatives,
          ...listPassportSpellings(text),
        ])
      : foldedWords.flatMap(({ text, alternatives }) => [
          text,
          ...alternatives,
          ...listAsciiSpellings(word),
        ]);
    return [writtenAs(ways, word.replace(APOSTROPHES, ''))];
  });
}

function writtenAs(ways: readonly string[], word: string): WrittenName {
  const all = new Set(ways.map((way) => way.replace(/[^a-z0-9]/g, '')));
  return {
    equals: (letters) => all.has(letters) || isSpelt(letters, word),
    mayBeginWith: (letters) =>
      [...all].some((way) => way.startsWith(letters)) || isSpelt(letters, word, true),
  };
}

/** Ukrainian and Russian passports write IU and IA where others write YU and YA. */
function listPassportSpellings(text: string): string[] {
  const soft = text.replace(/y(?=[aueo])/g, 'i');
  return [soft, soft.replace(/kh/g, 'h'), text.replace(/y/g, 'i'), text.replace(/iy$/, 'y')];
}

/** Splits a given name of Korea or China, written as one word, into its syllables. */
function splitSyllables(word: string, syllables: readonly string[]): readonly string[] {
  for (let from = 0; from < syllables.length; from += 1) {
    for (let to = from + 2; to <= syllables.length; to += 1) {
      const parts = syllables.slice(from, to);
      if (parts.join('') === word) return parts;
    }
  }
  return [word];
}

/** Returns the number of first words of the zone that together are this word; 0 for none. */
function countMatchingWords(words: readonly string[], writtenName: WrittenName): number {
  for (let count = 1; count <= Math.min(MOST_JOINED, words.length); count += 1) {
    if (writtenName.equals(words.slice(0, count).join(''))) return count;
  }
  return 0;
}

/**
 * Counts the words of the stated name that the known name lacks, and the words of the known name
 * that are stated or missing.
 */
function alignWords(statedName: string, knownName: string, cut: string | null) {
  const syllables = foldName(knownName).words.filter(
    ({ kind }) => kind === 'syllables' || kind === 'characters',
  );
  const words = foldName(statedName).words.flatMap(({ text }) =>
    splitSyllables(
      text,
      syllables.map((syllable) => syllable.text),
    ),
  );
  const last = cut === null ? undefined : foldName(cut).words.at(-1)?.text;
  let remaining = [...words];
  let matchedCount = 0;
  const all = listZoneForms(knownName);
  for (const ways of all) {
    const nextIndex = remaining.findIndex(
      (_, index) => countMatchingWords(remaining.slice(index), ways) > 0,
    );
    if (nextIndex >= 0) {
      remaining = [
        ...remaining.slice(0, nextIndex),
        ...remaining.slice(nextIndex + countMatchingWords(remaining.slice(nextIndex), ways)),
      ];
      matchedCount += 1;
    } else if (last !== undefined && remaining.includes(last)) {
      if (!ways.mayBeginWith(last)) continue;
      remaining = remaining.filter((word) => word !== last);
      matchedCount += 1;
    }
  }
  return { unmatched: remaining.length, matched: matchedCount, missing: all.length - matchedCount };
}

/**
 * Returns true when a document states this name, letter by letter, in any mixture of the spellings
 * that states use. Words may be left out on either side, and may be in any order.
 * @param cut the last word of a line that was full, which may be the beginning of a longer word
 */
export function isWrittenAs(
  documentName: string,
  knownName: string,
  cut: string | null = null,
): boolean {
  const { unmatched, matched, missing } = alignWords(documentName, knownName, cut);
  return matched > 0 && (unmatched === 0 || missing === 0);
}

/** True when all words of one name are words of the other, in any script, spelling and order. */
export const isPartOfName = (name: string, other: string): boolean =>
  isWrittenAs(name, other) || isWrittenAs(other, name);

/** True when two names have the same words, in any script, spelling and order. */
export function isSameName(name: string, other: string): boolean {
  const isWhole = ({ unmatched, matched, missing }: ReturnType<typeof alignWords>) =>
    matched > 0 && unmatched === 0 && missing === 0;
  return isWhole(alignWords(name, other, null)) || isWhole(alignWords(other, name, null));
}
