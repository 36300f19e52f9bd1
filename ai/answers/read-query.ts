// Reads a question about booked payments: its words are a row of parts, and the parts are the query.
// A word that no part has is named to the customer, and there is no figure.

import { DateTime } from 'luxon';
import { SEASON } from '../english/periods.ts';
import * as english from '../english/questions.ts';
import { BETWEEN_CLAUSES_OF_QUESTION, isAsideOfQuestion, isOpening } from '../english/tellings.ts';
import type { Lexicon } from './lexicon.ts';
import { type Mask, tokensOf, Words } from './masks.ts';
import { type Part, readParts } from './parts.ts';
import { type Period, readPeriods } from './periods.ts';
import type { Bound, Filter, Grouping, Measure, Query, Subject, Unit } from './query.ts';
import {
  outsideOf,
  takeBound,
  takeCurrencies,
  takeWeekdays,
  weekdaySpansIn,
} from './read-conditions.ts';
import { takeNames, takeParts } from './read-names.ts';
import { zoneOf } from './zones.ts';

export interface ReadQuery {
  /** Null when no part of the question is about payments. */
  readonly query: Query | null;
  /** Topics of a question that is not about payments: `balance`, `rate`. */
  readonly topics: readonly string[];
  /** Words that no part contains, and points that the question leaves unclear. */
  readonly left: readonly string[];
  /** Payees that one word fits. */
  readonly unclear: readonly string[];
  readonly names: {
    readonly subjects: readonly Subject[];
    readonly accountIds: readonly string[];
    readonly currencies: readonly string[];
  };
  readonly periods: readonly Period[];
  readonly hasCondition: boolean;
  /** Words of payments: spent, largest, how often. */
  readonly asksPayments: boolean;
}

