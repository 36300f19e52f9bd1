// Messages beside an open payment that tell, ask or chat, composed of people, amounts, days and accounts.

import { expect, test } from 'vitest';
import { readNoChanges } from '../../../research/language/no-changes.ts';

const MAX_MS = 120_000;
const COUNT = 600;

test(
  'a message that tells of something beside an open payment neither changes nor withdraws it',
  async () => {
    expect(await readNoChanges(COUNT, 11)).toEqual([]);
  },
  MAX_MS,
);
