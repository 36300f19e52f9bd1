// What a question about money asks for. Names of payees, categories and accounts come from the
// customer's own books and are only compared; no word of theirs is read as part of the language.

import { CURRENCIES } from '../../ledger/currency.ts';
import { normaliseMessage } from '../../models/features/text-features.ts';
import { foldPayee } from '../intents/payees.ts';
import { type Period, readPeriods } from './periods.ts';

export type Topic =
  | 'balance'
  | 'held'
  | 'spending'
  | 'income'
  | 'net'
  | 'compare'
  | 'extreme'
  | 'count'
  | 'average'
  | 'latest'
  | 'top'
  | 'upcoming'
  | 'fees'
  | 'rate'
  | 'exchanged'
  | 'limits'
  | 'overdraft'
  | 'accounts'
  | 'help';

/** Names that questions are compared with. */
export interface Lexicon {
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
  }[];
  readonly categories: readonly string[];
  readonly parties: readonly string[];
  /** Those of both that money only came in from. */
  readonly incomes: readonly string[];
}

/** Payments that are asked about; null: any. */
export interface Subject {
  readonly category: string | null;
  readonly party: string | null;
}

export interface Ask {
  readonly topic: Topic;
  readonly periods: readonly Period[];
  readonly accountIds: readonly string[];
  readonly category: string | null;
  readonly party: string | null;
  /** A second category or payee, to compare with. */
  readonly versus: Subject | null;
  readonly currencies: readonly string[];
  /** Money in instead of money out. */
  readonly isIncome: boolean;
  readonly isLeast: boolean;
  /** A thing that is named and that the books do not have. */
  readonly unknown: string | null;
  readonly text: string;
}

const SYNONYMS: Readonly<Record<string, string>> = {
  'food shopping': 'groceries',
  supermarkets: 'groceries',
  supermarket: 'groceries',
  grocery: 'groceries',
  restaurants: 'dining',
  restaurant: 'dining',
  'eating out': 'dining',
  meals: 'dining',
  'going out to eat': 'dining',
  transportation: 'transport',
  commuting: 'transport',
  travelling: 'travel',
  trips: 'travel',
  holidays: 'travel',
  'my flat': 'rent',
  housing: 'rent',
  electricity: 'utilities',
  'utility bills': 'utilities',
  movies: 'entertainment',
  streaming: 'entertainment',
  'my pay': 'salary',
  wages: 'salary',
  paycheck: 'salary',
};

/** To compile the patterns for each question would cost more than to answer it. */
const PATTERNS = new Map<string, RegExp>();

function has(text: string, words: string): boolean {
  let pattern = PATTERNS.get(words);
  if (!pattern) {
    pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');
    PATTERNS.set(words, pattern);
  }
  return pattern.test(text);
}

const LEAST = 'smallest|lowest|cheapest|least|minimum';
const MOST = 'largest|biggest|highest|most expensive|maximum|single most';
const THING =
  'payment|payments|purchase|purchases|expense|expenses|transaction|' +
  'transactions|transfer|transfers|deposit|deposits|withdrawal|' +
  'withdrawals';
const INCOME =
  'receive|received|receiving|earn|earned|earning|earnings|income|came|' +
  'come|comes|coming in|(?:was|were|been|money) paid in|paid to me|paid ' +
  'me|paid by|get paid|got paid|incoming|money in|salary|deposited|' +
  'credited|take in|took in|pay me|pays me|inflow';
const SPENDING =
  'spend|spent|spending|pay|paid|paying|cost|costs|expense|expenses|' +
  'outgoings?|outflows?|purchases?|bought|buy|went to|went on|gone to|' +
  'gone on|go to|goes to|went out|go out|gone out|money out|send|sent|' +
  'payments?|withdraw|withdrew|withdrawn';

const LISTED = new RegExp(
  '^(?:(?:please )?(?:show|list)(?: me)?|what|which|how many)' +
    '(?: are)?(?: all)?(?: of)?(?: my| the)? accounts\\b',
);

