// Reads the identity that a customer claims in a request for an assessment. The person who examines
// the documents sees both side by side.

import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { KycPerson, KycSubject } from './acts.ts';

export const CLAIMED_PARTS = ['person', 'business', 'owner'] as const;

/** A person or business in a request. */
export interface Claim extends Omit<KycPerson, 'aliases'> {
  readonly role: (typeof CLAIMED_PARTS)[number];
  readonly aliases: string[];
  readonly percent: number | null;
}

const subjectsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], { id: string; subject: string }>(
    `SELECT id, subject FROM kyc_assessments WHERE id IN ${IN_GIVEN_LIST}`,
  ),
);

/** Reads the claims of many assessments at once. */
export function readClaims(
  { database }: ReadLedger,
  ids: readonly string[],
): (assessmentId: string) => Claim[] {
  const rows = subjectsOf(database).all(JSON.stringify(ids));
  const claims = new Map(rows.map(({ id, subject }) => [id, claimsIn(JSON.parse(subject))]));
  return (assessmentId) => claims.get(assessmentId) ?? [];
}

function claimsIn({ identity, business }: KycSubject): Claim[] {
  const nobody = { aliases: [], dateOfBirth: null, nationality: null, percent: null };
  return [
    ...(identity ? [claimOf('person', identity)] : []),
    ...(business
      ? [
          {
            ...nobody,
            role: 'business' as const,
            name: business.name,
            aliases: [...business.tradingNames],
            country: business.country,
          },
          ...business.owners.map((owner) => claimOf('owner', owner, owner.percent)),
        ]
      : []),
  ];
}

function claimOf(role: Claim['role'], person: KycPerson, percent: number | null = null): Claim {
  const { name, dateOfBirth, nationality, country } = person;
  return { role, name, aliases: [...person.aliases], dateOfBirth, nationality, country, percent };
}
