// Every step of the workflows that hand events on and deliver them is failed, repeated and robbed
// of its reply; with a worker that keeps nothing in memory, too.

import { describe } from 'vitest';
import { isDeep } from '../kit/suite/tier.ts';
import { FAULTS, outage, retryAtOnce } from '../kit/workflows/unwind.ts';
import { webhooksSuite } from '../kit/workflows/webhooks-suite.ts';

describe.skipIf(isDeep)('with a fault at each step', () => {
  // These steps make no difference between an outage and a fault: once of one, four times of the
  // other.
  const faults = FAULTS.filter(({ kind, times, error }) => {
    return kind !== 'fail' || times > 1 === (error === outage);
  });
  webhooksSuite({ maxCachedWorkflows: 200, faults: faults.map(retryAtOnce) });
});

describe.runIf(isDeep)('with a fault at each step, replayed from the start', () => {
  const faults = FAULTS.filter((fault) => fault.kind === 'lose');
  webhooksSuite({ maxCachedWorkflows: 0, faults: faults.map(retryAtOnce) });
});
