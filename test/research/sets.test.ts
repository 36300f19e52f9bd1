import { describe, expect, test } from 'vitest';
import { foldKey, indexListedNames } from '../../research/names/lists.ts';
import { readMerchants, readPeople, removeListed } from '../../research/names/sets.ts';
import { makeWorld } from '../../research/payments/make.ts';

const index = indexListedNames();

describe('the harmless names', () => {
  test('are at least 420 merchants of 14 countries, without duplicates', () => {
    const merchants = readMerchants();
    expect(new Set(merchants.map(({ name }) => name)).size).toBe(merchants.length);
    expect(merchants.length).toBeGreaterThanOrEqual(420);
    expect(new Set(merchants.map(({ country }) => country)).size).toBeGreaterThanOrEqual(14);
  });

  test('are at least 1,050 people, a hundred of them in their own script', () => {
    const people = readPeople();
    expect(people.length).toBeGreaterThanOrEqual(1050);
    expect(people.filter(({ latin }) => latin !== undefined).length).toBeGreaterThanOrEqual(100);
  });

  test('are really on a list in at most 5 % of the cases', () => {
    const sets: { name: string; latin?: string }[][] = [readMerchants(), readPeople()];
    for (const rows of sets) {
      const { unlisted, removed } = removeListed(rows, index);
      expect(unlisted.length + removed.length).toBe(rows.length);
      expect(removed.length / rows.length).toBeLessThanOrEqual(0.05);
    }
  });

  test("leave out a listed person in any word order, but keep a ship's name", () => {
    const rows = [{ name: 'Abu Abbas' }, { name: 'Touska' }];
    expect(removeListed(rows, index).unlisted).toEqual([{ name: 'Touska' }]);
    expect(foldKey('KIM, Jong')).toBe(foldKey('Jong Kim'));
  });
});

describe('the simulated worlds of payments', () => {
  const order = { seed: 5, days: 120, customers: 5, planted: 1 } as const;

  test.each(['households', 'aml'] as const)('%s are the same for the same seed', (world) => {
    const generated = makeWorld({ ...order, world });
    expect(makeWorld({ ...order, world })).toEqual(generated);
    expect(makeWorld({ ...order, world, seed: 6 }).rows).not.toEqual(generated.rows);
  });

  test('contain every planted payment, in order of time', () => {
    const { rows, left, header } = makeWorld({ ...order, world: 'households' });
    expect(left.filter(({ label = 'honest' }) => label !== 'honest')).toEqual([]);
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort());
    const planted = header.scenarios.filter(({ label }) => label === 'fraud');
    for (const { id } of planted) expect(rows.some(({ scenario }) => scenario === id)).toBe(true);
  });
});
