// Fixes the seed of fast-check, so that a failure is caused by the change under test. SEEDS runs
// more cases, with another seed each time; SEED repeats one. Arguments and results of acts are
// cloned, because a value that cannot be cloned could not be sent to a thread.

import fc from 'fast-check';
import { afterAll } from 'vitest';
import { copyBetweenActs } from '../../../db/kernel/act.ts';

const { SEED, SEEDS } = process.env;

if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) });
else if (SEEDS === undefined) fc.configureGlobal({ seed: 20_261_122 });

copyBetweenActs();

if (process.env.TEST_DATABASE === 'postgres') {
  const { closeOpenLedgers } = await import('../bank/opened-ledger.ts');
  afterAll(closeOpenLedgers);
}
