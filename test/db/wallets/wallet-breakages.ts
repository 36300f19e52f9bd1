// Falsifications of wallets, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

export const WALLET_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  wallet_and_accounts_have_one_owner: {
    'a wallet that was given to another customer': () =>
      "UPDATE wallets SET customer_id = 'cust_other'",
    'a wallet that was given to another developer': () =>
      "UPDATE wallets SET tenant_id = 'dev_other'",
    'accounts of a wallet that is gone': () => 'DELETE FROM wallets',
  },
  wallet_has_events: {
    'an opening without its event': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'wallet.created'",
    'a version without an event': () => 'UPDATE wallets SET version = version + 1',
  },
  payment_has_its_transaction: {
    'a payment that nothing carries': () =>
      'UPDATE transactions SET payment_id = NULL WHERE payment_id IS NOT NULL',
    'a transaction of a payment that is gone': () => 'DELETE FROM payments',
    'a payment of another developer': () => "UPDATE payments SET tenant_id = 'dev_other'",
    'a payment that is a deposit': () =>
      "UPDATE transactions SET type = 'deposit' WHERE payment_id IS NOT NULL",
  },
  payment_goes_by_its_wallets: {
    'money of another account': (_, [from]) =>
      `UPDATE transactions SET source_account_id = '${from}' WHERE payment_id IS NOT NULL`,
    'money to another account': (_, [from]) =>
      `UPDATE transactions SET destination_account_id = '${from}' WHERE payment_id IS NOT NULL`,
  },
  payment_has_events: {
    'an acceptance without its event': () =>
      "UPDATE events SET type = 'account.updated' WHERE type = 'payment.created'",
    'an end with the event of another': () =>
      "UPDATE events SET type = 'payment.failed' WHERE type = 'payment.completed'",
    'a refund without an event': () =>
      "DELETE FROM events WHERE type = 'payment.partially_refunded'",
    'a hold with the event of an end': () =>
      "UPDATE events SET type = 'payment.completed' WHERE type = 'payment.authorized'",
    'a payment on its way with the event of a hold': () =>
      "UPDATE events SET type = 'payment.authorized' WHERE type = 'payment.processing'",
    'a payment that its network has without its event': () =>
      "UPDATE events SET type = 'payment.processing' WHERE type = 'payment.submitted'",
  },
};
