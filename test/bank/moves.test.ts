// `npm run move` beside a working bank: a developer goes to another ledger with all rows while it
// pays, and a command that dies between two steps is ended by the next one.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Desk } from '../../api/kit/context.ts';
import { checkInvariants } from '../../db/invariants.ts';
import { lockMoves } from '../../db/moves/lock.ts';
import type { MoveStep } from '../../db/moves/move.ts';
import { verifyProof } from '../../packages/verify/proof/verify.mjs';
import {
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';
import { BEHAVIOURS, openReceiver, type Receiver } from '../kit/outside/receiver.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LEDGERS = 3;
const SOON = { timeout: 40_000, interval: 50 };

let bank: TestBank;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  bank = await openTestBank({ ledgers: LEDGERS, webhookAllow: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await bank.close();
  await receiver.close();
});

const run = promisify(execFile);
async function move(developerId: string, to: string, env: Record<string, string> = {}) {
  const args = ['scripts/move.ts', '--developer', developerId, '--to', to];
  const settings = { KONTOR_DATA_DIR: bank.dataDir, KONTOR_LEDGERS: `${LEDGERS}`, ...env };
  try {
    const { stdout } = await run(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...settings },
    });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, signal, stdout, stderr } = error as Record<string, string>;
    return { code: code ?? signal, said: `${stdout}${stderr}` };
  }
}

const desks = () => bank.bank.everyDesk.sandbox.all as readonly Desk[];

/** The numbers of the ledgers that have customers of the developer. */
function ledgersOf(developerId: string): number[] {
  return desks().flatMap(({ ledger }) => {
    const found = ledger.database.raw
      .prepare('SELECT 1 FROM customers WHERE tenant_id = ?')
      .get(developerId);
    return found === undefined ? [] : [ledger.number];
  });
}

const elsewhere = (developerId: string) => {
  const [at = 1] = ledgersOf(developerId);
  return at === LEDGERS ? 'sandbox' : `sandbox-${LEDGERS}`;
};

function violations(): string[] {
  return desks().flatMap(({ ledger }) =>
    checkInvariants(ledger.database.raw, Date.now())
      .checks.filter((check) => check.violations > 0)
      .map(({ name, examples }) => `${ledger.name}: ${name} ${JSON.stringify(examples)}`),
  );
}

