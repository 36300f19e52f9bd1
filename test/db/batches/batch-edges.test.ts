// The terms accepted with a batch, agreed on with a hold, or decided about a fee never change.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

function expectRefused(sql: string): void {
  expect(() => filled.ledger.database.raw.prepare(sql).run(), sql).toThrow(
    expect.objectContaining({ code: 'SQLITE_CONSTRAINT_TRIGGER' }),
  );
}

const columnsOf = (table: string) =>
  filled.ledger.database.raw
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);

test('no capture exceeds the held amount, and a charged fee never changes', () => {
  const { captured } = filled.transactions;
  // 50 were held, without an over-capture.
  expectRefused(`UPDATE holds SET captured_amount = 51 WHERE transaction_id = '${captured}'`);
  for (const change of ["status = 'pending'", "status = 'waived'", 'amount = 1', 'due_at = 0']) {
    expectRefused(`UPDATE overdraft_fees SET ${change}`);
  }
  expectRefused('UPDATE overdraft_fees SET fee_transaction_id = NULL');
  expectRefused('UPDATE overdrafts SET tenant_id = tenant_id');
  for (const table of ['overdraft_fees', 'overdrafts']) expectRefused(`DELETE FROM ${table}`);
});

test('the status of a batch never goes back, and its accepted data never change', () => {
  for (const table of ['batches', 'batch_items']) expectRefused(`DELETE FROM ${table}`);
  for (const change of ["status = 'processing'", 'posted = posted', 'total = total']) {
    expectRefused(`UPDATE batches SET ${change}`);
  }
  expectRefused("UPDATE batch_items SET body = '{}'");
  expectRefused("UPDATE batch_items SET transaction_id = 'txn_1' WHERE item_index = 0");
  const columns = columnsOf('batches').map((name) => (name === 'id' ? "'bat_2'" : name));
  expectRefused(`INSERT INTO batches SELECT ${columns} FROM batches LIMIT 1`);
});
