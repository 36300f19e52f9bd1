// The two tiers of tests. `npm test` tests each guarantee once. `npm run test:deep` runs every
// `*.deep.test.ts`, and again each file that imports this module, with the long cases.

export const isDeep = process.env.TEST_TIER === 'deep';

/**
 * Returns the cases of `all` that a test tries: all of them in the deep tier, otherwise a `share`.
 * Each `turn` begins at another case, so that a test over many operations tries every case for some
 * operation.
 */
export function selectCases<T>(all: readonly T[], share: number, turn = 0): readonly T[] {
  if (isDeep) return all;
  const every = Math.max(1, Math.round(1 / share));
  return all.filter((_, index) => (index + turn) % every === 0);
}

/** Number of workflows that the worker of an unwind suite caches; with 0 it replays each task. */
export const WORKFLOWS_IN_MEMORY: readonly number[] = isDeep ? [0] : [200];
