// Matches the person named in a message with the contacts of the request and the customer's own
// accounts. Names are data: they are compared, and never read as words of the message.

import {
  BEFORE_A_PAYEE,
  BEFORE_A_RELATIVE,
  FAMILY,
  HONORIFICS,
  MALE_RELATIVES,
  OF_WOMEN,
  TITLES,
  TITLES_OF_MEN,
  TITLES_OF_WOMEN,
} from '../english/people.ts';
import {
  removeAccents as lettersWithoutAccents,
  listTypedSpellings,
  plainText,
  readWord,
  splitWords,
} from '../names/fold.ts';
import { soundsAs } from '../names/spellings.ts';
import { MOST_FOR_CONTACTS, readOnce } from './read-once.ts';

export interface Contact {
  readonly name: string;
  readonly accountId: string | null;
  readonly relationship: string | null;
  /** Payment details of a person outside this bank. Unknown when null or left out. */
  readonly externalParty?: Readonly<Record<string, unknown>> | null;
}

export interface Candidate {
  readonly name: string;
  readonly accountId: string | null;
  /** 1: the same name. Below 0.9 nothing is ever proposed. */
  readonly matchScore: number;
}

export interface PayeeMatch {
  /** The payee, or null when none fits or more than one does. */
  readonly payee: Candidate | null;
  /** Possible payees, the best first. */
  readonly candidates: readonly Candidate[];
  /** The name was written with a slip: only a person confirms it. */
  readonly isSlip: boolean;
}

const LEAST = 0.6;
const CERTAIN = 0.9;
const BETWEEN = 0.05;
/** Two names as near as this are mistaken for each other. */
const NEAR = 0.85;
const SCORE = { exact: 1, relationship: 0.95, plain: 0.95, part: 0.9, slip: 0.89 } as const;
/** A shorter word with another letter may be another name. */
const LONG_WORD = 7;
const LEAST_TURNED = 6;

/** Upper and lower case, and forms of the same letter, count as equal. */
export const foldPayee = (name: string): string => ofName(FOLDED, name, folded);

const folded = (name: string): string => plainText(name).toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * Cached, because a reply is compared with each name several times and every message has the same
 * names.
 */
const FOLDED = new Map<string, string>();
const PLAIN_LETTERS = new Map<string, string>();
const SKELETONS = new Map<string, Skeleton>();
const MOST_NAMES = 4_000;
const LONGEST_NAME = 80;
function ofName<Read>(known: Map<string, Read>, name: string, read: (name: string) => Read): Read {
  return name.length > LONGEST_NAME
    ? read(name)
    : readOnce(known, name, () => read(name), MOST_NAMES);
}

/** A folded name as it is written and typed: with its accents, without them, and with umlauts in two letters. */
export function namesAsTyped(name: string): readonly string[] {
  const typed = name.replace(
    /[^ -~]/gu,
    (letter) => listTypedSpellings(letter, false).at(1) ?? letter,
  );
  return [...new Set([name, plainLetters(name), typed])];
}

/** True when one word has letters of two alphabets, like a forged name. */
export function mixesScripts(text: string): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => /\p{Script=Latin}/u.test(word) && /[^\p{Script=Latin}\p{M}]/u.test(word),
  );
}

/** Phrases of one message, by the contacts that it came with. */
const MATCHES = new WeakMap<readonly Contact[], Map<string, PayeeMatch>>();

/** Looks a phrase up among contacts. */
export function matchPayee(phrase: string, contacts: readonly Contact[]): PayeeMatch {
  const known = MATCHES.get(contacts) ?? new Map<string, PayeeMatch>();
  MATCHES.set(contacts, known);
  return readOnce(known, phrase, () => newMatch(phrase, contacts), MOST_FOR_CONTACTS);
}

