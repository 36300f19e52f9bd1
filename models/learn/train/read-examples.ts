// Checks a client's rows against the declared features and converts them into examples. All faults
// are reported at once, by row and feature; no value is guessed or corrected.

import { type Feature, isExactInteger, LARGEST_INTEGER } from '../../card.ts';
import { toCategoryText } from './column-kinds.ts';
import { DATE_RULE, looksLikeDate, parseDays, parseIsoMoment } from './iso-date.ts';
import type { Examples } from './matrix.ts';

export interface RowFault {
  readonly row: number;
  /** Name of the field at fault; null for a fault of the row itself. */
  readonly field: string | null;
  readonly code:
    | 'wrong_type'
    | 'missing_field'
    | 'unknown_field'
    | 'out_of_range'
    | 'not_finite'
    | 'wrong_label'
    | 'ambiguous_date'
    | 'too_many_categories';
  readonly message: string;
}

export interface ReadExamples {
  /** Null when there is a fault. */
  readonly examples: Examples | null;
  /** Milliseconds since 1970 of each row; all 0 without a time field. */
  readonly times: Float64Array;
  readonly faults: readonly RowFault[];
}

export interface ReadingRules {
  readonly features: readonly Feature[];
  /** Field with 0 or 1, or false or true. Null when rows have no label; all labels are 0 then. */
  readonly labelField: string | null;
  /**
   * Field for the split, not for the model: RFC 3339, or milliseconds. Null when rows have no time.
   */
  readonly timeField: string | null;
  /** True to ignore fields that are not features; otherwise each one is a fault. */
  readonly ignoresOthers?: boolean;
  /** Number of faults after which reading stops. */
  readonly maxFaults: number;
}

const LABEL_RULE =
  'the label is 0 or 1, or false or true: replace missing and other labels by one of these';
/** Maximum length of a client's text in a message. */
const MAX_QUOTED_LENGTH = 40;
const LARGEST_FLOAT = 3.4028234663852886e38;

export function readExamples(rows: readonly unknown[], rules: ReadingRules): ReadExamples {
  const faults: RowFault[] = [];
  const columns = rules.features.length;
  const values = new Float32Array(rows.length * columns);
  const labels = new Uint8Array(rows.length);
  const times = new Float64Array(rows.length);
  const { timeField, labelField } = rules;
  const presenceMask = new Uint8Array(columns);
  const readers = rules.features.map(createReader);
  const fieldNames = new Set<string | null>([
    ...rules.features.map(({ name }) => name),
    labelField,
    timeField,
  ]);
  for (let index = 0; index < rows.length && faults.length < rules.maxFaults; index++) {
    const addFault = (field: string | null, code: RowFault['code'], message: string) =>
      faults.push({ row: index, field, code, message });
    const row = rows[index];
    if (!isRecord(row)) {
      addFault(null, 'wrong_type', 'a row is an object with one member for each feature');
      continue;
    }
    for (const field of rules.ignoresOthers ? [] : Object.keys(row)) {
      if (!fieldNames.has(field)) addFault(field, 'unknown_field', 'is no feature of this model');
    }
    rules.features.forEach((feature, column) => {
      if (Object.hasOwn(row, feature.name)) presenceMask[column] = 1;
      const fault = findFault(feature, row);
      if (fault) addFault(feature.name, fault.code, fault.message);
      else
        values[index * columns + column] = (readers[column] as Reader)(ownValue(row, feature.name));
    });
    const label = labelField === null ? 0 : ownValue(row, labelField);
    if (label === 0 || label === 1 || typeof label === 'boolean') labels[index] = Number(label);
    else if (label === undefined) addFault(labelField, 'missing_field', 'the label is needed');
    else addFault(labelField, 'wrong_label', LABEL_RULE);
    if (timeField === null) continue;
    times[index] = readTime(ownValue(row, timeField));
    if (!Number.isNaN(times[index])) continue;
    const time = ownValue(row, timeField);
    if (isAmbiguous(time)) addFault(timeField, 'ambiguous_date', DATE_RULE);
    else addFault(timeField, 'wrong_type', 'is a date and time');
  }
  // A feature that no row has is a typing mistake, not a column of missing values.
  const absent = rules.features.filter((_, column) => rows.length > 0 && !presenceMask[column]);
  for (const { name } of faults.length > 0 ? [] : absent) {
    faults.push({ row: 0, field: name, code: 'missing_field', message: 'is in no row' });
  }
  if (faults.length > 0) return { examples: null, times, faults: faults.slice(0, rules.maxFaults) };
  return { examples: { x: { rows: rows.length, columns, values }, y: labels }, times, faults };
}

