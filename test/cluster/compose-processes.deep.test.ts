// docker-compose.yml without a container engine: its commands, environments and order of start,
// with the PostgreSQL of this machine and Temporal's development server instead of containers. A
// transfer passes through all of it.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { callApi } from '../kit/bank/bank.ts';
import { type Member, openCluster, ROOT } from '../kit/cluster/cluster.ts';
import { findHaproxyFault, openProxy } from '../kit/cluster/proxy.ts';
import { imageEnvironment, readCompose, type Service } from '../kit/formats/compose-file.ts';

const reason = postgresFault() ?? findHaproxyFault();
if (reason !== null) console.warn(`NOT RUN: the processes of docker-compose.yml: ${reason}`);
const binary = inject('temporalBinary');
const fileOf = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const SECRETS = {
  KONTOR_DB_PASSWORD: 'a-password',
  KONTOR_OPERATOR_KEY: `op_${randomBytes(24).toString('hex')}`,
  KONTOR_PAYLOAD_KEY: randomBytes(32).toString('base64'),
  POSTGRES_PASSWORD: 'another-password',
  TEMPORAL_DB_PASSWORD: 'a-third-password',
};
/** Variables of the image that name folders which do not exist on this machine. */
const IMAGE_FOLDERS = ['KONTOR_DATA_DIR', 'SWC_NATIVE_BINDING_CACHE', 'NODE_COMPILE_CACHE'];

