// The two tiers of tests. `npm test` proves each guarantee once. `npm run test:deep` runs every
// `*.deep.test.ts`, and once more each file that imports this module, with the cases that take
// long.

export const isDeep = process.env.TEST_TIER === 'deep';

/** Workflows that the worker of an unwind suite keeps in memory; with 0 it replays each task. */
export const WORKFLOWS_IN_MEMORY: readonly number[] = isDeep ? [0] : [200];
