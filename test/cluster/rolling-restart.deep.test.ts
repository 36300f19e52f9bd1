// A rolling restart: two APIs behind a proxy are replaced one after the other while clients send
// requests that none of them repeats, and every one of them is answered as it should be.

import { expect, inject, onTestFinished, test } from 'vitest';
import { WITHOUT_LIMITS } from '../../config/rate-limits.ts';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { callApi } from '../kit/bank/bank.ts';
import { openCluster } from '../kit/cluster/cluster.ts';
import { haproxyBefore, whyNoHaproxy } from '../kit/cluster/haproxy.ts';
import { roundRobin } from '../kit/cluster/round-robin.ts';

const reason = postgresFault();
if (reason !== null) console.warn(`the rolling restart is skipped: ${reason}`);
const binary = inject('temporalBinary');
const CLIENTS = 8;
const withoutHaproxy = whyNoHaproxy();
if (withoutHaproxy) console.warn(`deploy/compose/haproxy.cfg is not tried: ${withoutHaproxy}`);
const PROXIES = [
  ['the proxy of the kit', roundRobin],
  ...(withoutHaproxy ? [] : [['HAProxy', haproxyBefore] as const]),
] as const;

test.skipIf(reason !== null || binary === null).each(PROXIES)(
  'two APIs behind %s are restarted one after the other without a failed request',
  async (_name, proxyBefore) => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const env = {
      ...WITHOUT_LIMITS,
      KONTOR_DATABASE_URL: postgres.database('bank'),
      KONTOR_CHAIN: 'off',
      KONTOR_LOG_LEVEL: 'warn',
      // HAProxy notices after two checks, one a second.
      KONTOR_DRAIN_SECONDS: '5',
      KONTOR_OPERATOR_KEY: `op_${'7'.repeat(48)}`,
      KONTOR_PAYLOAD_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const startMember = (name: string, role: string) =>
      cluster.member(name, { ...env, KONTOR_ROLE: role });
    const worker = await startMember('worker', 'worker,lane');
    const apis = [await startMember('api-1', 'api'), await startMember('api-2', 'api')];
    worker.start();
    await worker.ready();
    for (const one of apis) one.start();
    await Promise.all(apis.map((one) => one.ready()));
    const proxy = await proxyBefore(apis.map(({ url }) => url));
    onTestFinished(() => proxy.close());

    const call = (path: string, body?: object, key?: string) =>
      callApi(proxy.url, path, { ...(body ? { body } : {}), ...(key ? { key } : {}) });
    const about = { company: 'Rolling Ltd', email: 'rolling@example.com', country: 'GB' };
    const developer = await call('/v1/developer/register', about);
    const key = developer.body.environment.sandbox.apiKey;
    const customer = await call('/v1/customers', { type: 'individual', name: 'Ada' }, key);
    const open = async () => {
      const fields = { customerId: customer.body.id, type: 'checking', currency: 'EUR' };
      return (await call('/v1/accounts', { ...fields, name: 'Main' }, key)).body.id;
    };
    const [from, to] = [await open(), await open()];
    const money = { amount: 1_000_000, currency: 'EUR' };
    await call('/v1/transactions', { type: 'deposit', ...money, destinationAccountId: from }, key);

    const answers = new Map<string, number>();
    let isOver = false;
    let sent = 0;
    const client = async (at: number) => {
      while (!isOver) {
        const sides = { sourceAccountId: from, destinationAccountId: to };
        const transfer = { type: 'transfer', amount: 1, currency: 'EUR', ...sides };
        sent += at % 2;
        const { status, body } =
          at % 2 === 1
            ? await call('/v1/transactions', transfer, key)
            : await call(`/v1/accounts/${from}/balance`, undefined, key);
        const what = status === 202 ? '202' : `${status} ${body.code ?? ''}`.trim();
        answers.set(what, (answers.get(what) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, at) => client(at));
    for (const one of apis) {
      await new Promise((later) => setTimeout(later, 1_000));
      expect(await one.stop(), one.name).toBe(0);
      one.start();
      await one.ready();
    }
    isOver = true;
    await Promise.all(clients);
    expect(proxy.failed, cluster.output().slice(-3_000)).toEqual([]);
    expect([...answers.keys()].filter((one) => !/^20[012]$/.test(one))).toEqual([]);
    expect(sent).toBeGreaterThan(20);
    const readPosted = async () =>
      (await call(`/v1/accounts/${to}/balance`, undefined, key)).body.posted;
    await expect.poll(readPosted, { timeout: 30_000 }).toBe(sent);
  },
  900_000,
);
