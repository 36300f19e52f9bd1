// The amount up to which one operator decides alone in a day: KONTOR_OPERATOR_LIMIT whole units for
// each account or developer. The acts of the day are summed before the comparison, so that splitting
// an amount is of no use.

import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { exponentOf } from '../../../ledger/currency.ts';
import type { Deps } from '../../kit/context.ts';

interface RaisedTerms {
  readonly operatorId: string;
  readonly act: string;
  readonly objectId: string;
  readonly environment: EnvironmentName;
  readonly currency: string;
  /** The new amount in minor units, or null for no bound at all. */
  readonly amount: bigint | null;
  /** The amount before the change, or null when there was no bound. */
  readonly before: bigint | null;
}

/**
 * Counts an increase that an operator makes alone.
 * @returns false when it exceeds one operator's allowance of a day, so that a second one is needed
 */
export async function isWithinDailyAllowance(
  { config, platform }: Pick<Deps, 'config' | 'platform'>,
  { currency, amount, before, ...grant }: RaisedTerms,
): Promise<boolean> {
  const { operatorLimit } = config;
  const unit = 10n ** BigInt(exponentOf(currency));
  if (amount === null || amount > BigInt(operatorLimit) * unit) return false;
  const increase = before === null || amount <= before ? 0n : amount - before;
  const units = Number((increase + unit - 1n) / unit);
  return platform.operators.grantAlone({ ...grant, units }, operatorLimit);
}
