// Names that a person can still read, in characters that a program may not match: each costume uses
// characters that look alike, or inserts invisible ones.
import type { Random } from '../random.ts';

const FILLERS = ['\u3164', '\u115f', '\u2800', '\uffa0', '\u1160', '\u3000', '\u2003'];
const INVISIBLE_CHARACTERS = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\ufe0f',
];
const BIDI = ['\u202a', '\u202b', '\u200e', '\u200f', '\u2066', '\u2067', '\u061c'];

/** Latin letters and letters of other alphabets that look alike. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  A: 'АΑ',
  B: 'ВΒ',
  C: 'С',
  E: 'ЕΕ',
  H: 'НΗ',
  I: 'ІΙ',
  J: 'Ј',
  K: 'КΚ',
  M: 'МΜ',
  N: 'Ν',
  O: 'ОΟ',
  P: 'РΡ',
  S: 'Ѕ',
  T: 'ТΤ',
  X: 'ХΧ',
  Y: 'ΥҮ',
  Z: 'Ζ',
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  j: 'ј',
  o: 'оο',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
};

const mapLetters = (name: string, change: (letter: string) => string) =>
  [...name].map(change).join('');

function shiftAscii(name: string, capitals: number, smalls: number) {
  return mapLetters(name, (letter) => {
    const code = letter.charCodeAt(0);
    if (code >= 65 && code <= 90) return String.fromCodePoint(capitals + code - 65);
    return code >= 97 && code <= 122 ? String.fromCodePoint(smalls + code - 97) : letter;
  });
}

function insertAt(name: string, index: number, text: string) {
  return name.slice(0, index) + text + name.slice(index);
}

/** Returns a position between two letters of one word. */
function insidePlace(name: string, random: Random): number {
  const places = [...name.matchAll(/(?<=\p{L})(?=\p{L})/gu)].map(({ index }) => index);
  return places.length === 0 ? name.length : random.pick(places);
}

/** Replaces up to `max` letters with letters that look alike; returns null when there are none. */
function disguiseLetters(name: string, random: Random, max: number): string | null {
  const places = [...name].flatMap((letter, index) => (LOOKALIKES[letter] ? [index] : []));
  if (places.length === 0) return null;
  const selected = new Set(random.sample(places, max));
  return [...name]
    .map((letter, index) =>
      selected.has(index) ? random.pick([...(LOOKALIKES[letter] ?? '')]) : letter,
    )
    .join('');
}

const tagText = (text: string) =>
  mapLetters(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));

export type Costume = (name: string, random: Random) => string | null;

/** Costumes by kind; each returns null when it cannot change the name. */
export const COSTUMES: Readonly<Record<string, Costume>> = {
  costume_full_width: (name) => shiftAscii(name, 0xff21, 0xff41),
  costume_mathematical: (name) => shiftAscii(name, 0x1d400, 0x1d41a),
  costume_circled: (name) => shiftAscii(name, 0x24b6, 0x24d0),
  costume_confusable: (name, random) => disguiseLetters(name, random, random.integer(1, 3)),
  costume_confusable_all: (name, random) => disguiseLetters(name, random, 99),
  costume_filler: (name, random) =>
    name.includes(' ') ? name.replaceAll(' ', random.pick(FILLERS)) : null,
  costume_invisible: (name, random) =>
    insertAt(name, insidePlace(name, random), random.pick(INVISIBLE_CHARACTERS)),
  costume_bidi: (name, random) => {
    const dressed = insertAt(name, insidePlace(name, random), random.pick(BIDI));
    return random.chance(0.5) ? dressed : `\u2067${name}\u2069`;
  },
  costume_tags: (name, random) => insertAt(name, insidePlace(name, random), tagText('ok')),
  costume_marks: (name, random) => {
    const index = insidePlace(name, random);
    return insertAt(name, index, random.pick(['\u0336', '\u0301', '\u0308', '\u0323', '\u20dd']));
  },
  costume_many_titles: (name) => `${'Mr '.repeat(25)}${name}`,
  costume_many_words: (name, random) =>
    `${'x '.repeat(random.integer(30, 60))}${name}${' y'.repeat(random.integer(0, 10))}`,
};
