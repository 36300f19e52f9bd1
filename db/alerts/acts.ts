// Setting alerts up, changing and removing them. Where an alert stands when it begins to look is
// written without being told: nothing has happened yet.

import { hasBalanceKind, watchedBy } from '../../ledger/alert.ts';
import type { EventType } from '../../ledger/event.ts';
import { changedFields } from '../events/acts.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Cause } from '../transactions/port.ts';
import type {
  AlertAct,
  AlertActs,
  AlertChange,
  AlertOrder,
  AlertOutcome,
  AlertTerms,
} from './port.ts';
import { alerts } from './tables.ts';
import { type AlertRow, alertView } from './view.ts';
import { type AlertWatch, alertWatch, type Reading } from './watch.ts';

type Deps = Parameters<typeof alertWatch>[0] & { readonly keys: KeyBook };

/** More would make every booking on the account slow. */
const MOST_PER_ACCOUNT = 50;

interface AccountNow extends Pick<Reading, 'posted' | 'held' | 'pendingIn' | 'balanceVersion'> {
  readonly tenantId: string;
  readonly status: string;
}

/** The acts on alerts, and the look at what has changed, ready to be called from anywhere. */
export function alertActs(deps: Deps): AlertActs {
  const { write } = deps.database;
  const watch = alertWatch(deps);
  const writer = alertWriter(deps, watch);
  return {
    create: (order) => write(() => writer.create(order)),
    change: (order) => write(() => writer.change(order)),
    remove: (order) => write(() => writer.remove(order)),
    look: (most) => write(() => watch.look(most)),
  };
}

function alertWriter({ database, emit, keys, livemode, now }: Deps, watch: AlertWatch) {
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

  function tell(row: AlertRow, type: EventType, cause: Cause, before?: AlertRow): void {
    const { tenantId, updatedAt: at } = row;
    const object = alertView(row, livemode);
    const previous = before && changedFields(alertView(before, livemode), object);
    emit({ tenantId, type, object, previous, cause, at });
  }

  /** The alert as it stands on the account now. */
  function looking(row: AlertRow, on: AccountNow): AlertRow {
    const { balanceVersion } = on;
    if (row.status !== 'active') return { ...row, ...BLIND, balanceVersion };
    const entry = { direction: null, amount: null, transactionId: null };
    const reading = { ...entry, accountId: row.accountId, watches: row.watches, at: now() };
    const fresh = { ...row, state: 'unknown' as const, reached: null };
    return { ...fresh, ...watch.standing(fresh, { ...reading, ...on }), told: 0, balanceVersion };
  }

  /** The alert that an act is about, or why there is none. */
  function found(act: AlertAct): AlertRow | AlertOutcome {
    const row = byId.get(act.alertId);
    const isOwn = row?.tenantId === act.tenantId && row.accountId === act.accountId;
    if (!row || !isOwn || row.status === 'deleted') return { kind: 'alert_not_found' };
    const isStale = act.ifVersion !== null && act.ifVersion !== row.version;
    return isStale ? { kind: 'version_conflict', version: row.version } : row;
  }

  return {
    create(order: AlertOrder): AlertOutcome {
      const { tenantId, accountId, cause, requestHash } = order;
      const operation = `POST /v1/accounts/${accountId}/alerts`;
      const use = { tenantId, operation, key: cause.idempotencyKey, requestHash };
      const seen = keys.look(use, now());
      if (seen.kind === 'replayed') return { kind: 'done', id: seen.id, replayed: true };
      if (seen.kind === 'key_reused') return { kind: 'key_reused' };
      const on = account.get(accountId);
      if (on?.tenantId !== tenantId) return { kind: 'account_not_found' };
      if (on.status === 'closed' || on.status === 'rejected') return { kind: 'account_over' };
      if ((count.get(accountId) ?? 0) >= MOST_PER_ACCOUNT) return { kind: 'too_many' };
      const row = newAlert(order);
      const objection = objectionTo(row);
      if (objection) return objection;
      const standing = looking(row, on);
      insert.run(standing);
      keys.bind(use, row.id, now());
      tell(standing, 'balance.alert.created', cause);
      return { kind: 'done', id: row.id, replayed: false };
    },
    change(order: AlertChange): AlertOutcome {
      const row = found(order);
      if ('kind' in row) return row;
      const on = account.get(row.accountId) as AccountNow;
      const updatedAt = Math.max(now(), row.updatedAt);
      const next = { ...row, ...columnsOfTerms(order.terms), version: row.version + 1, updatedAt };
      const objection = objectionTo(next);
      if (objection) return objection;
      const standing = isAboutFigure(order.terms) ? looking(next, on) : next;
      update.run(standing);
      tell(standing, 'balance.alert.updated', order.cause, row);
      return { kind: 'done', id: row.id, replayed: false };
    },
    remove(order: AlertAct): AlertOutcome {
      const row = found(order);
      if ('kind' in row) return row;
      const updatedAt = Math.max(now(), row.updatedAt);
      const status = 'deleted' as const;
      const next = { ...row, ...BLIND, status, version: row.version + 1, updatedAt };
      update.run(next);
      tell(next, 'balance.alert.deleted', order.cause, row);
      return { kind: 'done', id: row.id, replayed: false };
    },
  };
}

const IDENTITY = ['id', 'tenantId', 'accountId', 'type', 'watches', 'createdAt'];

/** Of an alert that does not look. */
const BLIND = { state: 'unknown', reached: null, told: 0 } as const;

/** Where it stands is asked anew when what it looks at has changed. */
function isAboutFigure(terms: Partial<AlertTerms>): boolean {
  const { threshold, hysteresis, balanceKind, enabled } = terms;
  return [threshold, hysteresis, balanceKind, enabled].some((field) => field !== undefined);
}

function newAlert({ tenantId, accountId, type, terms }: AlertOrder): AlertRow {
  const { id, at } = mintAt('alert');
  return {
    id,
    tenantId,
    accountId,
    type,
    watches: watchedBy(type),
    ...columnsOfTerms(terms),
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
  | 'metadata'
>;

function columnsOfTerms(terms: AlertTerms): TermColumns;
function columnsOfTerms(terms: Partial<AlertTerms>): Partial<TermColumns>;
function columnsOfTerms(terms: Partial<AlertTerms>): Partial<TermColumns> {
  const { channels, notifyOnClear, enabled, metadata, ...plain } = terms;
  return {
    ...plain,
    ...(channels && { channels: JSON.stringify(channels) }),
    ...(notifyOnClear === undefined ? {} : { notifyOnClear: notifyOnClear ? 1 : 0 }),
    ...(enabled === undefined ? {} : { status: enabled ? 'active' : 'paused' }),
    ...(metadata && { metadata: JSON.stringify(metadata) }),
  };
}

/** What no alert of that type can be. */
function objectionTo({ type, threshold, hysteresis, balanceKind }: AlertRow): AlertOutcome | null {
  if (hasBalanceKind(type) !== (balanceKind !== null)) return { kind: 'wrong_kind' };
  if (hasBalanceKind(type)) return null;
  const isIn = threshold >= 1 && (type !== 'limit_near' || threshold <= 100);
  if (!isIn) return { kind: 'threshold_out_of_range', pointer: '/threshold' };
  // Otherwise no figure would ever be far enough back.
  const comesBack = hysteresis < threshold;
  return comesBack ? null : { kind: 'threshold_out_of_range', pointer: '/hysteresis' };
}
