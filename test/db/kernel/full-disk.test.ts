// A full disk is an outage: every acknowledged write is stored, none in part, and the bank
// continues once there is space.

import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isOutage } from '../../../db/kernel/group-commit.ts';
import { openLedger } from '../../../db/ledger.ts';
import {
  acceptTransaction,
  captureHeldMoney,
  settleTransactions,
} from '../../../db/money/calls.ts';
import { openFilledLedger, temporaryFolder } from '../ledger-file.ts';
import { dumpOf, stoppedClock, violationsOf } from '../sqlite-rig.ts';
import { draftOf, tellerOf, WORKFLOW } from '../teller.ts';

async function openLedgerOnFullDisk() {
  const filled = await openFilledLedger(join(temporaryFolder(), 'ledger.db'));
  onTestFinished(() => filled.ledger.close());
  const { raw } = filled.ledger.database;
  const [to = ''] = filled.accounts;
  const setFreePages = (pages: number) => {
    const used = Number(raw.pragma('page_count', { simple: true }));
    raw.pragma(`max_page_count = ${used + pages}`);
  };
  return {
    ...filled,
    setFreePages,
    accept: (amount: number) =>
      filled.ledger.run(acceptTransaction, draftOf(filled.tenantId, { to, amount })),
    violations: () => violationsOf(filled.ledger, filled.clock.now()),
  };
}

const listReasons = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.flatMap((item) => (item.status === 'rejected' ? [item.reason] : []));

describe('on a full disk', () => {
  test('every answered write is stored, and every refusal is an outage', async () => {
    const { ledger, setFreePages, accept, violations } = await openLedgerOnFullDisk();
    setFreePages(4);
    const answered: string[] = [];
    let refused = 0;
    for (let round = 0; round < 6; round++) {
      const settled = await Promise.allSettled(Array.from({ length: 32 }, (_, i) => accept(i + 1)));
      for (const item of settled) {
        if (item.status === 'fulfilled') answered.push(item.value.id);
      }
      const reasons = listReasons(settled);
      expect(reasons.filter((reason) => !isOutage(reason))).toEqual([]);
      refused += reasons.length;
    }
    expect(refused).toBeGreaterThan(0);
    const stored = ledger.database.raw
      .prepare<[], string>("SELECT id FROM transactions WHERE stage = 'accepted'")
      .pluck()
      .all();
    expect(stored.sort()).toEqual(answered.sort());
    expect(violations()).toEqual([]);
    expect(ledger.database.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('a group is settled entirely or not at all, until space is free', async () => {
    const { ledger, setFreePages, accept, violations } = await openLedgerOnFullDisk();
    const accepted = await Promise.all(Array.from({ length: 200 }, (_, i) => accept(i + 1)));
    const ids = accepted.map(({ id }) => id);
    setFreePages(2);
    const before = dumpOf(ledger);
    const [settled] = await Promise.allSettled([
      ledger.run(settleTransactions, { ids, workflow: WORKFLOW }),
    ]);
    expect(listReasons([settled]).map(isOutage)).toEqual([true]);
    expect(dumpOf(ledger)).toEqual(before);
    expect(violations()).toEqual([]);

    setFreePages(1_000_000);
    const outcomes = await ledger.run(settleTransactions, { ids, workflow: WORKFLOW });
    expect(outcomes.every(({ status }) => status === 'posted')).toBe(true);
    expect(violations()).toEqual([]);
  });

  test('a disk failure within a group undoes the whole group and blames no member', async () => {
    let isBroken = false;
    const failPoint = () => {
      if (isBroken)
        throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' });
    };
    const clock = stoppedClock();
    const ledger = openLedger({
      environment: 'sandbox',
      file: ':memory:',
      now: clock.now,
      failPoint,
    });
    onTestFinished(() => ledger.close());
    const rig = { store: ledger, people: ledger, balance: async () => null };
    const teller = tellerOf({ ...rig, execute: async () => undefined });
    const to = await teller.account();
    const ids = [await teller.accept({ to }), await teller.accept({ to })];
    const before = dumpOf(ledger);
    isBroken = true;
    const [settled] = await Promise.allSettled([teller.settle(...ids)]);
    expect(listReasons([settled]).map(isOutage)).toEqual([true]);
    expect(dumpOf(ledger)).toEqual(before);
    isBroken = false;
    expect(await teller.settle(...ids)).toMatchObject([{ status: 'posted' }, { status: 'posted' }]);
  });

  test('a hold is captured and ended entirely or not at all', async () => {
    const { ledger, setFreePages, tenantId, transactions, violations } =
      await openLedgerOnFullDisk();
    const { waiting } = transactions;
    const order = {
      tenantId,
      transactionId: waiting,
      amount: null,
      cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
    };
    // Leaves no free page, so that the first row that needs one fails.
    setFreePages(0);
    const filler = Array.from({ length: 64 }, () => ledger.run(captureHeldMoney, order));
    const outcomes = await Promise.allSettled(filler);
    const reasons = listReasons(outcomes);
    expect(reasons.filter((reason) => !isOutage(reason))).toEqual([]);
    expect(violations()).toEqual([]);
    setFreePages(1_000_000);
    expect(await ledger.run(captureHeldMoney, order)).toMatchObject({
      status: 'posted',
      rejection: null,
    });
    expect(violations()).toEqual([]);
  });
});
