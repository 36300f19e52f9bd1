// Statements are made on a separate thread: the thread that answers HTTP runs no SQL for them, and
// the bytes are the same as without the thread.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { STATEMENT_READS, statementThread } from '../../../api/statements/statement-reads.ts';
import { keyBefore, openStatement } from '../../../db/statements/reads.ts';
import { openFilledLedger, temporaryFolder } from '../../db/ledger-file.ts';
import { statementsIn } from '../../db/plans-in.ts';

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts).toString('latin1');
}

test('a worker thread makes the same statement files and pages as the main thread', async () => {
  const filled = await openFilledLedger(join(temporaryFolder(), 'ledger.db'));
  const { ledger, tenantId, accounts } = filled;
  const closing = new AbortController();
  onTestFinished(() => {
    closing.abort();
    ledger.close();
  });
  const statements = statementThread(closing.signal);
  const range = { from: 0, to: ledger.now() + 1 };
  const books = await openStatement(ledger, tenantId, accounts[0] ?? '', range);
  if (!books) throw new Error('the account has no statement');
  const context = { books, livemode: false, timezone: 'Europe/Berlin' };

  for (const format of ['csv', 'camt053', 'pdf'] as const) {
    const order = { ...context, format, bom: false };
    let created = '';
    const ran = await statementsIn(ledger, async () => {
      created = await bytesOf(statements.pieces('file', ledger, order));
    });
    expect(ran).toBe(0);
    expect(created.length).toBeGreaterThan(500);
    expect(created === (await bytesOf(STATEMENT_READS.file(ledger, order))), format).toBe(true);
  }

  const order = { ...context, after: keyBefore(books), limit: 2 };
  let page: unknown;
  const ran = await statementsIn(ledger, async () => {
    page = await statements.read('page', ledger, order);
  });
  expect(ran).toBe(0);
  expect(page).toMatchObject({ movements: { hasMore: true } });
  expect(JSON.stringify(page)).toBe(JSON.stringify(await STATEMENT_READS.page(ledger, order)));
});
