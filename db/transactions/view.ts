// Renders a transaction as the API and the events show it, from its row, its entries and its hold.
// Internal accounts are named by their role, never by an account id.

import { formatDate } from '../../ledger/calendar-date.ts';
import { exponentOf } from '../../ledger/currency.ts';
import { customerAccount } from '../../ledger/internal-account.ts';
import type { ExceededLimit } from '../../ledger/limits.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import type {
  HoldStatus,
  Stage,
  TransactionStatus,
  TransactionType,
} from '../../ledger/transaction.ts';
import { isFinal, REQUESTED_TYPES } from '../../ledger/transaction.ts';
import { waitsForValueDate } from '../../ledger/value-date.ts';
import { type ExchangeRow, exchangeView } from '../exchange/view.ts';
import { archivedRiskOf, type RiskDecisionRow, riskOf } from '../kernel/risk-summary.ts';
import type { EntryRow, HoldRow, TimelineRow, TransactionRow } from '../kernel/rows.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { type AnchorState, anchorStatus } from '../log/anchor-view.ts';
import { type RailPaymentRow, railView } from '../rails/view.ts';
import { feeView, type ItemFeeRow } from './item-fees.ts';

export interface TimelineStep {
  status: TransactionStatus;
  stage: Stage;
  at: string;
  actor: string;
  reason: string | null;
}

/** The rows from which a transaction's wire form is rendered. */
export interface TransactionParts {
  readonly row: TransactionRow;
  readonly entries: readonly EntryRow[];
  readonly hold: HoldRow | null;
  /** Terms of an exchange; null for other types. */
  readonly exchange: ExchangeRow | null;
  readonly leafHash: Buffer | null;
  /** Charged and pending fees. */
  readonly fees: readonly ItemFeeRow[];
  /** The risk decision, or null when it was not judged. */
  readonly risk: RiskDecisionRow | null;
  /** Ids of the booked reversals, oldest first. */
  readonly reversedBy: readonly string[];
  /** Its payment on a network, or null when it uses none. */
  readonly rail: RailPaymentRow | null;
  /** The leaf's checkpoint and chain; omitted for a transaction that is being booked. */
  readonly anchorState?: AnchorState;
  readonly livemode: boolean;
}

