// The wallet as the API and the events show it, with a balance per currency.

import type { Metadata } from '../../ledger/metadata.ts';
import { type AccountRow, accountView } from '../accounts/view.ts';
import type { ExpiredHolds } from '../kernel/hold-expiry.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { wallets } from './tables.ts';

export type WalletRow = typeof wallets.$inferSelect;

/** An account of a wallet, and the sums of its expired holds. */
export interface WalletPart {
  readonly account: AccountRow;
  readonly expiredHolds: ExpiredHolds;
}

/**
 * The wire form of a wallet.
 * @param parts the open accounts of the wallet, in the order of the answer
 */
export function walletView(row: WalletRow, parts: readonly WalletPart[], livemode: boolean) {
  const accounts = parts.map(({ account, expiredHolds }) =>
    accountView(account, livemode, expiredHolds),
  );
  return {
    id: row.id,
    object: 'wallet' as const,
    livemode,
    customerId: row.customerId,
    name: row.name,
    currencies: accounts.map(({ currency }) => currency),
    balances: accounts.map((account) => ({
      currency: account.currency,
      currencyExponent: account.currencyExponent,
      accountId: account.id,
      accountNumber: account.accountNumber,
      status: account.status,
      ...account.balance,
    })),
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type WalletView = ReturnType<typeof walletView>;
