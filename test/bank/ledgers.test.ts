// Several ledgers of an environment: each developer is in one, its requests touch no other, and the
// bank's people see all of them as one bank.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../../api/kit/context.ts';
import { takeBackup } from '../../bank/backup/take.ts';
import { openVault } from '../../bank/backup/vault.ts';
import { openLedgers } from '../../bank/opening/ledgers.ts';
import { readConfig } from '../../config/settings.ts';
import { openPlatform } from '../../identity/platform.ts';
import {
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';
import { isAboutFiles } from '../kit/bank/postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LEDGERS = 3;
let database: Record<string, string> = {};

interface Member {
  readonly key: string;
  readonly developerId: string;
  readonly accountIds: readonly string[];
  readonly customerId: string;
  readonly transactionId: string;
  readonly desk: Desk;
}

let bank: TestBank;
let members: Member[];

async function member(index: number): Promise<Member> {
  const { key, developerId } = await register(bank);
  const { accountIds, customerId } = await openAccounts(bank, key, [10_000, 0]);
  const [sourceAccountId = '', destinationAccountId = ''] = accountIds;
  const { body } = await bank.call('/v1/transactions?wait=10', {
    key,
    body: {
      type: 'transfer',
      amount: 2_500,
      currency: 'EUR',
      sourceAccountId,
      destinationAccountId,
    },
  });
  expect(body.status).toBe('posted');
  const desk = bank.bank.everyDesk.sandbox.all[index] as Desk;
  return { key, developerId, accountIds, customerId, transactionId: body.id, desk };
}

beforeAll(async () => {
  bank = await openTestBank({ ledgers: LEDGERS });
  const note = join(bank.dataDir, 'test-database');
  if (existsSync(note)) database = { KONTOR_DATABASE_URL: readFileSync(note, 'utf8') };
  members = [];
  for (let index = 0; index < LEDGERS; index += 1) members.push(await member(index));
});
afterAll(() => bank.close());

const ops = (path: string, body?: object) =>
  bank.call(path, {
    key: OPERATOR_KEY,
    headers: { 'x-audit-reason': 'test' },
    ...(body ? { body } : {}),
  });

function idsIn(desk: Desk, table: string): string[] {
  const { raw } = desk.ledger.database;
  return raw.prepare<[], string>(`SELECT id FROM ${table}`).pluck().all();
}

describe('a developer', () => {
  test('is placed where the fewest are, and has rows in that ledger only', () => {
    const { all } = bank.bank.everyDesk.sandbox;
    expect(all.map(({ ledger }) => ledger.name)).toEqual(['sandbox', 'sandbox-2', 'sandbox-3']);
    expect(new Set(all.map(({ ledger }) => ledger.taskQueue)).size).toBe(LEDGERS);
    for (const { desk, customerId, transactionId } of members) {
      for (const other of all) {
        const isOwn = other === desk;
        expect(idsIn(other, 'customers').includes(customerId)).toBe(isOwn);
        expect(idsIn(other, 'transactions').includes(transactionId)).toBe(isOwn);
      }
    }
  });

  test('pays, reads and hears events while every other ledger is out of reach', async () => {
    for (const one of members) {
      const others = members.filter((other) => other !== one).map(({ desk }) => desk);
      const kept = others.map((desk) => Object.getOwnPropertyDescriptor(desk, 'ledger'));
      for (const desk of others) {
        Object.defineProperty(desk, 'ledger', {
          configurable: true,
          get: () => {
            throw new Error('a request has touched the ledger of other developers');
          },
        });
      }
      try {
        const { key } = one;
        const [source = '', destination = ''] = one.accountIds;
        const paid = await bank.call('/v1/transactions?wait=10', {
          key,
          body: {
            type: 'transfer',
            amount: 100,
            currency: 'EUR',
            sourceAccountId: source,
            destinationAccountId: destination,
          },
        });
        expect([paid.status, paid.body.status]).toEqual([201, 'posted']);
        for (const path of [
          `/v1/transactions/${one.transactionId}`,
          `/v1/transactions`,
          `/v1/accounts/${source}`,
          `/v1/accounts/${source}/balance`,
          `/v1/customers/${one.customerId}`,
          `/v1/events`,
          `/v1/blockchain/keys`,
          `/v1/blockchain/checkpoints`,
        ]) {
          expect([path, (await bank.call(path, { key })).status]).toEqual([path, 200]);
        }
      } finally {
        others.forEach((desk, index) => {
          Object.defineProperty(desk, 'ledger', kept[index] as PropertyDescriptor);
        });
      }
    }
  });

  test('finds nothing of a developer in another ledger, and cannot pay into it', async () => {
    const [one, other] = members as [Member, Member];
    const found = await bank.call(`/v1/transactions/${other.transactionId}`, { key: one.key });
    expect(found.status).toBe(404);
    const [sourceAccountId = ''] = one.accountIds;
    const [destinationAccountId = ''] = other.accountIds;
    const paid = await bank.call('/v1/transactions', {
      key: one.key,
      body: { type: 'transfer', amount: 1, currency: 'EUR', sourceAccountId, destinationAccountId },
    });
    expect([paid.status, paid.body.code]).toEqual([404, 'account_not_found']);
  });

  test('has proofs against the log of its own ledger', async () => {
    const origins = new Set<string>();
    for (const { desk, key, transactionId } of members) {
      await desk.ledger.signCheckpoint();
      const { status, body } = await bank.call(`/v1/transactions/${transactionId}/proof`, { key });
      expect(status).toBe(200);
      const found = await bank.call('/v1/blockchain/checkpoints/latest', { key });
      origins.add(found.body.origin);
      expect(JSON.stringify(body)).toContain(found.body.origin);
    }
    expect(origins.size).toBe(LEDGERS);
  });
});

describe('the people of the bank', () => {
  test('page through all ledgers by one cursor, and find each row once', async () => {
    const all = bank.bank.everyDesk.sandbox.all.flatMap((desk) => idsIn(desk, 'transactions'));
    const found: string[] = [];
    for (let after = ''; ; ) {
      const cursor = after === '' ? '' : `&startingAfter=${after}`;
      const { status, body } = await ops(
        `/v1/ops/transactions?environment=sandbox&limit=2${cursor}`,
      );
      expect(status).toBe(200);
      found.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.hasMore) break;
      after = body.nextCursor;
    }
    expect(found).toEqual(all.toSorted().reverse());
  });

  test('find and act on an object by its id alone, whatever ledger has it', async () => {
    for (const { accountIds, transactionId, desk } of members) {
      const [accountId = ''] = accountIds;
      const seen = await ops(`/v1/ops/transactions/${transactionId}?environment=sandbox`);
      expect([seen.status, seen.body.id]).toEqual([200, transactionId]);
      const frozen = await ops(`/v1/ops/accounts/${accountId}/freeze`, {
        environment: 'sandbox',
        reason: 'fraud',
        message: 'A test',
      });
      expect([frozen.status, frozen.body.status]).toEqual([200, 'frozen']);
      const { raw } = desk.ledger.database;
      const status = raw.prepare('SELECT status FROM accounts WHERE id = ?').pluck().get(accountId);
      expect(status).toBe('frozen');
    }
    const missing = await ops(
      '/v1/ops/transactions/txn_06ayx0rw7mf5w0h1y6k2v3c4d5?environment=sandbox',
    );
    expect([missing.status, missing.body.code]).toEqual([404, 'transaction_not_found']);
  });

  test('see sums over all ledgers, and each of them in readiness and metrics', async () => {
    const { all } = bank.bank.everyDesk.sandbox;
    const count = all.flatMap((desk) => idsIn(desk, 'transactions')).length;
    const verdict = await ops('/v1/ops/invariants?environment=sandbox');
    expect(verdict.body).toMatchObject({ ok: true, transactions: count });
    const balance = await ops('/v1/ops/trial-balance?environment=sandbox');
    const customers = balance.body.rows.find((row: { kind: string }) => row.kind === 'customer');
    expect(customers).toMatchObject({ currency: 'EUR', accounts: 6, debit: '0', credit: '30000' });
    const ready = await bank.call('/readyz');
    expect(ready.body.status).toBe('ready');
    const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
    const text = await metrics.text();
    expect(text).toMatch(/kontor_lane\{environment="sandbox"\} [01]/);
    expect(text).toMatch(/kontor_lane\{environment="sandbox",ledger="sandbox-3"\} [01]/);
    const chain = await ops('/v1/ops/chain?environment=sandbox&ledger=sandbox-2');
    expect(chain.body).toMatchObject({
      ledger: 'sandbox-2',
      ledgers: ['sandbox', 'sandbox-2', 'sandbox-3'],
    });
    const none = await ops('/v1/ops/chain?environment=sandbox&ledger=sandbox-9');
    expect(none.status).toBe(404);
  });
});

