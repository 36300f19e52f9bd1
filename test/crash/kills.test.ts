// The crash run of `npm test`: one kill from outside, one inside a commit. kills.deep.test.ts and
// fail-points.deep.test.ts have the others.
import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 240_000;

test(
  'a transfer that was acknowledged survives kill -9 of everything, and the death of its bank ' +
    'inside a commit: once and to the cent',
  async () => {
    await strikeOnce(['everything', 'in-commit']);
  },
  LIMIT_MS,
);
