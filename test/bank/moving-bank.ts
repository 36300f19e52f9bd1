// A bank with several ledgers, developers in them, and `npm run move` beside it.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Desk } from '../../api/kit/context.ts';
import { checkInvariants } from '../../db/invariants.ts';
import {
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LEDGERS = 3;
export const SOON = { timeout: 40_000, interval: 50 };

/** On PostgreSQL rows are not carried. */
export const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

const run = promisify(execFile);

export type MovingBank = Awaited<ReturnType<typeof openMovingBank>>;

/** Opens it; `bank.close()` closes it. */
export async function openMovingBank() {
  const bank = await openTestBank({ ledgers: LEDGERS, webhookAllow: ['127.0.0.0/8'] });

  async function move(
    developerId: string,
    to: string,
    env: Record<string, string> = {},
    more: readonly string[] = [],
  ) {
    const args = ['scripts/move.ts', '--developer', developerId, '--to', to, ...more];
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

  const developer = () => developerOn(bank);

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
