// Default features among the fields of the rows, and the rules of feature names.

import type { Feature } from '../../card.ts';

/** Reserved names of JavaScript, which cannot be inputs of a model. */
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const NAME = /^[A-Za-z_][\w.:-]{0,79}$/;
export const MAX_FEATURES = 200;
/** The message about an invalid name. */
export const NAME_RULE =
  'is no name that a feature can have: a letter, then letters, digits and _ . : -';

export function isFeatureName(name: string): boolean {
  return NAME.test(name) && !RESERVED_NAMES.has(name);
}

/** Returns a feature with a name only. */
export function createFeature(name: string): Feature {
  const unrestricted = { min: null, max: null, mayBeMissing: true, monotone: 0 } as const;
  return { name, unit: '', meaning: name, ...unrestricted };
}

/** Every field of the rows but label and time, in the order in which they first appear. */
export function listFeatures(
  rows: readonly unknown[],
  otherFields: readonly (string | null)[],
): readonly Feature[] {
  const names = new Set<string>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue;
    for (const name of Object.keys(row)) names.add(name);
    // Excess fields are reported, so further fields are not read.
    if (names.size > MAX_FEATURES + otherFields.length) break;
  }
  return [...names].filter((name) => !otherFields.includes(name)).map(createFeature);
}
