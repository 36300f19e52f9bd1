// The grammar of a command about money. Every word of the message has to have a place in it:
// a message with a word left over is asked about, never acted on.

import { ASKS_FOR_IT, HOW_IT_STANDS } from '../english/command-parts.ts';
import { IS_PAPER, SENDS } from '../english/commands.ts';
import { isTelling } from '../english/tellings.ts';
import { overlaps, type ReadAmount, readAmounts, type Span } from './amounts.ts';
import {
  dayOf,
  isOver,
  type ReadDate,
  type ReadRecurrence,
  readDates,
  readRecurrences,
} from './dates.ts';
import {
  ASKED_FOR,
  BARE,
  BESIDE_A_DAY,
  BESIDE_AN_AMOUNT,
  CLAUSE,
  CLAUSE_OF_AN_ORDER,
  CLAUSE_OF_TWO,
  type CommandVerb,
  DESTINATION,
  FOR,
  GOAL_NOUN,
  HAZARDS,
  type Hazard,
  LABELS,
  LAST_AND,
  LEADING_DAY,
  LEADING_SOURCE,
  MASK,
  MINDED,
  MONEY_BACK,
  NO_CLAUSE,
  NO_GOAL,
  ORDERED,
  OWNED,
  PICTURES,
  PLAIN,
  POLITE,
  PURPOSE,
  QUIET,
  REFERENCES,
  REMARK,
  SENT_BY,
  SHORT_FOR,
  SILENT,
  SILENT_BEHIND_PAY,
  SOMEBODY,
  SOURCE,
  STATEMENTS,
  TAKEN,
  TOWARDS,
  TRAILING,
  TRAILING_ORDER,
  VERBS,
  WITHOUT_AMOUNT,
} from './grammar.ts';
import type { Ambiguity } from './questions.ts';
import { readOnce } from './read-once.ts';

/** Words of a slot, with their position in the message. */
export interface Phrase extends Span {
  readonly text: string;
}

export interface Command {
  /** Null when the message is not a command of this grammar. */
  readonly verb: CommandVerb | null;
  readonly amounts: readonly ReadAmount[];
  readonly dates: readonly ReadDate[];
  readonly recurrences: readonly ReadRecurrence[];
  readonly payee: Phrase | null;
  readonly source: Phrase | null;
  readonly purpose: Phrase | null;
  /** The reasons why the command may not be carried out, although it was read. */
  readonly hazards: readonly Hazard[];
  /** Words without a place. */
  readonly unexplained: readonly string[];
  /** True when the words order a transfer. */
  readonly isBare: boolean;
  /** A name and an amount alone: an order where the name is that of a contact; or an amount alone. */
  readonly isLabel: boolean;
  /** Questions about the payee and the amount that were read: another may be meant. */
  readonly doubts?: readonly Ambiguity[];
}

/**
 * Reads a command.
 * @param text normalised
 * @param names that occur in the message as they are, so that their words are no words of it
 * @param isStatement true to read it as a whole payment before its words one by one
 */
export function readCommand(
  text: string,
  names: readonly Phrase[],
  now: number,
  timezone: string,
  isStatement = false,
): Command {
  const places = names.map(({ start, end }) => `${start}-${end}`).join();
  const key = `${isStatement} ${dayOf(now, timezone)} ${timezone} ${places} ${text}`;
  return readOnce(COMMANDS, key, () => newCommand(text, names, now, timezone, isStatement));
}

const COMMANDS = new Map<string, Command>();

