// Every step of every workflow is failed, repeated and robbed of its reply; in the deep tier in
// every scenario that takes the step.

import { describe } from 'vitest';
import { isDeep } from '../kit/suite/tier.ts';
import { FAULTS } from '../kit/workflows/unwind.ts';
import { scenariosAreComplete, unwindSuite } from '../kit/workflows/unwind-suite.ts';

describe('with a fault at each step', () => {
  unwindSuite({ maxCachedWorkflows: 200, faults: FAULTS, inTurns: !isDeep });
});

describe('the scenarios', () => scenariosAreComplete());
