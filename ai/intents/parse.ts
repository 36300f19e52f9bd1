// Turns a message into an operation that could be proposed. The model chooses the intent; the
// grammar reads the slots; a missing or ambiguous slot becomes a question. Nothing here writes
// anything or moves money.

import { DateTime } from 'luxon';
import { normaliseMessage } from '../../models/features/text-features.ts';
import type { Guess } from '../../models/text-session.ts';
import { NOTES } from '../english/amounts.ts';
import {
  CENTS_BEHIND,
  IN_FAVOUR,
  IS_DUE_TO_PAYEE,
  KEPT_FOR,
  LEFT_OUT,
  OF_RENT,
  PAID_ELSEWHERE,
  RATE_BEFORE,
  RATE_BEHIND,
  RESTRICTS_AMOUNT,
  RESTRICTS_ORDER,
  RESTRICTS_PAYEE,
  TRADES,
} from '../english/commands.ts';
import { OF_A_WEEKDAY } from '../english/days.ts';
import { languageOf, looksForeign } from '../english/other-languages.ts';
import {
  ANY_OF_THEM,
  FAMILY,
  NAMES_BEFORE,
  NOT_MINE,
  OF_MEN,
  OF_WOMEN,
  ORDERED_BEHIND,
  ORDERED_FOR,
  ORDERED_TO,
  PRONOUNS,
  RELATED,
  RELATIVES,
  SOMEBODY_ELSE,
} from '../english/people.ts';
import { KINDS_OF_ACCOUNT } from '../english/questions.ts';
import { ANY_ACCOUNT, RELATIVE } from '../english/replies.ts';
import { NUMBER_OF_A_THING } from '../english/tellings.ts';
import { minorUnits, overlaps, type ReadAmount, readAmounts } from './amounts.ts';
import { type IntentOperation, OUT_OF_SCOPE, operationOf } from './catalogue.ts';
import { type Command, type Phrase, readCommand } from './command.ts';
import { namesSomebody, readCommandRow } from './command-row.ts';
import {
  dayOf,
  nextDay,
  type ReadRecurrence,
  readDates,
  readRecurrences,
  todayAt,
} from './dates.ts';
import { FOR, GOAL_NOUN, NO_CLAUSE, SAYS_SENDING } from './grammar.ts';
import {
  type Candidate,
  type Contact,
  contactsNear,
  foldPayee,
  matchPayee,
  mixesScripts,
  namesAsTyped,
  plainLetters,
} from './payees.ts';
import { type Ambiguity, ask, hazardOf } from './questions.ts';
import { MOST_FOR_CONTACTS, readOnce } from './read-once.ts';
import { referredOrder } from './referred.ts';
import { commandBefore, type Edit, rewrite } from './rewritten.ts';
import { withoutSlips } from './slips.ts';
import { withoutTellings } from './tellings.ts';
import { intentOfQuestion, intentOfTopic } from './topics.ts';

/** An account of the customer who wrote the message. */
export interface OwnAccount {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly currency: string;
  readonly status: string;
}

export interface ParseOrder {
  readonly message: string;
  readonly accounts: readonly OwnAccount[];
  readonly contacts: readonly Contact[];
  /** The account that the request names. */
  readonly sourceAccountId: string | null;
  /** Minor units, from the request, or null when not stated. */
  readonly accountBalance: number | null;
  readonly timezone: string;
  readonly now: number;
  readonly intents: readonly Guess[];
  /** Questions of the head `question`, most probable first. */
  readonly topics: readonly Guess[];
  /**
   * True when the message is known to be a command about money, regardless of the model: its slots
   * are being filled.
   */
  readonly isCommand?: boolean;
}

export interface ReadSpan extends Phrase {
  readonly field: string;
}

