// Faults and suspicions of a data set before learning: found before training and written on the
// card. An error stops the training; a warning is reported.

import type { Interval } from './bootstrap.ts';
import { columnOf, type Examples, takeRows } from './matrix.ts';
import { areaUnderRoc, rankRows } from './metrics.ts';
import { type ColumnProfile, profileOf } from './profile.ts';

export interface DataFinding {
  readonly code:
    | 'dataset_too_small'
    | 'one_class_only'
    | 'too_few_events'
    | 'nothing_learnt'
    | 'no_signal'
    | 'near_copies_of_label'
    | 'implausible_holdout'
    | 'champion_better'
    | 'leakage_suspected'
    | 'duplicate_columns'
    | 'constant_column'
    | 'identifier_suspected'
    | 'duplicate_rows'
    | 'copies_kept_together'
    | 'class_imbalance'
    | 'small_sample';
  readonly severity: 'error' | 'warning';
  readonly features: readonly string[];
  readonly message: string;
}

export const MIN_ROWS = 200;
export const MIN_EVENTS = 20;
/** A feature with this area alone contains the answer: it was recorded after the event. */
const LEAKING_AREA = 0.995;
const DUPLICATE_SHARE = 0.2;
const RARE_SHARE = 0.05;

export function findDataFindings(examples: Examples, names: readonly string[]): DataFinding[] {
  const profile = profileOf(examples, names);
  const sizes = findSizeFaults(profile.rows, profile.positives);
  if (sizes.some(({ code }) => code === 'one_class_only' || profile.rows === 0)) return sizes;
  return [
    ...sizes,
    ...findLeakingFeatures(examples, names),
    ...findDuplicateColumns(examples, names),
    ...findColumnFaults(profile.columns, profile.rows),
    ...findDuplicateRows(examples),
  ];
}

function findSizeFaults(rows: number, positives: number): DataFinding[] {
  const findings: DataFinding[] = [];
  const addFinding = (
    code: DataFinding['code'],
    severity: DataFinding['severity'],
    message: string,
  ) => findings.push({ code, severity, features: [], message });
  if (rows < MIN_ROWS) {
    addFinding('dataset_too_small', 'error', `${rows} of the rows train; ${MIN_ROWS} have to`);
  }
  const rarer = Math.min(positives, rows - positives);
  if (rarer === 0) addFinding('one_class_only', 'error', 'all labels are the same');
  else if (rarer < MIN_EVENTS) {
    addFinding(
      'too_few_events',
      'error',
      `${rarer} rows of one label train; ${MIN_EVENTS} have to`,
    );
  } else if (rarer / rows < RARE_SHARE) {
    addFinding('class_imbalance', 'warning', `${rarer} of ${rows} rows have the rarer label`);
  }
  return findings;
}

/** Finds features that reveal the label by their values, or by being present. */
function findLeakingFeatures({ x, y }: Examples, names: readonly string[]): DataFinding[] {
  return names.flatMap((name, index): DataFinding[] => {
    const values = columnOf(x, index);
    const knownMask = Float64Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1));
    // Missing values rank below all others: the ranking then covers both known and missing values.
    const ranked = Float64Array.from(values, (value) => (Number.isNaN(value) ? -Infinity : value));
    const area = Math.max(measureSeparation(knownMask, y), measureSeparation(ranked, y));
    if (area < LEAKING_AREA) return [];
    const roundedArea = Math.round(area * 10_000) / 10_000;
    const message = `${name} alone predicts the label (area under ROC ${roundedArea})`;
    return [{ code: 'leakage_suspected', severity: 'error', features: [name], message }];
  });
}

/** An interval that begins above this area is implausibly good. */
const IMPLAUSIBLE_AREA = 0.99;

/** Findings from an area under ROC: no better than chance, or implausibly good. */
export function listAreaFindings(area: Interval, measuredOn: string): DataFinding[] {
  const makeFinding = (code: DataFinding['code'], words: string): DataFinding => {
    const message = `${measuredOn} ${words} (${formatArea(area)})`;
    return { code, severity: 'warning', features: [], message };
  };
  if (area.low <= 0.5) return [makeFinding('no_signal', 'does not tell it from chance')];
  if (area.low >= IMPLAUSIBLE_AREA)
    return [makeFinding('implausible_holdout', 'is better than plausible')];
  return [];
}

export function formatArea({ value, low, high }: Interval): string {
  return `area under ROC ${value}, ${low} to ${high}`;
}

const COPYING_AREA = 0.98;
const MAX_COPIES = 3;
/** The number of best-ranking columns that are tried together, and of rows. */
const TRIED_COLUMNS = 12;
const TRIED_ROWS = 5_000;

/**
 * Finds a small set of columns whose sum ranks the label almost perfectly: noisy copies of the
 * label, none of which is noticed alone.
 */
