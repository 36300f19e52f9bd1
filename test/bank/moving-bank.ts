// A bank with several ledgers, developers in them, and `npm run move` beside it.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import type { Desk } from '../../api/kit/context.ts';
import { checkInvariants } from '../../db/invariants.ts';
import {
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';
import { isOnPostgres, newBankDatabase } from '../kit/bank/postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LEDGERS = 3;
export const SOON = { timeout: 40_000, interval: 50 };

const run = promisify(execFile);

export type Engine = 'SQLite' | 'PostgreSQL';

export type MovingBank = Awaited<ReturnType<typeof openMovingBank>>;

/**
 * Opens it; `bank.close()` closes it.
 * @param engine where its rows are; left out: where the run of tests has them
 */
export async function openMovingBank(engine: Engine = isOnPostgres ? 'PostgreSQL' : 'SQLite') {
  const databaseUrl = engine === 'PostgreSQL' ? await newBankDatabase() : null;
  const bank = await openTestBank({
    ledgers: LEDGERS,
    webhookAllow: ['127.0.0.0/8'],
    ...(databaseUrl === null ? {} : { databaseUrl }),
  });
  const keys = new Map<string, string>();

  /** Another process hears of the move a moment later; until then it says: send it again. */
  async function heard(developerId: string): Promise<void> {
    await Promise.all(desks().map(({ ledger }) => ledger.database.write(() => {})));
    const key = keys.get(developerId) ?? '';
    const status = async () => (await bank.call('/v1/accounts', { key })).status;
    await vi.waitFor(async () => expect(await status()).not.toBe(503), SOON);
  }

  async function move(
    developerId: string,
    to: string,
    env: Record<string, string> = {},
    more: readonly string[] = [],
  ) {
    const args = ['scripts/move.ts', '--developer', developerId, '--to', to, ...more];
    const settings = {
      KONTOR_DATA_DIR: bank.dataDir,
      KONTOR_LEDGERS: `${LEDGERS}`,
      KONTOR_DATABASE_URL: databaseUrl ?? '',
      ...env,
    };
    try {
      const { stdout } = await run(process.execPath, args, {
        cwd: ROOT,
        env: { ...process.env, ...settings },
      });
      await heard(developerId);
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
    const made = await developerOn(bank);
    keys.set(made.developerId, made.key);
    return made;
  }

  const sumsOf = async () => {
    const { body } = await bank.call('/v1/ops/trial-balance?environment=sandbox', {
      key: OPERATOR_KEY,
      headers: { 'x-audit-reason': 'test' },
    });
    return body.rows;
  };

  return { bank, move, desks, ledgersOf, elsewhere, violations, developer, sumsOf };
}

/** A developer with two accounts, as its client sees them. */
async function developerOn(bank: TestBank) {
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
