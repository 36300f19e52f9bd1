// Payment networks: the transitions of a payment, the payments that a batch cannot contain, and the
// reasons that stop the booking of money that a network has moved already.

import { describe, expect, test } from 'vitest';
import type { LedgerAccount } from '../../ledger/account.ts';
import { isRailEdge, meaningOf, networkOf, RAIL_STATUSES } from '../../ledger/rail.ts';
import { decide, decideCapture, decideReversal } from '../../ledger/transfer.ts';

const ACCOUNT: LedgerAccount = {
  id: 'acc_1',
  kind: 'customer',
  currency: 'EUR',
  status: 'active',
  debitsBlocked: false,
  creditsBlocked: false,
  posted: 1_000n,
  held: 0n,
  pendingIn: 0n,
  overdraftLimit: 0n,
};
const BANK: LedgerAccount = { ...ACCOUNT, id: 'settlement/EUR/t', kind: 'settlement', posted: 0n };
const ORDER = { amount: 100n, currency: 'EUR', capture: 'automatic', rail: 'ach' } as const;
const TERMS = { closedRails: [], limits: null };

describe('a payment through a network', () => {
  test('is held until the network has settled it, unless it waits for a capture first', () => {
    const order = { ...ORDER, network: 'ach' as const };
    expect(decide(order, ACCOUNT, BANK, TERMS)).toEqual({ kind: 'submit', amount: 100n });
    const manual = { ...order, capture: 'manual' as const };
    expect(decide(manual, ACCOUNT, BANK, TERMS)).toEqual({ kind: 'hold', amount: 100n });
  });

  test('is refused in an atomic batch, which cannot wait, and submitted in another batch', () => {
    const order = { ...ORDER, network: 'ach' as const, canWaitForNetwork: false };
    expect(decide(order, ACCOUNT, BANK, TERMS)).toMatchObject({
      rejection: { code: 'rail_unavailable', pointer: '/externalParty/method' },
    });
    const travelling = { ...ORDER, network: 'ach' as const, canWaitForPerson: false };
    expect(decide(travelling, ACCOUNT, BANK, TERMS).kind).toBe('submit');
  });

  test('is booked after settlement, although its payer was frozen meanwhile', () => {
    const frozen = { ...ACCOUNT, status: 'frozen' as const, held: 100n };
    const hold = { amount: 100n, expired: false };
    expect(decideCapture(hold, 100n, frozen, BANK).kind).toBe('decline');
    expect(decideCapture({ ...hold, isMovedByNetwork: true }, 100n, frozen, BANK).kind).toBe(
      'post',
    );
  });

  test('is not booked after settlement when its payee was closed meanwhile', () => {
    const closed = { ...ACCOUNT, status: 'closed' as const, pendingIn: 100n };
    const hold = { amount: 100n, expired: false, isMovedByNetwork: true };
    expect(decideCapture(hold, 100n, BANK, closed)).toMatchObject({
      rejection: { code: 'account_closed' },
    });
  });

  test('is taken back from a frozen account when returned, even below zero', () => {
    const empty = { ...ACCOUNT, status: 'frozen' as const, posted: 0n };
    const booked = { amountPosted: 100n, amountReversed: 0n };
    const order = { amount: 100n, allowNegative: true };
    expect(decideReversal(booked, order, empty, BANK).kind).toBe('decline');
    expect(decideReversal(booked, { ...order, isReturn: true }, empty, BANK).kind).toBe('post');
    const closed = { ...empty, status: 'closed' as const };
    expect(decideReversal(booked, { ...order, isReturn: true }, closed, BANK)).toMatchObject({
      rejection: { code: 'account_closed' },
    });
  });
});

test('the methods book and cash belong to no payment network', () => {
  expect(['book', 'cash', null, undefined].map((value) => networkOf(value as never))).toEqual([
    ...[null, null, null, null],
  ]);
  expect(networkOf('sepa')).toBe('sepa');
});

test('a returned, rejected or canceled payment stays in that state', () => {
  for (const from of ['returned', 'rejected', 'canceled'] as const) {
    expect(RAIL_STATUSES.filter((to) => isRailEdge(from, to))).toEqual([]);
  }
  expect(RAIL_STATUSES.filter((to) => isRailEdge('settled', to))).toEqual(['returned']);
  // A payment that is being submitted cannot be canceled.
  expect(RAIL_STATUSES.filter((to) => isRailEdge('submitting', to))).toEqual([
    'submitted',
    'rejected',
  ]);
});

test('an unknown network code has a description too', () => {
  expect(meaningOf('ach', 'R01')).toBe('The funds do not suffice.');
  expect(meaningOf('ach', 'R99')).toMatch(/without a known meaning/);
});
