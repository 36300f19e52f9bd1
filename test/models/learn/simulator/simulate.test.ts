import { describe, expect, test } from 'vitest';
import { TRANSFER_FEATURES } from '../../../../models/features/transfer-features.ts';
import {
  drawOpeningBalances,
  listMovements,
} from '../../../../models/learn/simulator/movements.ts';
import {
  FRAUD,
  isFraud,
  isLaundering,
  LAUNDERING,
} from '../../../../models/learn/simulator/plan.ts';
import { simulate, WARM_UP_DAYS } from '../../../../models/learn/simulator/simulate.ts';
import { createWorld, DAY, FIRST_DAY } from '../../../../models/learn/simulator/world.ts';
import { findDataFindings } from '../../../../models/learn/train/leakage.ts';
import { createMatrix } from '../../../../models/learn/train/matrix.ts';

const OPTIONS = { seed: 1, customers: 300, businesses: 30, days: 100 };
const transfers = [...simulate(OPTIONS)];
const names = TRANSFER_FEATURES.map(({ name }) => name);

test('the simulator makes the same world for the same seed, and another world for another seed', () => {
  expect(JSON.stringify([...simulate(OPTIONS)])).toBe(JSON.stringify(transfers));
  const other = [...simulate({ ...OPTIONS, seed: 2 })];
  expect(JSON.stringify(other)).not.toBe(JSON.stringify(transfers));
});

test('transfers come in order of time, after the warm-up, from accounts of the bank', () => {
  expect(transfers.length).toBeGreaterThan(5_000);
  transfers.forEach(({ atMs, payer, payee, amountMinor }, index) => {
    expect(atMs).toBeGreaterThanOrEqual(
      transfers[index - 1]?.atMs ?? FIRST_DAY + WARM_UP_DAYS * DAY,
    );
    expect(payer).toMatch(/^(customer|business)-/);
    expect(payee).not.toBe(payer);
    expect(Number.isSafeInteger(amountMinor) && amountMinor > 0).toBe(true);
  });
});

test('no account sends more than it has', () => {
  const drained = names.indexOf('balanceDrained');
  for (const { features } of transfers) expect(features[drained]).toBeLessThanOrEqual(1);
});

test('every typology occurs, and the great majority of transfers is honest', () => {
  const large = [...simulate({ ...OPTIONS, customers: 700, seed: 3 })];
  const result = new Set(large.map(({ typology }) => typology));
  for (const typology of [...FRAUD, ...LAUNDERING]) expect(result, typology).toContain(typology);
  const share = large.filter(({ typology }) => typology !== null).length / large.length;
  expect(share).toBeGreaterThan(0.004);
  expect(share).toBeLessThan(0.04);
});

test('a small world has the planted transfers of every kind, too', () => {
  const planted = { fraud: 8, laundering: 5 };
  for (let seed = 1; seed < 40; seed++) {
    const world = createWorld({ seed, customers: 8, businesses: 2, days: 7, planted });
    const opening = drawOpeningBalances(world);
    const result = new Set([...listMovements(world, opening)].map(({ typology }) => typology));
    for (const typology of LAUNDERING) expect(result, `${typology}, ${seed}`).toContain(typology);
  }
});

test('a typology is fraud or laundering, and honest is neither', () => {
  for (const typology of [...FRAUD, ...LAUNDERING]) {
    expect(isFraud(typology)).not.toBe(isLaundering(typology));
  }
  expect(isFraud(null) || isLaundering(null)).toBe(false);
});

describe('the features of the simulated transfers', () => {
  test('are within the ranges of their card', () => {
    for (const { features } of transfers) {
      features.forEach((value, index) => {
        const { name, min, max, mayBeMissing } = TRANSFER_FEATURES[index]!;
        if (Number.isNaN(value)) expect(mayBeMissing, name).toBe(true);
        else expect(value >= (min ?? -Infinity) && value <= (max ?? Infinity), name).toBe(true);
      });
    }
  });

  test('do not reveal the label individually', () => {
    const x = createMatrix(
      transfers.map(({ features }) => features),
      names.length,
    );
    const y = Uint8Array.from(transfers, ({ typology }) => (typology === null ? 0 : 1));
    const codes = findDataFindings({ x, y }, names).map(({ code }) => code);
    expect(codes.filter((code) => code !== 'class_imbalance')).toEqual([]);
  });
});