/** The parts of a question with the values of their masks. */
class Reading {
  readonly parts: readonly Part[];
  readonly #payloads: Readonly<Record<Mask, readonly unknown[]>>;
  constructor(parts: readonly Part[], payloads: Readonly<Record<Mask, readonly unknown[]>>) {
    this.parts = parts;
    this.#payloads = payloads;
  }
  has(...tags: readonly string[]): boolean {
    return this.parts.some((part) => tags.some((tag) => part.tags.includes(tag)));
  }
  with(tag: string): Part[] {
    return this.parts.filter((part) => part.tags.includes(tag));
  }
  /** The words that follow the colon of a tag: `month` of `by:month`. */
  kind(tag: string): string | null {
    const all = this.parts.flatMap(({ tags }) => tags);
    return all.find((one) => one.startsWith(`${tag}:`))?.slice(tag.length + 1) ?? null;
  }
  /** Returns the values of the masks of parts. */
  in<Payload>(parts: readonly Part[], masks: string): Payload[] {
    return parts.flatMap(({ tokens }) =>
      tokens.flatMap(({ masked }) =>
        masked && masks.includes(masked.mask)
          ? [this.#payloads[masked.mask][masked.index] as Payload]
          : [],
      ),
    );
  }
}

/**
 * Reads a question as a query.
 * @param text of `plainQuestion`
 */
export function readQuery(
  text: string,
  lexicon: Lexicon,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): ReadQuery {
  const words = new Words(text);
  const names = takeNames(words, lexicon);
  const bounded = takeBound(words, lexicon);
  const weekdays = takeWeekdays(words, (rest) => readPeriods(rest, now, timezone).length > 0);
  const times = readPeriods(words.visible, now, timezone);
  for (const [index, period] of times.entries()) {
    const isBare = !english.WITH_ITS_PREPOSITION.test(words.rest.slice(period.start, period.end));
    words.mask(period, isBare ? 'S' : 'T', index);
  }
  words.rest = words.rest.replace(SEASON, (said: string, at: number) => {
    // `the summer holidays` beside a category of that name: no months follow.
    const behind = at + said.length;
    const isTime = words.masked.some(
      ({ mask, start }) => 'ST'.includes(mask) && start >= behind && start < behind + 10,
    );
    return isTime ? ' '.repeat(said.length) : said;
  });
  const codes = takeCurrencies(words, lexicon);
  const unclear = takeParts(words, lexicon, names);
  for (const { 0: said, index } of [...words.rest.matchAll(english.PERSON)]) {
    const end = index + said.length;
    const isPayee = words.masked.some(
      ({ mask, start }) => mask === 'P' && start > end && start < end + 12,
    );
    if (!isPayee) continue;
    // `The market of Santiago`, `papa (Karim)`.
    const isPlace = english.NOUN_OF_A_PLACE.test(said);
    const [link = ''] =
      (isPlace ? english.BEFORE_ITS_NAME : english.BEFORE_A_NAME).exec(words.rest.slice(end)) ?? [];
    words.blank({ start: index, end: end + link.length });
    const [, close = ''] = link.startsWith(',')
      ? (/^\ue000+( ?,)(?= [a-z])/u.exec(words.rest.slice(end + link.length)) ?? [])
      : [];
    const at = words.rest.indexOf(close, end + link.length);
    if (close !== '') words.blank({ start: at, end: at + close.length });
  }
  for (const { 0: said, index } of [...words.rest.matchAll(english.NAME_CALLING)]) {
    const isPayee = words.masked.some(({ mask, end }) => mask === 'P' && end === index - 1);
    if (isPayee) words.blank({ start: index, end: index + said.length });
  }
  joinNames(words, names.subjects);
  dropComplements(words, names.subjects, lexicon);
  dropThings(words);
  dropPreface(words, names.subjects, lexicon);
  dropTellings(words);
  // `March of 2028, in 2028`: the year says nothing more.
  const years = new Set(times.flatMap(({ label }) => label.match(/\d{4}/g) ?? []));
  if (years.size === 1)
    words.rest = words.rest.replace(
      /(?:(?:of|in|over|during|for) )?(?<![\p{N}])20\d\d(?![\p{N}])/gu,
      (said) => (years.has(said.slice(-4)) ? ' '.repeat(said.length) : said),
    );
  const { parts, left: unread } = readParts(tokensOf(words));
  const left = [...unread, ...names.unclear];
  const payloads = {
    ...{ P: names.subjects, C: names.subjects, R: names.subjects, A: names.accounts },
    ...{ S: times, T: times, B: [bounded], D: [weekdays], U: codes },
  };
  const read = new Reading(parts, payloads);
  return { ...queryOf(read, { now, timezone, text, lexicon, left }), unclear };
}

/** `The uniforms from Moyola` of the payee Moyola Uniforms: one name, said once. */
function joinNames(words: Words, subjects: readonly (readonly Subject[])[]): void {
  const named = words.masked
    .filter(({ mask }) => mask === 'P')
    .sort((one, other) => one.start - other.start);
  for (const [at, first] of named.entries()) {
    const second = named[at + 1];
    if (second === undefined) break;
    const between = words.rest.slice(first.end, second.start);
    const names = [first, second].map(({ index }) => subjects[index] ?? []);
    const isSame = names.every((all) => all.length === 1 && all[0]?.name === names[0]?.[0]?.name);
    if (!isSame || !english.BOUGHT_FROM.test(between)) continue;
    words.masked.splice(words.masked.indexOf(second), 1);
    words.rest =
      words.rest.slice(0, first.end) +
      ' '.repeat(second.end - first.end) +
      words.rest.slice(second.end);
  }
}

/** `Fuel for the car`: what its name says already, where the books know no car. */
function dropComplements(
  words: Words,
  subjects: readonly (readonly Subject[])[],
  lexicon: Lexicon,
): void {
  for (const { mask, index, end } of words.masked) {
    if (mask !== 'C' && mask !== 'P') continue;
    const rest = words.rest.slice(end);
    const [only, ...others] = subjects[index] ?? [];
    if (only === undefined || others.length > 0) continue;
    for (const [name, complement] of english.COMPLEMENTS) {
      const [said, noun = ''] = complement.exec(rest) ?? [];
      if (said === undefined || !name.test(only.name.toLowerCase())) continue;
      if (!isInNames(noun, lexicon)) words.blank({ start: end, end: end + said.length });
    }
  }
}

/** True for a word of the customer's own names. */
const isInNames = (
  word: string,
  { categories, parties, accounts, notes = [] }: Lexicon,
): boolean => {
  const known = new RegExp(`(?<![\\p{L}])${word}s?(?![\\p{L}])`, 'iu');
  return [...categories, ...parties, ...accounts.map(({ name }) => name), ...notes].some((name) =>
    known.test(name),
  );
};

/** A word for something that was paid for. */
const BILL = 'bill';

/** `Coffee at the Slow Bean`: the books know the payee, and no things. */
function dropThings(words: Words): void {
  for (const { 0: said, 1: before, index } of [...words.rest.matchAll(english.THINGS)]) {
    const end = index + said.length;
    const isPayee = words.masked.some(
      ({ mask, start }) => mask === 'P' && start > end && start < end + 24,
    );
    if (!isPayee || before !== undefined) continue;
    words.blank({ start: index, end });
    // `Yarn from the wool shop`: bought there, and no money from it.
    if (said.length >= BILL.length && words.rest.slice(end).startsWith(' from '))
      words.rest = words.rest.slice(0, index) + BILL.padEnd(said.length) + words.rest.slice(end);
  }
  // `Skyhopper flights`, `what did Fenna get for babysitting`; alone, `Velotaxi rides` may be counted.
  const isOfMoney = english.ASKS_MONEY.test(words.rest);
  for (const { 0: said, index } of [...words.rest.matchAll(english.THINGS_BEHIND)]) {
    const lead = /^\ue000+ ?/u.exec(said)?.[0].length ?? 0;
    const isPayee = words.masked.some(({ mask, end }) => mask === 'P' && end <= index + lead);
    if (isPayee && isOfMoney) words.blank({ start: index + lead, end: index + said.length });
  }
}

/**
 * `I think I spent a lot on toys. How much was it in May?`: of a sentence before the question only
 * its names count, and they only where the question has none.
 */
function dropPreface(
  words: Words,
  subjects: readonly (readonly Subject[])[],
  { incomes }: Lexicon,
): void {
  const [said = ''] = english.PREFACE.exec(words.rest) ?? [];
  if (said === '') return;
  const isBefore = ({ start }: { readonly start: number }) => start < said.length;
  const kinds = (isFirst: boolean, masks: string) =>
    words.masked.filter((one) => isBefore(one) === isFirst && masks.includes(one.mask));
  if (kinds(true, 'BDU').length > 0) return;
  const isBoth = (masks: string) => kinds(true, masks).length > 0 && kinds(false, masks).length > 0;
  if (['PCRA', 'ST'].some(isBoth)) return;
  const isTold = (said.match(/[\p{L}'’]+/gu) ?? []).every(
    (word) => english.GRAMMAR.test(word) || english.TELLING.test(word),
  );
  // `Zoomcar has been eating my pay`: what a payee takes of it, and no payment of income.
  const isPaid = kinds(true, 'P').some(({ index }) =>
    (subjects[index] ?? []).every(({ name }) => !incomes.includes(name)),
  );
  const ofPayee = isPaid ? kinds(true, 'R') : [];
  const isOfIt =
    kinds(true, 'PCRA').length > 0 && english.SPEAKS_OF_IT.test(words.rest.slice(said.length));
  const isNamed = isOfIt || kinds(false, 'PCRA').length > 0;
  const isOne = kinds(true, 'PCRA').length - ofPayee.length < 2 && kinds(true, 'ST').length < 2;
  // `I went to Smiths`: somebody whom the books do not know.
  const isStranger = /(?<=[^.!?\s] )\p{Lu}\p{L}/u.test(words.visible.slice(0, said.length));
  // Beside a name, a sentence that narrows nothing may have any words.
  const isAside =
    isNamed &&
    isOne &&
    !isStranger &&
    !english.NARROWS.test(said.replace(english.OF_KEEPING_TRACK, ''));
  const isHead = /^ *\ue000/u.test(said);
  if (isHead ? !isAside : !isTold && !isAside) return;
  const kept = words.masked.filter((one) => !(isAside && ofPayee.includes(one)));
  words.masked.splice(0, words.masked.length, ...kept);
  for (let at = 0; at < said.length; at++) {
    const isMasked = words.masked.some(({ start, end }) => at >= start && at < end);
    if (!isMasked) words.blank({ start: at, end: at + 1 });
  }
}

/** `What did I pay Zain? My accountant is asking.`: a clause without a value that tells why. */
function dropTellings(words: Words): void {
  const clauses: { readonly start: number; readonly end: number; readonly mark: string }[] = [];
  let from = 0;
  for (const { 0: mark, index } of words.rest.matchAll(BETWEEN_CLAUSES_OF_QUESTION)) {
    clauses.push({ start: from, end: index, mark });
    from = index + mark.length;
  }
  clauses.push({ start: from, end: words.rest.length, mark: '' });
  const isNamed = words.masked.some(({ mask }) => 'PCRA'.includes(mask));
  const told = clauses.filter(({ start, end, mark }, at) => {
    const said = words.rest.slice(start, end).trim();
    // `Jeepers! What did I pay Zain?`
    const isCry = at === 0 && isNamed && /^[!…]/u.test(mark) && isOpening(said);
    return said.length < LONGEST_TELLING && (isCry || isAsideOfQuestion(said));
  });
  const isRest = clauses.some(
    (one) => !told.includes(one) && words.rest.slice(one.start, one.end).trim() !== '',
  );
  if (isRest) for (const one of told) words.blank(one);
}

const LONGEST_TELLING = 120;

interface Beside {
  readonly now: number;
  readonly timezone: string;
  readonly text: string;
  readonly lexicon: Lexicon;
  readonly left: readonly string[];
}

function queryOf(read: Reading, beside: Beside): Omit<ReadQuery, 'unclear'> {
  const { now, timezone, text, lexicon } = beside;
  const doubts: string[] = [];
  const without = unique(read.in<Subject[]>(read.with('without'), 'PCR').flat());
  const groups: (readonly Subject[])[] = groupsOf(read, doubts, text);
  const included = groups.flat();
  const [source, ...targets] = read.in<string[]>(read.with('pair'), 'A');
  const isPair = source !== undefined && targets.length === 1;
  const named = new Set(read.in<string[]>(read.parts, 'A').flat());
  const accountIds = isPair ? [...new Set(targets.flat())] : [...named];
  if (isPair && named.size !== 2) doubts.push('which account it went to');
  const bound = boundOf(read, doubts);
  const currencies = [
    ...new Set([...read.in<string[]>(read.parts, 'U').flat(), ...(bound?.currencies ?? [])]),
  ];
  const leftOut = read.in<Period>(read.with('timeout'), 'ST');
  const timed = read.parts.filter(
    ({ tags }) => !tags.includes('timeout') && !tags.includes('timeaside'),
  );
  let periods = innerPeriods(read.in<Period>(timed, 'ST'), text, timezone);
  const yearly = [...leftOut, ...eachYear(leftOut, text, timezone)];
  // `2028 without January` leaves out the January of that year.
  const withoutPeriods =
    periods.length === 0 ? yearly : yearly.filter((one) => periods.some(overlaps(one)));
  if (leftOut.length > 0 && withoutPeriods.length === 0)
    doubts.push('how the times belong together');
  let filter: Filter = {
    ...{ groups, without, accountIds, currencies, bound: bound?.bound ?? null },
    ...{ weekdays: [...new Set(read.in<number[]>(read.parts, 'D').flat())], withoutPeriods },
    ...(isPair ? { fromAccountIds: source } : {}),
  };
  if (read.has('change') && periods.length === 1)
    periods = splitRange(periods[0] as Period, text, now, timezone) ?? periods;
  // `More now than in May`: from then on.
  const [then] = periods;
  if (read.has('untilnow') && then && periods.length === 1) {
    periods = [{ ...then, to: ALL.to, label: `since ${formatDay(then.from, timezone)}` }];
  }
  if (periods.length === 0 && read.has('ever') && included.length === 0) periods = [ALL];
  // Where no times are the sides, the one group of several names stands first.
  const [several, ...others] = groups.filter((group) => group.length > 1);
  if (several && others.length === 0 && periods.length < 2)
    groups.sort((one, other) => Number(other === several) - Number(one === several));
  const sideDoubts: string[] = [];
  const isPaidOut = read.has('out', 'to', 'bought', 'saved');
  for (const [at, group] of groups.entries())
    if (!isPaidOut) groups[at] = paidToMe(group, groups, lexicon);
  const flow = flowOf(read, groups.flat(), lexicon, sideDoubts);
  if (flow === 'income')
    for (const [at, group] of groups.entries()) groups[at] = paidToMe(group, groups, lexicon);
  if (flow === 'income' && read.has('back')) filter = { ...filter, isReturned: true };
  if (read.has('undone')) filter = { ...filter, isWithoutReversed: true };
  const less = lessOf(read, { included, without, lexicon });
  const measured =
    less ?? measureOf(read, { groups, periods, flow, bound: bound?.bound ?? null, text, lexicon });
  const measure: Measure | null =
    measured?.kind === 'list' && english.NEWEST_FIRST.test(text)
      ? { ...measured, isNewestFirst: true }
      : measured;
  const isOfBothFlows = measure?.kind === 'compare' && measure.flows !== undefined;
  if (less === null && !isOfBothFlows) doubts.push(...sideDoubts);
  if (measure === null) doubts.push('the comparison');
  else doubts.push(...doubtsOf(read, measure, { filter, periods, flow, lexicon, text }));
  const refund = lexicon.categories.find((name) => /^refunds?$/i.test(name));
  const isEarned =
    read.with('in').some((part) => english.OF_EARNINGS.test(part.text)) && included.length === 0;
  if (isEarned && refund !== undefined && !without.some(({ name }) => name === refund))
    without.push({ kind: 'category', name: refund });
  const isFilter =
    included.length + without.length + filter.weekdays.length + withoutPeriods.length > 0;
  const isAside = isPutAside(read);
  const isAsked =
    read.parts.some(({ tags }) => tags.some((tag) => !NO_PAYMENTS.test(tag))) || isAside;
  const isSum = read.has('sum', 'all') && periods.length > 0;
  // `Payments from the household account`: no balance.
  const isFrom = read.with('account').some((part) => english.FROM_AN_ACCOUNT.test(part.text));
  const isOfAccount = accountIds.length > 0 && (isFrom || english.PAYMENTS_FIRST.test(text));
  const isQuery = measure !== null && (isFilter || isAsked || isSum || isOfAccount);
  if (less !== null) filter = { ...filter, without: [] };
  const since = sinceOf(read, lexicon);
  if (read.has('payday') && (since === null || periods.length > 0)) doubts.push('since when');
  const isOfGroups =
    (measure?.kind === 'count' || measure?.kind === 'groups') && measure.bound !== undefined;
  const chosen = isOfGroups ? { ...filter, bound: null } : filter;
  return {
    query: isQuery ? { flow, measure, filter: chosen, periods, ...(since ? { since } : {}) } : null,
    topics: read.parts.flatMap(({ tags }) =>
      tags
        .filter((tag) => tag.startsWith('topic:') && !(isAside && tag === 'topic:net'))
        .map((tag) => tag.slice('topic:'.length)),
    ),
    left: [...beside.left, ...doubts],
    names: { subjects: included, accountIds, currencies },
    periods,
    hasCondition:
      without.length + filter.weekdays.length + withoutPeriods.length > 0 || bound !== null,
    // `the balance of my bills`: what is due, and no account.
    asksPayments: isAsked || (read.has('topic:balance') && read.with('noun').some(isBill)),
  };
}

const isBill = ({ text }: Part): boolean => english.OF_A_BILL.test(text);

const ALL: Period = {
  ...{ from: 0, to: Number.MAX_SAFE_INTEGER, start: 0, end: 0 },
  label: 'since the accounts were opened',
};

/** Tags that questions about balances, limits and schedules have, too. */
const NO_PAYMENTS =
  /^(?:topic:.*|names.*|timeaside|to|from|time|currency|account|which|sum|much|or|together|when|noun|all|list)$/;

const keyOf = ({ kind, name }: Subject) => `${kind} ${name}`;
const unique = (subjects: readonly Subject[]): Subject[] => [
  ...new Map(subjects.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }])).values(),
];

