// Decisions on transfers, captures and reversals, one row for each case, around every threshold.

import { describe, expect, test } from 'vitest';
import { decide, decideCapture, decideReversal } from '../../ledger/transfer.ts';
import { accountOf, answerOf, holdOf, orderOf, plainAnswer, rowsOf } from './transfer-facts.ts';

const TERMS = { closedRails: ['ach', 'wire', 'card'], limits: null } as const;

const TRANSFERS = `
payer                      | payee               | order         | answer
active 100                 | active 0            | 40            | post 60 40
active 100                 | active 0            | 100           | post 0 100
active 100                 | active 0            | 101           | insufficient_funds amount
active 0                   | active 0            | 1             | insufficient_funds amount
active 100 held 60         | active 0            | 40            | post 60 40
active 100 held 60         | active 0            | 41            | insufficient_funds amount
active 100 held 100        | active 0            | 1             | insufficient_funds amount
active 100 limit 50        | active 0            | 150           | post -50 150
active 100 limit 50        | active 0            | 151           | overdraft_limit_exceeded amount
active -50 limit 50        | active 0            | 1             | overdraft_limit_exceeded amount
active 0 held 50 limit 50  | active 0            | 1             | overdraft_limit_exceeded amount
active 100 held 60 limit 5 | active 0            | 45            | post 55 45
active 100 held 60 limit 5 | active 0            | 46            | overdraft_limit_exceeded amount
active 100                 | active -70 limit 90 | 40            | post 60 -30
active 100                 | active 0 held 0     | 40 manual     | hold 40
active 100                 | active 0            | 101 manual    | insufficient_funds amount
active 2^53-1              | active 0            | 2^53-1        | post 0 2^53-1
active 2^53-1              | active 1            | 2^53-1        | balance_out_of_range amount
active 2^53-1              | active 1            | 2^53-2        | post 1 2^53-1
active 2^53-1              | active 1            | 2^53-1 manual | balance_out_of_range amount
bank 0                     | active 0            | 2^53-1        | post -2^53+1 2^53-1
bank 0                     | active 0 limit 10   | 2^53-11       | post -2^53+11 2^53-11
bank 0                     | active 0 limit 10   | 2^53-10       | balance_out_of_range amount
bank -2^62+5               | active 0            | 5             | post -2^62 5
bank -2^62+5               | active 0            | 6             | balance_out_of_range amount
active 10                  | bank 2^62-5         | 5             | post 5 2^62
active 10                  | bank 2^62-5         | 6             | balance_out_of_range amount
active 100                 | active 0 coming 2^53-11 | 10        | post 90 10
active 100                 | active 0 coming 2^53-11 | 11        | balance_out_of_range amount
active 100                 | active 0 coming 2^53-11 | 11 manual | balance_out_of_range amount
active 100                 | active 5 coming 2^53-16 limit 7 | 4 | balance_out_of_range amount
active 100                 | active 5 coming 2^53-16 limit 7 | 3 | post 97 8
bank 0                     | active 0            | 70 manual     | hold 70
active 100                 | bank -500           | 70            | post 30 -430
pending 100                | active 0            | 1             | account_pending payer
active 100                 | pending 0           | 1             | account_pending payee
closed 0                   | active 0            | 1             | account_closed payer
active 100                 | closed 0            | 1             | account_closed payee
rejected 0                 | active 0            | 1             | account_closed payer
active 100                 | rejected 0          | 1             | account_closed payee
frozen 100                 | active 0            | 1             | account_frozen payer
active 100                 | frozen 0            | 1             | post 99 1
active 100                 | frozen 0 no-credits | 1             | credits_blocked payee
dormant 100                | active 0            | 1             | account_dormant payer
active 100                 | dormant 0           | 1             | post 99 1
active 100 no-debits       | active 0            | 1             | debits_blocked payer
active 100 no-credits      | active 0 no-debits  | 1             | post 99 1
active 100                 | active 0 no-credits | 1             | credits_blocked payee
active 100 in USD          | active 0            | 1             | currency_mismatch currency
active 100                 | active 0 in USD     | 1             | currency_mismatch currency
active 100 in USD          | active 0 in USD     | 1 EUR         | currency_mismatch currency
active 100 in USD          | active 0 in USD     | 1 USD         | post 99 1
active 100                 | bank 0              | 1 via wire    | rail_not_configured rail
active 100                 | bank 0              | 1 via ach     | rail_not_configured rail
active 100                 | bank 0              | 1 via card    | rail_not_configured rail
active 100                 | bank 0              | 1 via book    | post 99 1
active 100                 | bank 0              | 1 via cash    | post 99 1
`;

