// A closed bank must free its memory, because tests and programs that embed the bank open many banks
// in one process.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openTestBank, register } from '../kit/bank/bank.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The most bytes that closed banks may leave in memory; an open bank has 25 MB. */
const MAX_REMAINING_BYTES = 12_000_000;

/** Opens, uses and closes a bank; returns the bytes in memory afterwards. */
async function measureClosedBank(): Promise<number> {
  const bank = await openTestBank();
  await register(bank);
  const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
  expect(await metrics.text()).toMatch(/^process_cpu_seconds_total .*^kontor_backlog/ms);
  await bank.close();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('a closed bank frees its memory', async () => {
  // The first two banks load code that all banks share, and the last bank may still be referenced.
  const before = [await measureClosedBank(), await measureClosedBank()];
  const after = [await measureClosedBank(), await measureClosedBank()];
  const growth = Math.min(...after) - Math.max(...before);
  expect(growth, `${before} ${after}`).toBeLessThan(MAX_REMAINING_BYTES);
});