async function developer() {
  const { key, developerId } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  const [sourceAccountId = '', destinationAccountId = ''] = accountIds;
  const sides = { sourceAccountId, destinationAccountId };
  const pay = (idempotencyKey: string, fields: object = {}) =>
    bank.call('/v1/transactions?wait=10', {
      key,
      headers: { 'idempotency-key': idempotencyKey },
      body: { type: 'transfer', amount: 100, currency: 'EUR', ...sides, ...fields },
    });
  const balance = async (id: string): Promise<number> =>
    (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted;
  async function events() {
    const all: { id: string; sequence: number; type: string; data: unknown }[] = [];
    for (let after = 0; ; after = all.at(-1)?.sequence ?? 0) {
      const path = `/v1/events?order=asc&limit=100&afterSequence=${after}`;
      const { body } = await bank.call(path, { key });
      all.push(...body.data);
      if (!body.hasMore) return all;
    }
  }
  return { key, developerId, ...sides, pay, balance, events };
}

const sumsOf = async () => {
  const { body } = await bank.call('/v1/ops/trial-balance?environment=sandbox', {
    key: OPERATOR_KEY,
    headers: { 'x-audit-reason': 'test' },
  });
  return body.rows;
};

// On PostgreSQL rows are not carried.
const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

describe.skipIf(isOnPostgres)('a developer who pays while it is moved', () => {
  test('loses no payment, pays none twice, hears each event once and proves the past', async () => {
    const one = await developer();
    const path = `/${one.developerId}`;
    await bank.call('/v1/webhook-endpoints', {
      key: one.key,
      body: { url: receiver.url + path, events: ['transaction.posted'] },
    });
    const old = await one.pay('the-first');
    const [from = 1] = ledgersOf(one.developerId);
    await desks()[from - 1]?.ledger.signCheckpoint();
    const before = await bank.call(`/v1/transactions/${old.body.id}/proof`, { key: one.key });
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
        const { status, body } = await bank.call('/v1/accounts', { key: one.key });
        if (status === 200) expect(body.data).toHaveLength(2);
        else expect([status, body.code]).toEqual([503, 'ledger_unavailable']);
        await new Promise((done) => setTimeout(done, 5));
      }
    }
    const clients = [...['a', 'b'].map(client), reader()];
    await vi.waitFor(() => expect(paid.size).toBeGreaterThan(5), SOON);
    const moved = await move(one.developerId, elsewhere(one.developerId));
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.said).toContain('is there with');
    const atMove = paid.size;
    await vi.waitFor(() => expect(paid.size).toBeGreaterThan(atMove + 5), SOON);
    isOver = true;
    await Promise.all(clients);
    const [, pausedMs = ''] = /paused for (\d+) ms/.exec(moved.said) ?? [];
    expect(Number(pausedMs)).toBeLessThan(2_000);

    expect(ledgersOf(one.developerId)).not.toEqual([from]);
    expect(ledgersOf(one.developerId)).toHaveLength(1);
    expect(await one.balance(one.destinationAccountId)).toBe(100 * (paid.size + 1));
    expect(await one.balance(one.sourceAccountId)).toBe(100_000 - 100 * (paid.size + 1));
    const after = await one.events();
    expect(after.slice(0, seen.length)).toEqual(seen);
    expect(after.map(({ sequence }) => sequence)).toEqual(after.map((_, at) => at + 1));
    const posted = after.filter(({ type }) => type === 'transaction.posted').slice(1);
    const ids = posted.map(({ id }) => id).sort();
    const heard = () =>
      receiver.arrivals.filter((one) => one.path === path).map(({ event }) => event.id);
    await vi.waitFor(() => expect(new Set(heard())).toEqual(new Set(ids)), SOON);
    expect(heard().sort()).toEqual(ids);
    const proof = await bank.call(`/v1/transactions/${old.body.id}/proof`, { key: one.key });
    expect(proof.body).toEqual(before.body);
    const keys = (await bank.call('/v1/blockchain/keys', { key: one.key })).body.data;
    const known = keys.map(({ verifierKey }: { verifierKey: string }) => verifierKey);
    expect(known).toContain(proof.body.checkpoint.verifierKey);
    expect(await verifyProof(proof.body)).toMatchObject({ verified: true });
    await vi.waitFor(() => expect(violations()).toEqual([]), SOON);
  }, 120_000);
});

describe.skipIf(isOnPostgres)('money that is held while its developer is moved', () => {
  test('is captured, and given up, in the new ledger', async () => {
    const one = await developer();
    const captured = await one.pay('hold-1', { capture: 'manual' });
    const canceled = await one.pay('hold-2', { capture: 'manual' });
    expect([captured.body.status, canceled.body.status]).toEqual(['pending', 'pending']);
    expect(await move(one.developerId, elsewhere(one.developerId))).toMatchObject({ code: 0 });
    const act = (id: string, verb: string, body: object) =>
      bank.call(`/v1/transactions/${id}/${verb}`, { key: one.key, body });
    const taken = await act(captured.body.id, 'capture', { amount: 60 });
    expect(taken.body).toMatchObject({ id: captured.body.id, status: 'posted' });
    const given = await act(canceled.body.id, 'cancel', {});
    expect(given.body).toMatchObject({ id: canceled.body.id, status: 'canceled' });
    expect(await one.balance(one.sourceAccountId)).toBe(100_000 - 60);
    await vi.waitFor(() => expect(violations()).toEqual([]), SOON);
  });
});

