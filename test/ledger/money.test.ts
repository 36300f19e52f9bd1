// Amounts survive JSON exactly, are written with the places of their currency, and split without
// loss.

import {
  type Dinero,
  dinero,
  allocate as dineroAllocate,
  toDecimal,
  toSnapshot,
} from 'dinero.js/bigint';
import * as dineroCurrencies from 'dinero.js/bigint/currencies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, currencyOf, exponentOf } from '../../ledger/currency.ts';
import { allocate, formatMinor, MAX_AMOUNT, toJson } from '../../ledger/money.ts';

const inRange = fc.bigInt({ min: -MAX_AMOUNT, max: MAX_AMOUNT });
/** Totals of many accounts may exceed the largest integer that one JSON number holds. */
const ofAnySize = fc.oneof(inRange, fc.bigInt());
const code = fc.constantFrom(...CURRENCIES.map((currency) => currency.code));
/** Small weights produce ties, large weights long divisions; some are zero, never all. */
const weights = fc
  .array(fc.oneof(fc.bigInt(0n, 10n), fc.bigInt(0n, MAX_AMOUNT)), { minLength: 1, maxLength: 40 })
  .filter((list) => list.some((weight) => weight > 0n));

function sumOf(parts: readonly bigint[]): bigint {
  return parts.reduce((sum, part) => sum + part, 0n);
}

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

describe('amounts in JSON', () => {
  test('are limited to the largest safe integer', () => {
    expect(MAX_AMOUNT).toBe(BigInt(Number.MAX_SAFE_INTEGER));
    expect(toJson(MAX_AMOUNT)).toBe(Number.MAX_SAFE_INTEGER);
    expect(toJson(-MAX_AMOUNT)).toBe(Number.MIN_SAFE_INTEGER);
  });

  test('come back unchanged through JSON text', () => {
    fc.assert(
      fc.property(inRange, (amount) => {
        const text = JSON.stringify(toJson(amount));
        expect(BigInt(text)).toBe(amount);
        expect(BigInt(JSON.parse(text))).toBe(amount);
      }),
    );
  });

  test('beyond the limit are refused, never rounded', () => {
    expect(() => toJson(MAX_AMOUNT + 1n)).toThrow(RangeError);
    expect(() => toJson(-MAX_AMOUNT - 1n)).toThrow(RangeError);
    const beyond = fc.bigInt({ min: MAX_AMOUNT + 1n, max: 2n ** 80n });
    fc.assert(
      fc.property(beyond, fc.boolean(), (size, negative) => {
        expect(() => toJson(negative ? -size : size)).toThrow(RangeError);
      }),
    );
  });
});

describe('amounts as text', () => {
  test.each([
    [1234n, 'EUR', '12.34'],
    [1200n, 'EUR', '12.00'],
    [5n, 'EUR', '0.05'],
    [0n, 'EUR', '0.00'],
    [-5n, 'EUR', '-0.05'],
    [-123456n, 'EUR', '-1234.56'],
    [1234n, 'JPY', '1234'],
    [0n, 'JPY', '0'],
    [-10_000n, 'JPY', '-10000'],
    [1234n, 'KWD', '1.234'],
    [7n, 'KWD', '0.007'],
    [-7n, 'KWD', '-0.007'],
    [1_000_000n, 'IDR', '10000.00'],
    [MAX_AMOUNT, 'EUR', '90071992547409.91'],
    [-MAX_AMOUNT, 'JPY', '-9007199254740991'],
    [10n ** 30n, 'USD', '10000000000000000000000000000.00'],
  ])('%s in %s is written %s', (amount, currency, text) => {
    expect(formatMinor(amount, currency)).toBe(text);
  });

  test('read back without their point are the same amount, whatever the exponent', () => {
    fc.assert(
      fc.property(ofAnySize, code, (amount, currency) => {
        expect(BigInt(formatMinor(amount, currency).replace('.', ''))).toBe(amount);
      }),
    );
  });

  test('have exactly the places of their currency, at least one leading digit, and no minus zero', () => {
    fc.assert(
      fc.property(ofAnySize, code, (amount, currency) => {
        const text = formatMinor(amount, currency);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
        expect(text.split('.')[1]?.length ?? 0).toBe(exponentOf(currency));
        expect(text.startsWith('-')).toBe(amount < 0n);
      }),
    );
  });

  test('in an unknown currency are not written, because its places are unknown', () => {
    for (const unknown of ['XAU', 'eur', '']) {
      expect(() => formatMinor(1n, unknown)).toThrow(RangeError);
    }
  });

  test('equal the text of dinero.js in every currency that it holds in tens', () => {
    // MGA and MRU are in fifths there and its toDecimal refuses them.
    const inTens = Object.values(dineroCurrencies).filter(
      (currency) => currencyOf(currency.code) !== null && currency.base === 10n,
    );
    expect(inTens).toHaveLength(CURRENCIES.length - 2);
    fc.assert(
      fc.property(ofAnySize, fc.constantFrom(...inTens), (amount, currency) => {
        expect(formatMinor(amount, currency.code)).toBe(toDecimal(dinero({ amount, currency })));
      }),
    );
  });
});

