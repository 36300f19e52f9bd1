// One run for all faults, because starting and judging a bank takes longer than the kills.
import { test } from 'vitest';
import { runFaultsOnce } from './kit.ts';

const LIMIT_MS = 360_000;

test(
  'an acknowledged transfer is booked exactly once after kill -9 of all processes, of the ' +
    'bank, of its training process or of the bank and its chain, and after the loss of ' +
    "Temporal's database",
  async () => {
    // `npm run crash` also kills each process alone.
    await runFaultsOnce([
      'everything',
      'bank-and-chain',
      'temporal-deleted',
      'bank-alone',
      'training',
    ]);
  },
  LIMIT_MS,
);
