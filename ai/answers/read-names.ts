// Names of the customer's own books in a question: payees, categories and accounts.

import { normaliseMessage } from '../../models/features/text-features.ts';
import { VOCABULARY } from '../english/question-parts.ts';
import * as english from '../english/questions.ts';
import { similarity } from '../intents/payees.ts';
import { readOnce } from '../intents/read-once.ts';
import type { Lexicon } from './lexicon.ts';
import { foldLetters, foldName, type Place, type Words } from './masks.ts';
import type { Subject } from './query.ts';

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface NamePattern {
  /** Letters that each place of the name begins with: without them the pattern is not tried. */
  readonly beginning: string;
  readonly pattern: RegExp;
  /** Null for a name that is not a word of the language. */
  readonly exact: RegExp | null;
}

/** Each question of a customer contains the same names, so a pattern is built once. */
const PATTERNS = {
  party: new Map<string, NamePattern | null>(),
  category: new Map<string, NamePattern | null>(),
  account: new Map<string, NamePattern | null>(),
};
/** The cache covers the customers of some minutes. */
const MOST_NAMES = 5_000;

/**
 * The pattern of a name in a question; null for a name too short to distinguish it from other
 * words.
 */
const patternOf = (kind: 'party' | 'category' | 'account', name: string) =>
  readOnce(PATTERNS[kind], name, () => newPatternOf(kind, name), MOST_NAMES);

function newPatternOf(kind: 'party' | 'category' | 'account', name: string): NamePattern | null {
  const folded = foldLetters(normaliseMessage(name)).trim();
  if (folded.length < 2) return null;
  const body = quoted(folded).replaceAll(/[ -]/g, '[ -]');
  const [first = ''] = folded.split(/[ -]/);
  // The ending of a category changes with its number.
  const beginning = kind === 'category' ? first.slice(0, Math.max(1, first.length - 3)) : first;
  if (kind === 'account' && english.COMMON_ACCOUNT.test(folded)) {
    return {
      beginning,
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${body} accounts?|${body}(?= balances?)|(?<=(?:from|in|into|on|to|of|onto|put in|\\ue000 and|\\ue000,) (?:the |my )?)${body}(?=$|[ ,.?])|(?<=${english.BEFORE_LEVEL})${body})(?![\\p{L}\\p{N}])(?! (?:bills?|payments?))`,
        'u',
      ),
      // Written as the account is, it is the account.
      exact: new RegExp(
        `(?<=[ ,+])${quoted(name)}(?![\\p{L}\\p{N}])|^${quoted(name)}(?= (?:plus|and|\\+))`,
        'u',
      ),
    };
  }
  const plural =
    kind === 'category' ? (/^(?:dining|eating)$/.test(folded) ? '(?: out)?' : '(?:es|s)?') : '';
  // `The housing fee` is one category: another name before it says of what.
  const alone = folded === 'fees' ? english.BEFORE_FEES : '';
  const one = alone + (kind === 'category' ? singularOf(body) : body);
  const account =
    kind === 'account' ? '(?: (?:accounts?|savings?|funds?|pots?|jars?)(?=[ ,.?!]|$))?' : '';
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${one}${plural}(?:'s)?${account}(?![\\p{L}\\p{N}])`,
    'u',
  );
  return { beginning, pattern, exact: null };
}

const PAYEE_WORDS = english.PAYEE_WORDS.map(
  ([phrase, payee]) => [english.words(phrase), payee] as const,
);
const CATEGORY_WORDS = english.CATEGORY_WORDS.map(
  ([phrase, category]) => [english.words(phrase), category] as const,
);
/** A category of the row as a whole, and the words of the row in a question, the longest first. */
const SAME_MEANING = english.SAME_MEANING.map((row) => ({
  whole: new RegExp(`^(?:${row.join('|')})$`, 'u'),
  patterns: row.toSorted((one, other) => other.length - one.length).map(english.words),
}));

/** Words that stand for a category: `medical` is no slip in Dhanvantri Medicals. */
const WORDS_OF_CATEGORIES: ReadonlySet<string> = new Set(
  [...english.CATEGORY_WORDS.map(([phrase]) => phrase), ...english.SAME_MEANING.flat()].flatMap(
    (phrase) => phrase.match(/[a-z]{4,}/g) ?? [],
  ),
);

