// One run for all faults, because starting and judging a bank takes longer than the kills.
import { test } from 'vitest';
import { strikeOnce } from './kit.ts';

const LIMIT_MS = 420_000;

test(
  'a bank that dies between acceptance and start, inside a commit, after it, around a step of a ' +
    'batch, or around the delivery of a message neither loses nor doubles a transfer, an item or ' +
    'a message',
  async () => {
    // `npm run crash` also has the other fail points, among them those of the chain.
    const transfers = ['after-accept', 'in-commit', 'after-settle'] as const;
    const batches = ['after-accept-batch', 'after-batch-step'] as const;
    const messages = ['after-relay', 'before-record', 'after-record'] as const;
    await strikeOnce([...transfers, ...batches, ...messages]);
  },
  LIMIT_MS,
);

test(
  'a bank that dies around the commits of its lane, or between a commit and the start of its ' +
    'workflow, neither loses nor doubles a transfer, and each has its workflow',
  async () => {
    const lane = ['after-take-lane', 'before-book', 'in-commit', 'after-book'] as const;
    const starts = ['before-collected-start', 'after-collected-start', 'before-settle'] as const;
    await strikeOnce([...lane, ...starts, 'after-accept']);
  },
  LIMIT_MS,
);