/** `Volt House refund`: a name right behind another is a condition of its own. */
function runsOf(part: Part, isHead = false): Part[] {
  const isName = (at: number) => 'PCR'.includes(part.tokens[at]?.masked?.mask ?? ' ');
  const cuts = part.tokens.flatMap((_, at) => (at > 0 && isName(at) && isName(at - 1) ? [at] : []));
  // `Milk, from the dairy or the farm`: of these payees.
  const nameIndexes = part.tokens.flatMap(({ masked }, at) => (masked && isName(at) ? [at] : []));
  const [first = 0, second = 0] = nameIndexes;
  const maskAt = (at: number) => part.tokens[at]?.masked?.mask;
  const isOf =
    nameIndexes.length > 1 &&
    maskAt(first) !== 'P' &&
    part.tokens[first + 1]?.text === ',' &&
    (isHead ||
      !part.tokens[first + 2]?.masked ||
      /P(?: ,)? (?:or|vs|versus|against) P/.test(part.text)) &&
    nameIndexes.slice(1).every((at) => maskAt(at) === 'P');
  // `Jothi: wages and bonus`: of what one payee is paid.
  const isOfPayee =
    isHead &&
    nameIndexes.length > 1 &&
    maskAt(first) === 'P' &&
    part.tokens[first + 1]?.text === ',' &&
    nameIndexes.slice(1).every((at) => maskAt(at) !== 'P');
  if ((isOf || isOfPayee) && !cuts.includes(second)) cuts.push(second);
  return [0, ...cuts].map((from, at) => ({ ...part, tokens: part.tokens.slice(from, cuts[at]) }));
}

const textOf = (part: Part): string => part.tokens.map(({ text }) => text).join(' ');

/** The conditions of a question by names, with those that it says are included. */
function groupsOf(read: Reading, doubts: string[], text: string): Subject[][] {
  const groups = namedGroups(read, doubts, text);
  const included = unique(read.in<Subject[]>(read.with('incl'), 'PCR').flat());
  const [only, ...others] = groups;
  if (included.length === 0 || only === undefined) return groups;
  const isOfKind = (kind: Subject['kind'], all: readonly Subject[]) =>
    all.every((one) => one.kind === kind);
  // `What did Kestrel pay me, bonus included`: all that a payee pays has its bonus in it.
  if (groups.every((group) => isOfKind('party', group)) && isOfKind('category', included))
    return groups;
  const isMore = others.length === 0 && included.every(({ kind }) => isOfKind(kind, only));
  if (!isMore) doubts.push('how the names belong together');
  return isMore ? [unique([...only, ...included])] : groups;
}

/** Names of one part are one group, any of them; those of others are conditions of their own. */
function namedGroups(read: Reading, doubts: string[], text: string): Subject[][] {
  // `Groceries: the market against the shop`: of what the payees are asked about.
  const isHead = english.HEADED.test(text);
  const named = read.parts.filter(
    ({ tags }) =>
      !['without', 'reversed', 'incl', 'payday', 'share:of'].some((tag) => tags.includes(tag)),
  );
  const taken = read.in<Subject[]>(read.with('reversed'), 'PCR').flat();
  if (taken.some(({ kind, name }) => kind === 'category' && !/^refunds?$/i.test(name)))
    doubts.push('one sum less another');
  const groups = named
    .flatMap((part) =>
      runsOf(part, isHead).map((run) => unique(read.in<Subject[]>([run], 'PCR').flat())),
    )
    .filter((group) => group.length > 0);
  // `What did it cost, after the refund from the shop`: of that shop, where nothing else is named.
  const returner = read.in<Subject[]>(read.with('reversed'), 'P').flat();
  if (groups.length === 0 && returner.length > 0) groups.push(unique(returner));
  const known = new Map(groups.map((group) => [group.map(keyOf).sort().join(), group]));
  const all = [...known.values()];
  // `The expo: Boardsports Expo, the ferry and the hotel`: what is named again is one of the list.
  for (const group of [...all]) {
    const isAgain = all.some(
      (other) =>
        other.length > group.length &&
        group.every((one) => other.some((two) => keyOf(two) === keyOf(one))),
    );
    if (isAgain) all.splice(all.indexOf(group), 1);
  }
  const kindOf = (group: readonly Subject[]) => [...new Set(group.map(({ kind }) => kind))].join();
  const isSideBySide = read.has('cmp', 'often', 'most', 'which', 'or', 'apart');
  if (all.length > 1 && new Set(all.map(kindOf)).size === 1 && isSideBySide)
    return [unique(all.flat())];
  // `The vet compared with groceries`: two sides of different kinds.
  const isTwo = all.length === 2 && all.every((group) => group.length === 1);
  const row = read.parts.map(({ text: said }) => said).join(' ');
  if (isTwo && read.has('cmp') && read.with('time').length < 2 && english.SIDES.test(row))
    return [unique(all.flat())];
  // `Groceries at the market or at the shop`: the two names of one kind are the sides; the single
  // name of the other kind applies to both.
  const kinds = [...new Set(all.map(kindOf))];
  const sided = kinds.filter((kind) => all.filter((group) => kindOf(group) === kind).length > 1);
  if (isSideBySide && kinds.length === 2 && sided.length === 1) {
    const isSide = (group: readonly Subject[]) => kindOf(group) === sided[0];
    const rest = all.filter((group) => !isSide(group));
    if (rest.length === 1 && rest[0]?.length === 1)
      return [unique(all.filter(isSide).flat()), ...rest];
  }
  // `The market, groceries` may be both of them, or the groceries of the market.
  const isMixed = named.some(
    (part) =>
      /P.*[CR]|[CR].*P/.test(part.text) &&
      !/(?:^| )(?:and|or|plus|as well as)(?![^ ])/.test(part.text) &&
      runsOf(part).some((run) => /[PCR] ,(?: [a-z]+)* [PCR]/.test(textOf(run))),
  );
  // `all we paid Latoya, wages and bonus` is what she was paid, or three of a list.
  const isOfOne = named.some((part) =>
    /(?:^| )P , (?:the )?[CR](?:(?: ,| and| or| plus)+ (?:the )?[CR])*$/.test(part.text),
  );
  if ((isMixed || isOfOne) && !isHead) doubts.push('how the names belong together');
  // No payment has two categories, or two payees.
  const isTorn = all.some((group, at) =>
    all.some(
      (other, to) => to > at && group.some(({ kind }) => other.some((one) => one.kind === kind)),
    ),
  );
  if (isTorn) doubts.push('how the names belong together');
  return all;
}

/** `Rent` that a tenant pays is rental income. */
function paidToMe(
  group: readonly Subject[],
  groups: readonly (readonly Subject[])[],
  { categories, incomes }: Lexicon,
): readonly Subject[] {
  const isPayer = groups.some((other) =>
    other.some((one) => one.kind === 'party' && incomes.includes(one.name)),
  );
  return group.map((one) => {
    const means = one.kind === 'category' ? english.PAID_TO_ME[one.name.toLowerCase()] : undefined;
    const found =
      isPayer && means
        ? categories.filter((name) => means.test(name) && incomes.includes(name))
        : [];
    return found.length === 1 ? { kind: 'category', name: found[0] as string } : one;
  });
}

interface Bounded {
  readonly bound: Bound;
  readonly currencies: readonly string[];
}

/** Returns the bound, or the complement of a bound that is excluded. */
function boundOf(read: Reading, doubts: string[]): Bounded | null {
  const [bounded] = read.in<Bounded>(read.with('bound'), 'B');
  const [out] = read.in<Bounded>(read.with('boundout'), 'B');
  if (!out) return bounded ?? null;
  const bound = outsideOf(out.bound);
  if (bound === null) doubts.push('without');
  return bound && { ...out, bound };
}

/** Writes the day of a moment in the customer's time zone: `1 April 2028`. */
const formatDay = (at: number, timezone: string): string =>
  DateTime.fromMillis(at, { zone: zoneOf(timezone), locale: 'en' }).toFormat('d LLLL yyyy');

/** Writes the days of a time, whose end is the first moment after it. */
const formatDays = (from: number, to: number, timezone: string): string =>
  `from ${formatDay(from, timezone)} to ${formatDay(to - 1, timezone)}`;

/** `January and February against November and December`: two months each side are one time. */
function joinedSides(periods: readonly Period[], text: string, timezone: string): Period[] {
  const [one, two, three, four] = periods;
  if (!one || !two || !three || !four || periods.length > 4) return [...periods];
  const gaps = [one, two, three].map(({ end }, at) => text.slice(end, periods[at + 1]?.start));
  const isOfSides =
    english.JOINS_TIMES.test(gaps[0] ?? '') &&
    english.AGAINST.test(gaps[1] ?? '') &&
    english.JOINS_TIMES.test(gaps[2] ?? '');
  if (!isOfSides || one.to !== two.from || three.to !== four.from) return [...periods];
  return [[one, two] as const, [three, four] as const].map(([begin, end]) => ({
    ...{ from: begin.from, to: end.to, start: begin.start, end: end.end },
    label: formatDays(begin.from, end.to, timezone),
  }));
}

