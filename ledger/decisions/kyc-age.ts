// The age from which a person acts without a guardian, and the calculation of ages.

/** Age in years from which a customer acts without a guardian. */
export const FULL_AGE = 18;

/**
 * True for a person younger than `years`. A birthday on 29 February counts as 1 March in years
 * without that day.
 */
export function isUnder(bornOn: string, years: number, today: string): boolean {
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}` < bornOn;
}
