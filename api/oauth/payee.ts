// Whom a payment goes to, in the words in which its payer is shown it.

import { findAccount } from '../../db/accounts/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { TransactionView } from '../../db/transactions/view.ts';

interface Where {
  readonly ledger: Ledger;
  readonly tenantId: string;
}

/** The payee of a payment. */
export async function payeeOf(
  { ledger, tenantId }: Where,
  transaction: TransactionView,
): Promise<string> {
  const { destinationAccountId, externalParty } = transaction;
  if (destinationAccountId !== null) {
    const account = await findAccount(ledger, tenantId, destinationAccountId);
    return `account ${account?.accountNumber ?? destinationAccountId}`;
  }
  const { name, accountNumber } = (externalParty ?? {}) as Record<string, unknown>;
  const parts = [name, accountNumber].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(', ') : 'yourself, in cash';
}