/** `over 2028, from February to May`: the year says nothing more. */
function innerPeriods(periods: readonly Period[], text: string, timezone: string): Period[] {
  if (periods.length === 4) return joinedSides(periods, text, timezone);
  const [first, second] = periods;
  if (!first || !second || periods.length > 2) return [...periods];
  const gap = text.slice(first.end, second.start);
  // `Of this year, until today`.
  const isUntil = (one: Period) => /^(?:until|before) /.test(one.label) && one.from === 0;
  const [end, begin] = isUntil(second) ? [second, first] : [first, second];
  const isWithin = isUntil(end) && begin.from > 0 && begin.from < end.to && end.to < begin.to;
  if (isWithin && !english.BETWEEN_TIMES.test(gap)) {
    return [{ ...begin, to: end.to, label: formatDays(begin.from, end.to, timezone) }];
  }
  const [outer, inner] =
    first.to - first.from > second.to - second.from ? [first, second] : [second, first];
  const isInside =
    /^(?:in|from|before|until|since) /.test(outer.label) &&
    outer.from <= inner.from &&
    outer.to >= inner.to;
  if (!isInside || english.BETWEEN_TIMES.test(gap)) return [...periods];
  const isSince = outer === first && outer.label.startsWith('since');
  // `Since September, a month on average through February`: until then.
  if (isSince && english.THROUGH.test(gap + text.slice(second.start, second.end))) {
    return [{ ...outer, to: inner.to, label: formatDays(outer.from, inner.to, timezone) }];
  }
  // `Since April (1 April 2028)` says which April, and `since last year June` from which month on.
  const isDay = inner.label.startsWith('on ') && inner.from - outer.from < TWO_MONTHS;
  if (isSince && (isDay || english.NOTHING_BETWEEN.test(gap))) {
    const label = `since ${formatDay(inner.from, timezone)}`;
    return [{ ...outer, from: inner.from, label }];
  }
  return [inner];
}

const overlaps = (one: Period) => (other: Period) => one.from < other.to && other.from < one.to;

/** `other than March`, of all years: the March of each. */
function eachYear(out: readonly Period[], text: string, timezone: string): Period[] {
  const years = Array.from({ length: YEARS_BACK }, (_, at) => at + 1);
  return out
    .filter(({ start, end }) => !/\d{4}|this|last|year/.test(text.slice(start, end)))
    .flatMap((one) =>
      years.map((years) => {
        const back = (ms: number) =>
          DateTime.fromMillis(ms, { zone: zoneOf(timezone) }).minus({ years });
        return { ...one, from: back(one.from).toMillis(), to: back(one.to).toMillis() };
      }),
    );
}
const YEARS_BACK = 20;

function flowOf(
  read: Reading,
  included: readonly Subject[],
  { incomes }: Lexicon,
  doubts: string[],
): 'spending' | 'income' | 'saved' {
  if (isPutAside(read)) return 'saved';
  if (read.has('saved')) {
    const isThere = read.with('saved').some(({ text }) => / (?:it|there|that)$/.test(text));
    if (read.has('account', 'got') && !isThere) doubts.push('which account it went to');
    if (included.length > 0) doubts.push('whose transfer');
    return 'saved';
  }
  const isKnownIn = ({ name }: Subject) => incomes.includes(name);
  const isThere = read.with('names').some(({ text }) => /^(?:at|in) /.test(text));
  const isGot = read.has('got');
  const isBoughtGot =
    isGot &&
    !(included.length > 0 && included.every(isKnownIn)) &&
    (isThere || (included.length > 0 && !included.some(isKnownIn) && !read.has('from')));
  // `what did the sofa from the shop cost`.
  const isCost = read.with('from').some(({ text }) => / costs?$/.test(text));
  const row = read.parts.map(({ text }) => text).join(' ');
  const ofCategories = included.filter(({ kind }) => kind === 'category');
  const isOnlyIn =
    (included.length > 0 && included.every(isKnownIn)) ||
    // `Zalindo refunds`: of a shop what it paid back.
    (ofCategories.length > 0 && ofCategories.every(isKnownIn) && !read.has('out', 'to', 'cmp'));
  // `Malibu Boards paid how much in total?`
  const isTheirs = isOnlyIn && english.GIVEN_BY_THEM.test(row) && !english.FIRST_PERSON.test(row);
  // `What did the pension come to`: of what comes in, no cost.
  const isSaidOut = read.with('out').some(({ text }) => !(isOnlyIn && english.COMES_TO.test(text)));
  const isOut = !isTheirs && (isSaidOut || read.has('to') || isBoughtGot || isCost);
  // `fuel receipts`, of what never came in: papers of purchases.
  const isPapers = included.length > 0 && !included.some(isKnownIn);
  const isOfIncome = read.parts.some(
    ({ text, tags }) =>
      english.NOUN_IN.test(text) &&
      !tags.includes('reversed') &&
      !(isPapers && english.PAPERS.test(text)),
  );
  // `How much did we make in April?`, `What did I make?`
  const isMadeMoney =
    read.has('made') &&
    !isOut &&
    !(included.length > 0 && !included.some(isKnownIn)) &&
    read.kind('distinct') === null &&
    !read.has('noun', 'some', 'bound', 'count', 'list', 'rank', 'latest', 'first', 'newest');
  const isIn = read.has('in', 'by') || isOfIncome || (isGot && !isBoughtGot) || isMadeMoney;
  // Only a party that was paid can pay back.
  const isPaidBack = included.some(({ kind, name }) => kind === 'party' && !incomes.includes(name));
  if (read.has('back') && !isPaidBack) doubts.push('back');
  if (isOfIncome && read.has('account', 'made')) doubts.push('deposit');
  // `How much rent did I pay` of somebody who only receives it: nothing is no figure of it.
  const isTurned = isOut && isOnlyIn;
  if ((isIn && isOut) || isTurned) doubts.push('whether it came in or went out');
  // `How much gave Joost`: of a payee who only pays.
  if (read.has('inverted') && !isOnlyIn) doubts.push('whether it came in or went out');
  // `electricity from Power Co` is bought there, though both are one payee.
  const payees = included.filter(({ kind }) => kind === 'party');
  const isOfThing =
    read.parts.some(({ tokens }) => tokens.some(({ text }) => text === 'C')) &&
    !(payees.length > 0 && payees.every(isKnownIn));
  // `my last bill from the power company`, which never paid anything in.
  const isPaidOnly = payees.length > 0 && !payees.some(isKnownIn);
  const isBill =
    isPaidOnly &&
    (english.ANYTHING_FROM.test(row) ||
      read.parts.some(({ text }) => english.OF_A_BILL.test(text)));
  const isSource =
    read.has('from') && !isOut && !isOfThing && !isBill && !(isPaidOnly && read.has('reversed'));
  const flow = isIn || (!isOut && (isOnlyIn || isSource)) ? 'income' : 'spending';
  const isFrom = read.has('from') && flow === 'spending';
  const isBuying = read.has('bought', 'reversed') || isOfThing || isBill || isCost;
  if (isFrom && !isBuying) doubts.push('from');
  return flow;
}

/** The payment that a time begins with: the named one, or the only income that is wages. */
function sinceOf(read: Reading, { incomes, categories }: Lexicon): Query['since'] | null {
  const parts = read.with('payday');
  if (parts.length === 0) return null;
  const named = read.in<Subject[]>(parts, 'PCR').flat();
  const wages = categories
    .filter((name) => english.WAGES.test(name) && incomes.includes(name))
    .map((name): Subject => ({ kind: 'category', name }));
  const [only, ...others] = named.length > 0 ? named : wages;
  if (!only || others.length > 0) return null;
  return { ...only, flow: incomes.includes(only.name) ? 'income' : 'spending' };
}

/** `what did I set aside, Reserve and Boat together`: into these accounts. */
const isPutAside = (read: Reading) =>
  read.with('topic:net').some(({ text }) => english.SAVES.test(text)) &&
  read.has('account') &&
  !read.has('saved');

/** `salary minus rent`, `takings less stock`: the difference of two sums. */
function lessOf(
  read: Reading,
  {
    included,
    without,
    lexicon,
  }: {
    included: readonly Subject[];
    without: readonly Subject[];
    lexicon: Lexicon;
  },
): Measure | null {
  const parts = read.with('without');
  if (
    included.length === 0 ||
    without.length === 0 ||
    read.has(
      'avg',
      'count',
      'rank',
      'list',
      'cmp',
      'by',
      'most',
      'least',
      'share',
      'latest',
      'first',
      'when',
    )
  )
    return null;
  if (!parts.every(({ text }) => english.LESS.test(text))) return null;
  const isIn = ({ name }: Subject) => lexicon.incomes.includes(name);
  const isOneIn = [included, without].every((all) => new Set(all.map(isIn)).size === 1);
  const kinds = [included, without].map((all) => [...new Set(all.map(({ kind }) => kind))]);
  const [one, other] = kinds;
  // Groceries less one shop is what was bought at the others.
  const isOther = included.every(isIn) !== without.every(isIn) || one?.join() === other?.join();
  if (!isOneIn || !isOther) return null;
  return { kind: 'less', of: without, flow: without.every(isIn) ? 'income' : 'spending' };
}

interface Chosen {
  readonly groups: readonly (readonly Subject[])[];
  readonly periods: readonly Period[];
  readonly flow: Query['flow'];
  readonly bound: Bound | null;
  readonly text: string;
  readonly lexicon: Lexicon;
}

const isMonth = ({ label }: Period) => /^in [A-Z][a-z]+ \d{4}$/.test(label);

/** True when one group has the sides. Names of the other groups apply to both sides. */
const isOneSided = (groups: readonly (readonly Subject[])[]) =>
  groups.slice(1).every((group) => group.length === 1);

/** `Sales in April against March`: both kinds of sales, which no `or` sets side by side. */
const isUnion = (read: Reading) => {
  const named = read.parts.filter(({ tokens }) => tokens.some(({ text }) => /^[PCR]$/.test(text)));
  return named.length === 1 && !/(?:^| )(?:or|versus|vs|against|,) /.test(named[0]?.text ?? '');
};

/** `Who got most on rent and utilities`: payees, and none of the names; `where` asks for one of these. */
const isOfPayees = (read: Reading): boolean =>
  read.with('by:party').some(({ text }) => english.ASKS_PAYEE.test(text)) && !read.has('or');

