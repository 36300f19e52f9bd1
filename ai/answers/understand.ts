// What a question about money asks for. Names of payees, categories and accounts come from the
// customer's own books and are only compared; no word of theirs is read as part of the language.

import { FULLEST, PLAIN, UNREAD, words } from '../english/questions.ts';
import { ASKS_HOW, FIGURES, LISTED, MAY_ASK_HOW, OTHER_TOPICS } from '../english/topics.ts';
import { currenciesIn, type Lexicon } from './lexicon.ts';
import type { Period } from './periods.ts';
import { plainQuestion } from './plain-question.ts';
import type { Measure, Query } from './query.ts';
import { type ReadQuery, readQuery } from './read-query.ts';

export type Topic =
  | 'balance'
  | 'held'
  | 'spending'
  | 'income'
  | 'saved'
  | 'net'
  | 'compare'
  | 'extreme'
  | 'count'
  | 'average'
  | 'latest'
  | 'list'
  | 'top'
  | 'upcoming'
  | 'fees'
  | 'rate'
  | 'exchanged'
  | 'limits'
  | 'overdraft'
  | 'accounts'
  | 'help';

export interface Ask {
  readonly topic: Topic;
  readonly periods: readonly Period[];
  readonly accountIds: readonly string[];
  readonly category: string | null;
  readonly party: string | null;
  readonly currencies: readonly string[];
  /** Null: it is no question about booked payments. */
  readonly query: Query | null;
  /** Words that nothing in the question's reading stands for. */
  readonly left: readonly string[];
  /** Payees that one word of the question fits. */
  readonly unclear: readonly string[];
  readonly text: string;
}

const HELP = new RegExp(`^(?:please )?(?:${ASKS_HOW})(?![\\p{L}])`, 'iu');
const MAYBE_HELP = new RegExp(`^(?:please )?(?:${MAY_ASK_HOW})(?![\\p{L}])`, 'iu');

interface At {
  readonly now: number;
  readonly timezone: string;
}

/** Reads a question; null: nothing here answers such a one. */
export function understand(question: string, lexicon: Lexicon, at: At): Ask | null {
  const text = plainQuestion(question, lexicon, at);
  const lower = text.toLowerCase();
  const read = readQuery(question, lexicon, at);
  const { subjects, accountIds, currencies } = read.names;
  const isNamed = subjects.length + accountIds.length > 0;
  const isFigure = read.periods.length > 0 || isNamed || FIGURES.test(lower);
  const isDifference = /difference/.test(lower) && read.periods.length + subjects.length > 1;
  const isHelp =
    !isDifference &&
    ((HELP.test(lower) && !(isFigure && /how (?:do|much)|what (?:do|does)/.test(lower))) ||
      (MAYBE_HELP.test(lower) && !isFigure));
  const base = {
    periods: read.periods,
    accountIds,
    category: subjects.find(({ kind }) => kind === 'category')?.name ?? null,
    party: subjects.find(({ kind }) => kind === 'party')?.name ?? null,
    currencies,
    unclear: read.unclear,
    text,
  };
  if (isHelp) return { ...base, topic: 'help', query: null, left: [] };
  const other = otherTopic(maskNames(lower, lexicon), read);
  if (other !== null) {
    const known = new Set([...(other.source.match(/[a-z]{2,}/g) ?? []), ...TOPIC_WORDS]);
    const left = read.left.filter(
      (word) =>
        !['', 's', 'd'].some((end) => known.has(`${word}${end}`)) &&
        !(other.topic === 'rate' && /^(?:\d|worth$)/.test(word)) &&
        !(other.topic === 'net' && /compar/.test(word) && / more .* than /.test(lower)),
    );
    const others = other.topic === 'balance' ? subjects.map(({ name }) => name) : [];
    const conditions = read.hasCondition ? ['a condition'] : [];
    const query: Query | null =
      other.topic === 'exchanged' ? { ...EXCHANGED, periods: read.periods } : null;
    return { ...base, topic: other.topic, query, left: [...left, ...others, ...conditions] };
  }
  if (read.query === null) return null;
  const unread = UNREAD.exec(read.plain)?.[0];
  const left = unread === undefined ? read.left : [...read.left, unread.replace(/@/g, '').trim()];
  return { ...base, topic: topicOf(read.query), query: read.query, left };
}

const EXCHANGED: Omit<Query, 'periods'> = {
  flow: 'exchanged',
  measure: { kind: 'sum' },
  filter: {
    ...{ groups: [], without: [], accountIds: [], currencies: [], bound: null },
    ...{ weekdays: [], withoutPeriods: [] },
  },
};
/** Words of questions about what is no booked payment. */
const TOPIC_WORDS =
  'which first convert will be next still currently now today anything any tell when is rate more need enough left at the end owe leave standing available spare use altogether both have hold put aside current bank'.split(
    ' ',
  );

