// Names of the customer's own books in a question: payees, categories and accounts.

import { normaliseMessage } from '../../models/features/text-features.ts';
import { VOCABULARY } from '../english/question-parts.ts';
import * as english from '../english/questions.ts';
import { similarity } from '../intents/payees.ts';
import type { Lexicon } from './lexicon.ts';
import { foldLetters, type Place, type Words } from './masks.ts';
import type { Subject } from './query.ts';

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The values of the name masks of a question. */
export interface Names {
  readonly subjects: (readonly Subject[])[];
  readonly accounts: (readonly string[])[];
}

export function takeNames(
  words: Words,
  { accounts, categories, parties, incomes }: Lexicon,
): Names {
  const names: Names = { subjects: [], accounts: [] };
  const addSubject = (place: Place, subjects: readonly Subject[]) =>
    addNames(words, names, place, subjects, incomes);
  const addAccounts = (place: Place, ids: readonly string[]) =>
    words.mask(place, 'A', names.accounts.push(ids) - 1);
  const entries = [
    ...parties.map((name) => ({ kind: 'party' as const, name, id: '' })),
    ...[...new Set([...categories, 'fees'])].map((name) => ({
      kind: 'category' as const,
      name,
      id: '',
    })),
    ...accounts.map(({ id, name }) => ({ kind: 'account' as const, name, id })),
  ].sort((one, other) => other.name.length - one.name.length);
  for (const { kind, name, id } of entries) {
    const folded = foldLetters(normaliseMessage(name)).trim();
    if (folded.length < 2) continue;
    const body = quoted(folded).replaceAll(/[ -]/g, '[ -]');
    const isCommon = kind === 'account' && english.COMMON_ACCOUNT.test(folded);
    const plural =
      kind === 'category' ? (/^(?:dining|eating)$/.test(folded) ? '(?: out)?' : '(?:es|s)?') : '';
    // `The housing fee` is one category: another name before it says of what.
    const alone = folded === 'fees' ? '(?<!\\ue000 )' : '';
    const one = alone + (kind === 'category' ? singularOf(body) : body);
    const pattern = isCommon
      ? new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${body} accounts?|${body}(?= balances?)|(?<=(?:from|in|into|on|to|of|onto|put in|\\ue000 and|\\ue000,) (?:the |my )?)${body}(?=$|[ ,.?]))(?![\\p{L}\\p{N}])(?! (?:bills?|payments?))`,
          'u',
        )
      : new RegExp(
          `(?<![\\p{L}\\p{N}])${one}${plural}(?:'s)?${kind === 'account' ? '(?: accounts?(?= |$|,))?' : ''}(?![\\p{L}\\p{N}])`,
          'u',
        );
    for (let found = pattern.exec(words.rest); found; found = pattern.exec(words.rest)) {
      const place = { start: found.index, end: found.index + found[0].length };
      if (kind === 'account') addAccounts(place, [id]);
      else addSubject(place, [{ kind, name }]);
    }
    // Written as the account is, it is the account.
    const exact = isCommon
      ? new RegExp(
          `(?<=[ ,+])${quoted(name)}(?![\\p{L}\\p{N}])|^${quoted(name)}(?= (?:plus|and|\\+))`,
          'u',
        ).exec(words.text)
      : null;
    if (
      exact &&
      foldLetters(exact[0]) === words.rest.slice(exact.index, exact.index + exact[0].length)
    ) {
      addAccounts({ start: exact.index, end: exact.index + exact[0].length }, [id]);
    }
  }
  for (const { type } of accounts) {
    const pattern = new RegExp(
      `(?<![\\p{L}])(?:${type} accounts?|(?<=(?:from|in|into|on|to|of|onto) (?:the |my )?)${type}(?=$|[ ,.?#]))(?![\\p{L}])`,
      'u',
    );
    const found = pattern.exec(words.rest);
    if (!found || names.accounts.length > 0) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    addAccounts(
      place,
      accounts.filter((one) => one.type === type).map((one) => one.id),
    );
  }
  for (const [phrase, payee] of english.PAYEE_WORDS) {
    const found = english.words(phrase).exec(words.rest);
    const [one, ...others] = parties.filter((name) => payee.test(foldLetters(name)));
    if (!found || one === undefined || others.length > 0) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    addNames(words, names, place, [{ kind: 'party', name: one }], [], true);
  }
  for (const [phrase, category] of english.CATEGORY_WORDS) {
    const known = categories.find((one) => foldLetters(one) === category);
    if (known === undefined) continue;
    const pattern = english.words(phrase);
    const found = pattern.exec(words.rest);
    if (!found) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    addSubject(place, [{ kind: 'category', name: known }]);
  }
  for (const row of english.SAME_MEANING) {
    const whole = row.map((one) => new RegExp(`^(?:${one})$`, 'u'));
    const [known, ...others] = categories.filter((name) =>
      whole.some((pattern) => pattern.test(foldLetters(name))),
    );
    if (known === undefined || others.length > 0) continue;
    for (const phrase of row.toSorted((one, other) => other.length - one.length)) {
      const found = english.words(phrase).exec(words.rest);
      if (!found) continue;
      const place = { start: found.index, end: found.index + found[0].length };
      addSubject(place, [{ kind: 'category', name: known }]);
    }
  }
  takeOwnWords(words, accounts, { categories, parties }, addAccounts);
  return names;
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
    const [own, ...more] = wordsOf(name).filter((word) => !english.KIND_OF_ACCOUNT.test(word));
    if (own === undefined || more.length > 0 || own.length < 3) continue;
    const isOnly = accounts.every((one) => one.id === id || !wordsOf(one.name).includes(own));
    if (!isOnly || taken.has(own) || english.COMMON_ACCOUNT.test(own)) continue;
    const pattern = english.words(
      `${english.KINDS_OF_ACCOUNT} (?:for|of) (?:the |my |our )?${quoted(own)}|${quoted(own)} ${english.KINDS_OF_ACCOUNT}|(?<=(?:put|set|laid|saved|save) (?:by|aside|away|up)? ?for (?:the |my |our )?)${quoted(own)}`,
    );
    const found = pattern.exec(words.rest);
    if (found) add({ start: found.index, end: found.index + found[0].length }, [id]);
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
    .replace(/([bcdfghklmnprtvz])ies$/u, `$1(?:y${english.NO_SHOP}|ies)`)
    .replace(/([bcdfghklmnprtvyz])s(?=\[ -\](?:out|away|in)$)/u, '$1s?')
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

const wordsOf = (name: string): readonly string[] =>
  foldLetters(normaliseMessage(name)).match(/(?:\p{L}')?[\p{L}\p{N}]{3,}/gu) ?? [];

/** Payees by a part of their name, or by a name with a slip in it. */
export function takeParts(words: Words, lexicon: Lexicon, all: Names): string[] {
  const { parties, incomes, categories } = lexicon;
  takeHeads(words, lexicon, all);
  const ofCategories = categories.map((name) => ({ name, parts: wordsOf(name) }));
  const known = parties.map((name) => ({ name, parts: wordsOf(name) }));
  for (const isNear of [false, true]) {
    const fits = (said: string, part: string) =>
      isNear
        ? said.length > 4 &&
          part.length > 3 &&
          said[0] === part[0] &&
          Math.abs(said.length - part.length) < 2 &&
          similarity(said, part) >= 0.75
        : said === part;
    let run: { start: number; end: number; names: string[] } | null = null;
    const close = (): string[] | null => {
      if (run === null) return null;
      const { start, end, names } = run;
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
                    (!isNear && said.endsWith('s') && plural === part && plural.length > 4),
                ),
              )
              .map(({ name }) => name);
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
  return [];
}
