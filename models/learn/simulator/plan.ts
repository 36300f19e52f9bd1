// A transfer that a customer plans. Whether it is posted depends on the balance at the time.

export const FRAUD = [
  'account_takeover',
  'authorised_push_payment',
  'low_and_slow',
  'redirected_invoice',
] as const;
export const LAUNDERING = [
  'mule_fan_in',
  'structuring',
  'cycle',
  'pass_through',
  'fan_out',
] as const;

export type Typology = (typeof FRAUD)[number] | (typeof LAUNDERING)[number];

export interface PlannedTransfer {
  readonly atMs: number;
  readonly payer: string;
  readonly payee: string;
  /** A share of the available balance at that moment, or minor units. */
  readonly amount: { readonly minor: number } | { readonly share: number };
  /** Null for ordinary behaviour. */
  readonly typology: Typology | null;
}

export function isFraud(typology: Typology | null): boolean {
  return FRAUD.some((name) => name === typology);
}

export function isLaundering(typology: Typology | null): boolean {
  return LAUNDERING.some((name) => name === typology);
}
