import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 240_000;

test(
  'a bank that dies between acceptance and start, inside a commit, or between the commit and the ' +
    'completion of its task neither loses nor doubles a transfer',
  async () => {
    // `npm run crash` has the other lines too, those of the chain among them.
    await strikeOnce(['after-accept', 'in-commit', 'after-settle']);
  },
  LIMIT_MS,
);

test(
  'a bank that dies after it took a batch, or after a step of it, books all or nothing of an ' +
    'atomic one and each item of another one once',
  async () => {
    await strikeOnce(['after-accept-batch', 'after-batch-step']);
  },
  LIMIT_MS,
);
