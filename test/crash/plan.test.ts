import { describe, expect, test } from 'vitest';
import { ALL_FAULT_KINDS, FAULT_KINDS, type FaultKind, planFaults } from './plan.ts';

const options = { seed: 7, kills: 50, kinds: null, secondsBetween: 3 };

describe('the fault plan of a run', () => {
  test('is the same for the same seed, and differs for another seed', () => {
    expect(planFaults(options)).toEqual(planFaults(options));
    expect(planFaults(options)).not.toEqual(planFaults({ ...options, seed: 8 }));
  });

  test('has as many faults as requested', () => {
    for (const kills of [0, 1, 2, 9, 10, 49, 1000]) {
      expect(planFaults({ ...options, kills })).toHaveLength(kills);
    }
  });

  test('has every kind of fault when it has 60 faults', () => {
    const kinds = new Set(planFaults({ ...options, kills: 60 }).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([...FAULT_KINDS].sort());
  });

  test('includes kills of the database server for a bank on PostgreSQL', () => {
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

  test('distributes the given kinds of faults evenly', () => {
    const kinds = ['bank', 'in-commit', 'training'] as const;
    const plan = planFaults({ ...options, kills: 6, kinds });
    for (const kind of kinds) expect(plan.filter((item) => item.kind === kind)).toHaveLength(2);
  });

  test('waits at most for as many passes of a fail point as the load reliably makes in time', () => {
    const maxPasses = new Map<string, number>();
    for (let seed = 0; seed < 60; seed += 1) {
      for (const { kind, failPoint } of planFaults({ ...options, seed })) {
        const passes = Number(failPoint?.split(':')[1] ?? 0);
        maxPasses.set(kind, Math.max(maxPasses.get(kind) ?? 0, passes));
      }
    }
    const listMaxima = (kinds: readonly FaultKind[]) => kinds.map((kind) => maxPasses.get(kind));
    const contracts = ['execution-send', 'execution-settle'].map((line) => `after-${line}`);
    const models = ['after-deployment-step', 'after-deployment-rollback'];
    const rarest = ['before-execution-settle', ...contracts, ...models] as FaultKind[];
    expect(listMaxima(rarest)).toEqual(rarest.map(() => 1));
    expect(listMaxima(['after-batch-step', 'after-send', 'after-kyc-assess'])).toEqual([3, 3, 3]);
    expect(listMaxima(['bank', 'training', 'in-commit'])).toEqual([0, 0, 25]);
  });

  test('changes the way in which the bank runs at most twice', () => {
    const testbeds = planFaults(options).map(({ testbed }) => testbed);
    const changes = testbeds.filter(
      (testbed, index) => index > 0 && testbed !== testbeds[index - 1],
    );
    expect(changes).toHaveLength(2);
  });
});
