// The database permits the same states and state changes as ledger/, for all pairs.

import type BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCOUNT_KINDS,
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  canAccountBecome,
  FREEZE_REASONS,
} from '../../../ledger/account.ts';
import type { ChainTransactionStatus } from '../../../ledger/anchor.ts';
import { QUOTE_STATUSES } from '../../../ledger/exchange.ts';
import { EXECUTION_STATUSES, isExecutionEdge, isExecutionOver } from '../../../ledger/execution.ts';
import {
  HOLD_STATUSES,
  isFinal,
  isTransactionEdge,
  STAGES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../../ledger/transaction.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';

let filled: FilledLedger;
let raw: BetterSqlite3.Database;
beforeAll(async () => {
  filled = await openFilledLedger();
  raw = filled.ledger.database.raw;
});
afterAll(() => filled.ledger.close());

function sqlOf(name: string): string {
  const sql = raw
    .prepare<[string], string>('SELECT sql FROM sqlite_master WHERE name = ?')
    .pluck()
    .get(name);
  if (!sql) throw new Error(`the database has no ${name}`);
  return sql;
}

/** Returns whether the database permits a state change; rolls it back. */
function allowsChange(
  trigger: string | readonly string[],
  arrange: string,
  change: string,
): boolean {
  const triggers = [trigger].flat();
  const sql = triggers.map(sqlOf);
  raw.exec(`BEGIN; ${triggers.map((name) => `DROP TRIGGER ${name}`).join('; ')}`);
  try {
    expect(raw.prepare(arrange).run().changes).toBe(1);
    for (const item of sql) raw.exec(item);
    try {
      return raw.prepare(change).run().changes === 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT_TRIGGER' });
      return false;
    }
  } finally {
    raw.exec('ROLLBACK');
  }
}

/** A reorganisation, a killed development chain or a used nonce cause a step back. */
const CHAIN_EDGES = {
  queued: 'signed failed dropped',
  signed: 'sent included queued dropped',
  sent: 'included queued dropped',
  included: 'sent final failed dropped',
  final: 'sent',
  failed: 'sent',
  dropped: '',
} as const satisfies Record<ChainTransactionStatus, string>;
const CHAIN_STATUSES = Object.keys(CHAIN_EDGES) as ChainTransactionStatus[];

const pairsOf = <T>(all: readonly T[]) => all.flatMap((from) => all.map((to) => ({ from, to })));

describe('state changes in the database', () => {
  test.each(pairsOf(EXECUTION_STATUSES))(
    'move an execution from $from to $to exactly when ledger/execution.ts allows it',
    ({ from, to }) => {
      // Without a payment, so that only the state change can be refused.
      const arrange = `UPDATE contract_executions SET status = '${from}', effect = 'none',
        settlement = 'none', ledger_sequence = NULL, transaction_id = NULL`;
      const change = `UPDATE contract_executions SET status = '${to}'`;
      const triggers = ['status_edges', 'identity', 'final'].map((n) => `contract_executions_${n}`);
      const isUnchanged = from === to && !isExecutionOver(from);
      expect(allowsChange(triggers, arrange, change)).toBe(
        isUnchanged || isExecutionEdge(from, to),
      );
    },
  );

  test.each(pairsOf(CHAIN_STATUSES))(
    'move a chain transaction from $from to $to only as listed in this test',
    ({ from, to }) => {
      const arrange = `UPDATE chain_transactions SET status = '${from}' WHERE kind = 'anchor'`;
      const change = `UPDATE chain_transactions SET status = '${to}' WHERE kind = 'anchor'`;
      const isEdgeHere = CHAIN_EDGES[from].split(' ').includes(to);
      expect(allowsChange('chain_transactions_status_edges', arrange, change)).toBe(
        from === to || isEdgeHere,
      );
    },
  );

  test('leave a lost anchor lost, and never lower the log size that events announced', () => {
    for (const to of ['pending', 'anchored', 'confirmed']) {
      const change = `UPDATE anchors SET status = '${to}'`;
      const arrange = "UPDATE anchors SET status = 'lost'";
      expect(allowsChange('anchors_lost_for_good', arrange, change)).toBe(false);
    }
    const backwardUpdate = raw.prepare('UPDATE anchoring SET told_size = told_size - 1');
    expect(() => backwardUpdate.run()).toThrow('not taken back');
  });

  test.each(pairsOf(TRANSACTION_STATUSES))(
    'move a transaction from $from to $to exactly when ledger/transaction.ts allows it',
    ({ from, to }) => {
      const id = filled.transactions.waiting;
      const set = (status: string) => {
        const isBooked = status === 'posted' || status === 'reversed';
        const number = isBooked ? 'coalesce(ledger_sequence, 77)' : 'NULL';
        const time = isBooked ? 'coalesce(posted_at, 88)' : 'NULL';
        const amount = isBooked ? 'amount' : 'NULL';
        const reversed = status === 'reversed' ? 'amount' : '0';
        return `UPDATE transactions SET status = '${status}', ledger_sequence = ${number},
                posted_at = ${time}, amount_posted = ${amount}, amount_reversed = ${reversed}
                WHERE id = '${id}'`;
      };
      const isUnchanged = from === to;
      expect(allowsChange('transactions_status_edges', set(from), set(to))).toBe(
        isUnchanged || isTransactionEdge(from, to),
      );
    },
  );

  test.each(pairsOf(ACCOUNT_STATUSES))(
    'move an account from $from to $to exactly when ledger/account.ts allows it',
    ({ from, to }) => {
      const [, id] = filled.accounts;
      const set = (status: string) =>
        `UPDATE accounts SET status = '${status}', posted = 0, held = 0 WHERE id = '${id}'`;
      const isUnchanged = from === to;
      expect(allowsChange('accounts_status_edges', set(from), set(to))).toBe(
        isUnchanged || canAccountBecome(from, to),
      );
    },
  );

  test.each(pairsOf(HOLD_STATUSES))(
    'move a hold from $from to $to only out of active',
    ({ from, to }) => {
      const set = (status: string) =>
        `UPDATE holds SET status = '${status}'
         WHERE transaction_id = '${filled.transactions.waiting}'`;
      expect(allowsChange('holds_status_edges', set(from), set(to))).toBe(
        from === 'active' || from === to,
      );
    },
  );

  test('close an account only when it is empty', () => {
    const [id] = filled.accounts;
    const close = raw.prepare(`UPDATE accounts SET status = 'closed' WHERE id = '${id}'`);
    expect(() => close.run()).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_CHECK' }));
  });
});

describe('names in the database', () => {
  const KYC = 'unverified pending awaiting_documents manual_review verified denied expired';
  test.each([
    ['transactions', 'status', TRANSACTION_STATUSES],
    ['transactions', 'stage', STAGES],
    ['transactions_types', 'type', TRANSACTION_TYPES],
    ['transactions', 'capture', ['automatic', 'manual']],
    ['accounts', 'status', ACCOUNT_STATUSES],
    ['accounts', 'type', ACCOUNT_TYPES],
    ['accounts', 'freeze_reason', FREEZE_REASONS],
    ['accounts_kinds', 'kind', ACCOUNT_KINDS],
    ['quotes', 'status', QUOTE_STATUSES],
    ['holds', 'status', HOLD_STATUSES],
    ['entries', 'direction', ['debit', 'credit']],
    ['customers', 'kyc_status', KYC.split(' ')],
    ['customers', 'type', ['individual', 'business']],
  ])('that the column %s.%s accepts are exactly the names in the code', (table, column, names) => {
    const list = new RegExp(`\\b${column} (?:NOT )?IN \\(([^)]*)\\)`).exec(sqlOf(table))?.[1] ?? '';
    const inDatabase = [...list.matchAll(/'([^']*)'/g)].map((match) => match[1]);
    expect(inDatabase).toEqual([...names]);
  });

  test.each(['transactions_not_final'])(
    'of the partial index %s are exactly the open statuses',
    (name) => {
      const open = TRANSACTION_STATUSES.filter((status) => !isFinal(status));
      expect([...sqlOf(name).matchAll(/'([^']*)'/g)].map((match) => match[1])).toEqual(open);
    },
  );
});
