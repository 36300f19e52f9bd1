// `npm run move` beside a working bank: a developer goes to another ledger with all rows while it
// pays, holds stay what they are, and what cannot be carried out changes nothing.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lockMoves } from '../../db/moves/lock.ts';
import { verifyProof } from '../../packages/verify/proof/verify.mjs';
import { openReceiver, type Receiver } from '../kit/outside/receiver.ts';
import { type MovingBank, openMovingBank, SOON } from './moving-bank.ts';

let moving: MovingBank;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  moving = await openMovingBank();
});
afterAll(async () => {
  await moving.bank.close();
  await receiver.close();
});

describe('a developer who pays while it is moved', () => {
  test('loses no payment, pays none twice, hears each event once and proves the past', async () => {
    const one = await moving.developer();
    const path = `/${one.developerId}`;
    await moving.bank.call('/v1/webhook-endpoints', {
      key: one.key,
      body: { url: receiver.url + path, events: ['transaction.posted'] },
    });
    const old = await one.pay('the-first');
    const [from = 1] = moving.ledgersOf(one.developerId);
    await moving.desks()[from - 1]?.ledger.signCheckpoint();
    const before = await moving.bank.call(`/v1/transactions/${old.body.id}/proof`, {
      key: one.key,
    });
    const seen = await one.events();

    const paid = new Map<string, string>();
    let isOver = false;
    async function client(name: string) {
      for (let count = 0; !isOver; count += 1) {
        const idempotencyKey = `${name}-${count}`;
        for (;;) {
          const { status, body } = await one.pay(idempotencyKey);
          if (status === 201 && body.status === 'posted') {
            paid.set(idempotencyKey, body.id);
            break;
          }
          expect([status, body.code]).toEqual([503, 'ledger_unavailable']);
        }
        await new Promise((done) => setTimeout(done, 30));
      }
    }
    async function reader() {
      while (!isOver) {
        const { status, body } = await moving.bank.call('/v1/accounts', { key: one.key });
        if (status === 200) expect(body.data).toHaveLength(2);
        else expect([status, body.code]).toEqual([503, 'ledger_unavailable']);
        await new Promise((done) => setTimeout(done, 5));
      }
    }
    const clients = [...['a', 'b'].map(client), reader()];
    await vi.waitFor(() => expect(paid.size).toBeGreaterThan(5), SOON);
    // On a slow machine something may still be open when its patience ends: it is asked again then.
    const to = moving.elsewhere(one.developerId);
    const move = () => moving.move(one.developerId, to);
    const said = { code: 0, said: expect.stringContaining('is there with') };
    await expect.poll(move, { timeout: 40_000 }).toMatchObject(said);
    const atMove = paid.size;
    await vi.waitFor(() => expect(paid.size).toBeGreaterThan(atMove + 5), SOON);
    isOver = true;
    await Promise.all(clients);

    expect(moving.ledgersOf(one.developerId)).not.toEqual([from]);
    expect(moving.ledgersOf(one.developerId)).toHaveLength(1);
    expect(await one.balance(one.destinationAccountId)).toBe(100 * (paid.size + 1));
    expect(await one.balance(one.sourceAccountId)).toBe(100_000 - 100 * (paid.size + 1));
    const after = await one.events();
    expect(after.slice(0, seen.length)).toEqual(seen);
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, at) => at + 1));
    const posted = after.filter(({ type }) => type === 'transaction.posted').slice(1);
    const ids = posted.map(({ id }) => id).sort();
    const listHeard = () =>
      receiver.arrivals.filter((one) => one.path === path).map(({ event }) => event.id);
    await vi.waitFor(() => expect(new Set(listHeard())).toEqual(new Set(ids)), SOON);
    expect(listHeard().sort()).toEqual(ids);
    const proof = await moving.bank.call(`/v1/transactions/${old.body.id}/proof`, { key: one.key });
    expect(proof.body).toEqual(before.body);
    const keys = (await moving.bank.call('/v1/blockchain/keys', { key: one.key })).body.data;
    const known = keys.map(({ verifierKey }: { verifierKey: string }) => verifierKey);
    expect(known).toContain(proof.body.checkpoint.verifierKey);
    expect(await verifyProof(proof.body)).toMatchObject({ verified: true });
    await vi.waitFor(() => expect(moving.violations()).toEqual([]), SOON);
  }, 120_000);
});

describe('money that is held while its developer is moved', () => {
  test('is captured, and given up, in the new ledger', async () => {
    const one = await moving.developer();
    const captured = await one.pay('hold-1', { capture: 'manual' });
    const canceled = await one.pay('hold-2', { capture: 'manual' });
    expect([captured.body.status, canceled.body.status]).toEqual(['pending', 'pending']);
    expect(await moving.move(one.developerId, moving.elsewhere(one.developerId))).toMatchObject({
      code: 0,
    });
    const act = (id: string, verb: string, body: object) =>
      moving.bank.call(`/v1/transactions/${id}/${verb}`, { key: one.key, body });
    const taken = await act(captured.body.id, 'capture', { amount: 60 });
    expect(taken.body).toMatchObject({ id: captured.body.id, status: 'posted' });
    const given = await act(canceled.body.id, 'cancel', {});
    expect(given.body).toMatchObject({ id: canceled.body.id, status: 'canceled' });
    expect(await one.balance(one.sourceAccountId)).toBe(100_000 - 60);
    await vi.waitFor(() => expect(moving.violations()).toEqual([]), SOON);
  });
});

describe('a command that cannot be carried out', () => {
  test('names what is in the way, and changes nothing', async () => {
    const one = await moving.developer();
    const at = moving.ledgersOf(one.developerId);
    const to = moving.elsewhere(one.developerId);
    const said = await moving.move(one.developerId, to, {}, ['--most-rows', '5']);
    expect(said.code).toBe(1);
    expect(said.said).toContain('stays, nothing has changed. In the way:');
    expect(said.said).toMatch(/^ {2}\d+ rows, and 5 are carried/m);
    expect(moving.ledgersOf(one.developerId)).toEqual(at);
    expect((await one.pay('the-next')).status).toBe(201);
    const odd = await moving.move(one.developerId, to, {}, ['--most-rows', 'all']);
    expect(odd).toMatchObject({ code: 64, said: expect.stringContaining('--most-rows') });
  });

  test('is refused for an unknown developer or ledger', async () => {
    const one = await moving.developer();
    const [at = 1] = moving.ledgersOf(one.developerId);
    const same = await moving.move(one.developerId, at === 1 ? 'sandbox' : `sandbox-${at}`);
    expect(same).toMatchObject({ code: 0, said: expect.stringContaining('is there') });
    expect(await moving.move('dev_nobody', 'sandbox-2')).toMatchObject({ code: 1 });
    expect(await moving.move("dev_' OR 1=1 --", 'sandbox-2')).toMatchObject({ code: 1 });
    expect(await moving.move(one.developerId, '../sandbox')).toMatchObject({ code: 64 });
    expect(await moving.move(one.developerId, 'sandbox-9')).toMatchObject({ code: 64 });
  });

  test('waits for no other one: two at once are one', async () => {
    const one = await moving.developer();
    const unlock = lockMoves(moving.bank.dataDir);
    const second = await moving.move(one.developerId, moving.elsewhere(one.developerId));
    unlock?.();
    expect(second).toMatchObject({ code: 75, said: expect.stringContaining('one at a time') });
    expect((await one.pay('the-next')).status).toBe(201);
  });
});
