// Rates and prices for figures that can be calculated by hand.

import { describe, expect, test } from 'vitest';
import { priceOf, shownRatesOf } from '../../ledger/exchange.ts';
import { decimalOf, formatDecimal, roundRatio } from '../../ledger/rates.ts';
import { makeRateTable } from '../kit/money/market.ts';

const TABLE = makeRateTable({ USD: '1.1172', JPY: '175.68', KWD: '0.34', IDR: '20275.17' });

function priceFor(
  from: string,
  to: string,
  fixed: 'source' | 'destination',
  amount: bigint,
  spreadBps = 0,
) {
  const ask = { sourceCurrency: from, destinationCurrency: to, fixed, amount };
  const pricing = priceOf(ask, TABLE, spreadBps);
  if (pricing.kind !== 'priced') throw new Error(pricing.kind);
  return pricing.price;
}

describe('a decimal rate', () => {
  test.each([
    ['1', '1'],
    ['1.1172', '1.1172'],
    ['001.50', '1.5'],
    ['1e-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['20275.17', '20275.17'],
  ])('%s is read exactly', (text, plain) => {
    const decimal = decimalOf(text);
    expect(decimal && formatDecimal(decimal)).toBe(plain);
  });

  test.each([
    '',
    ' 1',
    '0',
    '0.000',
    '-1',
    '+1',
    '1,5',
    '1.',
    '.5',
    'NaN',
    'Infinity',
    '0x10',
    '1e999',
    'null',
    '1'.repeat(40),
  ])('%j is refused', (text) => expect(decimalOf(text)).toBeNull());

  test('has 15 significant digits after rounding, whatever its size', () => {
    const third = { top: 1n, bottom: 3n };
    expect(formatDecimal(roundRatio(third, 'down'))).toBe(`0.${'3'.repeat(15)}`);
    expect(formatDecimal(roundRatio({ top: 2n, bottom: 3n }, 'nearest'))).toBe(
      `0.${'6'.repeat(14)}7`,
    );
    expect(formatDecimal(roundRatio({ top: 1n, bottom: 3_000_000n }, 'up'))).toBe(
      `0.000000${'3'.repeat(14)}4`,
    );
    expect(formatDecimal(roundRatio({ top: 20_000n, bottom: 3n }, 'down'))).toBe(
      '6666.66666666666',
    );
  });
});

describe('an exchange price', () => {
  test('converts cents into cents at the rate, and the rest of a cent stays with the bank', () => {
    expect(priceFor('EUR', 'USD', 'source', 999n)).toEqual({
      rate: '1.1172',
      midRate: '1.1172',
      sourceAmount: 999n,
      destinationAmount: 1116n, // 11.160828
      feeAmount: 0n,
    });
  });

  test('rounds the source up to the next cent when the destination is fixed', () => {
    expect(priceFor('EUR', 'USD', 'destination', 1116n).sourceAmount).toBe(999n); // 9.98926
  });

  test('handles currencies without decimals and with three', () => {
    expect(priceFor('EUR', 'JPY', 'source', 10_000n).destinationAmount).toBe(17_568n);
    expect(priceFor('JPY', 'EUR', 'source', 17_568n).destinationAmount).toBe(9_999n);
    expect(priceFor('EUR', 'KWD', 'source', 10_000n).destinationAmount).toBe(34_000n);
    expect(priceFor('KWD', 'JPY', 'source', 1_000n).destinationAmount).toBe(516n); // 516.705…
  });

  test('takes the spread off the middle rate and states the resulting cost', () => {
    const price = priceFor('EUR', 'USD', 'source', 100_000n, 50);
    expect(price).toMatchObject({ rate: '1.111614', midRate: '1.1172' });
    expect(price.destinationAmount).toBe(111_161n); // 1,111.614
    expect(price.feeAmount).toBe(559n); // 1,117.20 − 1,111.61
  });

  test('does not exist when a side would be less than one minor unit or past 2^53 − 1', () => {
    const ask = { sourceCurrency: 'IDR', destinationCurrency: 'EUR', fixed: 'source' } as const;
    expect(priceOf({ ...ask, amount: 20_276n }, TABLE, 0).kind).toBe('priced');
    expect(priceOf({ ...ask, amount: 20_275n }, TABLE, 0).kind).toBe('out_of_range');
    const inverseExchange = {
      sourceCurrency: 'EUR',
      destinationCurrency: 'IDR',
      fixed: 'source',
    } as const;
    expect(priceOf({ ...inverseExchange, amount: 2n ** 53n - 1n }, TABLE, 0).kind).toBe(
      'out_of_range',
    );
  });

  test('does not exist without a rate, and the refusal names the currency', () => {
    const ask = { fixed: 'source', amount: 1n, sourceCurrency: 'EUR' } as const;
    const pricing = priceOf({ ...ask, destinationCurrency: 'BHD' }, TABLE, 0);
    expect(pricing).toEqual({ kind: 'no_rate', currency: 'BHD' });
    const other = priceOf({ ...ask, sourceCurrency: 'BHD', destinationCurrency: 'EUR' }, TABLE, 0);
    expect(other).toEqual({ kind: 'no_rate', currency: 'BHD' });
  });
});

test('bid and ask are the rates of the two directions', () => {
  const prices = shownRatesOf(TABLE, 'EUR', 'USD', 100, 10_000n);
  expect(prices).toMatchObject({ mid: '1.1172', bid: '1.106028', converted: 11_060n });
  expect(prices.ask).toMatch(/^1\.12848484848/); // 1.1172 / 0.99
});
