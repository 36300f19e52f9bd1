// Reads of payments, through their transactions.

import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type PaymentStatus, PROCESSING_STAGES } from '../../ledger/payment.ts';
import { createdBetween } from '../kernel/created-between.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { equalsLiteral } from '../kernel/steady-plans.ts';
import { transactions } from '../kernel/tables.ts';
import { AMOUNT } from '../transactions/filter.ts';
import { viewsOf } from '../transactions/views.ts';
import { payments } from '../wallets/tables.ts';
import { type PaymentView, paymentView } from './view.ts';

export interface PaymentFilter extends PageOrder {
  readonly tenantId: string;
  readonly status?: PaymentStatus | undefined;
  /** On either side; as `walletId`. */
  readonly accountId?: string | undefined;
  readonly walletId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly reference?: string | undefined;
  /** Milliseconds since 1970 UTC, inclusive; as `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
}

/** Finds one payment; null when the tenant has none of that id. */
export async function findPayment(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<PaymentView | null> {
  const ownedPayment = and(eq(transactions.paymentId, id), eq(transactions.tenantId, tenantId));
  const order = transactions.paymentId;
  return ledger.database.read(() => readPayments(ledger, ownedPayment, 1, order)[0] ?? null);
}

/** Returns the id of a transaction's payment, or null when it is not a payment. */
export async function findPaymentId(
  ledger: ReadLedger,
  transactionId: string,
): Promise<string | null> {
  const payment = ledger.database.orm
    .select({ id: transactions.paymentId })
    .from(transactions)
    .where(eq(transactions.id, transactionId))
    .get();
  return payment?.id ?? null;
}

/** Lists the payments of a tenant, newest first; filters and paging compose. */
export async function listPayments(
  ledger: ReadLedger,
  filter: PaymentFilter,
): Promise<Page<PaymentView>> {
  return ledger.database.read(() => {
    // Either side has its own index: short ordered scans, merged here.
    const rows = sidesOf(filter).flatMap((sides) =>
      readPayments(
        ledger,
        and(commonConditions(ledger, filter), sides),
        filter.limit + 1,
        orderOf(filter),
      ),
    );
    const byId = new Map(rows.map((payment) => [payment.id, payment]));
    const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
    return pageOf(sorted, filter.limit);
  });
}

/**
 * Returns the column by which rows are found and ordered: of the payments for a wallet, otherwise
 * of the transactions, each with its index.
 */
function orderOf({ walletId }: PaymentFilter) {
  return walletId === undefined ? transactions.paymentId : payments.id;
}

type Order = ReturnType<typeof orderOf>;

function readPayments(
  ledger: ReadLedger,
  condition: SQL | undefined,
  limit: number,
  order: Order,
): PaymentView[] {
  const rows = ledger.database.orm
    .select({ payment: payments, transaction: transactions })
    .from(transactions)
    .innerJoin(payments, eq(payments.id, transactions.paymentId))
    .where(and(isNotNull(transactions.paymentId), condition))
    .orderBy(desc(order))
    .limit(limit)
    .all();
  const views = viewsOf(
    ledger,
    rows.map(({ transaction }) => transaction),
  );
  return rows.flatMap(({ payment }, index) => {
    const transaction = views[index];
    return transaction ? paymentView(payment, transaction) : [];
  });
}

function commonConditions(ledger: ReadLedger, filter: PaymentFilter): SQL | undefined {
  const { startingAfter, tenantId } = filter;
  const id = orderOf(filter);
  return and(
    // The plus prevents the use of the index by tenant.
    filter.walletId === undefined
      ? eq(transactions.tenantId, tenantId)
      : and(eq(payments.tenantId, tenantId), sql`+${transactions.tenantId} = ${tenantId}`),
    filter.status ? statusCondition(filter.status) : undefined,
    filter.customerId ? eq(transactions.customerId, filter.customerId) : undefined,
    filter.reference ? eq(transactions.reference, filter.reference) : undefined,
    createdBetween(ledger, {
      ...filter,
      noun: 'payment',
      id,
      createdAt: transactions.createdAt,
    }),
    filter.minAmount === undefined ? undefined : gte(AMOUNT, filter.minAmount),
    filter.maxAmount === undefined ? undefined : lte(AMOUNT, filter.maxAmount),
    hasMetadata('transaction', tenantId, transactions.id, filter.metadata),
    startingAfter ? lt(id, startingAfter) : undefined,
  );
}

/** The inverse of `paymentStatusOf`. */
function statusCondition(status: PaymentStatus): SQL | undefined {
  switch (status) {
    case 'processing':
      return and(
        eq(transactions.status, 'pending'),
        inArray(transactions.stage, [...PROCESSING_STAGES]),
      );
    case 'authorized':
      return and(
        eq(transactions.status, 'pending'),
        notInArray(transactions.stage, [...PROCESSING_STAGES]),
      );
    case 'completed':
      return and(eq(transactions.status, 'posted'), eq(transactions.amountReversed, 0));
    case 'partially_refunded':
      return and(eq(transactions.status, 'posted'), gt(transactions.amountReversed, 0));
    case 'refunded':
      return eq(transactions.status, 'reversed');
    default:
      return equalsLiteral(transactions.status, status);
  }
}

/** Returns the disjoint conditions by which a filter by account or wallet can match. */
function sidesOf({ accountId, walletId }: PaymentFilter): (SQL | undefined)[] {
  const byAccount =
    accountId === undefined
      ? [undefined]
      : [
          eq(transactions.sourceAccountId, accountId),
          eq(transactions.destinationAccountId, accountId),
        ];
  const byWallet =
    walletId === undefined
      ? [undefined]
      : [eq(payments.sourceWalletId, walletId), eq(payments.destinationWalletId, walletId)];
  return byAccount.flatMap((account) => byWallet.map((wallet) => and(account, wallet)));
}