const ROWS_OF = new Map<string, readonly number[]>();
/** The rows of words of one meaning that have a category. */
const rowsOf = (category: string): readonly number[] =>
  readOnce(
    ROWS_OF,
    category,
    () => SAME_MEANING.flatMap(({ whole }, row) => (whole.test(category) ? [row] : [])),
    MOST_NAMES,
  );

/** The values of the name masks of a question. */
export interface Names {
  readonly subjects: (readonly Subject[])[];
  readonly accounts: (readonly string[])[];
  /** Names that are those of an account as well as of payments, where nothing says which. */
  readonly unclear: string[];
}

export function takeNames(words: Words, lexicon: Lexicon): Names {
  const { accounts, categories, parties, incomes } = lexicon;
  const names: Names = { subjects: [], accounts: [], unclear: [] };
  const addSubject = (place: Place, subjects: readonly Subject[]) =>
    addNames(words, names, place, subjects, incomes);
  const addAccounts = (place: Place, ids: readonly string[]) =>
    words.mask(place, 'A', names.accounts.push(ids) - 1);
  takeNotes(words, lexicon, names, true);
  takeSharedNames(words, lexicon, names, addAccounts);
  takeTurnedNames(words, lexicon, addSubject);
  takeRuns(words, lexicon, addSubject);
  const all = [...new Set([...categories, 'fees'])];
  for (const { kind, name, id, pattern, exact } of namesIn(
    { ...lexicon, categories: all },
    words.rest,
  )) {
    for (let found = pattern.exec(words.rest); found; found = pattern.exec(words.rest)) {
      const place = { start: found.index, end: found.index + found[0].length };
      if (kind === 'account') addAccounts(place, [id]);
      else
        addSubject(
          place,
          [name, ...othersOf(found[0], name, lexicon)].map((one) => ({ kind, name: one })),
        );
    }
    const written = exact?.exec(words.text);
    if (!written) continue;
    const place = { start: written.index, end: written.index + written[0].length };
    if (foldLetters(written[0]) === words.rest.slice(place.start, place.end))
      addAccounts(place, [id]);
  }
  for (const { type } of accounts) {
    const pattern = english.words(
      `${type} accounts?|(?<=(?:from|in|into|on|to|of|onto) (?:both |all )?(?:of )?(?:the |my |our )?)${type}(?=$|[ ,.?#])|(?<=${english.BEFORE_LEVEL})${type}`,
    );
    const found = pattern.exec(words.rest);
    if (!found || names.accounts.length > 0) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    addAccounts(
      place,
      accounts.filter((one) => one.type === type).map((one) => one.id),
    );
  }
  for (const [pattern, payee] of PAYEE_WORDS) {
    const found = pattern.exec(words.rest);
    if (!found) continue;
    const [one, ...others] = parties.filter((name) => payee.test(foldName(name)));
    if (one === undefined || others.length > 0) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    addNames(words, names, place, [{ kind: 'party', name: one }], [], true);
  }
  const folded = categories.map((name) => [foldName(name), name] as const);
  for (const [pattern, category] of CATEGORY_WORDS) {
    const known = folded.find(([plain]) => plain === category)?.[1];
    const found = known === undefined ? null : pattern.exec(words.rest);
    if (known === undefined || found === null) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    addSubject(place, [{ kind: 'category', name: known }]);
  }
  const byRow = new Map<number, string[]>();
  for (const [plain, name] of folded)
    for (const row of rowsOf(plain)) byRow.set(row, [...(byRow.get(row) ?? []), name]);
  for (const [row, { patterns }] of SAME_MEANING.entries()) {
    const [known, ...others] = byRow.get(row) ?? [];
    if (known === undefined || others.length > 0) continue;
    for (const pattern of patterns) {
      const found = pattern.exec(words.rest);
      if (!found) continue;
      // `The loan`, beside the car loan and the student loan.
      const heads = categories.filter((name) => wordsOf(name).at(-1) === found[0]);
      if (heads.length > 1 && !heads.some((name) => foldName(name) === found[0])) {
        names.unclear.push(heads.join(' or '));
        words.blank({ start: found.index, end: found.index + found[0].length });
        continue;
      }
      const place = { start: found.index, end: found.index + found[0].length };
      addSubject(place, [{ kind: 'category', name: known }]);
    }
  }
  takeOwnWords(words, accounts, { categories, parties }, addAccounts);
  return names;
}

