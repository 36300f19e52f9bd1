import { describe, expect, test } from 'vitest';
import { FAULT_KINDS, planFaults } from '../../scripts/crash/plan.ts';

const options = { seed: 7, kills: 50, kinds: null, secondsBetween: 3 };

describe('the plan of a run', () => {
  test('is the same for the same seed and another one for another seed', () => {
    expect(planFaults(options)).toEqual(planFaults(options));
    expect(planFaults(options)).not.toEqual(planFaults({ ...options, seed: 8 }));
  });

  test('has as many faults as were asked for', () => {
    for (const kills of [0, 1, 2, 9, 10, 49, 1000]) {
      expect(planFaults({ ...options, kills })).toHaveLength(kills);
    }
  });

  test('has every kind of fault when there are 50 of them', () => {
    const kinds = new Set(planFaults(options).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([...FAULT_KINDS].sort());
  });

  test('deals the kinds that it is given evenly', () => {
    const kinds = ['bank', 'in-commit', 'worker'] as const;
    const plan = planFaults({ ...options, kills: 6, kinds });
    for (const kind of kinds) expect(plan.filter((one) => one.kind === kind)).toHaveLength(2);
  });

  test('changes the way in which the bank is run twice at the most', () => {
    const grounds = planFaults(options).map(({ ground }) => ground);
    const changes = grounds.filter((ground, index) => index > 0 && ground !== grounds[index - 1]);
    expect(changes).toHaveLength(2);
  });
});
