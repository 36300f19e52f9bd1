// Checks the books of one tenant: the six invariants by plain SQL, the reads of the API, and their
// agreement with the naive ledger.

import { expect } from 'vitest';
import { readBalance } from '../../db/accounts/reads.ts';
import { balanceView } from '../../db/accounts/view.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { NaiveAccount, NaiveLedger } from './naive-ledger.ts';

export interface Inspector {
  /** All accounts, entries, holds and movements of the tenant, and the head of the log, as text. */
  money(tenantId: string): string;
  /** Fails when an invariant is violated or the real and the naive ledger disagree. */
  expectAgreement(tenantId: string, model: NaiveLedger): void;
  /** The same for the balance of an account as the API returns it. */
  expectReading(tenantId: string, model: NaiveLedger, account: NaiveAccount): Promise<void>;
}

const SIGNED_AMOUNT = "CASE direction WHEN 'credit' THEN amount ELSE -amount END";

/** Each query returns the rows that violate the invariant; `@now` and `@tenant` are bound. */
const INVARIANTS: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'conservation: what all accounts of a currency hold sums to zero',
    sql: `SELECT currency, sum(posted) AS off FROM accounts WHERE tenant_id = @tenant
          GROUP BY currency HAVING off <> 0`,
  },
  {
    name: 'sign: what the bank has given out is what its customers have',
    sql: `SELECT b.currency FROM accounts b WHERE b.tenant_id = @tenant AND b.kind = 'settlement'
          AND -b.posted <> (SELECT coalesce(sum(c.posted), 0) FROM accounts c
            WHERE c.tenant_id = @tenant AND c.kind = 'customer' AND c.currency = b.currency)`,
  },
  {
    name: 'derived identity: a balance is the sum of its entries',
    sql: `SELECT a.id FROM accounts a WHERE a.tenant_id = @tenant AND a.posted <>
          (SELECT coalesce(sum(${SIGNED_AMOUNT}), 0) FROM entries e WHERE e.account_id = a.id)`,
  },
  {
    name: 'overdraft bound: no customer owes more than the limit and what was let, holds counted',
    sql: `SELECT a.id FROM accounts a WHERE a.tenant_id = @tenant AND a.kind = 'customer'
          AND a.overdraft_limit + a.negative_allowed + a.posted <
          (SELECT coalesce(sum(amount), 0) FROM holds h
            WHERE h.account_id = a.id AND h.status = 'active' AND h.expires_at > @now)`,
  },
  {
    name: 'hold accounting: what is held is the sum of the active holds and of their movements',
    sql: `SELECT a.id FROM accounts a WHERE a.tenant_id = @tenant AND (
          a.held <> (SELECT coalesce(sum(amount), 0) FROM holds h
            WHERE h.account_id = a.id AND h.status = 'active')
          OR a.held <> (SELECT coalesce(sum(delta), 0) FROM hold_movements m
            WHERE m.account_id = a.id))`,
  },
];

const MONEY = [
  'SELECT * FROM accounts WHERE tenant_id = ? ORDER BY id',
  `SELECT e.* FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.tenant_id = ?
   ORDER BY e.ledger_sequence, e.leg`,
  'SELECT * FROM holds WHERE tenant_id = ? ORDER BY id',
  `SELECT m.* FROM hold_movements m JOIN accounts a ON a.id = m.account_id
   WHERE a.tenant_id = ? ORDER BY m.id`,
  "SELECT size, posted_at FROM log_head WHERE ? <> ''",
] as const;

/** Compares joined text first, for speed: nearly all of millions of comparisons succeed. */
function expectSame(real: readonly string[], expected: readonly string[], label: string): void {
  if (real.join('\n') !== expected.join('\n')) expect(real, label).toEqual(expected);
}

