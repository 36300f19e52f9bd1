// Splits rows into training, calibration and early stopping, and hold-out. Rows of the hold-out
// influence nothing.

import { createRandom, shuffle } from './random.ts';
import type { RowGroups } from './related-rows.ts';

export interface Parts {
  readonly training: Uint32Array;
  /** Stops the training and calibrates. */
  readonly validation: Uint32Array;
  /** Rows of the hold-out, which only measure. */
  readonly holdout: Uint32Array;
}

export interface Shares {
  readonly validation: number;
  readonly holdout: number;
}

/** Splits at random, with the same share of events in each part. */
export function splitStratified(y: Uint8Array, shares: Shares, seed: number): Parts {
  const parts: Record<keyof Parts, number[]> = { training: [], validation: [], holdout: [] };
  for (const rows of shuffleByLabel(y, seed)) {
    const holdoutCount = Math.round(rows.length * shares.holdout);
    const validationCount = Math.round(rows.length * shares.validation);
    parts.holdout.push(...rows.subarray(0, holdoutCount));
    parts.validation.push(...rows.subarray(holdoutCount, holdoutCount + validationCount));
    parts.training.push(...rows.subarray(holdoutCount + validationCount));
  }
  return {
    training: Uint32Array.from(parts.training).sort(),
    validation: Uint32Array.from(parts.validation).sort(),
    holdout: Uint32Array.from(parts.holdout).sort(),
  };
}

/**
 * Splits by time: the oldest rows train and the newest measure. Rows of the same moment stay
 * together, in the earlier part.
 */
export function splitByTime(times: ArrayLike<number>, shares: Shares): Parts {
  const order = Uint32Array.from({ length: times.length }, (_, row) => row).sort(
    (a, b) => (times[a] as number) - (times[b] as number) || a - b,
  );
  const findBoundary = (share: number) => {
    let boundary = Math.round(order.length * share);
    const time = (position: number) => times[order[position] as number];
    while (boundary > 0 && boundary < order.length && time(boundary) === time(boundary - 1))
      boundary++;
    return boundary;
  };
  const validationStart = findBoundary(1 - shares.holdout - shares.validation);
  const holdoutStart = findBoundary(1 - shares.holdout);
  return {
    training: order.slice(0, validationStart),
    validation: order.slice(validationStart, holdoutStart),
    holdout: order.slice(holdoutStart),
  };
}

/** Splits by label and keeps groups together. The label of a group is that of most of its rows. */
export function splitGroups(y: Uint8Array, shares: Shares, seed: number, kin: RowGroups): Parts {
  if (kin.copies === 0) return splitStratified(y, shares, seed);
  const sizes = new Uint32Array(kin.groups);
  const events = new Uint32Array(kin.groups);
  kin.groupOf.forEach((group, row) => {
    (sizes[group] as number) += 1;
    (events[group] as number) += y[row] as number;
  });
  const labels = Uint8Array.from(sizes, (size, group) =>
    2 * (events[group] as number) >= size ? 1 : 0,
  );
  const partOf = new Uint8Array(kin.groups);
  for (const groups of shuffleByLabel(labels, seed)) {
    const rows = groups.reduce((sum, group) => sum + (sizes[group] as number), 0);
    const bounds = [rows * shares.holdout, rows * (shares.holdout + shares.validation)];
    let count = 0;
    for (const group of groups) {
      const size = sizes[group] as number;
      // A group that is larger than a part goes to the training.
      const middle = count + size / 2;
      if (middle < (bounds[0] as number)) partOf[group] = 2;
      else if (middle < (bounds[1] as number)) partOf[group] = 1;
      count += size;
    }
  }
  const rowsOfPart = (part: number) =>
    Uint32Array.from(y, (_, row) => row).filter(
      (row) => partOf[kin.groupOf[row] as number] === part,
    );
  return { training: rowsOfPart(0), validation: rowsOfPart(1), holdout: rowsOfPart(2) };
}

/**
 * Removes rows from later parts whose group occurs in an earlier part, so that no group both trains
 * and measures. The removed rows are in no part.
 */
export function dropSeenGroups(parts: Parts, { groupOf }: RowGroups): Parts {
  const seenGroups = new Set<number>();
  const dropSeen = (rows: Uint32Array) =>
    rows.filter((row) => !seenGroups.has(groupOf[row] as number));
  const add = (rows: Uint32Array) => {
    for (const row of rows) seenGroups.add(groupOf[row] as number);
  };
  add(parts.training);
  const validation = dropSeen(parts.validation);
  add(validation);
  return { training: parts.training, validation, holdout: dropSeen(parts.holdout) };
}

/**
 * Returns the fold that measures each row, from 0 to folds-1, each with the same share of events.
 */
export function assignFolds(y: Uint8Array, folds: number, seed: number): Uint8Array {
  const foldOf = new Uint8Array(y.length);
  let next = 0;
  for (const rows of shuffleByLabel(y, seed)) {
    for (const row of rows) foldOf[row] = next++ % folds;
  }
  return foldOf;
}

/** Training rows and held-out rows. */
export interface Fold {
  readonly training: Uint32Array;
  readonly heldOut: Uint32Array;
}

/**
 * Makes folds that hold out each row once, rows of a group together, each with its share of events.
 */
export function createGroupFolds(
  y: Uint8Array,
  groupOf: Uint32Array,
  { folds, seed }: { readonly folds: number; readonly seed: number },
): Fold[] {
  const rowsOf = new Map<number, number[]>();
  groupOf.forEach((group, row) => {
    const rows = rowsOf.get(group);
    if (rows) rows.push(row);
    else rowsOf.set(group, [row]);
  });
  const groups = [...rowsOf.values()];
  const labels = Uint8Array.from(groups, (rows) => (rows.some((row) => y[row] === 1) ? 1 : 0));
  const foldOf = new Uint8Array(y.length);
  for (const rows of shuffleByLabel(labels, seed)) {
    const rowsPerFold = new Uint32Array(folds);
    for (const group of rows) {
      const fold = rowsPerFold.indexOf(Math.min(...rowsPerFold));
      const rows = groups[group] as number[];
      for (const row of rows) foldOf[row] = fold;
      (rowsPerFold[fold] as number) += rows.length;
    }
  }
  const all = Uint32Array.from(y, (_, row) => row);
  return Array.from({ length: folds }, (_, fold) => ({
    training: all.filter((row) => foldOf[row] !== fold),
    heldOut: all.filter((row) => foldOf[row] === fold),
  }));
}

/** Makes folds by time: each fold after the first is held out, and older rows train. */
export function createTimeFolds(rows: number, groupOf: Uint32Array, folds: number): Fold[] {
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  const findBoundary = (fold: number) => Math.round((rows * fold) / (folds + 1));
  return Array.from({ length: folds }, (_, fold) => {
    const training = all.subarray(0, findBoundary(fold + 1));
    const seenGroups = new Set(Array.from(training, (row) => groupOf[row]));
    const later = all.subarray(findBoundary(fold + 1), findBoundary(fold + 2));
    return { training, heldOut: later.filter((row) => !seenGroups.has(groupOf[row])) };
  });
}

function shuffleByLabel(y: Uint8Array, seed: number): Uint32Array[] {
  const order = shuffle(y.length, createRandom(seed));
  return [0, 1].map((label) => order.filter((row) => y[row] === label));
}
