// An account below zero with a cover from its savings and a charged fee, and falsifications of
// them, by the invariant that must detect them.

import type { Ledger } from '../../../db/ledger.ts';
import { startDueSchedules } from '../../../db/money/calls.ts';
import { setOverdraft } from '../../../db/overdrafts/acts.ts';
import type { Breakage } from '../exchange/exchange-breakages.ts';
import { causeOf, hashOf, type Teller } from '../teller.ts';

/** Makes a payment that uses the savings and a part of the overdraft; writes four transactions. */
export async function makeOverdraft(ledger: Ledger, teller: Teller): Promise<void> {
  const customerId = await teller.customer();
  const savings = await teller.account({ customerId, funds: 100 });
  const account = await teller.account({ customerId });
  await ledger.run(setOverdraft, {
    tenantId: teller.tenantId,
    accountId: account,
    terms: {
      limit: 500,
      mode: 'transfer_from_savings',
      linkedAccountId: savings,
      feePolicy: { perItem: 10, gracePeriodHours: 0, graceAmount: 0, maxPerDay: 1 },
      consentAt: 1,
    },
    ifVersion: null,
    requestHash: hashOf('overdraft'),
    cause: causeOf(),
  });
  await teller.post({ from: account, amount: 150 });
  const { transactionIds } = await ledger.run(startDueSchedules, null);
  await teller.settle(...transactionIds);
}

const FEE = "SELECT fee_transaction_id FROM overdraft_fees WHERE status = 'charged'";
const COVER_TRANSFERS = "type = 'transfer' AND linked_to IS NOT NULL";

export const OVERDRAFT_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  overdraft_is_told_by_account: {
    'an overdraft whose account has no overdraft mode': () =>
      'UPDATE accounts SET overdraft_mode = NULL WHERE overdraft_mode IS NOT NULL',
    'an account with an overdraft mode without an overdraft': (_, [id]) =>
      `UPDATE accounts SET overdraft_mode = 'allow' WHERE id = '${id}'`,
    'an overdraft in use without the date from which it is used': () =>
      'UPDATE overdrafts SET drawn_at = NULL',
    'a disabled overdraft with a limit': () => 'UPDATE overdrafts SET enabled = 0',
  },
  fee_is_charged_once: {
    'a fee with an amount other than the charged one': () =>
      'UPDATE overdraft_fees SET amount = amount + 1',
    'a charged fee whose transaction was declined': ({ declined }) =>
      `UPDATE overdraft_fees SET fee_transaction_id = '${declined}' WHERE status = 'charged'`,
    'a charged fee without its record': () => 'DELETE FROM overdraft_fees',
    'a booked fee that is still recorded as billed': () =>
      "UPDATE overdraft_fees SET status = 'billed'",
  },
  fees_are_capped: {
    'more fees in a day than the terms allow': () =>
      `INSERT INTO overdraft_fees SELECT linked_to || '2', f.account_id, f.tenant_id, f.amount,
       f.grace_amount, f.max_per_day, f.drawn_at, f.due_at, f.status, 'txn_2', 1, 1
       FROM overdraft_fees f JOIN transactions t ON t.id = f.fee_transaction_id`,
  },
  fee_income_comes_of_fees: {
    'a payment to the fee income account that is no fee': ({ posted }) =>
      `UPDATE entries SET account_id = (SELECT id FROM accounts WHERE kind = 'fee_income')
       WHERE transaction_id = '${posted}' AND leg = 1`,
    'a fee whose transaction has another type': () =>
      `UPDATE transactions SET type = 'withdrawal' WHERE id IN (${FEE})`,
  },
  profit_and_loss_comes_of_operators: {
    'a payment that moves money on the account of corrections': () =>
      "UPDATE accounts SET kind = 'corrections' WHERE kind = 'settlement'",
  },
  cover_belongs_to_payment: {
    'a cover of a declined payment': ({ declined }) =>
      `UPDATE transactions SET linked_to = '${declined}' WHERE ${COVER_TRANSFERS}`,
    'a cover of a payment of another account': ({ posted }) =>
      `UPDATE transactions SET linked_to = '${posted}' WHERE ${COVER_TRANSFERS}`,
  },
};
