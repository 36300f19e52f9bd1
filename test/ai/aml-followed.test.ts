// The search for circles reads the payments of others: how much of an account it reads depends on
// what it paid, not on what it was paid, and other requests have a turn after some milliseconds.

import { expect, test } from 'vitest';
import type { Flow } from '../../ai/aml/flow.ts';
import { createPauseWhenDue, followPayments } from '../../ai/aml/loading.ts';
import { findRoundTrip } from '../../ai/aml/round-trip.ts';
import type { AmlPaymentRow, AmlReads } from '../../db/aml/flows.ts';
import type { Market } from '../../db/exchange/market.ts';

const DAY = 86_400_000;
const EUROS = 500_000;

function payment(hop: number, payer: string, payee: string): AmlPaymentRow {
  return { transactionId: `txn_${payer}`, at: hop * DAY, amount: EUROS, payer, payee };
}

/** A chain of accounts, each paying the next one a day later; the last one pays the first. */
function circleOf(length: number, since?: number, cents = EUROS) {
  const rows = new Map<string, AmlPaymentRow[]>();
  for (let hop = 1; hop < length; hop += 1) {
    const [payer, payee] = [`acc_${hop}`, `acc_${(hop + 1) % length}`];
    rows.set(payer, [payment(hop, payer, payee)]);
  }
  const read: string[] = [];
  const sequences: AmlPaymentRow[] = [];
  let readInTurn = 0;
  let max = 0;
  const reads = {
    account: (_: string, id: string) => ({ id, customerId: id, currency: 'EUR', openedAt: 0 }),
    debits: (accountId: string) => {
      read.push(accountId);
      return (rows.get(accountId) ?? []).map((row) => sequences.push(row) - 1);
    },
    payment(sequence: number) {
      readInTurn += 1;
      max = Math.max(max, readInTurn);
      setImmediate(() => {
        readInTurn = 0;
      });
      const until = performance.now() + 6;
      while (performance.now() < until);
      return sequences[sequence];
    },
  } as unknown as AmlReads;
  const market = { rates: () => null } as unknown as Market;
  const period = { from: 0, to: 100 * DAY };
  const pause = createPauseWhenDue(() => new Promise(setImmediate));
  const followed = followPayments({ tenantId: 'dev', period, now: 0, reads, market, pause });
  const flow = (party: string): Flow => ({
    ...{ transactionId: `txn_${party}`, at: 0, direction: 'out', amountMinor: cents },
    ...{ euros: cents / 100, party, isOwn: false, isOutside: false, country: null },
  });
  const account = {
    ...{ accountId: 'acc_0', customerId: 'cus_0', currency: 'EUR', openedAt: 0 },
    ...{ lastBefore: null, knownParties: new Set<string>(), flows: [flow('acc_1')] },
  };
  const search = () => findRoundTrip(account, followed.paymentsOf, since);
  return { followed, search, read, most: () => max };
}

test('a circle is found through every account on its way, and each account is read once', async () => {
  const { followed, search, read, most } = circleOf(7);
  await followed.readUntilComplete(search);
  expect(search().triggered).toBe(true);
  expect(read).toEqual(['acc_1', 'acc_2', 'acc_3', 'acc_4', 'acc_5', 'acc_6']);
  expect(followed.isTruncated()).toBe(false);
  expect(most()).toBe(1);
});

test('a search that would follow too many accounts stops and reports that it is incomplete', async () => {
  const { followed, read } = circleOf(3);
  let callCount = 0;
  await followed.readUntilComplete(() => {
    for (let n = 0; n <= callCount; n += 1) followed.paymentsOf(`acc_many_${n}`);
    callCount += 50;
  });
  expect(read).toHaveLength(100);
  expect(followed.isTruncated()).toBe(true);
});

test('a search for circles since a time follows only large payments from that time on', async () => {
  const recent = circleOf(4, 0);
  await recent.followed.readUntilComplete(recent.search);
  expect(recent.search().triggered).toBe(true);
  expect(recent.read).toEqual(['acc_1', 'acc_2', 'acc_3']);
  const old = circleOf(4, 1);
  await old.followed.readUntilComplete(old.search);
  expect(old.search().triggered).toBe(false);
  expect(old.read).toEqual([]);
  const smallCircle = circleOf(4, 0, 99_999);
  await smallCircle.followed.readUntilComplete(smallCircle.search);
  expect(smallCircle.read).toEqual([]);
});
