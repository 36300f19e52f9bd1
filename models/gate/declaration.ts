// What the card of an uploaded file has to declare for the gate to check it.

/** One input of a model, in the order of its columns. */
export interface DeclaredFeature {
  readonly name: string;
  /** Null: no bound. Values outside are refused before the model sees them. */
  readonly min: number | null;
  readonly max: number | null;
  /** True: a value may be missing and reaches the model as NaN. */
  readonly mayBeMissing: boolean;
}

/** A row with the score that the file has to give for it; null is a missing value. */
export interface GoldenRow {
  readonly features: readonly (number | null)[];
  readonly probability: number;
}

export interface Declaration {
  readonly features: readonly DeclaredFeature[];
  readonly golden: readonly GoldenRow[];
}
