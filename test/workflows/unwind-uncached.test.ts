// The same with a worker that keeps no workflow in memory, so that every task replays its whole
// history. It takes one task at a time, so the faults are those with the longest histories.

import { describe } from 'vitest';
import { FAULTS } from '../kit/unwind.ts';
import { unwindSuite } from '../kit/unwind-suite.ts';

const LONGEST = ['fails four times with an outage', 'acts and loses its reply'];

describe('whatever goes wrong at a step, replayed from the start', () => {
  const faults = FAULTS.filter((fault) => LONGEST.includes(fault.name));
  unwindSuite({ maxCachedWorkflows: 0, faults });
});
