// The judge of schedules, exchanges, refunds and batches finds the faults of banks that lose or
// double them.

import { describe, expect, test } from 'vitest';
import type { BatchAct } from './batch.ts';
import { judgeSide, type SideEvidence, type SideRow } from './judge.ts';
import type { SideAct } from './load.ts';

const CLEAN_VERDICT = { lost: 0, duplicated: 0, centsOff: 0 };
const moves = { a: -5, b: 5 };
const scheduleAct: SideAct = { kind: 'schedule', key: 'k1', id: 'sch_1', posted: true, moves };
const exchangeAct: SideAct = { kind: 'exchange', key: 'k2', id: 'txn_2', posted: true, moves };
const refusedRefund: SideAct = { kind: 'refund', key: 'k3', id: null, posted: false, moves: {} };

const scheduledRow: SideRow = {
  id: 'txn_1',
  key: 'occ_1:1',
  scheduleId: 'sch_1',
  batchId: null,
  reference: null,
  status: 'posted',
  entries: 2,
};
const exchangeRow: SideRow = {
  ...scheduledRow,
  id: 'txn_2',
  key: 'k2',
  scheduleId: null,
  entries: 4,
};

function verdictOn(rows: readonly SideRow[], overrides: Partial<SideEvidence> = {}) {
  const evidence = {
    acts: [scheduleAct, exchangeAct, refusedRefund],
    batches: [],
    batchRows: [],
    opening: { a: 100 },
    rows,
    schedules: new Map([['sch_1', 'completed']]),
    balances: { a: 90, b: 10 },
    ...overrides,
  };
  return judgeSide(evidence, () => undefined);
}

test('the judge of schedules and exchanges finds no fault in a correct bank', () => {
  expect(verdictOn([scheduledRow, exchangeRow])).toEqual(CLEAN_VERDICT);
});

describe('the judge of schedules and exchanges detects a loss', () => {
  test.each([
    ['when a date did not run', [exchangeRow]],
    ['when a date was declined', [{ ...scheduledRow, entries: 0 }, exchangeRow]],
    ['when an exchange is gone', [scheduledRow]],
    [
      'when an exchange has another id than answered',
      [scheduledRow, { ...exchangeRow, id: 'txn_9' }],
    ],
  ])('%s', (_, rows) => {
    expect(verdictOn(rows)).toEqual({ ...CLEAN_VERDICT, lost: 1 });
  });
});

describe('the judge of schedules and exchanges detects a duplicate', () => {
  test.each([
    ['when a date ran twice', [scheduledRow, { ...scheduledRow, id: 'txn_3' }, exchangeRow]],
    ['when a key has two exchanges', [scheduledRow, exchangeRow, { ...exchangeRow, id: 'txn_3' }]],
    ['when an exchange has two legs too many', [scheduledRow, { ...exchangeRow, entries: 6 }]],
    [
      'when a refused refund was given',
      [scheduledRow, exchangeRow, { ...exchangeRow, id: 'txn_3', key: 'k3' }],
    ],
    [
      'when no request asked for it',
      [scheduledRow, exchangeRow, { ...exchangeRow, id: 'txn_3', key: 'k4' }],
    ],
  ])('%s', (_, rows) => {
    expect(verdictOn(rows)).toEqual({ ...CLEAN_VERDICT, duplicated: 1 });
  });

  test('when a schedule was created twice', () => {
    const schedules = new Map([
      ['sch_1', 'completed'],
      ['sch_2', 'completed'],
    ]);
    expect(verdictOn([scheduledRow, exchangeRow], { schedules })).toEqual({
      ...CLEAN_VERDICT,
      duplicated: 1,
    });
  });
});

test('the judge of schedules and exchanges detects missing cents', () => {
  expect(verdictOn([scheduledRow, exchangeRow], { balances: { a: 89, b: 10 } })).toEqual({
    ...CLEAN_VERDICT,
    centsOff: 1,
  });
});

