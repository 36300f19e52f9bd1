// The crash run of `npm test` has two faults: a kill from outside, and a death inside a commit.
// kills.deep.test.ts and fail-points.deep.test.ts have the other faults.
import { test } from 'vitest';
import { runFaultsOnce } from './kit.ts';

const LIMIT_MS = 240_000;

test(
  'an acknowledged transfer is booked exactly once after kill -9 of all processes, and ' +
    'after the death of the bank inside a commit',
  async () => {
    await runFaultsOnce(['everything', 'in-commit']);
  },
  LIMIT_MS,
);
