// Words of names as the matcher compares them: how they sound, which consonants they have, and
// which of them say little about a person.

import { readDigits, removeDisguise } from '../names/disguise.ts';
import { BREAK, foldName, type NameWord, plainText } from '../names/fold.ts';
import { otherForms } from './name-forms.ts';

/** A word of a name. */
export interface Word {
  readonly text: string;
  /** The word with its other readings: two words with the same label are equal in every respect. */
  readonly label: string;
  /** The rough sound of the word, on which the spellings of one name in different scripts agree. */
  readonly key: string;
  /** The consonants of the word, which are all that a script without short vowels writes. */
  readonly frame: string;
  /** True for a number, which matches exactly or not at all. */
  readonly isNumeric: boolean;
  /** True for particles, titles and legal forms, whose presence says little. */
  readonly isSlight: boolean;
  /** True for a script that leaves short vowels to the reader. */
  readonly isBare: boolean;
  /**
   * True for a syllable of a script that writes no letters; each syllable of such a name counts.
   */
  readonly isSyllable: boolean;
  /** True for a Han character: its readings are known, so it is not compared with slips. */
  readonly isExact: boolean;
  /** Other readings of the same letters. */
  readonly alternatives: readonly Word[];
}

/** Particles between the words of names. */
const LINKS = (
  'al el ul as ash at ad az ar an bin ben ibn bint binti abd abdul abdel abdal abdur abu abou ' +
  'van von der den de del della di da das do dos du la le las los'
).split(' ');

const FORMS = (
  'ltd llc inc co corp company limited ' +
  'incorporated corporation sa srl spa sas sac llp lp cia gmbh ag bv nv plc pjsc ojsc cjsc jsc ooo oao zao ' +
  'pao ao pte pty pvt sdn bhd cv sarl sal ltda lda est fze fzco fzc dmcc kg ohg oy ab kft doo spzoo ' +
  'tnhh eood ood tov shps spy sirketi aod zrt nyrt sro dooel kkt ' +
  'establishment joint stock liability public closed obshchestvo aktsionernoe ' +
  'otkrytoe zakrytoe publichnoe nepublichnoe ogranichennoi ogranichennoy otvetstvennostyu ' +
  'group holding holdings'
).split(' ');

const PARTICLES = new Set([
  ...LINKS,
  ...(
    'y e of and the und et for haji hajji haj mullah mulla ' +
    'sheikh shaykh sayyid maulavi mawlawi ustad ustaz qari alhaj general prof professor sir maj lt ' +
    'brig dr mr mrs ms ing eng col gen capt jr sr ii iii'
  ).split(' '),
  ...FORMS,
]);

const linkSet = new Set(LINKS);

/** True for a particle inside a name, such as `bin` and `van`. */
export const isLink = ({ text }: Pick<Word, 'text'>) => linkSet.has(text);

const formSet = new Set(FORMS);

/** True for a word of the legal form of a firm. */
export const isLegalForm = ({ text }: Pick<Word, 'text'>) => formSet.has(text);

/** The particles as a script without short vowels writes them. */
const BARE_PARTICLES = new Set('al bn abn bnt abw bd abd'.split(' '));

const DOTTED_INITIALS = /(?<!\p{L})(?:\p{L}\. ?){2,5}(?!\p{L})/gu;

/** Spolka z ograniczona odpowiedzialnoscia: four words that are one form. */
const POLISH = /(?<!\p{L})sp\. ?z ?o\. ?o\.?(?!\p{L})/giu;

/** Công ty TNHH một thành viên: all words of the form of a Vietnamese company. */
const VIETNAMESE =
  /(?<!\p{L})c[ôo]ng ty (?:tnhh|tr[áa]ch nhi[ệe]m h[ữu]u h[ạa]n|c[ổo] ph[ầa]n|cp)(?: (?:mtv|m[ộo]t th[àa]nh vi[êe]n))?(?!\p{L})/giu;

/** `S.A.` is a form of company; `J. R.` are two initials. */
function joinInitials(form: string): string {
  const letters = form.replaceAll(/[. ]/g, '');
  return PARTICLES.has(letters.toLowerCase()) && letters.toLowerCase() !== 'jr'
    ? `${letters} `
    : form;
}

/** The words of a text. */
export interface ReadText {
  readonly words: readonly Word[];
  /** The words of the text in order, as indexes of `words`; null between two names. */
  readonly sequence: readonly (number | null)[];
}

/** A name as words, with the reason why a part of it could not be compared. */
export interface ReadName extends ReadText {
  readonly unread: ReturnType<typeof foldName>['unread'];
  /** The text without its possible disguise; null when it has none. */
  readonly undisguised: ReadText | null;
}

/** Reads a name. */
export function readName(name: string): ReadName {
  const plain = plainText(name);
  const other = removeDisguise(plain);
  return { ...readText(name), undisguised: other === plain ? null : readText(other) };
}

