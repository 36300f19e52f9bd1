// The interface of watchlist providers, for politically exposed persons and adverse media. An
// invalid answer counts as no answer.

import { setTimeout as sleep } from 'node:timers/promises';
import type { KycSubject } from '../../db/kyc/acts.ts';
import { NOT_WATCHED, type WatchAnswers } from '../../ledger/decisions/kyc-watch.ts';

/** A person or business that the provider is asked about. */
export interface WatchedPerson {
  readonly type: 'individual' | 'business';
  readonly names: readonly string[];
  readonly dateOfBirth: string | null;
  readonly countries: readonly string[];
}

export interface WatchProvider {
  /** Names the provider in the findings. */
  readonly source: string;
  /** Queries all persons together. Never throws: a fault is part of the answer. */
  watch(people: readonly WatchedPerson[]): Promise<WatchAnswers>;
}

/** The answer without a provider. */
export const NO_PROVIDER: WatchProvider = {
  source: 'none',
  watch: async () => NOT_WATCHED,
};

/** Delay before the second attempt in milliseconds. */
const AGAIN_MS = 200;

/**
 * Repeats unanswered queries once; those left unanswered are `failed` for both checks.
 * @param ask throws when the provider's answer is invalid
 */
export function askTwice(
  source: string,
  ask: (people: readonly WatchedPerson[]) => Promise<WatchAnswers>,
): WatchProvider {
  return {
    source,
    async watch(people) {
      try {
        return await ask(people).catch(async () => {
          await sleep(AGAIN_MS);
          return ask(people);
        });
      } catch (error) {
        const failed = { kind: 'failed', source, why: faultOf(error) } as const;
        return { pep: failed, adverse_media: failed };
      }
    },
  };
}

/** Thrown for an invalid answer; its message is shown to operators. */
export class UnsoundAnswer extends Error {}

/** Describes the failure without a provider's text. */
function faultOf(error: unknown): string {
  if (error instanceof UnsoundAnswer) return error.message;
  const name = error instanceof Error ? error.name : '';
  return name === 'TimeoutError' ? 'it did not answer in time' : 'the connection failed';
}

/** Returns all persons of an assessment. */
export function peopleOf(
  customer: {
    readonly type: 'individual' | 'business';
    readonly name: string;
    readonly dateOfBirth: string | null;
    readonly country: string | null;
  },
  { identity, business }: KycSubject,
): WatchedPerson[] {
  const distinctCountries = (...countries: readonly (string | null | undefined)[]) =>
    [...new Set(countries.filter((country) => typeof country === 'string'))].sort();
  const holder = {
    type: customer.type,
    names: [
      customer.name,
      ...(identity ? [identity.name, ...identity.aliases] : []),
      ...(business ? [business.name, ...business.tradingNames] : []),
    ],
    dateOfBirth: identity?.dateOfBirth ?? customer.dateOfBirth,
    countries: distinctCountries(
      customer.country,
      identity?.country,
      identity?.nationality,
      business?.country,
    ),
  };
  const owners = (business?.owners ?? []).map((owner) => ({
    type: 'individual' as const,
    names: [owner.name, ...owner.aliases],
    dateOfBirth: owner.dateOfBirth,
    countries: distinctCountries(owner.country, owner.nationality),
  }));
  return [holder, ...owners].map((owner) => ({ ...owner, names: [...new Set(owner.names)] }));
}
