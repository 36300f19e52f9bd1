// Steps fail, repeat or lose their reply while the worker runs more workflows than it keeps in
// memory: it evicts workflows in the middle of a step, and reports that step as cancelled.

import { describe } from 'vitest';
import { SCENARIOS } from '../kit/workflows/scenarios.ts';
import { FAULTS } from '../kit/workflows/unwind.ts';
import { testUnderFaults } from '../kit/workflows/unwind-suite.ts';

const PLAYED_ENDS = ['posted', 'captured', 'canceled'];

describe('with a fault at each step, and workflows that leave the memory between steps', () => {
  const scenarios = SCENARIOS.filter(({ name }) => PLAYED_ENDS.includes(name));
  testUnderFaults({ maxCachedWorkflows: 2, faults: FAULTS, scenarios });
});