function readText(name: string): Omit<ReadName, 'undisguised'> {
  const { words, sequence, unread } = foldName(
    name
      .normalize('NFKC')
      .replace(POLISH, 'spzoo')
      .replace(VIETNAMESE, 'tnhh')
      .replace(DOTTED_INITIALS, joinInitials),
  );
  const isBreak = (place: number) => place === BREAK || CONJUNCTIONS.has(words[place]?.text ?? '');
  return {
    words: words.map(toWord),
    sequence: sequence.map((place) => (isBreak(place) ? null : place)),
    unread,
  };
}

/** Conjunctions between the names of two people. */
const CONJUNCTIONS = new Set('and und et or oder ou og och'.split(' '));

/** The words of a name, small and in Latin letters. */
export function readWords(name: string): Word[] {
  return [...readText(name).words];
}

/** Cache of the sounds of recent words, because words of the lists recur often. */
const cachedWords = new Map<string, Word>();
const MAX_KNOWN = 60_000;

function toWord({ text, alternatives, kind }: NameWord): Word {
  const isUsual = kind === 'letters' && alternatives.length === 0 && !/\d/.test(text);
  const forms = kind === 'letters' ? otherForms(text) : [];
  if (!isUsual || forms.length > 0) {
    const ways = new Set([
      ...[text, ...alternatives].flatMap((reading) => [reading, ...readDigits(reading)]),
      ...forms,
    ]);
    const otherReadings = [...ways].slice(1).map((reading) => describeWord(reading, kind, []));
    return describeWord(text, kind, otherReadings);
  }
  const cachedWord = cachedWords.get(text);
  if (cachedWord) return cachedWord;
  if (cachedWords.size >= MAX_KNOWN) cachedWords.clear();
  const word = describeWord(text, kind, []);
  cachedWords.set(text, word);
  return word;
}

/** Makes a word from its first reading and its other readings. */
export function makeWord(
  [first = '', ...rest]: readonly string[],
  kind: NameWord['kind'] = 'letters',
): Word {
  const alternatives = rest.map((reading) => describeWord(reading, kind, []));
  return describeWord(first, kind, alternatives);
}

/** Joins two words of a script without short vowels that were written separately. */
export const joinBareWords = (a: Word, b: Word): Word =>
  describeWord(a.text + b.text, 'consonants', []);

/** Labels distinguish words of different kinds with the same letters. */
const MARKS = { letters: '', consonants: '*', syllables: '-', characters: '=' } as const;

function describeWord(text: string, kind: NameWord['kind'], alternatives: readonly Word[]): Word {
  const isBare = kind === 'consonants';
  const isExact = kind === 'characters';
  return {
    text,
    label: [text, MARKS[kind], ...alternatives.map((other) => `/${other.text}`)].join(''),
    key: computeSound(text),
    frame: extractFrame(text),
    isNumeric: /\d/.test(text),
    isSlight: isBare ? BARE_PARTICLES.has(text) : PARTICLES.has(text),
    isBare,
    isSyllable: isExact || kind === 'syllables',
    isExact,
    alternatives,
  };
}

/** Spellings that transliteration mixes up, in the order in which they are replaced. */
const SAME_SOUND: readonly (readonly [RegExp, string])[] = [
  [/aw(?=[ou])/g, 'a'],
  [/sch|shch|tch|ch|sh|zh|ts|tz|cz/g, 's'],
  [/kh|gh|ck|qu|q/g, 'k'],
  [/ph/g, 'f'],
  [/th|dh|dj/g, 'd'],
  [/x/g, 'ks'],
  [/c|g/g, 'k'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/t/g, 'd'],
  [/b|p/g, 'b'],
  [/you|yu|iu|ou|oo|eu|u/g, 'o'],
  [/ia|ya|ja|ie|ye|ay|ai|ei|ey|ae/g, 'a'],
  [/ee|ii|y|j|i/g, 'e'],
  [/h/g, ''],
  [/(.)\1+/g, '$1'],
];

/**
 * Computes the rough sound of a word; a short word keeps its letters, because its sound would fit
 * too many words.
 */
export function computeSound(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let sound = word;
  for (const [spelling, replacement] of SAME_SOUND) sound = sound.replace(spelling, replacement);
  return sound === '' ? word : sound;
}

const CONSONANTS: readonly (readonly [RegExp, string])[] = [
  [/sch|shch|tch|ch|sh|zh|ts|tz|cz|z/g, 's'],
  [/kh|gh|ck|qu|q|dj|j|c|g/g, 'k'],
  [/th|dh|t/g, 'd'],
  [/x/g, 'ks'],
  [/ph|f|p/g, 'b'],
];

/** Consonants by their kind, with the letters between them. */
export function splitConsonants(word: string): { readonly frame: string; readonly gaps: string[] } {
  let text = word;
  for (const [spelling, replacement] of CONSONANTS) text = text.replace(spelling, replacement);
  let frame = '';
  const gaps = [''];
  for (const letter of text) {
    if (/[aeiouywvh]/.test(letter)) gaps[gaps.length - 1] += letter;
    else if (letter !== frame.at(-1) || gaps.at(-1) !== '') {
      frame += letter;
      gaps.push('');
    }
  }
  return { frame, gaps };
}

/** The consonants of a word by their kind. */
export function extractFrame(word: string): string {
  return /^[a-z]+$/.test(word) ? splitConsonants(word).frame : word;
}