describe('npm run move', () => {
  const move = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/move.ts', ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        KONTOR_DATA_DIR: bank.dataDir,
        KONTOR_LEDGERS: `${LEDGERS}`,
        ...database,
      },
    }).then(
      ({ stdout }) => stdout,
      ({ stderr, stdout }) => `${stdout}${stderr}`,
    );

  test('places a sandbox in another ledger, which it begins in with its next reset', async () => {
    const { key, developerId } = await register(bank);
    await openAccounts(bank, key, [700]);
    const target = bank.bank.everyDesk.sandbox.all[2] as Desk;
    const customers = async () => (await bank.call('/v1/customers', { key })).body.data.length;
    const order = ['--developer', developerId, '--to', 'sandbox-3', '--at-reset'];
    expect(await move(...order)).toContain('next reset');
    expect(await customers()).toBe(1);
    const before = idsIn(target, 'customers').length;
    expect((await bank.call('/v1/sandbox/reset', { key, body: { confirm: 'reset' } })).status).toBe(
      200,
    );
    expect(await customers()).toBe(0);
    const { customerId } = await openAccounts(bank, key, [300]);
    expect(idsIn(target, 'customers')).toContain(customerId);
    expect(idsIn(target, 'customers')).toHaveLength(before + 1);
    const { body } = await bank.call('/v1/events', { key });
    expect(Math.min(...body.data.map((one: { sequence: number }) => one.sequence))).toBe(1);
  });

  test('says what it cannot do, and does not do it', async () => {
    const { developerId } = await register(bank);
    expect(await move('--developer', developerId, '--to', 'sandbox-9')).toContain('KONTOR_LEDGERS');
    const elsewhere = await move('--developer', developerId, '--to', 'postgres://h/d');
    expect(elsewhere).toContain('no setting names postgres://h:5432/d');
  });
});