const FOLDED = new Map<string, string>();
const foldedOf = (name: string): string => readOnce(FOLDED, name, () => foldName(name), MOST_NAMES);

/** `Insurance for the car`, `repairs of the house`: a category with its two words turned. */
function takeTurnedNames(
  words: Words,
  { categories, parties }: Lexicon,
  add: (place: Place, subjects: readonly Subject[]) => void,
): void {
  for (const name of categories) {
    const [one = '', two = '', ...others] = foldedOf(name).split(' ');
    const stem = two.replace(/(?:ies|es|s|y)$/u, '');
    if (two === '' || others.length > 0 || one.length < 3 || stem.length < 3) continue;
    if (!words.rest.includes(stem) || !words.rest.includes(one)) continue;
    if ([...categories, ...parties].some((other) => foldedOf(other) === two)) continue;
    const found = english
      .words(`${singularOf(quoted(two))} (?:of|for|on) (?:the|my|our) ${quoted(one)}`)
      .exec(words.rest);
    if (found)
      add({ start: found.index, end: found.index + found[0].length }, [{ kind: 'category', name }]);
  }
}

/** `Van Rossum` of the payee Van Rossum Frames: two words side by side, of which one is a category. */
function takeRuns(
  words: Words,
  { parties, categories }: Lexicon,
  add: (place: Place, subjects: readonly Subject[]) => void,
): void {
  const ofCategories = new Set(categories.map(foldedOf));
  for (const name of parties) {
    const folded = foldedOf(name);
    const all = folded.split(' ');
    if (all.length < 3 || words.rest.includes(folded)) continue;
    for (const [at, word] of all.slice(0, -1).entries()) {
      const run = `${word} ${all[at + 1]}`;
      if (!ofCategories.has(word)) continue;
      if (word.length < 3 || (all[at + 1] ?? '').length < 4 || !words.rest.includes(run)) continue;
      if (parties.some((other) => other !== name && foldedOf(other).includes(run))) continue;
      const found = english.words(quoted(run)).exec(words.rest);
      // In capitals, as a name is written.
      const isWritten = found && /^\p{Lu}.* \p{Lu}/u.test(words.text.slice(found.index));
      if (!found || !isWritten) continue;
      add({ start: found.index, end: found.index + run.length }, [{ kind: 'party', name }]);
    }
  }
}

/** `Pensions` are the pension and the state pension: categories that end with a word in the plural. */
function othersOf(said: string, name: string, { categories, incomes }: Lexicon): string[] {
  const one = foldName(name);
  if (one.endsWith('s') || said !== `${one}s`) return [];
  return categories.filter(
    (other) =>
      foldName(other).endsWith(` ${one}`) && incomes.includes(other) === incomes.includes(name),
  );
}

type Entry = NamePattern & {
  readonly kind: keyof typeof PATTERNS;
  readonly name: string;
  readonly id: string;
};

/** The names whose beginnings are in the text, the longest first. */
function namesIn({ parties, categories, accounts }: Lexicon, rest: string): Entry[] {
  const found: Entry[] = [];
  const offer = (kind: Entry['kind'], name: string, id = '') => {
    const said = patternOf(kind, name);
    if (said !== null && rest.includes(said.beginning)) found.push({ ...said, kind, name, id });
  };
  for (const name of parties) offer('party', name);
  for (const name of categories) offer('category', name);
  for (const { id, name } of accounts) offer('account', name, id);
  return found.sort((one, other) => other.name.length - one.name.length);
}

/**
 * `not rent from Taxes`: an account that has the name of a category or a payee is meant beside its
 * noun and behind words of an account. Behind `from`, a payee may be meant instead, or income.
 */
