// The crash run of `npm test`: one kill from outside, one inside a commit. kills.deep.test.ts and
// fail-points.deep.test.ts have the others.
import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 240_000;

test(
  'an acknowledged transfer is booked exactly once after kill -9 of all processes, and ' +
    'after the death of the bank inside a commit',
  async () => {
    await strikeOnce(['everything', 'in-commit']);
  },
  LIMIT_MS,
);
