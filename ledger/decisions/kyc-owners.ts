// Owners of a business: each owner of a quarter or more is assessed, and an unexplained share needs
// a person.

import { FATF } from './fatf.ts';
import { FULL_AGE, isUnder } from './kyc-age.ts';

/** Percent from which an owner is a beneficial owner (FATF, recommendation 24). */
export const BENEFICIAL_PERCENT = 25;

export interface OwnerFact {
  /** Null when the request does not state it. */
  readonly percent: number | null;
  readonly bornOn: string | null;
  /** Country of residence. */
  readonly country: string | null;
  readonly hits: { readonly pending: number; readonly confirmed: number };
  /** True when a part of the name could not be compared with the lists. */
  readonly isUnread?: boolean;
}

export const OWNER_CHECKS = ['identity', 'age', 'country', 'sanctions'] as const;

export interface OwnerCheck {
  readonly name: (typeof OWNER_CHECKS)[number];
  readonly result: 'pass' | 'review' | 'fail' | 'not_run';
  readonly detail: string;
}

/** Findings on one owner, named by the position in the request. */
export interface JudgedOwner {
  readonly position: number;
  readonly percent: number | null;
  readonly isBeneficial: boolean;
  readonly checks: readonly OwnerCheck[];
}

interface OwnersFacts {
  readonly owners: readonly OwnerFact[];
  /** True when the lists are too old to rely on. */
  readonly isStale: boolean;
  readonly today: string;
}

/** Assesses each owner, in the order of the request. */
export function judgeOwners({ owners, isStale, today }: OwnersFacts): readonly JudgedOwner[] {
  return owners.map((owner, position) => {
    const { percent } = owner;
    // An owner without a stated share may hold a quarter.
    const isBeneficial = percent === null || percent >= BENEFICIAL_PERCENT;
    const sanctions = checkSanctions(owner, isStale);
    const checks = isBeneficial
      ? [checkIdentity(owner), checkAge(owner, today), checkCountry(owner), sanctions]
      : [sanctions];
    return { position, percent, isBeneficial, checks };
  });
}

/** Percent of the business without a named owner; null when the share of some owner is unknown. */
export function unnamedPercent(owners: readonly OwnerFact[]): number | null {
  if (owners.some(({ percent }) => percent === null)) return null;
  const hundredths = owners.map(({ percent }) => Math.round((percent ?? 0) * 100));
  return (100_00 - hundredths.reduce((sum, hundredth) => sum + hundredth, 0)) / 100;
}

/** True when an owner of a quarter or more may be missing. */
export function isIncomplete(owners: readonly OwnerFact[]): boolean {
  const unnamed = unnamedPercent(owners);
  return unnamed === null || unnamed >= BENEFICIAL_PERCENT;
}

function checkIdentity({ bornOn, country }: OwnerFact): OwnerCheck {
  const missing = [
    ...(bornOn === null ? ['date of birth'] : []),
    ...(country === null ? ['country of residence'] : []),
  ];
  const name = 'identity';
  if (missing.length > 0) {
    return { name, result: 'review', detail: `Missing: ${missing.join(', ')}.` };
  }
  return {
    name,
    result: 'pass',
    detail: 'Name, date of birth and country of residence are stated.',
  };
}

function checkAge({ bornOn }: OwnerFact, today: string): OwnerCheck {
  const name = 'age';
  if (bornOn === null) return { name, result: 'not_run', detail: 'No date of birth is stated.' };
  if (isUnder(bornOn, FULL_AGE, today)) {
    return { name, result: 'review', detail: `The owner is under ${FULL_AGE}.` };
  }
  return { name, result: 'pass', detail: `The owner is ${FULL_AGE} or older.` };
}

function checkCountry({ country }: OwnerFact): OwnerCheck {
  const name = 'country';
  if (country === null) {
    return { name, result: 'not_run', detail: 'No country of residence is stated.' };
  }
  const { asOf } = FATF;
  if ((FATF.callForAction as readonly string[]).includes(country)) {
    return {
      name,
      result: 'review',
      detail: `${country}: on the FATF's call for action of ${asOf}.`,
    };
  }
  return { name, result: 'pass', detail: `Not on the FATF's call for action of ${asOf}.` };
}

function checkSanctions({ hits, isUnread }: OwnerFact, isStale: boolean): OwnerCheck {
  const name = 'sanctions';
  if (hits.confirmed > 0) {
    return { name, result: 'fail', detail: 'An operator confirmed a hit.' };
  }
  if (hits.pending > 0) {
    return { name, result: 'review', detail: `${hits.pending} hits wait for an operator.` };
  }
  if (isUnread) {
    return { name, result: 'review', detail: 'A part of the name could not be compared.' };
  }
  if (isStale) return { name, result: 'not_run', detail: 'The lists are too old to rely on.' };
  return { name, result: 'pass', detail: 'No entry matches, or an operator cleared every match.' };
}
