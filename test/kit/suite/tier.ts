// The two tiers of tests. `npm test` proves each guarantee once. `npm run test:deep` runs every
// `*.deep.test.ts`, and once more each file that imports this module, with the cases that take
// long.

export const isDeep = process.env.TEST_TIER === 'deep';

/**
 * The cases that a walk over `all` tries: everything in the deep tier, else `share` of it. Each
 * `turn` begins at another place, so that a walk over many operations tries everything somewhere.
 */
export function someOf<T>(all: readonly T[], share: number, turn = 0): readonly T[] {
  if (isDeep) return all;
  const every = Math.max(1, Math.round(1 / share));
  return all.filter((_, at) => (at + turn) % every === 0);
}

/** Workflows that the worker of an unwind suite keeps in memory; with 0 it replays each task. */
export const WORKFLOWS_IN_MEMORY: readonly number[] = isDeep ? [0] : [200];
