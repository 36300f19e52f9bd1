// One run for all faults, because starting and judging a bank takes longer than the kills.
import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 360_000;

test(
  'a transfer that was acknowledged survives kill -9 of everything, of the bank or the process ' +
    'that trains its models, of the bank with its chain, and a Temporal that lost its database: ' +
    'once and to the cent',
  async () => {
    // `npm run crash` also kills each process alone.
    await strikeOnce([
      'everything',
      'bank-and-chain',
      'temporal-deleted',
      'bank-alone',
      'training',
    ]);
  },
  LIMIT_MS,
);
