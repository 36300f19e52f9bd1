// Screening hits: what a list says about a customer, and what a person made of it.

/** `no_hit` is another person, and stays so while the name does; `confirmed_hit` is the one. */
export const HIT_STATUSES = ['pending', 'no_hit', 'confirmed_hit'] as const;
export type HitStatus = (typeof HIT_STATUSES)[number];
export type HitDecision = Exclude<HitStatus, 'pending'>;

/** Whom a hit is about: a customer, or an external party of a payment. */
export const HIT_SUBJECTS = ['customer', 'external_party'] as const;
export type HitSubject = (typeof HIT_SUBJECTS)[number];

/** Why a part of a name could be compared with nothing. */
export const NOT_COMPARED = [
  'unknown_letters',
  'unknown_script',
  'too_long',
  'no_letters',
] as const;
export type NotCompared = (typeof NOT_COMPARED)[number];

/** An entry of a list that a name may be, with what speaks for it. */
export interface ListMatch {
  readonly list: string;
  /** The day of the list; null: it has none. */
  readonly listAsOf: string | null;
  readonly entityId: string;
  /** Of what the list says of the entry now; left out: it is not known. */
  readonly entryVersion?: string | undefined;
  readonly entityType: 'individual' | 'entity' | 'vessel' | 'aircraft';
  readonly name: string;
  readonly matchedName: string;
  readonly score: number;
  readonly features: readonly { readonly name: string; readonly score: number }[];
  readonly programs: readonly string[];
}

/** What the matcher found: an entry that the name may be. */
export interface HitDraft extends ListMatch {
  readonly screenedName: string;
}

/** A name outside as a clearance for all customers has it: how it is spaced makes no other one. */
export function counterpartyOf(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/gu, ' ');
}

/** A list that is too old, by the day that its publisher states; null: it states none. */
export interface StaleList {
  readonly list: string;
  readonly listAsOf: string | null;
  /** Until when two operators let it serve all the same, in ISO 8601. */
  readonly reliedUntil?: string;
}

/**
 * What the lists say about a name; `not_run` is never `no_hit`: the lists were not searched. Nor is
 * `not_compared`: a part of the name could be compared with nothing.
 */
export interface NameAnswer {
  readonly outcome: 'hit' | 'no_hit' | 'error' | 'not_run' | 'not_compared';
  /** Why it was not run, where there is more to say than that there is no list. */
  readonly why?: 'lists_stale';
  /** The lists that are too old to rely on. */
  readonly stale?: readonly StaleList[];
  readonly matches: readonly ListMatch[];
}

/** The same about a party of a payment, with what people said: `confirmed` is the one. */
export type PartyOutcome = NameAnswer['outcome'] | 'confirmed';

/**
 * What is left of an answer once people have spoken: an entry that was cleared counts no more, and
 * one that was confirmed is no suspicion any longer.
 * @param verdictOf what a person made of an entry; null: no person was asked
 */
export function weighMatches(
  { outcome, matches, stale = [] }: NameAnswer,
  verdictOf: (match: ListMatch) => HitStatus | null,
): {
  readonly outcome: PartyOutcome;
  readonly matches: readonly ListMatch[];
  readonly stale: readonly StaleList[];
} {
  if (outcome !== 'hit') return { outcome, matches: [], stale };
  const standing = matches.map((match) => ({ match, status: verdictOf(match) }));
  const left = standing.filter(({ status }) => status !== 'no_hit');
  const isOne = left.some(({ status }) => status === 'confirmed_hit');
  const rest = isOne ? 'confirmed' : 'hit';
  // Whoever is cleared of an old list may be on a new one.
  const nothing = stale.some(({ reliedUntil }) => reliedUntil === undefined) ? 'not_run' : 'no_hit';
  return {
    outcome: left.length > 0 ? rest : nothing,
    matches: left.map(({ match }) => match),
    stale,
  };
}

/** The business events of screening, part of the catalogue in event.ts. */
export const SCREENING_EVENTS = [
  {
    type: 'screening.hit',
    object: 'screening_hit',
    when: 'A customer, or an external party of a payment, is like an entry of a sanctions list.',
  },
  { type: 'screening.resolved', object: 'screening_hit', when: 'A person decided about a hit.' },
] as const;
