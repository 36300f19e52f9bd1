// Creates, changes and deletes balance alerts. The initial state of an alert is written without an
// event, because no figure has crossed its threshold yet.

import {
  type AlertType,
  type BalanceKind,
  hasBalanceKind,
  watchedFigureOf,
} from '../../ledger/alert.ts';
import type { EventType } from '../../ledger/event.ts';
import { type Changes, type Metadata, mergeMetadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal, requireVersion } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { listPreviousValues } from '../kernel/changed-fields.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import type { AlertOwner } from './reads.ts';
import { alerts } from './tables.ts';
import { type AlertChannel, type AlertRow, alertView } from './view.ts';
import { alertState, type Reading } from './watch.ts';

/** The fields of an alert that its owner can set and change. */
export interface AlertTerms {
  /** Minor units; percent of `limit_near`. */
  readonly threshold: number;
  readonly balanceKind: BalanceKind | null;
  readonly hysteresis: number;
  readonly firesOn: 'edge' | 'level';
  readonly channels: readonly AlertChannel[];
  readonly cooldownSeconds: number;
  readonly notifyOnClear: boolean;
  readonly enabled: boolean;
  readonly metadata: Metadata;
}

export interface AlertOrder extends AlertOwner {
  readonly type: AlertType;
  readonly terms: AlertTerms;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** Identifies an alert and the version that the caller read. */
export interface AlertAct extends AlertOwner {
  readonly alertId: string;
  /** Version that the caller read; null when it named none. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

export interface AlertChange extends AlertAct {
  readonly terms: Changes<AlertTerms>;
}

/** The most alerts of an account; more would slow down every booking on it. */
const MAX_PER_ACCOUNT = 50;

interface AccountNow extends Pick<Reading, 'posted' | 'held' | 'pendingIn' | 'balanceVersion'> {
  readonly tenantId: string;
  readonly status: string;
}

const IDENTITY = ['id', 'tenantId', 'accountId', 'type', 'watches', 'createdAt'];
const BY_ID = `SELECT ${columnsOf(alerts)} FROM alerts WHERE id = ?`;
const ACCOUNT = `SELECT tenant_id AS tenantId, status, posted, held, pending_in AS pendingIn,
  version AS balanceVersion FROM accounts WHERE id = ? AND kind = 'customer'`;
const COUNT = "SELECT count(*) FROM alerts WHERE account_id = ? AND status <> 'deleted'";
const INSERT = `INSERT INTO alerts ${insertOf(alerts)}`;
const UPDATE = `UPDATE alerts SET ${updateOf(alerts, IDENTITY)} WHERE id = @id AND version = @version - 1`;

/** Creates an alert once per idempotency key, and evaluates it at once. */
export const createAlert = act('alert.create', (tx, order: AlertOrder): KeyedResult => {
  const { tenantId, accountId, cause, requestHash } = order;
  const operation = `POST /v1/accounts/${accountId}/alerts`;
  const keyUse = { tenantId, operation, key: cause.idempotencyKey, requestHash };
  return tx.keys.runOnce(keyUse, tx.now(), () => {
    const account = tx.get<AccountNow>(ACCOUNT, accountId);
    if (account?.tenantId !== tenantId) throw new Refusal('account_not_found');
    if (account.status === 'closed' || account.status === 'rejected') {
      throw invalidState(
        'The account is closed or was rejected: set the alert on another account.',
      );
    }
    if ((tx.value<number>(COUNT, accountId) ?? 0) >= MAX_PER_ACCOUNT)
      throw new Refusal('alert_limit');
    const row = newAlert(order, tx.clock);
    requirePossible(row);
    const evaluated = evaluateNow(tx, row, account);
    tx.run(INSERT, evaluated);
    emitEvent(tx, evaluated, 'balance.alert.created', cause);
    return row.id;
  });
});

/** Changes an alert, and evaluates it again when the change concerns its figure. */
export const changeAlert = act('alert.change', (tx, order: AlertChange): void => {
  const row = requireAlert(tx, order);
  const account = tx.get<AccountNow>(ACCOUNT, row.accountId) as AccountNow;
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const { metadata, ...terms } = order.terms;
  const next = {
    ...row,
    ...columnsOfTerms(terms as Partial<PlainTerms>),
    metadata: mergeMetadata(row.metadata, metadata),
    version: row.version + 1,
    updatedAt,
  };
  requirePossible(next);
  const evaluated = isAboutFigure(order.terms) ? evaluateNow(tx, next, account) : next;
  tx.run(UPDATE, evaluated);
  emitEvent(tx, evaluated, 'balance.alert.updated', order.cause, row);
});

/** Deletes an alert. */
export const removeAlert = act('alert.remove', (tx, order: AlertAct): void => {
  const row = requireAlert(tx, order);
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const status = 'deleted' as const;
  const next = { ...row, ...NOT_EVALUATED, status, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  emitEvent(tx, next, 'balance.alert.deleted', order.cause, row);
});

function emitEvent(tx: Tx, row: AlertRow, type: EventType, cause: Cause, before?: AlertRow): void {
  const { tenantId, updatedAt } = row;
  const object = alertView(row, tx.livemode, tx.terms.hasMail);
  const previous =
    before && listPreviousValues(alertView(before, tx.livemode, tx.terms.hasMail), object);
  tx.emit({ tenantId, type, object, previous, cause, at: updatedAt });
}

/** Evaluates an alert on the current state of the account. */
function evaluateNow(tx: Tx, row: AlertRow, account: AccountNow): AlertRow {
  const { balanceVersion } = account;
  if (row.status !== 'active') return { ...row, ...NOT_EVALUATED, balanceVersion };
  const entry = { direction: null, amount: null, transactionId: null };
  const reading = {
    ...entry,
    accountId: row.accountId,
    watches: row.watches,
    eventRow: 0,
    at: tx.clock(account.tenantId),
  };
  const resetRow = { ...row, state: 'unknown' as const, reached: null };
  return {
    ...resetRow,
    ...alertState(tx, resetRow, { ...reading, ...account }),
    told: 0,
    balanceVersion,
  };
}

/** Finds the alert of an act. */
function requireAlert(tx: Tx, act: AlertAct): AlertRow {
  const row = tx.get<AlertRow>(BY_ID, act.alertId);
  const isOwn = row?.tenantId === act.tenantId && row.accountId === act.accountId;
  if (!row || !isOwn || row.status === 'deleted') throw new Refusal('alert_not_found');
  requireVersion(row, act.ifVersion);
  return row;
}

/** State of an alert that is not evaluated. */
const NOT_EVALUATED = { state: 'unknown', reached: null, told: 0 } as const;

/** True when a change affects the figure or its threshold: the state is evaluated again. */
function isAboutFigure(terms: Changes<AlertTerms>): boolean {
  const { threshold, hysteresis, balanceKind, enabled } = terms;
  return [threshold, hysteresis, balanceKind, enabled].some((field) => field !== undefined);
}

function newAlert(
  { tenantId, accountId, type, terms: { metadata, ...terms } }: AlertOrder,
  clock: BusinessClock,
): AlertRow {
  const { id, at } = mintDated('alert', tenantId, clock);
  return {
    id,
    tenantId,
    accountId,
    type,
    watches: watchedFigureOf(type),
    ...columnsOfTerms(terms),
    metadata: JSON.stringify(metadata),
    ...NOT_EVALUATED,
    balanceVersion: 0,
    quietUntil: 0,
    lastValue: null,
    lastTransactionId: null,
    lastTriggeredAt: null,
    triggerCount: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

type PlainTerms = Omit<AlertTerms, 'metadata'>;
type TermColumns = Pick<
  AlertRow,
  | 'threshold'
  | 'balanceKind'
  | 'hysteresis'
  | 'firesOn'
  | 'channels'
  | 'cooldownSeconds'
  | 'notifyOnClear'
  | 'status'
>;

function columnsOfTerms(terms: PlainTerms): TermColumns;
function columnsOfTerms(terms: Partial<PlainTerms>): Partial<TermColumns>;
function columnsOfTerms(terms: Partial<PlainTerms>): Partial<TermColumns> {
  const { channels, notifyOnClear, enabled, ...rest } = terms;
  return {
    ...rest,
    ...(channels && { channels: JSON.stringify(channels) }),
    ...(notifyOnClear === undefined ? {} : { notifyOnClear: notifyOnClear ? 1 : 0 }),
    ...(enabled === undefined ? {} : { status: enabled ? 'active' : 'paused' }),
  };
}

/** @throws Refusal when an alert of that type cannot have these terms */
function requirePossible({ type, threshold, hysteresis, balanceKind }: AlertRow): void {
  const refuse = (pointer: string, message: string): never => {
    throw new Refusal('validation_failed', { pointer, message });
  };
  if (hasBalanceKind(type) !== (balanceKind !== null)) {
    refuse(
      '/balanceKind',
      'Only low_balance and high_balance alerts take a balanceKind; leave the field out.',
    );
  }
  if (hasBalanceKind(type)) return;
  const isInRange = threshold >= 1 && (type !== 'limit_near' || threshold <= 100);
  if (!isInRange)
    refuse('/threshold', 'Expected at least 1, and for limit_near at most 100 (percent).');
  if (hysteresis < threshold) return;
  const never = 'Expected less than the threshold: otherwise the alert could never clear.';
  refuse('/hysteresis', never);
}
