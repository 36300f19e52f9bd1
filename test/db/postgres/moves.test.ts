// A developer goes from one schema of PostgreSQL to another in one commit: a bank that works beside
// it sees all of it or nothing, and what fails or is killed before the commit has changed nothing.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { readProof } from '../../../db/log/proofs.ts';
import { followingStore } from '../../../db/moves/following-store.ts';
import { type DatabaseMoveStep, unmarkIn } from '../../../db/moves/move-in-database.ts';
import { JointTaken, openJoint } from '../../../db/postgres/joint.ts';
import { verifyProof } from '../../../packages/verify/proof/verify.mjs';
import { type Wire, wireTo } from '../../kit/outside/postgres-wire.ts';
import { eventsIn, failsAfter, finishWork, tellerIn } from '../moves/ground.ts';
import { causeOf } from '../teller.ts';
import { type Moving, movingBank } from './moving-rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();
let bank: Moving;
let wire: Wire;
beforeAll(async () => {
  if (!server) return;
  bank = await movingBank(server, async (url) => {
    wire = await wireTo(url);
    return wire.url;
  });
});
afterAll(async () => {
  await bank?.close();
  wire?.end();
});

async function proofIn([first, second]: readonly [Ledger, Ledger], of: Ledger, id: string) {
  const findNamed = (name: string) => [first, second].find((one) => one.name === name);
  const tenantId = of.database.raw
    .prepare<[string], string>('SELECT tenant_id FROM transactions WHERE id = ?')
    .pluck()
    .get(id);
  const order = { tenantId: tenantId ?? '', transactionId: id, checkpointId: null };
  const found = await readProof(of, order, findNamed);
  if (found.kind !== 'proof') throw new Error(found.kind);
  return found.proof;
}

