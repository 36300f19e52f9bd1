import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 240_000;

test(
  'a bank that dies between acceptance and start, inside a commit, or between the commit and the ' +
    'completion of its task neither loses nor doubles a transfer',
  async () => {
    await strikeOnce([
      'after-accept',
      'before-start',
      'after-start',
      'before-settle',
      'in-commit',
      'after-settle',
      'after-capture',
      'after-cancel',
    ]);
  },
  LIMIT_MS,
);
