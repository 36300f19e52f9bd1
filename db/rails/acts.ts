// Writes the row of a payment on a network: it is queued together with the hold of its money, and
// can be stopped until it is submitted to its network.

import { isInternal, profitAndLossId, settlementId } from '../../ledger/internal-account.ts';
import { NETWORK_RAILS, type NetworkRail, networkOf } from '../../ledger/rail.ts';
import { type Rail, REQUESTED_TYPES } from '../../ledger/transaction.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { insertOf } from '../kernel/columns.ts';
import { mintDated } from '../kernel/mint.ts';
import { rowOf } from '../kernel/new-row.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { isByOperator } from '../settlement/acts.ts';
import { findRailPaymentById } from './find-payment.ts';
import { railPayments } from './tables.ts';
import type { RailPaymentRow } from './view.ts';

/** Key scope of returns. Only the bank uses it, so no client can have used one of its keys. */
const RETURN_SCOPE = 'rail_return';

/** Key scope of the part of a return that no customer account pays or receives. */
const REST_SCOPE = 'rail_return_rest';

/** Returns true for the part of a return that the bank pays, or keeps until it is assigned. */
export function isReturnRest({ keyScope }: Pick<TransactionRow, 'keyScope'>): boolean {
  return keyScope === REST_SCOPE;
}

/** Returns true for every transaction that is booked because a network returned a payment. */
export function isOfReturn(row: Pick<TransactionRow, 'keyScope'>): boolean {
  return isRailReturn(row) || isReturnRest(row);
}

/** Returns true for the reversal of a payment that a network returned. */
export function isRailReturn({ keyScope }: Pick<TransactionRow, 'keyScope'>): boolean {
  return keyScope === RETURN_SCOPE;
}

type Change = Partial<
  Omit<RailPaymentRow, 'transactionId' | 'tenantId' | 'rail' | 'direction' | 'amount' | 'version'>
>;

const INSERT = `INSERT INTO rail_payments ${insertOf(railPayments)}`;
const UPDATE = `UPDATE rail_payments SET status = @status, network = @network,
  reference = @reference, submitted_at = @submittedAt, settles_at = @settlesAt, ask_at = @askAt,
  settled_at = @settledAt, returned_at = @returnedAt, return_code = @returnCode,
  return_transaction_id = @returnTransactionId, simulated_news = @simulatedNews,
  simulated_code = @simulatedCode, version = @version, updated_at = @updatedAt
  WHERE transaction_id = @transactionId`;

/** Lists the rails without a network in this ledger. */
export function listClosedRails({ terms }: Tx): Rail[] {
  return NETWORK_RAILS.filter((rail) => !terms.connectedRails.includes(rail));
}

export function changeRailPayment(tx: Tx, row: RailPaymentRow, fields: Change): RailPaymentRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  return next;
}

/** Returns the network of a transaction, or null when the transaction is booked at once. */
export function chooseNetwork({ terms }: Tx, row: TransactionRow): NetworkRail | null {
  if (row.externalParty === null || !RAIL_TYPES.includes(row.type)) return null;
  const isWithinBank = !isInternal(row.sourceAccountId) && !isInternal(row.destinationAccountId);
  // Money that an operator records has already moved without this network.
  if (isWithinBank || isByOperator(row)) return null;
  const { method } = JSON.parse(row.externalParty) as { method?: Rail };
  const rail = networkOf(method);
  return rail !== null && terms.connectedRails.includes(rail) ? rail : null;
}

/** @param amount minor units to send, at most the held amount */
export function queueOnRail(tx: Tx, row: TransactionRow, amount: number, now: number): void {
  const rail = chooseNetwork(tx, row);
  if (rail === null) throw new Error(`transaction ${row.id} has no network`);
  tx.run(INSERT, {
    ...NEW_PAYMENT_FIELDS,
    ...identityOf(row),
    rail,
    amount,
    createdAt: now,
    updatedAt: now,
  });
}

/** Returns false when the payment was already submitted. */
export function canStopRail(tx: Tx, row: TransactionRow): boolean {
  const payment = paymentOf(tx, row);
  return !payment || STOPPABLE_STATUSES.includes(payment.status);
}

/** Removes a payment from the queue of its network. Call it only if `canStopRail`. */
export function stopRail(tx: Tx, row: TransactionRow, now: number): void {
  const payment = paymentOf(tx, row);
  if (payment?.status !== 'queued') return;
  changeRailPayment(tx, payment, { status: 'canceled', askAt: null, updatedAt: now });
}

function paymentOf(tx: Tx, row: TransactionRow): RailPaymentRow | undefined {
  return row.externalParty === null ? undefined : findRailPaymentById(tx, row.id);
}

const RAIL_TYPES: readonly string[] = REQUESTED_TYPES;
const STOPPABLE_STATUSES: readonly RailPaymentRow['status'][] = ['queued', 'canceled'];

const NEW_PAYMENT_FIELDS = {
  status: 'queued',
  network: null,
  reference: null,
  submittedAt: null,
  settlesAt: null,
  askAt: null,
  settledAt: null,
  returnedAt: null,
  returnCode: null,
  returnTransactionId: null,
  simulatedNews: null,
  simulatedCode: null,
  version: 1,
} as const;

function identityOf({ id, tenantId, sourceAccountId }: TransactionRow) {
  const direction = isInternal(sourceAccountId) ? 'in' : 'out';
  return { transactionId: id, tenantId, direction } as const;
}

/** Builds the transaction that reverses a returned payment, before it is decided. */
export function asReturn(row: TransactionRow, returnCode: string): TransactionRow {
  const context = JSON.stringify({ reasonCode: RETURN_SCOPE, returnCode });
  return { ...row, context, keyScope: RETURN_SCOPE, idempotencyKey: null };
}

/**
 * Builds the transaction for the part of a return that no customer account can pay or receive. The
 * bank books money that it cannot collect from an account as a loss, and money that no account can
 * receive to corrections.
 * @param amount minor units
 */
export function returnRestRow(
  original: TransactionRow,
  payment: Pick<RailPaymentRow, 'direction'>,
  { amount, returnCode, description, clock }: ReturnRestTerms,
): TransactionRow {
  const { tenantId, currency, customerId } = original;
  const { id, at } = mintDated('transaction', tenantId, clock);
  const isIncoming = payment.direction === 'in';
  const bankAccount = profitAndLossId(
    isIncoming ? 'write_off_loss' : 'corrections',
    tenantId,
    currency,
  );
  const settlementAccount = settlementId(tenantId, currency);
  return rowOf(at, {
    id,
    type: isIncoming ? 'withdrawal' : 'deposit',
    ...{ tenantId, currency, customerId, amount, description },
    category: isIncoming ? 'write_off' : 'correction',
    sourceAccountId: isIncoming ? bankAccount : settlementAccount,
    destinationAccountId: isIncoming ? settlementAccount : bankAccount,
    context: JSON.stringify({ reasonCode: RETURN_SCOPE, returnCode, transactionId: original.id }),
    keyScope: REST_SCOPE,
    requestHash: original.requestHash,
    requestId: original.requestId,
    actor: 'workflow',
  });
}

interface ReturnRestTerms {
  readonly amount: number;
  readonly returnCode: string;
  readonly description: string;
  readonly clock: BusinessClock;
}