function newCommand(
  text: string,
  names: readonly Phrase[],
  now: number,
  timezone: string,
  isStatement: boolean,
): Command {
  const tail = tailOf(text, names, now, timezone);
  const isOutside = (one: Span) => ![...names, ...tail.spans].some((name) => overlaps(one, name));
  const recurrences = readRecurrences(text).filter(isOutside);
  const days = readDates(text, now, timezone).filter(
    (one) => isOutside(one) && !recurrences.some((other) => overlaps(one, other)),
  );
  const isFree = (one: Span) =>
    isOutside(one) && ![...recurrences, ...days].some((other) => overlaps(one, other));
  // `for dinner last night` states the purpose, not the time.
  const isTold = (one: ReadDate) =>
    OF_THIS_TIME.test(`${text.slice(0, one.start)}\n${one.text}`) ||
    (isOver(one) && (FOR.test(text.slice(0, one.start)) || SENT_BY.test(text.slice(one.end))));
  // `the 40 euros from Saturday` were owed then.
  const dates = days
    .filter((one) => !isTold(one))
    .map((one) =>
      recurrences.length === 0 && SINCE_THEN.test(text.slice(0, one.start))
        ? { ...one, doubt: one.doubt ?? ('no_day' as const) }
        : one,
    );
  const all = readAmounts(text).filter(isFree);
  // `first one tomorrow` names no second amount.
  const found = all.length === 1 ? all : all.filter((one) => one.text.toLowerCase() !== 'one');
  const amounts = found.filter((one) => found.length === 1 || !isShortWord(text, one, names));
  const quiet = [QUIET, PICTURES]
    .flatMap((one) => [...text.matchAll(one)])
    .map(({ index, 0: word }) => {
      return { start: index, end: index + word.length };
    });
  const masked = maskSpans(text, [
    ...quiet.filter(isOutside).map((one) => [one, MASK.quiet] as const),
    ...tail.spans.map((one) => [one, one.isOrder ? MASK.order : MASK.quiet] as const),
    ...amounts.map((one) => [one, MASK.amount] as const),
    ...dates.map((one) => [one, MASK.date] as const),
    ...recurrences.map((one) => [one, MASK.recurrence] as const),
  ]);
  const named = maskSpans(
    masked,
    names
      .filter((one) => !tail.spans.some((other) => overlaps(one, other)))
      .map((one) => [one, 'x'] as const),
  );
  const lead = leadOf(masked, named);
  const rest = masked.slice(lead.end);
  const isTaken = TAKEN.some((one) => one.test(rest));
  const said = isTaken ? '' : named.slice(lead.end).replace(LAST_AND, '');
  const hazards: Hazard[] = HAZARDS.filter(([, pattern]) => pattern.test(said)).map(([at]) => at);
  for (const [at, pattern] of HAZARDS) {
    // `Bob and I had lunch, pay him 20`: a remark may name two people.
    const told = lead.remarks.map((one) =>
      at === 'several_operations' ? one.replace(AND, ' ') : one,
    );
    if (told.some((one) => pattern.test(one))) hazards.push(at);
  }
  if (/[\ue000-\uf8ff]/u.test(text)) hazards.push('unreadable_characters');
  const isMinded = ASKED_FOR.test(masked.slice(0, lead.end));
  const verbs = isMinded ? [...VERBS, ...MINDED] : VERBS;
  const verb = verbs.find(([, one]) => one.test(rest));
  const isMeant =
    verb && (PLAIN.test(rest) || BARE.test(rest) || verb[0] !== 'transfer' || amounts.length > 0);
  const from = lead.end + (verb?.[1].exec(rest)?.[0].length ?? 0);
  // `Send Priya 2 tickets` names no amount.
  const isMoney = amounts.every(({ currencies, scale }) => currencies.length > 0 || scale === 2);
  const isPay = /^pay(?![\p{L}])/iu.test(rest);
  const slots = isMeant
    ? slotsOf({ text, masked, from, source: lead.source, isPay, isMoney })
    : null;
  // `The plumber fixed the tap, pay him 120`: who is paid was named before the order.
  const isPronoun = PERSONAL.test(slots?.payee?.text ?? '') && lead.remarks.length > 0;
  const isUnclear =
    isStatement || slots === null || slots.unexplained.length > 0 || TOLD.test(rest) || isPronoun;
  const told = isUnclear ? readStatement(text, masked, named, isPronoun ? 0 : lead.end) : null;
  const goal = told?.isLabel ? told.slots.purpose : null;
  const isNoun = goal !== null && !/(?:for|[-–]) $/u.test(text.slice(0, goal.start));
  // `Bev 40 tomorrow` may be how old she is, and `Bev 2 tickets` no amount.
  const isOther =
    told?.isLabel === true &&
    !isMoney &&
    (isNoun || (dates.length > 0 && recurrences.length === 0));
  // `20 tickets for Priya` names no amount; `320 fees` does.
  const counted = told?.slots.purpose ?? null;
  const isCounted =
    counted !== null &&
    !isMoney &&
    amounts.some(({ end }) => counted.start > end && counted.start - end < 4) &&
    !MONEY_NOUN.test(counted.text);
  // `Volt House, 90, refund` may tell of what came back.
  const back = told?.slots.purpose ?? tail.reference;
  const isBack =
    back !== null &&
    /, ?$/u.test(text.slice(0, back.start)) &&
    (MONEY_BACK.test(back.text) || HOW_IT_STANDS.test(back.text));
  // `invoice to Nana, 20 euros`: a thing, and no account.
  const payer = told?.isLabel ? (told.slots.source?.text.replace(/^.* /u, '') ?? '') : '';
  const stated = isOther || isCounted || isBack || GOAL_NOUN.test(payer) ? null : told;
  if (stated) {
    const known = hazards.filter((one) => one === 'unreadable_characters');
    const own = HAZARDS.filter(
      ([at, pattern]) =>
        stated.texts.some((one) => pattern.test(one)) ||
        lead.remarks.some((one) =>
          pattern.test(at === 'several_operations' ? one.replace(AND, ' ') : one),
        ),
    );
    const inside = { amounts, dates, recurrences, hazards: [...known, ...own.map(([at]) => at)] };
    const purpose = stated.slots.purpose ?? tail.reference;
    // `Out of the rainy pot, 500 for Declan`: the account was named before.
    const before = isPronoun ? null : lead.source;
    const isNamedTwice = before !== null && stated.slots.source !== null;
    const source = before === null ? stated.slots.source : phraseOf(text, before);
    return {
      verb: 'transfer',
      ...inside,
      ...stated.slots,
      source,
      unexplained: isNamedTwice ? [stated.slots.source?.text ?? ''] : stated.slots.unexplained,
      purpose,
      isBare: false,
      isLabel: stated.isLabel,
    };
  }
  const read = { amounts, dates, recurrences, hazards };
  // `15 pls`: so much is to be paid, to somebody.
  const isAsked = isMoney || lead.end > 0 || rest.includes(MASK.quiet);
  const isAmountAlone = amounts.length === 1 && isAsked && AMOUNT_ALONE.test(rest);
  const somebody = SOMEBODY.map((one) => one.exec(rest)).find((one) => one !== null);
  if (isAmountAlone || somebody) {
    const charged = somebody?.indices?.groups?.['source'];
    // `from savings, pay the gas bill`: the account stays, although nobody is named.
    const span = charged
      ? { start: lead.end + charged[0], end: lead.end + charged[1] }
      : lead.source;
    const source = span === null ? null : phraseOf(text, span);
    const nobody = { payee: null, source, purpose: null, unexplained: [] };
    const isBare = hazards.length === 0;
    return { verb: 'transfer', ...read, ...nobody, isBare, isLabel: isAmountAlone };
  }
  if (slots === null || !isMeant) {
    const none = { payee: null, source: null, purpose: null, unexplained: [], isBare: false };
    return { verb: null, ...read, ...none, isLabel: false };
  }
  // `I need to pay the school`: an order, whoever that is.
  const isAskedFor = /^pay(?![\p{L}])/iu.test(rest) && ASKS_FOR_IT.test(text.slice(0, lead.end));
  const isBare = (isAskedFor || BARE.test(rest)) && hazards.length + slots.unexplained.length === 0;
  const purpose = slots.purpose ?? tail.reference;
  return { verb: moved(verb[0], slots), ...read, ...slots, purpose, isBare, isLabel: false };
}

