// The accounts of a wallet that are not over, by currency.

import type { AccountRow } from '../accounts/view.ts';
import { RAN_OUT, type RanOut } from '../holds/expired.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { accounts } from '../kernel/tables.ts';
import type { WalletPart } from './view.ts';

/**
 * Returns the function that reads them. Its time is that of the developer, by which holds run out,
 * in milliseconds since 1970 UTC.
 */
export function walletParts({ raw }: Pick<Database, 'raw'>) {
  const ofWallet = raw.prepare<[string], AccountRow>(
    `SELECT ${columnsOf(accounts)} FROM accounts
     WHERE wallet_id = ? AND status NOT IN ('closed', 'rejected') ORDER BY currency`,
  );
  const ranOut = raw.prepare<[object], RanOut>(RAN_OUT);
  return (walletId: string, time: number): WalletPart[] =>
    ofWallet.all(walletId).map((account) => ({
      account,
      ranOut: ranOut.get({ id: account.id, now: time }) as RanOut,
    }));
}
