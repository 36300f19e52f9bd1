// Payments on a network in three states, and ways to break them, by the check of the books that has
// to notice.

import type { Ledger } from '../../../db/ledger.ts';
import type { Breakage } from '../exchange/exchange-breakages.ts';
import type { Teller } from '../ledger-file.ts';

/** One that its network has, one that it returned after it was booked, one that it refused. */
export async function useRails(ledger: Ledger, teller: Teller): Promise<void> {
  const account = await teller.account({ funds: 1_000 });
  const { rails } = ledger;
  const queue = () =>
    teller.send({ from: account, amount: 10, externalParty: { name: 'Grace', method: 'ach' } });
  const giveToNetwork = async () => {
    const transactionId = await queue();
    await rails.begin({ transactionId });
    return transactionId;
  };
  const haveTaken = async () => {
    const transactionId = await giveToNetwork();
    const times = { settlesAt: ledger.now() + 1_000, askAt: ledger.now() + 1_000 };
    await rails.noteTaken({ transactionId, network: 'simulated', reference: 'ACH-1', ...times });
    return transactionId;
  };
  await haveTaken();
  const transactionId = await haveTaken();
  const workflow = { id: 'rail-payment/1', runId: '1' };
  await rails.noteNews({ transactionId, workflow, news: { kind: 'settled', askAt: null } });
  await rails.noteNews({ transactionId, workflow, news: { kind: 'returned', code: 'R10' } });
  await rails.noteRefusal({ transactionId: await giveToNetwork(), code: 'R04' });
}

const ON_ITS_WAY = "SELECT transaction_id FROM rail_payments WHERE status = 'submitted'";

export const RAIL_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  rail_money_is_held: {
    'a hold that runs out while its network has the money': () =>
      `UPDATE holds SET expires_at = 9999999999999 WHERE transaction_id IN (${ON_ITS_WAY})`,
    'more on its way than is held': () =>
      "UPDATE rail_payments SET amount = amount + 1 WHERE status = 'submitted'",
  },
  rail_end_is_that_of_its_transaction: {
    'a payment that is settled and was booked with another amount': () =>
      `UPDATE rail_payments SET status = 'settled', return_code = NULL,
       return_transaction_id = NULL, amount = 11 WHERE status = 'returned'`,
    'a payment that was never sent, and was refused': () =>
      "UPDATE rail_payments SET status = 'canceled', return_code = NULL WHERE status = 'rejected'",
  },
  rail_return_is_linked: {
    'a return that undoes something else': () =>
      "UPDATE transactions SET key_scope = '' WHERE key_scope = 'rail_return'",
  },
};