/** `withdraw 200 from savings to current`: a movement with two sides is a transfer. */
function moved(verb: CommandVerb, { payee, source }: Pick<Command, 'payee' | 'source'>) {
  const isMoved =
    (verb === 'withdrawal' && payee !== null) ||
    (verb === 'deposit' && payee !== null && source !== null);
  return isMoved ? 'transfer' : verb;
}

/** `4` for `for`, and `2` for `to`. */
function isShortWord(text: string, { start, end }: Span, names: readonly Phrase[]): boolean {
  const said = text.slice(start, end);
  if (said === '4') return SHORT_FOR.test(text.slice(end));
  return (
    said === '2' &&
    (names.some((name) => name.start === end + 1) || UNIT_BEFORE.test(text.slice(0, start)))
  );
}

/** `750eur 2 Maria`. */
const UNIT_BEFORE = /\d ?(?:€|eur|euros?|dollars?|bucks|quid|pounds?|usd|gbp|rs|inr|rupees) $/iu;

/** An amount and courtesies. */
const AMOUNT_ALONE = /^\ue000+(?:[ ,.!]|please|thanks|thank you|\ue003+)*$/iu;

const AND = /(?<![\p{L}])(?:and|or|again|also|both|each|then|plus)(?![\p{L}])/giu;

