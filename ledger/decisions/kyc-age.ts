// From which age a person acts without a guardian, and how ages are counted.

/** Years from which a customer acts without a guardian. */
export const FULL_AGE = 18;

/** True before the birthday; a birthday on 29 February is on 1 March of other years. */
export function isUnder(bornOn: string, years: number, today: string): boolean {
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}` < bornOn;
}
