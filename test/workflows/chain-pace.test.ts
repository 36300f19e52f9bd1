// The workflows of the signer and of anchoring never complete. They pause between two passes even
// when there is always new work, and the next pass handles the work that arrived meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { paceOf } from '../../activities/chain-survey.ts';
import { workflowBundle } from '../../bank/bundle.ts';
import { installRuntime } from '../../bank/worker.ts';
import { CHECK_AGAIN } from '../../workflows/messages.ts';
import { silent } from '../kit/workflows/rig.ts';

const REST_MS = 400;
const SIGNALLING_MS = 2_400;

let connection: NativeConnection;
beforeAll(async () => {
  installRuntime(silent);
  connection = await NativeConnection.connect({ address: inject('temporalAddress') });
});
afterAll(() => connection.close());

/** Signals a workflow continuously. Returns the number of its passes, and the time they took. */
async function countPasses(type: 'chainAnchoring' | 'chainSigner', restMs: number) {
  const taskQueue = `pace-${Math.random()}`;
  let passes = 0;
  const worker = await Worker.create({
    connection,
    namespace: 'sandbox',
    taskQueue,
    workflowBundle: await workflowBundle(fileURLToPath(new URL('../../.cache', import.meta.url))),
    activities: {
      async closeBatch() {
        passes += 1;
        return true;
      },
      advanceAnchor: async () => ({ state: 'ok', ordered: false, pauseMs: 60_000, restMs }),
      tellAnchored: async () => true,
      async surveyChain() {
        passes += 1;
        const nothing = { sign: [], send: [], replace: [], moved: [] };
        return { state: 'ok', ...nothing, pauseMs: 60_000, restMs };
      },
    },
  });
  const client = new Client({ connection, namespace: 'sandbox' });
  const handle = await client.workflow.start(type, {
    taskQueue,
    workflowId: taskQueue,
    args: [{ signerId: 'none' }],
  });
  return worker.runUntil(async () => {
    const signalCheck = async () => {
      await handle.signal(CHECK_AGAIN);
      await sleep(20);
    };
    // A busy machine needs seconds until the first pass: the time counts from that pass to the last
    // count.
    while (passes === 0) await signalCheck();
    const firstPassAt = performance.now();
    while (passes < 2 || performance.now() - firstPassAt < SIGNALLING_MS) await signalCheck();
    const result = { passes, tookMs: performance.now() - firstPassAt };
    await handle.terminate('counted');
    return result;
  });
}

describe.each(['chainAnchoring', 'chainSigner'] as const)('%s', (type) => {
  it('pauses between two passes however often it is signalled', async () => {
    const { passes, tookMs } = await countPasses(type, REST_MS);
    expect(passes).toBeLessThanOrEqual(Math.floor(tookMs / REST_MS) + 1);
  });
});

it('a chain is checked at most once in two seconds', () => {
  expect(paceOf({}).minPauseMs).toBe(2_000);
});
