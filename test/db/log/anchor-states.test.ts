// A list reads the anchor states of all its transactions at once. The result equals that of reading
// each state alone.

import { expect, test } from 'vitest';
import { logReader } from '../../../db/log/tree.ts';
import { openFilledLedger } from '../ledger-file.ts';

test('leaves read together have the same anchor state as each read alone', async () => {
  const { ledger } = await openFilledLedger();
  const size = ledger.database.raw.prepare<[], number>('SELECT size FROM log_head').pluck().get();
  const indexes = Array.from({ length: size ?? 0 }, (_, index) => index).reverse();
  expect(indexes.length).toBeGreaterThan(5);
  const together = logReader(ledger.database).anchorStates(indexes);
  for (const index of indexes)
    expect(together.get(index)).toEqual(logReader(ledger.database).anchorState(index));
  const states = [...together.values()].map(({ checkpoint, chain }) => [
    checkpoint?.id,
    chain?.status,
  ]);
  expect(new Set(states.map(String)).size).toBeGreaterThan(1);
  ledger.close();
});
