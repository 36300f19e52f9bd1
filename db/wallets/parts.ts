// Reads the open accounts of wallets.

import type { AccountRow } from '../accounts/view.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { type ExpiredHolds, expiredHoldsOf } from '../kernel/hold-expiry.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { accounts } from '../kernel/tables.ts';
import type { WalletPart } from './view.ts';

const ofWallets = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], AccountRow>(
    `SELECT ${columnsOf(accounts)} FROM accounts WHERE wallet_id IN ${IN_GIVEN_LIST}
     AND status NOT IN ('closed', 'rejected') ORDER BY currency`,
  ),
);

const NO_EXPIRED_HOLDS: ExpiredHolds = { held: 0, pendingIn: 0 };

/**
 * Reads the open accounts of many wallets.
 * @param time the developer's time, by which holds expire, in milliseconds since 1970 UTC
 */
export function walletParts(
  database: Pick<Database, 'raw'>,
  walletIds: readonly string[],
  time: number,
): (walletId: string) => readonly WalletPart[] {
  const accounts = groupRows(ofWallets(database), walletIds, (account) => account.walletId);
  const expiredHolds = expiredHoldsOf(database, [...accounts.values()].flat(), () => time);
  return (walletId) =>
    (accounts.get(walletId) ?? []).map((account) => ({
      account,
      expiredHolds: expiredHolds.get(account.id) ?? NO_EXPIRED_HOLDS,
    }));
}