function takeSharedNames(
  words: Words,
  { accounts, categories, parties, incomes }: Lexicon,
  { unclear }: Names,
  add: (place: Place, ids: readonly string[]) => void,
): void {
  for (const { id, name } of accounts) {
    const isShared = (other: string) => foldName(other) === foldName(name);
    if (![...categories, ...parties].some(isShared)) continue;
    const body = quoted(foldName(name));
    const found = (pattern: string) => english.words(pattern).exec(words.rest);
    const isEither = [...parties, ...incomes].some(isShared);
    const either = isEither
      ? found(`(?<=${english.FROM_EITHER})${body}(?! ${english.KINDS_OF_ACCOUNT})`)
      : null;
    if (either) unclear.push(`the account ${name}, or payments of that name`);
    const pattern = `${body} ${english.KINDS_OF_ACCOUNT}|${body}(?= balances?)|(?<=${english.BEFORE_AN_ACCOUNT})${body}`;
    for (let place = found(pattern); place && !either; place = found(pattern))
      add({ start: place.index, end: place.index + place[0].length }, [id]);
  }
}

/** `the fund for the grandchildren`, `the cottage savings`: an account by the word that only it has. */
function takeOwnWords(
  words: Words,
  accounts: Lexicon['accounts'],
  { categories, parties }: Pick<Lexicon, 'categories' | 'parties'>,
  add: (place: Place, ids: readonly string[]) => void,
): void {
  const taken = new Set([...categories, ...parties].flatMap(wordsOf));
  for (const { id, name } of accounts) {
    const owned = wordsOf(name).filter((word) => !english.KIND_OF_ACCOUNT.test(word));
    for (const own of owned) {
      if (own.length < 3 || (owned.length > 1 && VOCABULARY.has(own))) continue;
      const isOnly = accounts.every((one) => one.id === id || !wordsOf(one.name).includes(own));
      if (!isOnly || taken.has(own) || english.COMMON_ACCOUNT.test(own)) continue;
      const pattern = english.words(
        `${english.KINDS_OF_ACCOUNT} (?:for|of) (?:the |my |our )?${quoted(own)}|${quoted(own)} ${english.KINDS_OF_ACCOUNT}|(?<=(?:put|set|laid|saved|save) (?:by|aside|away|up)? ?for (?:the |my |our )?)${quoted(own)}`,
      );
      const found = pattern.exec(words.rest);
      if (found) add({ start: found.index, end: found.index + found[0].length }, [id]);
    }
  }
}

function addNames(
  words: Words,
  { subjects }: Names,
  place: Place,
  added: readonly Subject[],
  incomes: readonly string[],
  isThing = false,
) {
  const [{ kind, name } = { kind: 'party', name: '' }] = added;
  const isIncome = incomes.includes(name) || /^refunds?$/i.test(name);
  const mask = kind === 'party' && !isThing ? 'P' : isIncome ? 'R' : 'C';
  words.mask(place, mask, subjects.push(added) - 1);
}

/** `restaurants?`, `grocer(?:y|ies)`: the last word of a category, as one or many. */
const singularOf = (body: string) =>
  body
    .replace(/(ch|sh|x|ss)es$/u, `$1(?:es|${english.NO_SHOP})`)
    .replace(/([bcdfghklmnprtvz])ies$/u, `$1(?:y${english.NO_SHOP}|ies)`)
    .replace(/([bcdfghklmnprtvyz])s(?=\[ -\](?:out|away|in)$)/u, '$1s?')
    .replace(/([aeo]i[rnl])s$/u, `$1(?:s|${english.NO_SHOP})`)
    .replace(/([^siu]{2})s$/u, `$1(?:s|${english.NO_SHOP})`)
    .replace(/([bcdfghklmnprtvz])y$/u, '$1(?:y|ies)');

/** `beans` are the coffee beans, `sales` all sales: categories by the word that they end with. */
function takeHeads(words: Words, { categories, parties, incomes }: Lexicon, all: Names): void {
  const ofParties = new Set(parties.flatMap(wordsOf));
  const heads = new Map<string, string[]>();
  for (const name of categories) {
    const [head, ...others] = wordsOf(name).toReversed();
    if (head === undefined || others.length === 0) continue;
    if (VOCABULARY.has(head) || ofParties.has(head) || head.length < 4) continue;
    heads.set(head, [...(heads.get(head) ?? []), name]);
  }
  for (const [head, names] of heads) {
    const isIn = (name: string) => incomes.includes(name);
    if (names.some(isIn) && !names.every(isIn)) continue;
    const found = english.words(singularOf(head)).exec(words.rest);
    if (!found) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    addNames(
      words,
      all,
      place,
      names.map((name) => ({ kind: 'category' as const, name })),
      incomes,
    );
  }
}

