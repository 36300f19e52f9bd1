// The version in force while another one is loaded: no payment waits for a file.

import { expect, test } from 'vitest';
import { createHotSwap } from '../../../ai/serving/session-swap.ts';
import type { ServedModel } from '../../../models/serving.ts';

const PLACE = 'dev_x/fraud';
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A version whose file is read once `load` is called. */
function version(versionId: string) {
  let load = (): void => {};
  const loadedScores = new Promise<number[]>((resolve) => {
    load = () => resolve([0.5]);
  });
  const session = { score: () => loadedScores };
  const explanation = { load: async () => null };
  const model = { versionId, columns: 1, session, explanation } as unknown as ServedModel;
  return {
    model,
    load: async () => {
      load();
      await settle();
    },
  };
}

test('the former version decides until the requested one is loaded', async () => {
  const swap = createHotSwap();
  const [former, expected] = [version('a'), version('b')];
  expect(swap.inForce(PLACE, former.model)).toBe(former.model);
  expect(swap.inForce(PLACE, expected.model)).toBe(former.model);
  await expected.load();
  expect(swap.inForce(PLACE, expected.model)).toBe(expected.model);
  expect(swap.inForce(PLACE, former.model)).toBe(former.model);
});

test('a canary decides nothing until it is loaded, and then decides the next payment', async () => {
  const swap = createHotSwap();
  const [former, canary] = [version('a'), version('b')];
  expect(swap.inForce(PLACE, former.model)).toBe(former.model);
  expect(swap.onceWarm(PLACE, canary.model)).toBeNull();
  // A canary that is promoted before it is loaded does not decide yet.
  expect(swap.inForce(PLACE, canary.model)).toBe(former.model);
  await canary.load();
  expect(swap.onceWarm(PLACE, canary.model)).toBe(canary.model);
  expect(swap.inForce(PLACE, canary.model)).toBe(canary.model);
});

test('a canary that is loaded takes over at once', async () => {
  const swap = createHotSwap();
  const [former, canary, other] = [version('a'), version('b'), version('c')];
  swap.inForce(PLACE, former.model);
  swap.onceWarm(PLACE, canary.model);
  await canary.load();
  expect(swap.inForce('dev_y/fraud', other.model)).toBe(other.model);
  expect(swap.inForce('dev_y/fraud', canary.model)).toBe(other.model);
  expect(swap.inForce(PLACE, canary.model)).toBe(canary.model);
});
