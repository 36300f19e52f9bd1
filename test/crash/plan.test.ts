import { describe, expect, test } from 'vitest';
import { ALL_FAULT_KINDS, FAULT_KINDS, type FaultKind, planFaults } from './plan.ts';

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

  test('has every kind of fault when there are 60 of them', () => {
    const kinds = new Set(planFaults({ ...options, kills: 60 }).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([...FAULT_KINDS].sort());
  });

  test('kills the database server of a bank on PostgreSQL, beside all the rest', () => {
    for (const kills of [1, 4, 9, 100]) {
      const plan = planFaults({ ...options, kills, database: 'postgres' });
      expect(plan).toHaveLength(kills);
      expect(plan.some(({ kind }) => /postgres|connection/.test(kind))).toBe(true);
    }
    const all = planFaults({ ...options, kills: 100, database: 'postgres' });
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(ALL_FAULT_KINDS));
    const onSqlite = planFaults({ ...options, kills: 100 });
    expect(onSqlite.some(({ kind }) => /postgres|connection/.test(kind))).toBe(false);
  });

  test('deals the kinds that it is given evenly', () => {
    const kinds = ['bank', 'in-commit', 'training'] as const;
    const plan = planFaults({ ...options, kills: 6, kinds });
    for (const kind of kinds) expect(plan.filter((one) => one.kind === kind)).toHaveLength(2);
  });

  test('waits for what a load surely makes in time: the next contract, the third batch', () => {
    const most = new Map<string, number>();
    for (let seed = 0; seed < 60; seed += 1) {
      for (const { kind, failPoint } of planFaults({ ...options, seed })) {
        const passes = Number(failPoint?.split(':')[1] ?? 0);
        most.set(kind, Math.max(most.get(kind) ?? 0, passes));
      }
    }
    const of = (kinds: readonly FaultKind[]) => kinds.map((kind) => most.get(kind));
    const contracts = ['execution-send', 'execution-settle'].map((line) => `after-${line}`);
    const models = ['after-deployment-step', 'after-deployment-rollback'];
    const rarest = ['before-execution-settle', ...contracts, ...models] as FaultKind[];
    expect(of(rarest)).toEqual(rarest.map(() => 1));
    expect(of(['after-batch-step', 'after-send', 'after-kyc-assess'])).toEqual([3, 3, 3]);
    expect(of(['bank', 'training', 'in-commit'])).toEqual([0, 0, 25]);
  });

  test('changes the way in which the bank is run twice at the most', () => {
    const grounds = planFaults(options).map(({ ground }) => ground);
    const changes = grounds.filter((ground, index) => index > 0 && ground !== grounds[index - 1]);
    expect(changes).toHaveLength(2);
  });
});
