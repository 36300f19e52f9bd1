// Setting alerts up, changing and removing them. Where an alert stands when it begins to look is
// written without an event: nothing has happened yet.

import { type AlertType, type BalanceKind, hasBalanceKind, watchOf } from '../../ledger/alert.ts';
import type { EventType } from '../../ledger/event.ts';
import { type Changes, type Metadata, mergedMetadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal, requireVersion } from '../../ledger/refusal.ts';
import { changedFields } from '../events/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { AlertPlace } from './reads.ts';
import { alerts } from './tables.ts';
import { type AlertChannel, type AlertRow, alertView } from './view.ts';
import { alertWatch, type Reading } from './watch.ts';

/** What an owner can set and change. */
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

export interface AlertOrder extends AlertPlace {
  readonly type: AlertType;
  readonly terms: AlertTerms;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** Which alert, read at which version. */
export interface AlertAct extends AlertPlace {
  readonly alertId: string;
  /** Version that the caller read; null when it does not care. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

export interface AlertChange extends AlertAct {
  readonly terms: Changes<AlertTerms>;
}

export interface AlertActs {
  create(order: AlertOrder): Done;
  change(order: AlertChange): void;
  remove(order: AlertAct): void;
  /**
   * Holds up to so many readings against the alerts of their accounts, oldest first; returns how
   * many there were.
   */
  look(most: number): number;
}

type Deps = Parameters<typeof alertWatch>[0] & { readonly keys: KeyBook };

/** More would make every booking on the account slow. */
const MOST_PER_ACCOUNT = 50;

interface AccountNow extends Pick<Reading, 'posted' | 'held' | 'pendingIn' | 'balanceVersion'> {
  readonly tenantId: string;
  readonly status: string;
}

/** Call its functions inside `database.write` only. */
export function alertWriter(deps: Deps): AlertActs {
  const { database, emit, keys, livemode, now, clock } = deps;
  const watch = alertWatch(deps);
  const { raw } = database;
  const byId = raw.prepare<[string], AlertRow>(
    `SELECT ${columnsOf(alerts)} FROM alerts WHERE id = ?`,
  );
  const account = raw.prepare<[string], AccountNow>(
    `SELECT tenant_id AS tenantId, status, posted, held, pending_in AS pendingIn,
     version AS balanceVersion FROM accounts WHERE id = ? AND kind = 'customer'`,
  );
  const count = raw
    .prepare<[string], number>(
      "SELECT count(*) FROM alerts WHERE account_id = ? AND status <> 'deleted'",
    )
    .pluck();
  const insert = raw.prepare(`INSERT INTO alerts ${insertOf(alerts)}`);
  const update = raw.prepare(
    `UPDATE alerts SET ${updateOf(alerts, IDENTITY)} WHERE id = @id AND version = @version - 1`,
  );

  function emitEvent(row: AlertRow, type: EventType, cause: Cause, before?: AlertRow): void {
    const { tenantId, updatedAt: at } = row;
    const object = alertView(row, livemode, deps.tx.terms.hasMail);
    const previous =
      before && changedFields(alertView(before, livemode, deps.tx.terms.hasMail), object);
    emit({ tenantId, type, object, previous, cause, at });
  }

  /** The alert as it stands on the account now. */
  function looking(row: AlertRow, on: AccountNow): AlertRow {
    const { balanceVersion } = on;
    if (row.status !== 'active') return { ...row, ...BLIND, balanceVersion };
    const entry = { direction: null, amount: null, transactionId: null };
    const reading = {
      ...entry,
      accountId: row.accountId,
      watches: row.watches,
      eventRow: 0,
      at: clock(on.tenantId),
    };
    const fresh = { ...row, state: 'unknown' as const, reached: null };
    return { ...fresh, ...watch.standing(fresh, { ...reading, ...on }), told: 0, balanceVersion };
  }

  /** The alert that an act is about. */
  function requireAlert(act: AlertAct): AlertRow {
    const row = byId.get(act.alertId);
    const isOwn = row?.tenantId === act.tenantId && row.accountId === act.accountId;
    if (!row || !isOwn || row.status === 'deleted') throw new Refusal('alert_not_found');
    requireVersion(row, act.ifVersion);
    return row;
  }

  return {
    create(order) {
      const { tenantId, accountId, cause, requestHash } = order;
      const operation = `POST /v1/accounts/${accountId}/alerts`;
      const use = { tenantId, operation, key: cause.idempotencyKey, requestHash };
      return keys.once(use, now(), () => {
        const on = account.get(accountId);
        if (on?.tenantId !== tenantId) throw new Refusal('account_not_found');
        if (on.status === 'closed' || on.status === 'rejected') {
          throw invalidState(
            'The account is closed or was rejected: set the alert on another account.',
          );
        }
        if ((count.get(accountId) ?? 0) >= MOST_PER_ACCOUNT) throw new Refusal('alert_limit');
        const row = newAlert(order, clock);
        requirePossible(row);
        const standing = looking(row, on);
        insert.run(standing);
        emitEvent(standing, 'balance.alert.created', cause);
        return row.id;
      });
    },
    change(order) {
      const row = requireAlert(order);
      const on = account.get(row.accountId) as AccountNow;
      const updatedAt = Math.max(clock(row.tenantId), row.updatedAt);
      const { metadata, ...terms } = order.terms;
      const next = {
        ...row,
        ...columnsOfTerms(terms as Partial<PlainTerms>),
        metadata: mergedMetadata(row.metadata, metadata),
        version: row.version + 1,
        updatedAt,
      };
      requirePossible(next);
      const standing = isAboutFigure(order.terms) ? looking(next, on) : next;
      update.run(standing);
      emitEvent(standing, 'balance.alert.updated', order.cause, row);
    },
    remove(order) {
      const row = requireAlert(order);
      const updatedAt = Math.max(clock(row.tenantId), row.updatedAt);
      const status = 'deleted' as const;
      const next = { ...row, ...BLIND, status, version: row.version + 1, updatedAt };
      update.run(next);
      emitEvent(next, 'balance.alert.deleted', order.cause, row);
    },
    look: watch.look,
  };
}

const IDENTITY = ['id', 'tenantId', 'accountId', 'type', 'watches', 'createdAt'];

/** Of an alert that does not look. */
const BLIND = { state: 'unknown', reached: null, told: 0 } as const;

/** Where it stands is asked anew when what it looks at has changed. */
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
    watches: watchOf(type),
    ...columnsOfTerms(terms),
    metadata: JSON.stringify(metadata),
    ...BLIND,
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
  const { channels, notifyOnClear, enabled, ...plain } = terms;
  return {
    ...plain,
    ...(channels && { channels: JSON.stringify(channels) }),
    ...(notifyOnClear === undefined ? {} : { notifyOnClear: notifyOnClear ? 1 : 0 }),
    ...(enabled === undefined ? {} : { status: enabled ? 'active' : 'paused' }),
  };
}

/** @throws Refusal of what no alert of that type can be */
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
  const isIn = threshold >= 1 && (type !== 'limit_near' || threshold <= 100);
  if (!isIn) refuse('/threshold', 'Expected at least 1, and for limit_near at most 100 (percent).');
  if (hysteresis < threshold) return;
  const never = 'Expected less than the threshold: otherwise the alert could never clear.';
  refuse('/hysteresis', never);
}