export function findNearCopies(examples: Examples, names: readonly string[]): DataFinding | null {
  const { x, y } = sampleRows(examples);
  const ranked = names
    .map((name, index) => ({ name, values: alignColumn(columnOf(x, index), y) }))
    .map((column) => ({ ...column, area: areaUnderRoc(rankRows(column.values, y)) }))
    .sort((a, b) => b.area - a.area)
    .slice(0, TRIED_COLUMNS);
  const chosen: string[] = [];
  let sum = new Float64Array(y.length);
  let best = 0;
  while (chosen.length < MAX_COPIES) {
    let next: { name: string; sum: Float64Array<ArrayBuffer>; area: number } | null = null;
    for (const { name, values } of ranked) {
      if (chosen.includes(name)) continue;
      const candidateSums = sum.map((value, row) => value + (values[row] as number));
      const area = areaUnderRoc(rankRows(candidateSums, y));
      if (area > (next?.area ?? best)) next = { name, sum: candidateSums, area };
    }
    if (!next) break;
    chosen.push(next.name);
    sum = next.sum;
    best = next.area;
    if (best < COPYING_AREA) continue;
    const roundedArea = Math.round(best * 10_000) / 10_000;
    const message =
      `${chosen.join(', ')} ${chosen.length === 1 ? 'alone ranks' : 'together rank'} the label ` +
      `(area under ROC ${roundedArea} by their plain sum): they may be copies of it`;
    return { code: 'near_copies_of_label', severity: 'warning', features: chosen, message };
  }
  return null;
}

function sampleRows({ x, y }: Examples): Examples {
  if (x.rows <= TRIED_ROWS) return { x, y };
  const step = x.rows / TRIED_ROWS;
  const rows = Uint32Array.from({ length: TRIED_ROWS }, (_, index) => Math.floor(index * step));
  return takeRows({ x, y }, rows);
}

/**
 * Scales a column by its spread, with missing values in the middle and the sign that rises with the
 * event.
 */
function alignColumn(values: Float32Array | Float64Array, y: Uint8Array): Float64Array {
  const knownValues = [...values].filter((value) => !Number.isNaN(value));
  const mean =
    knownValues.reduce((total, value) => total + value, 0) / Math.max(1, knownValues.length);
  const spread = Math.sqrt(
    knownValues.reduce((total, value) => total + (value - mean) ** 2, 0) /
      Math.max(1, knownValues.length),
  );
  const standardised = Float64Array.from(values, (value) =>
    Number.isNaN(value) || spread === 0 ? 0 : (value - mean) / spread,
  );
  const sign = areaUnderRoc(rankRows(standardised, y)) < 0.5 ? -1 : 1;
  return standardised.map((value) => value * sign);
}

/** Returns the area under ROC in the better direction: 0.5 means no information, 1 all of it. */
function measureSeparation(values: Float64Array, y: Uint8Array): number {
  const area = areaUnderRoc(rankRows(values, y));
  return Math.max(area, 1 - area);
}

function findDuplicateColumns({ x }: Examples, names: readonly string[]): DataFinding[] {
  const seenColumns = new Map<string, string[]>();
  names.forEach((name, index) => {
    const values = columnOf(x, index);
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    const key = bytes.toString('latin1');
    seenColumns.set(key, [...(seenColumns.get(key) ?? []), name]);
  });
  return [...seenColumns.values()]
    .filter(({ length }) => length > 1)
    .map((features) => {
      const message = `${features.join(', ')} are the same`;
      return { code: 'duplicate_columns', severity: 'error', features, message };
    });
}

function findColumnFaults(columns: readonly ColumnProfile[], rows: number): DataFinding[] {
  return columns.flatMap(({ name, distinct, missing }): DataFinding[] => {
    const features = [name];
    if (distinct === 0 || (distinct === 1 && missing === 0)) {
      const message = `${name} always has the same value`;
      return [{ code: 'constant_column', severity: 'warning', features, message }];
    }
    if (distinct === rows && rows >= MIN_ROWS && /(^|_)id$|Id$|^ID$/.test(name)) {
      const message = `${name} is different in every row and is called an id`;
      return [{ code: 'identifier_suspected', severity: 'warning', features, message }];
    }
    return [];
  });
}

/** Finds repeated rows: copies in both training and hold-out make memorising look like learning. */
function findDuplicateRows({ x, y }: Examples): DataFinding[] {
  const seenRows = new Set<string>();
  const bytes = Buffer.from(x.values.buffer, x.values.byteOffset, x.values.byteLength);
  const width = x.columns * 4;
  for (let row = 0; row < x.rows; row++) {
    seenRows.add(`${y[row]}${bytes.toString('latin1', row * width, (row + 1) * width)}`);
  }
  const copies = x.rows - seenRows.size;
  if (copies / x.rows < DUPLICATE_SHARE) return [];
  const message = `${copies} of ${x.rows} rows repeat another one`;
  return [{ code: 'duplicate_rows', severity: 'warning', features: [], message }];
}
