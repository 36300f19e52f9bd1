// Screens a customer before it is stored, and again for its identity assessment. The hits are
// stored with it.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KycSubject } from '../../db/kyc/acts.ts';
import type { HitDraft, NotCompared } from '../../ledger/decisions/screening.ts';
import type { Screening } from './open.ts';

interface Person {
  readonly type: 'individual' | 'business';
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly country: string | null;
}

/** Returns the hits for a person or business. */
export async function findHitsFor(
  screening: Screening,
  person: Person,
): Promise<readonly HitDraft[]> {
  const screener = await screening.screener();
  const days = new Map(screener.lists.map(({ code, asOf }) => [code, asOf]));
  const matches = await screener.search(person);
  return matches.map((match) => ({
    screenedName: person.name,
    list: match.list,
    listAsOf: days.get(match.list) ?? null,
    entityId: match.entityId,
    entityType: match.entityType,
    name: match.name,
    matchedName: match.matchedName,
    score: match.score,
    features: match.features,
    programs: match.programs,
  }));
}

/**
 * Returns the reason why a part of a name could not be compared with any list, so that a person
 * decides; null when all parts could.
 */
export async function findUnread(screening: Screening, name: string): Promise<NotCompared | null> {
  return (await screening.screener()).unread(name);
}

/** Returns every name of an assessment, as a query. */
export function listNames(customer: Person, { identity, business }: KycSubject): Person[] {
  const { type, dateOfBirth, country } = customer;
  const persons = [...(identity ? [identity] : []), ...(business?.owners ?? [])];
  return [
    { type, name: customer.name, dateOfBirth, country },
    ...persons.flatMap((person) => {
      const commonFields = { dateOfBirth: person.dateOfBirth, country: person.country };
      const names = [person.name, ...person.aliases];
      return names.map((name) => ({ ...commonFields, name, type: 'individual' as const }));
    }),
    ...[business?.name ?? [], business?.tradingNames ?? []].flat().map((name) => {
      return {
        type: 'business' as const,
        name,
        dateOfBirth: null,
        country: business?.country ?? null,
      };
    }),
  ];
}

/** Screens a customer by every name of an assessment. */
export async function screenSubject(
  screening: Screening,
  customer: Person,
  subject: KycSubject,
): Promise<HitDraft[]> {
  const hits: HitDraft[] = [];
  for (const person of listNames(customer, subject)) {
    hits.push(...(await findHitsFor(screening, person)));
    // A name takes some milliseconds, so other work runs between two names.
    await nextTurn();
  }
  return hits;
}

/** Returns the names of which a part cannot be compared with any list, so that a person decides. */
export async function listUnreadNames(
  screening: Screening,
  customer: Person,
  subject: KycSubject,
): Promise<string[]> {
  const screener = await screening.screener();
  return listNames(customer, subject)
    .map(({ name }) => name)
    .filter((name) => screener.unread(name) !== null);
}
