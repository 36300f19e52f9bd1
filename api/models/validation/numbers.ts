// Formats numbers of a validation report: four digits, and an interval behind the estimate.

import type { Interval } from '../../../models/learn/train/bootstrap.ts';

const FOUR_DIGITS = new Intl.NumberFormat('en', {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  useGrouping: false,
});
export const formatDecimal = (value: number): string => FOUR_DIGITS.format(value);
export const formatInterval = ({ value, low, high }: Interval): string =>
  `${formatDecimal(value)} (${formatDecimal(low)} to ${formatDecimal(high)})`;
export const formatIntervalOrNone = (bounds: Interval | null): string =>
  bounds ? formatInterval(bounds) : 'none';