/** The question without the names in it: a word of a name is none of the language. */
function maskNames(lower: string, { parties, categories, accounts }: Lexicon): string {
  let rest = lower;
  for (const name of [...parties, ...categories, ...accounts.map((one) => one.name)]) {
    if (name.length > 2) rest = rest.replaceAll(name.toLowerCase(), ' ');
  }
  return rest;
}

/** What is asked about other things than booked payments. */
function otherTopic(
  lower: string,
  read: ReadQuery,
): { readonly topic: Topic; readonly source: string } | null {
  const { subjects, accountIds } = read.names;
  if (LISTED.test(lower)) return { topic: 'accounts', source: LISTED.source };
  for (const [topic, pattern] of OTHER_TOPICS) {
    const isFit =
      topic === 'rate'
        ? pattern.test(lower) || isConversion(lower, currenciesIn(lower))
        : pattern.test(lower);
    if (!isFit) continue;
    if (topic === 'net' && (accountIds.length > 0 || subjects.length > 0)) continue;
    if (topic === 'balance') {
      if (/(?:was|did i have) in/.test(lower) && accountIds.length === 0) continue;
      const isPayment =
        (subjects.length > 0 && !/balance|available/.test(lower)) ||
        read.query?.flow === 'saved' ||
        (isOfPayments(read.query) && !FULLEST.test(lower)) ||
        NO_BALANCE.test(lower.replace(/can i spend/, ''));
      if (isPayment) continue;
    }
    return { topic, source: pattern.source };
  }
  const isBare = subjects.length === 0 && accountIds.length > 0 && read.periods.length === 0;
  const isBalance = isBare && !NO_BALANCE.test(lower) && read.query?.flow !== 'saved';
  return isBalance ? { topic: 'balance', source: 'plus' } : null;
}

/** `where does my money go`: whoever asks for payees, or for the largest, asks about payments. */
function isOfPayments(query: Query | null): boolean {
  return query !== null && ['groups', 'rank', 'compare', 'average'].includes(query.measure.kind);
}

/** Words that ask about payments, whatever account they name. */
const NO_BALANCE = words(
  'spend|spent|spending|paid|pay|send|sent|payments?|purchases?|income|earned|received|cost|costs|went|came|moved|saved|average|largest|biggest|smallest|list',
);

function isConversion(text: string, currencies: readonly string[]): boolean {
  return (
    currencies.length >= 2 &&
    words('how much|what|how many|worth|convert').test(text) &&
    /\d|worth|convert/.test(text) &&
    !NO_BALANCE.test(text)
  );
}

const TOPICS: Readonly<Record<Measure['kind'], Topic>> = {
  ...{ sum: 'spending', count: 'count', list: 'list', latest: 'latest', first: 'latest' },
  ...{ average: 'average', rank: 'extreme', groups: 'top', compare: 'compare' },
};

function topicOf({ measure, flow }: Query): Topic {
  if (measure.kind !== 'sum') return TOPICS[measure.kind];
  return flow === 'income' || flow === 'saved' ? flow : 'spending';
}

/** A conversation may have begun before lists were cut to a few. */
const withDefaults = (measure: Measure): Measure =>
  measure.kind === 'list' ? { ...{ take: null, isFirst: false }, ...measure } : measure;

/**
 * A question that goes on from the one before: `and last month?`, `what about dining?`
 * @returns null when it names nothing of its own, or has words that are not understood
 */
export function continueAsk(before: Ask, question: string, lexicon: Lexicon, at: At): Ask | null {
  const text = plainQuestion(question, lexicon, at);
  const asked = text.replace(
    /^(?:and|what about|how about|same for|also|or|only|just)(?: for)?(?![\p{L}]),? ?/iu,
    '',
  );
  const read = readQuery(asked, lexicon, at);
  const { subjects, accountIds, currencies } = read.names;
  const isNamed = subjects.length > 0;
  const count = read.periods.length + subjects.length + accountIds.length + currencies.length;
  if (count === 0 || read.hasCondition || before.query === undefined) return null;
  const left = read.left.filter((word) => !PLAIN.has(word));
  const filter = before.query?.filter;
  const query: Query | null =
    before.query && filter
      ? {
          ...before.query,
          measure: withDefaults(before.query.measure),
          periods: read.periods.length > 0 ? read.periods : before.query.periods,
          filter: {
            ...{ weekdays: [], withoutPeriods: [] },
            ...filter,
            ...(isNamed ? { groups: [subjects.map(({ kind, name }) => ({ kind, name }))] } : {}),
            ...(accountIds.length > 0 ? { accountIds } : {}),
            ...(currencies.length > 0 ? { currencies } : {}),
          },
        }
      : null;
  return {
    ...before,
    periods: read.periods.length > 0 ? read.periods : before.periods,
    accountIds: accountIds.length > 0 ? accountIds : before.accountIds,
    currencies: currencies.length > 0 ? currencies : before.currencies,
    ...(isNamed
      ? {
          category: subjects.find(({ kind }) => kind === 'category')?.name ?? null,
          party: subjects.find(({ kind }) => kind === 'party')?.name ?? null,
        }
      : {}),
    query,
    left,
    unclear: read.unclear,
    text,
  };
}
