// Two whole banks behind one HAProxy with the configuration of deploy/haproxy: a registration goes
// to one of them, every later request reaches its bank by the credential alone, and a killed bank
// does not affect the other.

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { callApi } from '../kit/bank/bank.ts';
import { type Cluster, openCluster } from '../kit/cluster/cluster.ts';
import { findHaproxyFault, openProxy } from '../kit/cluster/proxy.ts';

const CELLS = ['a1', 'b2'] as const;
type Cell = (typeof CELLS)[number];
const operatorKey = (cell: Cell) => `op_${cell}${randomBytes(20).toString('hex').slice(0, 39)}`;
const OPERATOR_KEYS = { a1: operatorKey('a1'), b2: operatorKey('b2') };
const SIGN_UPS = 8;

const binary = inject('temporalBinary');
const reason = binary === null ? 'no Temporal CLI' : findHaproxyFault();
if (reason !== null) console.warn(`NOT RUN: two banks behind HAProxy: ${reason}`);

test.skipIf(reason !== null)(
  'HAProxy finds the bank of a request by its credential, and a killed bank does not ' +
    'affect the other',
  async () => {
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const banks = { a1: await bankOf(cluster, 'a1'), b2: await bankOf(cluster, 'b2') };
    for (const bank of Object.values(banks)) bank.start();
    await Promise.all(Object.values(banks).map((bank) => bank.ready()));
    const url = await openRouted(cluster, { a1: banks.a1.url, b2: banks.b2.url });

    const accounts: Record<Cell, FundedDeveloper[]> = { a1: [], b2: [] };
    for (let index = 0; index < SIGN_UPS; index++) {
      const key = await signUp(url, `developer-${index}@example.com`);
      accounts[cellOf(key)].push(await fund(url, key));
    }
    // The weights are equal, so each bank has half of the registrations.
    expect(CELLS.map((cell) => accounts[cell].length)).toEqual([SIGN_UPS / 2, SIGN_UPS / 2]);
    const [firstDeveloper, secondDeveloper] = [
      accounts.a1[0] as FundedDeveloper,
      accounts.b2[0] as FundedDeveloper,
    ];
    expect(firstDeveloper.account.slice(-2)).toBe('a1');
    expect(firstDeveloper.number.slice(0, 4)).not.toBe(secondDeveloper.number.slice(0, 4));
    // A key reaches its own bank only, whatever ids the request names.
    const foreignAnswer = await callApi(url, `/v1/accounts/${secondDeveloper.account}`, {
      key: firstDeveloper.key,
    });
    expect(foreignAnswer.status).toBe(404);
    for (const cell of CELLS) {
      const { status } = await callApi(url, '/v1/ops/operators', { key: OPERATOR_KEYS[cell] });
      expect(status, cell).toBe(200);
    }
    const nobody = await callApi(url, '/v1/accounts', {
      key: firstDeveloper.key.replace('_a1', '_c3'),
    });
    expect(nobody.body.title).toBe('No bank of this cell');
    const invented = firstDeveloper.key.replace('_a1', '_b2');
    expect((await callApi(url, '/v1/accounts', { key: invented })).status).toBe(401);

    await banks.a1.kill();
    const dead = await transfer(url, firstDeveloper);
    expect([502, 503]).toContain(dead.status);
    const answers = await Promise.all(accounts.b2.map((value) => transfer(url, value)));
    expect(answers.map(({ status }) => status)).toEqual(accounts.b2.map(() => 201));
    // New registrations go to the remaining bank.
    await expect.poll(() => proxyLog().includes('sign_up/a1 is DOWN')).toBe(true);
    for (let index = 0; index < 3; index++) {
      expect(cellOf(await signUp(url, `later-${index}@example.com`))).toBe('b2');
    }

    banks.a1.start();
    await banks.a1.ready();
    expect((await transfer(url, firstDeveloper)).status).toBe(201);
    const { body } = await callApi(url, `/v1/accounts/${firstDeveloper.account}/balance`, {
      key: firstDeveloper.key,
    });
    expect(body.posted).toBe(10_000);
    for (const cell of CELLS) {
      expect(await banks[cell].stop(), cell).toBe(0);
      const books = await cluster.run(['scripts/verify.ts'], folderOf(cluster, cell));
      expect(books).toContain('the books balance');
    }
  },
  600_000,
);

interface FundedDeveloper {
  readonly key: string;
  readonly account: string;
  readonly other: string;
  readonly number: string;
}

const cellOf = (key: string) => key.slice('sk_test_'.length, 'sk_test_'.length + 2) as Cell;

function folderOf({ folder }: Cluster, cell: Cell): { KONTOR_DATA_DIR: string } {
  const dataDir = join(folder, cell);
  mkdirSync(dataDir, { recursive: true });
  return { KONTOR_DATA_DIR: dataDir };
}

function bankOf(cluster: Cluster, cell: Cell) {
  return cluster.member(cell, {
    ...folderOf(cluster, cell),
    KONTOR_CELL: cell,
    KONTOR_OPERATOR_KEY: OPERATOR_KEYS[cell],
    KONTOR_CHAIN: 'off',
    KONTOR_ENCODER: 'off',
  });
}

let proxyLog = () => '';

/** Starts HAProxy in front of the two banks; returns its address. */
async function openRouted(cluster: Cluster, urls: Record<Cell, string>): Promise<string> {
  const banks = { KONTOR_A1: urls.a1, KONTOR_B2: urls.b2 };
  const { url, log } = await openProxy(cluster, { file: 'cells.cfg', banks, probe: '/healthz' });
  proxyLog = log;
  return url;
}

async function signUp(url: string, email: string): Promise<string> {
  const body = { company: 'Cells Ltd', email, country: 'GB' };
  const answer = await callApi(url, '/v1/developer/register', { body });
  expect(answer.status, `${JSON.stringify(answer.body)}\n${proxyLog()}`).toBe(201);
  return answer.body.environment.sandbox.apiKey;
}

async function fund(url: string, key: string): Promise<FundedDeveloper> {
  const call = async (path: string, body: object) => (await callApi(url, path, { key, body })).body;
  const { id: customerId } = await call('/v1/customers', { type: 'individual', name: 'Ada' });
  const fields = { customerId, type: 'checking', currency: 'EUR', name: 'Main' };
  const [account, other] = [await call('/v1/accounts', fields), await call('/v1/accounts', fields)];
  const deposit = { type: 'deposit', amount: 10_100, currency: 'EUR' };
  const to = { destinationAccountId: account.id };
  const { status } = await call('/v1/transactions?wait=10', { ...deposit, ...to });
  expect(status).toBe('posted');
  return { key, account: account.id, other: other.id, number: account.accountNumber };
}

function transfer(url: string, { key, account, other }: FundedDeveloper) {
  const sides = { sourceAccountId: account, destinationAccountId: other };
  const body = { type: 'transfer', amount: 100, currency: 'EUR', ...sides };
  return callApi(url, '/v1/transactions?wait=10', { key, body });
}