function newMatch(phrase: string, contacts: readonly Contact[]): PayeeMatch {
  const named = foldPayee(phrase.replace(BEFORE_A_PAYEE, '').replace(BEFORE_A_RELATIVE, ''));
  const honorific = HONORIFICS.exec(named)?.[0] ?? '';
  const isOfName = contacts.some(({ name }) => foldPayee(name).endsWith(honorific));
  const payeeName = isOfName ? named : named.slice(0, named.length - honorific.length);
  const scored = contacts
    .map(({ name, accountId, relationship }) => {
      return { name, accountId, matchScore: scoreOf(payeeName, foldPayee(name), relationship) };
    })
    .filter(({ matchScore }) => matchScore >= LEAST)
    .sort((one, other) => other.matchScore - one.matchScore);
  const candidates = distinct(scored);
  const [first] = candidates;
  if (!first || first.matchScore < CERTAIN) {
    const slips = contacts.filter(({ name }) => isSlipOf(payeeName, foldPayee(name)));
    const [one] = slips;
    if (one === undefined || slips.length > 1 || mixesScripts(phrase)) {
      return { payee: null, candidates, isSlip: false };
    }
    const payee = { name: one.name, accountId: one.accountId, matchScore: SCORE.slip };
    const rivals = contacts.filter((other) => other !== one && isNearTo(payeeName, other.name));
    if (rivals.length > 0) {
      const others = rivals.map(({ name, accountId }) => ({ name, accountId, matchScore: LEAST }));
      return {
        payee: null,
        candidates: distinct([payee, ...others, ...candidates]),
        isSlip: true,
      };
    }
    return { payee, candidates: distinct([payee, ...candidates]), isSlip: true };
  }
  // A name that differs by a letter from another one is a slip, or a forgery.
  const isForged = contacts.some(({ name, accountId }) => {
    const isOther = accountId !== first.accountId || foldPayee(name) !== foldPayee(first.name);
    return isOther && nearness(name, first.name) >= NEAR;
  });
  const isAlone =
    !isForged &&
    candidates.slice(1).every((other) => first.matchScore - other.matchScore > BETWEEN);
  const isSound = !mixesScripts(first.name) && !mixesScripts(phrase);
  return { payee: isAlone && isSound ? first : null, candidates, isSlip: false };
}

/** Contacts that a phrase may be about: `the coal people`, `the doctor`. They are offered, and never paid. */
export function contactsNear(phrase: string, contacts: readonly Contact[]): Contact[] {
  const foldedWords = foldPayee(phrase)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => !NO_NAME.has(word))
    .map((word) => plainLetters(word));
  return contacts.filter(({ name }) => {
    const { title, words } = wordsOf(foldPayee(name));
    return foldedWords.some(
      (word) =>
        (word.length >= LEAST_NEAR && words.some((one) => plainLetters(one) === word)) ||
        (title !== '' &&
          TITLES[word] === title &&
          word.length > 1 &&
          /^(?:dr|prof|father|rev|sgt|capt)$/.test(title)),
    );
  });
}

const LEAST_NEAR = 3;
const NO_NAME: ReadonlySet<string> = new Set([
  'the',
  'and',
  'for',
  'with',
  'school',
  'bank',
  'pay',
  'bill',
]);

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seenIds = new Set<string>();
  return candidates.filter(({ accountId, name }) => {
    const key = `${accountId}/${foldPayee(name)}`;
    return seenIds.size < seenIds.add(key).size;
  });
}