/** `in how many months did I make payments over 50`: of each payment, and not of a month's sum. */
const isOfEachPayment = (read: Reading): boolean =>
  read.has('noun', 'made', 'some') ||
  read.with('bound').some(({ text }) => english.BOUND_OF_PAYMENTS.test(text));

/** So many of the recent payments, where nobody says how many. */
const FEW = 10;

const TIMES: ReadonlySet<string> = new Set(['day', 'week', 'month', 'year']);

type GapKind = Extract<Measure, { kind: 'gap' }>['which'];
const LIST: Measure = { kind: 'list', take: null, isFirst: false };
const GROUPS = {
  kind: 'groups',
  isLeast: false,
  isCounted: false,
  isOne: false,
  isAll: false,
} as const;

const COUNT_WITHIN = new RegExp(`(?:^| )(${english.COUNT})(?= )`, 'u');

/** `Art sales against art supplies`: of each its own flow; null where both have the same one. */
function flowsOfSides(
  names: readonly Subject[],
  { incomes }: Lexicon,
): ('spending' | 'income')[] | null {
  const flows = names.map(({ name }) => (incomes.includes(name) ? 'income' : 'spending'));
  return new Set(flows).size > 1 ? flows : null;
}

/** Returns what is measured of the payments, or null for a comparison without two sides. */
function measureOf(
  read: Reading,
  { groups, periods, flow, bound, text, lexicon }: Chosen,
): Measure | null {
  const names = groups[0] ?? [];
  const isBound = bound !== null;
  const by = read.kind('by') as Grouping | null;
  const unit = read.kind('unit') as Unit | null;
  const [{ kind: kindOfNames } = { kind: 'party' as const }] = names;
  const ofNames = kindOfNames === 'note' ? 'party' : kindOfNames;
  // `Which account did I spend more from?`
  const isOfOneKind =
    names.length === 1 &&
    ((names[0]?.kind === 'category' && by === 'party') || (by !== null && TIMES.has(by)));
  const isMore =
    by !== null && read.has('which') && (names.length === 0 || isOfOneKind) && periods.length < 2;
  // `My largest payment at the market and the shop`: one of all of them, and no side is the larger.
  const isOfPayments =
    english.EXTREME_PAYMENT.test(text) &&
    !read.has('often', 'which', 'or', 'cmp', 'by', 'apart', 'count', 'avg');
  const isMost = read.has('most', 'often', 'rank') || (isMore && read.has('cmp'));
  const isLeast =
    read.has('least') ||
    (isMore && read.with('cmp').some(({ text }) => english.LESS_OF_TWO.test(text))) ||
    read.with('rank').some(({ text }) => english.words(english.LEAST_WORDS).test(text));
  const isCompared = read.has('cmp') && !isMore;
  const which = read.has('which') ? { isWhich: true as const } : {};
  const averaged = read.has('avg') && unit === null ? { isAverage: true as const } : {};
  const isSideBySide =
    names.length > 1 &&
    isOneSided(groups) &&
    !isOfPayments &&
    (isMost || isCompared || read.has('often', 'which'));
  const [newest] = read.with('newest');
  const [rank] = read.with('rank');
  const [top] = read.with('top');
  const isFew = /^(?:the |my )?top /.test(top?.text ?? '');
  const distinct = read.kind('distinct') as Grouping | null;
  const gap = read.kind('gap') as GapKind | null;
  if (read.has('regular'))
    return flow === 'spending' && periods.length === 0 && !isBound ? { kind: 'regular' } : null;
  if (gap !== null) return names.length > 0 ? { kind: 'gap', which: gap } : null;
  const whole = read.kind('share');
  if (whole === 'of' && groups.length === 1 && !isCompared && flow === 'spending') {
    const of = read.in<Subject[]>(read.with('share:of'), 'CR').flat();
    const isIncome = of.every(({ name }) => lexicon.incomes.includes(name));
    if (isIncome) return { kind: 'share', whole: 'income', of };
    // No payment of one category has another one.
    return names.every(({ kind }) => kind === 'party')
      ? { kind: 'share', whole: 'spending', of }
      : null;
  }
  if (whole === 'of') return null;
  if (whole !== null && groups.length === 1 && !isCompared)
    return { kind: 'share', whole: whole as 'spending' | 'income' };
  if (whole !== null) return null;
  if (distinct !== null) {
    const isOfTimes = distinct === 'month' || distinct === 'week' || distinct === 'day';
    const isOfSum = isOfTimes && !isOfEachPayment(read);
    return { kind: 'count', of: distinct, ...(bound && isOfSum ? { bound } : {}) };
  }
  // `How many times a month`: the number in each month, which no average has to round.
  if (read.has('count') && !read.has('avg') && (unit === 'month' || unit === 'year'))
    return { ...GROUPS, by: unit, isCounted: true, isAll: true };
  if (unit === 'year' && !read.has('avg', 'count', 'most', 'least'))
    return { ...GROUPS, by: 'year', isAll: true };
  if (newest) {
    const [, count] = COUNT_WITHIN.exec(newest.text) ?? [];
    const isFirst = /(?:^| )(?:first|earliest) /.test(newest.text);
    return { kind: 'list', take: count ? english.countOf(count) : FEW, isFirst };
  }
  if (read.has('first')) return { kind: 'first' };
  if (read.has('latest')) return { kind: 'latest' };
  const isOftener =
    isCompared &&
    names.length === 2 &&
    periods.length < 2 &&
    !english.MORE_OF_A_THING.test(text) &&
    !read.has('sum', 'much') &&
    read.with('out').every(({ tags }) => tags.includes('bought'));
  if (isOftener && read.with('bought').some((part) => english.HOW_OFTEN.test(part.text)))
    return { ...GROUPS, by: ofNames, isCounted: true, isOne: true };
  if (read.has('often') && names.length > 1)
    return { ...GROUPS, by: ofNames, isLeast, isCounted: true, isOne: true };
  if (isSideBySide && names.length > 2 && isMost) return { ...GROUPS, by: ofNames, isOne: true };
  if (read.has('apart') && names.length > 1)
    return { ...GROUPS, by: ofNames, isAll: true, isCounted: read.has('count') };
  const isVisit = read.with('bought').some(({ text }) => english.HOW_OFTEN.test(text));
  const isBreak = read.has('break') && !read.has('avg');
  // `What did I spend the most on in one go?`
  const isSingle = read.has('single') && (by === null || by === 'category' || by === 'party');
  if ((isMost || isLeast) && isSingle && names.length < 2 && !read.has('count') && !rank)
    return { kind: 'rank', nth: 1, take: 1, isLeast };
  // `In which months did I spend more than 600 on fuel`: of each month's sum.
  const isOfSums =
    bound !== null &&
    by !== null &&
    TIMES.has(by) &&
    read.has('which', 'break') &&
    !isMost &&
    !isLeast &&
    !isOfEachPayment(read);
  // `In which months was it under 50`: those without a payment, too, which no list has.
  if (isOfSums && bound !== null && bound.least === null) return null;
  if (isOfSums && periods.length < 2)
    return { ...GROUPS, by, isAll: true, ...(bound ? { bound } : {}) };
  if (by !== null && (isMost || isLeast || isBreak || top) && !(isCompared && names.length === 2)) {
    const isOne = !isBreak && (read.has('which') || ((isMost || isLeast) && by !== 'day'));
    const isCounted =
      read.has('often', 'bycount') || (isVisit && isMost) || english.MOST_PAYMENTS.test(text);
    const isAll = isBreak && !isMost && !isLeast;
    const ranks = read.parts.filter(({ tags }) => tags.includes('top') || tags.includes('rank'));
    const [counted] = ranks.flatMap((part) => english.words(english.COUNT).exec(part.text) ?? []);
    const take = counted && Number(counted) !== 0 && !isAll ? english.countOf(counted) : null;
    const nth = english.ordinalOf(
      english.words(english.ORDINAL).exec(read.with('nth')[0]?.text ?? '')?.[0],
    );
    return {
      ...GROUPS,
      by: by === 'party' && names.length > 1 && !isOfPayees(read) ? ofNames : by,
      isLeast,
      isOne,
      isCounted,
      isAll,
      ...(nth > 1 ? { nth } : {}),
      ...(take === null ? {} : { take }),
    };
  }
  if (by === 'party' && flow === 'income' && names.length === 0 && read.has('which'))
    return { ...GROUPS, by, isAll: true };
  const isChange = read.has('change');
  // `Has the rent gone up`: what each payment was, and since when.
  const isOfPrice =
    (read.has('steps') || isChange) &&
    !read.has('cmp', 'or', 'most', 'least', 'rank', 'avg', 'count', 'by', 'which', 'topic') &&
    !english.ASKS_SUM.test(text) &&
    (!read.has('sum') || read.has('much'));
  const isOne = names.length === 1 && groups.length === 1 && periods.length < 2;
  if (isOfPrice && isOne && !isBound && (read.has('steps') || periods.length === 0))
    return { kind: 'steps' };
  if (read.has('steps')) return null;
  if (isCompared && names.length < 2 && periods.length > 2 && periods.every(isMonth))
    return { ...GROUPS, by: 'month', isAll: true };
  if (isCompared && names.length > 2 && isOneSided(groups))
    return { ...GROUPS, by: ofNames, isAll: true };
  if (periods.length === 2 && (isCompared || isChange) && names.length < 3)
    return names.length === 2 && isCompared && !isUnion(read)
      ? null
      : { kind: 'compare', sides: 'periods', ...averaged };
  if (isCompared || isChange || (isSideBySide && names.length === 2)) {
    const flows = flowsOfSides(names, lexicon);
    // `Did rent and childcare go up`: of each its own change.
    if (isChange && names.length > 1 && periods.length === 0) return null;
    if (names.length === 2 && isOneSided(groups) && (flows === null || groups.length === 1))
      return {
        ...{ kind: 'compare', sides: 'subjects', ...which, ...averaged },
        ...(flows ? { flows } : {}),
      };
    if (periods.length !== 1 || !isChange) return null;
    const price = isOfPrice && isOne ? { isOfPrice: true as const } : {};
    return { kind: 'compare', sides: 'periods', ...price };
  }
  const isCount = read.has('count');
  // `The cheapest bill from the garden`; `the cheapest coffee` is a price.
  const isCheapestBill =
    read.with('least').some((part) => english.BARE_EXTREME.test(part.text)) &&
    read.with('bought').some((part) => english.OF_A_BILL.test(part.text));
  // `The dearest trip to the market`, `the least I ever paid for power`: one payment.
  const isOfOne =
    (isMost || isLeast) &&
    by === null &&
    groups.length === 1 &&
    names.length === 1 &&
    periods.length < 2 &&
    !isCount &&
    !read.has('often', 'avg', 'unit', 'or', 'than', 'nth', 'newest') &&
    (read.with('most').some((part) => english.BARE_EXTREME.test(part.text)) ||
      isCheapestBill ||
      english.EVER_PAID.test(text));
  if ((isOfOne || isOfPayments) && !rank) return { kind: 'rank', nth: 1, take: 1, isLeast };
  if (rank && !isCount) {
    const [nth] = english.words(english.ORDINAL).exec(rank.text) ?? [];
    const [count] = english.words(english.COUNT).exec(nth ? '' : rank.text) ?? [];
    return {
      kind: 'rank',
      nth: english.ordinalOf(nth),
      take: count ? english.countOf(count) : 1,
      isLeast,
    };
  }
  if (isFew && top) {
    const [count] = english.words(english.COUNT).exec(top.text) ?? [];
    return { kind: 'rank', nth: 1, take: english.countOf(count), isLeast: false };
  }
  if (isBreak) return { ...GROUPS, by: by ?? 'category', isAll: true };
  if (isMost || isLeast) return null;
  // `Monthly costs from January to April`: each of them.
  const [only, another] = periods;
  const isEach = read.with('unit:month').some((part) => english.EACH_MONTH.test(part.text));
  if (isEach && !read.has('avg') && only && !another && only.to - only.from > TWO_MONTHS)
    return { ...GROUPS, by: 'month', isAll: true };
  // `What did I spend each week in February`: of every week one sum.
  const isOfTimes =
    english.ASKS_PAST.test(text) &&
    read.with(`unit:${unit}`).some((part) => english.EACH_OF_TIMES.test(part.text));
  const isTime = unit === 'day' || unit === 'week' || unit === 'month';
  // A day each of so many without a time would be a long list.
  const isListed = unit !== 'day' || periods.length > 0;
  const isOfEachSum =
    !isCount && !read.has('avg', 'each', 'together', 'when', 'often', 'which', 'latest', 'first');
  if (isOfTimes && isTime && isListed && isOfEachSum) return { ...GROUPS, by: unit, isAll: true };
  if (read.has('avg', 'each') || unit !== null) {
    const isRecent = english.NOWADAYS.test(text) && periods.length === 0;
    const isPrice =
      !read.has('avg', 'each') &&
      names.length === 1 &&
      groups.length === 1 &&
      periods.length === 0 &&
      !isBound &&
      !english.ASKS_PAST.test(text) &&
      !english.ASKS_SUM.test(text);
    return {
      ...{ kind: 'average', unit },
      ...(isRecent ? { isRecent: true as const } : {}),
      ...(isPrice ? { isOfPrice: true as const } : {}),
    };
  }
  // `How many orders, and how much in total?`: both.
  if (isCount && english.HOW_MANY_AND_MUCH.test(text)) return { kind: 'sum', isCounted: true };
  if (isCount) return read.has('when') ? LIST : { kind: 'count' };
  // `What is the gym now`: what was paid last.
  const isNow = english.OF_ONE_OR_ALL.test(text) && english.NOWADAYS.test(text);
  const isOfLast = names.length === 1 && groups.length === 1 && periods.length === 0 && !isBound;
  if (isNow && isOfLast && !read.has('out', 'in', 'ever', 'all', 'together', 'reversed'))
    return { kind: 'latest' };
  // `Is the phone bill paid`: the last payment tells.
  const isIfPaid = english.ASKS_IF_PAID.test(text) && periods.length === 0 && !isBound;
  const isOfSingle = names.length === 1 && !english.OF_SEVERAL.test(text);
  if (isIfPaid && isOfSingle && flow === 'spending' && !read.has('sum', 'much', 'ever'))
    return { kind: 'latest' };
  if (read.has('anyone') && !read.has('sum', 'by')) return LIST;
  if (
    english.PAYMENTS_FIRST.test(text) &&
    names.length === 0 &&
    !read.has('sum', 'much', 'by', 'avg')
  )
    return LIST;
  if (
    isBound &&
    names.length > 0 &&
    (english.PAYMENTS_HEADED.test(text) || !read.has('out', 'in')) &&
    !read.has('sum', 'much', 'by', 'avg', 'apart', 'together', 'got', 'bought')
  )
    return LIST;
  if (isBound && english.ANYTHING.test(text) && !read.has('sum', 'much')) return LIST;
  // `Did I ever pay her more than 100`: one payment.
  if (
    isBound &&
    english.EVER.test(text) &&
    english.ASKS_WHETHER.test(text) &&
    !read.has('sum', 'much')
  )
    return LIST;
  if (
    read.has('apart') &&
    names.length === 1 &&
    periods.length < 2 &&
    english.ONE_BY_ONE.test(text)
  )
    return LIST;
  // `How much was it, and when`: each payment with its day.
  if (read.has('when') && (read.has('sum', 'list') || isBound))
    return names.length > 0 ? LIST : null;
  if (read.has('when') && english.ASKS_DAYS.test(text)) return names.length > 0 ? LIST : null;
  // `Have I paid him anything, and when?`
  if (read.has('when') && english.ASKS_WHETHER.test(text)) return names.length > 0 ? LIST : null;
  if (read.has('when')) return names.length > 0 ? { kind: 'latest' } : null;
  if (read.has('paidfor') && !read.has('sum', 'by')) return LIST;
  if (isBound && read.has('single') && english.ASKS_WHETHER.test(text) && !read.has('sum'))
    return LIST;
  const isThings = english.ASKS_THINGS.test(text) && !read.has('sum');
  if (isThings) return LIST;
  if (
    !read.has('sum') &&
    (read.has('list') ||
      (isBound && english.LISTED.test(read.with('bound')[0]?.text ?? '') && !read.has('out', 'in')))
  )
    return LIST;
  // `Boiler Bob, every payment`.
  const isEvery = read.with('noun').some((part) => english.EACH_PAYMENT.test(part.text));
  if (isEvery && by === null && !read.has('sum', 'out', 'in')) return LIST;
  const row = read.parts.map(({ text: said }) => said).join(' ');
  const isEither = english.EITHER_OF_TWO.test(row) && english.ASKS_BY_VERB.test(text);
  // `Packaging costs: Officeway or Packright?`
  const isHeadOfTwo = english.HEADED.test(text) && english.HEAD_OF_TWO.test(row);
  if ((isEither || isHeadOfTwo) && names.length === 2 && isOneSided(groups) && !isBound)
    return { kind: 'compare', sides: 'subjects', ...which };
  const isPeriod =
    by === 'month' || by === 'day' || by === 'weekday' || by === 'week' || by === 'year';
  if (by !== null && names.length === 0 && !isPeriod) return { ...GROUPS, by, isAll: true };
  // `Who got a bonus`: all of them.
  const isWho = read.with('by:party').some(({ text: said }) => english.ASKS_WHO.test(said));
  if (isWho && names.length > 0 && groups.length === 1 && ofNames === 'category' && !isCompared)
    return { ...GROUPS, by: 'party', isAll: true };
  // `Inventory less what Natchez took back`: of that payee alone.
  const of = read.in<Subject[]>(read.with('reversed'), 'P').flat();
  if (!read.has('reversed')) return { kind: 'sum' };
  return { kind: 'sum', isNet: true, ...(of.length > 0 ? { of: unique(of) } : {}) };
}

