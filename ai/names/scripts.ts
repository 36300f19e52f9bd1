// Romanises words of other scripts as bearers of the names write them. A library romanises each
// letter; rules that depend on neighbouring letters are here.

import anyAscii from 'any-ascii';
import { readInKorea } from './han.ts';
import { readFirm } from './han-firms.ts';
import { spellHangul } from './hangul.ts';
import { mayBeTranscribed } from './transcriptions.ts';

type Rules = readonly (readonly [RegExp, string])[];

const GREEK: Rules = [
  [/γι(?=[αεοωάέόώ])/gu, 'y'],
  [/ου|ού/gu, 'u'],
  [/γγ/gu, 'ng'],
  [/γκ/gu, 'g'],
  [/μπ/gu, 'b'],
  [/ντ/gu, 'd'],
  [/τζ/gu, 'j'],
  [/τσ/gu, 'ts'],
  [/(?<=[αε])[υύ](?=[βγδζλμνρ]|[αεηιουω])/gu, 'v'],
  [/(?<=[αε])[υύ]/gu, 'f'],
  [/β/gu, 'v'],
  [/χ/gu, 'kh'],
  [/γ(?=[ιεηυίέήύ])/gu, 'y'],
  [/[ηυήύ]/gu, 'i'],
  [/(?<=[οε])[ιί]/gu, 'i'],
];

const ARMENIAN: Rules = [
  [/ու/gu, 'u'],
  [/ռ/gu, 'r'],
  [/և|եւ/gu, 'ev'],
  [/^ե/gu, 'ye'],
  [/^ո(?!վ)/gu, 'vo'],
];

const ARABIC: Rules = [
  [/^ال(?=.{3})/gu, 'al '],
  [/ى/gu, 'ا'],
  [/ژ/gu, 'j'],
  [/[ةۃە]$/gu, 'ا'],
  [/(?<=.)إ/gu, 'i'],
  [/[أإآٱا]/gu, 'a'],
  [/[ؤ]/gu, 'u'],
  [/[ئ]/gu, 'i'],
  [/[ءعـ]/gu, ''],
  [/و/gu, 'w'],
  [/[يیې]/gu, 'y'],
  [/غ/gu, 'gh'],
  [/خ/gu, 'kh'],
  [/ج/gu, 'j'],
  [/ق/gu, 'q'],
  [/ث/gu, 'th'],
  [/ذ/gu, 'dh'],
  [/ش/gu, 'sh'],
  [/ص/gu, 's'],
  [/ض/gu, 'd'],
  [/ط/gu, 't'],
  [/ظ/gu, 'z'],
];

