// Prices for all exponents of ISO 4217 (0, 2, 3, 4), all sizes and all spreads, against an exact
// calculation with ratios of whole numbers.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountsAt, clientRate } from '../../ledger/exchange.ts';
import { invertRate, ratioOf } from '../../ledger/rates.ts';

const exponent = fc.constantFrom(0, 2, 3, 4);
const part = fc.bigInt(1n, 10n ** 12n);
const cases = fc.record({
  mid: fc.record({ top: part, bottom: part }),
  spreadBps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9_999 })),
  exponents: fc.record({ source: exponent, destination: exponent }),
  amount: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 2n ** 53n - 1n)),
});
const RUNS = { numRuns: 5_000 };

test('an exchange and the exchange back never gain a minor unit, whichever amounts are fixed', () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ({ mid, spreadBps, exponents, amount }, fixesBack) => {
      const outwardRate = clientRate(mid, spreadBps);
      const inverseRate = clientRate(invertRate(mid), spreadBps);
      const got = amountsAt({ fixed: 'source', amount }, outwardRate, exponents).destination;
      if (got === 0n) return;
      const turned = { source: exponents.destination, destination: exponents.source };
      const returned = fixesBack
        ? amountsAt({ fixed: 'destination', amount }, inverseRate, turned).source >= got
        : amountsAt({ fixed: 'source', amount: got }, inverseRate, turned).destination <= amount;
      expect(returned).toBe(true);
    }),
    RUNS,
  );
});

test('the fixed amount is exact, and the other amount is off by less than one minor unit', () => {
  fc.assert(
    fc.property(cases, ({ mid, spreadBps, exponents, amount }) => {
      const rate = clientRate(mid, spreadBps);
      const { top, bottom } = ratioOf(rate);
      // destination = source × up / down, exactly.
      const up = top * 10n ** BigInt(exponents.destination);
      const down = bottom * 10n ** BigInt(exponents.source);
      const sold = amountsAt({ fixed: 'source', amount }, rate, exponents);
      expect(sold.source).toBe(amount);
      expect(sold.destination * down <= amount * up).toBe(true);
      expect((sold.destination + 1n) * down > amount * up).toBe(true);
      const bought = amountsAt({ fixed: 'destination', amount }, rate, exponents);
      expect(bought.destination).toBe(amount);
      expect(bought.source * up >= amount * down).toBe(true);
      expect((bought.source - 1n) * up < amount * down).toBe(true);
    }),
    RUNS,
  );
});

test('a client rate is never better than the middle rate less the spread, and worse only by rounding', () => {
  fc.assert(
    fc.property(cases, ({ mid, spreadBps }) => {
      const { top, bottom } = ratioOf(clientRate(mid, spreadBps));
      const exact = { top: mid.top * (10_000n - BigInt(spreadBps)), bottom: mid.bottom * 10_000n };
      expect(top * exact.bottom <= exact.top * bottom).toBe(true);
      const lost = exact.top * bottom - top * exact.bottom;
      expect(lost * 10n ** 14n <= exact.top * bottom).toBe(true);
    }),
    RUNS,
  );
});
