import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeTransferFeatures,
  TRANSFER_FEATURES,
} from '../../../models/features/transfer-features.ts';
import {
  type AccountHistory,
  createHistoryStore,
  type PostedTransfer,
} from '../../../models/features/transfer-history.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START_TIME = Date.UTC(2026, 0, 1);

function nameValues(row: readonly number[]): Record<string, number> {
  return Object.fromEntries(TRANSFER_FEATURES.map(({ name }, index) => [name, row[index]!]));
}

/** A history with these transfers; all parties except those named "outside" were opened a year before. */
function bookOf(transfers: readonly PostedTransfer[]) {
  const book = createHistoryStore();
  const parties = new Set([
    'a',
    'b',
    'c',
    ...transfers.flatMap(({ payer, payee }) => [payer, payee]),
  ]);
  for (const party of parties) {
    if (!party.startsWith('outside')) book.open(party, START_TIME - 365 * DAY);
  }
  for (const transfer of transfers) book.add(transfer);
  return book;
}

const payment = (hours: number, payer: string, payee: string, amountMinor: number) => {
  return { atMs: START_TIME + hours * HOUR, payer, payee, amountMinor };
};

test('a feature row equals the row computed by hand', () => {
  const book = bookOf([
    payment(0, 'a', 'b', 1_000),
    payment(24 * 9, 'a', 'b', 3_000),
    payment(24 * 9 + 20, 'outside-x', 'a', 10_000),
    payment(24 * 9 + 23, 'a', 'c', 2_000),
    payment(24 * 9 + 23.5, 'c', 'b', 500),
  ]);
  const atMs = START_TIME + 10 * DAY - HOUR / 4;
  const ownHistory = book.ofPayer('a', 'b', atMs, 50_000);
  const transfer = { atMs, amountMinor: 4_000, amountReference: 40 };
  const row = nameValues(
    computeTransferFeatures({ transfer, payerHistory: ownHistory, payee: book.ofPayee('b', atMs) }),
  );
  const expected = {
    amountReference: 40,
    amountToOwnMean: 4_000 / 2_000,
    amountToOwnLargest: 4_000 / 3_000,
    balanceDrained: 4_000 / 50_000,
    outCount1h: 1,
    outCount24h: 2,
    outCount7d: 2,
    dayToUsualDay: 9_000 / (6_000 / 90),
    hoursSinceLastOut: 0.75,
    passedThrough24h: 9_000 / 10_000,
    hour: 23,
    usualAtThisTime: 1 / 3,
    accountAgeDays: 375 - 1 / 96,
    outCount90d: 3,
    paidBefore: 2,
    daysSincePayeeIsKnown: 10 - 1 / 96,
    amountToPayeeMean: 4_000 / 2_000,
    newPayees24h: 1,
    payeeIsOutside: 0,
    payeeAgeDays: 375 - 1 / 96,
    payeeFanIn7d: 2,
    payeeNewPayers7d: 1 / 2,
    payeeForwards7d: 0,
  };
  expect(Object.keys(row)).toEqual(Object.keys(expected));
  for (const [name, value] of Object.entries(expected))
    expect(row[name], name).toBeCloseTo(value, 9);
});

test('the features of an account without history, paying an external party, are missing and not zero', () => {
  const book = bookOf([]);
  const ownHistory = book.ofPayer('a', 'outside-x', START_TIME, 10_000);
  const transfer = { atMs: START_TIME, amountMinor: 500, amountReference: null };
  const row = nameValues(
    computeTransferFeatures({
      transfer,
      payerHistory: ownHistory,
      payee: book.ofPayee('outside-x', START_TIME),
    }),
  );
  const missing = Object.keys(row).filter((name) => Number.isNaN(row[name]));
  expect(missing).toEqual([
    'amountReference',
    'amountToOwnMean',
    'amountToOwnLargest',
    'dayToUsualDay',
    'hoursSinceLastOut',
    'passedThrough24h',
    'usualAtThisTime',
    'daysSincePayeeIsKnown',
    'amountToPayeeMean',
    'payeeAgeDays',
    'payeeFanIn7d',
    'payeeNewPayers7d',
    'payeeForwards7d',
  ]);
  expect(row).toMatchObject({ balanceDrained: 0.05, paidBefore: 0, payeeIsOutside: 1 });
});