/** Parts that select payments, independent of the measure. */
const FILTERS = (
  'incl back sum much together ever out in got made bought saved pair names to from by visits without all account time ' +
  'entries inverted undone timeout timeaside payday bound boundout days currency noun some anyone single topic wider'
).split(' ');
/** More than one month. */
const TWO_MONTHS = 45 * 86_400_000;
const EXTREMES = new Set(['rank', 'top', 'newest', 'latest', 'first']);
/** Parts that an answer makes use of: another part in the question would change nothing. */
const USED: Readonly<Record<Measure['kind'], readonly string[]>> = {
  sum: ['list', 'reversed'],
  count: ['count', 'distinct'],
  gap: ['gap', 'latest', 'first', 'when', 'rank', 'avg'],
  regular: ['regular', 'list'],
  steps: ['steps', 'change', 'when', 'untilnow'],
  latest: ['latest', 'when', 'paidfor'],
  first: ['first', 'when', 'paidfor'],
  list: ['list', 'newest', 'when', 'count', 'which', 'apart', 'perpayment', 'paidfor'],
  share: ['share'],
  less: ['in', 'out', 'sum', 'topic', 'got'],
  average: ['avg', 'unit', 'perpayment', 'each'],
  rank: ['rank', 'top', 'list', 'which', 'bysum', 'least', 'when', 'most', 'paidfor', 'by'],
  groups: [
    'apart',
    'by',
    'which',
    'most',
    'least',
    'often',
    'rank',
    'top',
    'break',
    'bycount',
    'bysum',
    'count',
    'unit',
    'than',
    'cmp',
    'or',
    'list',
    'when',
    'paidfor',
    'nth',
  ],
  compare: ['cmp', 'than', 'which', 'or', 'change', 'by', 'list', 'most', 'least'],
};

