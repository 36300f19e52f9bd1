// Request rates that the API accepts, per second; 0 disables a limit.

import { whole } from './values.ts';

export interface RateLimits {
  /** Per developer and environment: requests that read. */
  readonly reads: number;
  /** The same for those that change something. */
  readonly money: number;
  /** The same for those that ask a model. */
  readonly ai: number;
  /** Per address, for callers without a good credential. */
  readonly address: number;
  /** Registrations an hour per address. */
  readonly registrations: number;
}

/** Reads the limits of the settings. */
export function rateLimitsOf(text: (name: string) => string): RateLimits {
  const number = (name: string) => whole(text(name), name, 0, 1_000_000);
  return Object.freeze({
    reads: number('KONTOR_RATE_READS'),
    money: number('KONTOR_RATE_MONEY'),
    ai: number('KONTOR_RATE_AI'),
    address: number('KONTOR_RATE_ADDRESS'),
    registrations: number('KONTOR_REGISTRATIONS_PER_HOUR'),
  });
}

/** The settings of a bank that is measured or flooded on purpose. */
export const WITHOUT_LIMITS: Readonly<Record<string, string>> = Object.freeze({
  KONTOR_RATE_READS: '0',
  KONTOR_RATE_MONEY: '0',
  KONTOR_RATE_AI: '0',
  KONTOR_RATE_ADDRESS: '0',
  KONTOR_REGISTRATIONS_PER_HOUR: '0',
});

/** All limits disabled, for benchmarks and deliberate floods. */
export const NO_RATE_LIMITS: RateLimits = Object.freeze({
  reads: 0,
  money: 0,
  ai: 0,
  address: 0,
  registrations: 0,
});
