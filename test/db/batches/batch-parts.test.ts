// An atomic batch in parts: the books balance between any two parts, no payment spends money that
// the batch needs, and after a crash in any part all items or none are booked.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import { balanceView } from '../../../db/accounts/view.ts';
import { acceptBatch } from '../../../db/batches/accept.ts';
import { settleBatch } from '../../../db/batches/acts.ts';
import { findBatch } from '../../../db/batches/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { replaceLimits } from '../../../db/limits/acts.ts';
import { setOverdraft } from '../../../db/overdrafts/acts.ts';
import type { LimitTerms } from '../../../ledger/limits.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { isOnPostgres } from '../../kit/bank/postgres.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { violationsOf } from '../sqlite-rig.ts';
import { causeOf, hashOf, type Teller, tellerOf, WORKFLOW } from '../teller.ts';
import { createEvenClock, type ItemFields, itemOf } from './item.ts';

const CHILD = fileURLToPath(new URL('batch-child.ts', import.meta.url));
/** Three slices, the last one short. */
const ITEMS = 70;
/** Items that one step decides: slices share a commit on PostgreSQL. */
const DECIDED_PER_STEP = isOnPostgres ? 64 : 32;

const openLedgers: Ledger[] = [];
afterEach(() => {
  for (const ledger of openLedgers.splice(0)) ledger.close();
});

async function openIn(file = ':memory:'): Promise<{ ledger: Ledger; teller: Teller }> {
  const ledger = await openTestLedger({
    environment: 'sandbox',
    file,
    workClock: createEvenClock(),
  });
  openLedgers.push(ledger);
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const balance = async () => null;
  return {
    ledger,
    teller: tellerOf({ store: ledger, people: ledger, balance, execute }, 'dev_1'),
  };
}

async function acceptItems(
  ledger: Ledger,
  wishes: readonly ItemFields[],
  mode: 'atomic' | 'best_effort' = 'atomic',
): Promise<string> {
  const { id } = await ledger.run(acceptBatch, {
    tenantId: 'dev_1',
    mode,
    items: wishes.map(itemOf),
    metadata: {},
    requestHash: hashOf('batch'),
    cause: causeOf(),
  });
  return id;
}

const repeatItem = (order: ItemFields, count = ITEMS) => Array.from({ length: count }, () => order);
const step = (ledger: Ledger, batchId: string) =>
  ledger.run(settleBatch, { batchId, workflow: WORKFLOW });
const batchOf = (ledger: Ledger, id: string) => findBatch(ledger, 'dev_1', id);

async function balanceFigures(ledger: Ledger, id: string) {
  const reading = await readBalance(ledger, 'dev_1', id);
  const { posted, pendingIn, pendingOut, available } = balanceView(reading as never);
  return { posted, pendingIn, pendingOut, available };
}

/** Settles the batch to its end, and checks the books after each part. */
async function finish(ledger: Ledger, batchId: string, check = async () => {}): Promise<number> {
  for (let stepPoints = 1; ; stepPoints++) {
    const { status } = await step(ledger, batchId);
    expect(violationsOf(ledger, Date.now())).toEqual([]);
    await check();
    if (status !== 'processing') return stepPoints;
  }
}

test.each(['atomic', 'best_effort'] as const)(
  'a slice of a batch (%s) has four times as many items while nobody else asks for anything',
  async (mode) => {
    const { ledger, teller } = await openIn();
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    const decide = async (hasNoOtherRequests: boolean) => {
      const wishes = Array.from({ length: 256 }, () => ({ from, to, reference: randomUUID() }));
      const batchId = await acceptItems(ledger, wishes, mode);
      const order = { batchId, workflow: WORKFLOW, hasNoOtherRequests };
      await ledger.run(settleBatch, order);
      const column = mode === 'atomic' ? 'judged' : 'decided';
      const read = ledger.database.raw.prepare(`SELECT ${column} FROM batches WHERE id = ?`);
      const first = read.pluck().get(batchId) as number;
      while ((await ledger.run(settleBatch, order)).status === 'processing');
      expect(await batchOf(ledger, batchId)).toMatchObject({ counts: { posted: 256 } });
      return first;
    };
    const [usualSlice, longSlice] = [await decide(false), await decide(true)];
    expect([usualSlice, longSlice]).toEqual([DECIDED_PER_STEP, 4 * DECIDED_PER_STEP]);
    expect(violationsOf(ledger, Date.now())).toEqual([]);
  },
);

