// A bank of several processes on one PostgreSQL: an API accepts, the process that has the lane
// hears of it and books, and the API hears of that. A lane that is away costs half a second, once.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { OPERATOR_KEY, openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import { newBankDatabase } from '../kit/bank/postgres.ts';
import { type Payer, payerIn, untilLaneBooks } from '../kit/workflows/lane.ts';

const reason = postgresFault();
if (reason !== null) console.warn(`roles on PostgreSQL are skipped: ${reason}`);

describe.skipIf(reason !== null)('an API, a worker and a lane', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-roles-'));
  const open = new Map<string, TestBank>();
  let databaseUrl: string;
  let payer: Payer;

  /** A process of the bank: databases of its own, files that all share. */
  async function bankOf(
    role: 'api' | 'worker' | 'lane',
    drainSeconds = 0,
    name: string = role,
  ): Promise<TestBank> {
    const own = { roles: [role], databaseUrl, copyDir: join(folder, name), drainSeconds } as const;
    const bank = await openTestBank(own, folder);
    open.set(name, bank);
    return bank;
  }

  beforeAll(async () => {
    databaseUrl = await newBankDatabase();
    await bankOf('worker');
    await bankOf('lane');
    const api = await bankOf('api', 1);
    payer = await payerIn(api, 1_000_000);
    await untilLaneBooks(payer);
  }, 90_000);
  afterAll(async () => {
    for (const bank of [...open.values()].reverse()) await bank.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a transfer is accepted by one process and booked by the lane of another', async () => {
    const { status, body } = await payer.pay({ amount: 5 });
    expect([status, body.status]).toEqual([201, 'posted']);
    const [accepted, ...settled] = body.timeline.map((one: { actor: string }) => one.actor);
    expect([accepted, settled]).toEqual([expect.stringMatching(/^key_/), ['lane']]);
  });

  test('many at a time are booked by it, too, and an answer that is not waited for', async () => {
    const api = open.get('api') as TestBank;
    const actorOf = async (id: string) =>
      (await api.call(`/v1/transactions/${id}`, { key: payer.key })).body.timeline.at(-1).actor;
    // The API gives up on a lane that is silent for half a second, which a busy machine can be: the
    // round is repeated then.
    const round = async () => {
      const { status, body } = await payer.pay({ amount: 3 }, { prefer: 'respond-async' });
      expect([status, body.status]).toEqual([202, 'pending']);
      const all = await Promise.all(Array.from({ length: 40 }, () => payer.pay()));
      await expect.poll(() => actorOf(body.id)).not.toMatch(/^key_/);
      const actors = all.map((one) => `${one.body.status} ${one.body.timeline.at(-1).actor}`);
      return [...new Set([...actors, `later ${await actorOf(body.id)}`])];
    };
    await expect.poll(round, { timeout: 50_000 }).toEqual(['posted lane', 'later lane']);
  });

  test('what one API has answered is there when another one is asked for it', async () => {
    const api = open.get('api') as TestBank;
    const other = await bankOf('api', 0, 'other-api');
    const { key } = payer;
    const seen = new Set<unknown>();
    for (let n = 0; n < 20; n += 1) {
      const body = { type: 'individual', name: `Customer ${n}` };
      const { status, body: made } = await api.call('/v1/customers', { key, body });
      expect(status).toBe(201);
      seen.add((await other.call(`/v1/customers/${made.id}`, { key })).status);
      const { body: held } = await payer.pay({ capture: 'manual', amount: 2 });
      expect(held.status).toBe('pending');
      const verb = n % 2 === 0 ? 'capture' : 'cancel';
      const ended = await other.call(`/v1/transactions/${held.id}/${verb}`, { key, body: {} });
      seen.add(`${verb} ${ended.status} ${ended.body.status}`);
    }
    expect([...seen].sort()).toEqual(['cancel 200 canceled', 'capture 201 posted', 200].sort());
    const absent = await other.call('/v1/customers/cust_00000000000000000000000000', { key });
    expect([absent.status, absent.body.code]).toEqual([404, 'customer_not_found']);
    await other.close();
    open.delete('other-api');
  });

  test('a key, a session and an answer of one API count at one that is deaf', async () => {
    const api = open.get('api') as TestBank;
    const other = await bankOf('api', 0, 'deaf-api');
    /** It listens again a second later. */
    const deafen = () =>
      ask(
        databaseUrl,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
      );
    await deafen();
    const { key: newest } = await register(api);
    expect((await other.call('/v1/developer', { key: newest })).status).toBe(200);

    await deafen();
    const order = {
      key: newest,
      body: { name: 'Till', environment: 'sandbox', scopes: ['accounts:read'] },
      headers: { 'idempotency-key': 'till-1' },
    };
    const issued = await api.call('/v1/developer/keys', order);
    const repeated = await other.call('/v1/developer/keys', order);
    expect([issued.status, repeated.body.id]).toEqual([201, issued.body.id]);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect((await other.call('/v1/accounts', { key: issued.body.apiKey })).status).toBe(200);

    await deafen();
    const body = { key: OPERATOR_KEY };
    const signedIn = await api.call('/console/session', { body });
    const [cookie = ''] = signedIn.headers.get('set-cookie')?.split(';') ?? [];
    const seen = await other.call('/console/session', { headers: { cookie } });
    expect([signedIn.status, seen.status, seen.body.id]).toEqual([201, 200, signedIn.body.id]);

    const unknown = await other.call('/v1/accounts', { key: `${newest}x` });
    expect([unknown.status, unknown.body.code]).toEqual([401, 'invalid_api_key']);
    await other.close();
    open.delete('deaf-api');
  });

  test('without a lane a workflow books, and the next one is not kept waiting', async () => {
    await open.get('lane')?.close();
    open.delete('lane');
    const first = await payer.pay({ amount: 7 });
    expect([first.status, first.body.status]).toEqual([201, 'posted']);
    expect(first.body.timeline.at(-1).actor).toBe('workflow');
    const second = await payer.pay({ amount: 7 });
    expect(second.body.timeline.at(-1).actor).toBe('workflow');
    await bankOf('lane');
    await untilLaneBooks(payer);
  });

  test('an API that is asked to stop says so first, and answers what still comes', async () => {
    const api = open.get('api') as TestBank;
    const { adminPort } = api.bank;
    open.delete('api');
    const closed = api.close();
    const readiness = async () => {
      const answer = await fetch(`http://127.0.0.1:${adminPort}/readyz`);
      return [answer.status, await answer.json()];
    };
    await vi.waitFor(async () => expect(await readiness()).toEqual([503, { status: 'stopping' }]));
    const { status, headers, body } = await payer.pay({ amount: 9 });
    expect([status, body.status, headers.get('connection')]).toEqual([201, 'posted', 'close']);
    await closed;
  });
});

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
