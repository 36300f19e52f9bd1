// Every step of every workflow fails, repeats or loses its reply: in one scenario that takes the
// step, and in the deep tier in every such scenario.

import { describe } from 'vitest';
import { isDeep } from '../kit/suite/tier.ts';
import { FAULTS } from '../kit/workflows/unwind.ts';
import { testScenariosAreComplete, testUnderFaults } from '../kit/workflows/unwind-suite.ts';

describe('with a fault at each step', () => {
  testUnderFaults({ maxCachedWorkflows: 200, faults: FAULTS, inTurns: !isDeep });
});

describe('the scenarios', () => testScenariosAreComplete());
