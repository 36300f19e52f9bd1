// Reads a command as parts in any order: amount, payee, account, day, purpose and ordering words.
// Every word has to belong to a part; otherwise the message is not read.

import {
  ALSO_A_WORD,
  AMOUNT_LABELLED,
  ASKS_FOR_IT,
  BEFORE_A_PAST_DAY,
  BEFORE_A_PURPOSE,
  BEGINS_A_NAME,
  BEGINS_WITH_PAYEE,
  BEGINS_WITH_VERB,
  BEHIND_A_COMMA,
  COMMAND_PARTS,
  FALLS_DUE,
  FOR_OR_AS,
  GOAL_WORD,
  GOES_ON,
  HE_IS,
  HOURS,
  IS_BILL,
  IS_INVOICE,
  IS_OF_AGE,
  JOINS_ON,
  NAMES_AND_ORDERS,
  NO_CLAUSE_WORD,
  NO_FREE_PURPOSE,
  NO_FREE_WORDS,
  NO_OPEN_VERB,
  NO_ORDER,
  NOUN_BEHIND,
  NOUN_OF_ACCOUNT,
  OF_AN_ACCOUNT,
  OPEN_PARTS,
  ORDERS_ANOTHER,
  OWED,
  OWNS_AMOUNT,
  PASSIVE,
  PAYEE_ALONE,
  PAYING,
  PLAIN_WORD,
  REFERENCE,
  SHORT_IS,
  SINGLE_THING,
  STATED,
  TAKES,
  THANKED,
  THING_WORD,
  TO_PAYEE,
  TOWARDS_SOMEBODY,
  WHETHER,
  WISHED,
  WITH_AMOUNT,
} from '../english/command-parts.ts';
import { FAMILY, TITLES } from '../english/people.ts';
import { NEVER_A_NAME } from '../english/replies.ts';
import { overlaps, readAmounts, type Span } from './amounts.ts';
import type { Command, Phrase } from './command.ts';
import { isOver, readDates, readRecurrences } from './dates.ts';
import { HAZARDS, NO_CLAUSE, ORDERED, POLITE, TRAILING } from './grammar.ts';
import { type Contact, foldPayee, matchPayee, namesAsTyped, plainLetters } from './payees.ts';

export interface RowOrder {
  readonly text: string;
  readonly contacts: readonly Contact[];
  readonly isOwnAccount: (phrase: string) => boolean;
  readonly now: number;
  readonly timezone: string;
  /** True when a name and an amount without a verb are not an order. */
  readonly isVerbNeeded?: boolean;
}

interface Token extends Span {
  /** The word in lower case, or the letter of its value. */
  readonly word: string;
}

/** A word that is not a value and may occur in a purpose. */
const FREE_WORD = `(?!(?:${NO_FREE_WORDS})(?![^ ]))[^ A-Z,]+`;
const OPEN_VERB = `(?!(?:${NO_FREE_WORDS}|${NO_OPEN_VERB})(?![^ ]))[\\p{L}-]{3,}`;
const CLAUSE_WORD = `(?!(?:${NO_CLAUSE_WORD})(?![^ ]))[^ A-Z,]+`;
const rulesOf = (rows: typeof COMMAND_PARTS, costOfWord: number) =>
  rows.flatMap(([tags, ...patterns]) =>
    patterns.map((pattern) => ({
      tags: tags.split(' ').filter((tag) => tag !== ''),
      pattern: new RegExp(
        `(?:${pattern
          .replace(/(?<![\p{L}])W(?![\p{L}])/gu, FREE_WORD)
          .replace(/(?<![\p{L}])V(?![\p{L}])/gu, OPEN_VERB)
          .replace(/(?<![\p{L}])X(?![\p{L}])/gu, CLAUSE_WORD)})(?![^ ])`,
        'uy',
      ),
      isOpenWord: costOfWord > 1,
      costOfWord: costOfWord > 1 || /W/.test(pattern) ? costOfWord : 0,
    })),
  );
