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
  | 'raised_digits'
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
const EVERYTHING =
  'all|everything|entire|whole|rest|remaining|half|third|quarter|max|maximum|most|double|triple';

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
  '(?:would|do) you mind|hi|hey|hello|ok|okay|yes|please|pls|plz|just|kindly|(?:can|could|would|will) (?:you|u)|' +
  "i want to|i want you to|i'd like you to|i would like you to|i wish to|i'm supposed to|" +
  "time to|it's time to|we need to|i wanna|i'd like to|i would like to|i'd love to|i need to|i have to|" +
  "i've got to|i must|need to|want to|let's|let me|go ahead and|i'm going to|i am going to|" +
  "i'm looking to|would like to|be so kind as to|be a dear and|help me|go on";
const POLITE = new RegExp(`^(?:(?:${COURTESIES})(?![\\p{L}])[ ,!]*)+`, 'iu');
const KINDS = 'transfer|payment|standing order|recurring payment|recurring transfer|money transfer';
const MAKING = 'make|do|set up|schedule|arrange|issue|organise|organize|initiate|start|create|send';
const SENDING =
  'send|snd|pay|transfer|wire|give|move|put|forward|remit|reimburse|repay|settle|tip|donate|lend|loan|' +
  'credit|add|top up|shoot|zip|pop|sling|ping|zap|drop|schedule|get|spot|chuck|slide|fire|beam|bung|stick|' +
  'toss|throw|hand|shift|post';
/** Words that move money only where an amount stands behind them: `get $50 to Thaddeus`. */
const PLAIN = new RegExp(
  `^(?:send|pay|transfer|wire|give|move|put|(?:${MAKING}) (?:an?|the))(?![\\p{L}])`,
  'iu',
);
const VERBS: readonly (readonly [CommandVerb, RegExp])[] = [
  [
    'transfer',
    new RegExp(
      `^(?:${MAKING}) (?:an?|the) (?:[\\ue000-\\ue002]+ )*(?:${KINDS})(?: of| for| worth)?(?![\\p{L}]) ?`,
      'iu',
    ),
  ],
  ['deposit', /^(?:deposit|pay in)(?![\p{L}]) ?/iu],
  ['withdrawal', /^(?:withdraw|take out)(?![\p{L}]) ?/iu],
  ['transfer', new RegExp(`^(?:${SENDING})(?![\\p{L}])(?: (?:back|off)(?![\\p{L}]))? ?`, 'iu')],
  // `£18 to Iestyn`: an amount and a payee, and no verb.
  ['transfer', /^(?=\ue000+ (?:over )?to \S)/u],
];
/** `Would you mind sending …` */
const MINDED: (typeof VERBS)[number] = [
  'transfer',
  /^(?:sending|paying|transferring|moving|wiring|giving)(?![\p{L}]) ?/iu,
];
/** Says nothing about the payment, wherever it stands. */
const QUIET =
  /(?<![\p{L}])(?:(?:right|straight) away|at once|straightaway|thx|thanks a lot|many thanks|cheers|ta|plz|pls|(?:some|any|the|a bit of) money|money|something|for me)(?![\p{L}])/giu;
