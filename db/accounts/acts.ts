// Opening an account and moving it through its life cycle, each with its event.

import {
  type AccountStatus,
  type AccountType,
  accountNumberOf,
  canAccountBecome,
  FREEZE_MEANINGS,
  type FreezeReason,
} from '../../ledger/account.ts';
import type { EventType } from '../../ledger/event.ts';
import { type Metadata, mergeMetadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal, requireVersion } from '../../ledger/refusal.ts';
import { dayAt } from '../../ledger/value-date.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { thisCellNumber } from '../kernel/cell.ts';
import { listPreviousValues } from '../kernel/changed-fields.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { EXPIRED_HOLDS, type ExpiredHolds } from '../kernel/hold-expiry.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import { accounts } from '../kernel/tables.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';
import { type AccountRow, accountView } from './view.ts';

export interface AccountOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly type: AccountType;
  readonly currency: string;
  readonly name: string;
  readonly metadata: Metadata;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface AccountMove {
  /** Null when an operator acts, because operators serve every tenant. */
  readonly tenantId: string | null;
  readonly accountId: string;
  readonly to: Extract<AccountStatus, 'active' | 'frozen' | 'closed'>;
  readonly freezeReason: FreezeReason | null;
  readonly creditsBlocked: boolean;
  readonly message: string | null;
  /** Transitions that the caller permits, checked under lock; omitted: every transition. */
  readonly permitted?: {
    readonly from: readonly AccountStatus[];
    /** Reasons of a freeze for which the caller permits the transition of a frozen account. */
    readonly freezeReasons: readonly FreezeReason[];
  };
  /** Version that the caller read (If-Match), null when it named none. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

/** The fields of a new account. */
type NewAccount = Omit<AccountOrder, 'requestHash'>;

export interface AccountChange {
  readonly tenantId: string;
  readonly accountId: string;
  readonly name?: string | undefined;
  /** Merged into the stored metadata; null removes all metadata. */
  readonly metadata?: Metadata | null | undefined;
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

/**
 * Size of the range of account numbers of one cell. The ranges do not overlap, so an account keeps
 * its number when it moves to another cell.
 */
const NUMBERS_PER_CELL = 8_000_000;
const FIRST_NUMBER = 1_000_000_001;

function firstNumber({ terms }: Tx): number {
  return FIRST_NUMBER + (thisCellNumber() + terms.number - 1) * NUMBERS_PER_CELL;
}

function nextNumber(tx: Tx): number {
  const first = firstNumber(tx);
  const number = tx.value<number>(NUMBER, { first }) as number;
  if (number < first + NUMBERS_PER_CELL) return number;
  throw new Refusal('ledger_unavailable', {
    detail: 'The account numbers of this bank are used up; no account was opened.',
  });
}

const BY_ID = `SELECT ${columnsOf(accounts)} FROM accounts WHERE id = ? AND kind = 'customer'`;
const PENDING_BY_CUSTOMER =
  "SELECT id FROM accounts WHERE customer_id = ? AND status = 'pending' ORDER BY id";
const KYC_STATUS_BY_CUSTOMER = `SELECT tenant_id AS tenantId, kyc_status AS kycStatus FROM customers WHERE id = ?
  AND NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)`;
const NUMBER = `INSERT INTO counters (name, value) VALUES ('account_number', @first)
  ON CONFLICT (name) DO UPDATE SET value = max(value + 1, @first) RETURNING value`;
// Two look-ups, because each side has an index of its own.
const SCHEDULED_PAYMENTS = `SELECT 1 FROM schedules WHERE source_account_id = @id
    AND status IN ('active', 'paused', 'suspended')
  UNION ALL SELECT 1 FROM schedules WHERE destination_account_id = @id
    AND status IN ('active', 'paused', 'suspended') LIMIT 1`;
const IS_BATCHED = 'SELECT 1 FROM batch_reserves WHERE account_id = ? LIMIT 1';
const INSERT = `INSERT INTO accounts ${insertOf(accounts)}`;
const UPDATE = `UPDATE accounts SET name = @name, metadata = @metadata, status = @status,
  status_code = @statusCode, status_message = @statusMessage, freeze_reason = @freezeReason,
  credits_blocked = @creditsBlocked, version = @version, updated_at = @updatedAt,
  activated_at = @activatedAt, closed_at = @closedAt, last_used_on = @lastUsedOn WHERE id = @id`;

/** Opens an account; it is `pending` while its customer is not verified. */
export const openAccount = act('account.open', (tx, order: AccountOrder): KeyedResult => {
  const keyUse = {
    tenantId: order.tenantId,
    operation: 'POST /v1/accounts',
    key: order.cause.idempotencyKey,
    requestHash: order.requestHash,
  };
  return tx.keys.runOnce(keyUse, tx.now(), () => {
    const customer = tx.get<{ tenantId: string; kycStatus: string }>(
      KYC_STATUS_BY_CUSTOMER,
      order.customerId,
    );
    if (customer?.tenantId === order.tenantId)
      return insertNewAccount(tx, order, customer.kycStatus, null);
    const message = `No customer has the id ${order.customerId}.`;
    throw new Refusal('customer_not_found', { pointer: '/customerId', message });
  });
});

/** Opens an account of a wallet. The wallet and its customer must exist. */
export function openInWallet(tx: Tx, walletId: string, order: NewAccount): void {
  insertNewAccount(
    tx,
    order,
    tx.get<{ tenantId: string; kycStatus: string }>(KYC_STATUS_BY_CUSTOMER, order.customerId)
      ?.kycStatus ?? '',
    walletId,
  );
}

/** Ends the overdraft of an account that is about to be closed. */
export const overdraftEnds =
  ledgerPart<(accountId: string, cause: Cause) => void>('ends of overdrafts');

/** Changes the status of an account as ledger/account.ts permits. */
export const moveAccount = act('account.move', (tx, move: AccountMove): KeyedResult => {
  let row = requireAccount(tx, move.tenantId, move.accountId);
  requireVersion(row, move.ifVersion);
  if (row.status === move.to) return { id: row.id, replayed: true };
  if (!canAccountBecome(row.status, move.to) || !isPermitted(row, move)) {
    throw invalidState(
      `The account is ${row.status}, and this operation does not apply in that status.`,
    );
  }
  if (move.to === 'closed') {
    requireEmpty(row, {
      isScheduled: tx.get<unknown>(SCHEDULED_PAYMENTS, { id: row.id }) !== undefined,
      isBatched: tx.get<unknown>(IS_BATCHED, row.id) !== undefined,
    });
  }
  if (move.to === 'closed' && row.overdraftMode !== null) {
    overdraftEnds(tx)(row.id, move.cause);
    row = tx.get<AccountRow>(BY_ID, row.id) ?? row;
  }
  changeRow(
    tx,
    row,
    stateAfter(row, move, tx.clock(row.tenantId)),
    eventOf(row.status, move.to),
    move.cause,
  );
  return { id: row.id, replayed: false };
});

/**
 * Changes the name or the metadata of an account.
 * @throws Refusal when the account does not exist or has another version than `ifVersion`
 */
export const changeAccount = act('account.change', (tx, request: AccountChange): void => {
  const row = requireAccount(tx, request.tenantId, request.accountId);
  requireVersion(row, request.ifVersion);
  const fields = {
    name: request.name ?? row.name,
    metadata: mergeMetadata(row.metadata, request.metadata),
  };
  changeRow(tx, row, fields, 'account.updated', request.cause);
});

/** Makes an active account dormant, with a message that it was not used for `days` days. */
export function makeDormant(tx: Tx, accountId: string, days: number, cause: Cause): void {
  const row = tx.get<AccountRow>(BY_ID, accountId);
  if (row?.status !== 'active') return;
  const statusMessage = `The account was not used for ${days} days: reactivate it.`;
  const fields = { status: 'dormant' as const, statusCode: 'dormant', statusMessage };
  changeRow(tx, row, fields, 'account.dormant', cause);
}

/** Activates or rejects the pending accounts of a customer whose verification has ended. */
export function resolvePendingAccounts(
  tx: Tx,
  customerId: string,
  verified: boolean,
  cause: Cause,
): void {
  for (const id of tx.values<string>(PENDING_BY_CUSTOMER, customerId)) {
    const row = tx.get<AccountRow>(BY_ID, id);
    if (!row) continue;
    if (verified) {
      const fields = {
        status: 'active' as const,
        statusCode: null,
        statusMessage: null,
        activatedAt: tx.clock(row.tenantId),
      };
      changeRow(tx, row, fields, 'account.activated', cause);
    } else {
      const fields = {
        status: 'rejected' as const,
        statusCode: 'kyc_denied',
        statusMessage: 'The bank rejected the identity of the customer.',
      };
      changeRow(tx, row, fields, 'account.rejected', cause);
    }
  }
}

function changeRow(
  tx: Tx,
  row: AccountRow,
  fields: Partial<AccountRow>,
  type: EventType,
  cause: Cause,
) {
  const now = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const becomesActive = fields.status === 'active';
  const lastUsedOn = becomesActive ? dayAt(tx.clock(row.tenantId)) : row.lastUsedOn;
  const next: AccountRow = {
    ...row,
    ...fields,
    lastUsedOn,
    version: row.version + 1,
    updatedAt: now,
  };
  tx.run(UPDATE, next);
  emit(tx, next, type, cause, row);
}

function emit(tx: Tx, row: AccountRow, type: EventType, cause: Cause, before?: AccountRow): void {
  const expiredHolds = tx.get<ExpiredHolds>(EXPIRED_HOLDS, {
    id: row.id,
    now: tx.clock(row.tenantId),
  }) as ExpiredHolds;
  const object = accountView(row, tx.livemode, expiredHolds);
  const previous =
    before && listPreviousValues(accountView(before, tx.livemode, expiredHolds), object);
  tx.emit({
    tenantId: row.tenantId,
    type,
    object,
    previous,
    cause,
    at: row.updatedAt,
  });
}

function insertNewAccount(
  tx: Tx,
  order: NewAccount,
  kycStatus: string,
  walletId: string | null,
): string {
  const account = newAccountRow(order, {
    kycStatus,
    accountNumber: accountNumberOf(nextNumber(tx)),
    ...mintDated('account', order.tenantId, tx.clock),
  });
  const row = { ...account, walletId };
  tx.run(INSERT, row);
  emit(tx, row, 'account.created', order.cause);
  return row.id;
}

function requireAccount(tx: Tx, tenantId: string | null, accountId: string): AccountRow {
  const row = tx.get<AccountRow>(BY_ID, accountId);
  if (row && (tenantId === null || row.tenantId === tenantId)) return row;
  throw new Refusal('account_not_found');
}

function newAccountRow(
  order: NewAccount,
  {
    id,
    at,
    accountNumber,
    kycStatus,
  }: Pick<AccountRow, 'id' | 'accountNumber'> & {
    readonly at: number;
    readonly kycStatus: string;
  },
): AccountRow {
  const active = kycStatus === 'verified';
  return {
    id,
    tenantId: order.tenantId,
    kind: 'customer',
    customerId: order.customerId,
    type: order.type,
    currency: order.currency,
    name: order.name,
    accountNumber,
    lastUsedOn: dayAt(at),
    status: active ? 'active' : 'pending',
    statusCode: active ? null : 'kyc_required',
    statusMessage: active ? null : 'The account waits for the verification of its customer.',
    freezeReason: null,
    debitsBlocked: 0,
    creditsBlocked: 0,
    posted: 0,
    held: 0,
    pendingIn: 0,
    overdraftLimit: 0,
    negativeAllowed: 0,
    metadata: JSON.stringify(order.metadata),
    version: 1,
    createdAt: at,
    updatedAt: at,
    activatedAt: active ? at : null,
    closedAt: null,
    limitsConfigured: 0,
    overdraftMode: null,
    overdraftLinkedId: null,
    walletId: null,
  };
}

/** @throws Refusal that lists the obstacles to closing the account */
function requireEmpty(
  { posted, held }: AccountRow,
  { isScheduled, isBatched }: { readonly isScheduled: boolean; readonly isBatched: boolean },
): void {
  const parts = [
    ...(posted === 0 ? [] : [`a balance of ${posted} minor units`]),
    ...(held === 0 ? [] : [`holds of ${held} minor units`]),
    ...(isScheduled ? ['a schedule that pays from or to the account'] : []),
    ...(isBatched ? ['a batch under way that pays from or to the account'] : []),
  ];
  if (parts.length === 0) return;
  const detail = `The account still has ${parts.join(', and ')}.`;
  throw new Refusal('account_not_empty', { detail });
}

function isPermitted({ status, freezeReason }: AccountRow, { permitted }: AccountMove): boolean {
  if (!permitted) return true;
  if (status !== 'frozen') return permitted.from.includes(status);
  return permitted.freezeReasons.some((reason) => reason === freezeReason);
}

function stateAfter(row: AccountRow, move: AccountMove, now: number): Partial<AccountRow> {
  const frozen = move.to === 'frozen';
  const reason = move.freezeReason ?? 'operator';
  return {
    status: move.to,
    statusCode: frozen ? `frozen_${reason}` : null,
    statusMessage: frozen ? (move.message ?? FREEZE_MEANINGS[reason]) : null,
    freezeReason: frozen ? move.freezeReason : null,
    creditsBlocked: frozen && move.creditsBlocked ? 1 : 0,
    activatedAt: move.to === 'active' ? (row.activatedAt ?? now) : row.activatedAt,
    closedAt: move.to === 'closed' ? now : null,
  };
}

function eventOf(from: AccountStatus, to: AccountMove['to']): EventType {
  if (to === 'frozen') return 'account.frozen';
  if (to === 'closed') return 'account.closed';
  if (from === 'dormant') return 'account.reactivated';
  return from === 'frozen' ? 'account.unfrozen' : 'account.activated';
}