test('features that the card calls present are never missing, and none is infinite', () => {
  const history = (count: number, sumMinor: number): AccountHistory => ({
    openedAtMs: START_TIME,
    availableMinor: 0,
    out1h: { count },
    out24h: { count, sumMinor },
    out7d: { count, sumMinor },
    out90d: { count, sumMinor, largestMinor: sumMinor },
    outByQuarterDay90d: [count, 0, 0, 0],
    in24h: { sumMinor },
    lastOutAtMs: null,
    newPayees24h: 0,
    toPayee: { count, sumMinor, firstAtMs: null },
  });
  for (const past of [history(0, 0), history(1, 0), history(5, 100)]) {
    const transfer = { atMs: START_TIME, amountMinor: 1, amountReference: null };
    computeTransferFeatures({ transfer, payerHistory: past, payee: null }).forEach(
      (value, index) => {
        const { name, mayBeMissing } = TRANSFER_FEATURES[index]!;
        expect(Number.isFinite(value) || (Number.isNaN(value) && mayBeMissing), name).toBe(true);
      },
    );
  }
});

describe('the transfer history', () => {
  const party = fc.constantFrom('a', 'b', 'c', 'outside-x');
  const transfer = fc.record({
    gap: fc.integer({ min: 0, max: 60 * HOUR }),
    payer: party,
    payee: party,
    amountMinor: fc.integer({ min: 1, max: 9_999 }),
  });
  const transfers = fc.array(transfer, { maxLength: 60 }).map((rows) => {
    let atMs = START_TIME;
    return rows.map(({ gap, ...row }) => {
      atMs += gap;
      return { ...row, atMs };
    });
  });

  test('gives the same figures as a count over all transfers', () => {
    fc.assert(
      fc.property(transfers, (all) => {
        const book = bookOf(all);
        const now = (all.at(-1)?.atMs ?? START_TIME) + HOUR;
        const transfersWithin = (length: number) => all.filter(({ atMs }) => atMs > now - length);
        const sum = (transfers: readonly PostedTransfer[]) =>
          transfers.reduce((s, t) => s + t.amountMinor, 0);
        const ownHistory = book.ofPayer('a', 'b', now, 0);
        const paymentsWithin = (length: number) =>
          transfersWithin(length).filter(({ payer }) => payer === 'a');
        for (const [sums, length] of [
          [ownHistory.out1h, HOUR],
          [ownHistory.out24h, DAY],
          [ownHistory.out7d, 7 * DAY],
          [ownHistory.out90d, 90 * DAY],
        ] as const) {
          expect(sums).toMatchObject({
            count: paymentsWithin(length).length,
            sumMinor: sum(paymentsWithin(length)),
          });
        }
        const toB = all.filter(({ payer, payee }) => payer === 'a' && payee === 'b');
        expect(ownHistory.toPayee).toEqual({
          count: toB.length,
          sumMinor: sum(toB),
          firstAtMs: toB[0]?.atMs ?? null,
        });
        const into = transfersWithin(7 * DAY).filter(({ payee }) => payee === 'b');
        const payee = book.ofPayee('b', now)!;
        expect(payee.payers7d).toBe(new Set(into.map(({ payer }) => payer)).size);
        expect(payee.inMinor7d).toBe(sum(into));
        const first = (payer: string) =>
          all.find((t) => t.payee === 'b' && t.payer === payer)!.atMs;
        const fresh = new Set(
          into.map(({ payer }) => payer).filter((p) => first(p) > now - 7 * DAY),
        );
        expect(payee.newPayers7d).toBe(fresh.size);
      }),
    );
  });

  test('treats a party that was never opened as external', () => {
    expect(bookOf([payment(0, 'a', 'outside-x', 5)]).ofPayee('outside-x', START_TIME)).toBeNull();
  });
});
