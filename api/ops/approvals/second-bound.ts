// Up to which amounts one operator alone decides: KONTOR_OPERATOR_LIMIT whole units, of all that
// the operator did to the same account or developer in a day. What is split is summed before it is
// compared.

import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { exponentOf } from '../../../ledger/currency.ts';
import type { Deps } from '../../kit/context.ts';

interface Given {
  readonly operatorId: string;
  readonly act: string;
  readonly objectId: string;
  readonly environment: EnvironmentName;
  readonly currency: string;
  /** What counts from now on, in minor units; null: no bound at all. */
  readonly amount: bigint | null;
  /** What counted before; null: there was no bound. */
  readonly before: bigint | null;
}

/**
 * Counts what an operator raises alone.
 * @returns false: it is more than one person may in a day, and a second one is asked
 */
export async function raisesAlone(
  { config, platform }: Pick<Deps, 'config' | 'platform'>,
  { currency, amount, before, ...grant }: Given,
): Promise<boolean> {
  const { operatorLimit } = config;
  const unit = 10n ** BigInt(exponentOf(currency));
  if (amount === null || amount > BigInt(operatorLimit) * unit) return false;
  const raise = before === null || amount <= before ? 0n : amount - before;
  const units = Number((raise + unit - 1n) / unit);
  return platform.operators.grantAlone({ ...grant, units }, operatorLimit);
}
