// Two questions in one message: `how much child benefit in 2028, and when was the last one?` Each
// is read separately; the second one inherits from the first what it does not name.

import { enoughIn, pairIn } from '../english/pairs.ts';
import { TWO_QUESTIONS } from '../english/questions.ts';
import type { Reply } from './books.ts';
import type { Lexicon } from './lexicon.ts';
import type { Measure, Query } from './query.ts';
import { type Ask, understand } from './understand.ts';

interface At {
  readonly now: number;
  readonly timezone: string;
}

type Asked = Ask & { readonly query: Query };

const isRead = (ask: Ask | null): ask is Asked =>
  ask !== null && ask.query !== null && ask.left.length + ask.unclear.length === 0;

/**
 * Splits a message that cannot be read as one question, or whose single answer would leave out a
 * part. Returns null when it does not consist of two questions, or one of them is not understood.
 */
export function twoQuestions(
  whole: Ask | null,
  question: string,
  lexicon: Lexicon,
  at: At,
): readonly [Ask, Ask] | null {
  const [, before, behind] = TWO_QUESTIONS.exec(question) ?? [];
  if (before === undefined || behind === undefined) return null;
  const first = understand(before, lexicon, at);
  const second = understand(behind, lexicon, at);
  if (!isRead(first) || !isRead(second)) return null;
  if (isRead(whole) && !isOneOf(whole, first, second)) return null;
  const isOfOne = ['latest', 'first', 'rank'].includes(first.query.measure.kind);
  // The time or the name may apply to both questions.
  if (first.periods.length === 0 && second.periods.length > 0 && !isOfOne) return null;
  if (!isNamed(first) && isNamed(second)) return null;
  const next = withNames(first, second);
  return next && [first, next];
}

/**
 * Two figures of one thing: `the cheapest and the dearest bill`, `at weekends or on weekdays`, and
 * `enough for the rent`. Returns null where the question has no two figures, or one of the two
 * questions is not understood.
 */
export function pairOfFigures(
  whole: Ask | null,
  question: string,
  lexicon: Lexicon,
  at: At,
): readonly [Ask, Ask] | null {
  const enough = enoughIn(question);
  if (enough !== null) {
    const [level, last] = enough.map((one) => understand(one, lexicon, at));
    const isLevel = level?.topic === 'balance' && level.left.length + level.unclear.length === 0;
    if (!level || !isLevel || !isRead(last ?? null)) return null;
    const { query } = last as Asked;
    // Of several names the latest payment is that of one of them.
    return query.filter.groups.flat().length === 1 ? [level, last as Ask] : null;
  }
  const pair = pairIn(question);
  if (pair === null) return null;
  const [first, second] = pair.map((one) => understand(one, lexicon, at)) as [
    Ask | null,
    Ask | null,
  ];
  if (!isRead(first) || !isRead(second) || areEqual(first.query, second.query)) return null;
  const isOfDays = [first, second].every(({ query }) => query.filter.weekdays.length > 0);
  const isOneMeasure = first.query.measure.kind === second.query.measure.kind;
  if (isOfDays)
    return isOneMeasure && PER_SIDE.has(first.query.measure.kind) ? [first, second] : null;
  // `Which shop has my highest and lowest bill`: of payments, and no groups of them.
  const isOfGroups = [first, second].some(({ query }) => query.measure.kind === 'groups');
  return isRead(whole) || isOfGroups ? null : [first, second];
}

/** Figures that weekends and weekdays have one each of. */
const PER_SIDE: ReadonlySet<string> = new Set(['sum', 'count', 'average']);

const areEqual = (one: Query, other: Query): boolean =>
  JSON.stringify([one.measure, one.filter]) === JSON.stringify([other.measure, other.filter]);

/** True when the message as a whole has the answer of one of its two questions alone. */
function isOneOf(whole: Asked, first: Asked, second: Asked): boolean {
  const [all, one, other] = [whole, first, second].map(({ query }) => query.measure) as [
    Measure,
    Measure,
    Measure,
  ];
  if (one.kind === other.kind) return false;
  const isBoth = all.kind === 'sum' && all.isCounted === true;
  return !isBoth && (all.kind === one.kind || all.kind === other.kind);
}

const isNamed = ({ query: { filter } }: Asked): boolean =>
  filter.groups.length + filter.without.length + filter.accountIds.length > 0;

/** The second question with the names, the accounts and the time of the first, where it has none. */
function withNames(first: Asked, second: Asked): Ask | null {
  const { filter } = second.query;
  // `all my subscriptions and what they cost except Streamora`: the rest is that of the first.
  if (filter.groups.length + filter.accountIds.length === 0 && filter.without.length > 0)
    return null;
  const periods = second.periods.length > 0 ? second.periods : first.periods;
  if (isNamed(second)) return { ...second, periods, query: { ...second.query, periods } };
  const { measure } = second.query;
  // `how much was it` of one payment is in the answer before.
  const isBare = measure.kind === 'sum' && first.query.measure.kind !== 'count';
  if (isBare || measure.kind === 'compare' || measure.kind === 'share') return null;
  // `and who paid`, beside a payee.
  if (measure.kind === 'groups' && measure.by === first.query.filter.groups[0]?.[0]?.kind)
    return null;
  return {
    ...second,
    periods,
    accountIds: first.accountIds,
    category: first.category,
    party: first.party,
    query: {
      ...second.query,
      periods,
      flow: first.query.flow,
      filter: { ...first.query.filter, bound: filter.bound ?? first.query.filter.bound },
    },
  };
}

/** Both answers as one; without a figure where one of them has none. */
export function bothReplies(first: Reply, second: Reply): Reply {
  const isAnswerable = first.isAnswerable && second.isAnswerable;
  return {
    answer: `${first.answer} ${second.answer}`,
    figures: isAnswerable ? [...first.figures, ...second.figures] : [],
    citations: isAnswerable ? [...first.citations, ...second.citations] : [],
    followUps: [...new Set([...first.followUps, ...second.followUps])].slice(0, 3),
    isAnswerable,
  };
}
