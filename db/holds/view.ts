// The hold as the API and the events show it. A transaction shows a part of it.

import { exponentOf } from '../../ledger/currency.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import type { HoldRow } from '../kernel/rows.ts';
import { timestamp } from '../kernel/timestamp.ts';

/** The wire form of a hold: version 1 while it is active, version 2 when it has ended. */
export function holdObject(hold: HoldRow, livemode: boolean) {
  return {
    id: hold.id,
    object: 'hold' as const,
    livemode,
    transactionId: hold.transactionId,
    accountId: isInternal(hold.accountId) ? null : hold.accountId,
    amount: hold.amount,
    capturedAmount: hold.capturedAmount,
    currency: hold.currency,
    currencyExponent: exponentOf(hold.currency),
    status: hold.status,
    expiresAt: timestamp(hold.expiresAt),
    version: hold.status === 'active' ? 1 : 2,
    createdAt: timestamp(hold.createdAt),
    updatedAt: timestamp(hold.updatedAt),
  };
}