interface Tail {
  readonly spans: readonly (Span & { readonly isOrder: boolean })[];
  /** The payment's reference. */
  readonly reference: Phrase | null;
}

/**
 * Reads the words after an order that do not change it: courtesies, the reference, and the reason.
 */
function tailOf(text: string, names: readonly Phrase[], now: number, timezone: string): Tail {
  const spans: (Span & { readonly isOrder: boolean })[] = [];
  let reference: Phrase | null = null;
  let rest = text;
  const cut = (said: string, isOrder: boolean) => {
    const lead = /^[ ,.;:!]*/u.exec(said)?.[0].length ?? 0;
    const start = rest.length - said.length + lead;
    if (names.some((one) => overlaps(one, { start, end: rest.length })) && reference === null) {
      return false;
    }
    spans.push({ start, end: rest.length, isOrder });
    rest = rest.slice(0, start).trimEnd();
    return true;
  };
  for (let parts = 0; parts < MOST_TRAILING; parts++) {
    const order = TRAILING_ORDER.exec(rest)?.[0];
    const said = order ?? TRAILING.exec(rest)?.[0];
    if (said !== undefined && said !== rest) {
      if (!cut(said, order !== undefined)) break;
      continue;
    }
    const called: Called | null = reference === null ? referenceIn(rest, now, timezone) : null;
    if (called === null) break;
    reference = called.reference;
    cut(rest.slice(called.start), false);
  }
  return { spans, reference };
}

const MOST_TRAILING = 4;

interface Called {
  readonly start: number;
  readonly reference: Phrase;
}

