// Every step loses its reply several times, with a worker that keeps no workflow in memory, so every
// task replays its whole history. The worker takes one task at a time, so only this fault, which
// makes the longest histories, is tested.

import { describe } from 'vitest';
import { FAULTS } from '../kit/workflows/unwind.ts';
import { testUnderFaults } from '../kit/workflows/unwind-suite.ts';

describe('with a fault at each step, replayed from the start', () => {
  const faults = FAULTS.filter((fault) => fault.kind === 'lose' && fault.times > 1);
  testUnderFaults({ maxCachedWorkflows: 0, faults });
});
