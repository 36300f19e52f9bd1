// Sets and reads settlement terms. An operator sets them; a decision about external money reads
// them in the same database transaction as its booking.

import { exponentOf } from '../../ledger/currency.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { partyNameOf } from '../../ledger/external-party.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import type { SettlementTerms } from '../../ledger/settlement.ts';
import { act } from '../kernel/act.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { settlementTerms } from './tables.ts';

export type SettlementTermsRow = typeof settlementTerms.$inferSelect;

/** Terms that an operator agrees to; amounts in minor units. */
export interface SettlementOrder {
  readonly tenantId: string;
  readonly currency: string;
  /** Amount that the developer has paid in beforehand. */
  readonly prefunded: number;
  /** Open amount that the bank allows beyond the prefunded amount. */
  readonly cap: number;
}

const BY_ID = `SELECT ${columnsOf(settlementTerms)} FROM settlement_terms
  WHERE tenant_id = ? AND currency = ?`;
const SAVE = `INSERT INTO settlement_terms ${insertOf(settlementTerms)}
  ON CONFLICT (tenant_id, currency) DO UPDATE SET prefunded = excluded.prefunded,
  cap = excluded.cap, version = excluded.version, updated_at = excluded.updated_at`;

/** Sets the terms of a developer in a currency. Returns the previous terms. */
export const setSettlement = act('settlement.set', (tx, order: SettlementOrder) => {
  const before = tx.get<SettlementTermsRow>(BY_ID, order.tenantId, order.currency) ?? null;
  const updatedAt = Math.max(tx.now(), before?.updatedAt ?? 0);
  tx.run(SAVE, { ...order, version: (before?.version ?? 0) + 1, updatedAt });
  return { before };
});

interface UnapprovedQuery {
  readonly id: string;
  readonly actor: string;
  readonly customerId: string;
  readonly from: number;
  readonly to: number;
}

/** Condition for transactions that operators requested, in the form of the index. */
export const BY_OPERATOR = `actor >= 'opr_' AND actor < 'opr\`'`;

/** The SQL condition for transactions `t` that no second person has approved. */
export const UNAPPROVED = `type IN ('deposit', 'withdrawal')
  AND status NOT IN ('declined', 'failed', 'canceled', 'expired')
  AND NOT EXISTS (SELECT 1 FROM approvals p WHERE p.transaction_id = t.id)`;

/** Sums of the transactions that an operator requested for a customer before the current one. */
const UNAPPROVED_SUMS = `
  SELECT t.currency, sum(t.amount) AS amount FROM transactions t INDEXED BY transactions_by_operator
  WHERE ${BY_OPERATOR} AND t.actor = @actor AND t.created_at >= @from AND t.created_at < @to
    AND t.id < @id AND t.customer_id = @customerId AND ${UNAPPROVED} GROUP BY 1`;

/** True for a transaction that an operator requested. */
export function isByOperator({ actor }: Pick<TransactionRow, 'actor'>): boolean {
  return actor.startsWith('opr_');
}

/** Converts to whole units of a currency, rounded up; the units of all currencies are added. */
const unitsOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => {
  const unit = 10n ** BigInt(exponentOf(currency));
  return (BigInt(amount) + unit - 1n) / unit;
};

/**
 * Returns true for a deposit or withdrawal that needs a second person. All that the operator has
 * moved for the customer on the day counts, because a customer may have any number of accounts. A
 * reversal needs none: it can be undone.
 */
function needsSecondPerson(tx: Tx, row: TransactionRow): boolean {
  const { id, type, actor, customerId, createdAt } = row;
  if (type === 'reversal') return false;
  const from = createdAt - (createdAt % DAY_MS);
  const order = { id, actor, customerId, from, to: from + DAY_MS };
  const before = tx.all<Pick<TransactionRow, 'amount' | 'currency'>>(
    UNAPPROVED_SUMS,
    order satisfies UnapprovedQuery,
  );
  const units = [row, ...before].map(unitsOf).reduce((sum, units) => sum + units, 0n);
  return units > BigInt(tx.terms.operatorLimit);
}

/**
 * Finds the terms of a transaction with external money, or null when nothing limits it. Reads only.
 */
export function findSettlementTerms(tx: Tx, row: TransactionRow): SettlementTerms | null {
  if (!isInternal(row.sourceAccountId) && !isInternal(row.destinationAccountId)) return null;
  if (row.type === 'fee') return null;
  const isPartyNamed = row.type === 'reversal' || partyNameOf(row) !== null;
  if (isByOperator(row)) {
    return {
      maxDistance: null,
      isPartyMissing: !isPartyNamed,
      needsSecondPerson: needsSecondPerson(tx, row),
    };
  }
  if (!tx.livemode) return null;
  const terms = tx.get<SettlementTermsRow>(BY_ID, row.tenantId, row.currency);
  const max = BigInt(terms?.prefunded ?? 0) + BigInt(terms?.cap ?? 0);
  return { maxDistance: max, isPartyMissing: !isPartyNamed, needsSecondPerson: false };
}
