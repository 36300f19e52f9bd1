// Removes clauses that give the reason of a message. The rest is read like any other message.

import { TITLES } from '../english/people.ts';
import { BETWEEN_CLAUSES, HARMLESS_TIME, isOpening, isTelling } from '../english/tellings.ts';
import { overlaps, readAmounts, type Span } from './amounts.ts';
import { isOver, readDates, readRecurrences } from './dates.ts';
import { type Rewritten, rewrite } from './rewritten.ts';

interface Told {
  readonly text: string;
  readonly now: number;
  readonly timezone: string;
  /** True for the name of an account or of a possible payee. */
  readonly isNamed: (words: string) => boolean;
  /** True for a whole order, in which `today` of a clause changes no day. */
  readonly isOrder?: boolean;
}

/** `Dr. Who`: the dot of a title ends no clause. */
const BEHIND_A_TITLE = new RegExp(
  `(?<![\\p{L}])(?:${Object.keys(TITLES).join('|')}|st|no|nr|rs)$`,
  'iu',
);
const LONGEST_CLAUSE = 120;
const MOST_CLAUSES = 12;

/** The message without its clauses that tell; null where it has none. */
export function withoutTellings({
  text,
  now,
  timezone,
  isNamed,
  isOrder = false,
}: Told): Rewritten | null {
  if (/["“”„«»\n]/u.test(text)) return null;
  const clauses = clausesOf(text);
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return null;
  const values: Span[] = [
    ...readAmounts(text).filter((one) => one.text.toLowerCase() !== 'one'),
    ...readDates(text, now, timezone).filter(
      (one) => !isOver(one) && !(isOrder && HARMLESS_TIME.test(one.text)),
    ),
    ...readRecurrences(text),
  ];
  const isLeftOut = ({ start, end }: Span, at: number) => {
    const said = text.slice(start, end).trim();
    if (said.length > LONGEST_CLAUSE || /[\d?:]/u.test(said)) return false;
    if (values.some((one) => overlaps(one, { start, end }))) return false;
    return isTelling(said) || (at === 0 && isOpening(said) && !isNamed(said));
  };
  const left = clauses.filter((one, at) => isLeftOut(one, at));
  if (left.length === 0 || left.length === clauses.length) return null;
  const last = clauses.findLast((one) => !left.includes(one));
  const edits = left.map(({ start, until }) => ({ start, end: until, text: '' }));
  const [behind] = edits.filter(({ start }) => start > (last?.start ?? 0));
  if (last === undefined || behind === undefined) return rewrite(text, edits);
  // The punctuation mark before the first of the clauses at the end.
  const before = edits.filter(({ start }) => start < last.start);
  // A question stays one.
  const start = last.end + (text[last.end] === '?' ? 1 : 0);
  return rewrite(text, [...before, { start, end: text.length, text: '' }]);
}

export interface Clause extends Span {
  /** The end of the punctuation mark after the clause. */
  readonly until: number;
}

/** The clauses of a message, between its punctuation marks. */
export function clausesOf(text: string): Clause[] {
  const found: Clause[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(BETWEEN_CLAUSES)) {
    if (mark.startsWith('.') && BEHIND_A_TITLE.test(text.slice(0, index))) continue;
    const until = index + mark.length + (/^\s/u.test(text.slice(index + mark.length)) ? 1 : 0);
    if (text.slice(from, index).trim() !== '') found.push({ start: from, end: index, until });
    from = until;
  }
  if (text.slice(from).trim() !== '')
    found.push({ start: from, end: text.length, until: text.length });
  return found;
}
