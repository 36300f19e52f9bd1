import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 240_000;

test(
  'a bank that dies after it has handed an event on, after a receiver has taken it, or after it ' +
    'has written that down misses no message, and repeats one only because of that death',
  async () => {
    await strikeOnce(['after-relay', 'before-record', 'after-record']);
  },
  LIMIT_MS,
);