describe('the judge of batches', () => {
  const payableItem = { reference: 'r0', amount: 5, from: 'a', to: 'b', isPayable: true };
  const unpayableItem = { reference: 'r1', amount: 5, from: 'c', to: 'b', isPayable: false };
  const act: BatchAct = {
    key: 'k5',
    id: 'bat_1',
    mode: 'best_effort',
    items: [payableItem, unpayableItem],
    answer: 201,
  };
  const row: SideRow = {
    ...scheduledRow,
    id: 'txn_5',
    key: null,
    scheduleId: null,
    batchId: 'bat_1',
    reference: 'r0',
  };
  const declined: SideRow = {
    ...row,
    id: 'txn_6',
    reference: 'r1',
    status: 'declined',
    entries: 0,
  };
  const refusedBatch: BatchAct = { ...act, mode: 'atomic', answer: 422 };
  const wholeAct: BatchAct = {
    ...act,
    mode: 'atomic',
    items: [payableItem, { ...payableItem, reference: 'r1' }],
  };
  const paid = { ...declined, status: 'posted', entries: 2 };
  const balancesAfter = (amount: number) => ({ a: 90 - amount, b: 10 + amount });

  function judgeOne(act: BatchAct, rows: readonly SideRow[], status: string, amount: number) {
    return verdictOn([scheduledRow, exchangeRow, ...rows], {
      batches: [act],
      batchRows: [{ id: 'bat_1', key: 'k5', status }],
      balances: balancesAfter(amount),
    });
  }

  test('finds no fault when the batches match their answers', () => {
    expect(judgeOne(act, [row, declined], 'completed', 5)).toEqual(CLEAN_VERDICT);
    expect(judgeOne(refusedBatch, [], 'refused', 0)).toEqual(CLEAN_VERDICT);
    expect(judgeOne(wholeAct, [row, paid], 'completed', 10)).toEqual(CLEAN_VERDICT);
  });

  test.each<[string, BatchAct, SideRow[], string, number, object]>([
    ['half of an atomic batch is missing', wholeAct, [row], 'completed', 10, { lost: 1 }],
    ['an atomic batch has not ended', wholeAct, [row, paid], 'processing', 10, { lost: 1 }],
    ['half of a refused batch is booked', refusedBatch, [row], 'refused', 0, { duplicated: 1 }],
    ['a refused batch left a record', refusedBatch, [declined], 'refused', 0, { duplicated: 1 }],
    ['an item is missing', act, [declined], 'completed', 5, { lost: 1 }],
    ['an item was declined', act, [{ ...row, entries: 0 }], 'completed', 5, { lost: 1 }],
    [
      'an item has two transactions',
      act,
      [row, { ...row, id: 'txn_7' }],
      'completed',
      5,
      { duplicated: 1 },
    ],
    ['an item was booked twice', act, [{ ...row, entries: 4 }], 'completed', 5, { duplicated: 1 }],
    ['an unpayable item was booked', act, [row, paid], 'completed', 5, { duplicated: 1 }],
    [
      'a transaction belongs to no item',
      act,
      [row, { ...row, reference: 'r9' }],
      'completed',
      5,
      { duplicated: 1 },
    ],
    ['a batch has another id', { ...act, id: 'bat_9' }, [row], 'completed', 5, { lost: 1 }],
  ])('finds a fault when %s', (_, value, rows, status, amount, fault) => {
    expect(judgeOne(value, rows, status, amount)).toEqual({ ...CLEAN_VERDICT, ...fault });
  });

  test('finds a fault when a batch is missing, exists twice, or was never sent', () => {
    const first = { id: 'bat_1', key: 'k5', status: 'completed' };
    const judgeRows = (batchRows: (typeof first)[]) =>
      verdictOn([scheduledRow, exchangeRow, row], {
        batches: [act],
        batchRows,
        balances: balancesAfter(5),
      });
    expect(judgeRows([])).toEqual({ ...CLEAN_VERDICT, lost: 1 });
    expect(judgeRows([first, { ...first, id: 'bat_2' }])).toEqual({
      ...CLEAN_VERDICT,
      duplicated: 1,
    });
    expect(judgeRows([first, { ...first, id: 'bat_2', key: 'k9' }])).toEqual({
      ...CLEAN_VERDICT,
      duplicated: 1,
    });
  });
});