const DESTINATION = /^(?:to|into|onto|in|towards?)$/i;
const SOURCE = /^(?:from|using)$/i;
const PURPOSE = /^(?:for|as|memo|note|reference|ref|re|[-–—]|\(.*)$/i;
const FOR = /(?<![\p{L}])(?:for|as|memo|note|reference) /iu;
const BESIDE_A_DAY = /^(?:on|starting|beginning|by|at|due|from)$/i;
/** `top up savings by 100`. */
const BESIDE_AN_AMOUNT = /^(?:by|with|of|his|her|their|exactly|precisely|only|sum|total)$/i;
const SILENT =
  /^(?:please|thanks|thank|you|now|today|over|immediately|asap|a|the|of|amount|sum|exactly|only|flat|across)$/i;
/** `Pay Priya back 30`. */
const SILENT_BEHIND_PAY = /^back$/i;
/** Stand-ins of equal length for what was read, from the private area of Unicode. */
const MASK = { amount: '\ue000', date: '\ue001', recurrence: '\ue002', quiet: '\ue003' } as const;

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
  const quiet = [...text.matchAll(QUIET)].map(({ index, 0: word }) => {
    return { start: index, end: index + word.length };
  });
  const masked = maskSpans(text, [
    ...quiet.filter(isOutside).map((one) => [one, MASK.quiet] as const),
    ...amounts.map((one) => [one, MASK.amount] as const),
    ...dates.map((one) => [one, MASK.date] as const),
    ...recurrences.map((one) => [one, MASK.recurrence] as const),
  ]);
  const named = maskSpans(
    masked,
    names.map((one) => [one, 'x'] as const),
  );
  const lead = leadOf(masked);
  const said = named.slice(lead.end).replace(LAST_AND, '');
  const hazards: Hazard[] = HAZARDS.filter(([, pattern]) => pattern.test(said)).map(([at]) => at);
  if (/[\ue000-\uf8ff]/u.test(text)) hazards.push('unreadable_characters');
  const rest = masked.slice(lead.end);
  const isMinded = /mind[ ,]*$/iu.test(masked.slice(0, lead.end));
  const verbs = isMinded ? [...VERBS, MINDED] : VERBS;
  const found = verbs.find(([, one]) => one.test(rest));
  const isMeant = found && (PLAIN.test(rest) || found[0] !== 'transfer' || amounts.length > 0);
  const stated = isMeant ? null : readStatement(text, masked, lead.end);
  if (stated) {
    const known = hazards.filter((one) => one === 'unreadable_characters');
    const own = HAZARDS.filter(([, pattern]) => stated.texts.some((one) => pattern.test(one)));
    const inside = { amounts, dates, recurrences, hazards: [...known, ...own.map(([at]) => at)] };
    return { verb: 'transfer', ...inside, ...stated.slots };
  }
  const [verb, pattern] = isMeant ? found : [null, null];
  const read = { amounts, dates, recurrences, hazards };
  if (verb === null) {
    const none = { payee: null, source: null, purpose: null, unexplained: [] };
    return { verb, ...read, ...none };
  }
  const from = lead.end + ((pattern as RegExp).exec(rest)?.[0].length ?? 0);
  const isPay = /^pay(?![\p{L}])/iu.test(rest);
  return { verb, ...read, ...slotsOf({ text, masked, from, source: lead.source, isPay }) };
}

const NAME = '([^\\ue000-\\ue003,;:?!]{1,60}?)';
const AMOUNT = '\\ue000+';
const WHEN = '(?:,? (?:on |by |starting )?[\\ue001\\ue002]+)?';
const POLITELY = '(?:[ ,.!]|please|thanks|thank you|\\ue003)*';
const ORDER =
  '(?:please |pls |so |and |then |just |(?:can|could|would|will) (?:you|u) )*(?:pay|send|transfer|settle|' +
  'sort|do)(?: (?:it|that|this|him|her|them))?(?: (?:out|up|back|off|over))?(?: to (?:him|her|them))?';
const ACCOUNT = '(?: from ([^\\ue000-\\ue003,;:.?!]{1,40}?))?';
const GOAL = '(?: for ([^\\ue000-\\ue003,;:.?!]{1,80}?))?';
const END = `${WHEN}${POLITELY}$`;
/**
 * Payments that are told without a verb, or by what somebody is to get: all words of each are known but
 * those of its groups, which are payee, account and purpose.
 */
