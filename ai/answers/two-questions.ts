// Two questions in one message: `how much child benefit in 2028, and when was the last one?` Each
// is read separately; the second one inherits from the first what it does not name.

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
