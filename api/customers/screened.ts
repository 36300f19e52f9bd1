// A customer against the sanctions lists, before it is written: what is found is written with it.

import type { Screening } from '../../ai/screening/open.ts';
import type { HitDraft } from '../../db/sqlite/screening-hits.ts';

interface Person {
  readonly type: 'individual' | 'business';
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly country: string | null;
}

/** What the lists say about somebody. */
export async function hitsOf(screening: Screening, person: Person): Promise<readonly HitDraft[]> {
  const screener = await screening.screener();
  const days = new Map(screener.lists.map(({ code, asOf }) => [code, asOf]));
  return screener.screen(person).map((match) => ({
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

/** The fields that count, of a customer as it would be. */
export function personOf(
  customer: {
    readonly [Field in keyof Person]?: Person[Field] | undefined;
  },
): Person {
  const { type = 'individual', name = '', dateOfBirth = null, country = null } = customer;
  return { type, name, dateOfBirth, country };
}