describe.skipIf(!server)('a developer who has moved', () => {
  test('has the same balances, events, keys and proofs, and pays on', async () => {
    const [first, second] = bank.ledgers;
    const one = await bank.developer();
    const { tenantId, from, to, key, posted } = one;
    await bank.developer();
    await first.signCheckpoint();
    await finishWork(first);
    const events = await eventsIn(first, tenantId);
    const before = await proofIn(bank.ledgers, first, posted);
    const balance = (ledger: Ledger) => readBalance(ledger, tenantId, from);
    const had = (await balance(first))?.posted;
    expect(await bank.move(tenantId)).toMatchObject({ kind: 'moved' });
    await vi.waitFor(() => expect(bank.placeOf(key)).toBe(2));
    expect(await eventsIn(second, tenantId)).toEqual(events);
    expect((await balance(second))?.posted).toBe(had);
    expect(await proofIn(bank.ledgers, second, posted)).toEqual(before);
    expect(await verifyProof(before)).toMatchObject({ verified: true });
    expect(await bank.violations()).toEqual([]);
    expect(await eventsIn(first, tenantId)).toEqual([]);
    const teller = tellerIn(second, tenantId);
    expect(await teller.accept({ from, to, amount: 100, key: 'pay-1' })).toBe(posted);
    await teller.post({ from, to, amount: 5 });
    const after = await eventsIn(second, tenantId);
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, at) => at + 1));
    expect(await finishWork(second)).toEqual([after.at(-1)?.id]);
    const late = tellerIn(first, tenantId).customer();
    await expect(late).rejects.toMatchObject({ code: 'ledger_unavailable' });
    expect(await bank.violations()).toEqual([]);
  });

  test('is never seen without rows, to and fro, by a process that works meanwhile', async () => {
    const { tenantId, key } = await bank.developer();
    const customersIn = ({ database: { raw } }: Ledger) =>
      raw.prepare('SELECT count(*) FROM customers WHERE tenant_id = ?').pluck().get(tenantId);
    let isOver = false;
    const seen = new Set<string>();
    const looking = (async () => {
      while (!isOver) {
        const place = bank.placeOf(key);
        const ledger = bank.ledgers[place - 1] as Ledger;
        const hasLeft = ledger.database.raw
          .prepare("SELECT 1 FROM tenant_moves WHERE tenant_id = ? AND stage = 'left'")
          .get(tenantId);
        seen.add(hasLeft ? `left ${place}` : `${customersIn(ledger)} in ${place}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    try {
      for (const place of [2, 1, 2]) {
        for (const ledger of bank.ledgers) expect(await finishWork(ledger)).toEqual([]);
        expect(await bank.move(tenantId)).toMatchObject({ kind: 'moved' });
        await vi.waitFor(() => expect(bank.placeOf(key)).toBe(place));
      }
    } finally {
      isOver = true;
      await looking;
    }
    const whole = [...seen].filter((one) => !one.startsWith('left')).sort();
    expect(whole).toEqual(['2 in 1', '2 in 2']);
    expect(await bank.violations()).toEqual([]);
  });

  test('has a hold that the workflow of the old ledger captures in the new one', async () => {
    const [first, second] = bank.ledgers;
    const { tenantId, teller, from, to } = await bank.developer();
    const held = await teller.hold({ from, to, amount: 30 });
    await finishWork(first);
    expect(await bank.move(tenantId)).toMatchObject({ kind: 'moved' });
    const store = followingStore(first, bank.ledgers);
    const terms = { act: 'capture', amount: 20, reason: null, requestHash: '00' } as const;
    const order = { ...terms, tenantId, cause: causeOf(), transactionId: held };
    const placed = await second.store.placeOrder(order);
    expect(placed && (await store.carryOutOrder(placed))).toMatchObject({ status: 'posted' });
    await finishWork(second);
    expect(await bank.violations()).toEqual([]);
  });
});

describe.skipIf(!server)('a move that fails', () => {
  const BEFORE: readonly DatabaseMoveStep[] = ['marked', 'arrived', 'departed', 'placed'];
  test('before its commit has changed nothing, and can be made again', async () => {
    const [first, second] = bank.ledgers;
    const { tenantId, teller, from, to, key } = await bank.developer();
    for (const step of BEFORE) {
      const events = await eventsIn(first, tenantId);
      await expect(bank.move(tenantId, { onStep: failsAfter(step) })).rejects.toThrow(step);
      expect(await bank.violations()).toEqual([]);
      expect(await eventsIn(first, tenantId)).toEqual(events);
      expect(await eventsIn(second, tenantId)).toEqual([]);
      expect(bank.placeOf(key)).toBe(1);
      await teller.post({ from, to, amount: 1 });
      await finishWork(first);
    }
    expect(await bank.move(tenantId)).toMatchObject({ kind: 'moved' });
    expect(await bank.violations()).toEqual([]);
  });

  test('because the developer is elsewhere by now has changed nothing', async () => {
    const { tenantId, teller, from, to } = await bank.developer();
    expect(await bank.move(tenantId, { place: () => false })).toEqual({ kind: 'changed' });
    await teller.post({ from, to, amount: 1 });
    await finishWork(bank.ledgers[0]);
    expect(await bank.violations()).toEqual([]);
  });

  test('while something is open names it, and lets the developer write on', async () => {
    const { tenantId, teller, from, to } = await bank.developer();
    const accepted = await teller.accept({ from, to, amount: 10 });
    const open = [{ count: 1, examples: [accepted] }];
    expect(await bank.move(tenantId)).toMatchObject({ kind: 'open', open });
    await teller.settle(accepted);
    const relayed = [{ what: 'events that are not relayed to webhook endpoints' }];
    expect(await bank.move(tenantId)).toMatchObject({ kind: 'open', open: relayed });
    await teller.post({ from, to, amount: 1 });
    await finishWork(bank.ledgers[0]);
  });

  test('and left the mark of the developer behind is ended by the next one', async () => {
    const [first] = bank.ledgers;
    const { tenantId, teller } = await bank.developer();
    const { raw, write } = first.database;
    await write(() => {
      raw.prepare("INSERT INTO tenant_moves VALUES (?, 'leaving', 'sandbox-2', 0)").run(tenantId);
    });
    await expect(teller.customer()).rejects.toMatchObject({ code: 'ledger_unavailable' });
    const joint = await bank.open();
    await unmarkIn(joint.side('ledger_sandbox'), tenantId);
    await joint.close();
    expect(await teller.customer()).toMatch(/^cust_/);
  });
});

describe.skipIf(!server)('a connection that is lost at the commit', () => {
  async function cutAt(from: 'server' | 'client') {
    const one = await bank.developer();
    const onStep = (step: DatabaseMoveStep) => {
      if (step === 'placed') wire.cut({ from, at: 'COMMIT\0' });
    };
    return { ...one, moved: bank.move(one.tenantId, { onStep }) };
  }

  test('before its answer is found to have moved the developer', async () => {
    const { key, moved } = await cutAt('server');
    expect(await moved).toMatchObject({ kind: 'moved' });
    await vi.waitFor(() => expect(bank.placeOf(key)).toBe(2));
    expect(await bank.violations()).toEqual([]);
  });

  test('before it arrived has changed nothing', async () => {
    const { key, moved, teller, from, to } = await cutAt('client');
    await expect(moved).rejects.toThrow();
    expect(bank.placeOf(key)).toBe(1);
    await teller.post({ from, to, amount: 1 });
    await finishWork(bank.ledgers[0]);
    expect(await bank.violations()).toEqual([]);
  });
});

describe.skipIf(!server)('schemas that are written at once', () => {
  test('are so by one process at a time', async () => {
    const joint = await bank.open();
    await expect(bank.open()).rejects.toThrow(JointTaken);
    await joint.close();
    await (await bank.open()).close();
  });

  test('take a role that may carry rows, and say which right it lacks', async () => {
    const admin = new pg.Client({ connectionString: bank.url });
    await admin.connect();
    await admin.query('CREATE ROLE clerk LOGIN');
    await admin.end();
    const url = new URL(bank.url);
    url.username = 'clerk';
    const joint = openJoint({ url: `${url}`, folder: '/nowhere', schemas: new Map() });
    await expect(joint).rejects.toThrow('GRANT SET ON PARAMETER session_replication_role');
  });

  test('take no row that PostgreSQL does not have', async () => {
    const { tenantId } = await bank.developer();
    const admin = new pg.Client({ connectionString: bank.url });
    await admin.connect();
    const name = `events/${tenantId}`;
    await admin.query('DELETE FROM ledger_sandbox.counters WHERE name = $1', [name]);
    await admin.end();
    await expect(bank.move(tenantId)).rejects.toThrow('differs from PostgreSQL in counters');
  });
});
