// A developer is moved to another ledger with all rows: the rows there afterwards, the reasons that
// prevent a move, and the state left by a move that failed.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { NO_PROOF, readDecisionProof } from '../../../db/log/decision-proofs.ts';
import { eraseLeaf } from '../../../db/log/erasures.ts';
import {
  carryOutHoldOrder,
  placeHoldOrder,
  releaseHeldMoney,
  settleTransactions,
} from '../../../db/money/calls.ts';
import { type MoveStep, PlacementUnknown } from '../../../db/moves/move.ts';
import { findSliceTables, LEDGER_TABLES, NOT_MOVED } from '../../../db/moves/slice.ts';
import { beginRescreening } from '../../../db/screening/rescreening.ts';
import { verifyProof } from '../../../packages/verify/proof/verify.mjs';
import { namesOf } from '../ledger-file.ts';
import { causeOf } from '../teller.ts';
import {
  createDeveloperIn,
  createFailureAfter,
  dumpTables,
  finishWork,
  openTwoLedgers,
  readEvents,
  type TwoLedgers,
  tellerIn,
} from './two-ledgers.ts';

let testbed: TwoLedgers;
let first: Ledger;
let second: Ledger;
beforeEach(() => {
  testbed = openTwoLedgers();
  [first, second] = testbed.ledgers;
});
afterEach(() => void testbed.close());

const schemaOf = ({ database: { raw } }: Ledger) =>
  raw.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();

async function balancesIn(ledger: Ledger, tenantId: string, accountIds: readonly string[]) {
  const result = await Promise.all(accountIds.map((id) => readBalance(ledger, tenantId, id)));
  return result.map((item) => ({ ...item, ledgerSequence: null }));
}

test("every table is listed as the developer's, the ledger's or not moved, and no unknown table is listed", () => {
  const { raw } = openDatabase(':memory:', 'ledger');
  const carried = findSliceTables(raw).map(({ name }) => name);
  const all = [...carried, ...LEDGER_TABLES, ...NOT_MOVED];
  expect(all.sort()).toEqual(namesOf(raw, 'table'));
  raw.close();
});

test('every table refuses rows of a moving developer, or has an event that is refused', () => {
  const { raw } = first.database;
  const open = raw
    .prepare<[], string>(
      `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) p
       WHERE m.type = 'table' AND p.name = 'tenant_id' AND NOT EXISTS (
         SELECT 1 FROM sqlite_schema t WHERE t.name = m.name || '_stay' AND t.tbl_name = m.name)
       ORDER BY m.name`,
    )
    .pluck()
    .all();
  const withEvents = [
    'decision_leaves',
    'holds',
    'metadata_terms',
    'rail_payments',
    'transactions',
  ];
  const ofMoves = ['departed_leaves', 'tenant_moves'];
  expect(open).toEqual(['deliveries', ...ofMoves, ...withEvents].sort());
  raw.exec("INSERT INTO tenant_moves VALUES ('dev_1', 'leaving', 'sandbox-2', 0)");
  const write = () => raw.exec("INSERT INTO clocks VALUES ('dev_1', 0, NULL, NULL, 0, 1, 0)");
  expect(write).toThrow('the developer is being moved');
});