function readTime(value: unknown): number {
  if (typeof value === 'string') return parseIsoMoment(value) ?? Number.NaN;
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** Checks a value against its feature, for training and for scoring. */
export function findFault(
  feature: Feature,
  row: Readonly<Record<string, unknown>>,
): Pick<RowFault, 'code' | 'message'> | null {
  const value = ownValue(row, feature.name);
  const isNone = value === undefined || value === null;
  if (isNone || (value === '' && isText(feature))) {
    if (feature.mayBeMissing) return null;
    return { code: 'missing_field', message: 'is needed' };
  }
  if (feature.kind === 'category') {
    if (toCategoryText(value) !== null) return null;
    return { code: 'wrong_type', message: 'is a short text' };
  }
  if (feature.kind === 'date') {
    if (typeof value === 'string' && parseDays(value) !== null) return null;
    if (isAmbiguous(value)) return { code: 'ambiguous_date', message: DATE_RULE };
    return { code: 'wrong_type', message: 'is a date as text' };
  }
  if (typeof value === 'boolean') return null;
  if (typeof value === 'string') {
    const excerpt = JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH));
    return { code: 'wrong_type', message: `is a number, not the text ${excerpt}` };
  }
  if (typeof value !== 'number') return { code: 'wrong_type', message: 'is a number' };
  if (!Number.isFinite(value) || Math.abs(value) > LARGEST_FLOAT) {
    return { code: 'not_finite', message: 'is a finite number of 32 bits' };
  }
  if (feature.kind === 'integer' && !isExactInteger(value)) {
    return { code: 'wrong_type', message: `is a whole number of at most ${LARGEST_INTEGER}` };
  }
  if (value < (feature.min ?? -Infinity) || value > (feature.max ?? Infinity)) {
    const message = `is between ${feature.min ?? '-∞'} and ${feature.max ?? '∞'}`;
    return { code: 'out_of_range', message };
  }
  return null;
}

/** Returns true for a text feature, for which the empty text is a missing value. */
function isText({ kind = 'number' }: Feature): boolean {
  return kind === 'category' || kind === 'date';
}

function isAmbiguous(value: unknown): boolean {
  return typeof value === 'string' && (looksLikeDate(value) || /^\d{4}-\d{2}-/.test(value));
}

type Reader = (value: unknown) => number;

/** Converts a valid value into a number. */
export function createReader({
  kind,
  categories = [],
}: Pick<Feature, 'kind' | 'categories'>): Reader {
  if (kind === 'date') return (value) => parseDays(String(value ?? '')) ?? Number.NaN;
  if (kind !== 'category') return toNumber;
  const codes = new Map(categories.map((text, code) => [text, code]));
  return (value) => {
    const text = toCategoryText(value);
    return text === null ? Number.NaN : (codes.get(text) ?? categories.length);
  };
}

function toNumber(value: unknown): number {
  return value === undefined || value === null ? Number.NaN : Number(value);
}

/** Reads own fields only: `__proto__` and the like are not features. */
function ownValue(row: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(row, field) ? row[field] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reduces faults to one for each column and kind, with its first row and its count. */
export function reduceToColumns(faults: readonly RowFault[]): RowFault[] {
  const kinds = new Map<string, { first: RowFault; count: number }>();
  for (const fault of faults) {
    const key = `${fault.field}\n${fault.code}`;
    const kind = kinds.get(key);
    if (kind) kind.count += 1;
    else kinds.set(key, { first: fault, count: 1 });
  }
  return [...kinds.values()].map(({ first, count }) => {
    const countText = count === 1 ? '' : ` (${count} rows)`;
    return { ...first, message: `${first.message}${countText}` };
  });
}
