// The part of an uploaded file's card that the gate needs.

import type { FeatureKind } from '../card.ts';
import type { Bounds } from './feature-bounds.ts';
import type { DeclaredKinds } from './inspect.ts';

/** One input of a model, in the order of its columns. */
export interface DeclaredFeature {
  readonly name: string;
  /** Null for no bound. Values outside are refused before the model receives them. */
  readonly min: number | null;
  readonly max: number | null;
  /** True when a value may be missing; the model receives it as NaN. */
  readonly mayBeMissing: boolean;
  /** By default a number. */
  readonly kind?: FeatureKind;
  /** Meaning of the numbers of a text feature. */
  readonly categories?: readonly string[];
}

/** A row with the score that the file must give; null is a missing value. */
export interface GoldenRow {
  readonly features: readonly (number | null)[];
  readonly probability: number;
}

export interface Declaration {
  readonly features: readonly DeclaredFeature[];
  readonly golden: readonly GoldenRow[];
}

/** Returns the features that are no plain numbers. */
export function collectKinds({ features }: Declaration): DeclaredKinds {
  const categories = features.flatMap(({ name, categories: categoryTexts }) =>
    categoryTexts ? [[name, categoryTexts] as const] : [],
  );
  const integers = features.flatMap(({ name, kind, min, max }) =>
    kind === 'integer' ? [[name, { min, max }] as const] : [],
  );
  return { categories: new Map(categories), integers: new Map(integers) };
}

interface UncheckedFeature extends Bounds {
  readonly name: string;
  readonly kind?: FeatureKind | undefined;
  readonly categories?: readonly string[] | undefined;
}

/** A feature of a registered card, with defaults for omitted statements. */
export function completeFeature({
  name,
  min = null,
  max = null,
  mayBeMissing = false,
  kind,
  categories,
}: UncheckedFeature): DeclaredFeature {
  const bounds = { name, min, max, mayBeMissing };
  return { ...bounds, ...(kind ? { kind } : {}), ...(categories ? { categories } : {}) };
}
