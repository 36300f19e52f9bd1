// Above which amounts one operator alone does not decide: KONTOR_OPERATOR_LIMIT whole units.

import { exponentOf } from '../../../ledger/currency.ts';

/** True when an amount needs a second person; null: no bound at all, which does. */
export function isAboveBound(
  { operatorLimit }: { readonly operatorLimit: number },
  amount: bigint | null,
  currency: string,
): boolean {
  return amount === null || amount > BigInt(operatorLimit) * 10n ** BigInt(exponentOf(currency));
}
