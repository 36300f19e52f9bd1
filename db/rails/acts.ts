// The row of a payment on a network under lock: it is queued with the hold that keeps its money,
// and may be stopped until it is submitted to its network.

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
import { findRailPaymentById } from './find.ts';
import { railPayments } from './tables.ts';
import type { RailPaymentRow } from './view.ts';

/** Key scope of returns. It belongs to the bank, so that no client has used one of its keys. */
const RETURN_SCOPE = 'rail_return';

/** Key scope of the part of a return that no customer account pays or receives. */
const REST_SCOPE = 'rail_return_rest';

/** True for the part of a return that the bank bears, or keeps until it is assigned. */
export function isReturnRest({ keyScope }: Pick<TransactionRow, 'keyScope'>): boolean {
  return keyScope === REST_SCOPE;
}

/** True for all that is booked because a network has returned a payment. */
export function isOfReturn(row: Pick<TransactionRow, 'keyScope'>): boolean {
  return isRailReturn(row) || isReturnRest(row);
}

/** True for the transaction that reverses a payment which a network has returned. */
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

/** The rails that this ledger has no network for. */
export function listClosedRails({ terms }: Tx): Rail[] {
  return NETWORK_RAILS.filter((rail) => !terms.connectedRails.includes(rail));
}

export function changeRailPayment(tx: Tx, row: RailPaymentRow, fields: Change): RailPaymentRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  return next;
}

/** Returns the network that must carry a transaction, or null when it is booked at once. */
export function chooseNetwork({ terms }: Tx, row: TransactionRow): NetworkRail | null {
  if (row.externalParty === null || !REQUESTED.includes(row.type)) return null;
  const isInside = !isInternal(row.sourceAccountId) && !isInternal(row.destinationAccountId);
  // Money that an operator records has already arrived or left without this network.
  if (isInside || isByOperator(row)) return null;
  const { method } = JSON.parse(row.externalParty) as { method?: Rail };
  const rail = networkOf(method);
  return rail !== null && terms.connectedRails.includes(rail) ? rail : null;
}

/** @param amount minor units to send, at most the held amount */
export function queueOnRail(tx: Tx, row: TransactionRow, amount: number, at: number): void {
  const rail = chooseNetwork(tx, row);
  if (rail === null) throw new Error(`transaction ${row.id} has no network`);
  tx.run(INSERT, { ...NEW, ...identityOf(row), rail, amount, createdAt: at, updatedAt: at });
}

/** False when its network has it already. */
export function canStopRail(tx: Tx, row: TransactionRow): boolean {
  const payment = paymentOf(tx, row);
  return !payment || STOPPABLE.includes(payment.status);
}

/** Takes a payment out of the queue of its network; only where `canStopRail`. */
export function stopRail(tx: Tx, row: TransactionRow, at: number): void {
  const payment = paymentOf(tx, row);
  if (payment?.status !== 'queued') return;
  changeRailPayment(tx, payment, { status: 'canceled', askAt: null, updatedAt: at });
}

function paymentOf(tx: Tx, row: TransactionRow): RailPaymentRow | undefined {
  return row.externalParty === null ? undefined : findRailPaymentById(tx, row.id);
}

const REQUESTED: readonly string[] = REQUESTED_TYPES;
const STOPPABLE: readonly RailPaymentRow['status'][] = ['queued', 'canceled'];

const NEW = {
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

/** The transaction that leads back the money of a return, before it is decided. */
export function asReturn(row: TransactionRow, returnCode: string): TransactionRow {
  const context = JSON.stringify({ reasonCode: RETURN_SCOPE, returnCode });
  return { ...row, context, keyScope: RETURN_SCOPE, idempotencyKey: null };
}

/**
 * Returns the missing part of a return as an entry of the bank's own: money that the network took
 * and no account gave is a loss; money that it brought and no account could take waits among
 * corrections.
 * @param amount minor units
 */
export function returnRestRow(
  original: TransactionRow,
  payment: Pick<RailPaymentRow, 'direction'>,
  { amount, returnCode, description, clock }: ReturnRest,
): TransactionRow {
  const { tenantId, currency, customerId } = original;
  const { id, at } = mintDated('transaction', tenantId, clock);
  const isLoss = payment.direction === 'in';
  const own = profitAndLossId(isLoss ? 'write_off_loss' : 'corrections', tenantId, currency);
  const outside = settlementId(tenantId, currency);
  return rowOf(at, {
    id,
    type: isLoss ? 'withdrawal' : 'deposit',
    ...{ tenantId, currency, customerId, amount, description },
    category: isLoss ? 'write_off' : 'correction',
    sourceAccountId: isLoss ? own : outside,
    destinationAccountId: isLoss ? outside : own,
    context: JSON.stringify({ reasonCode: RETURN_SCOPE, returnCode, transactionId: original.id }),
    keyScope: REST_SCOPE,
    requestHash: original.requestHash,
    requestId: original.requestId,
    actor: 'workflow',
  });
}

interface ReturnRest {
  readonly amount: number;
  readonly returnCode: string;
  readonly description: string;
  readonly clock: BusinessClock;
}
