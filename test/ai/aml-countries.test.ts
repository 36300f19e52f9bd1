// The rule about countries that the FATF lists: the payments that trigger it, and those that it
// ignores.

import { describe, expect, test } from 'vitest';
import { findHighRiskCountry } from '../../ai/aml/countries.ts';
import type { AccountFlows, Flow } from '../../ai/aml/flow.ts';
import { FATF } from '../../ledger/decisions/fatf.ts';
import { DAY_MS } from '../../ledger/durations.ts';

const START_TIME = Date.UTC(2026, 0, 1);
let number = 0;
function payment(country: string | null, euros: number | null, day = 0): Flow {
  number += 1;
  return {
    ...{ transactionId: `txn_${number}`, at: START_TIME + day * DAY_MS, direction: 'out' },
    ...{ amountMinor: 100, euros, party: `outside/${number}`, isOwn: false },
    ...{ isOutside: true, country },
  };
}
function accountOf(...flows: Flow[]): AccountFlows {
  const account = {
    accountId: 'acc_1',
    customerId: 'cust_1',
    currency: 'EUR',
    openedAt: START_TIME,
  };
  return { ...account, lastBefore: null, knownParties: new Set(), flows };
}

describe('the rule about high-risk countries', () => {
  test.each(FATF.callForAction)(
    'is triggered by one payment with %s, even without an exchange rate',
    (code) => {
      const paid = payment(code, null);
      const finding = findHighRiskCountry(accountOf(payment('DE', 10_000), paid));
      expect(finding).toMatchObject({ status: 'run', triggered: true });
      expect(finding.evidence?.transactionIds).toEqual([paid.transactionId]);
    },
  );

  test('is triggered by three payments of 5,000 together within 30 days under monitoring', () => {
    const [country] = FATF.increasedMonitoring;
    const three = [0, 10, 29].map((day) => payment(country, 1_700, day));
    expect(findHighRiskCountry(accountOf(...three))).toMatchObject({ triggered: true });
    const smallPayments = [0, 10, 29].map((day) => payment(country, 1_600, day));
    const slowPayments = [0, 16, 32].map((day) => payment(country, 1_700, day));
    const second = [0, 10].map((day) => payment(country, 5_000, day));
    for (const flows of [smallPayments, slowPayments, second]) {
      const finding = findHighRiskCountry(accountOf(...flows));
      expect(finding).toMatchObject({ status: 'run', triggered: false });
      expect(finding.score).toBeGreaterThan(0);
    }
  });

  test('does not run where no party has a country, and finds nothing for other countries', () => {
    const unknownFinding = findHighRiskCountry(accountOf(payment(null, 9_000)));
    expect(unknownFinding).toMatchObject({ status: 'not_run', reason: 'no_country' });
    for (const flows of [[], [payment('DE', 9_000), payment(null, 9_000)]]) {
      const finding = findHighRiskCountry(accountOf(...flows));
      expect(finding).toMatchObject({ status: 'run', triggered: false, score: 0 });
    }
  });
});

test('the FATF lists name each country once, and state their dates', () => {
  const all = [...FATF.callForAction, ...FATF.increasedMonitoring];
  expect(new Set(all).size).toBe(all.length);
  const names = new Intl.DisplayNames('en', { type: 'region' });
  for (const code of all) expect(names.of(code)).not.toBe(code);
  expect(FATF.asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
});
