// Acts on the overdraft of an account: sets its terms, and records the effect of each booking. The
// database transaction of the booking also writes its effect and the event.

import type { EventType } from '../../ledger/event.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import { MAX_AMOUNT } from '../../ledger/money.ts';
import {
  costsFee,
  type FeePolicy,
  type OverdraftMode,
  overdraftChange,
} from '../../ledger/overdraft.ts';
import { invalidState, Refusal, type RefusalCode, requireVersion } from '../../ledger/refusal.ts';
import { type AccountRow, balanceView, figuresOf } from '../accounts/view.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import { EXPIRED_HOLDS, type ExpiredHolds } from '../kernel/hold-expiry.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mint } from '../kernel/mint.ts';
import type { BookedParts, TransactionRow } from '../kernel/rows.ts';
import { accounts } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { recordExpectedFee, waiveFees } from './fees.ts';
import { overdrafts } from './tables.ts';
import {
  type OverdraftRow,
  overdraftView,
  PENDING_FEES,
  type PendingFees,
  policyOf,
} from './view.ts';

/** The new terms of an overdraft. Amounts in minor units. */
export interface OverdraftTerms {
  readonly limit: number;
  readonly mode: OverdraftMode;
  readonly linkedAccountId: string | null;
  readonly feePolicy: FeePolicy | null;
  /** Milliseconds since 1970 UTC at which the customer agreed. */
  readonly consentAt: number;
}

