// Applies messages of payment networks. Each act is one database transaction that moves the row of
// the payment, the money and the transaction together. Acts can be repeated, because the row
// records the completed steps.

import { meaningOf, NETWORK_CODES, type NetworkRail } from '../../ledger/rail.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import { rejection } from '../../ledger/rejection.ts';
import type { TransactionStatus } from '../../ledger/transaction.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import { captureHold, endHold } from '../holds/acts.ts';
import { engineCause } from '../kernel/cause.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { asReturn, changeRailPayment, returnRestRow } from '../rails/acts.ts';
import { findRailPaymentById } from '../rails/find-payment.ts';
import { isRailOpen, type RailPaymentRow } from '../rails/view.ts';
import { acceptor } from '../transactions/accept.ts';
import { reversalRow } from '../transactions/reverse.ts';
import { transactionRows } from '../transactions/rows.ts';
import { settleRow } from './settle.ts';

/** The state of a payment after an act. */
export interface RailState {
  readonly transactionId: string;
  readonly status: RailPaymentRow['status'];
  /** Status of the payment's transaction. */
  readonly transactionStatus: TransactionStatus;
  /** True when no further message of the network can change the payment. */
  readonly isOver: boolean;
  /** Milliseconds until the network is to be queried; null when that time is unknown. */
  readonly nextInMs: number | null;
}

interface PaymentRef {
  readonly transactionId: string;
}

export interface RailOutcome {
  readonly transactionId: string;
  readonly workflow: WorkflowRef;
  readonly news:
    | { readonly kind: 'nothing'; readonly askAt: number | null }
    | { readonly kind: 'settled'; readonly askAt: number | null }
    | { readonly kind: 'returned'; readonly code: string };
}

/** The message that a developer of the sandbox orders from the simulated network. */
export interface SimulatedReport {
  readonly tenantId: string;
  readonly transactionId: string;
  readonly news: 'settle' | 'return';
  /** Code of a return; null chooses the first code of the network. */
  readonly code: string | null;
}

/** A network has accepted a payment. */
export interface RailAcceptance {
  readonly transactionId: string;
  readonly network: string;
  readonly reference: string;
  readonly settlesAt: number | null;
  readonly askAt: number | null;
}

/** The part of a return that no customer account pays or receives, minor units. */
interface ReturnRest {
  readonly payment: RailPaymentRow;
  readonly row: TransactionRow;
  readonly amount: number;
  readonly code: string;
  readonly reason: string;
}

/** The code with which this bank returns a payment to a closed account. */
const CODE_OF_CLOSED_ACCOUNT: Readonly<Record<NetworkRail, string>> = {
  ach: 'R02',
  wire: 'AC04',
  sepa: 'AC04',
  card: '05',
};

function loadPayment(
  tx: Tx,
  transactionId: string,
): { row: TransactionRow; payment: RailPaymentRow } {
  const row = transactionRows(tx).find(transactionId);
  const payment = findRailPaymentById(tx, transactionId);
  if (!row || !payment) throw new Error(`transaction ${transactionId} has no network`);
  return { row, payment };
}

function stateOf(tx: Tx, payment: RailPaymentRow): RailState {
  const { transactionId, status, askAt, tenantId } = payment;
  const isSubmitted = status !== 'queued' && status !== 'submitting';
  const remaining = askAt === null ? null : Math.max(0, askAt - tx.clock(tenantId));
  const transactionStatus = transactionRows(tx).find(transactionId)?.status ?? 'failed';
  // A payment that was stopped on its way waits for a person.
  const soonMs = transactionStatus === 'pending' ? 0 : null;
  return {
    transactionId,
    status,
    transactionStatus,
    isOver: !isRailOpen(payment),
    nextInMs: isSubmitted ? remaining : soonMs,
  };
}

const causeOf = (row: TransactionRow) => engineCause(row.requestId);

/** Releases the money of a payment and declines its transaction. */
function decline(
  tx: Tx,
  row: TransactionRow,
  reason: { readonly code: string; readonly message: string },
  isReturn: boolean,
): void {
  const hold = transactionRows(tx).holdOf(row.id);
  const cause = causeOf(row);
  const time = tx.clock(row.tenantId);
  const end = { status: 'released', capturedAmount: 0, cause, at: time } as const;
  transactionRows(tx).writeStep(row, {
    status: 'declined',
    stage: 'done',
    events: isReturn ? ['transaction.declined', 'transaction.returned'] : ['transaction.declined'],
    reason,
    hold: hold?.status === 'active' ? endHold(tx, hold, end) : hold,
    expiresAt: null,
    cause,
    at: time,
  });
}

