// Whole ledgers are read on a separate thread: the thread that answers HTTP runs no statement for
// them, and the result is the same as if it had read them itself.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJudgedSince } from '../../../../ai/serving/performance/judgements.ts';
import { BOOK_READS, booksThread } from '../../../../bank/books/reads.ts';
import { type LedgerDay, streamGeneralLedger } from '../../../../db/journal/general-ledger.ts';
import { fileOf, readOnlyDatabase } from '../../../../db/kernel/read-only.ts';
import type { Ledger } from '../../../../db/ledger.ts';
import { DAY_MS } from '../../../../ledger/durations.ts';
import { firstIdAt } from '../../../../ledger/id.ts';
import { openFilledLedger, temporaryFolder } from '../../../db/ledger-file.ts';
import { statementsIn } from '../../../db/plans-in.ts';

async function openBooks() {
  const { ledger, transactions } = await openFilledLedger(join(temporaryFolder(), 'ledger.db'));
  const closing = new AbortController();
  onTestFinished(() => {
    closing.abort();
    ledger.close();
  });
  return { ledger, transactions, books: booksThread(closing.signal) };
}

test('whole ledgers are read on a separate thread, with the same results as on the main thread', async () => {
  const { ledger, books } = await openBooks();
  const start = BOOK_READS.firstBookedDay(ledger, {}) ?? 0;
  const asOfQuery = { asOf: ledger.now() };
  const piece = { start, after: '' };
  const liveQuery = { task: 'fraud' as const, artifactSha256: 'a', from: 0, now: asOfQuery.asOf };
  const results: unknown[] = [];
  const statementCount = await statementsIn(ledger, async () => {
    results.push(await books.read('trialBalance', ledger, { asOf: null }));
    results.push(await books.read('trialBalance', ledger, asOfQuery));
    results.push(await books.read('firstBookedDay', ledger, {}));
    results.push(await books.read('ledgerPiece', ledger, piece));
    results.push(await books.read('riskFigures', ledger, { from: 0 }));
    results.push(await books.read('modelLive', ledger, liveQuery));
  });
  expect(statementCount).toBe(0);
  expect(results).toEqual([
    BOOK_READS.trialBalance(ledger, { asOf: null }),
    BOOK_READS.trialBalance(ledger, asOfQuery),
    start,
    BOOK_READS.ledgerPiece(ledger, piece),
    BOOK_READS.riskFigures(ledger, { from: 0 }),
    await BOOK_READS.modelLive(ledger, liveQuery),
  ]);
});

test('the general ledger has an account of a day once, and debits equal credits', async () => {
  const { ledger, books } = await openBooks();
  const firstDay = BOOK_READS.firstBookedDay(ledger, {}) ?? 0;
  const to = ledger.now() + DAY_MS;
  const days: LedgerDay[] = [];
  for await (const piece of streamGeneralLedger({ from: 0, to, first: firstDay }, (request) =>
    books.read('ledgerPiece', ledger, request),
  )) {
    days.push(...piece);
  }
  const keys = days.map(({ date, accountId, currency }) => `${date} ${accountId} ${currency}`);
  expect(new Set(keys).size).toBe(keys.length);
  const sum = (side: 'debit' | 'credit') => days.reduce((all, day) => all + BigInt(day[side]), 0n);
  expect(sum('debit')).toBeGreaterThan(0n);
  expect(sum('debit')).toBe(sum('credit'));
});

/** Writes that a payment was judged, by no model. */
function prepareJudgement({ database: { raw } }: Ledger) {
  return raw.prepare(
    `INSERT INTO risk_decisions (id, tenant_id, transaction_id, account_id, customer_id, rule_set,
       rules, level, decision, degraded, as_of, created_at)
     SELECT ?, tenant_id, id, source_account_id, customer_id, 1, '[]', 'high', ?, 'no_model', 1, ?
     FROM transactions WHERE id = ?`,
  );
}

interface JudgedPayment {
  readonly decisionId: string;
  readonly transactionId: string | undefined;
}

/** Writes that an operator found a payment to be fraud. */
function rejectPayment({ database: { raw } }: Ledger, payment: JudgedPayment): void {
  raw.exec(
    `INSERT INTO risk_reviews SELECT 'rvw_1', 'alert', '${payment.decisionId}', id, tenant_id,
       source_account_id, 'open', NULL, NULL, NULL, 1 FROM transactions
     WHERE id = '${payment.transactionId}'`,
  );
  raw.exec(
    `UPDATE risk_reviews SET status = 'rejected', decided_by = 'opr_1', reason = 'Fraud.',
       decided_at = 2 WHERE id = 'rvw_1'`,
  );
}

test('figures of judged payments are cached, and never older than the ledger or the window', async () => {
  const { ledger, transactions } = await openBooks();
  const reader = { database: readOnlyDatabase(fileOf(ledger.database) ?? '') };
  const judgedAt = ledger.now() - DAY_MS;
  const readVerdicts = async (from: number) => {
    const result = await readJudgedSince(reader, from);
    expect(result).toEqual(await readJudgedSince(ledger, from));
    return result.map(({ decision, verdict }) => verdict ?? decision);
  };
  const rowsBefore = await readVerdicts(judgedAt);
  const decisionId = firstIdAt('riskDecision', judgedAt);
  prepareJudgement(ledger).run(decisionId, 'review', judgedAt, transactions.posted);
  expect(await readVerdicts(judgedAt)).toEqual([...rowsBefore, 'review']);
  // The number of the last write is read, and no payment.
  const statementCount = await statementsIn(reader, () => readJudgedSince(reader, judgedAt));
  expect(statementCount).toBe(1);
  // Without a write, the window moves forward, and then back to before the cached window.
  expect(await readVerdicts(judgedAt + 1)).toEqual(rowsBefore);
  expect(await readVerdicts(judgedAt - 1)).toEqual([...rowsBefore, 'review']);
  rejectPayment(ledger, { decisionId, transactionId: transactions.posted });
  expect(await readVerdicts(judgedAt)).toEqual([...rowsBefore, 'rejected']);
});

test('review figures are cached, and never older than the ledger or the window', async () => {
  const { ledger, transactions, books } = await openBooks();
  const judgedAt = ledger.now() - DAY_MS;
  const judge = prepareJudgement(ledger);
  const decisionId = firstIdAt('riskDecision', judgedAt);
  const readFigures = async (from: number) => {
    const result = await books.read('riskFigures', ledger, { from });
    expect(result).toEqual(BOOK_READS.riskFigures(ledger, { from }));
    const { payments, lookedAt, confirmed } = result.counts;
    return [payments, lookedAt, confirmed];
  };
  const [judgedBefore = 0] = await readFigures(judgedAt);
  judge.run(decisionId, 'review', judgedAt, transactions.posted);
  expect(await readFigures(judgedAt)).toEqual([judgedBefore + 1, 1, 0]);
  expect(await readFigures(judgedAt)).toEqual([judgedBefore + 1, 1, 0]);
  rejectPayment(ledger, { decisionId, transactionId: transactions.posted });
  expect(await readFigures(judgedAt)).toEqual([judgedBefore + 1, 1, 1]);
  // Without a write, the window moves forward.
  expect(await readFigures(judgedAt + 1)).toEqual([judgedBefore, 0, 0]);
});