export interface OverdraftOrder {
  readonly tenantId: string;
  readonly accountId: string;
  /** Null disables the overdraft. */
  readonly terms: OverdraftTerms | null;
  /** Version that the caller read; null when it named none. */
  readonly ifVersion: number | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

type Entry = BookedParts['entries'][number];

const balanceBefore = ({ direction, amount, balanceAfter }: Entry) =>
  direction === 'debit' ? balanceAfter + amount : balanceAfter - amount;

/** True when a customer's account is below zero before or after an entry. */
export function isOverdrawn(entry: Entry): boolean {
  return (entry.balanceAfter < 0 || balanceBefore(entry) < 0) && !isInternal(entry.accountId);
}

const ACCOUNT_BY_ID = `SELECT ${columnsOf(accounts)} FROM accounts WHERE id = ? AND kind = 'customer'`;
const BY_ACCOUNT = `SELECT ${columnsOf(overdrafts)} FROM overdrafts WHERE account_id = ?`;
const BY_ID = `SELECT ${columnsOf(overdrafts)} FROM overdrafts WHERE id = ?`;
const INSERT = `INSERT INTO overdrafts ${insertOf(overdrafts)}`;
const UPDATE = `UPDATE overdrafts SET ${updateOf(overdrafts, ['accountId', 'id', 'tenantId', 'createdAt'])}
  WHERE account_id = @accountId`;
const SET_OVERDRAFT = `UPDATE accounts SET overdraft_limit = @limit, overdraft_mode = @mode,
  overdraft_linked_id = @linkedAccountId, version = version + 1, updated_at = @at,
  negative_allowed = min(negative_allowed, max(0, held - posted - @limit)) WHERE id = @id`;

/** Sets up, replaces or disables the overdraft of an account. */
export const setOverdraft = act('overdraft.set', (tx, order: OverdraftOrder): KeyedResult => {
  const { tenantId, accountId, terms, cause, requestHash } = order;
  const account = tx.get<AccountRow>(ACCOUNT_BY_ID, accountId);
  if (account?.tenantId !== tenantId) throw new Refusal('account_not_found');
  const operation = `POST /v1/accounts/${accountId}/overdraft`;
  const keyUse = { tenantId, operation, key: cause.idempotencyKey, requestHash };
  return tx.keys.runOnce(keyUse, tx.now(), () => {
    requireVersion(
      { version: tx.get<OverdraftRow>(BY_ACCOUNT, accountId)?.version ?? 0 },
      order.ifVersion,
    );
    requireFit(tx, account, terms);
    if (terms) writeTerms(tx, account, terms, cause);
    else endOverdraft(tx, accountId, cause);
    return accountId;
  });
});

/**
 * Updates the overdraft after an entry below zero, and records the fee that the entry may cost.
 */
export function followEntry(tx: Tx, row: TransactionRow, entry: Entry, now: number): void {
  const overdraft = tx.get<OverdraftRow>(BY_ACCOUNT, entry.accountId);
  if (!overdraft) return;
  const before = BigInt(balanceBefore(entry));
  const after = BigInt(entry.balanceAfter);
  const change = overdraftChange(before, after);
  const { requestId, idempotencyKey } = row;
  const cause: Cause = { actor: 'workflow', requestId, idempotencyKey };
  if (after > before) waiveFees(tx, overdraft.accountId, after, now);
  const policy = overdraft.enabled === 1 ? policyOf(overdraft) : null;
  const isPayer = entry.accountId === row.sourceAccountId && after < before;
  const mayCostFee = isPayer && row.type !== 'fee' && row.type !== 'reversal';
  if (mayCostFee && costsFee(policy, after)) recordExpectedFee(tx, overdraft, row, policy, now);
  if (change === null) return;
  const drawnAt = after < 0n ? (overdraft.drawnAt ?? now) : null;
  const next = saveOverdraft(
    tx,
    overdraft,
    { drawnAt, ...arrearsAfter(tx, { ...overdraft, drawnAt }) },
    now,
  );
  emitEvent(tx, next, `overdraft.${change}`, cause);
  watchArrears(tx, next, cause);
}

/** Records, once, that an overdraft has lasted too long. */
export function recordArrears(tx: Tx, overdraftId: string, cause: Cause): void {
  const row = tx.get<OverdraftRow>(BY_ID, overdraftId);
  if (row?.arrearsSince === null) enterArrears(tx, row, cause);
}

/** Ends the overdraft of an account that is closed. */
export function endOverdraft(tx: Tx, accountId: string, cause: Cause): void {
  const overdraft = tx.get<OverdraftRow>(BY_ACCOUNT, accountId);
  if (overdraft?.enabled !== 1) return;
  const now = tx.clock(overdraft.tenantId);
  tx.run(SET_OVERDRAFT, { id: accountId, limit: 0, mode: null, linkedAccountId: null, at: now });
  emitEvent(tx, saveOverdraft(tx, overdraft, { enabled: 0 }, now), 'overdraft.disabled', cause);
}

function expiredHoldsOn(tx: Tx, account: AccountRow): ExpiredHolds {
  return tx.get<ExpiredHolds>(EXPIRED_HOLDS, {
    id: account.id,
    now: tx.clock(account.tenantId),
  }) as ExpiredHolds;
}

function currentView(tx: Tx, row: OverdraftRow) {
  const account = tx.get<AccountRow>(ACCOUNT_BY_ID, row.accountId) as AccountRow;
  return overdraftView({
    account,
    row,
    expiredHolds: expiredHoldsOn(tx, account),
    pendingFees: tx.get<PendingFees>(PENDING_FEES, row.accountId) as PendingFees,
    livemode: tx.livemode,
    now: tx.clock(row.tenantId),
  });
}

function emitEvent(tx: Tx, row: OverdraftRow, type: EventType, cause: Cause): void {
  const object = { ...currentView(tx, row), id: row.id };
  tx.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
}

/** Returns the start of the arrears after a change; null when they are over. */
function arrearsAfter(tx: Tx, row: OverdraftRow): Pick<OverdraftRow, 'arrearsSince'> {
  const hasEnded = row.arrearsSince !== null && currentView(tx, row).status !== 'in_arrears';
  return { arrearsSince: hasEnded ? null : row.arrearsSince };
}

function enterArrears(tx: Tx, row: OverdraftRow, cause: Cause): void {
  const now = tx.clock(row.tenantId);
  emitEvent(tx, saveOverdraft(tx, row, { arrearsSince: now }, now), 'overdraft.in_arrears', cause);
}

function watchArrears(tx: Tx, row: OverdraftRow, cause: Cause): void {
  const isRecorded = row.arrearsSince !== null;
  if (!isRecorded && currentView(tx, row).status === 'in_arrears') enterArrears(tx, row, cause);
}

function saveOverdraft(
  tx: Tx,
  row: OverdraftRow,
  fields: Partial<OverdraftRow>,
  now: number,
): OverdraftRow {
  const updatedAt = Math.max(now, row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  return next;
}

/** @throws Refusal with the reason for which the terms do not fit the account */
function requireFit(tx: Tx, account: AccountRow, terms: OverdraftTerms | null): void {
  if (terms && isClosed(account)) {
    throw invalidState(`The account is ${account.status}: an overdraft needs an open account.`);
  }
  if (terms?.linkedAccountId) requireLinkable(tx, account, terms.linkedAccountId);
  const limit = terms?.limit ?? 0;
  const { used } = balanceView(figuresOf(account, expiredHoldsOn(tx, account))).overdraft;
  if (limit < used && limit < account.overdraftLimit) {
    const detail = `The account uses ${used} minor units of its overdraft: keep that limit.`;
    throw new Refusal('overdraft_in_use', { detail });
  }
  const max = MAX_AMOUNT - BigInt(account.posted) - BigInt(account.pendingIn);
  if (BigInt(limit) <= max) return;
  const detail = 'Balance and limit together exceed 2^53 − 1 minor units; lower the limit.';
  throw new Refusal('amount_out_of_range', { detail, pointer: '/limit' });
}

function requireLinkable(tx: Tx, account: AccountRow, linkedId: string): void {
  const linked = tx.get<AccountRow>(ACCOUNT_BY_ID, linkedId);
  const refusal = (code: RefusalCode, detail: string) =>
    new Refusal(code, { detail, pointer: '/linkedAccountId' });
  if (linked?.tenantId !== account.tenantId) {
    throw refusal('account_not_found', 'No account has this id.');
  }
  if (linked.id === account.id) {
    throw refusal(
      'validation_failed',
      'Expected another account: an account cannot cover its own overdraft.',
    );
  }
  if (linked.customerId !== account.customerId) {
    throw refusal('validation_failed', 'Expected an account of the same customer.');
  }
  if (linked.currency !== account.currency) {
    throw refusal('currency_mismatch', 'Expected an account of the same currency.');
  }
  if (isClosed(linked))
    throw refusal('validation_failed', 'The linked account is closed: name an open one.');
}

function writeTerms(tx: Tx, account: AccountRow, terms: OverdraftTerms, cause: Cause): void {
  const now = tx.clock(account.tenantId);
  const { limit, mode, linkedAccountId } = terms;
  const overdraft = tx.get<OverdraftRow>(BY_ACCOUNT, account.id);
  const fields = { enabled: 1, mode, linkedAccountId, ...feeColumns(terms.feePolicy) };
  const isSame = Object.entries(fields).every(
    ([name, value]) => overdraft?.[name as keyof OverdraftRow] === value,
  );
  // The customer consented to these terms; unchanged terms keep the first consent.
  if (isSame && account.overdraftLimit === limit) return;
  tx.run(SET_OVERDRAFT, { id: account.id, limit, mode, linkedAccountId, at: now });
  if (overdraft) {
    const { consentAt } = terms;
    const next = saveOverdraft(
      tx,
      overdraft,
      { ...fields, consentAt, ...arrearsAfter(tx, overdraft) },
      now,
    );
    emitEvent(tx, next, overdraft.enabled === 1 ? 'overdraft.updated' : 'overdraft.enabled', cause);
    watchArrears(tx, next, cause);
    return;
  }
  const row: OverdraftRow = {
    accountId: account.id,
    id: mint('overdraft'),
    tenantId: account.tenantId,
    ...fields,
    consentAt: terms.consentAt,
    drawnAt: account.posted < 0 ? now : null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    arrearsSince: null,
  };
  tx.run(INSERT, row);
  emitEvent(tx, row, 'overdraft.enabled', cause);
  watchArrears(tx, row, cause);
}

function isClosed({ status }: AccountRow): boolean {
  return status === 'closed' || status === 'rejected';
}

function feeColumns(policy: FeePolicy | null) {
  return {
    feePerItem: policy?.perItem ?? null,
    feeGraceHours: policy?.gracePeriodHours ?? null,
    feeGraceAmount: policy?.graceAmount ?? null,
    feeMaxPerDay: policy?.maxPerDay ?? null,
  };
}