function describeCode({ rail }: RailPaymentRow, code: string, label: string): string {
  return `The ${rail} network ${label} with ${code}: ${meaningOf(rail, code)}`;
}

function settle(
  tx: Tx,
  payment: RailPaymentRow,
  row: TransactionRow,
  askAt: number | null,
): RailPaymentRow {
  const { tenantId, transactionId, amount, rail } = payment;
  const time = tx.clock(tenantId);
  // The row is changed first, so that the events of the booking show its new state.
  const next = changeRailPayment(tx, payment, {
    ...NO_PLANNED_REPORT,
    status: 'settled',
    settledAt: time,
    askAt,
  });
  const order = { tenantId, transactionId, amount, cause: causeOf(row) };
  const outcome = captureHold(tx, order, 'network');
  if (!outcome?.rejection) return next;
  // The account has been closed in the meantime: the bank returns the money to its origin.
  const code = CODE_OF_CLOSED_ACCOUNT[rail];
  const returnedPayment = changeRailPayment(tx, next, {
    ...{ status: 'returned', returnedAt: time, returnCode: code, askAt: null },
  });
  decline(tx, row, outcome.rejection, true);
  return returnedPayment;
}

/** A return before settlement: nothing was booked, so the hold is released. */
function releaseReturned(
  tx: Tx,
  payment: RailPaymentRow,
  row: TransactionRow,
  code: string,
): RailPaymentRow {
  const returnedAt = tx.clock(payment.tenantId);
  const returned = { status: 'returned', returnedAt, returnCode: code, askAt: null } as const;
  const next = changeRailPayment(tx, payment, { ...NO_PLANNED_REPORT, ...returned });
  const { code: reason } = rejection('rail_returned');
  const message = describeCode(payment, code, 'returned it');
  decline(tx, row, { code: reason, message }, true);
  return next;
}

/** A return after settlement: a new transaction moves the money back. */
function reverseReturned(
  tx: Tx,
  payment: RailPaymentRow,
  row: TransactionRow,
  report: { readonly code: string; readonly workflow: WorkflowRef },
): RailPaymentRow {
  const { code, workflow } = report;
  const returnedAt = tx.clock(payment.tenantId);
  const returned = { status: 'returned', returnedAt, returnCode: code, askAt: null } as const;
  const cause = causeOf(row);
  // The network moves the whole amount, even when this bank has already reversed part of it.
  const remaining = (row.amountPosted ?? 0) - row.amountReversed;
  const reason = describeCode(payment, code, 'returned it');
  const bookReturnRest = (amount: number) =>
    bookRest(tx, { payment, row, amount, code, reason }, workflow);
  if (payment.direction === 'in' && row.amountReversed > 0) bookReturnRest(row.amountReversed);
  if (remaining === 0) {
    const next = changeRailPayment(tx, payment, { ...NO_PLANNED_REPORT, ...returned });
    emitReturned(tx, row, reason);
    return next;
  }
  const order = { amount: null, reason, reference: null, allowNegative: true, cause };
  const reversal = asReturn(
    reversalRow(row, { ...order, keyScope: '', requestHash: row.requestHash }, tx.clock),
    code,
  );
  transactionRows(tx).insert(reversal, cause);
  const next = changeRailPayment(tx, payment, {
    ...NO_PLANNED_REPORT,
    ...returned,
    returnTransactionId: reversal.id,
  });
  const outcome = settleRow(tx, reversal, workflow);
  if (outcome.status !== 'posted') {
    bookReturnRest(remaining);
    emitReturned(tx, row, reason);
  }
  return next;
}

function bookRest(tx: Tx, rest: ReturnRest, workflow: WorkflowRef): void {
  const { payment, row, amount, code, reason: description } = rest;
  const terms = { amount, returnCode: code, description, clock: tx.clock };
  const returned = returnRestRow(row, payment, terms);
  acceptor(tx).openBankAccounts(returned);
  transactionRows(tx).insert(returned, causeOf(row));
  const { status } = settleRow(tx, returned, workflow);
  if (status !== 'posted') throw new Error(`the rest of the return of ${row.id} was ${status}`);
}

function emitReturned(tx: Tx, row: TransactionRow, message: string): void {
  transactionRows(tx).writeStep(row, {
    status: row.status,
    stage: 'done',
    events: ['transaction.returned'],
    reason: { code: 'rail_returned', message },
    amountReversed: row.amountReversed,
    hold: transactionRows(tx).holdOf(row.id),
    cause: causeOf(row),
    at: tx.clock(row.tenantId),
  });
}

