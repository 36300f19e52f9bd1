// Schedules: their statuses and transitions, those of their occurrences, and the dates on which a
// schedule runs. Every date is counted from the start date, never from the previous date, so that a
// 31st never drifts. Database triggers enforce the same transitions; a test compares the two.

import {
  type BusinessCalendar,
  type BusinessDayConvention,
  businessDayOf,
  LONGEST_CLOSURE_DAYS,
} from './business-day.ts';
import { type Day, dayOf, daysInMonth, partsOf, weekdayOf } from './calendar-date.ts';

export const FREQUENCIES = [
  'once',
  'daily',
  'weekly',
  'biweekly',
  'monthly',
  'quarterly',
  'yearly',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const SCHEDULE_STATUSES = [
  'active',
  'paused',
  'suspended',
  'completed',
  'canceled',
] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export const OCCURRENCE_STATUSES = [
  'scheduled',
  'processing',
  'retrying',
  'posted',
  'failed',
  'skipped',
  'canceled',
] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

export const CATCH_UPS = ['latest', 'all', 'none'] as const;
export type CatchUp = (typeof CATCH_UPS)[number];

export const SHORTFALLS = ['retry', 'skip', 'fail'] as const;
/** Treatment of an occurrence that the balance of its account does not cover. */
export type Shortfall = (typeof SHORTFALLS)[number];

export const AMOUNT_TYPES = ['fixed', 'full_balance', 'balance_above'] as const;
export type AmountType = (typeof AMOUNT_TYPES)[number];

const SCHEDULE_EDGES: Readonly<Record<ScheduleStatus, readonly ScheduleStatus[]>> = {
  active: ['paused', 'suspended', 'completed', 'canceled'],
  paused: ['active', 'canceled'],
  // A suspended schedule can be canceled without being resumed first.
  suspended: ['active', 'canceled'],
  completed: [],
  canceled: [],
};

const OCCURRENCE_EDGES: Readonly<Record<OccurrenceStatus, readonly OccurrenceStatus[]>> = {
  scheduled: ['processing', 'skipped', 'canceled'],
  processing: ['posted', 'retrying', 'failed'],
  retrying: ['posted', 'failed'],
  // The payment network returned the payment.
  posted: ['failed'],
  failed: [],
  skipped: [],
  canceled: [],
};

/** True when a schedule may go from one status to the other. */
export function canScheduleBecome(from: ScheduleStatus, to: ScheduleStatus): boolean {
  return SCHEDULE_EDGES[from].includes(to);
}

/** True when an occurrence may go from one status to the other. */
export function canOccurrenceBecome(from: OccurrenceStatus, to: OccurrenceStatus): boolean {
  return OCCURRENCE_EDGES[from].includes(to);
}

export interface Recurrence {
  readonly frequency: Frequency;
  /** Number of periods between two dates: 2 with `weekly` is every other week. At least 1. */
  readonly interval: number;
  /** 1 to 31, or −1 for the last day. In a month that is too short, the last day. */
  readonly dayOfMonth: number | null;
  /** 1 is Monday, 7 is Sunday. */
  readonly dayOfWeek: number | null;
  /** Total number of occurrences. */
  readonly count: number | null;
  /** No nominal date lies after it; the convention may move a date beyond it. */
  readonly endDate: Day | null;
}

/** The terms that determine the dates of a schedule. */
export interface DateRule {
  readonly startDate: Day;
  readonly recurrence: Recurrence;
  readonly convention: BusinessDayConvention;
  readonly calendar: BusinessCalendar;
}

/** A date on which a schedule runs. */
export interface RunDate {
  /** The day on which it runs, in the schedule's time zone. */
  readonly date: Day;
  /** The day that the recurrence names, before the convention moved it. */
  readonly nominal: Day;
}

const STEP_DAYS: Partial<Record<Frequency, number>> = { daily: 1, weekly: 7, biweekly: 14 };
const STEP_MONTHS: Partial<Record<Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

/** The last date that is searched for, so that the search for a rule without dates ends. */
const LAST_DAY = dayOf(2999, 12, 31);

/**
 * The first date of a rule after a day; null when there is none. Nominal dates that a convention
 * moves to the same business day are one date: a schedule never runs twice on a day. Ignores
 * `count`.
 */
export function computeNextRunDate(rule: DateRule, after: Day): RunDate | null {
  const nominalOf = sequenceOf(rule);
  const last = Math.min(rule.recurrence.endDate ?? LAST_DAY, LAST_DAY);
  for (let index = indexBefore(rule, after); ; index++) {
    const nominal = nominalOf(index);
    if (nominal === null || nominal > last) return null;
    const date = businessDayOf(nominal, rule.convention, rule.calendar);
    if (date > after) return { date, nominal };
  }
}

/** Returns the function from an index to the nominal date of that index; null past the last. */
function sequenceOf({ startDate, recurrence }: DateRule): (index: number) => Day | null {
  const { frequency, interval, dayOfWeek } = recurrence;
  const stepDays = STEP_DAYS[frequency];
  if (stepDays !== undefined) {
    const first = dayOfWeek === null ? startDate : firstWeekday(startDate, dayOfWeek);
    return (index) => first + index * stepDays * interval;
  }
  const stepMonths = STEP_MONTHS[frequency];
  if (stepMonths === undefined) return (index) => (index === 0 ? startDate : null);
  const { month, day } = firstMonth(startDate, recurrence);
  return (index) => dateInMonth(month + index * stepMonths * interval, day);
}

function firstWeekday(from: Day, weekday: number): Day {
  return from + ((weekday - weekdayOf(from) + 7) % 7);
}

/** The month of the first date, counted from year 0, and the day of the month. */
function firstMonth(startDate: Day, { frequency, dayOfMonth }: Recurrence) {
  const start = partsOf(startDate);
  const day = dayOfMonth ?? start.day;
  const month = start.year * 12 + start.month - 1;
  if (dateInMonth(month, day) >= startDate) return { month, day };
  return { month: month + (frequency === 'yearly' ? 12 : 1), day };
}

/** @param month counted from year 0 */
function dateInMonth(month: number, dayOfMonth: number): Day {
  const year = Math.floor(month / 12);
  const monthInYear = (month % 12) + 1;
  const length = daysInMonth(year, monthInYear);
  return dayOf(year, monthInYear, dayOfMonth === -1 ? length : Math.min(dayOfMonth, length));
}

/** An index, at least 0, whose date is not after the day, however a convention moves it. */
function indexBefore({ startDate, recurrence }: DateRule, after: Day): number {
  const { frequency, interval } = recurrence;
  const span = after - LONGEST_CLOSURE_DAYS - startDate;
  if (span <= 0) return 0;
  const stepDays = STEP_DAYS[frequency];
  // Two steps back: the first date may lie a step after the start, and a step is rounded up.
  const longest = stepDays ?? (STEP_MONTHS[frequency] ?? 1) * 31;
  return Math.max(0, Math.floor(span / (longest * interval)) - 2);
}

export const SCHEDULE_EVENTS = [
  { type: 'schedule.created', object: 'schedule', when: 'A schedule was set up.' },
  { type: 'schedule.updated', object: 'schedule', when: 'The terms of a schedule were replaced.' },
  {
    type: 'schedule.paused',
    object: 'schedule',
    when: 'A schedule was paused until it is resumed.',
  },
  { type: 'schedule.resumed', object: 'schedule', when: 'A schedule was resumed.' },
  {
    type: 'schedule.suspended',
    object: 'schedule',
    when: 'Too many runs of a schedule failed in a row.',
  },
  {
    type: 'schedule.completed',
    object: 'schedule',
    when: 'The last occurrence of a schedule is final.',
  },
  { type: 'schedule.canceled', object: 'schedule', when: 'A schedule was canceled.' },
  {
    type: 'schedule.occurrence.upcoming',
    object: 'occurrence',
    when: 'An occurrence runs within some days.',
  },
  {
    type: 'schedule.occurrence.posted',
    object: 'occurrence',
    when: 'The transfer of an occurrence is booked.',
  },
  {
    type: 'schedule.occurrence.retrying',
    object: 'occurrence',
    when: 'An occurrence is retried later.',
  },
  { type: 'schedule.occurrence.failed', object: 'occurrence', when: 'An occurrence failed.' },
  { type: 'schedule.occurrence.skipped', object: 'occurrence', when: 'An occurrence was skipped.' },
] as const;
