// Compares an account below zero and its fees with a small model: for any payments, deposits and
// waiting times, the use, the fees and their status follow the terms.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settleTransactions, startDueSchedules } from '../../../db/money/calls.ts';
import { setOverdraft } from '../../../db/overdrafts/acts.ts';
import type { FeePolicy, FeeStatus } from '../../../ledger/overdraft.ts';
import {
  acceptIn,
  cause,
  fundIn,
  openAccountIn,
  openCustomer,
  TENANT,
} from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { stoppedClock, violationsOf } from '../sqlite-rig.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WORKFLOW = { id: 'test', runId: 'test' };
const START_TIME = Math.floor(Date.now() / DAY) * DAY + 6 * HOUR;

interface Terms extends FeePolicy {
  readonly limit: number;
}

interface Fee {
  readonly drawnAt: number;
  status: FeeStatus;
}

/** The expected result, computed without the ledger. */
class Model {
  balance = 0;
  readonly fees: Fee[] = [];
  private readonly terms: Terms;
  constructor(terms: Terms) {
    this.terms = terms;
  }

  pay(amount: number, now: number): boolean {
    if (amount > this.balance + this.terms.limit) return false;
    this.balance -= amount;
    if (this.balance < -this.terms.graceAmount) {
      this.fees.push({ drawnAt: now, status: 'pending' });
    }
    return true;
  }

  payIn(amount: number, now: number): void {
    this.balance += amount;
    if (this.balance < -this.terms.graceAmount) return;
    for (const fee of this.pending()) if (this.dueAt(fee) > now) fee.status = 'waived';
  }

  bill(now: number): void {
    const due = this.pending().filter((fee) => this.dueAt(fee) <= now);
    for (const fee of due) {
      const isFull = this.ofDay(fee).length >= this.terms.maxPerDay;
      fee.status = isFull ? 'capped' : 'billed';
    }
    for (const fee of due.filter(({ status }) => status === 'billed')) {
      const canPay = this.terms.perItem <= this.balance + this.terms.limit;
      fee.status = canPay ? 'charged' : 'uncollected';
      if (canPay) this.balance -= this.terms.perItem;
    }
  }

  private readonly pending = () => this.fees.filter(({ status }) => status === 'pending');
  private readonly dueAt = (fee: Fee) => fee.drawnAt + this.terms.gracePeriodHours * HOUR;
  private ofDay({ drawnAt }: Fee): Fee[] {
    return this.fees.filter(
      (fee) =>
        Math.floor(fee.drawnAt / DAY) === Math.floor(drawnAt / DAY) &&
        (fee.status === 'billed' || fee.status === 'charged'),
    );
  }
}

async function openBank(terms: Terms) {
  const clock = stoppedClock(START_TIME);
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const customerId = await openCustomer(ledger);
  const account = await openAccountIn(ledger, TENANT, customerId, 0);
  const { limit, ...feePolicy } = terms;
  await ledger.run(setOverdraft, {
    tenantId: TENANT,
    accountId: account,
    terms: {
      limit,
      mode: 'allow',
      linkedAccountId: null,
      feePolicy,
      consentAt: START_TIME,
    },
    ifVersion: null,
    requestHash: Buffer.alloc(32, 1),
    cause,
  });
  const { raw } = ledger.database;
  const posted = raw.prepare<[string], number>('SELECT posted FROM accounts WHERE id = ?').pluck();
  const fees = raw
    .prepare<[string], FeeStatus>(
      'SELECT status FROM overdraft_fees WHERE account_id = ? ORDER BY transaction_id',
    )
    .pluck();
  return {
    ledger,
    clock,
    account,
    balance: () => posted.get(account),
    fees: () => fees.all(account),
    async pay(amount: number) {
      const order = { type: 'withdrawal' as const, amount, sourceAccountId: account };
      const { id } = await acceptIn(ledger, order);
      const [settled] = await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
      return settled?.status === 'posted';
    },
    async bill() {
      const { transactionIds } = await ledger.run(startDueSchedules, null);
      await ledger.run(settleTransactions, { ids: transactionIds, workflow: WORKFLOW });
    },
  };
}

const terms = fc.record({
  limit: fc.integer({ min: 0, max: 300 }),
  perItem: fc.integer({ min: 1, max: 60 }),
  gracePeriodHours: fc.constantFrom(0, 1, 24),
  graceAmount: fc.integer({ min: 0, max: 50 }),
  maxPerDay: fc.integer({ min: 1, max: 3 }),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), by: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant('payIn' as const), by: fc.integer({ min: 1, max: 150 }) }),
  fc.record({ kind: fc.constant('wait' as const), by: fc.integer({ min: 1, max: 30 }) }),
);

test('overdraft use, fees and balance follow the terms after each step', async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.array(step, { minLength: 4, maxLength: 30 }),
      async (ownFunds, steps) => {
        const model = new Model(ownFunds);
        const bank = await openBank(ownFunds);
        for (const { kind, by } of steps) {
          const now = bank.clock.now();
          if (kind === 'pay') expect(await bank.pay(by)).toBe(model.pay(by, now));
          if (kind === 'payIn') {
            await fundIn(bank.ledger, TENANT, bank.account, by);
            model.payIn(by, now);
          }
          if (kind === 'wait') {
            bank.clock.move(by * HOUR);
            await bank.bill();
            model.bill(bank.clock.now());
          }
          expect(bank.balance()).toBe(model.balance);
          expect(bank.fees()).toEqual(model.fees.map(({ status }) => status));
        }
        expect(violationsOf(bank.ledger, bank.clock.now())).toEqual([]);
        bank.ledger.close();
      },
    ),
    { numRuns: isDeep ? 60 : 12 },
  );
});
