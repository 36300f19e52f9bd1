// Screening hits: a list's entry for a customer, and a person's decision on it.

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

/** A list entry that may match a name, with its evidence. */
export interface ListMatch {
  readonly list: string;
  /** The day of the list, or null when it states none. */
  readonly listAsOf: string | null;
  readonly entityId: string;
  /** Version of the entry's current content; absent when unknown. */
  readonly entryVersion?: string | undefined;
  readonly entityType: 'individual' | 'entity' | 'vessel' | 'aircraft';
  readonly name: string;
  readonly matchedName: string;
  readonly score: number;
  readonly features: readonly { readonly name: string; readonly score: number }[];
  readonly programs: readonly string[];
}

/** The matcher's finding: an entry that may match the name. */
export interface HitDraft extends ListMatch {
  readonly screenedName: string;
}

/** An external name as a clearance for all customers stores it: spacing makes no difference. */
export function counterpartyOf(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/gu, ' ');
}

/** A stale list with the day that its publisher states, or null when it states none. */
export interface StaleList {
  readonly list: string;
  readonly listAsOf: string | null;
  /** Until when two operators let it serve all the same, in ISO 8601. */
  readonly reliedUntil?: string;
}

/**
 * The lists' answer on a name; `not_run` is never `no_hit`: the lists were not searched. Nor is
 * `not_compared`: a part of the name could not be compared.
 */
export interface NameAnswer {
  readonly outcome: 'hit' | 'no_hit' | 'error' | 'not_run' | 'not_compared';
  /** Why it was not run, where there is more to say than that there is no list. */
  readonly why?: 'lists_stale';
  /** The lists that are too old to rely on. */
  readonly stale?: readonly StaleList[];
  readonly matches: readonly ListMatch[];
}

/**
 * Outcome for a party of a payment, including people's decisions: `confirmed` is the listed one.
 */
export type PartyOutcome = NameAnswer['outcome'] | 'confirmed';

/**
 * Reduces an answer by people's decisions: a cleared entry no longer counts, and a confirmed one is
 * certain.
 * @param verdictOf a person's decision on an entry, or null when no person was asked
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
  // A party cleared of an old list may be on a new one.
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