/** The first that fits is the topic. */
const TOPICS: readonly (readonly [Topic, (text: string) => boolean])[] = [
  [
    'rate',
    (text) =>
      has(text, 'exchange rates?|conversion rate|fx rate|rate (?:from|for|between|of)') ||
      isConversion(text),
  ],
  [
    'exchanged',
    (text) =>
      has(text, 'exchange|exchanged|convert|converted|swap|swapped') &&
      has(text, 'how much|what|how many|did'),
  ],
  ['fees', (text) => has(text, 'fees?|bank charges|charges|charge me|charged me')],
  ['overdraft', (text) => has(text, 'overdraft|overdrawn')],
  ['limits', (text) => has(text, 'limits?|spending cap|allowed to spend')],
  [
    'upcoming',
    (text) =>
      has(
        text,

        'upcoming|coming up|scheduled|due|standing orders?|planned|will i ' +
          '(?:pay|be paying|spend|send|owe|have to pay)|going to pay|next ' +
          '(?:payment|rent|transfer|bill)|payments? (?:are )?next|leave my ' +
          'account|next run|future payments|do i (?:still )?(?:owe|have to pay)',
      ),
  ],
  ['held', (text) => has(text, 'on hold|held|holds?|reserved|authori[sz]ed but|pending')],
  [
    'compare',
    (text) =>
      has(
        text,

        'compare|compared|versus|vs|difference between|more or less|more than|' +
          'less than|higher than|lower than|up or down|change|changed|increase|' +
          'increased|decrease|decreased|go up|gone up|went up|go down|gone down',
      ) || /\b(?:more|less|higher|lower|bigger|smaller|cheaper)\b.*\bthan\b/.test(text),
  ],
  [
    'extreme',
    (text) =>
      has(text, `${MOST}|${LEAST}`) &&
      !has(text, 'category|categories|where|merchant|merchants|shop|shops|payee|payees|account'),
  ],
  [
    'average',
    (text) =>
      has(
        text,

        'average|averages|typically|on average|mean|usually|per month|a month ' +
          'on|per week|each month|monthly',
      ),
  ],
  [
    'latest',
    (text) =>
      has(
        text,

        `when did i last|when was (?:the|my) last|last time|when ` +
          `did|when was|latest|most recent|newest|(?:what was )?my ` +
          `last (?:${THING})|last (?:${THING})`,
      ),
  ],
  [
    'top',
    (text) =>
      has(
        text,

        'top|most|breakdown|break down|broken down|by category|by merchant|by ' +
          'payee|where (?:did|does|do|has|is) (?:my|all my|the|i)|which ' +
          '(?:category|categories|merchant|merchants|shop|payee|payees)|who did ' +
          'i pay',
      ),
  ],
  ['count', (text) => has(text, `how many|how often|number of`) && !has(text, 'accounts')],
  [
    'net',
    (text) =>
      has(
        text,

        'save|saved|saving up|net|cash ?flow|left over|was left|were left|' +
          'surplus|put aside|more in than out',
      ),
  ],
  ['accounts', (text) => LISTED.test(text)],
  ['income', (text) => has(text, INCOME)],
  [
    'balance',
    (text) =>
      has(
        text,

        'balances?|do i have|have i got|money left|left in|remaining|afford|' +
          'can i spend|available|spendable|funds|how rich|my money|is in my|in ' +
          'my (?:account|savings|checking)|there in',
      ),
  ],
  ['spending', (text) => has(text, SPENDING)],
];

const ASKS_HOW =
  'how (?:do|can|could|should|would) (?:i|you|we)|how to|how long|what ' +
  'is an?|what is the difference|' +
  "what's the difference|what's an?|what does|what do you|what happens|" +
  'what are (?:the )?(?:supported|holds|limits|wallets|fees for)|explain|tell me (?:how|about)|' +
  'where (?:can|do) i|what if|do you|does the bank|who can|is it ' +
  'possible|could i|may i|which currencies';
