// Formats numbers of a validation report: four digits, and an interval behind the estimate.

import type { Interval } from '../../../models/learn/train/bootstrap.ts';

const FOUR_DIGITS = new Intl.NumberFormat('en', {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  useGrouping: false,
});
export const decimal = (value: number): string => FOUR_DIGITS.format(value);
export const interval = ({ value, low, high }: Interval): string =>
  `${decimal(value)} (${decimal(low)} to ${decimal(high)})`;
export const intervalOrNone = (bounds: Interval | null): string =>
  bounds ? interval(bounds) : 'none';
