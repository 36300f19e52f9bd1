// The settings of sanctions screening: which lists, how old they may be, and what happens then.

import { oneOf, whole } from './values.ts';

export interface ScreeningConfig {
  /** A file that `npm run lists` made; null: the lists that ship with the bank. */
  readonly lists: string | null;
  /** Milliseconds after which a list is stale. */
  readonly maxAgeMs: number;
  /** What production does with a payment whose party only stale lists were asked about. */
  readonly atStale: 'review' | 'refuse';
  readonly rescreening: 'auto' | 'off';
  /** How long a clearance for all customers holds, and at most, in days. */
  readonly clearanceDays: { readonly usual: number; readonly most: number };
  /** How far ahead two operators may let a list serve that is too old, in days. */
  readonly mostReliedDays: number;
  /** A file that `npm run networks` made; null: payments from Tor or hosting are not looked for. */
  readonly networks: string | null;
}

const HOUR_MS = 60 * 60 * 1000;
const MOST_HOURS = 876_000;
const MOST_DAYS = 3_650;

/** Rows of the table of settings. */
export const SCREENING_SETTINGS = [
  { name: 'KONTOR_SCREENING_LISTS', fallback: '', meaning: 'list file; empty: the shipped lists' },
  { name: 'KONTOR_SCREENING_MAX_AGE_HOURS', fallback: '48', meaning: 'older lists are stale' },
  {
    name: 'KONTOR_SCREENING_STALE',
    fallback: 'review',
    meaning: 'review or refuse, in production',
  },
  { name: 'KONTOR_RESCREENING', fallback: 'auto', meaning: 'auto: when lists change; or off' },
  {
    name: 'KONTOR_SCREENING_CLEARANCE_DAYS',
    fallback: '180',
    meaning: 'how long a clearance for all customers holds',
  },
  {
    name: 'KONTOR_SCREENING_CLEARANCE_MOST_DAYS',
    fallback: '365',
    meaning: 'how long it may hold at most',
  },
  {
    name: 'KONTOR_SCREENING_STALE_MOST_DAYS',
    fallback: '14',
    meaning: 'how far ahead two operators may let a stale list serve',
  },
  { name: 'KONTOR_NETWORK_LISTS', fallback: '', meaning: 'file of Tor and hosting networks' },
] as const;

/**
 * Reads the settings of screening.
 * @param text the value of a setting by its name
 * @throws ConfigError
 */
export function screeningOf(text: (name: string) => string): ScreeningConfig {
  const hours = text('KONTOR_SCREENING_MAX_AGE_HOURS');
  const stale = text('KONTOR_SCREENING_STALE');
  const rescreening = text('KONTOR_RESCREENING');
  const days = (name: string, most: number) => whole(text(name), name, 1, most);
  const most = days('KONTOR_SCREENING_CLEARANCE_MOST_DAYS', MOST_DAYS);
  return Object.freeze({
    clearanceDays: { usual: days('KONTOR_SCREENING_CLEARANCE_DAYS', most), most },
    mostReliedDays: days('KONTOR_SCREENING_STALE_MOST_DAYS', MOST_DAYS),
    lists: text('KONTOR_SCREENING_LISTS') || null,
    maxAgeMs: whole(hours, 'KONTOR_SCREENING_MAX_AGE_HOURS', 1, MOST_HOURS) * HOUR_MS,
    atStale: oneOf(stale, 'KONTOR_SCREENING_STALE', ['review', 'refuse']),
    rescreening: oneOf(rescreening, 'KONTOR_RESCREENING', ['auto', 'off']),
    networks: text('KONTOR_NETWORK_LISTS') || null,
  });
}