test.skipIf(isAboutFiles('verify and backup of the files of every ledger'))(
  'verify and backup take in every ledger',
  async () => {
    const run = promisify(execFile);
    const env = { ...process.env, KONTOR_DATABASE_URL: '' };
    const { stdout } = await run(process.execPath, ['scripts/verify.ts', bank.dataDir], {
      cwd: ROOT,
      env,
    });
    for (const name of ['sandbox', 'sandbox-2', 'sandbox-3', 'production-3']) {
      expect(stdout).toContain(`${name}: `);
    }
    expect(stdout).toContain('the books balance');
    const to = join(bank.dataDir, 'backup');
    const { logs } = await takeBackup({
      dataDir: bank.dataDir,
      logKeyDir: null,
      to,
      vault: openVault(null),
      failPoint: () => {},
    });
    expect(Object.keys(logs)).toContain('sandbox-3');
    expect(existsSync(join(to, 'production-2.db'))).toBe(true);
  },
);

test('KONTOR_LEDGERS is a number from 1 on, and 1 if nothing is said', () => {
  expect(readConfig({}).ledgers).toBe(1);
  expect(() => readConfig({ KONTOR_LEDGERS: '0' })).toThrow('KONTOR_LEDGERS');
});

test('a bank with fewer ledgers than have developers does not start, and says why', async () => {
  const platform = openPlatform(':memory:', Date.now, undefined, 4);
  for (const name of ['a', 'b', 'c']) await platform.register(registrationOf(name));
  expect(platform.highestLedger()).toEqual({ environment: 'sandbox', ledger: 3 });
  const config = readConfig({ KONTOR_LEDGERS: '2' });
  const opening = openLedgers(config, none, { platform } as never);
  await expect(opening).rejects.toThrow('there are developers in sandbox-3: expected at least 3');
  platform.close();
});

const none = {
  open: () => Promise.reject(new Error('no database is opened before that is said')),
  close: async () => {},
};

function registrationOf(name: string) {
  const more = { phone: null, useCase: null, expectedVolume: null };
  return { company: name, email: `${name}@example.com`, country: 'GB', ...more };
}
