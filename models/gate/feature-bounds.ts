// The values that a card allows for a feature.

/** What a card says of a feature; what is left out is no bound. */
export interface Bounds {
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly mayBeMissing?: boolean | undefined;
}
