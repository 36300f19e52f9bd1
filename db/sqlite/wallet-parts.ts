// The accounts of a wallet that are not over, by currency.

import type { AccountRow } from '../account-view.ts';
import type { Database } from '../connect.ts';
import { RAN_OUT, type RanOut } from '../ran-out.ts';
import { accounts } from '../schema.ts';
import type { WalletPart } from '../wallet-view.ts';
import { columnsOf } from './columns.ts';

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
