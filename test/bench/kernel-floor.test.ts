// The floor that the kernel is measured against writes the rows of today's tables, or the bench has
// nothing to stand on: no figure is asserted here.

import { expect, test } from 'vitest';
import { kernelFloor } from '../../bench/kernel-floor.ts';
import { temporaryFolder } from '../../bench/measure.ts';
import { openDatabase } from '../../db/kernel/connect.ts';

test('the raw floor beneath the kernel posts whole transfers', () => {
  const folder = temporaryFolder();
  try {
    const file = `${folder.path}/floor.db`;
    const floor = kernelFloor(file);
    floor.transfers(3);
    floor.close();
    const { raw, close } = openDatabase(file, 'ledger');
    const count = (sql: string) => raw.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck();
    expect(count("transactions WHERE status = 'posted' AND amount_posted = amount").get()).toBe(3);
    expect(['entries', 'leaves', 'timeline', 'events'].map((table) => count(table).get())).toEqual([
      6, 3, 6, 6,
    ]);
    close();
  } finally {
    folder.remove();
  }
});
