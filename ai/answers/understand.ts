// Reads a question about money. Names of payees, categories and accounts come from the customer's
// own bookings and are only compared; their words are never read as language.

import { ASKS_HOW, FIGURES, MAY_ASK_HOW } from '../english/topics.ts';
import type { Lexicon } from './lexicon.ts';
import type { Period } from './periods.ts';
import { plainQuestion } from './plain-question.ts';
import type { Measure, Query } from './query.ts';
import { readQuery } from './read-query.ts';

export type Topic =
  | 'balance'
  | 'held'
  | 'lowest'
  | 'highest'
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
  /** Null when the question is not about booked payments. */
  readonly query: Query | null;
  /** Words that have no part in the question's reading. */
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

/** Reads a question. Returns null for a kind of question that nothing here answers. */
export function understand(question: string, lexicon: Lexicon, at: At): Ask | null {
  const text = plainQuestion(question, lexicon, at);
  const lower = text.toLowerCase();
  const read = readQuery(text, lexicon, at);
  const { subjects, accountIds, currencies } = read.names;
  const isNamed = subjects.length + accountIds.length > 0;
  const isFigure = read.periods.length > 0 || isNamed || FIGURES.test(lower);
  const isDifference = /difference/.test(lower) && read.periods.length + subjects.length > 1;
  const isRead =
    read.query !== null && read.left.length === 0 && (isNamed || read.periods.length > 0);
  const isHelp =
    !isDifference &&
    !isRead &&
    ((HELP.test(lower) &&
      !(isFigure && /how (?:do|much)|what (?:do|does)|where do i/.test(lower))) ||
      (MAYBE_HELP.test(lower) && !isFigure && (read.topics.length === 0 || read.left.length > 0)));
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
  const [topic, ...others] = new Set(read.topics) as Set<Topic>;
  if (topic !== undefined) {
    const isWhole = TAKES_NAMES.has(topic) || subjects.length === 0;
    const doubts = [
      ...(others.length > 0 || read.asksPayments ? ['what is asked'] : []),
      ...(isWhole ? [] : subjects.map(({ name }) => name)),
      ...(read.hasCondition ? ['a condition'] : []),
      ...(read.periods.length > 0 && !TAKES_TIMES.has(topic) ? ['the time'] : []),
    ];
    const query: Query | null =
      topic === 'exchanged' ? { ...EXCHANGED, periods: read.periods } : null;
    return { ...base, topic, query, left: [...read.left, ...doubts] };
  }
  if (read.query !== null)
    return { ...base, topic: topicOf(read.query), query: read.query, left: read.left };
  if ((read.asksPayments || isFigure) && read.left.length > 0)
    return { ...base, topic: 'spending', query: null, left: read.left };
  // A question that names only accounts asks for their balances.
  return accountIds.length > 0 ? { ...base, topic: 'balance', query: null, left: read.left } : null;
}

/** Topics that a payee or a category, or a time, has a part in. */
const TAKES_NAMES: ReadonlySet<Topic> = new Set(['upcoming']);
const TAKES_TIMES: ReadonlySet<Topic> = new Set([
  'upcoming',
  'balance',
  'lowest',
  'highest',
  'net',
  'exchanged',
]);

const EXCHANGED: Omit<Query, 'periods'> = {
  flow: 'exchanged',
  measure: { kind: 'sum' },
  filter: {
    ...{ groups: [], without: [], accountIds: [], currencies: [], bound: null },
    ...{ weekdays: [], withoutPeriods: [] },
  },
};
const TOPICS: Readonly<Record<Measure['kind'], Topic>> = {
  ...{ sum: 'spending', count: 'count', list: 'list', latest: 'latest', first: 'latest' },
  ...{
    average: 'average',
    rank: 'extreme',
    gap: 'latest',
    steps: 'compare',
    regular: 'list',
    groups: 'top',
    compare: 'compare',
    share: 'compare',
    less: 'compare',
  },
};

function topicOf({ measure, flow }: Query): Topic {
  if (measure.kind !== 'sum') return TOPICS[measure.kind];
  return flow === 'income' || flow === 'saved' ? flow : 'spending';
}

/** A conversation may have begun before lists were cut to a few. */
const withDefaults = (measure: Measure): Measure =>
  measure.kind === 'list' ? { ...{ take: null, isFirst: false }, ...measure } : measure;

/**
 * Reads a question that continues the previous one: `and last month?`, `what about dining?`
 * @returns null when it adds nothing, or has words that are not understood
 */
export function continueAsk(before: Ask, question: string, lexicon: Lexicon, at: At): Ask | null {
  const text = plainQuestion(question, lexicon, at);
  const followUp = text.replace(
    /^(?:and|what about|how about|same for|also|or|only|just)(?: for)?(?![\p{L}]),? ?/iu,
    '',
  );
  const read = readQuery(plainQuestion(followUp, lexicon, at), lexicon, at);
  const { subjects, accountIds, currencies } = read.names;
  const isNamed = subjects.length > 0;
  const count = read.periods.length + subjects.length + accountIds.length + currencies.length;
  if (count === 0 || read.hasCondition || before.query === undefined) return null;
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
    left: read.left,
    unclear: read.unclear,
    text,
  };
}