export interface Operation extends IntentOperation {
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface Recipient {
  readonly name: string;
  readonly accountId: string | null;
  readonly matchScore: number;
  readonly candidates: readonly Candidate[];
}

export interface ParsedIntent {
  readonly intent: string;
  /**
   * The model's probability, which is calibrated by measurement, or null when rules read the
   * message.
   */
  readonly confidence: number | null;
  readonly entities: {
    readonly amount: number | null;
    readonly currency: string | null;
    readonly recipient: Recipient | null;
    readonly sourceAccountId: string | null;
    readonly date: string | null;
    readonly recurrence: { readonly frequency: string } | null;
    readonly category: string | null;
  };
  /** The operation to propose, or null while anything is missing or ambiguous. */
  readonly operation: Operation | null;
  readonly missing: readonly string[];
  readonly ambiguities: readonly Ambiguity[];
  readonly warnings: readonly string[];
  readonly spans: readonly ReadSpan[];
  readonly isSupported: boolean;
  /** The likely language of a message that is not English; null when it cannot be determined. */
  readonly language: string | null;
  /** Which of the 77 questions the message is, where no payment is proposed. */
  readonly topic: Guess | null;
}

/** A money command is believed from here on, and any other intent proposed. */
const LEAST_CONFIDENCE = 0.5;
/**
 * A message is out of scope from this probability on. Measured with a head trained without them,
 * 1.5 % of bank messages lie above it: half of the allowed loss, so that messages unlike these lose
 * no more than 3 % (research/language/threshold.ts).
 */
const OUTSIDE = 0.67;
/** Intents whose operation is read by the grammar. */
const MONEY_INTENTS: ReadonlySet<string> = new Set([
  'transfer',
  'deposit',
  'withdrawal',
  'schedule_transfer',
]);
/** A hundred million units of the currency; a larger amount leads to a question. */
const MOST_UNITS = 100_000_000n;

/** `pay Мюллер 30`: the contact Müller. */
const isNameInItsScript = (word: string, contacts: readonly Contact[]): boolean =>
  /[^\p{Script=Latin}\p{M}]/u.test(word) &&
  matchPayee(word, contacts).candidates.some(({ matchScore }) => matchScore >= 0.9);

/** True for a message that is not in English, as far as its words show. */
function isForeign(text: string, names: readonly Phrase[], contacts: readonly Contact[]): boolean {
  let rest = text;
  for (const { text: name } of names) rest = rest.replaceAll(name, ' ');
  // `pay Καλλιόπη 30`: a part of a name is no word of the message.
  const known = new Set(contacts.flatMap(({ name }) => foldPayee(name).split(' ')));
  rest = rest.replace(/[\p{L}\p{M}]+/gu, (word) =>
    known.has(word.toLowerCase()) || isNameInItsScript(word, contacts) ? ' ' : word,
  );
  return looksForeign(rest);
}

/** The input for reading the words of a command. */
export interface HeardOrder extends Pick<ParseOrder, 'message' | 'contacts' | 'now' | 'timezone'> {
  /** The customer's accounts, whose names are not read as words of the message. */
  readonly accounts?: readonly (Pick<OwnAccount, 'name'> & Partial<Pick<OwnAccount, 'type'>>)[];
}

/** The command about money in a message, slot by slot, whether or not it could be carried out. */
export function commandIn(order: HeardOrder): Command {
  const text = normaliseMessage(order.message);
  const command = wholeReading(order, text);
  const clear = isClear(order, command) ? null : plainReading(order, text);
  const isWhole = isClear(order, command) && command.amounts.length > 0;
  const known = clear ?? (isWhole ? command : shortReading(order, text));
  const read = withoutNumbers(text, known ?? referredReading(order, text) ?? command);
  const named = isOfOther(text, read) ? { ...read, payee: null } : read;
  return withRaised(order.message, { ...named, doubts: doubtsOf(order, text, named) });
}

/** Questions about what was read: the amount may be that of one of several, the payee somebody else. */
function doubtsOf({ contacts, accounts }: HeardOrder, text: string, command: Command): Ambiguity[] {
  const { verb, payee } = command;
  if (verb !== 'transfer') return [];
  const isOther = payee !== null && !isOwnAccount(payee.text, accounts);
  return [
    ...(isOther ? doubtsOfPayee(text, command, contacts) : []),
    ...doubtsOfAmount(text, command),
    ...doubtsOfPurpose(text, command),
  ];
}

/** `for every match`, `for the bill, less the deposit`, `for the other Tom`: no mere purpose. */
function doubtsOfPurpose(text: string, { purpose, amounts }: Command): Ambiguity[] {
  if (purpose === null || /["“”]/u.test(text)) return [];
  // `for lunch minus his share`: the words may stand behind what was read as the purpose.
  const said = text.slice(purpose.start).replace(/[.!? ]+$/u, '');
  const [amount] = amounts;
  if (amount && [purpose.text, said].some((one) => RESTRICTS_AMOUNT.test(one)))
    return [ask('amount', 'not_one_number', `Is ${amount.text} the whole of it?`)];
  if (RESTRICTS_PAYEE.test(purpose.text))
    return [ask('recipient', 'recipient_ambiguous', `Who is ${purpose.text}?`)];
  // `to Tom, his brother`: one of two people; `for his brother` says why.
  if (RELATIVE.test(purpose.text) && !FOR.test(text.slice(0, purpose.start).slice(-9)))
    return [ask('recipient', 'recipient_ambiguous', `Is ${purpose.text} paid?`)];
  return RESTRICTS_ORDER.test(purpose.text)
    ? [ask('message', 'unexplained_words', 'What do these words mean?', [purpose.text])]
    : [];
}

/** `her code is 4512, send it to her`: the number is no amount. */
function withoutNumbers(text: string, command: Command): Command {
  const [amount] = command.amounts;
  if (amount === undefined || amount.currencies.length > 0) return command;
  return NUMBER_OF_A_THING.test(text.slice(0, amount.start))
    ? { ...command, amounts: [] }
    : command;
}

/**
 * `my sister saw him, 30 to him`: the pronoun of the order is not the person who was told of, or may be
 * another one.
 */
function isOfOther(text: string, { verb, payee }: Command): boolean {
  const at = [...text.matchAll(ORDERED_TO)].at(-1);
  if (verb !== 'transfer' || payee === null || at === undefined || payee.end > at.index)
    return false;
  const told = text.slice(0, at.index);
  const isOdd = /^her$/iu.test(at[1] ?? '') ? OF_MEN.test(told) : OF_WOMEN.test(told);
  return isOdd || SOMEBODY_ELSE.test(told.replace(/^the /iu, ''));
}

/** `my part is 31.20, transfer it to Saoirse`: null where that is no plain order. */
function referredReading(order: HeardOrder, text: string): Command | null {
  const { contacts, accounts, now, timezone } = order;
  const command = referredOrder({
    text,
    now,
    timezone,
    contactOf: (words) => {
      const [best, ...more] = matchPayee(words, contacts).candidates.filter(
        ({ matchScore }) => matchScore >= 0.89,
      );
      return best === undefined ? null : more.length > 0 ? `${best.name} …` : best.name;
    },
    isOwnAccount: (words) => isOwnAccount(words, accounts),
  });
  if (command === null) return null;
  const named = withAntecedent(order, text, command);
  const isPerson = named.payee !== null && !PRONOUNS.test(named.payee.text);
  return isPerson && isClear(order, named) ? named : null;
}

/**
 * `put another 300 in the ute fund`, `rent day: 750 to Nana`: without the words and marks that change nothing.
 * Null where that is no plain order.
 */
function shortReading(order: HeardOrder, text: string): Command | null {
  const edits: Edit[] = [];
  for (const [pattern, mark] of LEFT_OUT) {
    for (const { 0: said, index } of text.matchAll(pattern)) {
      const edit = { start: index, end: index + said.length, text: mark };
      if (!edits.some((one) => overlaps(one, edit))) edits.push(edit);
    }
  }
  edits.sort((one, other) => one.start - other.start);
  if (edits.length === 0) return null;
  const plain = rewrite(text, edits);
  const whole = wholeReading(order, plain.text);
  const isPlain = (one: Command) => one.verb === 'transfer' && isClear(order, one) && !one.isLabel;
  const read = isPlain(whole) ? whole : plainReading(order, plain.text);
  return read !== null && isPlain(read) ? commandBefore(text, plain, read) : null;
}

/** Reads all words of a message. */
function wholeReading(order: HeardOrder, text: string): Command {
  const command = rowReading(order, text, knownReading(order, text));
  const named = withAntecedent(order, text, withKnownLabel(order, command));
  return withPayee(order, named);
}

/** True where nothing is open but the amount. */
const isClear = (order: HeardOrder, command: Command): boolean => {
  const { verb, payee, source, amounts, dates, recurrences, hazards, unexplained } = command;
  return (
    verb !== null &&
    hazards.length + unexplained.length === 0 &&
    amounts.length < 2 &&
    dates.length < 2 &&
    recurrences.length < 2 &&
    (verb !== 'transfer' || (payee !== null && isPayable(order, payee))) &&
    (source === null || isOwnAccount(source.text, order.accounts))
  );
};

/**
 * `I broke her vase, so send Maria 40`: the order of a message, with slips of the keyboard taken back and
 * without the clauses that tell why. Null where that is no plain order.
 */
function plainReading(order: HeardOrder, text: string): Command | null {
  const { contacts, accounts = [], now, timezone } = order;
  const isOwn = (phrase: string) => isOwnAccount(phrase, accounts);
  if (!namesSomebody({ text, contacts, isOwnAccount: isOwn })) return null;
  const slips = withoutSlips(text, [...contacts, ...accounts]);
  const typed = slips?.text ?? text;
  const before = (command: Command) => (slips ? commandBefore(text, slips, command) : command);
  const isPlain = (command: Command) => command.verb === 'transfer' && isClear(order, command);
  if (slips !== null) {
    const read = wholeReading(order, typed);
    if (isPlain(read)) return before(read);
  }
  const isNamed = (words: string) =>
    isOwn(words) || matchPayee(words, contacts).candidates.length > 0;
  const kept = withoutTellings({ text: typed, now, timezone, isNamed, isOrder: true });
  if (kept === null || !SAYS_SENDING.test(kept.text)) return null;
  // A name and an amount next to an explaining clause may belong to it, so only a verb makes an
  // order.
  const read = rowReading(order, kept.text, knownReading(order, kept.text), true);
  if (read.isLabel) return null;
  const told = commandBefore(typed, kept, read);
  const command = withPayee(order, withAntecedent(order, typed, told));
  return isPlain(command) ? before(command) : null;
}

/**
 * `My husband forgot his wallet, send him 60`: who is named before the pronoun, where that is one contact
 * and nobody else is named.
 */
function withAntecedent({ contacts }: HeardOrder, text: string, command: Command): Command {
  const { verb, payee, hazards, unexplained } = command;
  if (verb !== 'transfer' || hazards.length + unexplained.length > 0) return command;
  const isPronoun = payee !== null && PRONOUNS.test(payee.text);
  const isKnown =
    payee !== null &&
    matchPayee(payee.text, contacts).candidates.some(({ matchScore }) => matchScore >= 0.89);
  const said = isPronoun || isKnown ? null : ORDERED_FOR.exec(text);
  const isBehind = payee === null || (said !== null && said.index > payee.end);
  if (!isPronoun && !isBehind) return command;
  if (payee !== null && !isPronoun && NO_CLAUSE.test(payee.text)) return command;
  const end = isPronoun ? payee.start : said?.index;
  if (end === undefined) return command;
  const before = text.slice(0, end);
  const pronoun = isPronoun ? payee.text : (said?.[0] ?? '');
  const isOdd = /^her$/iu.test(pronoun)
    ? OF_MEN.test(before)
    : /^him$/iu.test(pronoun) && OF_WOMEN.test(before);
  if (isOdd || SOMEBODY_ELSE.test(before.replace(/^the /iu, ''))) return command;
  const found = new Map<string, Phrase>();
  for (const { 0: word, index } of before.matchAll(NAMES_BEFORE)) {
    const isRelative = RELATIVES.test(word);
    const { candidates } = matchPayee(word.replace(/['’]s$/u, ''), contacts);
    const near = candidates.filter(({ matchScore }) => matchScore >= 0.89);
    const [one, ...more] = near;
    if (more.length > 0) return command;
    // The message names another person, too.
    if (one === undefined) {
      if (isRelative || !isFirstWord(before, index)) return command;
      continue;
    }
    const name = word.replace(/['’]s$/u, '');
    found.set(one.name, { start: index, end: index + name.length, text: name });
  }
  const [phrase, ...others] = [...found.values()];
  return phrase === undefined || others.length > 0 ? command : { ...command, payee: phrase };
}

/** The first word of a sentence always has a capital. */
const isFirstWord = (text: string, at: number) => /(?:^|[.!?] +)$/u.test(text.slice(0, at));

/**
 * `Pay my landlady the rent, 750`: of two readings the one whose payee is known. The words are read one by
 * one, and where that names nobody, as a whole payment.
 */
function knownReading(order: HeardOrder, text: string): Command {
  const names = namesIn(text, order);
  const read = (isStatement: boolean) =>
    readCommand(text, names, order.now, order.timezone, isStatement);
  const command = read(false);
  const isOfSource = command.source === null || isOwnAccount(command.source.text, order.accounts);
  if ((command.payee === null && isOfSource) || command.amounts.length > 1) return command;
  const isKnown = ({ payee, source }: Command) =>
    payee !== null &&
    (source === null || isOwnAccount(source.text, order.accounts)) &&
    isPayable(order, payee);
  if (isKnown(command)) return command;
  const told = read(true);
  return isKnown(told) && told.hazards.length === 0 ? told : command;
}

/**
 * `Swim club dues, 95, pay today`: a message that no phrase reads, as a row of parts in any order. Its payee
 * is a contact or an own account, and every word has a part.
 */
function rowReading(
  order: HeardOrder,
  text: string,
  command: Command,
  isVerbNeeded = false,
): Command {
  const { verb, payee, source, amounts, hazards, unexplained } = command;
  const isClear =
    verb !== null &&
    hazards.length + unexplained.length === 0 &&
    amounts.length < 2 &&
    payee !== null &&
    isPayable(order, payee) &&
    (source === null || isOwnAccount(source.text, order.accounts));
  if (isClear || verb === 'deposit' || verb === 'withdrawal') return command;
  const row = readCommandRow({
    ...order,
    text,
    isOwnAccount: (phrase) => isOwnAccount(phrase, order.accounts),
    isVerbNeeded,
  });
  return row ?? command;
}

const isPayable = ({ contacts, accounts }: HeardOrder, { text }: Phrase): boolean =>
  isOwnAccount(text, accounts) ||
  matchPayee(text, contacts).candidates.some(({ matchScore }) => matchScore >= 0.89);

/** `Make a transfer of 40 for Priya`: the message names nobody else who could be paid. */
function withPayee({ contacts }: HeardOrder, command: Command): Command {
  const { verb, payee, purpose } = command;
  if (verb !== 'transfer' || payee !== null || purpose === null) return command;
  return matchPayee(purpose.text, contacts).payee === null
    ? command
    : { ...command, payee: purpose, purpose: null };
}

/** `Total: 50 euros` orders nothing. */
function withKnownLabel({ contacts }: HeardOrder, command: Command): Command {
  if (!command.isLabel || command.payee === null) return command;
  const [best] = matchPayee(command.payee.text, contacts).candidates;
  // `the Lindqvist one` names no amount.
  const isAmount = command.amounts.some(
    ({ text, currencies }) => /\d|hundred|thousand|grand|lakh|crore/i.test(text) || currencies[0],
  );
  return isAmount && (best?.matchScore ?? 0) >= 0.89
    ? command
    : { ...command, verb: null, payee: null };
}

/**
 * The message with common names and amounts in place of its own, because the model knows only the
 * names of its training.
 */
export function withoutNames(order: HeardOrder): string {
  const text = normaliseMessage(order.message);
  const names = namesIn(text, { ...order, accounts: [] });
  const all = namesIn(text, order);
  const { amounts, payee } = readCommand(text, all, order.now, order.timezone);
  const slots: (Phrase & { readonly word: string })[] = [];
  const add = (one: Phrase, word: string) => {
    if (!slots.some((other) => overlaps(one, other))) slots.push({ ...one, word });
  };
  for (const one of amounts) add(one, '50 euros');
  for (const one of names) add(one, 'Maria');
  if (payee && matchPayee(payee.text, order.contacts).candidates.length > 0) add(payee, 'Maria');
  slots.sort((one, other) => other.start - one.start);
  return slots.reduce((rest, { start, end, word }) => {
    return `${rest.slice(0, start)}${word}${rest.slice(end)}`;
  }, text);
}

/** `33 euros from the taxi`: the purpose, not an account. */
function withGoal({ accounts }: ParseOrder, command: MoneyCommand): MoneyCommand {
  const { source, purpose } = command;
  const said = source?.text.replace(/^(?:the|our|my|that|last) /i, '') ?? '';
  const isGoal = source !== null && purpose === null && GOAL_NOUN.test(said);
  return isGoal && ownAccounts(source.text, accounts).length === 0
    ? { ...command, source: null, purpose: source }
    : command;
}

/** `for lunch from my savings`: the account is not part of the purpose. */
function withSource({ accounts }: ParseOrder, command: MoneyCommand): MoneyCommand {
  const { purpose, source } = command;
  const [said, account = ''] = purpose === null ? [] : (PAID_FROM.exec(purpose.text) ?? []);
  if (purpose === null || said === undefined) return command;
  if (ownAccounts(account, accounts).length === 0) {
    // `for the ferry from my other account`: which one, has to be asked.
    const isAccount = ANY_ACCOUNT.test(account) || / acct?$/iu.test(account);
    return isAccount ? { ...command, unexplained: [...command.unexplained, said.trim()] } : command;
  }
  const start = purpose.end - account.length;
  const found = { start, end: purpose.end, text: account };
  const end = purpose.end - said.length;
  const rest = { start: purpose.start, end, text: purpose.text.slice(0, -said.length) };
  return source === null
    ? { ...command, source: found, purpose: rest }
    : { ...command, unexplained: [...command.unexplained, said.trim()] };
}

const PAID_FROM =
  /(?:^| )(?:from|out of|off|using|with|via) ((?:my |the )?[\p{L}\p{N} '’&-]{1,60})$/iu;

/** Raised digits and fractions: made plain, `5²` would be 52. */
const RAISED = /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u215f]/u;
/** `⑤`, `𝟓`, `⒌`: other forms of figures. Those of full width are plain. */
const isOddFigure = (letter: string) =>
  !/[\d\uff10-\uff19]/u.test(letter) && /\d/.test(letter.normalize('NFKC'));

function withRaised(message: string, command: Command): Command {
  if (!RAISED.test(message) && ![...message].some(isOddFigure)) return command;
  return { ...command, hazards: [...command.hazards, 'raised_digits'] };
}

/** Reads a message. */
export function parseIntent(order: ParseOrder): ParsedIntent {
  const text = normaliseMessage(order.message);
  const names = namesIn(text, order);
  const [best = { label: OUT_OF_SCOPE, probability: 0 }] = order.intents;
  const nothing = emptyAnswer(best.probability);
  if (isForeign(text, names, order.contacts)) {
    const language = languageOf(text);
    return { ...nothing, intent: 'unknown', warnings: ['language_not_supported'], language };
  }
  const command = commandIn(order);
  const isKnown = best.label !== OUT_OF_SCOPE && best.probability >= LEAST_CONFIDENCE;
  const isMoney = isKnown && MONEY_INTENTS.has(best.label);
  const isNamed = isKnownPayee(order, command.payee);
  const isPlain = isMoney || isNamed || order.isCommand === true;
  const isSaid = isPlain || command.amounts.length + command.hazards.length > 0;
  const topic = topicOf(order);
  if (command.verb !== null && (isSaid || command.isBare)) {
    const read = moneyCommand(order, text, told(order, { ...command, verb: command.verb }));
    return read.operation === null ? { ...read, topic } : read;
  }
  if (isMoney) return { ...unreadCommand(best, command), topic };
  const asked =
    isKnown && best.label !== SUPPORT ? null : intentOfQuestion(text, order.accounts, order);
  const isTopic = topic !== null && topic.probability >= LEAST_CONFIDENCE;
  const mapped = asked ?? (best.label === SUPPORT && isTopic ? intentOfTopic(topic.label) : null);
  if (mapped === null && !isKnown) {
    return { ...(unsure(order.intents) ?? { ...nothing, intent: 'unknown' }), topic };
  }
  const intent = mapped === null ? best : { label: mapped, probability: topic?.probability ?? 0 };
  const answer = { ...otherIntent(order, text, intent, command), topic };
  return asked === null ? answer : { ...answer, confidence: null };
}

const told = (order: ParseOrder, command: MoneyCommand): MoneyCommand =>
  withGoal(order, withSource(order, command));

/**
 * Returns a question about the intent when the message is about banking but no intent is certain,
 * or null when it is out of scope.
 */
function unsure(guesses: readonly Guess[]): ParsedIntent | null {
  const outside = guesses.find(({ label }) => label === OUT_OF_SCOPE)?.probability ?? 0;
  const inside = guesses.filter(({ label }) => label !== OUT_OF_SCOPE);
  const [best] = inside;
  if (best === undefined || outside > OUTSIDE) return null;
  const options = inside.slice(0, MOST_OPTIONS).map(({ label }) => label);
  return {
    ...emptyAnswer(Math.round(best.probability * 10_000) / 10_000),
    intent: best.label,
    ambiguities: [ask('message', 'intent_unsure', 'Which of these is meant?', options)],
    isSupported: operationOf(best.label) !== null,
  };
}

const MOST_OPTIONS = 3;

/** Returns null when the message is out of scope with a higher probability than its best topic. */
function topicOf({ intents, topics }: ParseOrder): Guess | null {
  const outside = intents.find(({ label }) => label === OUT_OF_SCOPE)?.probability ?? 0;
  const [topic = null] = topics;
  return topic !== null && topic.probability > outside ? topic : null;
}

/** Label of the head `intent` for every question without an intent of its own. */
const SUPPORT = 'support_question';

/** `Pay Priya` needs no model where Priya is a contact. */
function isKnownPayee({ contacts, accounts }: ParseOrder, payee: Phrase | null): boolean {
  if (payee === null) return false;
  const [best] = matchPayee(payee.text, contacts).candidates;
  const isNamed = (best?.matchScore ?? 0) >= 0.89 || ownAccounts(payee.text, accounts).length > 0;
  return isNamed || contactsNear(payee.text, contacts).length > 0;
}

/** The model hears a command in it, and the grammar cannot read one. */
function unreadCommand({ label, probability }: Guess, command: Command): ParsedIntent {
  const say = 'Say it as a command, such as "send 50 euros to Maria".';
  const hazards = command.hazards.map(hazardOf);
  return {
    ...emptyAnswer(Math.round(probability * 10_000) / 10_000),
    intent: label,
    ambiguities: hazards.length > 0 ? hazards : [ask('message', 'not_a_command', say)],
    spans: spansOf({ ...command, payee: null, source: null, purpose: null }),
    isSupported: true,
  };
}

function emptyAnswer(confidence: number | null): Omit<ParsedIntent, 'intent'> {
  return {
    confidence,
    entities: {
      amount: null,
      currency: null,
      recipient: null,
      sourceAccountId: null,
      date: null,
      recurrence: null,
      category: null,
    },
    operation: null,
    missing: [],
    ambiguities: [],
    warnings: [],
    spans: [],
    isSupported: false,
    language: null,
    topic: null,
  };
}

/** Names of contacts and accounts that occur unchanged in the message, the longest first. */
export function namesIn(
  text: string,
  { contacts, accounts = [], now, timezone }: Omit<HeardOrder, 'message'>,
): readonly Phrase[] {
  const known = NAMES.get(contacts) ?? new Map<string, readonly Phrase[]>();
  NAMES.set(contacts, known);
  // An account called `Daily` takes no word from the language.
  const own = accounts.flatMap(({ name }) => (/ /.test(name.trim()) ? [name] : []));
  const key = `${own.join('\n')}\n${dayOf(now, timezone)} ${timezone} ${text}`;
  return readOnce(
    known,
    key,
    () => newNamesIn(text, own, { contacts, now, timezone }),
    MOST_FOR_CONTACTS,
  );
}

/** Names in messages, by the contacts that they came with. */
const NAMES = new WeakMap<readonly Contact[], Map<string, readonly Phrase[]>>();

function newNamesIn(
  text: string,
  own: readonly string[],
  { contacts, now, timezone }: Pick<HeardOrder, 'contacts' | 'now' | 'timezone'>,
): Phrase[] {
  const lower = text.toLowerCase();
  const found: Phrase[] = [];
  // Lower case may be longer than the text; then no name is recognised.
  if (lower.length !== text.length) return [];
  const written = [...contacts.map(({ name }) => name), ...own].flatMap((name) => {
    const folded = foldPayee(name);
    // `goals five a side` is written for `Goals Five-a-Side`.
    return [folded, folded.replaceAll(' & ', ' and '), folded.replaceAll('-', ' ')];
  });
  const wanted = [...new Set(written.flatMap(namesAsTyped))]
    .filter((name) => /\p{L}{2}/u.test(name) && lower.includes(name))
    .filter((name) => !isOtherwiseRead(name, now, timezone))
    .sort((one, other) => other.length - one.length);
  for (const name of wanted) {
    for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, at + 1)) {
      const span = { start: at, end: at + name.length };
      const around = `${lower[at - 1] ?? ' '}${lower[span.end] ?? ' '}`;
      if (/[\p{L}\p{N}]/u.test(around)) continue;
      if (found.some((one) => one.start < span.end && span.start < one.end)) continue;
      found.push({ ...span, text: text.slice(span.start, span.end) });
    }
  }
  return found;
}

/** A contact called `tomorrow` or `500` does not take the word from the language. */
function isOtherwiseRead(name: string, now: number, timezone: string): boolean {
  const read = [...readAmounts(name), ...readDates(name, now, timezone), ...readRecurrences(name)];
  return read.some(({ start, end }) => end - start === name.length);
}

type MoneyCommand = Command & { readonly verb: 'transfer' | 'deposit' | 'withdrawal' };

interface Reading {
  readonly missing: string[];
  readonly ambiguities: Ambiguity[];
  readonly warnings: string[];
}

function moneyCommand(order: ParseOrder, text: string, command: MoneyCommand): ParsedIntent {
  const reading: Reading = { missing: [], ambiguities: [], warnings: [] };
  const { ambiguities, missing, warnings } = reading;
  for (const hazard of command.hazards) ambiguities.push(hazardOf(hazard));
  if (command.unexplained.length > 0) {
    const options = command.unexplained;
    ambiguities.push(ask('message', 'unexplained_words', 'What do these words mean?', options));
  }
  if (mixesScripts(text)) {
    ambiguities.push(ask('message', 'mixed_scripts', 'A word mixes two alphabets: is it meant?'));
  }
  const payee = command.verb === 'transfer' ? recipientOf(order, text, command, reading) : null;
  const recipient = payee?.recipient ?? null;
  const party = payee?.party ?? null;
  ambiguities.push(...(command.doubts ?? []));
  const named = command.verb === 'deposit' ? command.payee : command.source;
  const source = accountOf(order, command, named, recipient, reading);
  const { amount, currency } = amountOf(command, source, reading);
  if (currency !== null && source !== null && source.currency !== currency) {
    const question = `The account is in ${source.currency}: is ${currency} meant?`;
    ambiguities.push(ask('currency', 'other_currency', question, [source.currency, currency]));
  }
  const when = timeOf(command, order, reading);
  const { isScheduled } = when;
  const isOutside = recipient !== null && party !== null;
  const inside = isScheduled ? 'schedule_transfer' : 'transfer';
  const intent = command.verb === 'transfer' ? (isOutside ? 'withdrawal' : inside) : command.verb;
  if (isOutside && when.recurrence !== null) {
    const question = 'Only transfers within this bank can be repeated: should it be paid once?';
    ambiguities.push(ask('recurrence', 'not_schedulable', question));
  }
  if (command.verb !== 'transfer' && isScheduled) {
    ambiguities.push(ask('date', 'not_schedulable', 'Only transfers can be scheduled.'));
  }
  if (intent === 'schedule_transfer' && when.date === null) missing.push('date');
  if (order.accountBalance !== null && amount !== null && amount > order.accountBalance) {
    warnings.push('exceeds_stated_balance');
  }
  const isCertain = missing.length + ambiguities.length === 0;
  const facts = { amount, currency, recipient, party, source, when, purpose: command.purpose };
  return {
    intent,
    confidence: null,
    entities: {
      amount,
      currency,
      recipient,
      sourceAccountId: source?.id ?? null,
      date: when.date,
      recurrence: when.recurrence,
      category: command.purpose?.text ?? null,
    },
    operation: isCertain ? moneyOperation(intent, facts, order.timezone) : null,
    missing,
    ambiguities,
    warnings,
    spans: spansOf(command).map((one) => ({ ...one, text: text.slice(one.start, one.end) })),
    isSupported: true,
    language: null,
    topic: null,
  };
}

/** `15 an hour`, `for 3 hours at 15`: what one of them costs. */
function doubtsOfAmount(text: string, { amounts, recurrences }: Command): Ambiguity[] {
  const [amount] = amounts;
  if (amount === undefined) return [];
  const isRepeated = recurrences.some((one) => one.start <= amount.end + 1 && one.end > amount.end);
  const behind = text.slice(amount.end);
  const cents = CENTS_BEHIND.exec(behind)?.[0].trim();
  if (cents !== undefined)
    return [ask('amount', 'not_one_number', `Is ${cents} a part of the amount ${amount.text}?`)];
  const isOfOne =
    RATE_BEFORE.test(text.slice(0, amount.start)) || (!isRepeated && RATE_BEHIND.test(behind));
  return isOfOne
    ? [ask('amount', 'not_one_number', `Is ${amount.text} for one, or for all of them?`)]
    : [];
}

/** Who is named may be somebody for whom money is kept, or for whom somebody else is paid. */
function doubtsOfPayee(
  text: string,
  { payee }: Command,
  contacts: readonly Contact[],
): Ambiguity[] {
  if (payee === null) return [];
  const [before, behind] = [text.slice(0, payee.start), text.slice(payee.end)];
  const isKept = KEPT_FOR.some((pattern) => pattern.test(before));
  const { candidates } = matchPayee(payee.text, contacts);
  const isLandlord = contacts.some(
    ({ name, relationship }) =>
      name === candidates[0]?.name && IS_DUE_TO_PAYEE.test(relationship ?? ''),
  );
  const isElsewhere =
    PAID_ELSEWHERE.test(behind) &&
    !ORDERED_BEHIND.test(behind) &&
    /^['’]/u.test(behind) &&
    !(isLandlord && OF_RENT.test(behind)) &&
    !IS_DUE_TO_PAYEE.test(text);
  // `the baker` beside a contact called Tom Baker is a trade, if that is not how the contact is related.
  const isTrade =
    TRADES.test(payee.text) &&
    /(?<![\p{L}])the $/iu.test(before) &&
    contacts.some(({ name }) => foldPayee(name).split(' ').slice(1).includes(payee.text)) &&
    !contacts.some(({ relationship }) => relationship?.toLowerCase().includes(payee.text));
  return isKept ||
    isElsewhere ||
    isTrade ||
    IN_FAVOUR.test(before) ||
    isOtherRelative(before, payee.text, contacts)
    ? [ask('recipient', 'recipient_ambiguous', `Is ${payee.text} paid?`)]
    : [];
}

/**
 * `pay his brother`, `a cleaner`, `my sister Tom`, who is my brother: the contact of that relation is not
 * meant, or not certainly.
 */
export function isOtherRelative(
  before: string,
  said: string,
  contacts: readonly Contact[],
): boolean {
  if (ANY_OF_THEM.test(before)) return true;
  const [best] = matchPayee(said, contacts).candidates;
  const found = contacts.find(
    ({ name, accountId }) => name === best?.name && accountId === best.accountId,
  );
  if (found === undefined) return false;
  const family = (word: string) => FAMILY[word] ?? word;
  const relation = family(foldPayee(found.relationship ?? ''));
  const isRelation = family(foldPayee(said)) === relation || FAMILY[foldPayee(said)] !== undefined;
  if (isRelation) return NOT_MINE.test(before);
  const stated = RELATED.exec(before)?.[1];
  const isOfFamily = RELATED.test(`${relation} `);
  return stated !== undefined && isOfFamily && family(foldPayee(stated)) !== relation;
}

interface Payee {
  readonly recipient: Recipient;
  /** The external party's payment details. */
  readonly party: Readonly<Record<string, unknown>> | null;
}

function recipientOf(
  order: ParseOrder,
  text: string,
  { payee }: Command,
  reading: Reading,
): Payee | null {
  if (payee === null) {
    reading.missing.push('recipient');
    return null;
  }
  // `to a checking account` is no account that is known.
  const isAny = /(?<![\p{L}])an? $/iu.test(text.slice(0, payee.start));
  const own = isAny ? [] : ownAccounts(payee.text, order.accounts);
  const contacts = matchPayee(payee.text, order.contacts);
  const exact = contacts.candidates.filter(({ matchScore }) => matchScore >= 0.9);
  if (own.length === 1 && exact.length === 0) {
    const [account] = own as [OwnAccount];
    const recipient = { name: account.name, accountId: account.id, matchScore: 1, candidates: [] };
    return { recipient, party: null };
  }
  const candidates = [
    ...own.map(({ id, name }) => ({ name, accountId: id, matchScore: 1 })),
    ...contacts.candidates,
  ];
  const found = own.length === 0 ? contacts.payee : null;
  if (found === null) {
    const near = candidates.length > 0 ? candidates : contactsNear(payee.text, order.contacts);
    const options = near.map(({ name, accountId }) => `${name} (${accountId ?? '?'})`);
    const code = candidates.length === 0 ? 'recipient_unknown' : 'recipient_ambiguous';
    reading.ambiguities.push(ask('recipient', code, `Who is ${payee.text}?`, options));
    const recipient = { name: payee.text, accountId: null, matchScore: 0, candidates };
    return { recipient, party: null };
  }
  if (contacts.isSlip) reading.warnings.push('recipient_spelling_assumed');
  const party = found.accountId === null ? partyOf(found, order.contacts) : null;
  if (found.accountId === null && party === null) reading.missing.push('recipient.accountId');
  return { recipient: { ...found, candidates }, party };
}

function partyOf({ name }: Candidate, contacts: readonly Contact[]): Payee['party'] {
  const parties = contacts.filter((one) => one.name === name && one.accountId === null);
  const [only, ...more] = parties.flatMap(({ externalParty }) => externalParty ?? []);
  return only && more.length === 0 ? { name, ...only } : null;
}

/** The customer's accounts that a phrase can mean: by name, type, or id. */
function ownAccounts(phrase: string, accounts: readonly OwnAccount[]): OwnAccount[] {
  const wanted = accountWord(phrase);
  const open = accounts.filter(({ status }) => status !== 'closed');
  const called = (word: string) => open.filter(({ name }) => accountWord(name) === word);
  const exact = open.filter(({ id, name }) => accountWord(name) === wanted || id === phrase);
  // `my rainy day money`.
  const named = exact.length > 0 ? exact : called(wanted.replace(ACCOUNT_NOUN, ''));
  // The word means the account called Checking, not all accounts of this type.
  return named.length > 0 ? named : open.filter(({ type }) => type === (TYPES[wanted] ?? wanted));
}

/** An account's name or a phrase for one, without the words around it: `the joint one`. */
const accountWord = (text: string): string =>
  plainLetters(foldPayee(text.replace(/^(?:(?:my|the|our) )+/i, ''))).replace(
    / (?:account|acct?|a\/c|one)$/,
    '',
  );

/** True when the phrase names an account of the customer, by its name or its type. */
export function isOwnAccount(phrase: string, accounts: HeardOrder['accounts'] = []): boolean {
  const wanted = accountWord(phrase);
  const bare = wanted.replace(ACCOUNT_NOUN, '');
  return accounts.some(
    ({ name, type }) =>
      [wanted, bare].includes(accountWord(name)) || type === (TYPES[wanted] ?? wanted),
  );
}

/**
 * `the susu`, `the van money`: the name of the only account that has these words in its name; null where none
 * or several have them.
 */
export function accountCalled(
  phrase: string,
  accounts: HeardOrder['accounts'] = [],
): string | null {
  const said = accountWord(phrase).replace(ACCOUNT_NOUN, '').split(' ');
  if (said.some((word) => word.length < SHORTEST_OF_A_NAME)) return null;
  const [only, ...more] = accounts.filter(({ name }) => {
    const known = accountWord(name).split(' ');
    return said.every((word) => known.includes(word));
  });
  return only !== undefined && more.length === 0 ? only.name : null;
}
const SHORTEST_OF_A_NAME = 3;

/** `from the susu`: the only account whose name has that word. */
function nicknamed(phrase: string, accounts: readonly OwnAccount[]): OwnAccount[] {
  const wanted = accountWord(phrase).replace(ACCOUNT_NOUN, '');
  if (wanted.length < SHORTEST_NICKNAME || wanted.includes(' ') || GOAL_NOUN.test(wanted))
    return [];
  const found = accounts.filter(({ name }) => accountWord(name).split(' ').includes(wanted));
  return found.length === 1 ? found : [];
}
const SHORTEST_NICKNAME = 4;

const IS_NOTE = NOTES.map(([{ source }]) => new RegExp(source, 'iu'));
const ACCOUNT_NOUN = new RegExp(` ${KINDS_OF_ACCOUNT}$`, 'u');
const TYPES: Readonly<Record<string, string>> = {
  current: 'checking',
  chequing: 'checking',
  saving: 'savings',
};

function accountOf(
  order: ParseOrder,
  command: MoneyCommand,
  named: Phrase | null,
  recipient: Recipient | null,
  { ambiguities, missing, warnings }: Reading,
): OwnAccount | null {
  const field = command.verb === 'deposit' ? 'destinationAccountId' : 'sourceAccountId';
  const active = order.accounts.filter(({ status }) => status === 'active');
  const usable = active.filter(({ id }) => id !== recipient?.accountId);
  const options = (of: readonly OwnAccount[]) => of.map(({ id, name }) => `${name} (${id})`);
  if (named !== null) {
    const whole = ownAccounts(named.text, usable);
    const found = whole.length > 0 ? whole : nicknamed(named.text, active);
    if (found.length === 1) return found[0] ?? null;
    const question = `Which account is ${named.text}?`;
    const open = options(found.length > 0 ? found : usable);
    ambiguities.push(ask(field, 'account_ambiguous', question, open));
    return null;
  }
  const [amount] = command.amounts;
  const stated = amount?.currencies ?? [];
  if (order.sourceAccountId !== null && command.verb !== 'deposit') {
    const found = usable.find(({ id }) => id === order.sourceAccountId);
    // A tenner may be ten of any money.
    const isNote = IS_NOTE.some((note) => note.test(amount?.text ?? ''));
    const isOther = found && !isNote && stated.length > 0 && !stated.includes(found.currency);
    const [only, ...more] = usable.filter(({ currency }) => stated.includes(currency));
    // `200 francs`: the one account that has them.
    if (isOther && only && more.length === 0) {
      warnings.push('account_of_currency_assumed');
      return only;
    }
    if (found) return found;
  }
  const fitting = usable.filter(({ currency }) => {
    return stated.length === 0 || stated.includes(currency);
  });
  const from = fitting.length > 0 ? fitting : usable;
  if (from.length === 1) return from[0] ?? null;
  if (from.length === 0) missing.push(field);
  else ambiguities.push(ask(field, 'account_ambiguous', 'Which account?', options(from)));
  return null;
}

interface Money {
  readonly amount: number | null;
  readonly currency: string | null;
}

function amountOf(command: Command, source: OwnAccount | null, reading: Reading): Money {
  const { ambiguities, missing, warnings } = reading;
  const [read, ...others] = command.amounts;
  if (!read) {
    missing.push('amount');
    return { amount: null, currency: null };
  }
  if (others.length > 0) {
    const options = command.amounts.map(({ text }) => text);
    ambiguities.push(ask('amount', 'several_amounts', 'Which amount?', options));
    return { amount: null, currency: null };
  }
  for (const doubt of read.doubts) {
    ambiguities.push(ask('amount', doubt, `How much is ${read.text} exactly?`));
  }
  const currency = currencyOfAmount(read, source, reading);
  if (currency === null) return { amount: null, currency };
  const amount = minorUnits(read, currency);
  const units = read.digits / 10n ** BigInt(read.scale);
  if (amount === null) {
    const question = `${read.text} cannot be written in the minor units of ${currency}.`;
    ambiguities.push(ask('amount', 'amount_out_of_range', question));
  } else if (amount === 0) {
    ambiguities.push(ask('amount', 'amount_zero', 'Nothing would be moved: how much is meant?'));
  } else if (units > MOST_UNITS) {
    ambiguities.push(ask('amount', 'amount_unusual', `Is ${read.text} meant?`));
  }
  if (read.currencies.length === 0) warnings.push('currency_of_account_assumed');
  return { amount: read.doubts.length > 0 ? null : amount, currency };
}

function currencyOfAmount(
  { currencies, text }: ReadAmount,
  source: OwnAccount | null,
  { ambiguities, missing }: Reading,
): string | null {
  if (currencies.length === 1) return currencies[0] ?? null;
  if (source !== null && (currencies.length === 0 || currencies.includes(source.currency))) {
    return source.currency;
  }
  if (currencies.length === 0) missing.push('currency');
  else ambiguities.push(ask('currency', 'currency_ambiguous', `Which is ${text}?`, currencies));
  return null;
}

interface When {
  readonly date: string | null;
  readonly recurrence: { readonly frequency: string } | null;
  /** False for one payment today: it is made at once. */
  readonly isScheduled: boolean;
}

function timeOf(
  { dates, recurrences }: Command,
  { now, timezone }: Pick<ParseOrder, 'now' | 'timezone'>,
  { ambiguities }: Reading,
): When {
  const [date, ...otherDates] = dates;
  const [recurrence, ...otherRecurrences] = recurrences;
  if (otherDates.length + otherRecurrences.length > 0) {
    const options = [...dates, ...recurrences].map(({ text }) => text);
    ambiguities.push(ask('date', 'several_dates', 'Which day?', options));
  }
  // `every Monday and Friday`: a rhythm of one day, and another day.
  const isOtherDay =
    recurrence?.dayOfWeek !== undefined &&
    date !== undefined &&
    OF_A_WEEKDAY.test(date.text) &&
    DateTime.fromISO(date.date).weekday !== recurrence.dayOfWeek;
  if (isOtherDay)
    ambiguities.push(ask('date', 'several_dates', 'Which day?', [recurrence.text, date.text]));
  if (date?.doubt) {
    ambiguities.push(ask('date', date.doubt, `Which day is ${date.text}?`, [date.date]));
  }
  // `on the 5th of every month` begins with the next 5th, `every Friday` with the next Friday.
  const today = todayAt(now, timezone);
  const first = date === undefined && recurrence ? firstDay(recurrence, today) : null;
  const day = date && date.doubt === null ? date.date : (first?.toISODate() ?? null);
  return {
    date: day,
    recurrence: recurrence ? recurrenceOf(recurrence) : null,
    isScheduled: recurrence !== undefined || (day !== null && day !== today.toISODate()),
  };
}

/** Returns the first day, or null when the words may also mean today. */
function firstDay({ dayOfMonth, dayOfWeek }: ReadRecurrence, today: DateTime): DateTime | null {
  if (dayOfMonth !== undefined) return nextDay(today, dayOfMonth);
  if (dayOfWeek === undefined || dayOfWeek === today.weekday) return null;
  return today.plus({ days: (dayOfWeek - today.weekday + 7) % 7 });
}

function recurrenceOf({ frequency, dayOfWeek, dayOfMonth }: ReadRecurrence) {
  return {
    frequency,
    ...(dayOfWeek === undefined ? {} : { dayOfWeek }),
    ...(dayOfMonth === undefined ? {} : { dayOfMonth }),
  };
}

interface MoneyFacts extends Money {
  readonly recipient: Recipient | null;
  readonly party: Payee['party'];
  readonly source: OwnAccount | null;
  readonly when: When;
  readonly purpose: Phrase | null;
}

function moneyOperation(intent: string, facts: MoneyFacts, timezone: string): Operation | null {
  const operation = operationOf(intent);
  if (operation === null) return null;
  const { amount, currency, recipient, party, source, when, purpose } = facts;
  const description = purpose === null ? {} : { description: purpose.text };
  if (intent === 'schedule_transfer') {
    const body = {
      sourceAccountId: source?.id,
      destinationAccountId: recipient?.accountId,
      amount,
      currency,
      ...(when.date === null ? {} : { startDate: when.date }),
      ...(when.recurrence === null ? {} : { recurrence: when.recurrence }),
      timezone,
      ...description,
    };
    return { ...operation, body };
  }
  const sides = {
    transfer: { sourceAccountId: source?.id, destinationAccountId: recipient?.accountId },
    deposit: { destinationAccountId: source?.id },
    withdrawal: {
      sourceAccountId: source?.id,
      ...(party === null ? {} : { externalParty: party }),
      ...(when.isScheduled && when.date !== null ? { effectiveDate: when.date } : {}),
    },
  }[intent];
  return { ...operation, body: { type: intent, amount, currency, ...sides, ...description } };
}

function spansOf(command: Command): ReadSpan[] {
  const { amounts, dates, recurrences, payee, source, purpose } = command;
  const many = (field: string, found: readonly Phrase[]) =>
    found.map(({ start, end, text }) => ({ field, start, end, text }));
  return [
    ...many('amount', amounts),
    ...many('date', dates),
    ...many('recurrence', recurrences),
    ...many('recipient', payee ? [payee] : []),
    ...many('sourceAccountId', source ? [source] : []),
    ...many('category', purpose ? [purpose] : []),
  ].sort((one, other) => one.start - other.start);
}

/** An intent that the model alone has found: read, and proposed only where nothing is missing. */
function otherIntent(
  order: ParseOrder,
  text: string,
  { label, probability }: Guess,
  command: Command,
): ParsedIntent {
  const operation = operationOf(label);
  const base = { ...emptyAnswer(Math.round(probability * 10_000) / 10_000), intent: label };
  if (operation === null) return { ...base, warnings: ['no_operation'] };
  const reading: Reading = { missing: [], ambiguities: [], warnings: [] };
  const named = order.accounts.filter(
    ({ name, type }) =>
      text.toLowerCase().includes(foldPayee(name)) || new RegExp(`\\b${type}\\b`, 'i').test(text),
  );
  const open = order.accounts.filter(({ status }) => status !== 'closed');
  const [account, ...more] = named.length > 0 ? named : open;
  const needs = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  for (const field of needs) {
    if (field === 'customerId') continue;
    if (field !== 'accountId' || !account) reading.missing.push(field);
    else if (more.length > 0) {
      const options = [account, ...more].map(({ id, name }) => `${name} (${id})`);
      reading.ambiguities.push(ask('accountId', 'account_ambiguous', 'Which account?', options));
    }
  }
  // An operation that changes anything is never built from the model's answer alone.
  if (operation.method !== 'GET') reading.missing.push('body');
  const isCertain = reading.missing.length + reading.ambiguities.length === 0;
  const path = operation.path.replace('{accountId}', account?.id ?? '{accountId}');
  return {
    ...base,
    ...reading,
    operation: isCertain ? { ...operation, path, body: null } : null,
    spans: spansOf({ ...command, payee: null, source: null, purpose: null }),
    isSupported: true,
  };
}
