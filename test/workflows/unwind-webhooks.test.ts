// Steps of the workflows that relay and deliver events fail, repeat or lose their reply. The deep
// tier tests this with a worker that keeps no workflow in memory.

import { describe } from 'vitest';
import { isDeep } from '../kit/suite/tier.ts';
import { createOutage, FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';
import { testWebhooks } from '../kit/workflows/webhooks-suite.ts';

describe.skipIf(isDeep)('with a fault at each step', () => {
  // These steps treat an outage like a fault, so a single outage and a repeated fault are left out.
  const faults = FAULTS.filter(({ kind, times, error }) => {
    return kind !== 'fail' || times > 1 === (error === createOutage);
  });
  testWebhooks({ maxCachedWorkflows: 200, faults: faults.map(retryAtOnce) });
});

describe.runIf(isDeep)('with a fault at each step, replayed from the start', () => {
  const faults = FAULTS.filter((fault) => fault.kind === 'lose');
  testWebhooks({ maxCachedWorkflows: 0, faults: faults.map(retryAtOnce) });
});
