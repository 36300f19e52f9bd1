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

/** `both`: the third ledger of the sandbox lies in a database of its own, the rest elsewhere. */
export type Engine = 'SQLite' | 'PostgreSQL' | 'both';

export type MovingBank = Awaited<ReturnType<typeof openMovingBank>>;

/**
 * Opens it; `bank.close()` closes it.
 * @param engine where its rows are; left out: where the run of tests has them
 * @param through what the further database is reached through
 */
export async function openMovingBank(
  engine: Engine = isOnPostgres ? 'PostgreSQL' : 'SQLite',
  through: (url: string) => Promise<string> = async (url) => url,
) {
  const hasServer = engine === 'PostgreSQL' || (engine === 'both' && isOnPostgres);
  const databaseUrl = hasServer ? await newBankDatabase() : null;
  const east = engine === 'both' ? await through(await newBankDatabase()) : null;
  const bank = await openTestBank({
    ledgers: LEDGERS,
    webhookAllow: ['127.0.0.0/8'],
    ...(east === null ? {} : { databases: { east }, ledgerPlaces: { 'sandbox-3': 'east' } }),
    ...(databaseUrl === null ? {} : { databaseUrl }),
  });
  const keys = new Map<string, string>();
  /** Of the commands beside the bank. */
  const settings: Record<string, string> = {
    KONTOR_DATA_DIR: bank.dataDir,
    KONTOR_LEDGERS: `${LEDGERS}`,
    KONTOR_DATABASE_URL: databaseUrl ?? '',
    KONTOR_DATABASES: east === null ? '' : `east=${east}`,
  };

  /** Another process hears of the move a moment later; until then it says: send it again. */
  async function waitForNews(developerId: string): Promise<void> {
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
    try {
      const { stdout } = await run(process.execPath, args, {
        cwd: ROOT,
        env: { ...process.env, ...settings, ...env },
      });
      await waitForNews(developerId);
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

  return { bank, settings, move, desks, ledgersOf, elsewhere, violations, developer, sumsOf };
}

/** A developer with two accounts, as its client sees them. */
export async function developerOn(bank: TestBank) {
  const { key, developerId } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  const [sourceAccountId = '', destinationAccountId = ''] = accountIds;
  return clientOn(bank, { key, developerId, sourceAccountId, destinationAccountId });
}

interface Known {
  readonly key: string;
  readonly developerId: string;
  readonly sourceAccountId: string;
  readonly destinationAccountId: string;
}

/** The client of a developer who is there. */
export function clientOn(bank: TestBank, known: Known) {
  const { key, developerId, ...sides } = known;
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
