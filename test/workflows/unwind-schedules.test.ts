// Steps of the workflows that run schedules and move clocks fail, repeat or lose their reply. The
// deep tier tests this with a worker that keeps no workflow in memory.

import { describe } from 'vitest';
import { isDeep } from '../kit/suite/tier.ts';
import { schedulesSuite } from '../kit/workflows/schedules-suite.ts';
import { FAULTS } from '../kit/workflows/unwind.ts';

describe.skipIf(isDeep)('with a fault at each step', () => {
  schedulesSuite({ maxCachedWorkflows: 200, faults: FAULTS });
});

describe.runIf(isDeep)('with a fault at each step, replayed from the start', () => {
  const faults = FAULTS.filter((fault) => fault.kind === 'lose');
  schedulesSuite({ maxCachedWorkflows: 0, faults });
});