const MAY_ASK_HOW = 'why|can i|is my|are my|how is|how are|how does|is there|does';
const HELP = new RegExp(`^(?:please )?(?:${ASKS_HOW})(?![\\p{L}])`, 'iu');
const MAYBE_HELP = new RegExp(`^(?:please )?(?:${MAY_ASK_HOW})(?![\\p{L}])`, 'iu');
/** Words that ask for a figure, however the question begins. */
const FIGURES = /how much|balance|spend|spent|on average|earn|income|typically|usually|\btotal\b/iu;

function isConversion(text: string): boolean {
  return currenciesIn(text).length >= 2 && has(text, 'how much|what|how many|worth|in|to|get');
}

const NAMED: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
  sterling: 'GBP',
  yen: 'JPY',
  franc: 'CHF',
  francs: 'CHF',
};
const CODES = new Set(CURRENCIES.map(({ code }) => code));

/** Currencies that a question names, in its order. Codes are in capitals, or no English words. */
export function currenciesIn(text: string): string[] {
  const found = (text.match(/[\p{L}]+|[€$£¥]/gu) ?? []).flatMap((word) => {
    const symbol = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' }[word];
    const code = symbol ?? NAMED[word.toLowerCase()];
    if (code) return [code];
    const upper = word.toUpperCase();
    const isCode = CODES.has(upper) && (word === upper || /^(?:eur|usd|gbp|jpy|chf)$/.test(word));
    return isCode ? [upper] : [];
  });
  return [...new Set(found)];
}

/** Reads a question; null: nothing here answers such a one. */
export function understand(
  question: string,
  lexicon: Lexicon,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): Ask | null {
  const text = normaliseMessage(question).replace(/[?!.]+$/u, '');
  const periods = readPeriods(text, now, timezone);
  let rest = text;
  for (const { start, end } of periods) {
    rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`;
  }
  const named = namesIn(rest, lexicon);
  const plain = named.rest.toLowerCase();
  const topic = topicOf(plain, periods.length, named);
  if (topic === null) return null;
  const { accountIds, category, party, versus } = named;
  const isFigure = !['help', 'rate', 'limits', 'overdraft', 'accounts', 'balance', 'held'].includes(
    topic,
  );
  const subject = party ?? category ?? '';
  const isOut = has(plain, 'spend|spent|spending|pay|paid|send|sent|transfer|transferred');
  const isIn = has(plain, `${INCOME}|deposits?`) && !has(plain, 'spend|spent|spending');
  const isIncome = isIn || (lexicon.incomes.includes(subject) && !isOut);
  return {
    topic: topic === 'spending' && isIncome ? 'income' : topic,
    periods,
    accountIds,
    category,
    party,
    versus,
    currencies: currenciesIn(text),
    isIncome,
    isLeast: has(plain, LEAST),
    unknown: isFigure && category === null && party === null ? unknownIn(named.rest) : null,
    text,
  };
}

/**
 * A question that goes on from the one before: `and last month?`, `what about dining?`
 * @returns null when it names nothing of its own
 */
export function continueAsk(
  before: Ask,
  question: string,
  lexicon: Lexicon,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): Ask | null {
  const text = normaliseMessage(question).replace(/[?!.]+$/u, '');
  const periods = readPeriods(text, now, timezone);
  let rest = text;
  for (const { start, end } of periods) {
    rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`;
  }
  const { category, party, accountIds, rest: left } = namesIn(rest, lexicon);
  const isNamed = category !== null || party !== null;
  if (periods.length === 0 && !isNamed && accountIds.length === 0) return null;
  return {
    ...before,
    periods: periods.length > 0 ? periods : before.periods,
    accountIds: accountIds.length > 0 ? accountIds : before.accountIds,
    ...(isNamed ? { category, party, versus: null } : {}),
    unknown: isNamed ? null : unknownIn(left),
    text,
  };
}

function topicOf(plain: string, periods: number, named: Named): Topic | null {
  const isNamed = named.category !== null || named.party !== null;
  const isFigure = periods > 0 || isNamed || named.accountIds.length > 0 || FIGURES.test(plain);
  if (HELP.test(plain) && !(isFigure && /how (?:do|much)|what (?:do|does)/.test(plain)))
    return 'help';
  if (MAYBE_HELP.test(plain) && !isFigure) return 'help';
  const found = TOPICS.find(([, fits]) => fits(plain));
  if (found) return found[0];
  if (isNamed && (periods > 0 || has(plain, 'how much|what|total'))) return 'spending';
  if (named.accountIds.length > 0 && has(plain, 'how much|what')) return 'balance';
  return null;
}

