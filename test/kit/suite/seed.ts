// The values that fast-check generates are the same in each run of the suite, so that a landing
// that fails has failed of its own change. SEEDS asks for more lives, and for others each time;
// SEED repeats one. Arguments and results of acts are copied: a value that does not survive that
// could not cross to a thread.

import fc from 'fast-check';
import { afterAll } from 'vitest';
import { copyBetweenActs } from '../../../db/kernel/act.ts';

const { SEED, SEEDS } = process.env;

if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) });
else if (SEEDS === undefined) fc.configureGlobal({ seed: 20_261_122 });

copyBetweenActs();

if (process.env.TEST_DATABASE === 'postgres') {
  const { closeLeft } = await import('../bank/opened-ledger.ts');
  afterAll(closeLeft);
}
