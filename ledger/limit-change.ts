// Compares new limits of an account with its present limits.

import type { LimitTerms } from './limits.ts';

const MAXIMA = [
  'perTransaction',
  'daily',
  'weekly',
  'monthly',
  'dailyCount',
  'requireApprovalAbove',
  'requireMfaAbove',
] as const;

/**
 * True when some debit could pass under `after` that `before` stops or sends to a second person.
 * Every new time window counts, even a window that lies inside an old window.
 */
export function loosensLimits(before: LimitTerms, after: LimitTerms): boolean {
  return (
    MAXIMA.some((name) => isHigher(before[name], after[name])) ||
    (before.windows.length > 0 &&
      (after.windows.length === 0 ||
        hasNew(before.windows.map(windowText), after.windows.map(windowText)))) ||
    isWider(before.allowedCategories, after.allowedCategories) ||
    isWider(before.allowedCountries, after.allowedCountries) ||
    hasNew(after.blockedCategories, before.blockedCategories) ||
    hasNew(after.blockedCounterparties, before.blockedCounterparties)
  );
}

function isHigher(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

function isWider(before: readonly string[] | null, after: readonly string[] | null): boolean {
  return before !== null && (after === null || hasNew(before, after));
}

function hasNew(before: readonly string[], after: readonly string[]): boolean {
  return after.some((entry) => !before.includes(entry));
}

function windowText({ days, start, end, timezone }: LimitTerms['windows'][number]): string {
  return JSON.stringify([[...days].sort(), start, end, timezone]);
}