interface Named {
  readonly accountIds: readonly string[];
  readonly category: string | null;
  readonly party: string | null;
  readonly versus: Subject | null;
  /** The question without the names. */
  readonly rest: string;
}

const MARK = '\ue000';

function namesIn(text: string, { accounts, categories, parties }: Lexicon): Named {
  let rest = text;
  const places = new Map<string, number>();
  const take = (phrase: string): boolean => {
    const wanted = foldPayee(phrase).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (wanted.length < 2) return false;
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${wanted}(?:'s)?(?![\\p{L}\\p{N}])`, 'iu');
    const found = pattern.exec(rest);
    if (!found) return false;
    places.set(phrase, found.index);
    rest = rest.replace(pattern, (said) => MARK.repeat(said.length));
    return true;
  };
  const longest = (names: readonly string[]) =>
    [...names].sort((one, other) => other.length - one.length).find(take) ?? null;
  const byName = accounts.filter(({ name }) => take(name));
  const next = (): Subject => ({
    party: longest(parties),
    category: longest(categories) ?? synonymOf(categories, take),
  });
  const first = next();
  const second = first.category === null && first.party === null ? first : next();
  const versus = second.party !== null ? { party: second.party, category: null } : second;
  const isSecond = versus.party !== null || versus.category !== null;
  const placeOf = ({ party, category }: Subject) => places.get(party ?? category ?? '') ?? 0;
  const isTurned = isSecond && placeOf(versus) < placeOf(first);
  const [one, other] = isTurned ? [versus, first] : [first, versus];
  const byType = accounts.filter(
    ({ type }) => take(`${type} accounts`) || take(`${type} account`) || take(type),
  );
  const accountIds = [...new Set([...byName, ...byType].map(({ id }) => id))];
  return { accountIds, ...one, versus: isSecond ? other : null, rest };
}

function synonymOf(categories: readonly string[], take: (phrase: string) => boolean) {
  for (const [word, category] of Object.entries(SYNONYMS)) {
    const known = categories.find((one) => foldPayee(one) === category);
    if (known !== undefined && take(word)) return known;
  }
  return null;
}

const COMMON =
  'the|a|an|my|me|i|of|all|any|average|account|accounts|bank|money|it|' +
  'this|that|them|everything|total|' +
  'last|month|months|week|weeks|day|days|year|years|quarter|time|' +
  'payments?|transactions?|purchases?|expenses?|' +
  'spending|others?|people|anyone|anything|something|most|each|per|every|' +
  'date|now|so|far|far|average|' +
  'same|period|both|between|and|or|than|in|out|income|cash|card|cards|' +
  'things|stuff|merchants?|shops?|categor(?:y|ies)|' +
  'payees?|fees?|charges?|euros?|dollars?|pounds?|eur|usd|gbp|transfers?|' +
  'withdrawals?|deposits?|one|single|' +
  'overall|altogether|general|who|someone|somebody|else|net|savings|track|abroad|holds?|hold|top|' +
  'other|another|it|compared|versus|vs|beginning|start|end|outgoing|' +
  'incoming|up|down|be|do|is|me|next|left|over';
const COMMON_WORD = new RegExp(`^(?:${COMMON})$`, 'i');
const OBJECT = /(?<![\p{L}])(?:on|at|to|from|for|with|by) ((?:(?:the|my|a) )?[\p{L}\p{N}'&-]+)/giu;

/** The first thing after a preposition that is neither in the books nor a common word. */
function unknownIn(rest: string): string | null {
  for (const [, phrase = ''] of rest.matchAll(OBJECT)) {
    const word = phrase.replace(/^(?:the|my|a) /i, '');
    if (!COMMON_WORD.test(word) && !/^[\d.,]+$/.test(word)) return word;
  }
  return null;
}