const HEBREW: Rules = [
  [/^אל[-־](?=.{2})/gu, 'al '],
  [/צ['׳]|ץ['׳]/gu, 'ch'],
  [/ג['׳]/gu, 'j'],
  [/ז['׳]/gu, 'zh'],
  [/ח['׳]/gu, 'kh'],
  [/ע['׳]/gu, 'gh'],
  [/ת['׳]/gu, 'th'],
  [/ד['׳]/gu, 'dh'],
  [/['׳]/gu, ''],
  [/ע/gu, ''],
  [/א/gu, 'a'],
  [/ה$/gu, 'a'],
  [/וו/gu, 'w'],
  [/יי/gu, 'y'],
  [/ו/gu, 'w'],
  [/י/gu, 'y'],
  [/ח/gu, '7'],
  [/צ|ץ/gu, 'ts'],
  [/ק/gu, 'k'],
  [/ט/gu, 't'],
  [/ש/gu, '9'],
  [/פ|ף/gu, 'p'],
  [/כ|ך/gu, '5'],
  [/ב/gu, 'b'],
];

const applyRules = (word: string, rules: Rules) =>
  rules.reduce((text, [from, to]) => text.replace(from, to), word);

const ascii = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '');

const OFFSETS = {
  consonants: [0x15, 0x39],
  signs: [0x3e, 0x4c],
  virama: 0x4d,
  nukta: 0x3c,
} as const;
const FIRST_INDIC = 0x0900;
const BLOCK = 0x80;
/** `फ़` and `ज़` are the letters of borrowed names; ISCII orders all these scripts alike. */
const WITH_NUKTA: Readonly<Record<number, string>> = { 43: 'f', 28: 'z' };
/** Letters for which English spelling differs from scholarly romanisation. */
const ENGLISH: Readonly<Record<number, string>> = {
  26: 'ch',
  27: 'ch',
  54: 'sh',
  55: 'sh',
};

/** A nasal before the next consonant: m before a labial, else n. */
const ANUSVARA = 0x02;
const LABIALS: readonly [number, number] = [0x2a, 0x2e];

/** A consonant carries its vowel unless a sign or a virama follows; at the end it is silent. */
function spellIndic(word: string): string {
  const letters = [...word.normalize('NFD')];
  let text = '';
  for (const [index, letter] of letters.entries()) {
    const place = findBlockOffset(letter);
    const isConsonant = place >= OFFSETS.consonants[0] && place <= OFFSETS.consonants[1];
    if (place === OFFSETS.virama || place === OFFSETS.nukta) continue;
    const follows = letters.slice(index + 1).map((letter) => findBlockOffset(letter));
    if (place === ANUSVARA) {
      const [next = -1] = follows;
      text += next >= LABIALS[0] && next <= LABIALS[1] ? 'm' : 'n';
      continue;
    }
    const hasNukta = follows[0] === OFFSETS.nukta;
    const next = hasNukta ? follows[1] : follows[0];
    const nukta = hasNukta ? WITH_NUKTA[place] : undefined;
    text += nukta ?? ENGLISH[place] ?? ascii(letter);
    if (isConsonant && next !== undefined && carriesVowel(next)) text += 'a';
  }
  return text;
}

/** Returns the offset of a letter in its Unicode block; null for a letter of another script. */
function findBlockOffset(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  return INDIC.test(letter) ? (code - FIRST_INDIC) % BLOCK : -1;
}

function carriesVowel(next: number): boolean {
  const isSign = next >= OFFSETS.signs[0] && next <= OFFSETS.signs[1];
  return !isSign && next !== OFFSETS.virama;
}

/** Maximum characters of a Korean name. */
const MAX_KOREAN_LENGTH = 3;

/** Reads each character as a syllable, in Mandarin and in Korean. */
function spellHan(word: string): Spelling {
  const read = [...word].map((letter) => ({ letter, text: ascii(letter) }));
  const readPart = (part: string) => {
    if (read.length > MAX_KOREAN_LENGTH) return [];
    const matching = read.filter(({ text }) => text === part);
    return matching.flatMap(({ letter }) => readInKorea(letter).flatMap(spellSyllable));
  };
  return { ...letters(read.map(({ text }) => text).join(' ')), readPart, kind: 'characters' };
}

const spellSyllable = (letter: string) => {
  const text = spellHangul(letter);
  return [text, ...otherInitial(text)];
};

/** Consonants that are voiced between vowels, with both spellings: Gil and Kil, Chong and Jong. */
const VOICED_SOUNDS: Rules = [
  [/^ch/, 'j'],
  [/^j/, 'ch'],
  [/^k/, 'g'],
  [/^t/, 'd'],
  [/^p/, 'b'],
  [/^r/, 'l'],
];
const otherInitial = (part: string) => {
  const rule = VOICED_SOUNDS.find(([from]) => from.test(part));
  return rule ? [part.replace(rule[0], rule[1])] : [];
};

/**
 * The romanisation of a word. `consonants`: the script leaves short vowels to the reader.
 * `characters`: each character is a syllable with few spellings, and any other spelling is another
 * syllable.
 */
export interface Spelling {
  readonly text: string;
  /** Other readings of the whole word. */
  readonly alternatives: readonly string[];
  /** Other readings of one of its parts. */
  readonly readPart?: (part: string) => readonly string[];
  readonly kind: 'letters' | 'consonants' | 'syllables' | 'characters';
}

const letters = (text = '', ...also: string[]): Spelling => ({
  text,
  alternatives: [...new Set(also)].filter((reading) => reading !== text),
  kind: 'letters',
});

const INDIC =
  /\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}/u;

const ROMANISERS: readonly (readonly [RegExp, (word: string) => Spelling])[] = [
  [
    /\p{Script=Greek}/u,
    (word) => {
      const plainWord = word.normalize('NFC');
      // Both readings of the digraphs are in use: Pantelis, Vladimir.
      const separated = plainWord.replace(/(?<=.)ντ/gu, 'nt').replace(/(?<=.)μπ/gu, 'mp');
      const withBothEndings = plainWord.replace(/(?<=.)ντ/gu, 'νδ');
      const foreignEnding = plainWord.replace(/φ$/u, 'β');
      return letters(
        ...[plainWord, separated, foreignEnding, withBothEndings].map((variant) =>
          ascii(applyRules(variant, GREEK)),
        ),
      );
    },
  ],
  [/\p{Script=Armenian}/u, (word) => letters(ascii(applyRules(word, ARMENIAN)), ascii(word))],
  [
    /\p{Script=Arabic}/u,
    (word) => {
      const text = ascii(applyRules(word, ARABIC));
      const [first = '', ...rest] = [text, ...withoutServant(text)].flatMap((variant, index) => {
        return index === 0 ? [variant, ...readForeignSounds(word)] : [variant];
      });
      return { text: first, alternatives: [...new Set(rest)], kind: 'consonants' };
    },
  ],
  [
    /\p{Script=Hebrew}/u,
    (word) => {
      const text = ascii(applyRules(word, HEBREW));
      const also = [...withoutServant(text), text.replace(/^al(?=.{3})/, '')];
      const [first = '', ...rest] = new Set([text, ...also].flatMap(expandAmbiguous));
      return { text: first, alternatives: rest, kind: 'consonants' };
    },
  ],
  [
    INDIC,
    (word) => {
      const text = spellIndic(word);
      // A short vowel between two open syllables is silent in most of these languages.
      const open = /([aeiou])([^aeiou]{1,2})a(?=[^aeiou]{1,2}[aeiou])/g;
      const silent = text.replace(open, '$1$2');
      // The dot that makes f of ph and z of j is often left out.
      const dotted = [text, silent].map((variant) =>
        variant.replace(/ph/g, 'f').replace(/j/g, 'z'),
      );
      return letters(text, silent, ...dotted);
    },
  ],
  [
    /\p{Script=Hangul}/u,
    (word) => ({ ...letters(spellHangul(word)), readPart: otherInitial, kind: 'syllables' }),
  ],
  [/\p{Script=Han}/u, spellHan],
  [
    /\p{Script=Georgian}/u,
    (word) => {
      const text = ascii(word);
      // The ending of the nominative: Kadirovi is Kadirov, and Kirile is Kiril.
      return letters(text, text.replace(/(?<=[^aeiou]{1}.*[^aeiou])[ie]$/, ''));
    },
  ],
];

/** `Abd al-Rahman` is written as one word or as three. */
function withoutServant(text: string): string[] {
  const bareWord = /^a?bd ?al(.{3,})$/.exec(text)?.[1];
  return bareWord === undefined ? [] : [bareWord];
}

/** Letters that stand for sounds that Arabic does not have: f for v; and z where others write d. */
function readForeignSounds(word: string): string[] {
  const sounds = word.replace(/ض/gu, 'ظ');
  const forms = [sounds, word.replace(/ف/gu, 'ڤ'), sounds.replace(/ف/gu, 'ڤ')];
  const text = ascii(applyRules(word, ARABIC));
  return [...new Set(forms.map((variant) => ascii(applyRules(variant, ARABIC))))].filter(
    (variant) => variant !== text,
  );
}

const MAX_AMBIGUOUS = 3;
/**
 * Bet is b or v, het (written 7 here) h or kh, kaf (5) k or kh, shin (9) s or sh, independently of
 * each other.
 */
const AMBIGUOUS_LETTERS: Readonly<Record<string, readonly string[]>> = {
  ...{ b: ['b', 'v'], 7: ['h', 'kh'], 5: ['kh', 'k'], 9: ['s', 'sh'] },
};

function expandAmbiguous(text: string): string[] {
  const parts = text.split(/([b759])/);
  const isMany = parts.length > 2 * MAX_AMBIGUOUS + 1;
  return parts.reduce(
    (starts, part) => {
      const read = AMBIGUOUS_LETTERS[part] ?? [part];
      return starts.flatMap((start) => (isMany ? read.slice(-1) : read).map((end) => start + end));
    },
    [''],
  );
}

/** Romanises a lower-case word; `text` may be several words, or empty when it is unreadable. */
export function spellWord(word: string): Spelling {
  const writer = ROMANISERS.find(([script]) => script.test(word));
  return writer ? writer[1](word) : letters(ascii(word));
}

/**
 * Scripts with a customary romanisation of names. For all other scripts the romanisation is a
 * guess.
 */
const KNOWN_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Transcribed foreign names have a dot, or are longer than native names. */
const DOTTED_NAME = /\p{Script=Han}[·・‧•]\s*\p{Script=Han}/u;
const LONG_HAN = /\p{Script=Han}{5}|(?:\p{Script=Han}\s*){6}/u;
const LONG_HANGUL = { word: 7, words: 5 } as const;
/** Frequent families of Japan, whose given names have up to three characters. */
const JAPANESE_NAME =
  /^(?:佐藤|鈴木|高橋|田中|伊藤|渡[辺邊邉]|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|[斎斉齋齊]藤|清水|山[崎﨑]|池田|橋本|阿部|石川|前田|藤田|小川|後藤|岡田|長谷川|村上|近藤|石井|坂本|遠藤|青木|藤井|西村|福田|太田|三浦|藤原|岡本|松田|中川|中野|原田|小野|田村|竹内|金子|和田|中山|石田|上田|森田|柴田|酒井|工藤|横山|宮[崎﨑]|宮本|内田|高木|安藤|谷口|大野|丸山|今井|高田|藤本|武田|村田|上野|杉山|増田|平野|大塚|千葉|久保|久保田|松井|小島|岩崎|桜井|野口|松尾|野村|木下|菊[地池]|佐野|大西|杉本|新井|[浜濱]田|菅原|市川|水野|小松|島田|古川|小山|高野|西田|五十嵐|山内|大久保|小野寺|佐久間|宇都宮|須田|東海林|松岡|吉川|荒木|本田|熊谷|川口|北村|川崎|辻|関口)\p{Script=Han}{2,3}(?:様)?$/u;

function isTranscribed(text: string): boolean {
  if (DOTTED_NAME.test(text)) return true;
  const isOfHan = LONG_HAN.test(text) && mayBeTranscribed(text) && !JAPANESE_NAME.test(text);
  const words = text.match(/\p{Script=Hangul}+/gu) ?? [];
  const isOfHangul =
    words.some(({ length }) => length >= LONG_HANGUL.word) ||
    (words.length > 1 && words.join('').length >= LONG_HANGUL.words);
  return (isOfHan || isOfHangul) && readFirm(text) === null;
}

/** False where a name in another script can hardly be recognised in Latin letters. */
export const isReadable = (text: string): boolean =>
  KNOWN_SCRIPTS.test(text) && !isTranscribed(text);
