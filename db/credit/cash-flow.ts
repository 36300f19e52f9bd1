// Reads inflow and outflow of a customer's accounts in one currency by day, from the entries.
// Transfers between two accounts of the customer and reversed transactions do not count.

import { DAY_MS } from '../../ledger/durations.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';

/** One day of one account on which something was booked. Minor units. */
export interface CashFlowDay {
  readonly accountId: string;
  /** Days since 1970 UTC. */
  readonly day: number;
  readonly inflow: number;
  readonly outflow: number;
  readonly credits: number;
  readonly balance: number;
}

export interface CashFlowCategory {
  readonly day: number;
  readonly category: string;
}

export interface CashFlowHistory {
  /**
   * The earliest entry of the accounts, in milliseconds since 1970 UTC; null when none has entries.
   */
  readonly firstPostedAt: number | null;
  readonly days: readonly CashFlowDay[];
  /** Balance of each account when the range begins. */
  readonly opening: Readonly<Record<string, number>>;
  /** Days with a payment out, by category. */
  readonly categories: readonly CashFlowCategory[];
}

export interface CashFlowOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly currency: string;
  /** Milliseconds since 1970 UTC; the range is `from < postedAt <= to`. */
  readonly from: number;
  readonly to: number;
}

/** Reads the cash flow of the customer's accounts in one currency, on one snapshot. */
export async function readCashFlow(
  ledger: ReadLedger,
  order: CashFlowOrder,
): Promise<CashFlowHistory> {
  const sql = statementsOf(ledger);
  return ledger.database.read(() => {
    const accountIds = sql.accounts.all(order);
    const orderFor = (accountId: string) => ({ ...order, accountId });
    const firsts = accountIds.flatMap((id) => sql.first.get(orderFor(id)) ?? []);
    const opening = accountIds.map((id) => [id, sql.opening.get(orderFor(id)) ?? 0] as const);
    return {
      firstPostedAt: firsts.length === 0 ? null : Math.min(...firsts),
      days: accountIds.flatMap((accountId) =>
        sql.days.all(orderFor(accountId)).map((day) => ({ ...day, accountId })),
      ),
      opening: Object.fromEntries(opening),
      categories: accountIds.flatMap((id) => sql.categories.all(orderFor(id))),
    };
  });
}

type OfAccount = CashFlowOrder & { readonly accountId: string };

function statementsOf({ database: { raw } }: ReadLedger) {
  const inRange = 'e.account_id = @accountId AND e.posted_at > @from AND e.posted_at <= @to';
  const otherAccountSql = `CASE e.direction WHEN 'credit' THEN t.source_account_id
    ELSE t.destination_account_id END`;
  const countedCondition = `t.reversal_of IS NULL AND NOT EXISTS (SELECT 1 FROM accounts o
    WHERE o.id = ${otherAccountSql} AND o.customer_id = @customerId)`;
  const amount = 'max(0, e.amount - t.amount_reversed)';
  const sum = (direction: string, label: string) =>
    `sum(CASE WHEN e.direction = '${direction}' AND ${countedCondition} THEN ${label} ELSE 0 END)`;
  const joinSql = 'entries e JOIN transactions t ON t.id = e.transaction_id';
  return {
    accounts: raw
      .prepare<CashFlowOrder, string>(
        `SELECT id FROM accounts WHERE customer_id = @customerId AND tenant_id = @tenantId
         AND kind = 'customer' AND currency = @currency ORDER BY id`,
      )
      .pluck(),
    first: raw
      .prepare<OfAccount, number>(
        `SELECT posted_at FROM entries WHERE account_id = @accountId AND posted_at <= @to
         ORDER BY posted_at LIMIT 1`,
      )
      .pluck(),
    opening: raw
      .prepare<OfAccount, number>(
        `SELECT balance_after FROM entries WHERE account_id = @accountId AND posted_at <= @from
         ORDER BY posted_at DESC, ledger_sequence DESC, leg DESC LIMIT 1`,
      )
      .pluck(),
    // With one max(), SQLite takes bare columns from the row of the maximum: the last of the day.
    days: raw.prepare<OfAccount, Omit<CashFlowDay, 'accountId'>>(
      `SELECT e.posted_at / ${DAY_MS} AS day, max(e.ledger_sequence * 16 + e.leg) AS last,
         e.balance_after AS balance, ${sum('credit', amount)} AS inflow,
         ${sum('debit', amount)} AS outflow, ${sum('credit', `${amount} > 0`)} AS credits
       FROM ${joinSql} WHERE ${inRange} GROUP BY day ORDER BY day`,
    ),
    categories: raw.prepare<OfAccount, CashFlowCategory>(
      `SELECT DISTINCT e.posted_at / ${DAY_MS} AS day, lower(t.category) AS category
       FROM ${joinSql} WHERE ${inRange} AND e.direction = 'debit' AND ${countedCondition}
         AND ${amount} > 0
         AND lower(t.category) IN ('rent', 'housing', 'utilities', 'telecom')`,
    ),
  };
}
