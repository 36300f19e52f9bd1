// A closed bank frees its memory, because tests and programs that embed the bank open many banks in
// one process.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openTestBank, register } from '../kit/bank/bank.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Maximum bytes that remain; an open bank has 25 MB. */
const MAX_LEFT = 12_000_000;

/** Opens, uses and closes a bank; returns the bytes in memory afterwards. */
async function closedBank(): Promise<number> {
  const bank = await openTestBank();
  await register(bank);
  const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
  expect(await metrics.text()).toMatch(/^process_cpu_seconds_total .*^kontor_backlog/ms);
  await bank.close();
  collect();
  return process.memoryUsage().heapUsed;
}

test('a closed bank frees its memory', async () => {
  // The first two banks load shared parts, and the last one may still be referenced.
  const before = [await closedBank(), await closedBank()];
  const after = [await closedBank(), await closedBank()];
  const grown = Math.min(...after) - Math.max(...before);
  expect(grown, `${before} ${after}`).toBeLessThan(MAX_LEFT);
});