function scoreOf(payeeName: string, name: string, relationship: string | null): number {
  if (payeeName === name) return SCORE.exact;
  const relation = relationship === null ? '' : foldPayee(relationship);
  const family = (word: string) => FAMILY[word] ?? word;
  if (relation !== '' && family(payeeName) === family(relation)) return SCORE.relationship;
  // `my friend John`: both are said, and both have to fit.
  const [first = ''] = payeeName.split(' ');
  if (relation !== '' && payeeName !== first && family(first) === family(relation)) {
    return scoreOf(payeeName.slice(first.length + 1), name, null);
  }
  const payeeWords = wordsOf(payeeName);
  const known = wordsOf(name);
  if (payeeWords.title !== '' && known.title !== '' && payeeWords.title !== known.title) return 0;
  // `Mrs Baker` is not my brother Tom Baker.
  const isOdd =
    (TITLES_OF_WOMEN.test(payeeWords.title) && MALE_RELATIVES.test(relation)) ||
    (TITLES_OF_MEN.test(payeeWords.title) && OF_WOMEN.test(relation));
  if (isOdd) return 0;
  // `and` is no name, although a firm has it in its own.
  if (payeeWords.words.every((word) => word === 'and')) return 0;
  if (isWritten(payeeWords.words.join(''), known.words.join(''))) return SCORE.plain;
  const isPart =
    new Set(payeeWords.words).size === payeeWords.words.length &&
    payeeWords.words.every((one) => known.words.some((other) => isWritten(one, other)));
  if (isPart || runsOf(known.words).some((run) => isWritten(payeeWords.words.join(''), run))) {
    return SCORE.part;
  }
  return Math.min(0.89, nearness(payeeName, name));
}

/** Neighbouring words as one: `Al-Farouqi`, `O Shaughnessy`, `Mc Auliffe`. */
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, from) => {
    return words.slice(from + 1, from + MOST_JOINED).map((_, at) => {
      return words.slice(from, from + at + 2).join('');
    });
  });
}

const MOST_JOINED = 4;

