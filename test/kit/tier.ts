// The two tiers of tests. `npm test` proves each guarantee once. `npm run test:deep` runs every
// `*.deep.test.ts`, and once more each file that imports this module: with workers that keep no
// workflow in memory, more random cases, more faults.

export const isDeep = process.env.TEST_TIER === 'deep';

/** How many workflows the worker of an unwind suite keeps in memory; with 0 it replays each task. */
export const WORKFLOWS_IN_MEMORY: readonly number[] = isDeep ? [0] : [200];

/** Random cases of a property: ten times as many in the deep tier. */
export function runs(short: number): number {
  return isDeep ? short * 10 : short;
}
