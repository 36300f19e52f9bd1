// The combined value of balances in several currencies: exact, rounded once, down.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, exponentOf } from '../../ledger/currency.ts';
import { decimalOf, type RateTable } from '../../ledger/rates.ts';
import { computeValue, type Holding } from '../../ledger/valuation.ts';

function tableOf(rates: Record<string, string>): RateTable {
  const entries = Object.entries({ EUR: '1', ...rates }).map(([code, text]) => {
    const rate = decimalOf(text);
    if (!rate) throw new Error(text);
    return [code, rate] as const;
  });
  return { source: 'test', base: 'EUR', asOf: 0, rates: new Map(entries) };
}

const TABLE = tableOf({ USD: '1.25', JPY: '160', KWD: '0.3333' });
const totalValue = (currency: string, ...holdings: [string, bigint][]) =>
  computeValue(
    currency,
    holdings.map(([code, amount]) => ({ currency: code, amount })),
    TABLE,
  );

describe('a valuation', () => {
  test('counts a yen as one minor unit and a dinar as a thousand', () => {
    expect(totalValue('EUR', ['JPY', 160n])).toEqual({ kind: 'valued', amount: 100n });
    expect(totalValue('JPY', ['EUR', 100n])).toEqual({ kind: 'valued', amount: 160n });
    expect(totalValue('KWD', ['EUR', 10_000n])).toEqual({ kind: 'valued', amount: 33_330n });
    expect(totalValue('USD', ['EUR', 100n], ['USD', 1n], ['JPY', 160n])).toEqual({
      kind: 'valued',
      amount: 251n,
    });
  });

  test('rounds once and down, even below zero', () => {
    // 0.625 cents each: three are 1.875, not three times zero.
    expect(totalValue('EUR', ['JPY', 1n], ['JPY', 1n], ['JPY', 1n])).toEqual({
      kind: 'valued',
      amount: 1n,
    });
    expect(totalValue('EUR', ['JPY', -1n])).toEqual({ kind: 'valued', amount: -1n });
    expect(totalValue('EUR')).toEqual({ kind: 'valued', amount: 0n });
  });

  test('needs no rate for holdings in the target currency', () => {
    const holdings = [{ currency: 'SEK', amount: 7n }];
    expect(computeValue('SEK', holdings, null)).toEqual({ kind: 'valued', amount: 7n });
  });

  test('names the missing rate', () => {
    expect(totalValue('EUR', ['SEK', 1n])).toEqual({ kind: 'no_rate', currency: 'SEK' });
    expect(totalValue('SEK', ['EUR', 1n])).toEqual({ kind: 'no_rate', currency: 'SEK' });
    expect(computeValue('EUR', [{ currency: 'USD', amount: 1n }], null)).toMatchObject({
      kind: 'no_rate',
    });
  });

  test('never exceeds the exact value, and is less than one minor unit below it', () => {
    const holding = fc.record<Holding>({
      currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
      amount: fc.bigInt(-(2n ** 60n), 2n ** 60n),
    });
    const expected = fc.constantFrom(...CURRENCIES.map(({ code }) => code));
    fc.assert(
      fc.property(fc.array(holding, { maxLength: 6 }), expected, (holdings, currency) => {
        const rates = { USD: '1.25', JPY: '160', KWD: '0.3333' };
        const table = tableOf(currency in rates ? rates : { ...rates, [currency]: '3.07' });
        const valued = computeValue(currency, holdings, table);
        if (valued.kind !== 'valued') throw new Error(valued.currency);
        // Rates in units of 1e-30 of the base currency, far below any rounding.
        const scale = 10n ** 40n;
        const perUnit = (code: string) => table.rates.get(code) ?? { units: 1n, scale: 0 };
        const inBase = ({ currency: code, amount }: Holding) => {
          const { units, scale: places } = perUnit(code);
          return (
            (amount * scale * 10n ** BigInt(places)) / (units * 10n ** BigInt(exponentOf(code)))
          );
        };
        const total = holdings.map(inBase).reduce((sum, value) => sum + value, 0n);
        const unit = inBase({ currency, amount: 1n });
        const short = total - inBase({ currency, amount: valued.amount });
        const noise = 10n;
        expect(short > -noise && short < unit + noise).toBe(true);
      }),
    );
  });
});