/** The words of a folded name, its title apart. */
function wordsOf(name: string) {
  const all = name
    .replace(/&/g, ' and ')
    .split(/[\s\p{Pd}]+/u)
    .map((word) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
    .filter((word) => word !== '');
  const title = all.length > 1 ? (TITLES[all[0] ?? ''] ?? '') : '';
  const words = (title === '' ? all : all.slice(1)).map((word) => FAMILY[word] ?? word);
  return { title, words };
}

const PLAIN = /^[ -~]*$/;

/**
 * `Muller`, `Mueller`, `Müller` and `Мюллер` are written for Müller; `Lópéz` is not for Lopez, whose
 * accents may be those of another person.
 */
function isWritten(phrase: string, name: string): boolean {
  // Not all spellings of a name with many accents are listed.
  if (phrase === name || phrase === plainLetters(name)) return true;
  if (PLAIN.test(phrase) && PLAIN.test(name)) return false;
  if (OTHER_SCRIPT.test(phrase) || OTHER_SCRIPT.test(name)) return soundsAs(phrase, name);
  const ways = ofName(TYPED, phrase, (word) => listTypedSpellings(word, true));
  const known = ofName(KNOWN, name, (word) => listTypedSpellings(word, false));
  return ways.some((way) => known.includes(way));
}

const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const TYPED = new Map<string, readonly string[]>();
const KNOWN = new Map<string, readonly string[]>();

/** Returns letters without diacritics, as typed on a keyboard that has none. */
export const plainLetters = (text: string): string =>
  ofName(PLAIN_LETTERS, text, lettersWithoutAccents);

/** True when one letter of one long word is wrong and every other word is right. */
function isSlipOf(payeeName: string, name: string): boolean {
  const payeeWords = wordsOf(payeeName);
  const known = wordsOf(name);
  if (payeeWords.title !== '' && known.title !== '' && payeeWords.title !== known.title)
    return false;
  const wrong = payeeWords.words.filter(
    (one) => !known.words.some((other) => isWritten(one, other)),
  );
  const [slip, ...more] = wrong;
  if (slip === undefined) return false;
  if (more.length > 0) return areSlipsOf(payeeWords.words, known.words);
  if (slip !== plainLetters(slip)) return false;
  // A title that is the same counts as a word that is right.
  const isTitled = payeeWords.title !== '' && payeeWords.title === known.title;
  const least = payeeWords.words.length > 1 || isTitled ? LONG_WORD : LONG_WORD + 1;
  return known.words.some((other) => {
    const plain = plainLetters(other);
    const longest = Math.max(plain.length, slip.length);
    const edits = Math.round((1 - similarity(plain, slip)) * longest);
    // Two letters changed over in a name of which the rest is right.
    const isTurned =
      payeeWords.words.length > 1 && [...plain].sort().join() === [...slip].sort().join();
    const enough = isTurned ? LEAST_TURNED : least;
    return edits === 1 && longest >= enough && plain[0] === slip[0];
  });
}

/**
 * `Giovani Pelegrino`: a whole name, word by word, with one slip in each of two long words. Together they
 * are as certain as one word with a slip beside a word that is right.
 */
function areSlipsOf(typed: readonly string[], known: readonly string[]): boolean {
  if (typed.length !== known.length || typed.length < 2) return false;
  const edits = typed.map((one, at) => {
    const plain = plainLetters(known[at] ?? '');
    const longest = Math.max(plain.length, one.length);
    if (isWritten(one, known[at] ?? '')) return 0;
    const isLong = longest >= LONG_WORD && plain[0] === one[0] && one === plainLetters(one);
    return isLong ? Math.round((1 - similarity(plain, one)) * longest) : MOST_SLIPS;
  });
  return edits.every((many) => many < 2) && edits.filter((many) => many === 1).length < MOST_SLIPS;
}
const MOST_SLIPS = 3;

/** True when each word may be a slip of a word of the name, by its letters or its consonants. */
function isNearTo(payeeName: string, name: string): boolean {
  const known = wordsOf(foldPayee(name)).words.map(plainLetters);
  const consonants = (word: string) => word.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1');
  return wordsOf(payeeName).words.every((word) => {
    const plainWord = plainLetters(word);
    return known.some(
      (other) =>
        similarity(plainWord, other) >= NEAR_WORD ||
        (plainWord.length >= SOUND_WORD && consonants(plainWord) === consonants(other)),
    );
  });
}

const NEAR_WORD = 0.7;
/** `Mohamed` and `Muhammad`; shorter ones are as the consonants of many. */
const SOUND_WORD = 5;

/** A name in a form in which near names come near. */
interface Skeleton {
  /** The sound of the name in plain letters, and the appearance of its letters. */
  readonly readings: readonly string[];
  /** Characters and syllables, of which different ones have one sound in Latin letters. */
  readonly isOwn: boolean;
}

const skeleton = (name: string): Skeleton => ofName(SKELETONS, name, newSkeleton);

function newSkeleton(name: string): Skeleton {
  const words = splitWords(foldPayee(name)).flatMap((word) => readWord(word));
  const joinedText = words.map(({ text }) => text).join(' ');
  const pictureText = words.map(({ text, lookalike }) => lookalike ?? text).join(' ');
  return {
    readings: joinedText === pictureText ? [joinedText] : [joinedText, pictureText],
    isOwn: words.some(({ kind }) => kind !== 'letters'),
  };
}

/** The similarity of two names, by sound or by appearance, whichever is higher. */
function nearness(one: string, other: string): number {
  const [a, b] = [skeleton(one), skeleton(other)];
  if (a.isOwn && b.isOwn) return similarity(foldPayee(one), foldPayee(other));
  return Math.max(...a.readings.flatMap((x) => b.readings.map((y) => similarity(x, y))));
}

/** One minus the edit distance over the longer length; a swap of neighbours is one edit. */
export function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 1;
  let [before, row]: [number[], number[]] = [[], [...Array(other.length + 1).keys()]];
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const cost = one[at - 1] === other[to - 1] ? 0 : 1;
      let least = Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + cost);
      const isSwap =
        at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (isSwap) least = Math.min(least, (before[to - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return 1 - (row[other.length] ?? longest) / longest;
}