const PRECEDENCE = `
payer              | payee                      | order      | answer
closed 0           | pending 0 in USD           | 1 via wire | rail_not_configured rail
pending 0          | closed 0                   | 1          | account_closed payee
closed 0           | rejected 0                 | 1          | account_closed payer
frozen 0           | closed 0                   | 1          | account_closed payee
frozen 0           | pending 0                  | 1          | account_pending payee
pending 0          | pending 0                  | 1          | account_pending payer
frozen 0 no-debits | active 0 no-credits        | 1          | account_frozen payer
dormant 0          | active 0 no-credits        | 1          | account_dormant payer
active 0 no-debits | active 0 no-credits in USD | 1          | debits_blocked payer
active 0           | active 0 no-credits in USD | 1          | credits_blocked payee
active 0           | active 2^53-1 in USD       | 1          | currency_mismatch currency
active 0           | active 2^53-1              | 1          | insufficient_funds amount
active 0 limit 1   | active 2^53-1              | 2          | overdraft_limit_exceeded amount
`;

const CAPTURES = `
hold       | payer                | payee               | capture | answer
80         | active 100 held 80   | active 0            | 80      | post 20 80
80         | active 100 held 80   | active 0            | 30      | post 70 30
80         | active 100 held 80   | active 0            | 1       | post 99 1
80         | active 100 held 80   | active 0            | 81      | capture_exceeds_hold amount
80 expired | active 100           | active 0            | 80      | hold_expired -
80 expired | closed 0             | active 0            | 81      | hold_expired -
80         | closed 0             | active 0            | 81      | capture_exceeds_hold amount
80         | active 0 held 80     | active 0            | 80      | post -80 80
80         | frozen 100 held 80   | active 0            | 80      | account_frozen -
80         | dormant 100 held 80  | active 0            | 80      | account_dormant -
80         | active 100 no-debits | active 0            | 80      | debits_blocked -
80         | active 100 held 80   | active 0 no-credits | 80      | credits_blocked -
80         | active 100 held 80   | frozen 0            | 80      | post 20 80
80         | active 100 held 80   | closed 0            | 80      | account_closed -
80         | frozen 100 held 80   | closed 0            | 80      | account_closed -
80         | active 100 held 80   | pending 0           | 80      | account_pending -
80         | active 100 held 80   | active 2^53-80      | 80      | balance_out_of_range amount
80         | active 100 held 80   | active 2^53-80      | 79      | post 21 2^53-1
80         | bank -2^62           | active 0            | 80      | balance_out_of_range amount
`;

