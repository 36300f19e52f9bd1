// The life cycle of an account and the figures derived from its stored state.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  availableOf,
  canAccountBecome,
  overdraftUsedOf,
  spendableOf,
} from '../../ledger/account.ts';

const TRANSITIONS: Readonly<Record<AccountStatus, readonly AccountStatus[]>> = {
  pending: ['active', 'rejected', 'closed'],
  active: ['frozen', 'dormant', 'closed'],
  frozen: ['active', 'closed'],
  dormant: ['active', 'closed'],
  closed: [],
  rejected: [],
};

const pairs = ACCOUNT_STATUSES.flatMap((from) => ACCOUNT_STATUSES.map((to) => ({ from, to })));

describe('the life of an account', () => {
  test.each(pairs)(
    'allows the change from $from to $to exactly when it is published',
    ({ from, to }) => {
      expect(canAccountBecome(from, to)).toBe(TRANSITIONS[from].includes(to));
    },
  );

  test('has no change to the same status, and can end in `closed` for every account that was active', () => {
    for (const status of ACCOUNT_STATUSES) {
      expect(canAccountBecome(status, status)).toBe(false);
      expect(canAccountBecome(status, 'closed')).toBe(!['closed', 'rejected'].includes(status));
    }
  });
});

describe('the figures of an account', () => {
  const amount = fc.bigInt(-(2n ** 53n), 2n ** 53n);
  const size = fc.bigInt(0n, 2n ** 53n);
  const account = fc.record({ posted: amount, held: size, overdraftLimit: size });

  test.each([
    [{ posted: 100n, held: 30n, overdraftLimit: 0n }, 70n, 70n, 0n],
    [{ posted: 100n, held: 30n, overdraftLimit: 50n }, 70n, 120n, 0n],
    [{ posted: -20n, held: 0n, overdraftLimit: 50n }, -20n, 30n, 20n],
    [{ posted: 10n, held: 30n, overdraftLimit: 50n }, -20n, 30n, 20n],
    [{ posted: -50n, held: 0n, overdraftLimit: 50n }, -50n, 0n, 50n],
    [{ posted: 0n, held: 0n, overdraftLimit: 0n }, 0n, 0n, 0n],
  ])(
    'of %o: available %s, spendable %s, overdraft used %s',
    (account, available, spendable, used) => {
      expect([availableOf(account), spendableOf(account), overdraftUsedOf(account)]).toEqual([
        available,
        spendable,
        used,
      ]);
    },
  );

  test('agree on available, spendable and remaining overdraft for any amounts', () => {
    fc.assert(
      fc.property(account, (account) => {
        const used = overdraftUsedOf(account);
        expect(availableOf(account)).toBe(account.posted - account.held);
        expect(used >= 0n).toBe(true);
        // The spendable amount is the available balance plus the unused overdraft.
        const ownAvailable = availableOf(account) > 0n ? availableOf(account) : 0n;
        expect(spendableOf(account)).toBe(ownAvailable + account.overdraftLimit - used);
      }),
    );
  });
});