function expectNothingReserved({ database: { raw } }: Ledger): void {
  for (const table of ['batch_reserves', 'batch_references', 'batch_slices']) {
    expect(raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
  }
}

describe('between the parts of an atomic batch', () => {
  test('the books balance, and money already committed to items cannot be spent by others', async () => {
    const { ledger, teller } = await openIn();
    const from = await teller.account({ funds: 100 });
    const to = await teller.account();
    const batchId = await acceptItems(ledger, repeatItem({ from, to }));
    await step(ledger, batchId);
    const expectedFigures = {
      posted: 100,
      pendingIn: 0,
      pendingOut: DECIDED_PER_STEP,
      available: 100 - DECIDED_PER_STEP,
    };
    expect(await balanceFigures(ledger, from)).toEqual(expectedFigures);
    expect(await balanceFigures(ledger, to)).toMatchObject({
      posted: 0,
      pendingIn: DECIDED_PER_STEP,
      available: 0,
    });
    for (let judged = DECIDED_PER_STEP; judged < ITEMS; judged += DECIDED_PER_STEP)
      await step(ledger, batchId);
    expect(await balanceFigures(ledger, from)).toMatchObject({ posted: 100, available: 30 });
    const tooLarge = await teller.send({ from, to, amount: 31 });
    const covered = await teller.send({ from, to, amount: 30 });
    const statusOf = ledger.database.raw.prepare('SELECT status FROM transactions WHERE id = ?');
    expect([tooLarge, covered].map((id) => statusOf.pluck().get(id))).toEqual([
      'declined',
      'posted',
    ]);
    await expect(teller.changeStatus(to, 'closed')).rejects.toMatchObject({
      code: 'account_not_empty',
    });
    const available: number[] = [];
    await finish(ledger, batchId, async () => {
      available.push((await balanceFigures(ledger, from)).available);
    });
    expect(new Set(available)).toEqual(new Set([0]));
    expect(await balanceFigures(ledger, to)).toMatchObject({
      posted: 100,
      pendingIn: 0,
      available: 100,
    });
    expect(await batchOf(ledger, batchId)).toMatchObject({ counts: { posted: ITEMS } });
    expectNothingReserved(ledger);
  });

  test('the reference of an accepted item is taken, and is free again when the batch is refused', async () => {
    const { ledger, teller } = await openIn();
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    const wishes = repeatItem({ from, to });
    wishes[69] = { from, to, amount: 5_000 };
    const batchId = await acceptItems(ledger, wishes);
    await step(ledger, batchId);
    await expect(teller.accept({ from, to, reference: 'item-3' })).rejects.toThrow('duplicate');
    expect(await teller.accept({ from, to, reference: 'item-66' })).toMatch(/^txn_/);
    // Now item 66 has the reference of another transaction, and is the first that cannot be booked.
    await finish(ledger, batchId);
    expect(await batchOf(ledger, batchId)).toMatchObject({
      status: 'refused',
      refusal: { index: 66, code: 'duplicate_reference' },
      counts: { refused: ITEMS },
    });
    expect(await teller.accept({ from, to, reference: 'item-3' })).toMatch(/^txn_/);
    expect(await balanceFigures(ledger, from)).toMatchObject({ posted: 1_000, available: 1_000 });
    expectNothingReserved(ledger);
  });

  test('items may spend the proceeds of earlier items, and other payments may not', async () => {
    const { ledger, teller } = await openIn();
    const a = await teller.account({ funds: 100 });
    const b = await teller.account();
    const c = await teller.account();
    const wishes = [
      { from: a, to: b, amount: 100 },
      ...repeatItem({ from: b, to: c }, 90),
      { from: null, to: a, amount: 7 },
      { from: a, to: null, amount: 7 },
    ];
    const batchId = await acceptItems(ledger, wishes);
    const availableOfB: number[] = [];
    await finish(
      ledger,
      batchId,
      async () => void availableOfB.push((await balanceFigures(ledger, b)).available),
    );
    expect(await batchOf(ledger, batchId)).toMatchObject({ status: 'completed' });
    const posted = await Promise.all(
      [a, b, c].map(async (id) => (await balanceFigures(ledger, id)).posted),
    );
    expect(posted).toEqual([0, 10, 90]);
    // Other payments could spend incoming money only once the batch did not need it.
    expect(availableOfB.slice(0, -1).every((available) => available === 0)).toBe(true);
    expect(availableOfB.at(-1)).toBe(10);
  });

  test('limits count accepted items, for later items and for other requests', async () => {
    const { ledger, teller } = await openIn();
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    await setLimits(ledger, from, { daily: 69 });
    const refusedBatchId = await acceptItems(ledger, repeatItem({ from, to }));
    await finish(ledger, refusedBatchId);
    expect(await batchOf(ledger, refusedBatchId)).toMatchObject({
      refusal: { index: 69, code: 'limit_exceeded' },
    });
    const batchId = await acceptItems(ledger, repeatItem({ from, to }, 69));
    for (let parts = 0; parts < 3; parts++) await step(ledger, batchId);
    const laterTransferId = await teller.send({ from, to, amount: 1 });
    await finish(ledger, batchId);
    const codes = ledger.database.raw.prepare('SELECT status_code FROM transactions WHERE id = ?');
    expect(codes.pluck().get(laterTransferId)).toBe('limit_exceeded');
    expect(await batchOf(ledger, batchId)).toMatchObject({ status: 'completed' });
    expect(violationsOf(ledger, Date.now())).toEqual([]);
  });

  test('the approval threshold applies to the sum of all slices', async () => {
    const { ledger, teller } = await openIn();
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    await setLimits(ledger, from, { requireApprovalAbove: 69 });
    const batchId = await acceptItems(ledger, repeatItem({ from, to }));
    await finish(ledger, batchId);
    expect(await batchOf(ledger, batchId)).toMatchObject({
      refusal: { index: 69, code: 'approval_unavailable' },
    });
  });

  test('a freeze after the decision comes too late, and a freeze before it refuses the batch', async () => {
    const { ledger, teller } = await openIn();
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    const decidedBatchId = await acceptItems(ledger, repeatItem({ from, to }));
    for (let parts = 0; parts < 3; parts++) await step(ledger, decidedBatchId);
    await teller.changeStatus(from, 'frozen');
    await finish(ledger, decidedBatchId);
    expect(await batchOf(ledger, decidedBatchId)).toMatchObject({ status: 'completed' });
    const otherItems = repeatItem({ from, to }).map((order, n) => ({
      ...order,
      reference: `late-${n}`,
    }));
    const laterBatchId = await acceptItems(ledger, otherItems);
    await finish(ledger, laterBatchId);
    expect(await batchOf(ledger, laterBatchId)).toMatchObject({
      refusal: { code: 'account_frozen' },
    });
  });

  test("a payment beyond its account's balance draws on the linked account", async () => {
    const { ledger, teller } = await openIn();
    const customerId = await teller.customer();
    const from = await teller.account({ funds: 40, customerId });
    const linked = await teller.account({ funds: 100, customerId });
    const to = await teller.account();
    await teller.post({ from: linked, to, amount: 1 });
    await ledger.run(setOverdraft, {
      tenantId: 'dev_1',
      accountId: from,
      terms: {
        limit: 500,
        mode: 'transfer_from_savings',
        linkedAccountId: linked,
        feePolicy: { perItem: 10, gracePeriodHours: 0, graceAmount: 0, maxPerDay: 1 },
        consentAt: 1,
      },
      ifVersion: null,
      requestHash: hashOf('overdraft'),
      cause: causeOf(),
    });
    const batchId = await acceptItems(ledger, repeatItem({ from, to }));
    await finish(ledger, batchId);
    expect(await batchOf(ledger, batchId)).toMatchObject({ status: 'completed' });
    expect(await balanceFigures(ledger, from)).toMatchObject({ posted: 0, available: 0 });
    expect(await balanceFigures(ledger, linked)).toMatchObject({ posted: 69, available: 69 });
    expect(await balanceFigures(ledger, to)).toMatchObject({ posted: 71, pendingIn: 0 });
  });
});

describe('a killed process', () => {
  // After one decided slice, after the decision about the batch, between booked slices, before the
  // end, and in the commit of a slice.
  const points = {
    completed: [...steps(...(isDeep ? [1, 3, 4, 6] : [1, 4])), ['in-commit', 33] as const],
    refused: steps(...(isDeep ? [1, 3] : [3])),
  };

  test.each(['completed', 'refused'] as const)(
    'in any part of a batch leaves the batch to the next process, which ends it as %s',
    async (status) => {
      const folder = temporaryFolder();
      for (const [point, step] of points[status]) {
        const file = join(folder, `${point}-${step}.db`);
        const { batchId, from, to } = await prepare(file, status);
        await runUntilKilled(file, batchId, point, step);
        const { ledger } = await openIn(file);
        expect(violationsOf(ledger, Date.now()), `${point} ${step}`).toEqual([]);
        await finish(ledger, batchId);
        expect(await batchOf(ledger, batchId)).toMatchObject({ status });
        const movedAmount = status === 'completed' ? ITEMS : 0;
        const remaining = { posted: 1_000 - movedAmount, pendingOut: 0 };
        expect(await balanceFigures(ledger, from)).toMatchObject(remaining);
        expect(await balanceFigures(ledger, to)).toMatchObject({
          posted: movedAmount,
          pendingIn: 0,
        });
        expectNothingReserved(ledger);
      }
    },
    120_000,
  );
});

function steps(...numbers: readonly number[]): (readonly ['after-step', number])[] {
  return numbers.map((step) => ['after-step', step]);
}

async function prepare(file: string, status: 'completed' | 'refused') {
  const { ledger, teller } = await openIn(file);
  const from = await teller.account({ funds: 1_000 });
  const to = await teller.account();
  const wishes = repeatItem({ from, to });
  if (status === 'refused') wishes[69] = { from: to, to: null, amount: 5_000 };
  const batchId = await acceptItems(ledger, wishes);
  openLedgers.splice(openLedgers.indexOf(ledger), 1);
  ledger.close();
  return { batchId, from, to };
}

/** Resolves when the process has killed itself. */
function runUntilKilled(file: string, batchId: string, point: string, step: number): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [CHILD, file, batchId, point, String(step)], (error, _, stderr) => {
      if (error?.signal === 'SIGKILL') resolve();
      else reject(new Error(`the process did not end at ${point} ${step}: ${stderr}`));
    });
  });
}

async function setLimits(
  ledger: Ledger,
  accountId: string,
  terms: Partial<LimitTerms>,
): Promise<void> {
  await ledger.run(replaceLimits, {
    tenantId: 'dev_1',
    accountId,
    currency: 'EUR',
    terms: { ...NO_LIMITS, ...terms },
    effectiveFrom: null,
    effectiveUntil: null,
    coolOffMs: 0,
    ifVersion: null,
    cause: causeOf(),
  });
}

const NO_LIMITS: LimitTerms = {
  perTransaction: null,
  daily: null,
  weekly: null,
  monthly: null,
  dailyCount: null,
  windows: [],
  allowedCategories: null,
  blockedCategories: [],
  allowedCountries: null,
  blockedCounterparties: [],
  requireApprovalAbove: null,
  requireMfaAbove: null,
};