describe.skipIf(isOnPostgres)('a command that is killed', () => {
  const STEPS: readonly MoveStep[] = ['marked', 'arrived', 'placed', 'released', 'departed'];
  test.each(STEPS)('after it has %s is ended by the next one', async (step) => {
    const one = await developer();
    await one.pay('the-first');
    const sums = await sumsOf();
    const events = await one.events();
    const to = elsewhere(one.developerId);
    const killed = await move(one.developerId, to, { KONTOR_FAIL_POINT: step });
    expect(killed.code).toBe('SIGKILL');
    const ended = await move(one.developerId, to);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.said).toContain('is there');
    expect(ledgersOf(one.developerId)).toHaveLength(1);
    expect(elsewhere(one.developerId)).not.toBe(to);
    expect(await one.events()).toEqual(events);
    expect(await sumsOf()).toEqual(sums);
    expect((await one.pay('the-first')).headers.get('idempotency-replayed')).toBe('true');
    expect((await one.pay('the-next')).status).toBe(201);
    await vi.waitFor(() => expect(violations()).toEqual([]), SOON);
  });

  test('leaves reads as they were, and writes that say that they can be repeated', async () => {
    const one = await developer();
    await move(one.developerId, elsewhere(one.developerId), { KONTOR_FAIL_POINT: 'marked' });
    const paid = await one.pay('the-first');
    expect([paid.status, paid.body.code]).toEqual([503, 'ledger_unavailable']);
    expect(paid.headers.get('retry-after')).toBe('1');
    expect(await one.balance(one.sourceAccountId)).toBe(100_000);
    const other = await developer();
    expect((await other.pay('the-first')).status).toBe(201);
    const [at = 1] = ledgersOf(one.developerId);
    const back = await move(one.developerId, at === 1 ? 'sandbox' : `sandbox-${at}`);
    expect(back.said).toContain('taken back');
    expect((await one.pay('the-first')).status).toBe(201);
  });
});

describe.skipIf(isOnPostgres)('a command that cannot be carried out', () => {
  test('names what is in the way, and changes nothing', async () => {
    const one = await developer();
    receiver.behave((arrival, response) => {
      (arrival.path === '/hangs' ? BEHAVIOURS.hangs : BEHAVIOURS.ok)(arrival, response);
    });
    const endpoint = { url: `${receiver.url}/hangs`, events: ['transaction.posted'] };
    await bank.call('/v1/webhook-endpoints', { key: one.key, body: endpoint });
    await one.pay('the-first');
    await vi.waitFor(() => expect(receiver.arrivals.at(-1)?.path).toBe('/hangs'), SOON);
    const at = ledgersOf(one.developerId);
    const said = await move(one.developerId, elsewhere(one.developerId));
    expect(said.code).toBe(1);
    expect(said.said).toContain('1 deliveries to webhook endpoints that are due: dlv_');
    expect(said.said).toContain('nothing has changed');
    expect(ledgersOf(one.developerId)).toEqual(at);
    expect((await one.pay('the-next')).status).toBe(201);
  }, 60_000);

  test('is refused where nobody and no ledger is meant', async () => {
    const one = await developer();
    const [at = 1] = ledgersOf(one.developerId);
    const same = await move(one.developerId, at === 1 ? 'sandbox' : `sandbox-${at}`);
    expect(same).toMatchObject({ code: 0, said: expect.stringContaining('is there') });
    expect(await move('dev_nobody', 'sandbox-2')).toMatchObject({ code: 1 });
    expect(await move("dev_' OR 1=1 --", 'sandbox-2')).toMatchObject({ code: 1 });
    expect(await move(one.developerId, '../sandbox')).toMatchObject({ code: 64 });
    expect(await move(one.developerId, 'sandbox-9')).toMatchObject({ code: 64 });
  });

  test('waits for no other one: two at once are one', async () => {
    const one = await developer();
    const unlock = lockMoves(bank.dataDir);
    const second = await move(one.developerId, elsewhere(one.developerId));
    unlock?.();
    expect(second).toMatchObject({ code: 75, said: expect.stringContaining('one at a time') });
    expect((await one.pay('the-next')).status).toBe(201);
  });
});