const WORDS_OF = new Map<string, readonly string[]>();
const wordsOf = (name: string): readonly string[] =>
  readOnce(
    WORDS_OF,
    name,
    () => foldLetters(normaliseMessage(name)).match(/(?:\p{L}')?[\p{L}\p{N}]{3,}/gu) ?? [],
    MOST_NAMES,
  );

/** `Big Sky`, of which one word is one of the language: both, where the name has them side by side. */
function widened(
  rest: string,
  {
    start,
    end,
    names,
  }: { readonly start: number; readonly end: number; readonly names: readonly string[] },
): Place {
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return { start, end };
  const all = foldLetters(normaliseMessage(name)).match(/[\p{L}\p{N}']+/gu) ?? [];
  const said = rest.slice(start, end).match(/[\p{L}\p{N}']+/gu) ?? [];
  const at = all.findIndex((_, from) => said.every((word, to) => all[from + to] === word));
  if (at < 0) return { start, end };
  const before = all[at - 1];
  const behind = all[at + said.length];
  const isBefore =
    before !== undefined &&
    (before.length > 2 || !VOCABULARY.has(before)) &&
    rest.slice(0, start).endsWith(` ${before} `);
  const isBehind =
    behind !== undefined &&
    behind.length > 2 &&
    new RegExp(`^ ${quoted(behind)}(?![\\p{L}\\p{N}])`, 'u').test(rest.slice(end));
  return {
    start: isBefore ? start - before.length - 1 : start,
    end: isBehind ? end + behind.length + 1 : end,
  };
}

/** A mistake with a payment is no name of it. */
const NO_NOTE =
  /(?<![\p{L}])(?:twice|double|wrong|cancel+ed|reversed|refund(?:ed)?|returned|error|mistake|test)(?![\p{L}])/u;

/**
 * `The laptop`, `the flights to the flat`: the whole note beside payments. Notes of several words are
 * read before all names, single words behind them.
 */
function takeNotes(words: Words, lexicon: Lexicon, all: Names, isOfSeveral: boolean): void {
  const { notes = [], categories, parties, accounts, incomes } = lexicon;
  const named = new Set(
    [...categories, ...parties, ...accounts.map(({ name }) => name)].map(foldName),
  );
  for (const name of notes.toSorted((one, other) => other.length - one.length)) {
    const folded = foldName(name).trim();
    if (folded.includes(' ') !== isOfSeveral || !words.rest.includes(folded)) continue;
    const long: readonly string[] = folded.match(/\p{L}{4,}/gu) ?? [];
    const isOwn = long.some((word) => !VOCABULARY.has(word)) || long.length > 1;
    if (!isOwn || named.has(folded) || NO_NOTE.test(folded)) continue;
    const found = new RegExp(`(?<![\\p{L}\\p{N}-])${quoted(folded)}(?![\\p{L}\\p{N}-])`, 'u').exec(
      words.rest,
    );
    if (!found) continue;
    const place = { start: found.index, end: found.index + folded.length };
    addNames(words, all, place, [{ kind: 'note', name }], incomes);
  }
}

/** `At the co-op`: a word with a hyphen that one payee alone has in its name. */
function takeHyphened(words: Words, { parties, incomes, categories }: Lexicon, all: Names): void {
  const hyphened = (name: string): readonly string[] =>
    foldName(name).match(/\p{L}{2,}(?:-\p{L}{2,})+/gu) ?? [];
  const known = new Set(categories.flatMap(hyphened));
  for (const name of parties) {
    for (const part of hyphened(name)) {
      const isShared = parties.some((other) => other !== name && hyphened(other).includes(part));
      if (isShared || known.has(part)) continue;
      const found = new RegExp(`(?<![\\p{L}\\p{N}-])${quoted(part)}(?![\\p{L}\\p{N}-])`, 'u').exec(
        words.rest,
      );
      if (!found) continue;
      const place = { start: found.index, end: found.index + part.length };
      addNames(words, all, place, [{ kind: 'party', name }], incomes);
    }
  }
}

/** Payees by a part of their name, or by a name with a slip in it. */
export function takeParts(words: Words, lexicon: Lexicon, all: Names): string[] {
  const { parties, incomes, categories } = lexicon;
  takeHyphened(words, lexicon, all);
  takeHeads(words, lexicon, all);
  const ofCategories = categories.map((name) => ({ name, parts: wordsOf(name) }));
  const known = parties.map((name) => ({ name, parts: wordsOf(name) }));
  for (const isNear of [false, true]) {
    const fits = (said: string, part: string) =>
      isNear
        ? !(WORDS_OF_CATEGORIES.has(said) && part === `${said}s`) &&
          said.length > 4 &&
          part.length > 3 &&
          said[0] === part[0] &&
          Math.abs(said.length - part.length) < 2 &&
          similarity(said, part) >= 0.75
        : said === part;
    let run: { start: number; end: number; names: string[] } | null = null;
    const close = (): string[] | null => {
      if (run === null) return null;
      const { names } = run;
      const { start, end } = isNear ? run : widened(words.rest, run);
      run = null;
      const isBoth = /(?:both|all)(?: the)? $/.test(words.rest.slice(0, start));
      if (names.length > 1 && !isBoth) return names;
      const both = /(?:both|all)(?: the)? $/.exec(words.rest.slice(0, start));
      if (both) words.blank({ start: both.index, end: start });
      const subjects = names.map((name) => ({ kind: 'party' as const, name }));
      addNames(words, all, { start, end }, subjects, incomes);
      return null;
    };
    for (const match of [...words.rest.matchAll(/[\p{L}\p{N}']+/gu)]) {
      const said = match[0].replace(/'s$/, '');
      const start = match.index;
      const end = start + match[0].length;
      const isPlain = isNear
        ? VOCABULARY.has(said)
        : VOCABULARY.has(said) ||
          /^(?:co|ltd|the|dr|card|cash|like|want|know|see|say|mean|back)$/.test(said);
      const plural = said.replace(/s$/, '');
      const isThing =
        !isNear &&
        / *bills?(?![\p{L}])/uy.test(words.rest.slice(end)) &&
        said === match[0] &&
        words.text[start] === said[0];
      const names =
        isPlain || isThing
          ? []
          : known
              .filter(({ parts }) =>
                parts.some(
                  (part) =>
                    fits(said, part) ||
                    (!isNear && said.endsWith('s') && plural === part && plural.length > 4) ||
                    (!isNear &&
                      said.length > 3 &&
                      /^[^aeiou]y$/.test(said.slice(-2)) &&
                      part === `${said.slice(0, -1)}ies`),
                ),
              )
              .map(({ name }) => name);
      // `freight by broker`, beside the payee `Chinook Freight Brokers`: a kind of payee.
      const isKind =
        isNear &&
        english.BEFORE_A_KIND.test(words.rest.slice(0, start)) &&
        known.some(({ parts }) => parts.includes(`${said}s`));
      if (isKind) names.splice(0);
      // `the condo`: the payee of that name, or the category of condo fees.
      const others = ofCategories.filter(({ parts }) => parts.includes(said));
      if (!isNear && names.length > 0 && others.length > 0 && words.text[start] === said[0])
        return [...names, ...others.map(({ name }) => name)];
      const current = run as { start: number; end: number; names: string[] } | null;
      const isNext = current !== null && /^[ -]$/.test(words.rest.slice(current.end, start));
      const both = isNext && current ? current.names.filter((name) => names.includes(name)) : [];
      if (both.length > 0 && current) run = { start: current.start, end, names: both };
      else {
        const unclear = close();
        if (unclear) return unclear;
        run = names.length > 0 ? { start, end, names } : null;
      }
    }
    const unclear = close();
    if (unclear) return unclear;
  }
  takeNotes(words, lexicon, all, false);
  return [];
}