const STATEMENTS: readonly RegExp[] = [
  `^(?:(?:an? )?(?:bank |wire )?(?:payment|transfer) (?:of )?)?${AMOUNT} (?:to|for|over to) ${NAME}${ACCOUNT}${END}`,
  `^${NAME},? ${AMOUNT},? (?:please|pls|\\ue003)${END}`,
  `^${NAME}[,:] (?:please )?(?:send|pay|transfer|wire)(?: (?:him|her|them))? ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^i (?:still )?owe ${NAME} ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^${NAME} (?:needs|wants|is owed|is due|has to get) ${AMOUNT}${GOAL}${WHEN}[,;:.]? ${ORDER}${END}`,
  `^(?:${NAME} (?:gets|should (?:get|have|receive)|is to (?:get|have|receive))) ${AMOUNT}${ACCOUNT}${GOAL}${END}`,
  `^(?:(?:i want|i'd like|have|get|let|(?:i )?need) )?${AMOUNT} (?:(?:should|needs to|has to|is to|to) )?` +
    `(?:be )?(?:sent|paid|transferred|moved|wired|go|goes)(?: over| across)? (?:to|into) ${NAME}${ACCOUNT}${GOAL}${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

interface Statement {
  readonly slots: Pick<Command, 'payee' | 'source' | 'purpose' | 'unexplained'>;
  /** What its groups say, in the words of the message. */
  readonly texts: readonly string[];
}

function readStatement(text: string, masked: string, from: number): Statement | null {
  const rest = masked.slice(from);
  if (!rest.includes(MASK.amount)) return null;
  for (const pattern of STATEMENTS) {
    const found = pattern.exec(rest);
    if (!found) continue;
    let at = from;
    const [payee = null, source = null, purpose = null] = found.slice(1).map((said) => {
      if (said === undefined) return null;
      const start = masked.indexOf(said, at);
      at = start + said.length;
      return { start, end: at, text: text.slice(start, at) };
    });
    if (payee === null) continue;
    const slots = { payee, source, purpose, unexplained: [] };
    const texts = [payee, source, purpose].flatMap((one) => one?.text ?? []);
    return { slots, texts };
  }
  return null;
}

/** `for bread and milk`: two things that it is for, and no second order. */
const LAST_AND = new RegExp(
  `(?<=(?<![\\p{L}])for [\\p{L} '’]{1,60}) (?:and|&) (?:(?!${SENDING}|close|freeze|block|cancel|stop|tell|show|open|check|then|also|let|do|ask|email|call|request|withdraw|deposit|exchange|buy|sell)[\\p{L}'’]+)(?: [\\p{L}'’]+)?[.!]?$`,
  'iu',
);

const LEADING_DAY = /^(?:(?:on |by |from |starting )?[\ue001\ue002]+|\ue003+)[ ,:]*/u;
const LEADING_SOURCE = new RegExp(
  `^(?:from|using|out of) ([^,\\ue000-\\ue003]{1,60}?),? (?=(?:please )?(?:${SENDING})(?![\\p{L}]))`,
  'iu',
);

/** What stands before the verb: courtesies, a day, the account. */
function leadOf(masked: string): { end: number; source: Span | null } {
  let end = 0;
  let source: Span | null = null;
  for (let parts = 0; parts < MOST_LEADING; parts++) {
    const rest = masked.slice(end);
    const from: RegExpExecArray | null = source === null ? LEADING_SOURCE.exec(rest) : null;
    const found: RegExpExecArray | null = from ?? POLITE.exec(rest) ?? LEADING_DAY.exec(rest);
    const said: string | undefined = found?.[0];
    if (said === undefined) break;
    if (from?.[1] !== undefined) {
      const start: number = end + said.indexOf(from[1]);
      source = { start, end: start + from[1].length };
    }
    end += said.length;
  }
  return { end, source };
}

const MOST_LEADING = 6;

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
}) {
  const { text, masked, from, source, isPay } = read;
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
  for (const [at, match] of words.entries()) {
    const word = match[0].replace(/[.?:]+$/u, '');
    const next = words[at + 1]?.[0] ?? '';
    if (word === '') continue;
    if (/^\ue003/u.test(word) || (isPay && SILENT_BEHIND_PAY.test(word))) continue;
    if (/^[\ue000-\ue002]/u.test(word)) {
      const glued = word.replace(/^[\ue000-\ue003]+/u, '');
      if (/[\p{L}\p{N}]/u.test(glued)) unexplained.push(glued);
      slot = slot === 'purpose' ? 'purpose' : 'closed';
      continue;
    }
    if (BESIDE_A_DAY.test(word) && /^[\ue001\ue002]/u.test(next)) continue;
    if (BESIDE_AN_AMOUNT.test(word) && /^\ue000/u.test(next)) continue;
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
  const named = phrase(found.payee ?? found.object);
  // `Pay Priya's invoice of 80`: what belongs to the payee is what it is for.
  const owned = found.purpose === undefined ? named && OWNED.exec(named.text) : null;
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

const OWNED = /^(.+)['’]s \p{L}+(?: \p{L}+)?$/u;

function spanOf({ start }: Span, text: string): Phrase {
  return { start, end: start + text.length, text };
}

function extendSpan(span: Span | undefined, start: number, word: string): Span {
  return { start: span?.start ?? start, end: start + word.length };
}