describe('splitting a total', () => {
  test.each<[bigint, bigint[], bigint[], string]>([
    [100n, [1n, 1n, 1n], [34n, 33n, 33n], 'a tie goes to the lower index'],
    [101n, [1n, 1n, 1n], [34n, 34n, 33n], 'two units left go to the first two of a tie'],
    [-100n, [1n, 1n, 1n], [-34n, -33n, -33n], 'a negative total mirrors the positive one'],
    [12n, [5n, 3n, 2n], [6n, 4n, 2n], 'the largest remainder gets the unit, not the largest part'],
    [5n, [1n, 0n, 1n], [3n, 0n, 2n], 'a zero weight gets nothing'],
    [1n, [1n, 2n], [0n, 1n], 'a single unit goes where most of it belongs'],
    [0n, [3n, 4n], [0n, 0n], 'a total of zero gives only zeros'],
    [7n, [9n], [7n], 'a single weight takes all'],
  ])('%s by %s is %s: %s', (total, weights, parts) => {
    expect(allocate(total, weights)).toEqual(parts);
  });

  test('loses and creates no unit: the parts, one for each weight, add up to the total', () => {
    fc.assert(
      fc.property(ofAnySize, weights, (total, weights) => {
        const parts = allocate(total, weights);
        expect(parts).toHaveLength(weights.length);
        expect(sumOf(parts)).toBe(total);
      }),
    );
  });

  test('gives every part less than one unit away from its exact share', () => {
    fc.assert(
      fc.property(ofAnySize, weights, (total, weights) => {
        const all = sumOf(weights);
        allocate(total, weights).forEach((part, index) => {
          expect(sizeOf(part * all - total * (weights[index] ?? 0n)) < all).toBe(true);
        });
      }),
    );
  });

  test('never gives a larger weight less, nor the earlier of equal weights less', () => {
    fc.assert(
      fc.property(ofAnySize, weights, (total, weights) => {
        const sizes = allocate(total, weights).map(sizeOf);
        const rows = weights.map((weight, index) => ({ weight, size: sizes[index] ?? 0n }));
        // Sorting is stable, so equal weights stay in their order.
        rows.sort((a, b) => (a.weight === b.weight ? 0 : a.weight > b.weight ? -1 : 1));
        rows.forEach(({ size }, rank) => {
          expect(size >= (rows[rank + 1]?.size ?? 0n)).toBe(true);
        });
      }),
    );
  });

  test('gives a negative total exactly the negated parts of the positive total', () => {
    fc.assert(
      fc.property(ofAnySize, weights, (total, weights) => {
        expect(allocate(-total, weights)).toEqual(allocate(total, weights).map((part) => -part));
      }),
    );
  });

  test('depends only on the proportions of the weights, not on their scale', () => {
    fc.assert(
      fc.property(ofAnySize, weights, fc.bigInt(1n, MAX_AMOUNT), (total, weights, scale) => {
        expect(
          allocate(
            total,
            weights.map((weight) => weight * scale),
          ),
        ).toEqual(allocate(total, weights));
      }),
    );
  });

  test('leaves the given weights unchanged', () => {
    const weights = Object.freeze([3n, 1n, 2n]);
    allocate(100n, weights);
    expect(weights).toEqual([3n, 1n, 2n]);
  });

  test.each<[string, bigint[], string]>([
    ['no weights', [], 'at least one weight must be above zero'],
    ['only zero weights', [0n, 0n], 'at least one weight must be above zero'],
    ['a negative weight', [2n, -1n], 'a weight is negative'],
    ['weights that cancel out', [1n, -1n], 'a weight is negative'],
  ])('by %s is refused', (_label, weights, reason) => {
    for (const total of [100n, 0n]) {
      expect(() => allocate(total, weights)).toThrow(RangeError);
      expect(() => allocate(total, weights)).toThrow(reason);
    }
  });
});

describe('splitting compared with dinero.js 2.0.2', () => {
  // dinero.js gives left-over units to the largest weights, we give them to the largest
  // remainders: 12 by 5:3:2 is 7,3,2 there though 5/10 of 12 is exactly 6; ours is 6,4,2.
  function splitWithDinero(total: bigint, weights: readonly bigint[]): bigint[] {
    const dineroTotal: Dinero<bigint> = dinero({ amount: total, currency: dineroCurrencies.EUR });
    return dineroAllocate(dineroTotal, [...weights]).map((part) => toSnapshot(part).amount);
  }

  function distanceFromExactShares(parts: readonly bigint[], weights: readonly bigint[]): bigint {
    const total = sumOf(parts);
    const all = sumOf(weights);
    return sumOf(parts.map((part, index) => sizeOf(part * all - total * (weights[index] ?? 0n))));
  }

  test('splits the same by equal weights', () => {
    fc.assert(
      fc.property(ofAnySize, fc.integer({ min: 1, max: 40 }), (total, count) => {
        const weights = new Array<bigint>(count).fill(1n);
        expect(allocate(total, weights)).toEqual(splitWithDinero(total, weights));
      }),
    );
  });

  test('splits a total that divides without remainder the same', () => {
    fc.assert(
      fc.property(fc.bigInt(-1000n, 1000n), weights, (times, weights) => {
        const total = times * sumOf(weights);
        expect(allocate(total, weights)).toEqual(splitWithDinero(total, weights));
      }),
    );
  });

  test('is never further from the exact shares than that of dinero.js', () => {
    expect(splitWithDinero(12n, [5n, 3n, 2n])).toEqual([7n, 3n, 2n]);
    fc.assert(
      fc.property(ofAnySize, weights, (total, weights) => {
        const dineroParts = splitWithDinero(total, weights);
        expect(sumOf(dineroParts)).toBe(total);
        expect(
          distanceFromExactShares(allocate(total, weights), weights) <=
            distanceFromExactShares(dineroParts, weights),
        ).toBe(true);
      }),
    );
  });
});
