// The grammar of a command about money. Every word of the message has to have a place in it:
// a message with a word left over is asked about, never acted on.

import { overlaps, type ReadAmount, readAmounts, type Span } from './amounts.ts';
import { isOver, type ReadDate, type ReadRecurrence, readDates, readRecurrences } from './dates.ts';

export type CommandVerb = 'transfer' | 'deposit' | 'withdrawal';

/** Words of a slot, where they stand in the message. */
export interface Phrase extends Span {
  readonly text: string;
}

export interface Command {
  /** Null: the message is no command of this grammar. */
  readonly verb: CommandVerb | null;
  readonly amounts: readonly ReadAmount[];
  readonly dates: readonly ReadDate[];
  readonly recurrences: readonly ReadRecurrence[];
  readonly payee: Phrase | null;
  readonly source: Phrase | null;
  readonly purpose: Phrase | null;
  /** Why it may not be acted on, however well it reads. */
  readonly hazards: readonly Hazard[];
  /** Words without a place. */
  readonly unexplained: readonly string[];
}

export type Hazard =
  | 'negation'
  | 'condition'
  | 'question'
  | 'quotation'
  | 'several_operations'
  | 'everything'
  | 'unreadable_characters';

const NEGATIONS =
  'not|never|no|nothing|none|without|cancel|stop|undo|refuse|forget|ignore|disregard|' +
  "dont|wont|cant|instead|rather|except|but|\\p{L}+n't";
const CONDITIONS =
  'if|unless|when|once|whenever|whether|until|after|before|in case|provided|assuming|suppose|' +
  'maybe|perhaps|might|should|as soon as|hypothetically|pretend|imagine';
const QUESTIONS = 'why|how|what|who|where|did|does|do|is|are|was|has|have|may|can i|could i';
const QUOTATIONS =
  'said|says|told|asked|wrote|reads|quote|message from|instructions?|system|assistant|admin';
const SEVERAL = 'and|then|also|plus|or|afterwards|each|both|respectively|twice|again';
const EVERYTHING = 'all|everything|entire|whole|rest|remaining|half|max|maximum|most|double';

/** One of the words, by itself. */
const wordOf = (words: string) => `(?<![\\p{L}])(?:${words})(?![\\p{L}])`;

const HAZARDS: readonly (readonly [Hazard, RegExp])[] = [
  ['negation', new RegExp(wordOf(NEGATIONS), 'iu')],
  ['condition', new RegExp(wordOf(CONDITIONS), 'iu')],
  ['question', new RegExp(`\\?\\s*\\p{L}|^(?:${QUESTIONS})(?![\\p{L}])`, 'iu')],
  [
    'quotation',
    new RegExp(`["“”„«»\`]|(?<![\\p{L}])['‘][^']+['’](?![\\p{L}])|${wordOf(QUOTATIONS)}`, 'iu'),
  ],
  ['several_operations', new RegExp(`${wordOf(SEVERAL)}|[;&\\n]|\\.\\s+\\p{L}`, 'iu')],
  ['everything', new RegExp(wordOf(EVERYTHING), 'iu')],
];

const COURTESIES =
  'hi|hey|hello|ok|okay|yes|please|pls|just|kindly|can you|could you|would you|will you|' +
  "i want to|i want you to|i'd like to|i would like to|i need to|let's";
const POLITE = new RegExp(`^(?:(?:${COURTESIES})(?![\\p{L}])[ ,!]*)+`, 'iu');
const KINDS = 'transfer|payment|standing order|recurring payment|recurring transfer';
const VERBS: readonly (readonly [CommandVerb, RegExp])[] = [
  ['transfer', /^(?:send|pay|transfer|wire|give|move|put)(?![\p{L}]) ?/iu],
  ['transfer', new RegExp(`^(?:make|set up|schedule) an? (?:${KINDS}) (?:of|for) ?`, 'iu')],
  ['deposit', /^(?:deposit|pay in)(?![\p{L}]) ?/iu],
  ['withdrawal', /^(?:withdraw|take out)(?![\p{L}]) ?/iu],
];
const DESTINATION = /^(?:to|into|onto)$/i;
const SOURCE = /^from$/i;
const PURPOSE = /^(?:for|as|memo|note|reference)$/i;
const FOR = /(?<![\p{L}])(?:for|as|memo|note|reference) /iu;
const BESIDE_A_DAY = /^(?:on|starting|beginning|by|at|due|from)$/i;
const SILENT = /^(?:please|thanks|thank|you|now|today|over|immediately|money|a|the|of)$/i;
/** Stand-ins of equal length for what was read, from the private area of Unicode. */
const MASK = { amount: '\ue000', date: '\ue001', recurrence: '\ue002' } as const;

