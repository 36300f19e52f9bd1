// Every step of the workflows that run schedules and move clocks is failed, repeated and robbed of
// its reply; with a worker that keeps nothing in memory, too.

import { describe } from 'vitest';
import { schedulesSuite } from '../kit/schedules-suite.ts';
import { isDeep } from '../kit/tier.ts';
import { FAULTS } from '../kit/unwind.ts';

describe.skipIf(isDeep)('whatever goes wrong at a step', () => {
  schedulesSuite({ maxCachedWorkflows: 200, faults: FAULTS });
});

describe.runIf(isDeep)('whatever goes wrong at a step, replayed from the start', () => {
  const faults = FAULTS.filter((fault) => fault.kind === 'lose');
  schedulesSuite({ maxCachedWorkflows: 0, faults });
});
