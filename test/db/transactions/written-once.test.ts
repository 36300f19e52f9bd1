// A transfer that is accepted and posted in one commit is written once. A row that another table
// refers to is first written as accepted, then updated.

import { expect, test } from 'vitest';
import { acquireLane, bookGroup } from '../../../db/money/lane.ts';
import { setOverdraft } from '../../../db/overdrafts/acts.ts';
import type { LaneOutcome } from '../../../db/transactions/port.ts';
import { readTimeline } from '../../../db/transactions/reads.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { statementsIn } from '../plans-in.ts';
import { stoppedClock, violationsOf } from '../sqlite-rig.ts';
import { causeOf, type DraftFields, draftOf, hashOf, tellerOf } from '../teller.ts';

async function openBooks() {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const { raw } = ledger.database;
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void raw.exec(sql),
  });
  const [from, to] = [await teller.account({ funds: 100 }), await teller.account()];
  await ledger.run(acquireLane, 'here');
  const eventsOf = raw
    .prepare<[string], string>('SELECT type FROM events WHERE object_id = ? ORDER BY row')
    .pluck();
  async function describeOutcome(outcome: LaneOutcome, changes: number) {
    if (typeof outcome !== 'object' || !('settled' in outcome)) throw outcome;
    const { id } = outcome.accepted;
    return {
      status: outcome.settled?.status,
      events: eventsOf.all(id),
      steps: (await readTimeline(ledger, id)).steps.map(({ status }) => status),
      changes,
    };
  }
  return {
    ledger,
    teller,
    from,
    to,
    /** Books a transaction; returns its status, its events and how often its row was changed. */
    async book(fields: DraftFields) {
      const order = draftOf(teller.tenantId, { from, to, ...fields });
      let outcome: LaneOutcome = 'fault';
      const changes = await statementsIn(
        ledger,
        async () => {
          const group = await ledger.run(bookGroup, {
            holder: 'here',
            requests: [{ act: 'accept', order }],
            workflows: { ownCount: 1, shared: null },
          });
          [outcome = 'fault'] = group?.outcomes ?? [];
        },
        'UPDATE transactions',
      );
      return describeOutcome(outcome, changes);
    },
    close() {
      expect(violationsOf(ledger, clock.now())).toEqual([]);
      ledger.close();
    },
  };
}

test('a transfer that is posted at once is written once, with two steps and two events', async () => {
  const books = await openBooks();
  expect(await books.book({ amount: 10, key: 'once' })).toEqual({
    status: 'posted',
    events: ['transaction.created', 'transaction.posted'],
    steps: ['pending', 'posted'],
    changes: 0,
  });
  books.close();
});

test('a transfer that is declined or held is written as accepted, then changed', async () => {
  const books = await openBooks();
  const declined = await books.book({ amount: 101 });
  expect([declined.status, declined.steps, declined.changes]).toEqual([
    'declined',
    ['pending', 'declined'],
    1,
  ]);
  const heldPayment = await books.book({ amount: 5, capture: 'manual' });
  expect([heldPayment.status, heldPayment.steps, heldPayment.changes]).toEqual([
    'pending',
    ['pending', 'pending'],
    1,
  ]);
  books.close();
});

test('a transfer into an overdraft, whose fee names it, is written before the fee', async () => {
  const books = await openBooks();
  const { ledger, teller, from } = books;
  await ledger.run(setOverdraft, {
    tenantId: teller.tenantId,
    accountId: from,
    terms: {
      limit: 500,
      mode: 'allow',
      linkedAccountId: null,
      feePolicy: { perItem: 3, gracePeriodHours: 1, graceAmount: 0, maxPerDay: 9 },
      consentAt: ledger.now(),
    },
    ifVersion: null,
    requestHash: hashOf('overdraft'),
    cause: causeOf(),
  });
  const booking = await books.book({ amount: 150 });
  expect([booking.status, booking.changes]).toEqual(['posted', 1]);
  const fees = ledger.database.raw.prepare('SELECT count(*) FROM overdraft_fees').pluck();
  expect(fees.get()).toBe(1);
  const returnPayment = await books.book({ from: books.to, to: from, amount: 1 });
  expect([returnPayment.status, returnPayment.changes]).toEqual(['posted', 1]);
  books.close();
});
