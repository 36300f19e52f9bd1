// The records of a customer are read and rendered on a separate thread: the thread that answers
// HTTP runs no SQL for them, and the records are the same as without the thread.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EXPORT_READS, exportThread } from '../../../api/customers/export-reads.ts';
import { openFilledLedger, temporaryFolder } from '../../db/ledger-file.ts';
import { statementsIn } from '../../db/plans-in.ts';

async function collect<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

test('a worker thread reads the same records of a customer as the main thread', async () => {
  const filled = await openFilledLedger(join(temporaryFolder(), 'ledger.db'));
  const { ledger, accounts } = filled;
  const closing = new AbortController();
  onTestFinished(() => {
    closing.abort();
    ledger.close();
  });
  const customerId = ledger.database.raw
    .prepare<[string], string>('SELECT customer_id FROM accounts WHERE id = ?')
    .pluck()
    .get(accounts[0] ?? '');
  if (customerId === undefined) throw new Error('the account has no customer');
  const exports = exportThread(closing.signal);
  for (const completed of [[], ['accounts']]) {
    const order = { customerId, livemode: false, completed };
    let pieces: unknown[] = [];
    const statementCount = await statementsIn(ledger, async () => {
      pieces = await collect(exports.pieces('records', ledger, order));
    });
    expect(statementCount).toBe(0);
    expect(pieces).toEqual(await collect(EXPORT_READS.records(ledger, order)));
    const texts = pieces.filter((piece) => typeof piece === 'string');
    const records = JSON.parse(`[${texts.join(',')}]`) as { table: string }[];
    const tables = new Set(records.map(({ table }) => table));
    expect(tables).toContain('events');
    expect(tables.has('accounts')).toBe(completed.length === 0);
  }
});