test.skipIf(reason !== null || binary === null)(
  'the processes of docker-compose.yml, started in its order with its environments, register ' +
    'developers, take deposits and make transfers behind its proxy, also when the writer is killed, and ' +
    'the books balance',
  async () => {
    const { services } = readCompose(fileOf('docker-compose.yml'), SECRETS);
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const server = new URL(postgres.database('unused'));
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());

    /**
     * Returns the environment of a service, in which the names of other services are replaced with
     * addresses of this machine.
     */
    function environmentOf(service: Service): Record<string, string> {
      const all = Object.entries(imageEnvironment(fileOf('Dockerfile'), service));
      const ownVariables = all.filter(([name]) => !IMAGE_FOLDERS.includes(name));
      const localVariables = ownVariables.map(([name, value]) => [
        name,
        value
          .replace(/@postgres:5432/, `@${server.host}`)
          .replace(/^temporal:7233$/, cluster.temporalAddress),
      ]);
      return Object.fromEntries(localVariables);
    }

    // Creates the user of the one-shot service, as the image of PostgreSQL does.
    const admin = { PGHOST: server.hostname, PGPORT: server.port };
    const psql = (user: string, sql: string) =>
      execFileSync('psql', ['-U', user, '-d', 'postgres', '-Atc', sql], {
        env: { ...process.env, ...admin },
        encoding: 'utf8',
      });
    psql('kontor', 'CREATE ROLE postgres SUPERUSER LOGIN');
    psql('postgres', 'DROP DATABASE unused');
    // The superuser of the test's server has the name of the bank's user, so it is renamed.
    psql('postgres', 'ALTER ROLE kontor RENAME TO maker');

    const { databases, migrate } = services;
    for (const _ of ['the first start', 'another one']) {
      const [script = ''] = databases?.command ?? [];
      execFileSync('/bin/sh', ['-euc', script], {
        env: { ...process.env, ...databases?.environment, ...admin },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    }
    expect(psql('postgres', "SELECT rolsuper FROM pg_roles WHERE rolname = 'kontor'")).toBe('f\n');

    const apply = () =>
      cluster.run([...(migrate?.command ?? [])], environmentOf(migrate as Service));
    expect(await apply()).toBe('platform: made\nledger_sandbox: made\nledger_production: made\n');
    expect(await apply()).toMatch(/^([\w -]+: up to date\n){3}$/);

    const members = new Map<string, Member>();
    for (const [name, service] of Object.entries(services)) {
      if (service.image !== migrate?.image || name === 'migrate') continue;
      members.set(name, await cluster.member(name, environmentOf(service)));
    }
    expect([...members.keys()].sort()).toEqual(['bank', 'standby', 'training']);
    await startInOrder(services, members);
    const member = (name: string) => members.get(name) as Member;
    expect(await statusOf(member('bank'))).toBe('ready');
    expect(await statusOf(member('standby'))).toBe('standby');

    const proxy = services.proxy as Service;
    const banks = Object.fromEntries(
      ['KONTOR_ONE', 'KONTOR_TWO'].map((name) => {
        const [serviceName = ''] = proxy.environment?.[name]?.split(':') ?? [];
        return [name, member(serviceName).url];
      }),
    );
    const mounted = proxy.volumes?.[0]?.split(':')[0] ?? '';
    const { url, log } = await openProxy(cluster, {
      ...{ file: basename(mounted), banks, probe: '/readyz' },
    });
    // HAProxy takes every process for the writer until its first health check.
    await expect.poll(log, { timeout: 10_000 }).toContain('writer/two is DOWN');
    for (const email of ['first@example.com', 'second@example.com']) {
      const { key, account } = await transferOnce(url, email, cluster.output);
      const balance = await callApi(url, `/v1/accounts/${account}/balance`, { key });
      expect(balance.body.posted).toBe(2_500);
    }
    await member('bank').kill();
    await expect.poll(() => statusOf(member('standby')), { timeout: 60_000 }).toBe('ready');
    await transferOnce(url, 'third@example.com', cluster.output);
    member('bank').start();
    await member('bank').ready();
    expect(await statusOf(member('bank'))).toBe('standby');
    for (const member of [...members.values()].reverse())
      expect(await member.stop(), member.name).toBe(0);
    const books = await cluster.run(['scripts/verify.ts'], environmentOf(services.bank as Service));
    expect(books).toMatch(/^sandbox: 6 transactions/m);
    expect(books).toContain('the books balance');
    expect(books).not.toContain('VIOLATED');
  },
  900_000,
);

async function statusOf({ adminUrl }: Member): Promise<string> {
  const answer = await fetch(`${adminUrl}/readyz`);
  return ((await answer.json()) as { status: string }).status;
}

/** Starts each process once the services on which it depends are ready. */
async function startInOrder(
  services: Readonly<Record<string, Service>>,
  members: ReadonlyMap<string, Member>,
): Promise<void> {
  const starts = new Map<string, Promise<void>>();
  function startService(name: string): Promise<void> {
    const cached = starts.get(name);
    if (cached !== undefined) return cached;
    const waits = Object.keys(services[name]?.depends_on ?? {});
    const started = Promise.all(waits.map(startService)).then(() => {
      members.get(name)?.start();
      return members.get(name)?.ready();
    });
    starts.set(name, started);
    return started;
  }
  await Promise.all([...members.keys()].map(startService));
}

/** Registers a developer, makes a deposit and a transfer; returns the receiving account. */
async function transferOnce(url: string, email: string, output: () => string) {
  const call = async (path: string, body: object, key?: string) => {
    const answer = await callApi(url, path, { body, ...(key ? { key } : {}) });
    const details = `${path}: ${JSON.stringify(answer.body)}\n${output().slice(-2_000)}`;
    expect(answer.status, details).toBe(201);
    return answer;
  };
  const registration = { company: 'Compose Ltd', email, country: 'GB' };
  const developer = await call('/v1/developer/register', registration);
  const key = developer.body.environment.sandbox.apiKey;
  const customer = await call('/v1/customers', { type: 'individual', name: 'Ada' }, key);
  const fields = { customerId: customer.body.id, type: 'checking', currency: 'EUR' };
  const open = async (name: string) => (await call('/v1/accounts', { ...fields, name }, key)).body;
  const [from, to] = [await open('Main'), await open('Savings')];
  const deposit = { type: 'deposit', amount: 10_000, currency: 'EUR' };
  const path = '/v1/transactions?wait=10';
  const put = await call(path, { ...deposit, destinationAccountId: from.id }, key);
  expect(put.body.status).toBe('posted');
  const sides = { sourceAccountId: from.id, destinationAccountId: to.id };
  const transfer = { type: 'transfer', amount: 2_500, currency: 'EUR', ...sides };
  const sent = await call(path, transfer, key);
  expect(sent.body.status).toBe('posted');
  expect(sent.body.timeline.at(-1).actor).toBe('lane');
  return { key, account: to.id as string };
}
