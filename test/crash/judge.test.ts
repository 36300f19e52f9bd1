// The judge gets the evidence of banks that lose, double or invent money, and must find each fault.
import { describe, expect, test } from 'vitest';
import { createClientLog, type Operation, recordAnswer } from './client-log.ts';
import { judge } from './judge.ts';
import type { LedgerEntry, LedgerRow } from './ledger-snapshot.ts';

const CLEAN_VERDICT = { lost: 0, duplicated: 0, centsOff: 0 };

function operationOf(fields: Partial<Operation> = {}): Operation {
  return {
    key: 'k1',
    request: {
      type: 'transfer',
      amount: 100,
      currency: 'EUR',
      sourceAccountId: 'a',
      destinationAccountId: 'b',
    },
    expects: null,
    ids: new Set(['t1']),
    outcome: 'posted',
    acknowledged: true,
    captured: null,
    finalAt: 1,
    ...fields,
  };
}

const entry = (direction: 'debit' | 'credit', accountId: string, amount = 100): LedgerEntry => ({
  transactionId: 't1',
  accountId,
  direction,
  amount,
});
const BOOKED_ENTRIES = [entry('debit', 'a'), entry('credit', 'b')];

function rowOf(fields: Partial<LedgerRow> = {}): LedgerRow {
  return { id: 't1', key: 'k1', status: 'posted', entries: BOOKED_ENTRIES, ...fields };
}

function verdictOn(operation: Operation, rows: LedgerRow[], balances = { a: -100, b: 100 }) {
  const evidence = {
    operations: new Map([[operation.key, operation]]),
    rows,
    balances: new Map(Object.entries(balances)),
  };
  return judge(evidence, () => undefined);
}

describe('the transfer judge, for a correct bank,', () => {
  test('finds no fault', () => {
    expect(verdictOn(operationOf(), [rowOf()])).toEqual(CLEAN_VERDICT);
  });
  test('allows declined transfers, with a record and without moved money', () => {
    const declined = operationOf({ outcome: 'declined', acknowledged: false });
    const row = rowOf({ status: 'declined', entries: [] });
    expect(verdictOn(declined, [row], { a: 0, b: 0 })).toEqual(CLEAN_VERDICT);
  });
  test('expects the captured amount of a hold in the books', () => {
    const operation = operationOf({ captured: 30 });
    const heldPayment = {
      ...operation,
      request: { ...operation.request, capture: 'manual' as const },
    };
    const entries = [entry('debit', 'a', 30), entry('credit', 'b', 30)];
    expect(verdictOn(heldPayment, [rowOf({ entries })], { a: -30, b: 30 })).toEqual(CLEAN_VERDICT);
  });
});

describe('the transfer judge detects a lost transfer', () => {
  test.each([
    ['when its record is gone', []],
    ['when it is not final', [rowOf({ status: 'pending', entries: [] })]],
    ['when it ended otherwise than answered', [rowOf({ status: 'canceled', entries: [] })]],
    ['when it has no entries', [rowOf({ entries: [] })]],
    ['when it exists under another id', [rowOf({ id: 't2' })]],
    ['when another amount was booked', [rowOf({ entries: [entry('debit', 'a', 1)] })]],
    ['when another account was debited', [rowOf({ entries: [entry('debit', 'c')] })]],
  ])('%s', (_, rows) => {
    expect(verdictOn(operationOf(), rows)).toEqual({ ...CLEAN_VERDICT, lost: 1 });
  });

  test('when no client ever learned its outcome', () => {
    const open = operationOf({ outcome: 'accepted' });
    expect(verdictOn(open, [rowOf()], { a: 0, b: 0 })).toEqual({ ...CLEAN_VERDICT, lost: 1 });
  });
});

describe('the transfer judge detects a duplicated transfer', () => {
  test.each([
    ['when its key has two records', [rowOf(), rowOf({ id: 't2' })]],
    ['when it was booked twice', [rowOf({ entries: [...BOOKED_ENTRIES, ...BOOKED_ENTRIES] })]],
    ['when no request asked for it', [rowOf(), rowOf({ id: 't2', key: 'k2' })]],
    ['when it has no key and no request asked for it', [rowOf(), rowOf({ id: 't2', key: null })]],
  ])('%s', (_, rows) => {
    expect(verdictOn(operationOf(), rows)).toEqual({ ...CLEAN_VERDICT, duplicated: 1 });
  });

  test('when its answers named two ids', () => {
    const repeatedOperation = operationOf({ ids: new Set(['t1', 't2']) });
    expect(verdictOn(repeatedOperation, [rowOf()])).toEqual({ ...CLEAN_VERDICT, duplicated: 1 });
  });
  test('when it was declined and still moved money', () => {
    const declined = operationOf({ outcome: 'declined' });
    const row = rowOf({ status: 'declined' });
    const verdict = verdictOn(declined, [row], { a: 0, b: 0 });
    expect(verdict).toEqual({ ...CLEAN_VERDICT, duplicated: 1 });
  });
  test('when it was refused and still has a record', () => {
    const refused = operationOf({ outcome: 'refused', ids: new Set() });
    const verdict = verdictOn(refused, [rowOf()], { a: 0, b: 0 });
    expect(verdict).toEqual({ ...CLEAN_VERDICT, duplicated: 1 });
  });
});

test('missing cents in one account and surplus cents in another do not cancel out', () => {
  const verdict = verdictOn(operationOf(), [rowOf()], { a: -101, b: 101 });
  expect(verdict).toEqual({ ...CLEAN_VERDICT, centsOff: 2 });
});

describe('the log of the test clients', () => {
  const answer = (status: number, body: object, sentAt = 5) => ({ status, body, sentAt });
  const posted = { id: 't1', status: 'posted', amount: 100 };

  function recordProblems(
    operation: Operation,
    input: ReturnType<typeof answer>,
  ): readonly string[] {
    const log = createClientLog('/dev/null');
    recordAnswer(log, operation, input);
    return log.problems;
  }

  test('treats an answer that contradicts an earlier answer as a fault', () => {
    const operation = operationOf({ outcome: 'declined' });
    expect(recordProblems(operation, answer(201, posted))).toHaveLength(1);
  });
  test('accepts an early state in a late answer only for an early request', () => {
    const pending = { ...posted, status: 'pending', stage: 'accepted' };
    expect(recordProblems(operationOf({ finalAt: 10 }), answer(202, pending, 5))).toEqual([]);
    expect(recordProblems(operationOf({ finalAt: 10 }), answer(202, pending, 15))).toHaveLength(1);
  });
  test('treats an amount other than the requested one as a fault', () => {
    const open = operationOf({ outcome: 'open', finalAt: null });
    expect(recordProblems(open, answer(201, { ...posted, amount: 99 }))).toHaveLength(1);
  });
  test('treats the approval of a transfer that had to be declined as a fault', () => {
    const open = operationOf({ outcome: 'open', finalAt: null, expects: 'declined' });
    expect(recordProblems(open, answer(201, posted))).toHaveLength(1);
  });
  test('does not treat an outage as an answer', () => {
    const open = operationOf({ outcome: 'open', finalAt: null });
    const log = createClientLog('/dev/null');
    expect(recordAnswer(log, open, answer(503, { code: 'workflow_unavailable' }))).toBe(null);
    expect(open.outcome).toBe('open');
  });
});
