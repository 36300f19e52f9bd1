// Steps of the workflows that run schedules and move clocks fail, repeat or lose their reply. The
// deep tier tests this with a worker that keeps no workflow in memory.

import { describe } from 'vitest';
import { isDeep } from '../kit/suite/tier.ts';
import { testSchedules } from '../kit/workflows/schedules-suite.ts';
import { FAULTS } from '../kit/workflows/unwind.ts';

describe.skipIf(isDeep)('with a fault at each step', () => {
  testSchedules({ maxCachedWorkflows: 200, faults: FAULTS });
});

describe.runIf(isDeep)('with a fault at each step, replayed from the start', () => {
  const faults = FAULTS.filter((fault) => fault.kind === 'lose');
  testSchedules({ maxCachedWorkflows: 0, faults });
});