/** `Kids, fuel and groceries`: a wider word that is not of what stands behind it. */
function widerDoubt(part: Part, read: Reading): string[] {
  const named = read.in<Subject[]>([part], 'PCR').flat();
  const isOf = english.WIDER_WORDS.some(
    ([word, categories]) =>
      english.words(word).test(part.text) &&
      named.every(({ kind, name }) => kind === 'category' && categories.test(name.toLowerCase())),
  );
  return isOf ? [] : [part.text.split(' , ')[0] ?? part.text];
}

/**
 * Two different names with nothing between them, or a category and a payee with a comma:
 * `excluding groceries, Frisko`. `The landlord Mr Ash` is one name.
 */
function isUnlinked(part: Part, read: Reading): boolean {
  if (/(?:^| )(?:[CR] , P|P , [CR])$/.test(part.text)) return true;
  const names = part.tokens.map((token) =>
    read.in<Subject[]>([{ ...part, tokens: [token] }], 'PCR').flat(),
  );
  return names.some((name, at) => {
    const before = names[at - 1] ?? [];
    const isPerson = english.PERSON_OF_A_KIND.test(part.tokens[at - 1]?.said ?? '');
    const isSame = before.map(keyOf).join() === name.map(keyOf).join();
    return name.length > 0 && before.length > 0 && !isSame && !isPerson;
  });
}

