// Acts on customers and the verification of their identity, each with its event. When an identity
// is verified or denied, the same transaction activates or rejects the customer's pending accounts.

import { FULL_AGE, isUnder } from '../../ledger/decisions/kyc-age.ts';
import { nextReviewAt, reviewStartsAt } from '../../ledger/decisions/kyc-policy.ts';
import type { HitDraft, NotCompared } from '../../ledger/decisions/screening.ts';
import type { EventType } from '../../ledger/event.ts';
import { type Changes, type Metadata, mergeMetadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal, requireVersion } from '../../ledger/refusal.ts';
import { resolvePendingAccounts } from '../accounts/acts.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { listPreviousValues } from '../kernel/changed-fields.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import { customers } from '../kernel/tables.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';
import { type CustomerRow, customerView } from './view.ts';

export interface CustomerFields {
  readonly type: 'individual' | 'business';
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly dateOfBirth: string | null;
  readonly country: string | null;
  readonly address: object | null;
  readonly metadata: Metadata;
}

export interface CustomerOrder extends CustomerFields {
  readonly tenantId: string;
  readonly kycStatus: CustomerRow['kycStatus'];
  /** Hits of the name on sanctions lists; omitted when it was not screened. */
  readonly hits?: readonly HitDraft[];
  /** Why a part of the name could be compared with no list; null when all of it was compared. */
  readonly notCompared?: NotCompared | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** The states of an identity that a decision can set. */
export type KycDecision = 'verified' | 'denied' | 'manual_review' | 'awaiting_documents';

/** For each decision, the current states that do not allow it. */
const EXCLUDED_STATES: Readonly<Record<KycDecision, readonly CustomerRow['kycStatus'][]>> = {
  verified: ['denied'],
  denied: [],
  manual_review: ['denied'],
  awaiting_documents: ['denied', 'verified'],
};

export interface CustomerChange {
  /** Null when an operator acts, because operators serve every tenant. */
  readonly tenantId: string | null;
  readonly customerId: string;
  readonly fields: Changes<CustomerFields>;
  readonly kycStatus?: KycDecision;
  /** The assessment that is decided; omit it to decide the open one, if any. */
  readonly assessmentId?: string;
  /** The reason of the person who decided. */
  readonly reason?: string;
  /** List hits of the customer after the change; hits that are already recorded are ignored. */
  readonly hits?: readonly HitDraft[];
  /** Why a part of the name could be compared with no list; null when all of it was compared. */
  readonly notCompared?: NotCompared | null;
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

/** The result of screening a customer against new lists, with the name that was screened. */
interface ScreenedAgain {
  readonly name: string;
  readonly hits: readonly HitDraft[];
  readonly notCompared: NotCompared | null;
}

/** The change of a customer that an assessment results in. */
export interface KycStatusChange {
  readonly customerId: string;
  readonly status: CustomerRow['kycStatus'];
  readonly riskLevel?: CustomerRow['riskLevel'];
  /** True when a verification begins again. */
  readonly renews?: boolean;
  readonly cause: Cause;
}

/** The sanctions hits of customers. A ledger without screening has none. */
interface CustomerHits {
  /** Writes the new hits of a customer; returns their number. */
  add(tx: Tx, customer: CustomerRow, drafts: readonly HitDraft[], cause: Cause): number;
  /** Counts the hits of a customer that are not cleared. */
  countOpen(tx: Tx, customerId: string): number;
}

export const customerHits = ledgerPart<CustomerHits>('sanctions hits of customers', {
  add: () => 0,
  countOpen: () => 0,
});

interface Assessment {
  readonly id: string;
  readonly status: string;
  readonly stage: string;
}

/** The identity assessments of customers. A ledger without KYC has none. */
interface Assessments {
  find(tx: Tx, id: string): Assessment | undefined;
  /** Returns the open assessment of a customer. */
  findOpen(tx: Tx, customerId: string): Assessment | undefined;
  /** Applies a decision of a person to an open assessment. */
  applyDecision(
    tx: Tx,
    id: string,
    decided: { readonly decision: KycDecision; readonly comment: string | null },
    cause: Cause,
  ): void;
}

export const assessments = ledgerPart<Assessments>('assessments of identities', {
  find: () => undefined,
  findOpen: () => undefined,
  applyDecision: () => {},
});

const BY_ID = `SELECT ${columnsOf(customers)} FROM customers WHERE id = ?`;
const IS_ERASED = 'SELECT 1 FROM customer_erasures WHERE customer_id = ?';
const INSERT = `INSERT INTO customers ${insertOf(customers)}`;
const UPDATE = `UPDATE customers SET type = @type, name = @name, email = @email, phone = @phone,
     date_of_birth = @dateOfBirth, country = @country, address = @address,
     kyc_status = @kycStatus, risk_level = @riskLevel, next_review_at = @nextReviewAt,
     review_from = @reviewFrom, not_compared = @notCompared,
     metadata = @metadata, version = @version, updated_at = @updatedAt WHERE id = @id`;
const CLEAR_REVIEW_FROM = 'UPDATE customers SET review_from = NULL WHERE id = ?';

function emit(tx: Tx, row: CustomerRow, type: EventType, cause: Cause, before?: CustomerRow): void {
  const object = customerView(row, tx.livemode);
  const previous = before && listPreviousValues(customerView(before, tx.livemode), object);
  const { tenantId, updatedAt } = row;
  tx.emit({ tenantId, type, object, previous, cause, at: updatedAt });
}

/**
 * Records hits. A verified customer with a new hit is reviewed again. Returns the number of new
 * hits.
 */
function recordHits(tx: Tx, row: CustomerRow, drafts: readonly HitDraft[], cause: Cause): number {
  const added = customerHits(tx).add(tx, row, drafts, cause);
  if (added === 0 || row.kycStatus !== 'verified') return added;
  const kycStatus = 'manual_review' as const;
  const next = { ...row, kycStatus, nextReviewAt: null, reviewFrom: null };
  tx.run(UPDATE, next);
  emit(tx, next, 'customer.kyc.manual_review', cause, row);
  return added;
}

/** A verified customer whose new date of birth is that of a child is reviewed again. */
function reviewIfMinor(tx: Tx, customerId: string, cause: Cause): void {
  const row = tx.get<CustomerRow>(BY_ID, customerId);
  if (row?.kycStatus !== 'verified' || !isChild(row, tx.clock(row.tenantId))) return;
  changeKycStatus(tx, { customerId, status: 'manual_review', cause });
}

/**
 * A verified customer whose name turns out not to be comparable with the lists is reviewed again.
 */
function reviewIncomparableName(tx: Tx, customerId: string, cause: Cause): void {
  if (tx.get<CustomerRow>(BY_ID, customerId)?.kycStatus !== 'verified') return;
  changeKycStatus(tx, { customerId, status: 'manual_review', cause });
}

/** Returns when the next review of a verified customer is due, by its level of risk; else null. */
function reviewDueAt(tx: Tx, { kycStatus, riskLevel, tenantId }: CustomerRow) {
  if (kycStatus !== 'verified' || riskLevel === null) {
    return { nextReviewAt: null, reviewFrom: null };
  }
  const nextReview = nextReviewAt(tx.clock(tenantId), riskLevel);
  return { nextReviewAt: nextReview, reviewFrom: reviewStartsAt(nextReview) };
}

function resolveWaitingAccounts(tx: Tx, { id, kycStatus }: CustomerRow, cause: Cause): void {
  if (kycStatus !== 'verified' && kycStatus !== 'denied') return;
  resolvePendingAccounts(tx, id, kycStatus === 'verified', cause);
}

/** Changes the KYC status of a customer. Writes nothing when nothing changes. */
export function changeKycStatus(
  tx: Tx,
  { customerId, status, riskLevel, renews = false, cause }: KycStatusChange,
): void {
  const row = tx.get<CustomerRow>(BY_ID, customerId);
  if (!row) throw new Error(`customer ${customerId} is not in this ledger`);
  const level = riskLevel ?? row.riskLevel;
  if (row.kycStatus === status && row.riskLevel === level && !renews) return;
  const next = { ...row, kycStatus: status, riskLevel: level, version: row.version + 1 };
  next.updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  if (renews || status !== 'verified') Object.assign(next, reviewDueAt(tx, next));
  tx.run(UPDATE, next);
  const hasEvent = (row.kycStatus !== status || renews) && status !== 'unverified';
  emit(tx, next, hasEvent ? `customer.kyc.${status}` : 'customer.updated', cause, row);
  resolveWaitingAccounts(tx, next, cause);
}

export function findCustomerRow(tx: Tx, customerId: string): CustomerRow | undefined {
  return tx.get<unknown>(IS_ERASED, customerId)
    ? undefined
    : tx.get<CustomerRow>(BY_ID, customerId);
}

/** Records that a review of the customer began, so that no second one begins before its end. */
export function recordReviewStart(tx: Tx, customerId: string): void {
  return void tx.run(CLEAR_REVIEW_FROM, customerId);
}

/**
 * Writes the result of screening against new lists; returns the number of new hits. Does nothing
 * when the customer's name differs from the screened one.
 */
export function recordRescreening(
  tx: Tx,
  customerId: string,
  screened: ScreenedAgain,
  cause: Cause,
): number {
  const row = tx.get<CustomerRow>(BY_ID, customerId);
  if (row?.name !== screened.name) return 0;
  const { notCompared } = screened;
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, notCompared, version: row.version + 1, updatedAt };
  if (notCompared !== row.notCompared) {
    tx.run(UPDATE, next);
    emit(tx, next, 'customer.updated', cause, row);
  }
  const added = recordHits(tx, next, screened.hits, cause);
  // Review the customer only when this is new; a recorded incomparable name was reviewed before.
  if (notCompared !== null && row.notCompared === null)
    reviewIncomparableName(tx, customerId, cause);
  return added;
}

/** Creates a customer, once for an idempotency key. */
export const createCustomer = act('customer.create', (tx, order: CustomerOrder): KeyedResult => {
  const keyUse = {
    tenantId: order.tenantId,
    operation: 'POST /v1/customers',
    key: order.cause.idempotencyKey,
    requestHash: order.requestHash,
  };
  const boundId = tx.keys.find(keyUse, tx.now());
  if (boundId !== null) return { id: boundId, replayed: true };
  const { id, at } = mintDated('customer', order.tenantId, tx.clock);
  const row: CustomerRow = {
    id,
    tenantId: order.tenantId,
    type: order.type,
    name: order.name,
    email: order.email,
    phone: order.phone,
    dateOfBirth: order.dateOfBirth,
    country: order.country,
    address: order.address === null ? null : JSON.stringify(order.address),
    kycStatus: initialKycStatus(order, at),
    riskLevel: null,
    nextReviewAt: null,
    reviewFrom: null,
    notCompared: order.notCompared ?? null,
    metadata: JSON.stringify(order.metadata),
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  tx.run(INSERT, row);
  tx.keys.bind(keyUse, id, tx.now());
  emit(tx, row, 'customer.created', order.cause);
  customerHits(tx).add(tx, row, order.hits ?? [], order.cause);
  return { id, replayed: false };
});

/**
 * Changes fields or the KYC status of a customer.
 * @throws Refusal when the customer does not exist, or its state does not allow the change
 */
export const changeCustomer = act('customer.change', (tx, change: CustomerChange): KeyedResult => {
  const row = tx.get<unknown>(IS_ERASED, change.customerId)
    ? undefined
    : tx.get<CustomerRow>(BY_ID, change.customerId);
  if (!row || (change.tenantId !== null && row.tenantId !== change.tenantId)) {
    throw new Refusal('customer_not_found');
  }
  requireVersion(row, change.ifVersion);
  const { kycStatus } = change;
  const open = kycStatus ? assessments(tx).findOpen(tx, row.id) : undefined;
  if (change.assessmentId && open?.id !== change.assessmentId) {
    // The assessment expired, or another operator decided about it, after the caller read it.
    const status = assessments(tx).find(tx, change.assessmentId)?.status;
    throw invalidState(`The assessment is already ${status}.`);
  }
  if (kycStatus && row.kycStatus === kycStatus && (!open || open.stage === kycStatus)) {
    return { id: row.id, replayed: true };
  }
  if (kycStatus && EXCLUDED_STATES[kycStatus].includes(row.kycStatus)) {
    throw invalidState(
      `The KYC status of the customer is ${row.kycStatus}, which does not allow this decision.`,
    );
  }
  // Production verifies no customer before the hits are cleared.
  if (kycStatus === 'verified' && tx.livemode && customerHits(tx).countOpen(tx, row.id) > 0) {
    throw new Refusal('screening_unresolved');
  }
  const next = applyChange(row, change, tx.clock(row.tenantId));
  if (kycStatus) Object.assign(next, reviewDueAt(tx, next));
  tx.run(UPDATE, next);
  emit(tx, next, kycStatus ? `customer.kyc.${kycStatus}` : 'customer.updated', change.cause, row);
  if (change.hits) recordHits(tx, next, change.hits, change.cause);
  if (change.notCompared && next.name !== row.name)
    reviewIncomparableName(tx, next.id, change.cause);
  if (!kycStatus && next.dateOfBirth !== row.dateOfBirth) reviewIfMinor(tx, next.id, change.cause);
  if (kycStatus) resolveWaitingAccounts(tx, next, change.cause);
  if (kycStatus && open) {
    const decided = { decision: kycStatus, comment: change.reason ?? null };
    assessments(tx).applyDecision(tx, open.id, decided, change.cause);
  }
  return { id: row.id, replayed: false };
});

/**
 * A customer with list hits or an incomparable name starts in manual review, and a child is not
 * verified without an assessment.
 */
function initialKycStatus(order: CustomerOrder, now: number): CustomerRow['kycStatus'] {
  if (order.kycStatus !== 'verified') return order.kycStatus;
  if (order.notCompared || (order.hits && order.hits.length > 0)) return 'manual_review';
  return isChild(order, now) ? 'unverified' : 'verified';
}

function isChild({ type, dateOfBirth }: Pick<CustomerRow, 'type' | 'dateOfBirth'>, now: number) {
  if (type !== 'individual' || dateOfBirth === null) return false;
  return isUnder(dateOfBirth, FULL_AGE, new Date(now).toISOString().slice(0, 10));
}

function applyChange(row: CustomerRow, change: CustomerChange, now: number): CustomerRow {
  const { address, metadata, ...fields } = change.fields;
  const changes = Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined));
  return {
    ...row,
    ...changes,
    address: address === undefined ? row.address : address && JSON.stringify(address),
    metadata: mergeMetadata(row.metadata, metadata),
    kycStatus: change.kycStatus ?? row.kycStatus,
    notCompared: change.notCompared === undefined ? row.notCompared : change.notCompared,
    version: row.version + 1,
    updatedAt: Math.max(now, row.updatedAt),
  };
}
