// Disguised names: separated letters, and signs or digits in place of letters. Each name is also
// read as it is written, so a disguise only adds a reading and hides nothing.

/** Signs that replace letters, by the digit that replaces the same letters. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '@': '4', $: '5', '§': '5', '!': '1', '|': '1', '£': '1', '+': '7', '€': '3' },
};
/** Letters that are mistaken for others, although Unicode does not list them as confusable. */
const LETTERS: Readonly<Record<string, string>> = {
  þ: 'p',
  Þ: 'P',
  ß: 'b',
  ƿ: 'w',
  ø: 'o',
  Ø: 'O',
};
/** Letters in a filled circle or square, and those of flags, by the first of 26. */
const CAPITALS = [0x1f150, 0x1f170, 0x1f1e6] as const;

const SIGN = '@$§!|£+€';
const INSIDE_WORD = `(?<=[\\p{L}\\d${SIGN}]\\p{M}*)[${SIGN}](?=[\\p{L}\\d${SIGN}])`;
const FIRST_SIGN = '(?<![\\p{L}\\p{N}\\p{M}])[@$§£€](?=\\p{L}{3})';
const LAST_SIGN = `(?<=\\p{L}{3}\\p{M}*)[@$€](?![\\p{L}\\p{N}${SIGN}])`;
const SIGN_AS_LETTER = new RegExp([INSIDE_WORD, FIRST_SIGN, LAST_SIGN].join('|'), 'gu');
const DISGUISED_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const FILLED_LETTERS = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

function unfillLetter(filled: string): string {
  const code = filled.codePointAt(0) ?? 0;
  const first = CAPITALS.find((capital) => code >= capital && code < capital + 26) ?? code;
  return String.fromCharCode('A'.charCodeAt(0) + code - first);
}

/**
 * A letter of an alphabet. Korean syllables and Chinese characters are excluded: each can be a word
 * by itself.
 */
const LETTER =
  '(?![\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}])[\\p{L}\\d]\\p{M}*';
const SEPARATORS = '[\\s.\\-_·•*~,/\\\\:\'’"]{1,6}';
const EDGE = { before: '(?<![\\p{L}\\p{N}\\p{M}])', after: '(?![\\p{L}\\p{N}\\p{M}])' } as const;
const makeRunPattern = (piece: string, minRun: number) =>
  new RegExp(`${EDGE.before}${piece}(?:${SEPARATORS}${piece}){${minRun - 1},}${EDGE.after}`, 'gu');
const SPELT_LETTERS = makeRunPattern(LETTER, 3);
/** A name that is written in syllables. */
const PIECES = makeRunPattern(`(?:${LETTER}){1,3}`, 3);
const SMALL_LETTER = /\p{Ll}/u;
/** Minimum letters of a name that is not just initials. */
const MIN_NAME_LETTERS = 4;

/** `P.u.t.i.n` and `P u t i n` as words: a wider gap, or a capital after a small letter, begins one. */
function joinLetters(run: string): string {
  const gaps = run.split(/[\p{L}\p{N}\p{M}]+/u).slice(1, -1);
  const letters = run.match(/[\p{L}\d]\p{M}*/gu) ?? [];
  if (
    letters.length < MIN_NAME_LETTERS &&
    !letters.slice(1).every((letter) => SMALL_LETTER.test(letter))
  )
    return run;
  const minGap = Math.min(...gaps.map((gap) => gap.length));
  const isMixed = letters.some((letter) => SMALL_LETTER.test(letter));
  return letters.reduce((text, letter, index) => {
    const isWider = (gaps[index - 1]?.length ?? 0) > minGap;
    const startsWord =
      isMixed && SMALL_LETTER.test(letters[index - 1] ?? '') && /\p{Lu}/u.test(letter);
    return `${text}${index > 0 && (isWider || startsWord) ? ' ' : ''}${letter}`;
  }, '');
}

const joinPieces = (run: string) => run.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');

/** The name that a text may disguise, which is compared in addition to the text itself. */
export function removeDisguise(text: string): string {
  return text
    .replace(FILLED_LETTERS, unfillLetter)
    .replace(SIGN_AS_LETTER, (sign) => SIGNS[sign] ?? sign)
    .replace(DISGUISED_LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(SPELT_LETTERS, joinLetters)
    .replace(PIECES, joinPieces);
}

/** Digits in the place of letters. */
const DIGITS: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'il', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'gb', 7: 't', 8: 'b', 9: 'g' },
};
const MAX_READINGS = 8;
const MIN_LETTERS = 3;
const MAX_DIGITS = 6;

/** The possible words of a word of small letters and digits, such as `vlad1m1r` and `putin22`. */
export function readDigits(word: string): readonly string[] {
  const letters = word.replace(/\d/g, '');
  const count = word.length - letters.length;
  if (count === 0 || letters.length < MIN_LETTERS || count > MAX_DIGITS) return [];
  let ways = [''];
  for (const sign of word) {
    const read = [...(DIGITS[sign] ?? sign)];
    ways = ways.flatMap((start) => read.map((end) => start + end)).slice(0, MAX_READINGS);
  }
  return [...new Set([...ways, ...(letters.length > MIN_LETTERS ? [letters] : [])])];
}
