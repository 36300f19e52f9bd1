// Measurements of the comparison of names by `node research/screening.ts`, for the validator.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Interval } from '../../models/learn/train/bootstrap.ts';

export interface MeasuredScreening {
  /** Version of the comparison; figures of another version do not apply. */
  readonly version: number;
  /** Hash of the file of lists that was used for the measurement. */
  readonly listsSha256: string;
  readonly threshold: number;
  /** Numbers of misspelt listed names, and of names that are on no list. */
  readonly listed: number;
  readonly unlisted: number;
  /** Figures at the threshold, in total and by kind. */
  readonly shares: readonly {
    readonly what: string;
    readonly rows: number;
    readonly share: Interval;
  }[];
  readonly curve: readonly {
    readonly threshold: number;
    readonly recall: number;
    readonly falsePositiveRate: number;
  }[];
}

/** File of the figures. */
export const MEASURED_SCREENING = fileURLToPath(new URL('./measured.json', import.meta.url));

/** The figures as they were recorded. */
export function readMeasuredScreening(): MeasuredScreening {
  return JSON.parse(readFileSync(MEASURED_SCREENING, 'utf8')) as MeasuredScreening;
}
