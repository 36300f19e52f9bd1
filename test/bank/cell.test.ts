// The cell of a bank is set at its first start and never changes; credentials and ids contain it.

import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { chooseCell, ONLY_CELL } from '../../db/kernel/cell.ts';
import { NO_TEMPORAL, openAccounts, openTestBank, register } from '../kit/bank/bank.ts';

test('a bank keeps the cell of its first start, and its keys, ids and account numbers name the cell', async () => {
  onTestFinished(() => chooseCell(ONLY_CELL));
  const first = await openTestBank({ cell: 'a1', temporalAddress: NO_TEMPORAL });
  const { dataDir } = first;
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { key, developerId } = await register(first);
  expect(key).toMatch(/^sk_test_a1[0-9A-Za-z]{39}$/);
  expect(developerId).toMatch(/a1$/);
  const [account = ''] = (await openAccounts(first, key, [0])).accountIds;
  expect(account).toMatch(/a1$/);
  const { body } = await first.call(`/v1/accounts/${account}`, { key });
  // Cell a1 is number 10 × 32 + 1; each cell has 8,000,000 numbers.
  expect(Number(body.accountNumber.slice(0, 10))).toBe(1_000_000_001 + 321 * 8_000_000);
  await first.bank.close();
  await expect(openTestBank({ cell: 'b2', temporalAddress: NO_TEMPORAL }, dataDir)).rejects.toThrow(
    'KONTOR_CELL is "b2", and this bank was founded in cell "a1": a bank keeps its cell',
  );
});
