// Falsifications of wallets, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

export const WALLET_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  wallet_and_accounts_have_one_owner: {
    'a wallet that was given to another customer': () =>
      "UPDATE wallets SET customer_id = 'cust_other'",
    'a wallet that was given to another developer': () =>
      "UPDATE wallets SET tenant_id = 'dev_other'",
    'accounts of a deleted wallet': () => 'DELETE FROM wallets',
  },
  wallet_has_events: {
    'a wallet without the event of its creation': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'wallet.created'",
    'a version of a wallet without an event': () => 'UPDATE wallets SET version = version + 1',
  },
  payment_has_its_transaction: {
    'a payment without a transaction': () =>
      'UPDATE transactions SET payment_id = NULL WHERE payment_id IS NOT NULL',
    'a transaction of a deleted payment': () => 'DELETE FROM payments',
    'a payment of another developer': () => "UPDATE payments SET tenant_id = 'dev_other'",
    'a payment whose transaction is a deposit': () =>
      "UPDATE transactions SET type = 'deposit' WHERE payment_id IS NOT NULL",
  },
  payment_goes_by_its_wallets: {
    'a payment whose transaction debits an account outside of the wallet': (_, [from]) =>
      `UPDATE transactions SET source_account_id = '${from}' WHERE payment_id IS NOT NULL`,
    'a payment whose transaction credits an account outside of the wallet': (_, [from]) =>
      `UPDATE transactions SET destination_account_id = '${from}' WHERE payment_id IS NOT NULL`,
  },
  payment_has_events: {
    'an accepted payment without its event': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'payment.created'",
    'a completed payment with the event of a failed one': () =>
      "UPDATE events SET type = 'payment.failed' WHERE type = 'payment.completed'",
    'a partial refund without an event': () =>
      "DELETE FROM events WHERE type = 'payment.partially_refunded'",
    'an authorised payment with the event of a completed one': () =>
      "UPDATE events SET type = 'payment.completed' WHERE type = 'payment.authorized'",
    'a processing payment with the event of an authorised one': () =>
      "UPDATE events SET type = 'payment.authorized' WHERE type = 'payment.processing'",
    'a submitted payment with the event of a processing one': () =>
      "UPDATE events SET type = 'payment.processing' WHERE type = 'payment.submitted'",
  },
};
