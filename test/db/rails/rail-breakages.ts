// Payments on a network in every state, and ways to falsify them, by the invariant that must detect
// them.

import type { Ledger } from '../../../db/ledger.ts';
import {
  beginRail,
  recordRailAcceptance,
  recordRailRefusal,
  recordRailReport,
} from '../../../db/money/calls.ts';
import type { Breakage } from '../exchange/exchange-breakages.ts';
import type { Teller } from '../ledger-file.ts';

/** Makes a withdrawal in each state, and then one in each state that belongs to a wallet payment. */
export async function makeRailPayments(ledger: Ledger, teller: Teller): Promise<void> {
  const wallets = { sourceWalletId: null, destinationWalletId: null };
  for (const extraFields of [{}, { payment: wallets }])
    await makePaymentInEachState(ledger, teller, extraFields);
}

async function makePaymentInEachState(
  ledger: Ledger,
  teller: Teller,
  named: object,
): Promise<void> {
  const from = await teller.account({ funds: 1_000 });
  const externalParty = { name: 'Grace', method: 'ach' } as const;
  const queue = (fields: object = {}) =>
    teller.send({ from, amount: 10, externalParty, ...named, ...fields });
  const giveToNetwork = async () => {
    const transactionId = await queue();
    await ledger.run(beginRail, { transactionId });
    return transactionId;
  };
  const submit = async () => {
    const transactionId = await giveToNetwork();
    const times = { settlesAt: ledger.now() + 1_000, askAt: ledger.now() + 1_000 };
    await ledger.run(recordRailAcceptance, {
      transactionId,
      network: 'simulated',
      reference: 'ACH-1',
      ...times,
    });
    return transactionId;
  };
  const workflow = { id: 'rail-payment/1', runId: '1' };
  const settle = async (transactionId: string) => {
    await ledger.run(recordRailReport, {
      transactionId,
      workflow,
      news: { kind: 'settled', askAt: null },
    });
    return transactionId;
  };
  const sendBack = (transactionId: string) =>
    ledger.run(recordRailReport, {
      transactionId,
      workflow,
      news: { kind: 'returned', code: 'R10' },
    });
  await queue();
  await queue({ capture: 'manual' });
  const canceled = await queue();
  await teller.release(canceled, 'canceled');
  await giveToNetwork();
  await submit();
  await settle(await submit());
  await sendBack(await submit());
  await sendBack(await settle(await submit()));
  await ledger.run(recordRailRefusal, { transactionId: await giveToNetwork(), code: 'R04' });
}

const SUBMITTED_PAYMENTS = "SELECT transaction_id FROM rail_payments WHERE status = 'submitted'";

export const RAIL_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  rail_money_is_held: {
    'a hold that can expire while the network has the payment': () =>
      `UPDATE holds SET expires_at = 9999999999999 WHERE transaction_id IN (${SUBMITTED_PAYMENTS})`,
    'a submitted amount larger than the held amount': () =>
      "UPDATE rail_payments SET amount = amount + 1 WHERE status = 'submitted'",
  },
  rail_end_is_that_of_its_transaction: {
    'a settled payment with an amount other than the booked one': () =>
      `UPDATE rail_payments SET status = 'settled', return_code = NULL,
       return_transaction_id = NULL, amount = 11
       WHERE status = 'returned' AND settled_at IS NOT NULL`,
    'a rejected transaction whose payment was canceled before its submission': () =>
      "UPDATE rail_payments SET status = 'canceled', return_code = NULL WHERE status = 'rejected'",
  },
  rail_return_is_linked: {
    'a return whose transaction is no return of the network': () =>
      "UPDATE transactions SET key_scope = '' WHERE key_scope = 'rail_return'",
  },
};
