// One run for all faults, because starting and judging a bank takes longer than the kills.
import { test } from 'vitest';
import { runFaultsOnce } from './kit.ts';

const LIMIT_MS = 420_000;

test(
  'no transfer, batch item or message is lost or doubled when the bank dies between ' +
    'acceptance and start, in or after a commit, around a step of a batch, or around the ' +
    'delivery of a message',
  async () => {
    // `npm run crash` also has the other fail points, among them those of the chain.
    const transfers = ['after-accept', 'in-commit', 'after-settle'] as const;
    const batches = ['after-accept-batch', 'after-batch-step'] as const;
    const messages = ['after-relay', 'before-record', 'after-record'] as const;
    await runFaultsOnce([...transfers, ...batches, ...messages]);
  },
  LIMIT_MS,
);

test(
  'no transfer is lost or doubled, and each has its workflow, when the bank dies around a ' +
    'commit of its lane or between a commit and the start of its workflow',
  async () => {
    const lane = ['after-take-lane', 'before-book', 'in-commit', 'after-book'] as const;
    const starts = ['before-collected-start', 'after-collected-start', 'before-settle'] as const;
    await runFaultsOnce([...lane, ...starts, 'after-accept']);
  },
  LIMIT_MS,
);
