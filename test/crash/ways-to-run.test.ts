import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 120_000;

test(
  'with a workflow for each transfer a crash loses and doubles as little as with shared ones',
  async () => {
    await strikeOnce(['bank'], { coalesce: 'off' });
  },
  LIMIT_MS,
);

test(
  'an API and a worker on one data directory may die apart and lose nothing',
  async () => {
    await strikeOnce(['api', 'worker']);
  },
  LIMIT_MS,
);
