import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 180_000;

test(
  'a transfer that was acknowledged survives kill -9 of everything, once and to the cent',
  async () => {
    // `npm run crash` kills each of its parts alone too.
    await strikeOnce(['bank', 'both', 'everything']);
  },
  LIMIT_MS,
);

test(
  'what was accepted is carried out, and every hold watched over, after Temporal lost its database',
  async () => {
    await strikeOnce(['temporal-deleted']);
  },
  LIMIT_MS,
);

test(
  'a chain that is killed with the bank costs no transfer, and everything is anchored',
  async () => {
    await strikeOnce(['bank-and-chain']);
  },
  LIMIT_MS,
);