/** Books a settled payment. For a returned payment, releases the hold or books the money back. */
export function recordReport(tx: Tx, { transactionId, news, workflow }: RailOutcome): RailState {
  const { row, payment } = loadPayment(tx, transactionId);
  if (news.kind === 'nothing') {
    const isNew = payment.askAt !== news.askAt && isRailOpen(payment);
    return stateOf(tx, isNew ? changeRailPayment(tx, payment, { askAt: news.askAt }) : payment);
  }
  if (news.kind === 'settled') {
    if (payment.status !== 'submitted') return stateOf(tx, payment);
    return stateOf(tx, settle(tx, payment, row, news.askAt));
  }
  const { code } = news;
  if (payment.status === 'submitted') return stateOf(tx, releaseReturned(tx, payment, row, code));
  if (payment.status !== 'settled') return stateOf(tx, payment);
  return stateOf(tx, reverseReturned(tx, payment, row, { code, workflow }));
}

/** Returns the state of a payment. */
export function findRailState(tx: Tx, { transactionId }: PaymentRef): RailState {
  return stateOf(tx, loadPayment(tx, transactionId).payment);
}

/** Marks a payment that is about to be sent to its network. It can no longer be stopped. */
export function beginRailPayment(tx: Tx, { transactionId }: PaymentRef): RailState {
  const { row, payment } = loadPayment(tx, transactionId);
  const canBegin = payment.status === 'queued' && row.status === 'pending';
  if (!canBegin) return stateOf(tx, payment);
  return stateOf(tx, changeRailPayment(tx, payment, { status: 'submitting' }));
}

/** Records that the network has accepted a payment. */
export function recordAcceptance(tx: Tx, acceptance: RailAcceptance): RailState {
  const { transactionId, network, reference, settlesAt, askAt } = acceptance;
  const { row, payment } = loadPayment(tx, transactionId);
  if (payment.status !== 'submitting') return stateOf(tx, payment);
  const submittedAt = tx.clock(payment.tenantId);
  const next = changeRailPayment(tx, payment, {
    ...{ status: 'submitted', network, reference, submittedAt, settlesAt },
    askAt: payment.simulatedNews === null ? askAt : submittedAt,
  });
  const hold = transactionRows(tx).holdOf(row.id);
  transactionRows(tx).writeStep(row, {
    status: 'pending',
    stage: 'submitted',
    events: ['transaction.submitted'],
    hold,
    cause: causeOf(row),
    at: submittedAt,
  });
  return stateOf(tx, next);
}

/** Declines a payment that its network refused, and releases its money. */
export function recordRefusal(
  tx: Tx,
  { transactionId, code }: PaymentRef & { readonly code: string },
): RailState {
  const { row, payment } = loadPayment(tx, transactionId);
  if (payment.status !== 'submitting') return stateOf(tx, payment);
  const fields = { status: 'rejected', returnCode: code, askAt: null } as const;
  const next = changeRailPayment(tx, payment, { ...NO_PLANNED_REPORT, ...fields });
  const { code: reason } = rejection('rail_rejected');
  const message = describeCode(payment, code, 'refused it');
  decline(tx, row, { code: reason, message }, false);
  return stateOf(tx, next);
}

/** Plans the next message of the simulated network. */
export function simulateReport(tx: Tx, order: SimulatedReport): RailState {
  const { tenantId, transactionId, news, code } = order;
  const row = transactionRows(tx).find(transactionId);
  if (row?.tenantId !== tenantId) throw new Refusal('transaction_not_found');
  const payment = findRailPaymentById(tx, transactionId);
  if (!payment) throw invalidState('The transaction does not travel by a payment network.');
  requirePossibleReport(payment, news, code);
  const askAt = payment.status === 'queued' ? null : tx.clock(tenantId);
  const plan = { simulatedNews: news, simulatedCode: code };
  return stateOf(tx, changeRailPayment(tx, payment, { ...plan, askAt }));
}

/** Clears the planned message of the simulated network. */
const NO_PLANNED_REPORT = { simulatedNews: null, simulatedCode: null } as const;

function requirePossibleReport(
  { status, rail }: RailPaymentRow,
  report: 'settle' | 'return',
  code: string | null,
): void {
  const isOnItsWay = status === 'queued' || status === 'submitting' || status === 'submitted';
  if (!isOnItsWay && !(report === 'return' && status === 'settled')) {
    throw invalidState(`The network has ${status} the payment and sends no further messages.`);
  }
  const codes = NETWORK_CODES[rail].map((entry) => entry.code);
  if (code === null || codes.includes(code)) return;
  const message = `Expected a code of the ${rail} network: ${codes.join(', ')}.`;
  throw invalidField('/code', message);
}
