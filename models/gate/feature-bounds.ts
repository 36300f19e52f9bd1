// The values that a card allows for a feature.

/** Bounds of a feature on a card; an absent one is no bound. */
export interface Bounds {
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly mayBeMissing?: boolean | undefined;
}
