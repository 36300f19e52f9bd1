// Every step of every workflow is failed, repeated and robbed of its reply.

import { describe } from 'vitest';
import { FAULTS } from '../kit/workflows/unwind.ts';
import { scenariosAreComplete, unwindSuite } from '../kit/workflows/unwind-suite.ts';

describe('whatever goes wrong at a step', () => {
  unwindSuite({ maxCachedWorkflows: 200, faults: FAULTS });
});

describe('the scenarios', () => scenariosAreComplete());