/** Returns the ambiguities of the parts of a question in combination. */
function doubtsOf(
  read: Reading,
  measure: Measure,
  {
    filter,
    periods,
    flow,
    lexicon,
    text,
  }: {
    filter: Filter;
    periods: readonly Period[];
    flow: Query['flow'];
    lexicon: Lexicon;
    text: string;
  },
): string[] {
  const { groups, without, weekdays, withoutPeriods, bound } = filter;
  const included = groups.flat();
  const row = read.parts.map((part) => part.text).join(' ');
  const doubts: string[] = [];
  const add = (isDoubt: boolean, doubt: string) => isDoubt && doubts.push(doubt);
  const isTotal = measure.kind === 'sum' || measure.kind === 'average';
  const isCompared = measure.kind === 'compare';
  // What is paid is no part of what comes in.
  const isOddIncome =
    flow === 'income' &&
    measure.kind !== 'less' &&
    without.some(({ name }) => !lexicon.incomes.includes(name));
  add(isOddIncome, 'one sum less another');
  const isOneOfAnother = without.some(({ kind, name }) => {
    const isOther =
      kind === 'category' &&
      included.length > 0 &&
      included.every((one) => one.kind === 'category' && one.name !== name);
    return (
      isOther || (flow === 'spending' && lexicon.incomes.includes(name) && included.length > 0)
    );
  });
  // `Meals, not counting groceries`: no payment is both, and nothing is taken off.
  const isLeftOut = read.with('without').every(({ text: said }) => english.LEAVES_OUT.test(said));
  add(isOneOfAnother && !isLeftOut && measure.kind !== 'less', 'one sum less another');
  // `places other than Burger Bandits on fast food`: the category is left out, or is all that counts.
  const isOutOf = read.with('without').some(({ text: said }) => english.OUT_OF_ANOTHER.test(said));
  add(isOutOf && included.length === 0, 'how the names belong together');
  // `Net of refund Witgoedhal`: one of the two is left out, or the refunds of a payee.
  const isPairOut = read.with('without').some((part) => isUnlinked(part, read));
  add(isPairOut, 'what is left out');
  // `The most in one shop in one day`: a day's payments there, or one payment.
  const isOfDay = read.has('single') && TIMES.has(read.kind('by') ?? '');
  add(isOfDay, 'each payment, or all of them');
  // `Spending without my pension`: nothing that is spent is income.
  const isNoSpending =
    flow === 'spending' &&
    measure.kind !== 'less' &&
    without.some(({ name }) => lexicon.incomes.includes(name) && !/^refunds?$/i.test(name));
  add(isNoSpending, 'what is left out');
  // `How much did the pot go up`: its balance, and no payments from it.
  const isOfLevel = filter.accountIds.length > 0 && included.length === 0 && read.has('change');
  add(isOfLevel && !read.has('out', 'in', 'noun', 'saved'), 'the balance, or payments');
  // `Tom or Ann`, and nothing else.
  add(english.ONE_OR_OTHER.test(row), 'which one is meant');
  // `The second biggest after rent`: without the rent, or the one that follows it.
  const isBehindOne =
    measure.kind === 'rank' &&
    measure.nth > 1 &&
    read.with('without').some(({ text: said }) => /^after /.test(said));
  add(isBehindOne, 'what is left out');
  // People, and not shops: the books do not say which is which.
  const isOfPeople = read.parts.some(({ text: said }) => /^(?:payments )?to people$/.test(said));
  add(isOfPeople && included.length === 0, 'people');
  doubts.push(...read.with('wider').flatMap((part) => widerDoubt(part, read)));
  // `Dinners` are some payments: a name says which.
  const some = included.length === 0 ? read.with('some') : [];
  doubts.push(...some.map(({ text: said }) => said.replace(/ ?[A-Z].*$/, '')));
  const isSized = read.with('noun').some(({ text: said }) => english.OF_A_SIZE.test(said));
  add(isSized && bound === null, 'how small, or how large');
  add(
    measure.kind === 'sum' && read.has('visits') && !read.has('sum', 'out'),
    'how many, or how much',
  );
  add(
    measure.kind === 'list' && measure.take !== null && read.has('sum'),
    'each payment, or all of them',
  );
  // `Since when, and how much overall`: one payment has no such figure.
  const isOfOne = measure.kind === 'first' || measure.kind === 'latest';
  add(isOfOne && read.has('much') && english.OVERALL.test(text), 'each payment, or all of them');
  add(measure.kind === 'count' && read.has('much'), 'how many, or how much');
  const isCountedApart = measure.kind === 'groups' && measure.isCounted && read.has('apart');
  add(isCountedApart && read.has('much'), 'how many, or how much');
  // `How many fills in January`: some payments, and no name says which.
  const isOfUnnamed =
    measure.kind === 'count' && included.length + filter.accountIds.length === 0
      ? read.with('count').find(({ text: said }) => english.COUNTS_SOME.test(said))
      : undefined;
  if (isOfUnnamed) doubts.push(isOfUnnamed.text);
  // `Since when is the rent what it is now`: not since its first payment.
  add(measure.kind === 'first' && english.SINCE_WHEN_NOW.test(text), 'since when');
  // `The tax pot so far`: what is on it, or what was paid from it.
  const isBareAccount =
    measure.kind === 'sum' &&
    filter.accountIds.length > 0 &&
    read.has('ever') &&
    read.parts.every(({ tags }) => tags.every((tag) => /^(?:account|ever)$/.test(tag)));
  add(isBareAccount, 'the balance, or payments');
  add(read.has('avg') && read.has('break'), 'an average of groups');
  // `in November, including December`: one of the two, or both.
  add(read.has('timeaside') && periods.length > 0, 'how the times belong together');
  // `December minus November`: nothing of it to leave out, so one sum less the other is meant.
  const isNothingLeftOut = filter.withoutPeriods?.some(
    (one) => !periods.some(({ from, to }) => one.from < to && one.to > from),
  );
  add(periods.length > 0 && isNothingLeftOut === true, 'how the times belong together');
  // Of the last week, or of each.
  const isEachWeek = weekdaySpansIn(text).some(({ first, last }) => first === 1 && last === 5);
  add(isEachWeek && weekdays.length === 0, 'the days from Monday to Friday: of which week');
  const isDistinct = measure.kind === 'count' && measure.of !== undefined;
  const isOfTimes = isDistinct && ['month', 'week', 'day'].includes(measure.of ?? '');
  const isOpenBound = bound !== null && isDistinct && measure.bound === undefined && !isOfTimes;
  add(isDistinct && (isOpenBound || read.has('cmp')), 'each payment, or all of them');
  // `The three biggest shops at Sparrow`: payments, and no payees.
  const isOfOnePayee = included.length === 1 && included[0]?.kind === 'party';
  const isOfPayees = measure.kind === 'groups' && measure.by === 'party' && !measure.isAll;
  add(isOfPayees && isOfOnePayee, 'each payment, or all of them');
  // Not every payee is a shop; those of a category are.
  const isOfShops = read
    .with('distinct:party')
    .some(({ text: said }) => english.OF_SHOPS.test(said));
  add(isOfShops && included.every(({ kind }) => kind !== 'category'), 'which payees are meant');
  add(!isCompared && !areApart(periods), 'how the times belong together');
  add(
    !isCompared && read.with('time').length > 1 && periods.length > 1 && !read.has('apart'),
    'how the times belong together',
  );
  add(
    isCompared && (weekdays.length > 0 || withoutPeriods.length > 0) && periods.length > 2,
    'the times',
  );
  // `What do I spend on Saturday`: on the last one, or on each.
  add(english.EACH_WEEKDAY.test(text), 'on which day, or on each');
  const isOneWeekend =
    weekdays.length > 0 && periods.length === 0 && english.THE_WEEKEND.test(text);
  add(isOneWeekend, 'on which day, or on each');
  // `How many times did I fill up`: some payments, and no name says which.
  const isOfSome =
    included.length + filter.accountIds.length === 0 &&
    ['sum', 'count', 'average', 'rank', 'list', 'latest', 'first', 'gap'].includes(measure.kind) &&
    read.with('bought').find(({ text: said }) => english.BUYS_ONE_KIND.test(said));
  if (isOfSome) doubts.push(isOfSome.text);
  // A monthly bill is what a month costs; a monthly payment may be one of several.
  const isEachTime =
    measure.kind === 'average' && measure.unit !== null && english.EACH_TIME.test(text);
  add(isEachTime, 'for each payment, or for each time');
  // `What is my phone bill`: one of them, or what all of them came to.
  const isOfOneOrAll =
    measure.kind === 'sum' &&
    periods.length === 0 &&
    included.length > 0 &&
    english.OF_ONE_OR_ALL.test(text) &&
    !english.ASKS_SUM.test(text) &&
    !read.has('out', 'in', 'ever', 'all', 'together', 'reversed', 'got', 'bought');
  add(isOfOneOrAll, 'for each payment, or all of them');
  // `Tax set aside this quarter`: left out, or put away.
  const isSetAside = read.with('without').some(({ text: said }) => english.SET_ASIDE.test(said));
  add(
    isSetAside && !read.has('out', 'in', 'sum', 'noun', 'rank', 'by', 'all', 'count', 'avg'),
    'set aside',
  );
  // A note is beside single payments: they are added up, counted or listed, and never compared.
  const hasNote = [...included, ...without].some(({ kind }) => kind === 'note');
  add(hasNote && !OF_PAYMENTS.has(measure.kind), 'how the names belong together');
  // `Weekdays against weekends`, with more to compare: no side has the days of both.
  const isEitherDay = english.WEEKEND.test(text) && english.WEEKDAY.test(text);
  add(
    english.DAYS_SIDE_BY_SIDE.test(row) || (weekdays.length === 7 && isEitherDay),
    'which days of the week',
  );
  // `Do I have enough coffee`: no payment says so.
  add(english.ENOUGH.test(text), 'enough');
  // `My two subscriptions and what they cost`: each of them.
  const isOfEach = measure.kind === 'sum' || measure.kind === 'rank';
  add(isOfEach && english.NAMES_AND_COSTS.test(row), 'for each of them, or all of them');
  const isOfKinds = groups.some((group) => new Set(group.map(({ kind }) => kind)).size > 1);
  add(measure.kind === 'groups' && isOfKinds, 'how the names belong together');
  // What a payee buys is not in these books.
  add(english.OTHERS_SPEND.test(row), 'whose spending');
  const kinds = read.parts.flatMap(({ tags }) => tags.filter((tag) => /^(?:by|unit):/.test(tag)));
  const extremes = read.parts.filter(
    ({ tags }) =>
      tags.some((tag) => EXTREMES.has(tag)) && !tags.some((tag) => /^(?:single|by:)/.test(tag)),
  );
  // `Is rent my biggest expense?` asks whether, and not which.
  const isWhether = /^(?:and )?(?:is|are|was|were)(?![\p{L}])/iu.test(text);
  add(isWhether && (measure.kind === 'rank' || measure.kind === 'groups'), 'whether it is');
  // `Has the rent gone up at weekends`: a price has no days, and nothing that is left out.
  const { weekdays: onDays, withoutPeriods: outOf = [], without: others } = filter;
  const isNarrow = others.length + onDays.length + outOf.length + filter.accountIds.length > 0;
  add(measure.kind === 'steps' && isNarrow, 'the price');
  add(measure.kind !== 'regular' && english.REGULAR_ONES.test(row), 'which regular payments');
  // Of all months, on all days.
  const isChosen = filter.groups.length + filter.currencies.length > 0 || isNarrow;
  add(measure.kind === 'regular' && isChosen, 'which regular payments');
  add(english.CHANGED_MORE.test(text), 'how much it changed');
  // Without a payment that was reversed: of a sum, and of payments out.
  const isOddWithout = measure.kind !== 'sum' || flow !== 'spending' || read.has('reversed');
  add(read.has('undone') && isOddWithout, 'what is left out');
  // A shop's prices are not the amounts that were paid there.
  const isPrice = read.with('rank').some(({ text: said }) => english.OF_PRICES.test(said));
  add(isPrice && measure.kind === 'groups' && measure.by === 'party', 'cheap or dear');
  // Comparing income with spending is not a comparison of payments.
  const isKnownIn = ({ name }: Subject) => lexicon.incomes.includes(name);
  const isMixed = included.some(isKnownIn) && !included.every(isKnownIn);
  add(measure.kind === 'compare' && measure.flows === undefined && isMixed, 'in and out');
  // `Do I go to Lidl more than to Rewe?`: how often.
  const isMoreVisits =
    isCompared && read.with('bought').some(({ text: said }) => english.OF_VISITS.test(said));
  add(isMoreVisits && included.some(({ kind }) => kind === 'party'), 'how often, or how much');
  // Payments are counted, not the things in them.
  const isOfThings = read.with('bought').some(({ text: said }) => english.OF_THINGS.test(said));
  const isCountOfThings = read
    .with('count')
    .some(({ text: said }) => english.COUNTS_A_NAME.test(said));
  const isOwned =
    read.with('count').some(({ text: said }) => english.COUNTS_OWNED.test(said)) ||
    (measure.kind === 'count' && english.COUNTS_TIME_OR_THINGS.test(row));
  // `How much milk did I buy?`
  const isQuantity = english.ASKS_QUANTITY.test(row) && !english.IN_A_CURRENCY.test(row);
  add(english.OF_ONE_PRICE.test(row) && !read.has('avg'), 'the price of one');
  add((isOfThings && (isCountOfThings || isQuantity)) || isOwned, 'how many things');
  add(
    measure.kind !== 'list' &&
      /^(?:and )?what (?!.*(?:total|sum|pay .* for ).*).* for$/iu.test(text),
    'for what',
  );
  add(measure.kind !== 'list' && english.WHAT_FOR.test(row), 'for what');
  // `Fast food bar the burgers`, where both are one name: nothing would be left.
  const isNothing = without.some((out) => included.some((one) => keyOf(one) === keyOf(out)));
  add(isNothing, 'what is left out');
  add(new Set(kinds).size > 1, 'one of two groups');
  // `My salary from October`: of that month, or since then.
  const isFromThen =
    /(?:^| )from (?:the )?S(?![^ ])/.test(row) &&
    !english.OF_A_TIME.test(row) &&
    periods.length === 1;
  add(isFromThen, 'since then, or of that time');
  // `How many weekends did I eat out`: days, and not the payments on them.
  const isOfDays = measure.kind === 'count' && weekdays.length > 0;
  add(isOfDays && english.COUNTS_WEEKDAYS.test(text), 'how many days, or payments');
  // `The pot minus the tax`: a balance, and no payments from it.
  const isOffBalance = included.length === 0 && english.LESS_THAN_BALANCE.test(row);
  add(isOffBalance, 'one sum less another');
  // `The total and how much that is a month`: two figures.
  add(
    measure.kind === 'average' && english.TOTAL_AND_AVERAGE.test(text),
    'an average, or the total',
  );
  // `What did I make in May with overtime`: all of it, or of that alone.
  add(flow === 'income' && english.MADE_WITH.test(row), 'of that alone, or with the rest');
  // `How many pensions do I get`: payments, or who pays them.
  const isOfSources = english.COUNTS_SOURCES.test(row) || english.COUNTS_CONTRACTS.test(text);
  add(measure.kind === 'count' && isOfSources, 'how many payments, or payees');
  // `My cheapest restaurant` is one of several places.
  const isOfPlace =
    measure.kind === 'rank' &&
    included.every(({ kind }) => kind === 'category') &&
    english.DEAREST_PLACE.test(text);
  add(isOfPlace, 'each payment, or all of them');
  // `My most expensive meal`: not all payments are meals.
  const isOfKind =
    (measure.kind === 'rank' || measure.kind === 'average') &&
    included.length === 0 &&
    read.with(measure.kind === 'rank' ? 'rank' : 'avg').find(({ text: said }) => {
      return english.KIND_OF_PAYMENT.test(said);
    });
  if (isOfKind) doubts.push(isOfKind.text);
  const isSince = periods.some(({ label }) => label.startsWith('since'));
  add(isCompared && periods.length === 1 && read.has('change') && isSince, 'the times');
  add(extremes.length > 1 || (read.has('most') && read.has('least')), 'one of two orders');
  const isRankSum = measure.kind === 'rank' && measure.take > 1 && english.ASKS_SUM.test(text);
  add(isRankSum, 'each payment, or all of them');
  const used = new Set([...FILTERS, ...USED[measure.kind]]);
  if (measure.kind === 'sum' && measure.isCounted) {
    used.add('count');
    if (included.length < 2) used.add('apart');
  }
  if (measure.kind === 'compare' && measure.isAverage)
    for (const tag of ['avg', 'perpayment', 'each']) used.add(tag);
  if (measure.kind === 'sum' && periods.length > 1) used.add('apart');
  for (const { tags, text: said } of read.parts) {
    // `What was biggest, rent or travel?`
    if (isCompared && tags.includes('rank') && english.BARE_EXTREME.test(said)) continue;
    add(
      tags.some((tag) => !used.has(tag.replace(/:.*/, ''))),
      said.replace(/ ?(?<![^ ])[A-Z](?![^ ])/g, ''),
    );
  }
  add(
    isTotal &&
      bound !== null &&
      /^(?:and )?(?:did|have|do) (?:i|we)(?![\p{L}])/iu.test(text) &&
      !read.has('sum', 'anyone'),
    'each payment, or all of them',
  );
  // Not every payee is a shop that is visited.
  const isVisited = read.with('bought').some(({ text: said }) => /visit/.test(said));
  add(
    isVisited && measure.kind === 'groups' && (included.length === 0 || !measure.isCounted),
    'visit',
  );
  return doubts;
}

const OF_PAYMENTS: ReadonlySet<string> = new Set([
  ...['sum', 'count', 'list', 'rank', 'latest', 'first', 'average', 'gap'],
]);

/** Returns true when no two of the periods overlap. */
const areApart = (periods: readonly Period[]) =>
  periods.every((one, at) =>
    periods.every((other, to) => to <= at || one.to <= other.from || other.to <= one.from),
  );

/** `from December to January`, of a change, is two months to compare. */
function splitRange(period: Period, text: string, now: number, timezone: string): Period[] | null {
  const parts = text.slice(period.start, period.end).split(/ (?:to|until|till) /);
  const read = parts.flatMap((part) =>
    readPeriods(`in ${part.replace(/^(?:from|between) /i, '')}`, now, timezone),
  );
  return read.length === 2
    ? read.map((one) => ({ ...one, start: period.start, end: period.end }))
    : null;
}
