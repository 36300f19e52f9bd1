// An event stream through HAProxy while the writer is killed and its standby takes over: the client
// reconnects with Last-Event-ID, and receives every event once and in order.

import { randomBytes } from 'node:crypto';
import { kontor } from '@kontor/client';
import { expect, inject, onTestFinished, test } from 'vitest';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { callApi } from '../kit/bank/bank.ts';
import { type Member, openCluster } from '../kit/cluster/cluster.ts';
import { findHaproxyFault, openProxy } from '../kit/cluster/proxy.ts';

const OPERATOR_KEY = `op_${randomBytes(24).toString('hex')}`;
const POLL = { timeout: 60_000, interval: 100 };

const binary = inject('temporalBinary');
const reason = binary === null ? 'no Temporal CLI' : (postgresFault() ?? findHaproxyFault());
if (reason !== null) console.warn(`NOT RUN: a stream over a takeover: ${reason}`);

test.skipIf(reason !== null)(
  'an event stream continues after the standby has taken over, with every event once and in order',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const databaseUrl = postgres.database('bank');
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const env = { KONTOR_DATABASE_URL: databaseUrl, KONTOR_OPERATOR_KEY: OPERATOR_KEY };
    const bareEnv = { ...env, KONTOR_CHAIN: 'off', KONTOR_ENCODER: 'off', KONTOR_RATE_MONEY: '0' };
    const [first, second] = [
      await cluster.member('one', bareEnv),
      await cluster.member('two', bareEnv),
    ];
    first.start();
    await expect.poll(() => statusOf(first), { timeout: 240_000 }).toBe('ready');
    second.start();
    await expect.poll(() => statusOf(second), { timeout: 240_000 }).toBe('standby');
    const banks = { KONTOR_ONE: first.url, KONTOR_TWO: second.url };
    const { url, log } = await openProxy(cluster, { file: 'standby.cfg', banks, probe: '/readyz' });
    await expect.poll(log, { timeout: 10_000 }).toContain('writer/two is DOWN');

    const developer = { company: 'Streams Ltd', email: 'dev@example.com', country: 'GB' };
    const answer = await callApi(url, '/v1/developer/register', { body: developer });
    const { apiKey } = answer.body.environment.sandbox;
    const bank = kontor({ baseUrl: url, apiKey, retries: 10 });
    const customer = await bank.createCustomer({ body: { type: 'individual', name: 'Ada' } });
    const ended = new AbortController();
    const received: string[] = [];
    let interruptions = 0;
    const onState = (state: string) => {
      if (state === 'interrupted') interruptions += 1;
    };
    const following = (async () => {
      for await (const { type, data } of bank.follow({ signal: ended.signal, onState })) {
        if (type === 'account.created') received.push(data.object.id);
      }
    })().catch((error: unknown) => error);
    const terms = { customerId: customer.id, type: 'checking', currency: 'EUR' } as const;
    const opened: string[] = [];
    async function open(count: number): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        const account = await bank.createAccount({ body: { ...terms, name: `A${opened.length}` } });
        opened.push(account.id);
      }
    }
    // The stream begins with new events: accounts that were opened earlier are not in it.
    await expect
      .poll(async () => {
        await open(1);
        return received.length;
      }, POLL)
      .toBeGreaterThan(0);
    await open(10);
    await first.kill();
    await open(10);
    expect(await statusOf(second)).toBe('ready');
    await open(10);
    await expect.poll(() => received.at(-1), POLL).toBe(opened.at(-1));
    ended.abort();
    await following;
    expect(received).toEqual(opened.slice(-received.length));
    expect(received.length).toBeGreaterThanOrEqual(30);
    expect(interruptions).toBeGreaterThan(0);
  },
  600_000,
);

async function statusOf({ adminUrl }: Member): Promise<string> {
  const answer = await fetch(`${adminUrl}/readyz`).catch(() => null);
  return answer === null ? 'away' : ((await answer.json()) as { status: string }).status;
}