describe('a developer moved to another ledger', () => {
  test('has the same balances, events and idempotency keys, and the books balance', async () => {
    const developer = await createDeveloperIn(first);
    const { tenantId, from, to } = developer;
    await createDeveloperIn(first);
    await createDeveloperIn(second);
    const events = await readEvents(first, tenantId);
    const balances = await balancesIn(first, tenantId, [from, to]);
    expect(testbed.violations()).toEqual([]);
    const schemas = testbed.ledgers.map(schemaOf);
    const answer = await testbed.move(tenantId);
    expect(answer).toMatchObject({ kind: 'moved' });
    expect(testbed.violations()).toEqual([]);
    expect(testbed.ledgers.map(schemaOf)).toEqual(schemas);
    expect(await readEvents(second, tenantId)).toEqual(events);
    expect(await readEvents(first, tenantId)).toEqual([]);
    expect(await balancesIn(second, tenantId, [from, to])).toEqual(balances);
    const secondTransferId = await tellerIn(second, tenantId).accept({
      from,
      to,
      amount: 100,
      key: 'pay-1',
    });
    expect(secondTransferId).toBe(developer.posted);
  });

  test('keeps the proof of each decision, there and back again', async () => {
    const { tenantId, declined: id } = await createDeveloperIn(first);
    await first.run(signCheckpoint, null);
    await finishWork(first);
    const proofIn = (ledger: Ledger) => readDecisionProof(ledger, { id, facts: id }, testbed.named);
    const before = proofIn(first);
    expect(before.proof?.inclusion).toMatchObject({ treeSize: expect.any(Number) });
    expect(await testbed.move(tenantId)).toMatchObject({ kind: 'moved' });
    expect(proofIn(first).proof).toBeNull();
    expect(proofIn(second)).toEqual(before);
    expect(readDecisionProof(second, { id, facts: id }, () => undefined)).toEqual({
      proof: null,
      noProof: NO_PROOF.log_not_here,
    });
    expect(testbed.violations()).toEqual([]);
    await testbed.move(tenantId, { direction: [second, first] });
    expect(proofIn(first)).toEqual(before);
    expect(testbed.violations()).toEqual([]);
    await testbed.move(tenantId);
    expect(proofIn(second)).toEqual(before);
    expect(testbed.violations()).toEqual([]);
  });

  test('continues to pay in the new ledger, and events continue without a gap or a repetition', async () => {
    const { tenantId, from, to } = await createDeveloperIn(first);
    await createDeveloperIn(second);
    const before = await readEvents(first, tenantId);
    await testbed.move(tenantId);
    const teller = tellerIn(second, tenantId);
    await teller.post({ from, to, amount: 5 });
    const after = await readEvents(second, tenantId);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, index) => index + 1));
    expect(await finishWork(second)).toEqual([after.at(-1)?.id]);
    expect(testbed.violations()).toEqual([]);
  });

  test('has proofs of the log in which it was first booked, and can erase the leaves there', async () => {
    const { tenantId, posted, captured, from, to } = await createDeveloperIn(first);
    await first.run(signCheckpoint, null);
    await finishWork(first);
    const before = await testbed.proofIn(first, tenantId, posted);
    expect(await testbed.move(tenantId)).toMatchObject({ kind: 'moved' });
    await createDeveloperIn(first);
    await first.run(signCheckpoint, null);
    await second.run(signCheckpoint, null);
    const after = await testbed.proofIn(second, tenantId, posted);
    expect(after).toEqual(before);
    expect(await verifyProof(after)).toMatchObject({ verified: true });
    const newPosting = await tellerIn(second, tenantId).post({ from, to, amount: 7 });
    await second.run(signCheckpoint, null);
    const next = await testbed.proofIn(second, tenantId, newPosting);
    expect(await verifyProof(next)).toMatchObject({ verified: true });
    expect(next.checkpoint.origin).not.toBe(after.checkpoint.origin);
    const cause = { actor: 'op', requestId: 'req', idempotencyKey: null };
    await second.run(eraseLeaf, { transactionId: captured, reason: 'asked for', cause });
    const erased = await testbed.proofIn(second, tenantId, captured);
    expect(erased.leaf).toMatchObject({ erased: true, canonical: null });
    expect(await verifyProof(erased)).toMatchObject({ verified: true });
    await finishWork(second);
    expect(testbed.violations()).toEqual([]);
  });

  test('can move back, and the first log proves all its bookings', async () => {
    const { tenantId, posted, captured, from, to } = await createDeveloperIn(first);
    const cause = { actor: 'op', requestId: 'req', idempotencyKey: null };
    await first.run(eraseLeaf, { transactionId: captured, reason: 'asked for', cause });
    await finishWork(first);
    await first.run(signCheckpoint, null);
    await finishWork(first);
    await testbed.move(tenantId);
    const transactionId = await tellerIn(second, tenantId).post({ from, to, amount: 7 });
    await second.run(signCheckpoint, null);
    await finishWork(second);
    const events = await readEvents(second, tenantId);
    expect(await testbed.move(tenantId, { direction: [second, first] })).toMatchObject({
      kind: 'moved',
    });
    expect(await readEvents(first, tenantId)).toEqual(events);
    await tellerIn(first, tenantId).post({ from, to, amount: 9 });
    await finishWork(first);
    for (const id of [posted, captured, transactionId]) {
      expect(await verifyProof(await testbed.proofIn(first, tenantId, id))).toMatchObject({
        verified: true,
      });
    }
    expect(testbed.violations()).toEqual([]);
  });

  test('leaves no event row whose number could go to another developer', async () => {
    const other = await createDeveloperIn(first);
    const { tenantId } = await createDeveloperIn(first);
    await testbed.move(tenantId);
    await tellerIn(first, other.tenantId).post({ from: other.from, to: other.to, amount: 5 });
    expect(await finishWork(first)).toHaveLength(1);
    expect(testbed.violations()).toEqual([]);
  });

  test('is refused writes in the old ledger, while its neighbours still write', async () => {
    const { tenantId, from, to } = await createDeveloperIn(first);
    const other = await createDeveloperIn(first);
    await testbed.move(tenantId);
    const refusedCustomer = tellerIn(first, tenantId).customer();
    const foreignAnswer = tellerIn(first, other.tenantId).post({ from: other.from, to: other.to });
    await expect(refusedCustomer).rejects.toMatchObject({ code: 'ledger_unavailable' });
    await foreignAnswer;
    expect(await tellerIn(second, tenantId).post({ from, to })).toMatch(/^txn_/);
  });

  test('has as many rows in every table as before, and none in the old ledger', async () => {
    const { tenantId } = await createDeveloperIn(first);
    const count = (ledger: Ledger, table: string) =>
      ledger.database.raw
        .prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE tenant_id = ?`)
        .pluck()
        .get(tenantId);
    const tables = ['customers', 'accounts', 'transactions', 'holds', 'deliveries', 'events'];
    const before = tables.map((table) => count(first, table));
    await testbed.move(tenantId);
    expect(tables.map((table) => count(second, table))).toEqual(before);
    expect(tables.map((table) => count(first, table))).toEqual(tables.map(() => 0));
  });
});

test('a production developer moves too, with events as they were written', async () => {
  const production = openTwoLedgers('production');
  const [from, to] = production.ledgers;
  const teller = tellerIn(from);
  const { tenantId } = teller;
  const payer = await teller.account({ overdraft: 1_000 });
  const payee = await teller.account();
  await teller.post({ from: payer, to: payee, amount: 30 });
  await finishWork(from);
  const events = await readEvents(from, tenantId);
  expect(events.every(({ livemode }) => livemode)).toBe(true);
  expect(await production.move(tenantId)).toMatchObject({ kind: 'moved' });
  expect(await readEvents(to, tenantId)).toEqual(events);
  await tellerIn(to, tenantId).post({ from: payer, to: payee, amount: 30 });
  await finishWork(to);
  expect(production.violations()).toEqual([]);
  production.close();
});

test('held money moves along, and is captured and released in the new ledger', async () => {
  const { tenantId, teller, from, to } = await createDeveloperIn(first);
  const [captured, canceled, earlyHoldId] = [
    await teller.hold({ from, to, amount: 30 }),
    await teller.hold({ from, to, amount: 40 }),
    await teller.hold({ from, to, amount: 50 }),
  ];
  await finishWork(first);
  const order = { tenantId, cause: causeOf() };
  const capture = async (target: Ledger, transactionId: string, fields: object = {}) => {
    const terms = { act: 'capture', amount: null, reason: null, requestHash: '00' } as const;
    const placed = await target.run(placeHoldOrder, {
      ...terms,
      ...order,
      transactionId,
      ...fields,
    });
    if (placed === null) return null;
    return placed.orderId === null ? placed.outcome : target.run(carryOutHoldOrder, placed);
  };
  expect(await capture(first, earlyHoldId)).toMatchObject({ status: 'posted' });
  await finishWork(first);
  expect(await testbed.move(tenantId)).toMatchObject({ kind: 'moved' });
  expect(await capture(second, captured, { amount: 20 })).toMatchObject({ status: 'posted' });
  const release = { ...order, transactionId: canceled, to: 'canceled', reason: null } as const;
  expect(await second.run(releaseHeldMoney, release)).toMatchObject({ status: 'canceled' });
  const ids = [captured, canceled, 'txn_nowhere'];
  const settled = await second.run(settleTransactions, {
    ids,
    workflow: { id: 'test', runId: 'test' },
  });
  expect(settled.map(({ status }) => status)).toEqual(['posted', 'canceled', null]);
  expect(await capture(second, 'txn_nowhere')).toBeNull();
  expect(await capture(second, captured, { tenantId: 'dev_other' })).toBeNull();
  const unknownHold = { orderId: 'hor_nothing', transactionId: captured };
  expect(await second.run(carryOutHoldOrder, unknownHold)).toBeNull();
  await finishWork(second);
  expect(testbed.violations()).toEqual([]);
});

describe('a developer is not moved, and nothing changes,', () => {
  const expectUntouched = async (act: () => Promise<unknown>) => {
    const before = testbed.ledgers.map(dumpTables);
    const answer = await act();
    expect(testbed.ledgers.map(dumpTables)).toEqual(before);
    return answer;
  };

  test('while a payment is not settled, and the refusal names it', async () => {
    const { tenantId, teller, from, to } = await createDeveloperIn(first);
    const accepted = await teller.accept({ from, to, amount: 10 });
    const answer = await expectUntouched(() => testbed.move(tenantId));
    expect(answer).toMatchObject({ kind: 'open', open: [{ count: 1, examples: [accepted] }] });
  });

  test('with more rows than a move carries', async () => {
    const { tenantId } = await createDeveloperIn(first);
    const answer = await expectUntouched(() => testbed.move(tenantId, { maxRows: 10 }));
    expect(answer).toMatchObject({
      kind: 'open',
      open: [{ subject: 'rows, more than the limit of 10' }],
    });
  });

  test('while the names of one ledger are screened again', async () => {
    const { tenantId } = await createDeveloperIn(first);
    await second.run(beginRescreening, { lists: 'a'.repeat(64) });
    const answer = await expectUntouched(() => testbed.move(tenantId));
    expect(JSON.stringify(answer)).toContain('screening');
  });

  test('where the other ledger has already used the same account number', async () => {
    const { tenantId, from } = await createDeveloperIn(first);
    second.database.raw.exec(`ATTACH '${testbed.files[0]?.file}' AS other;
      INSERT INTO customers SELECT 'cus_of_another', 'dev_other', type, name, email, phone,
        date_of_birth, country, address, kyc_status, risk_level, metadata, version, created_at,
        updated_at, next_review_at, review_from, not_compared FROM other.customers LIMIT 1`);
    const number = first.database.raw
      .prepare<[string], string>('SELECT account_number FROM accounts WHERE id = ?')
      .pluck()
      .get(from);
    second.database.raw.exec(`INSERT INTO accounts (id, tenant_id, kind, customer_id, type,
      currency, name, account_number, status, created_at, updated_at) VALUES ('acc_of_another',
      'dev_other', 'customer', 'cus_of_another', 'checking', 'EUR', 'Main', '${number}', 'active',
      0, 0); DETACH other`);
    const answer = await expectUntouched(() => testbed.move(tenantId));
    expect(answer).toMatchObject({ kind: 'open', open: [{ count: 1, examples: [from] }] });
  });
});

describe('a waiting move', () => {
  test('is given up where no events are relayed, and the developer can write again', async () => {
    const { tenantId, teller, from, to } = await createDeveloperIn(first);
    await teller.post({ from, to, amount: 1 });
    const answer = await testbed.move(tenantId);
    const open = [{ subject: 'events that are not relayed to webhook endpoints', count: 2 }];
    expect(answer).toMatchObject({ kind: 'open', open });
    await teller.post({ from, to, amount: 1 });
  });

  test('continues as soon as open work is finished', async () => {
    const { tenantId, teller, from, to } = await createDeveloperIn(first);
    await teller.post({ from, to, amount: 1 });
    const moving = testbed.move(tenantId);
    setTimeout(() => void finishWork(first), 100);
    expect(await moving).toMatchObject({ kind: 'moved' });
    expect(testbed.violations()).toEqual([]);
  });
});

describe('a failed move', () => {
  const STEPS_BEFORE: readonly MoveStep[] = ['marked', 'arrived'];
  test.each(STEPS_BEFORE)('after it has %s is undone, and can be made again', async (step) => {
    const { tenantId, teller, from, to } = await createDeveloperIn(first);
    const events = await readEvents(first, tenantId);
    const failing = testbed.move(tenantId, { onStep: createFailureAfter(step) });
    await expect(failing).rejects.toThrow(step);
    expect(await readEvents(first, tenantId)).toEqual(events);
    expect(await readEvents(second, tenantId)).toEqual([]);
    expect(testbed.violations()).toEqual([]);
    await teller.post({ from, to, amount: 1 });
    await finishWork(first);
    expect(await testbed.move(tenantId)).toMatchObject({ kind: 'moved' });
    expect(testbed.violations()).toEqual([]);
  });

  const STEPS_AFTER: readonly MoveStep[] = ['placed', 'released'];
  test.each(STEPS_AFTER)('after it has %s is finished by the next run', async (step) => {
    const { tenantId, from, to } = await createDeveloperIn(first);
    const events = await readEvents(first, tenantId);
    await expect(testbed.move(tenantId, { onStep: createFailureAfter(step) })).rejects.toThrow(
      step,
    );
    expect(await testbed.settle(tenantId, 'sandbox-2')).toBe('finished');
    expect(await testbed.settle(tenantId, 'sandbox-2')).toBeNull();
    expect(await readEvents(second, tenantId)).toEqual(events);
    expect(testbed.violations()).toEqual([]);
    await tellerIn(second, tenantId).post({ from, to, amount: 1 });
  });

  test('because the developer is already placed elsewhere is undone', async () => {
    const { tenantId, teller, from, to } = await createDeveloperIn(first);
    expect(await testbed.move(tenantId, { place: async () => false })).toEqual({ kind: 'changed' });
    await teller.post({ from, to, amount: 1 });
    await finishWork(first);
    expect(testbed.violations()).toEqual([]);
  });

  test('that never reached the target of a reset is undone', async () => {
    const { tenantId } = await createDeveloperIn(first);
    const { raw } = first.database;
    raw.prepare("INSERT INTO tenant_moves VALUES (?, 'leaving', 'sandbox-2', 0)").run(tenantId);
    const events = await readEvents(first, tenantId);
    expect(await testbed.settle(tenantId, 'sandbox-2')).toBe('taken_back');
    expect(await readEvents(first, tenantId)).toEqual(events);
  });

  const PLACES = { sandbox: 'taken_back', 'sandbox-2': 'finished' } as const;
  test.each(Object.entries(PLACES))(
    'without an answer about the placement changes nothing until the platform says %s',
    async (placedIn, ended) => {
      const { tenantId, teller } = await createDeveloperIn(first);
      const events = await readEvents(first, tenantId);
      const place = () => Promise.reject(new PlacementUnknown('no answer'));
      await expect(testbed.move(tenantId, { place })).rejects.toThrow('no answer');
      const refused = { code: 'ledger_unavailable' };
      await expect(teller.customer()).rejects.toMatchObject(refused);
      await expect(tellerIn(second, tenantId).customer()).rejects.toMatchObject(refused);
      expect(await testbed.settle(tenantId, placedIn)).toBe(ended);
      const currentLedger = testbed.named(placedIn) as Ledger;
      expect(await readEvents(currentLedger, tenantId)).toEqual(events);
      expect(await tellerIn(currentLedger, tenantId).customer()).toMatch(/^cus/);
      expect(testbed.violations()).toEqual([]);
    },
  );

  test('that could not remove arrived rows is cleaned up by the next run', async () => {
    const { tenantId, teller, from, to } = await createDeveloperIn(first);
    const place = () => Promise.reject(new PlacementUnknown('no answer'));
    await expect(testbed.move(tenantId, { place })).rejects.toThrow('no answer');
    // The state after the new ledger did not answer: the old ledger lets the developer write again.
    first.database.raw.exec("DELETE FROM tenant_moves WHERE stage = 'leaving'");
    await teller.post({ from, to, amount: 1 });
    await finishWork(first);
    const events = await readEvents(first, tenantId);
    expect(await testbed.settle(tenantId, 'sandbox')).toBe('taken_back');
    expect(await readEvents(first, tenantId)).toEqual(events);
    expect(await readEvents(second, tenantId)).toEqual([]);
    expect(testbed.violations()).toEqual([]);
    expect(await testbed.move(tenantId)).toMatchObject({ kind: 'moved' });
    expect(testbed.violations()).toEqual([]);
  });
});