/** An unlisted word costs more than all listed words. */
const PARTS = [...rulesOf(COMMAND_PARTS, 1), ...rulesOf(OPEN_PARTS, 20)];
type PartRule = (typeof PARTS)[number];

interface Step {
  readonly cost: number;
  readonly from: number;
  readonly rule: PartRule | null;
}

export interface RowPart extends Span {
  readonly tags: readonly string[];
  /** Read by its place, and not by its words. */
  readonly isOpenWord: boolean;
  readonly tokens: readonly Token[];
}

/** True for a number without a unit next to a day: `Bev 40 tomorrow` may be her age. */
const MOST_OF_AN_AGE = 130n;
const MOST_TOKENS = 40;
const MOST_OF_A_NAME = 5;

/** Reads a command with parts in any order; null when a word belongs to no part. */
export function readCommandRow(order: RowOrder): Command | null {
  const { text } = order;
  if (!namesSomebody(order)) return null;
  const plain = withoutNamesOfNumbers(text, order.contacts);
  const amounts = readAmounts(plain);
  const recurrences = readRecurrences(plain);
  const dates = readDates(plain, order.now, order.timezone).filter(
    (one) => !recurrences.some((other) => overlaps(one, other)),
  );
  const isOfDay = (one: Span) => [...dates, ...recurrences].some((other) => overlaps(one, other));
  const named = amounts.filter((one) => !isOfDay(one) && !ALSO_A_WORD.test(one.text));
  // `£118 for two bags`: the number counts things.
  const ofMoney = named.filter(({ currencies }) => currencies.length > 0);
  const isCounted = named.length > 1 && ofMoney.length === 1;
  const money = isCounted ? ofMoney : named;
  const counts = isCounted ? named.filter((one) => !ofMoney.includes(one)) : [];
  if (money.length > 1 || recurrences.length > 1) return null;
  const told = dates.filter(
    (one) =>
      HOURS.test(one.text) || (isOver(one) && BEFORE_A_PAST_DAY.test(text.slice(0, one.start))),
  );
  const days = dates.filter((one) => !told.includes(one));
  if (days.length > 1) return null;
  const values = [
    ...money.map((one) => ({ ...one, word: 'M' })),
    ...counts.map((one) => ({ ...one, word: 'N' })),
    ...days.map((one) => ({ ...one, word: 'D' })),
    ...told.map((one) => ({ ...one, word: 'O' })),
    ...recurrences.map((one) => ({ ...one, word: 'R' })),
  ];
  const tokens = withNames(tokensOf(text, values), order);
  if (tokens.length === 0 || tokens.length > MOST_TOKENS) return null;
  if (GOES_ON.test(tokens.at(-1)?.word ?? '')) return null;
  const parts = rowOf(tokens);
  return parts && commandOf(parts, order, { amounts: money, dates: days, recurrences });
}

/**
 * Reading days takes the most time, so a message without a person and an account is excluded first.
 */
export function namesSomebody({
  text,
  contacts,
  isOwnAccount,
}: Pick<RowOrder, 'text' | 'contacts' | 'isOwnAccount'>): boolean {
  const said = foldPayee(text).split(/[^\p{L}\p{M}\p{N}]+/u);
  const known = wordsOfNames(contacts);
  return said.some(
    (word) =>
      known.has(word) ||
      known.has(plainLetters(word)) ||
      isOwnAccount(word) ||
      known.has(FAMILY[word] ?? ''),
  );
}

/** A contact called `500` is excluded, because its name may be an amount. */
const NAME_WITH_A_NUMBER = /\p{L}{2}.*\d|\d.*\p{L}{2}/u;
/** `Calle Mayor 8`: the number of a name is no amount. */
function withoutNamesOfNumbers(text: string, contacts: readonly Contact[]): string {
  let plain = text;
  for (const { name } of contacts) {
    const at = NAME_WITH_A_NUMBER.test(name) ? plain.toLowerCase().indexOf(name.toLowerCase()) : -1;
    if (at >= 0)
      plain = plain.slice(0, at) + '\ue000'.repeat(name.length) + plain.slice(at + name.length);
  }
  return plain;
}

