// Chooses the kinds of the columns of a data set (number, category, date) and the values of
// categories, without reading the label.

import type { Feature } from '../../card.ts';
import { looksLikeDate, parseDays } from './iso-date.ts';
import type { RowFault } from './read-examples.ts';

/** A column with more values identifies things instead of classifying them. */
export const MAX_CATEGORIES = 500;
const LONGEST_CATEGORY = 200;

type Row = Readonly<Record<string, unknown>>;

/** Assigns each feature the kind of its column; features with a stated kind keep it. */
export function assignKinds(rows: readonly unknown[], features: readonly Feature[]): Feature[] {
  return features.map((feature) => {
    const isBounded = feature.min !== null || feature.max !== null || feature.monotone !== 0;
    if (feature.kind !== undefined || isBounded) return feature;
    const kind = detectKind(rows, feature.name);
    if (kind === 'number') return feature;
    return kind === 'date'
      ? { ...feature, kind, unit: feature.unit || DAY_UNIT }
      : { ...feature, kind };
  });
}

const DAY_UNIT = 'days since 1970-01-01 UTC';

/** A column that contains a number is numeric, and its other texts are faults. */
function detectKind(rows: readonly unknown[], name: string): 'number' | 'category' | 'date' {
  const seenValues = new Set<string>();
  let [knownCount, dates] = [0, 0];
  for (const row of rows) {
    const value = readValue(row, name);
    if (value === null) continue;
    if (typeof value !== 'string') return 'number';
    knownCount += 1;
    if (parseDays(value) !== null || looksLikeDate(value)) dates += 1;
    if (seenValues.size <= MAX_CATEGORIES) seenValues.add(value);
  }
  if (knownCount === 0) return 'number';
  if (dates === knownCount) return 'date';
  // Nothing can be learnt from texts that each occur once.
  return seenValues.size < knownCount ? 'category' : 'number';
}

/**
 * Returns the features with the values of their columns, the most frequent first, and the columns
 * with too many values.
 */
export function addCategories(rows: readonly unknown[], features: readonly Feature[]) {
  const faults: RowFault[] = [];
  const kinds = features.map((feature) => {
    if (feature.kind !== 'category' || feature.categories) return feature;
    const counts = new Map<string, number>();
    let faultyRow = -1;
    for (const [row, record] of rows.entries()) {
      const text = toCategoryText(readValue(record, feature.name));
      if (text === null) continue;
      counts.set(text, (counts.get(text) ?? 0) + 1);
      if (faultyRow === -1 && counts.size > MAX_CATEGORIES) faultyRow = row;
    }
    if (faultyRow !== -1) {
      const message = `has more than ${MAX_CATEGORIES} values: leave it out, or group them`;
      faults.push({ row: faultyRow, field: feature.name, code: 'too_many_categories', message });
    }
    const entriesByCount = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return {
      ...feature,
      categories: entriesByCount.slice(0, MAX_CATEGORIES).map(([text]) => text),
    };
  });
  return { features: kinds, faults };
}

/**
 * The text of a category, or null when it is missing or no category. The reader of CSV has already
 * turned 1 into a number and true into a boolean.
 */
export function toCategoryText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > LONGEST_CATEGORY) return null;
  return value === '' ? null : value;
}

function readValue(row: unknown, name: string): unknown {
  if (typeof row !== 'object' || row === null || !Object.hasOwn(row, name)) return null;
  const value = (row as Row)[name];
  return value === undefined || value === '' ? null : value;
}
