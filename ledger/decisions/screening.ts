// Screening hits: list entries that may match a customer or external party, and decisions on them.

/**
 * `no_hit`: the entry is about somebody else, until the name changes. `confirmed_hit`: it matches.
 */
export const HIT_STATUSES = ['pending', 'no_hit', 'confirmed_hit'] as const;
export type HitStatus = (typeof HIT_STATUSES)[number];
export type HitDecision = Exclude<HitStatus, 'pending'>;

/** The subject of a hit: a customer, or an external party of a payment. */
export const HIT_SUBJECTS = ['customer', 'external_party'] as const;
export type HitSubject = (typeof HIT_SUBJECTS)[number];

/** Why a part of a name could not be compared with the lists. */
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
  /** The date of the list; null when it states none. */
  readonly listAsOf: string | null;
  readonly entityId: string;
  /** Version of the entry's content; absent when unknown. */
  readonly entryVersion?: string | undefined;
  readonly entityType: 'individual' | 'entity' | 'vessel' | 'aircraft';
  readonly name: string;
  readonly matchedName: string;
  readonly score: number;
  readonly features: readonly { readonly name: string; readonly score: number }[];
  readonly programs: readonly string[];
}

/** A match with the name that was screened. */
export interface HitDraft extends ListMatch {
  readonly screenedName: string;
}

/** The normalised name of an external party, by which clearances for all customers are stored. */
export function normaliseCounterparty(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/gu, ' ');
}

/** A stale list with the date that its publisher states; null when it states none. */
export interface StaleList {
  readonly list: string;
  readonly listAsOf: string | null;
  /** Time in ISO 8601 until which two operators allow the use of the stale list. */
  readonly reliedUntil?: string;
}

/**
 * The result of a search for a name. `not_run`: the lists were not searched. `not_compared`: a part
 * of the name could not be compared. Neither counts as `no_hit`.
 */
export interface NameAnswer {
  readonly outcome: 'hit' | 'no_hit' | 'error' | 'not_run' | 'not_compared';
  /** Why the lists were not searched; absent when there are none. */
  readonly why?: 'lists_stale';
  /** The lists that are too old to rely on. */
  readonly stale?: readonly StaleList[];
  readonly matches: readonly ListMatch[];
}

/** Outcome after the decisions of people; `confirmed`: a person confirmed a match. */
export type PartyOutcome = NameAnswer['outcome'] | 'confirmed';

/**
 * Applies the decisions of people to an answer: cleared entries are removed, and a confirmed entry
 * makes the outcome `confirmed`.
 * @param verdictOf the decision on an entry; null when no person was asked
 */
export function applyHitDecisions(
  { outcome, matches, stale = [] }: NameAnswer,
  verdictOf: (match: ListMatch) => HitStatus | null,
): {
  readonly outcome: PartyOutcome;
  readonly matches: readonly ListMatch[];
  readonly stale: readonly StaleList[];
} {
  if (outcome !== 'hit') return { outcome, matches: [], stale };
  const verdicts = matches.map((match) => ({ match, status: verdictOf(match) }));
  const remaining = verdicts.filter(({ status }) => status !== 'no_hit');
  const isConfirmed = remaining.some(({ status }) => status === 'confirmed_hit');
  const hitOutcome = isConfirmed ? 'confirmed' : 'hit';
  // A party that was cleared on an old list may be on a newer one.
  const clearOutcome = stale.some(({ reliedUntil }) => reliedUntil === undefined)
    ? 'not_run'
    : 'no_hit';
  return {
    outcome: remaining.length > 0 ? hitOutcome : clearOutcome,
    matches: remaining.map(({ match }) => match),
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