/** The words of the names and relations of contacts, as they are written and without accents. */
function wordsOfNames(contacts: readonly Contact[]): ReadonlySet<string> {
  const known = WORDS_OF_NAMES.get(contacts) ?? newWordsOfNames(contacts);
  WORDS_OF_NAMES.set(contacts, known);
  return known;
}

/** A message is read several times with the contacts that it came with. */
const WORDS_OF_NAMES = new WeakMap<readonly Contact[], ReadonlySet<string>>();

function newWordsOfNames(contacts: readonly Contact[]): ReadonlySet<string> {
  return new Set(
    contacts.flatMap(({ name, relationship }) =>
      [name, relationship ?? ''].flatMap((one) => {
        return namesAsTyped(foldPayee(one)).flatMap((all) =>
          all
            .split(/[\s\p{Pd}]+/u)
            .map((word) => word.replace(/[.,]+$/u, ''))
            .flatMap((word) => (FAMILY[word] ? [word, FAMILY[word]] : [word]))
            .filter((word) => word.length > 1 && !NEVER_A_NAME.has(word)),
        );
      }),
    ),
  );
}

/** The words between the courtesies at both ends, and the values among them. */
function tokensOf(text: string, values: readonly Token[]): Token[] {
  let masked = text;
  for (const { start, end } of values)
    masked = `${masked.slice(0, start)}${'\ue000'.repeat(end - start)}${masked.slice(end)}`;
  const lead = POLITE.exec(masked)?.[0] ?? '';
  // `My bro needs 20`: no courtesy.
  const from = BEGINS_A_NAME.test(lead) ? 0 : lead.length;
  const behind = TRAILING.exec(masked.slice(from))?.[0].length ?? 0;
  const until = masked.length - behind;
  const tokens: Token[] = [];
  const marks = /\ue000+|['’]s(?![\p{L}])|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&/-]*|[^\s]/gu;
  for (const { 0: said, index } of masked.matchAll(marks)) {
    if (index < from || index >= until) continue;
    const value = values.find((one) => one.start <= index && index < one.end);
    if (value) {
      if (tokens.at(-1)?.start !== value.start) tokens.push(value);
      continue;
    }
    let word = said.toLowerCase().replaceAll('’', "'");
    let end = index + said.length;
    const owner = /^(.+)'s$/u.exec(word)?.[1];
    if (owner !== undefined && !SHORT_IS.test(owner)) {
      tokens.push({ start: index, end: end - 2, word: owner });
      word = "'s";
      tokens.push({ start: end - 2, end, word });
      continue;
    }
    if (HE_IS.test(word)) {
      tokens.push({ start: index, end: end - 2, word: word.slice(0, -2) });
      tokens.push({ start: end - 2, end, word: 'is' });
      continue;
    }
    const dots = /[.'/&-]+$/u.exec(word)?.[0].length ?? 0;
    word = word.slice(0, word.length - dots);
    end -= dots;
    if (/^[,.;:!–—()-]+$/u.test(said)) word = ',';
    if (/^#?\d[\d/-]*$/u.test(word)) word = 'N';
    if (word !== '') tokens.push({ start: index, end, word });
    if (dots > 0 && word !== '' && said.endsWith('.'))
      tokens.push({ start: end, end: end + dots, word: ',' });
  }
  return tokens;
}

/** The longest run of words that names a contact or an own account takes their place. */
function withNames(tokens: readonly Token[], { text, contacts, isOwnAccount }: RowOrder): Token[] {
  const known = wordsOfNames(contacts);
  const relations = new Set([...known].map((word) => FAMILY[word] ?? word));
  const isKnown = (word: string) =>
    known.has(word) || relations.has(FAMILY[word] ?? '') || known.has(plainLetters(word));
  // `co-op` of a name.
  const isWord = ({ word }: Token) =>
    isKnown(word) || word in TITLES || word.split('-').every(isKnown);
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    let taken = 0;
    let mask = '';
    for (let many = Math.min(MOST_OF_A_NAME, tokens.length - at); many > 0 && taken === 0; many--) {
      const run = tokens.slice(at, at + many);
      const [first, last] = [run[0] as Token, run.at(-1) as Token];
      const isWholeName = contacts.some(
        ({ name }) =>
          NAME_WITH_A_NUMBER.test(name) &&
          foldPayee(name) === foldPayee(text.slice(first.start, last.end)),
      );
      if (isWholeName && run.some(({ word }) => word === 'N')) {
        mask = 'P';
        taken = many;
        continue;
      }
      if (
        run.some(
          ({ word }, index) =>
            /^[MDRON]$|^'s$/.test(word) || (word === ',' && text[run[index]?.start ?? 0] !== '.'),
        )
      )
        continue;
      if (last.word === ',' || NEVER_A_NAME.has(first.word) || NEVER_A_NAME.has(last.word))
        continue;
      const said = text.slice(first.start, last.end);
      const words = run.filter(({ word }) => word !== ',');
      const isName = words.every((one) => isWord(one) || NEVER_A_NAME.has(one.word));
      const isContact =
        isName &&
        isPlainName(said, contacts) &&
        matchPayee(said, contacts).candidates.some(({ matchScore }) => matchScore >= 0.9);
      if (isContact) mask = 'P';
      else if (words.length === run.length && isOwnAccount(said)) mask = 'A';
      else continue;
      taken = many;
    }
    const [first, last] = [tokens[at] as Token, tokens[at + Math.max(taken, 1) - 1] as Token];
    found.push(taken === 0 ? first : { start: first.start, end: last.end, word: mask });
    at += Math.max(taken, 1);
    // `Zurbano S.L. charges`: the dot of a name ends no clause.
    const named = `${foldPayee(text.slice(first.start, last.end))}.`;
    const isOfName = mask === 'P' && contacts.some(({ name }) => foldPayee(name).endsWith(named));
    if (isOfName && text[tokens[at]?.start ?? text.length] === '.') at += 1;
  }
  return found;
}

/** A part of a name has no word of an order in it; a whole name may. */
function isPlainName(said: string, contacts: readonly Contact[]): boolean {
  const isWhole = contacts.some(({ name }) => foldPayee(name) === foldPayee(said));
  const isOrder = ORDERED.test(said) || HAZARDS.some(([, pattern]) => pattern.test(said));
  return isWhole || !isOrder;
}

/** The cheapest sequence of parts, or null when a word belongs to none. */
function rowOf(tokens: readonly Token[]): RowPart[] | null {
  const starts: number[] = [];
  let row = '';
  for (const { word } of tokens) {
    starts.push(row.length);
    row += `${word} `;
  }
  row = row.trimEnd();
  const at = new Map([...starts, row.length + 1].map((start, index) => [start, index]));
  const steps: (Step | undefined)[] = [{ cost: 0, from: 0, rule: null }];
  for (const [index, start] of starts.entries()) {
    const before = steps[index];
    if (!before) continue;
    for (const rule of PARTS) {
      rule.pattern.lastIndex = start;
      if (!rule.pattern.test(row)) continue;
      const to = at.get(rule.pattern.lastIndex + 1);
      if (to === undefined || to <= index) continue;
      const inside = tokens.slice(index, to);
      const cost = before.cost + 1 + rule.costOfWord * inside.length;
      const known = steps[to];
      if (!known || cost < known.cost) steps[to] = { cost, from: index, rule };
    }
  }
  if (!steps[tokens.length]) return null;
  const parts: RowPart[] = [];
  for (let to = tokens.length; to > 0; ) {
    const { from, rule } = steps[to] as Step;
    const inside = tokens.slice(from, to);
    const [first, last] = [inside[0] as Token, inside.at(-1) as Token];
    parts.unshift({
      tags: rule?.tags ?? [],
      isOpenWord: rule?.isOpenWord === true,
      tokens: inside,
      start: first.start,
      end: last.end,
    });
    to = from;
  }
  return parts;
}

function commandOf(
  parts: readonly RowPart[],
  { text, contacts, isOwnAccount, isVerbNeeded = false }: RowOrder,
  values: Pick<Command, 'amounts' | 'dates' | 'recurrences'>,
): Command | null {
  const withTag = (tag: string) => parts.filter(({ tags }) => tags.includes(tag));
  const phrase = ({ start, end }: Span): Phrase => ({ start, end, text: text.slice(start, end) });
  const of = (found: readonly RowPart[], mask: string) =>
    found.flatMap(({ tokens }) => tokens.filter(({ word }) => word === mask)).map(phrase);
  const named = of(parts, 'P');
  const matches = named.map((one) => matchPayee(one.text, contacts));
  const certain = named.filter((_, index) => matches[index]?.payee);
  // `pay Ahmed Ahmed`: two people may be meant.
  const isTwice = named.some(
    ({ start }, at) => at > 0 && text.slice(named[at - 1]?.end, start).trim() === '',
  );
  if (isTwice) return null;
  const people = new Set(matches.flatMap(({ payee }) => payee?.name ?? []));
  if (people.size > 1) return null;
  const [person] = people;
  const isSame = matches.every(
    ({ candidates }) => person === undefined || candidates.some(({ name }) => name === person),
  );
  if (!isSame || (person === undefined && named.length > 1)) return null;
  const targets = of(withTag('target'), 'A');
  // `my Rainy day savings`: one account.
  const sources = withTag('source').flatMap((one) => of([one], 'A').slice(0, 1));
  const others = of(withTag('named'), 'A');
  // `12 euros 50 joint`: no account is named so.
  const isNamed = ({ start, text: name }: Phrase) =>
    BEHIND_A_COMMA.test(text.slice(0, start)) || NOUN_OF_ACCOUNT.test(name);
  if (!others.every(isNamed)) return null;
  const [payee = null, ...payees] =
    certain.length > 0 ? certain.slice(0, 1) : [...named, ...targets];
  const isOwn = targets.length > 0;
  if (payees.length > 0 || (isOwn && named.length > 0)) return null;
  // `the bakery, 14.60, joint account`: an account beside somebody who is paid is what pays.
  const [source = null, ...more] = [...sources, ...others];
  if (more.length > 0 || payee === null || (isOwn && others.length > 0)) return null;
  // `take Tom's 20`: it is his, and is taken.
  const isTaken = parts.some((one) => isPayee(one) && OWNS_AMOUNT.test(wordsOf(one)));
  if (isTaken && parts.some((one) => isOrder(one) && TAKES.test(wordsOf(one)))) return null;
  const purposes = withTag('purpose').map((one) => purposeIn(one, text));
  const free = [...withTag('purpose'), ...withTag('remark')].flatMap(({ tokens, tags }) =>
    tokens
      .slice(tags.includes('reason') ? 1 : 0)
      .filter(({ word }) => !/^[A-Z,]$/.test(word))
      .filter(({ word }) => !/["“”]/u.test(word) || !REFERENCE.test(tokens[0]?.word ?? ''))
      .filter(({ word }) => tags.includes('remark') || !THING_WORD.test(word)),
  );
  if (!isHarmless(free.map(({ word }) => word))) return null;
  // `for the brother of Maria`: the purpose goes on with the name.
  if (withTag('purpose').some(({ tokens }) => JOINS_ON.test(tokens.at(-1)?.word ?? '')))
    return null;
  const isMoney = values.amounts.some(
    ({ currencies, scale, doubts }) =>
      doubts.length === 0 && (currencies.length > 0 || scale === 2 || AMOUNT_LABELLED.test(text)),
  );
  // `Maria is 90, send it to her`: without a unit it is her age.
  if (!isMoney && IS_OF_AGE.test(parts.map(wordsOf).join(' '))) return null;
  // `Tuan worked Saturday, pay him`: the day is told of.
  const isToldOf = parts.some(
    ({ tags }, at) => tags.includes('remark') && parts[at + 1]?.tags.includes('day'),
  );
  if (isToldOf) return null;
  const isWished = WISHED.test(text.slice(0, parts[0]?.start ?? 0));
  const isTooMuch = values.amounts.some(
    ({ digits, scale, doubts }) =>
      doubts.length === 0 && digits > MOST_OF_AN_AGE * 10n ** BigInt(scale),
  );
  const isOfDay = values.dates.length > 0 && isTooMuch;
  const isLabelled = !isVerbNeeded && isLabel(parts, isMoney || isOfDay);
  if (!isLabelled && !isOrdered(parts, isMoney, isWished)) return null;
  if (text.includes('?') && !POLITE.test(text)) return null;
  // `birthday Maria 40`: without a unit a noun may stand there.
  const isSure = isMoney || purposes.length > 0 || POLITE.test(text);
  if (!isOpenClear(parts, { text, isOwnAccount, isSure })) return null;
  const [purpose = null] = purposes.filter((one) => one !== null);
  const read = { ...values, payee, source, purpose, hazards: [], unexplained: [] };
  return { verb: 'transfer', ...read, isBare: false, isLabel: false };
}

/** Words that were read only by their position must not deny, ask or restrict. */
function isOpenClear(
  parts: readonly RowPart[],
  {
    text,
    isOwnAccount,
    isSure,
  }: Pick<RowOrder, 'text' | 'isOwnAccount'> & { readonly isSure: boolean },
): boolean {
  const open = parts.filter(({ isOpenWord }) => isOpenWord);
  if (open.length === 0) return true;
  // `for the fence out of the boat money`: which account pays, in other words than its name.
  const isOfAccount = open.some((one) => {
    const said = wordsOf(one);
    return OF_AN_ACCOUNT.test(said) || said.split(' ').some(isOwnAccount);
  });
  // `Bogdan came with Radu, 20 to him`: somebody else is told of.
  const isOfTwo = open.some(
    ({ tags, tokens }) =>
      tags.includes('told') &&
      tokens.some(
        ({ word, start }, at) =>
          word === 'with' || (at > 0 && !/^[A-Z]$/.test(word) && isCapital(text, start)),
      ),
  );
  // `the transfer of 20 to Nana failed`: how it stands, and no purpose. `To Nana Quaye`: a name goes on.
  const isState = parts.some(
    (one, at) =>
      one.tags.includes('free') &&
      ((isPayee(parts[at - 1]) && isCapital(text, one.start)) ||
        NO_FREE_PURPOSE.test(wordsOf(one)) ||
        (isPayee(parts[at - 1]) && BEGINS_WITH_VERB.test(wordsOf(one)))),
  );
  // `birthday Maria 40`: without a unit a noun may stand there.
  // `tease Marcus $65`: a verb that no list has orders only where its place makes it plain.
  const isOpenVerb = open.some(({ tags }) => tags.includes('open'));
  const isPlain =
    ASKS_FOR_IT.test(text) || parts.some((one) => isPurpose(one) || WITH_AMOUNT.test(wordsOf(one)));
  // `drive 20 to Maria`: without a unit the number may count anything.
  const isTowards =
    open.some(({ tags }) => tags.includes('towards')) &&
    (isSure || TOWARDS_SOMEBODY.test(parts.map(wordsOf).join(' ')));
  const isVerb = !isOpenVerb || isTowards || (isSure && isPlain);
  // `to the bakery Maria Rossi`: a capital begins a name, and describes nobody.
  const isOfName = open.some(
    ({ tags, tokens }) =>
      tags.includes('described') &&
      tokens.some(({ word, start }) => !/^[A-Z]$/.test(word) && isCapital(text, start)),
  );
  return !WHETHER.test(text) && !isOfAccount && !isOfTwo && !isState && isVerb && !isOfName;
}

const isCapital = (text: string, at: number): boolean => at > 0 && /\p{Lu}/u.test(text[at] ?? '');

/** True when the parts order a payment by the customer, not a thing. */
function isOrdered(parts: readonly RowPart[], isMoney: boolean, isWished: boolean): boolean {
  const orders = parts.filter(({ tags }) => tags.includes('order'));
  if (orders.every((one) => one.tags.includes('wished')) && !isWished) return false;
  if (orders.length === 0 || isOfThings(parts, isMoney) || isOddPayer(parts)) return false;
  // `let Nana pay 20`.
  const isByOthers = parts.some(
    (one, at) =>
      isPayee(one) &&
      PAYEE_ALONE.test(wordsOf(one)) &&
      isOrder(parts[at + 1]) &&
      !isPayee(parts[at + 1]),
  );
  const amount = parts.findIndex(({ tags }) => tags.includes('amount'));
  const isNoun = orders.every((one) => {
    const at = parts.indexOf(one);
    return NOUN_BEHIND.test(wordsOf(one)) && at > amount && amount >= 0 && !isPayee(parts[at + 1]);
  });
  if (isNoun) return false;
  // `50 euros send from checking`.
  const isBehind = parts.some(
    (one, at) =>
      isOrder(one) &&
      !isPayee(one) &&
      !PASSIVE.test(wordsOf(one)) &&
      !one.tags.includes('thanks') &&
      parts[at - 1]?.tags.includes('amount'),
  );
  if (isBehind) return false;
  // `send Priya the invoice`, `give her a lesson, 20`.
  const isPaying = orders.every((one) => PAYING.test(wordsOf(one)));
  const isThing = parts.some(
    (one) =>
      one.tags.includes('thing') || (isPayee(one) && isPurpose(one) && IS_BILL.test(wordsOf(one))),
  );
  return !isByOthers && (isPaying || !isThing);
}

/** Only a name, an amount and a purpose, without a verb. */
function isLabel(parts: readonly RowPart[], isMoney: boolean): boolean {
  const has = (tag: string) => parts.some(({ tags }) => tags.includes(tag));
  // `Hamish carried the coal in; a tenner for his trouble`: told of whom, and thanked.
  const isThanked =
    has('told') && parts.some((one) => one.tags.includes('thanks') || THANKED.test(wordsOf(one)));
  // `Babatunde $40, he sorted my laptop`.
  const isReason = parts.every(({ tags }) => !tags.includes('remark') || tags.includes('reason'));
  if (has('order') || (has('remark') && !isThanked && !isReason)) return false;
  if (isOfThings(parts, isMoney) || isOddPayer(parts)) return false;
  // `joint account, 750 to Esperanza`: where the money goes is said.
  const behind = parts[parts.findIndex(({ tags }) => tags.includes('amount')) + 1];
  const isTowards = TO_PAYEE.test(wordsOf(behind));
  const isPaidFrom = isTowards && (has('source') || has('named'));
  if (!isMoney && !has('money') && !isSingleThing(behind) && !isPaidFrom) return false;
  if (isDebt(parts)) return false;
  // `Maria 50 from checking`: nothing says what is to be done.
  const source = parts.findIndex(({ tags }) => tags.includes('source'));
  // `Maria 50, from my savings`: set off by a comma, it says which account is to pay.
  const isApart = wordsOf(parts[source - 1]) === ',';
  if (source >= 0 && !has('purpose') && !isApart && !isTowards) return false;
  const isStated = parts.some((one) => one.tags.includes('amount') && STATED.test(wordsOf(one)));
  const isVerb = parts.some((one, at) => {
    const next = parts[at + 1];
    const [said, behind] = [wordsOf(one), wordsOf(next)];
    if (at === 0 && next?.tags.includes('amount') && ORDERS_ANOTHER.test(said)) return true;
    if (isPurpose(one) && isPayee(next)) {
      // `bill Nana`; `invoice to Nana`: she is to pay it.
      const isBare = BEGINS_WITH_PAYEE.test(behind);
      // `750 rent Nana`.
      const isNoun = parts[at - 1]?.tags.includes('amount') === true && NO_ORDER.test(said);
      return isBare
        ? NAMES_AND_ORDERS.test(said) && !isNoun
        : IS_INVOICE.test(said) && !next?.tags.includes('of');
    }
    if (isPayee(one) && next?.tags.includes('free')) return false;
    // `Esperanza raised the rent`.
    return (
      isPayee(one) &&
      isPurpose(next) &&
      !isPayee(next) &&
      / /u.test(behind) &&
      !FOR_OR_AS.test(behind)
    );
  });
  return !isStated && !isVerb;
}

const isPayee = (part: RowPart | undefined) => part?.tags.includes('payee') === true;
const isPurpose = (part: RowPart | undefined) => part?.tags.includes('purpose') === true;
const isOrder = (part: RowPart | undefined) => part?.tags.includes('order') === true;

/** `I owe Nana 20`; `tuition, 900, due on the 1st`, in which the day stands behind the amount. */
function isDebt(parts: readonly RowPart[]): boolean {
  const amount = parts.findIndex(({ tags }) => tags.includes('amount'));
  return parts.some((one, at) => {
    const said = wordsOf(one);
    return OWED.test(said) || (one.tags.includes('day') && at > amount && FALLS_DUE.test(said));
  });
}

/** `20 tickets`: the number counts things. */
const isOfThings = (parts: readonly RowPart[], isMoney: boolean) =>
  !isMoney &&
  parts.some(
    ({ tags }, at) =>
      tags.includes('amount') &&
      ['thing', 'free'].some(
        (tag) =>
          parts[at + 1]?.tags.includes(tag) &&
          !isBehindFor(parts[at + 1]) &&
          !isSingleThing(parts[at + 1]),
      ),
  );

/** `120 consultation`: a number above one counts no single thing. */
const isSingleThing = (part: RowPart | undefined) => SINGLE_THING.test(wordsOf(part));

const isBehindFor = (part: RowPart | undefined) =>
  part?.tags.includes('free') === true && FOR_OR_AS.test(wordsOf(part));

/** `Rent from Nana`: she pays it; an invoice from her is to be paid. */
const isOddPayer = (parts: readonly RowPart[]) =>
  parts.some((one, at) => one.tags.includes('of') && !IS_INVOICE.test(wordsOf(parts[at - 1])));

const wordsOf = (part: RowPart | undefined): string =>
  part?.tokens.map(({ word }) => word).join(' ') ?? '';

/** The words of a purpose without the preposition before them, and the payee whose it is. */
function purposeIn({ start, end, tokens }: RowPart, text: string): Phrase | null {
  const owner = tokens.findLastIndex(({ word }) => word === "'s" || word === 'P');
  const from = owner >= 0 ? (tokens[owner]?.end ?? start) : start;
  const said = text.slice(from, end);
  const lead = BEFORE_A_PURPOSE.exec(said)?.[0].length ?? 0;
  const rest = said.slice(lead);
  return rest === '' ? null : { start: from + lead, end, text: rest };
}

/** No word of a purpose or a remark denies, doubts or orders. */
function isHarmless(words: readonly string[]): boolean {
  const said = words.filter((word) => !PLAIN_WORD.test(word) && !GOAL_WORD.test(word)).join(' ');
  const isHazard = HAZARDS.some(
    ([at, pattern]) => at !== 'several_operations' && at !== 'question' && pattern.test(said),
  );
  return !isHazard && !NO_CLAUSE.test(said) && !ORDERED.test(said);
}