function referenceIn(text: string, now: number, timezone: string): Called | null {
  for (const pattern of REFERENCES) {
    const found = pattern.exec(text);
    const said = found?.slice(1).find((one) => one !== undefined);
    if (!found || said === undefined || found.index === 0) continue;
    const isQuoted = /["“”‘]/u.test(found[0]);
    const isOrder = ORDERED.test(said);
    const words = said.replace(/(?<![\p{L}])no\.?(?= ?#?\d)/giu, '');
    const isHazard = HAZARDS.some(([, one]) => one.test(words));
    const days = [...readDates(said, now, timezone).filter((one) => !isOver(one))];
    const isOpen =
      days.length + readRecurrences(said).length > 0 ||
      readAmounts(said).some(({ currencies, doubts }) => currencies.length + doubts.length > 0);
    if (isOrder || isOpen || (isHazard && !isQuoted)) continue;
    const start = found.index + found[0].lastIndexOf(said);
    return { start: found.index, reference: { start, end: start + said.length, text: said } };
  }
  return null;
}

/** `for this month`, `this month's rent`: which one is paid, and not when. */
const OF_THIS_TIME =
  /(?:(?<![\p{L}])for \n(?:this|the) (?:month|week|quarter|term|year)|\nfor (?:this|the) (?:month|week|quarter|term|year)|\n(?:this|last) (?:month|week|quarter|term|year)['’]?s)$/iu;
const SINCE_THEN = /(?<![\p{L}])(?:from|since|of) (?:last |the )?$/iu;
/** Nouns that no number counts. */
const MONEY_NOUN =
  /(?:rent|fees?|wages?|salary|dues|allowance|tuition|deposit|money|expenses|pay|pension|cash|petrol|gas|fuel|food)$/iu;
const PERSONAL = /^(?:him|her|them)$/iu;

/** Verbs that an order can begin with, and a telling too: `settle 85 with Corelli`. */
const TOLD =
  /^(?:(?:do|make) (?:an?|one) (?:quick |bank |wire |money )?(?:transfer|payment)[:,]|settle|take|pay (?:the |my |an? |this |that |our )?(?:invoice|bill|rent|fee|fees|quote|tab|debt) |(?:pay|clear) [^\ue000-\ue004]{1,60} (?:invoice|bill|fees?|rent|quote|tab)(?: (?:no\.? ?|number )?#?\d+)?[,:]? (?:- )?(?:of |for |over )?(?:the )?\ue000)/iu;

interface Statement {
  readonly slots: Pick<Command, 'payee' | 'source' | 'purpose' | 'unexplained'>;
  /** The texts of its groups, in the words of the message. */
  readonly texts: readonly string[];
  readonly isLabel: boolean;
}

function readStatement(
  text: string,
  masked: string,
  named: string,
  from: number,
): Statement | null {
  // Names in the message are not read as words.
  const wordsAt = ({ start, end }: Span) => named.slice(start, end);
  const rest = masked.slice(from);
  const patterns = rest.includes(MASK.amount)
    ? [...TAKEN, ...STATEMENTS, ...LABELS]
    : WITHOUT_AMOUNT;
  for (const pattern of patterns) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const [payee, source, purpose] = (['payee', 'source', 'purpose'] as const).map((slot) => {
      const [start, end] = found.indices?.groups?.[slot] ?? [];
      if (start === undefined || end === undefined) return null;
      const span = { start: from + start, end: from + end };
      return { ...span, text: text.slice(span.start, span.end) };
    }) as [Phrase | null, Phrase | null, Phrase | null];
    const [began, ended] = found.indices?.groups?.['story'] ?? [];
    const story =
      began === undefined || ended === undefined
        ? []
        : [wordsAt({ start: from + began, end: from + ended })];
    // The payee may be named in a narrative before the order.
    if (story.some((one) => NO_CLAUSE.test(one)) || (payee === null && story.length === 0))
      continue;
    const slots = { payee, source, purpose, unexplained: [] };
    const isLabel = LABELS.includes(pattern);
    // The name in a label has to be a contact's name, and is not read as a word.
    const texts = [isLabel ? null : payee, source, purpose].flatMap((one) =>
      one ? wordsAt(one) : [],
    );
    texts.push(...story);
    return { slots, texts, isLabel };
  }
  return null;
}

/** Reads the words before the verb: courtesies, a day, the account. */
function leadOf(
  masked: string,
  named: string,
): { end: number; source: Span | null; remarks: string[] } {
  let end = 0;
  const remarks: string[] = [];
  let source: Span | null = null;
  for (let parts = 0; parts < MOST_LEADING; parts++) {
    const rest = masked.slice(end);
    const from: RegExpExecArray | null = source === null ? LEADING_SOURCE.exec(rest) : null;
    const remark: string | undefined =
      remarks.length === 0
        ? (REMARK.exec(rest)?.[0] ?? clauseIn(rest, named.slice(end)))
        : undefined;
    const found: RegExpExecArray | null = from ?? POLITE.exec(rest) ?? LEADING_DAY.exec(rest);
    const said: string | undefined = found?.[0] ?? remark;
    if (said === undefined) break;
    // A remark that quotes, denies or sets a condition stays one.
    if (said === remark) remarks.push(remark.replace(/[,:.! ]+$/u, ''));
    if (from?.[1] !== undefined) {
      const start: number = end + said.indexOf(from[1]);
      source = { start, end: start + from[1].length };
    }
    end += said.length;
  }
  return { end, source, remarks };
}

const MOST_LEADING = 6;

/** `She is up a grade, so`: told before an order, and no part of one. */
function clauseIn(rest: string, named: string): string | undefined {
  const [said, clause = ''] = CLAUSE.exec(rest) ?? [];
  const words = clause.trim().split(/\s+/);
  const isName = /^x+$/u.test(named.slice(0, clause.length).replace(/[ ,.]/g, ''));
  // `Hon. Cornelius Ashby`: the dot of a title ends no clause.
  const isInside = named[clause.length] === 'x';
  const isShort = words.length < 3 && !(words.length === 2 && CLAUSE_OF_TWO.test(clause.trim()));
  const isOrder =
    CLAUSE_OF_AN_ORDER.test(clause) && !CLAUSE_OF_AN_ORDER.test(rest.slice(said?.length ?? 0));
  // `Article five of the statutes, send …`: without a subject it may say whose order it is.
  const isTold = words.length < 3 || isTelling(clause.trim());
  const isNone = isName || isInside || isShort || isOrder || !isTold || NO_CLAUSE.test(clause);
  return said === undefined || isNone ? undefined : said;
}

function maskSpans(text: string, spans: readonly (readonly [Span, string])[]): string {
  let masked = text;
  for (const [{ start, end }, mark] of spans) {
    masked = masked.slice(0, start) + mark.repeat(end - start) + masked.slice(end);
  }
  return masked;
}

type Slot = 'object' | 'payee' | 'source' | 'purpose' | 'closed';

/** Puts each word into the slot that the words before it have opened. */
function slotsOf(read: {
  readonly text: string;
  readonly masked: string;
  readonly from: number;
  readonly source: Span | null;
  readonly isPay: boolean;
  /** True when all amounts are clearly money. */
  readonly isMoney: boolean;
}) {
  const { text, masked, from, source, isPay, isMoney } = read;
  const found: Partial<Record<Slot, Span>> = source === null ? {} : { source };
  const unexplained: string[] = [];
  let slot: Slot = 'object';
  const words = [...masked.matchAll(/[^\s,!]+/gu)].filter(({ index }) => index >= from);
  const open = (next: Slot, word: string) => {
    if (found[next] !== undefined || (next === 'payee' && found.object !== undefined)) {
      unexplained.push(word);
    }
    slot = next;
  };
  // `Reimburse Priya for the tickets: 58 euros`.
  const isGoal = (at: number) =>
    found.object !== undefined && words.slice(at + 2).some(([one]) => one.startsWith(MASK.amount));
  // `Pay Priya 50 towards the trip`.
  const isTowards = (word: string) =>
    TOWARDS.test(word) && (found.payee !== undefined || (isPay && found.object !== undefined));
  let last: Span | undefined;
  for (const [at, match] of words.entries()) {
    const word = match[0].replace(/[.?:]+$/u, '');
    const next = words[at + 1]?.[0] ?? '';
    if (word === '') continue;
    if (/^[\ue003\ue004]/u.test(word) || (isPay && SILENT_BEHIND_PAY.test(word))) continue;
    if (/^[\ue000-\ue002]/u.test(word)) {
      const glued = word.replace(/^[\ue000-\ue004]+/u, '');
      if (/[\p{L}\p{N}]/u.test(glued)) unexplained.push(glued);
      slot = slot === 'purpose' ? 'purpose' : 'closed';
      continue;
    }
    if (/^this$/i.test(word) && /^coming$/i.test(next)) continue;
    if (BESIDE_A_DAY.test(word) && /^[\ue001\ue002]/u.test(next)) continue;
    if (BESIDE_AN_AMOUNT.test(word) && /^\ue000/u.test(next)) continue;
    if (slot === 'purpose') found.purpose = extendSpan(found.purpose, match.index, word);
    else if (/^out$/i.test(word) && /^of$/i.test(next)) open('source', word);
    else if (/^of$/i.test(word) && /^out$/i.test(words[at - 1]?.[0] ?? '')) continue;
    else if (isTowards(word)) open('purpose', word);
    // `Send for Mum 50 euros`.
    else if (
      /^for$/iu.test(word) &&
      slot === 'object' &&
      found.object === undefined &&
      !isGoal(at)
    ) {
      open('payee', word);
    } else if (DESTINATION.test(word)) open('payee', word);
    else if (SOURCE.test(word)) open('source', word);
    else if (PURPOSE.test(word) && (slot !== 'object' || isGoal(at))) open('purpose', word);
    else if (SILENT.test(word)) continue;
    else if (slot === 'closed') {
      unexplained.push(word);
      last = extendSpan(last, match.index, word);
    } else found[slot] = extendSpan(found[slot], match.index, word);
  }
  // `Pay Dr Who 80 consultation fee`: the last of the words at the end shows that they are the
  // purpose.
  const goal = last && text.slice(last.start, last.end);
  const isGoalOnly = goal?.split(/\s+/).join(' ') === unexplained.join(' ');
  const isBehind = last !== undefined && /\ue000\s*$/u.test(masked.slice(0, last.start));
  const isLast = last !== undefined && !/[\p{L}\p{N}]/u.test(masked.slice(last.end));
  const isTold =
    GOAL_NOUN.test(unexplained.at(-1) ?? '') && !unexplained.some((one) => NO_GOAL.test(one));
  const isNoun = isMoney && isGoalOnly && isBehind && isLast && isTold;
  if (isNoun && last && found.purpose === undefined && unexplained.length <= MOST_GOAL) {
    found.purpose = last;
    unexplained.length = 0;
  }
  const phrase = (span: Span | undefined): Phrase | null =>
    span ? { ...span, text: text.slice(span.start, span.end) } : null;
  const named = phrase(found.payee ?? found.object);
  // `Pay Priya's invoice of 80`: the payee's belonging is the purpose.
  const owned = found.purpose === undefined ? named && OWNED.exec(named.text) : null;
  // `send Priya's invoice`: a paper is sent, and no money.
  if (owned && IS_PAPER.test(named?.text ?? '') && SENDS.test(masked.slice(0, from)))
    unexplained.push(named?.text ?? '');
  const payee = named && owned ? { ...named, ...spanOf(named, owned[1] ?? '') } : named;
  const isOwned = named !== null && payee !== null && payee !== named;
  const isRepeated = found.payee !== undefined && found.object !== undefined;
  return {
    payee,
    source: phrase(found.source),
    purpose: isOwned ? phrase({ start: payee.end + 3, end: named.end }) : phrase(found.purpose),
    unexplained: isRepeated ? [...unexplained, phrase(found.object)?.text ?? ''] : unexplained,
  };
}

const MOST_GOAL = 4;

const phraseOf = (text: string, { start, end }: Span): Phrase => {
  return { start, end, text: text.slice(start, end) };
};

function spanOf({ start }: Span, text: string): Phrase {
  return { start, end: start + text.length, text };
}

function extendSpan(span: Span | undefined, start: number, word: string): Span {
  return { start: span?.start ?? start, end: start + word.length };
}
