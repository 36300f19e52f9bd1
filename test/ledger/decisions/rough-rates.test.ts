import { expect, test } from 'vitest';
import { CURRENCIES } from '../../../ledger/currency.ts';
import { roughEuros } from '../../../ledger/decisions/rough-rates.ts';

/** Currencies that the European Central Bank quotes, for which exact rates exist. */
const EXACT_CURRENCIES = new Set(
  (
    'EUR USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP ' +
    'SGD THB ZAR'
  ).split(' '),
);

test('every accepted currency that the central bank does not quote has an approximate rate', () => {
  const unknown = CURRENCIES.filter(
    ({ code }) => !EXACT_CURRENCIES.has(code) && roughEuros(1, code) === null,
  );
  expect(unknown).toEqual([]);
});

test('the approximate value of an amount has the right order of magnitude', () => {
  expect(roughEuros(5_910, 'EGP')).toBeCloseTo(100);
  expect(roughEuros(156_000_000, 'IRR')).toBeCloseTo(100);
  expect(roughEuros(1, 'KWD')).toBeGreaterThan(2);
  expect(roughEuros(1, 'XYZ')).toBeNull();
});