/**
 * Reads a command.
 * @param text normalised
 * @param names that occur in the message as they are, so that their words are no words of it
 */
export function readCommand(
  text: string,
  names: readonly Phrase[],
  now: number,
  timezone: string,
): Command {
  const isOutside = (one: Span) => !names.some((name) => overlaps(one, name));
  const recurrences = readRecurrences(text).filter(isOutside);
  const days = readDates(text, now, timezone).filter(
    (one) => isOutside(one) && !recurrences.some((other) => overlaps(one, other)),
  );
  const isFree = (one: Span) =>
    isOutside(one) && ![...recurrences, ...days].some((other) => overlaps(one, other));
  // `for dinner last night` says what it is for, and not when.
  const dates = days.filter((one) => !isOver(one) || !FOR.test(text.slice(0, one.start)));
  const amounts = readAmounts(text).filter(isFree);
  const masked = maskSpans(text, [
    ...amounts.map((one) => [one, MASK.amount] as const),
    ...dates.map((one) => [one, MASK.date] as const),
    ...recurrences.map((one) => [one, MASK.recurrence] as const),
  ]);
  const named = maskSpans(
    masked,
    names.map((one) => [one, 'x'] as const),
  );
  const hazards: Hazard[] = HAZARDS.filter(([, pattern]) => pattern.test(named)).map(([at]) => at);
  if (/[\ue000-\uf8ff]/u.test(text)) hazards.push('unreadable_characters');
  const polite = POLITE.exec(masked)?.[0].length ?? 0;
  const rest = masked.slice(polite);
  const [verb, pattern] = VERBS.find(([, one]) => one.test(rest)) ?? [null, null];
  const read = { amounts, dates, recurrences, hazards };
  if (verb === null) {
    const none = { payee: null, source: null, purpose: null, unexplained: [] };
    return { verb, ...read, ...none };
  }
  const from = polite + ((pattern as RegExp).exec(rest)?.[0].length ?? 0);
  return { verb, ...read, ...slotsOf(text, masked, from) };
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
function slotsOf(text: string, masked: string, from: number) {
  const found: Partial<Record<Slot, Span>> = {};
  const unexplained: string[] = [];
  let slot: Slot = 'object';
  const words = [...masked.matchAll(/[^\s,!]+/gu)].filter(({ index }) => index >= from);
  const open = (next: Slot, word: string) => {
    if (found[next] !== undefined || (next === 'payee' && found.object !== undefined)) {
      unexplained.push(word);
    }
    slot = next;
  };
  for (const [at, match] of words.entries()) {
    const word = match[0].replace(/[.?]+$/u, '');
    const next = words[at + 1]?.[0] ?? '';
    if (word === '') continue;
    if (/^[\ue000-\ue002]/u.test(word)) {
      slot = slot === 'purpose' ? 'purpose' : 'closed';
      continue;
    }
    if (BESIDE_A_DAY.test(word) && /^[\ue001\ue002]/u.test(next)) continue;
    if (slot === 'purpose') found.purpose = extendSpan(found.purpose, match.index, word);
    else if (DESTINATION.test(word)) open('payee', word);
    else if (SOURCE.test(word)) open('source', word);
    else if (PURPOSE.test(word) && slot !== 'object') open('purpose', word);
    else if (SILENT.test(word)) continue;
    else if (slot === 'closed') unexplained.push(word);
    else found[slot] = extendSpan(found[slot], match.index, word);
  }
  const phrase = (span: Span | undefined): Phrase | null =>
    span ? { ...span, text: text.slice(span.start, span.end) } : null;
  const payee = phrase(found.payee ?? found.object);
  const isRepeated = found.payee !== undefined && found.object !== undefined;
  return {
    payee,
    source: phrase(found.source),
    purpose: phrase(found.purpose),
    unexplained: isRepeated ? [...unexplained, phrase(found.object)?.text ?? ''] : unexplained,
  };
}

function extendSpan(span: Span | undefined, start: number, word: string): Span {
  return { start: span?.start ?? start, end: start + word.length };
}
