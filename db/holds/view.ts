// The hold as an object of its own, as it is read and as its events show it; a transaction shows a
// part of it.

import { exponentOf } from '../../ledger/currency.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import type { HoldRow } from '../kernel/rows.ts';
import { timestamp } from '../kernel/timestamp.ts';

/** It is placed once and ended once: there are two versions of it. */
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
