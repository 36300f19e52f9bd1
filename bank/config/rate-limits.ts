// Limits on requests per second; 0 disables a limit.

import { readWhole } from './values.ts';

export interface RateLimits {
  /** Requests that only read, for each developer and environment. */
  readonly reads: number;
  /** Requests that change something, for each developer and environment. */
  readonly money: number;
  /** Requests that call a model, for each developer and environment. */
  readonly ai: number;
  /** Requests without a valid credential, for each IP address. */
  readonly address: number;
  /** Registrations in an hour, for each IP address. */
  readonly registrations: number;
}

/**
 * Reads the settings.
 * @throws ConfigError
 */
export function readRateLimits(text: (name: string) => string): RateLimits {
  const number = (name: string) => readWhole(text(name), name, 0, 1_000_000);
  return Object.freeze({
    reads: number('KONTOR_RATE_READS'),
    money: number('KONTOR_RATE_MONEY'),
    ai: number('KONTOR_RATE_AI'),
    address: number('KONTOR_RATE_ADDRESS'),
    registrations: number('KONTOR_REGISTRATIONS_PER_HOUR'),
  });
}

/** Settings that disable all limits, for benchmarks and load tests. */
export const WITHOUT_LIMITS: Readonly<Record<string, string>> = Object.freeze({
  KONTOR_RATE_READS: '0',
  KONTOR_RATE_MONEY: '0',
  KONTOR_RATE_AI: '0',
  KONTOR_RATE_ADDRESS: '0',
  KONTOR_REGISTRATIONS_PER_HOUR: '0',
});

/** All limits disabled, for benchmarks and load tests. */
export const NO_RATE_LIMITS: RateLimits = Object.freeze({
  reads: 0,
  money: 0,
  ai: 0,
  address: 0,
  registrations: 0,
});