export function inspectorOf(ledger: Ledger): Inspector {
  const { raw } = ledger.database;
  const rows = (sql: string) => raw.prepare<[string], unknown[]>(sql).safeIntegers().raw();
  const texts = (sql: string) => raw.prepare<[string], string>(sql).pluck();
  const money = MONEY.map(rows);
  const invariants = INVARIANTS.map(({ name, sql }) => {
    return { name, broken: raw.prepare<[object], object>(sql) };
  });
  const states = texts(
    `SELECT id || ' ' || status || ' ' || CASE status WHEN 'declined' THEN status_code ELSE '-' END
     FROM transactions WHERE tenant_id = ? ORDER BY id`,
  );
  const holds = texts(
    `SELECT transaction_id || ' ' || status || ' ' || captured_amount || ' ' || expires_at
     FROM holds WHERE tenant_id = ? ORDER BY transaction_id`,
  );
  const balances = texts(
    `SELECT id || ' ' || status || ' ' || posted || ' ' || held || ' ' || pending_in
     || ' ' || overdraft_limit
     FROM accounts WHERE tenant_id = ? AND kind = 'customer' ORDER BY id`,
  );
  const bank = texts(
    `SELECT currency || ' ' || posted FROM accounts
     WHERE tenant_id = ? AND kind = 'settlement' AND posted <> 0 ORDER BY currency`,
  );
  const events = texts(
    "SELECT count(*) || ' ' || coalesce(max(sequence), 0) FROM events WHERE tenant_id = ?",
  );

  return {
    money: (tenantId) =>
      money
        .flatMap((statement) => statement.all(tenantId))
        .map((row) => row.join('|'))
        .join('\n'),
    expectAgreement(tenantId, model) {
      for (const { name, broken } of invariants) {
        const result = broken.all({ tenant: tenantId, now: model.now });
        if (result.length > 0) expect(result, name).toEqual([]);
      }
      const expected = expectedLines(model);
      expectSame(states.all(tenantId), expected.states, 'states of transactions');
      expectSame(holds.all(tenantId), expected.holds, 'holds');
      expectSame(balances.all(tenantId), expected.balances, 'accounts');
      expectSame(bank.all(tenantId), expected.bank, "the bank's own balances");
      expectSame(events.all(tenantId), expected.events, 'number and last sequence of events');
    },
    async expectReading(tenantId, model, account) {
      const reading = await readBalance(ledger, tenantId, account.id);
      if (!reading) throw new Error(`no account ${account.id}`);
      const promisedOut = model.sumPromised(account, 'out');
      const into = model.sumPromised(account, 'in');
      const { posted, held, pendingIn, pendingOut, current, available } = balanceView(reading);
      const real = { posted, held, pendingIn, pendingOut, current, available };
      expect(real, `derived identity: balance of ${account.id}`).toEqual({
        posted: Number(account.posted),
        held: Number(promisedOut),
        pendingIn: Number(into),
        pendingOut: Number(promisedOut),
        current: Number(account.posted + into - promisedOut),
        available: Number(account.posted - promisedOut),
      });
    },
  };
}

/** The expected results of the inspector's queries, line by line. */
function expectedLines(model: NaiveLedger) {
  const transactions = [...model.transactions].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    states: transactions.map(({ id, status, code }) => `${id} ${status} ${code ?? '-'}`),
    holds: transactions.flatMap(({ id, hold }) =>
      hold ? [`${id} ${hold.status} ${hold.captured} ${hold.expiresAt}`] : [],
    ),
    balances: model.accounts.map((account) => {
      const promisedAmount = model.sumPromised(account, 'out', false);
      const coming = model.sumPromised(account, 'in', false);
      const figures = [account.posted, promisedAmount, coming, account.overdraft];
      return `${account.id} ${account.status} ${figures.join(' ')}`;
    }),
    bank: [...model.bank]
      .filter(([, posted]) => posted !== 0n)
      .map(([currency, posted]) => `${currency} ${posted}`)
      .sort(),
    events: [`${model.events} ${model.events}`],
  };
}
