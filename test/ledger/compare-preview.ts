// Compares a dry run with the actual result.

import { expect } from 'vitest';
import type { Preview } from '../../db/transactions/port.ts';
import type { NaiveLedger, NaiveTransaction } from './naive-ledger.ts';

/** Fails unless status, reason and balances equal those of the dry run. */
export function expectAsPredicted(
  preview: Preview,
  transaction: NaiveTransaction,
  model: NaiveLedger,
): void {
  const { status, rejection, projected } = preview;
  const foretold = `${status ?? 'declined'} ${rejection?.code ?? '-'}`;
  const happened = `${transaction.status} ${transaction.code ?? '-'}`;
  if (foretold !== happened) expect(foretold).toBe(happened);
  for (const { accountId, resulting } of projected) {
    const account = model.accounts.find(({ id }) => id === accountId);
    if (!account) throw new Error(`no account ${accountId}`);
    const promisedAmount = model.sumPromised(account, 'out');
    const pendingIn = model.sumPromised(account, 'in');
    const real = [account.posted, promisedAmount, pendingIn].map(Number);
    const figures = [resulting.posted, resulting.held, resulting.pendingIn];
    if (figures.join() !== real.join()) expect(figures).toEqual(real);
  }
}
