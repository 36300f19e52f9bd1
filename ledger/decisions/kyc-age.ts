// The age from which a person acts without a guardian, and the calculation of ages.

/** Age in years from which a customer acts without a guardian. */
export const FULL_AGE = 18;

/** True before the birthday of that age; one on 29 February counts as 1 March in other years. */
export function isUnder(bornOn: string, years: number, today: string): boolean {
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}` < bornOn;
}
