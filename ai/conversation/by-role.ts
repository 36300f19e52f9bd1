// Changes the day or the account of an open payment by the role that the value has in the sentence, whatever
// its verb: `it can wait till Friday`, `the joint account should cover it`. And finds the account or the day that
// `from there` and `then` stand for.

import {
  ACCOUNT_BEFORE,
  DAY_BEFORE,
  DAY_MOVED,
  INTO_IT,
  NO_SOONER,
  NOT_FOR_THEN,
  OUT_OF_IT,
  SOURCE_CHANGED,
  UP_TO,
} from '../english/replies.ts';
import { readAmounts } from '../intents/amounts.ts';
import { readDates, readRecurrences } from '../intents/dates.ts';
import { accountCalled, isOwnAccount } from '../intents/parse.ts';
import { type Given, isContactNamed } from './fill.ts';
import type { Draft } from './sentence.ts';

/** Stands in the place of the value. */
const VALUE = '\ue002';
const MOST_OF_A_NAME = 4;

/** The draft with another day or another account; null where another value stands beside. */
export function changedByRole(draft: Draft, said: string, given: Given): Draft | null {
  const amounts = readAmounts(said).filter(({ text }) => text.toLowerCase() !== 'one');
  if (amounts.length > 0 || readRecurrences(said).length > 0 || said.includes('?')) return null;
  return withDay(draft, said, given) ?? withAccount(draft, said, given);
}

function withDay(draft: Draft, said: string, { now, timezone }: Given): Draft | null {
  const plain = said.replace(NOT_FOR_THEN, '').replace(NO_SOONER, 'on ').replace(UP_TO, 'on ');
  const [day, ...others] = readDates(plain, now, timezone);
  if (day === undefined || others.length > 0 || day.doubt !== null) return null;
  if (/(?:second|minute|moment|hour|sec)s?$/iu.test(day.text)) return null;
  const masked = `${plain.slice(0, day.start).replace(/(?<![\p{L}])on $/iu, '')}${VALUE}${plain.slice(day.end)}`;
  return DAY_MOVED.some((pattern) => pattern.test(masked))
    ? { ...draft, date: bare(day.text) }
    : null;
}

const bare = (day: string) => day.replace(/^(?:on )+/iu, '');

function withAccount(
  draft: Draft,
  said: string,
  { accounts = [], contacts, now, timezone }: Given,
) {
  if (draft.verb === 'deposit' || readDates(said, now, timezone).length > 0) return null;
  const whole = accountIn(said, accounts);
  const name = whole ?? wordsOfAnAccount(said, { accounts, contacts });
  if (name === null) return null;
  const masked = said.replace(name, VALUE);
  if (whole === null) {
    const called = accountCalled(name, accounts);
    const isChanged = SOURCE_CHANGED.some((pattern) => pattern.test(masked));
    return called !== null && isChanged ? { ...draft, source: called } : null;
  }
  return SOURCE_CHANGED.some((pattern) => pattern.test(masked))
    ? { ...draft, source: name.replace(/^(?:the|my|our) /iu, '') }
    : null;
}

/** The only own account that the words name, as they name it. */
function accountIn(said: string, accounts: Given['accounts'] = []): string | null {
  const words = said.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    let many = Math.min(MOST_OF_A_NAME, words.length - at);
    const run = () => words.slice(at, at + many).join(' ');
    while (many > 0 && !(said.includes(run()) && isName(run()) && isOwnAccount(run(), accounts)))
      many--;
    if (many > 0) found.push(run());
    at += Math.max(1, many);
  }
  const [name, ...others] = new Set(found);
  return name !== undefined && others.length === 0 ? name : null;
}

/** `take it from the susu`: the only words that call an account by a part of its name. */
function wordsOfAnAccount(
  said: string,
  { accounts, contacts }: Pick<Given, 'accounts' | 'contacts'>,
): string | null {
  const words = said.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
  const found = words.filter(
    (word) =>
      !NO_NICKNAME.test(word) &&
      accountCalled(word, accounts) !== null &&
      !isContactNamed(word, contacts),
  );
  const [name, ...others] = new Set(found);
  return name !== undefined && others.length === 0 ? name : null;
}
const NO_NICKNAME = /^(?:the|my|our|account|money|pot|fund|savings|card|and|day|one)$/iu;

/** A question about what is over names no day to come. */
const OVER = /(?<![\p{L}])(?:did|was|were|have|has|had|last|ago|spent|paid|got)(?![\p{L}])/iu;

const isName = (run: string) => !/^(?:the|my|our|it|that|this|account|one) ?$/iu.test(run);

/**
 * The message with the account or the day that it points back to: named in a question beside the payment, or
 * in a clause before. As it was where nothing, or more than one, was named.
 */
export function withoutPointers(said: string, aside: string | null, given: Given): string {
  const { accounts = [], now, timezone } = given;
  const named = (pattern: RegExp, find: (text: string) => string | null) => {
    const at = pattern.exec(said)?.index;
    if (at === undefined) return null;
    return find(said.slice(0, at)) ?? (aside === null ? null : find(aside));
  };
  const account = named(ACCOUNT_BEFORE, (text) => accountIn(text, accounts));
  if (account !== null) return clauseBehind(said, ACCOUNT_BEFORE).replace(ACCOUNT_BEFORE, account);
  const day = named(DAY_BEFORE, (text) => {
    if (text === aside && OVER.test(text)) return null;
    const [one, ...others] = readDates(text, now, timezone);
    return one && others.length === 0 && one.doubt === null ? one.text : null;
  });
  return day === null
    ? said
    : clauseBehind(said, DAY_BEFORE).replace(DAY_BEFORE, `on ${bare(day)}`);
}

/** The message of nobody's open payment, with the account that it points back to. */
export function withAccountBefore(said: string, aside: string, given: Given): string {
  const account = accountIn(aside, given.accounts);
  if (account === null || accountIn(said, given.accounts) === account) return said;
  const pointed = said.replace(ACCOUNT_BEFORE, account);
  if (pointed !== said) return pointed;
  const into = said.replace(INTO_IT, `into ${account}`);
  return into === said ? said.replace(OUT_OF_IT, `from ${account}`) : into;
}

/** The clause with the pointer, where what stands before it names nothing else. */
function clauseBehind(said: string, pattern: RegExp): string {
  const at = pattern.exec(said)?.index ?? 0;
  const last = [...said.slice(0, at).matchAll(BETWEEN)].at(-1);
  const before = last ? said.slice(0, last.index) : '';
  return last === undefined || readAmounts(before).length > 0
    ? said
    : said.slice(last.index + last[0].length);
}
const BETWEEN = /[,.;:!–-]+ +(?:(?:and|so|but) )*/gu;