/** The wire form of a transaction (amounts in minor units). */
export function transactionView(parts: TransactionParts) {
  const { row, hold } = parts;
  const accepted = row.status === 'pending' && row.stage === 'accepted';
  const postedAt = timestamp(row.postedAt);
  const bookingDate = postedAt?.slice(0, 'YYYY-MM-DD'.length) ?? null;
  const effectiveDate = row.valueDate === null ? bookingDate : formatDate(row.valueDate);
  return {
    id: row.id,
    object: 'transaction' as const,
    livemode: parts.livemode,
    type: row.type,
    status: row.status,
    statusReason: row.statusCode === null ? null : reasonOf(row, row.statusCode, parts.exchange),
    stage: row.stage,
    amount: row.amount,
    amountCaptured: row.amountPosted ?? 0,
    amountPosted: row.amountPosted,
    currency: row.currency,
    currencyExponent: exponentOf(row.currency),
    sourceAccountId: customerAccount(row.sourceAccountId),
    destinationAccountId: customerAccount(row.destinationAccountId),
    customerId: row.customerId,
    description: row.description,
    reference: row.reference,
    category: row.category,
    capture: row.capture,
    allowOvercapturePercent: row.overcapturePercent,
    externalParty: fromJson(row.externalParty),
    context: fromJson(row.context),
    fees: parts.fees.map((fee) => feeView(fee, row.currency)),
    exchange: parts.exchange && exchangeView(parts.exchange),
    hold: hold === null ? null : holdView(hold),
    amountReversed: row.amountReversed,
    reversalOf: row.reversalOf,
    reversedBy: [...parts.reversedBy],
    scheduleId: row.scheduleId,
    paymentId: row.paymentId,
    intentId: row.intentId,
    linkedTo: row.linkedTo,
    batchId: row.batchId,
    rail: parts.rail && railView(parts.rail),
    risk: parts.risk ? riskOf(parts.risk) : archivedRiskOf(row),
    entries: parts.entries.map((entry) => entryView(entry, bookingDate, effectiveDate)),
    ledgerSequence: row.ledgerSequence,
    workflow: row.workflowId === null ? null : { id: row.workflowId, runId: row.workflowRunId },
    anchor: anchorOf(parts),
    bookingDate,
    effectiveDate,
    postedAt,
    expiresAt: timestamp(row.expiresAt),
    nextAction: nextActionOf(row),
    cancelable:
      accepted ||
      waitsForValueDate(row) ||
      row.status === 'requires_confirmation' ||
      (!isFinal(row.status) && hold?.status === 'active' && !isSubmitted(parts.rail)),
    // Only the network can return money that it has moved.
    reversible:
      row.status === 'posted' && REVERSIBLE_TYPES.includes(row.type) && parts.rail === null,
    metadata: (fromJson(row.currentMetadata ?? row.metadata) ?? {}) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

/** Returns true for a payment that was submitted to its network and cannot be stopped any more. */
function isSubmitted(rail: RailPaymentRow | null): boolean {
  return rail !== null && rail.status !== 'queued';
}

/** Returns the action that the customer must take before the transaction can continue. */
function nextActionOf({ id, status, expiresAt }: TransactionRow) {
  if (status !== 'requires_confirmation') return null;
  const url = `/v1/transactions/${id}/confirm`;
  return { type: 'mfa' as const, expiresAt: timestamp(expiresAt), url };
}

export const REVERSIBLE_TYPES: readonly TransactionType[] = REQUESTED_TYPES;

export type TransactionView = ReturnType<typeof transactionView>;

/** The wire form of one step in a transaction's life. */
export function timelineStep(row: TimelineRow): TimelineStep {
  return {
    status: row.status,
    stage: row.stage,
    at: timestamp(row.at),
    actor: row.actor,
    reason: row.reason,
  };
}

function holdView(hold: HoldRow) {
  return {
    id: hold.id,
    amount: hold.amount,
    capturedAmount: hold.capturedAmount,
    status: hold.status as HoldStatus,
    expiresAt: timestamp(hold.expiresAt),
  };
}

function entryView(entry: EntryRow, bookingDate: string | null, valueDate: string | null) {
  const { direction, amount, currency } = entry;
  const accountId = customerAccount(entry.accountId);
  const ledgerAccount = accountId ?? nameOf(entry.accountId);
  const balanceAfter = accountId === null ? null : entry.balanceAfter;
  const side = { ledgerAccount, accountId, direction, amount, currency, balanceAfter };
  return { ...side, bookingDate, valueDate };
}

/** Returns the name of an internal account without its tenant: `settlement/EUR`. */
function nameOf(internalId: string): string {
  return internalId.split('/').slice(0, 2).join('/');
}

/** Details of a refusal besides its code and message. */
interface RefusalDetail {
  readonly limit?: ExceededLimit;
  /** The field of the request that is at fault. */
  readonly pointer?: string;
}

function reasonOf(row: TransactionRow, code: string, exchange: ExchangeRow | null) {
  const { limit, pointer } = (fromJson(row.statusDetail) ?? {}) as RefusalDetail;
  return {
    code,
    message: row.statusMessage ?? code,
    ...(limit ? { limit } : {}),
    ...(pointer ? { pointer: requestPointer(pointer, exchange) } : {}),
  };
}

/** Maps a pointer to the request: a client of an exchange states one of its two amounts. */
export function requestPointer(
  pointer: string,
  exchange: Pick<ExchangeRow, 'fixed'> | null,
): string {
  return exchange && pointer.endsWith('Amount') ? `/${exchange.fixed}Amount` : pointer;
}

function anchorOf({ row, leafHash, anchorState = JUST_BOOKED }: TransactionParts) {
  if (row.ledgerSequence === null || leafHash === null) return null;
  return {
    status: anchorStatus(anchorState),
    leafHash: leafHash.toString('hex'),
    leafIndex: row.ledgerSequence - 1,
    checkpointId: anchorState.checkpoint?.id ?? null,
    chain: anchorState.chain,
  };
}

/** A booking of the current database transaction is in no checkpoint yet. */
const JUST_BOOKED: AnchorState = { checkpoint: null, chain: null };

function fromJson(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}
