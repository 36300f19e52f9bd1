// Settings of sanctions screening: the lists, their maximum age, and the treatment of stale lists.

import { readChoice, readWhole } from './values.ts';

export interface ScreeningConfig {
  /** A file made by `node scripts/import-lists.ts`; null for the lists that ship with the bank. */
  readonly lists: string | null;
  /** Milliseconds after which a list is stale. */
  readonly maxAgeMs: number;
  /** Treatment in production of a payment whose party was compared with stale lists only. */
  readonly atStale: 'review' | 'refuse';
  readonly rescreening: 'auto' | 'off';
  /** Validity of a clearance for all customers in days: the default, and the maximum. */
  readonly clearanceDays: { readonly usual: number; readonly max: number };
  /** Maximum number of days for which two operators may allow the use of a stale list. */
  readonly maxReliedDays: number;
  /**
   * A file made by `node scripts/import-networks.ts`; null to skip the check for payments from Tor
   * and hosting networks.
   */
  readonly networks: string | null;
}

const HOUR_MS = 60 * 60 * 1000;
const MAX_HOURS = 876_000;
const MAX_DAYS = 3_650;

/** Rows of the table of settings. */
export const SCREENING_SETTINGS = [
  { name: 'KONTOR_SCREENING_LISTS', fallback: '', meaning: 'list file; empty: the shipped lists' },
  {
    name: 'KONTOR_SCREENING_MAX_AGE_HOURS',
    fallback: '48',
    meaning: 'hours after which a list is stale',
  },
  {
    name: 'KONTOR_SCREENING_STALE',
    fallback: 'review',
    meaning: 'production with stale lists: review or refuse',
  },
  { name: 'KONTOR_RESCREENING', fallback: 'auto', meaning: 'auto: when lists change; or off' },
  {
    name: 'KONTOR_SCREENING_CLEARANCE_DAYS',
    fallback: '180',
    meaning: 'days that a clearance for all customers is valid',
  },
  {
    name: 'KONTOR_SCREENING_CLEARANCE_MOST_DAYS',
    fallback: '365',
    meaning: 'maximum of such days',
  },
  {
    name: 'KONTOR_SCREENING_STALE_MOST_DAYS',
    fallback: '14',
    meaning: 'maximum days that two operators may allow a stale list',
  },
  { name: 'KONTOR_NETWORK_LISTS', fallback: '', meaning: 'file of Tor and hosting networks' },
] as const;

/**
 * Reads the settings of screening.
 * @param text the value of a setting by its name
 * @throws ConfigError
 */
export function readScreening(text: (name: string) => string): ScreeningConfig {
  const hours = text('KONTOR_SCREENING_MAX_AGE_HOURS');
  const staleChoice = text('KONTOR_SCREENING_STALE');
  const rescreening = text('KONTOR_RESCREENING');
  const days = (name: string, max: number) => readWhole(text(name), name, 1, max);
  const max = days('KONTOR_SCREENING_CLEARANCE_MOST_DAYS', MAX_DAYS);
  return Object.freeze({
    clearanceDays: { usual: days('KONTOR_SCREENING_CLEARANCE_DAYS', max), max },
    maxReliedDays: days('KONTOR_SCREENING_STALE_MOST_DAYS', MAX_DAYS),
    lists: text('KONTOR_SCREENING_LISTS') || null,
    maxAgeMs: readWhole(hours, 'KONTOR_SCREENING_MAX_AGE_HOURS', 1, MAX_HOURS) * HOUR_MS,
    atStale: readChoice(staleChoice, 'KONTOR_SCREENING_STALE', ['review', 'refuse']),
    rescreening: readChoice(rescreening, 'KONTOR_RESCREENING', ['auto', 'off']),
    networks: text('KONTOR_NETWORK_LISTS') || null,
  });
}