const REVERSALS = `
booked | reversed | payer              | payee               | amount      | answer
80     | 0        | active 80          | active 20           | 80          | post 0 100
80     | 0        | active 80          | active 20           | 30          | post 50 50
80     | 30       | active 50          | active 20           | 50          | post 0 70
80 | 30 | active 90 | active 20 | 51 | reversal_exceeds_amount amount
80     | 80       | active 90          | active 20           | 1           | already_reversed -
80     | 80       | closed 0           | active 20           | 81          | already_reversed -
80 | 0 | closed 0 | active 20 | 81 | reversal_exceeds_amount amount
80     | 0        | closed 0           | active 20           | 80          | account_closed -
80     | 0        | active 80          | closed 0            | 80          | account_closed -
80     | 0        | frozen 80          | active 20           | 80          | account_frozen -
80     | 0        | active 80          | frozen 20           | 80          | post 0 100
80     | 0        | active 80          | frozen 20 no-credits | 80         | credits_blocked -
80     | 0        | dormant 80         | active 20           | 80          | account_dormant -
80     | 0        | frozen 0           | active 20           | 80 negative | account_frozen -
80 | 0 | active 79 | active 20 | 80 | insufficient_funds amount
80 | 0 | active 80 held 1 | active 20 | 80 | insufficient_funds amount
80     | 0        | active 70 limit 10 | active 20           | 80          | post -10 100
80 | 0 | active 70 limit 9 | active 20 | 80 | overdraft_limit_exceeded amount
80     | 0        | active 0           | active 20           | 80 negative | post -80 100
80     | 0        | active 0 limit 9   | active 20           | 80 negative | post -80 100
80 | 0 | active -2^53+80 | active 20 | 80 negative | balance_out_of_range amount
80     | 0        | active -2^53+81    | active 20           | 80 negative | post -2^53+1 100
80     | 0        | bank 0             | active 20           | 80          | post -80 100
80     | 0        | active 80          | bank -500           | 80          | post 0 -420
80 | 0 | active 80 | active 2^53-80 | 80 | balance_out_of_range amount
`;

type ReversalColumn = 'booked' | 'reversed' | 'payer' | 'payee' | 'amount' | 'answer';
type TransferColumn = 'payer' | 'payee' | 'order' | 'answer';
type CaptureColumn = 'hold' | 'payer' | 'payee' | 'capture' | 'answer';

function decideRowOf(row: Record<TransferColumn, string>) {
  const source = accountOf('acc_payer', row.payer);
  const destination = accountOf('acc_payee', row.payee);
  return decide(orderOf(row.order), source, destination, TERMS);
}

describe('a transfer', () => {
  test.each(rowsOf<TransferColumn>(TRANSFERS))(
    'of $order from ($payer) to ($payee): $answer',
    (row) => {
      expect(answerOf(decideRowOf(row))).toBe(plainAnswer(row.answer));
    },
  );

  test('is two legs of the amount: the payer is debited, the payee credited', () => {
    const row = { payer: 'active 100', payee: 'active 7', order: '40', answer: '' };
    expect(decideRowOf(row)).toEqual({
      kind: 'post',
      legs: [
        { accountId: 'acc_payer', direction: 'debit', amount: 40n, balanceAfter: 60n },
        { accountId: 'acc_payee', direction: 'credit', amount: 40n, balanceAfter: 47n },
      ],
    });
  });
});

describe('the earliest of several reasons in the catalogue refuses', () => {
  test.each(rowsOf<TransferColumn>(PRECEDENCE))(
    '$order from ($payer) to ($payee): $answer',
    (row) => {
      expect(answerOf(decideRowOf(row))).toBe(plainAnswer(row.answer));
    },
  );
});

describe('a capture', () => {
  test.each(rowsOf<CaptureColumn>(CAPTURES))(
    'of $capture of ($hold) from ($payer) to ($payee): $answer',
    (row) => {
      const source = accountOf('acc_payer', row.payer);
      const hold = holdOf(row.hold);
      const payee = accountOf('acc_payee', row.payee);
      const destination = { ...payee, pendingIn: payee.pendingIn + hold.amount };
      const decision = decideCapture(hold, BigInt(row.capture), source, destination);
      expect(answerOf(decision)).toBe(plainAnswer(row.answer));
    },
  );
});

describe('a reversal', () => {
  test.each(rowsOf<ReversalColumn>(REVERSALS))(
    'of $amount of ($booked, $reversed) from ($payer) to ($payee): $answer',
    (row) => {
      const amounts = {
        amountPosted: BigInt(row.booked),
        amountReversed: BigInt(row.reversed),
      };
      const [amount = '', negative] = row.amount.split(' ');
      const order = { amount: BigInt(amount), allowNegative: negative === 'negative' };
      const source = accountOf('acc_payer', row.payer);
      const decision = decideReversal(amounts, order, source, accountOf('acc_payee', row.payee));
      expect(answerOf(decision)).toBe(plainAnswer(row.answer));
    },
  );
});
