// Checks readings of accounts against their alerts. A reading is one version of an account.
// Readings may come late, repeatedly or out of order: the UPDATE that writes the result leaves an
// alert that has seen that version or a later one unchanged.

import { balanceOf, judgeAlert, type Verdict } from '../../ledger/alert.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf } from '../kernel/columns.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitUtilisation } from '../limits/acts.ts';
import { mailAlert } from './alert-mails.ts';
import { alertReadings, alerts } from './tables.ts';
import { type AlertRow, alertView } from './view.ts';

export type Reading = Omit<typeof alertReadings.$inferSelect, 'row'>;

/** The figure of an alert at a reading. */
interface Figure {
  readonly value: bigint | null;
  /** Only for `limit_near`: the period of the limit. */
  readonly reached: string | null;
}

/** The most events that are searched: a batch has up to 10,000 items with a few events each. */
const MAX_EVENTS_OF_ACT = 50_000;

const ENGINE: Cause = { actor: 'workflow', requestId: 'alerts', idempotencyKey: null };

const UNREAD_READINGS = `SELECT ${columnsOf(alertReadings)} FROM alert_readings ORDER BY row LIMIT ?`;
const DELETE_READINGS = 'DELETE FROM alert_readings WHERE row <= ?';
const WATCHING_ALERTS = `SELECT ${columnsOf(alerts)} FROM alerts INDEXED BY alerts_watching
  WHERE account_id = ? AND watches = ? AND status = 'active' AND balance_version < ?`;
const SAVE_STATE = `UPDATE alerts SET state = @state, balance_version = @balanceVersion, reached = @reached,
  told = @told, quiet_until = @quietUntil, last_value = @lastValue,
  last_transaction_id = @lastTransactionId, last_triggered_at = @lastTriggeredAt,
  trigger_count = @triggerCount, version = @version, updated_at = @updatedAt
  WHERE id = @id AND status = 'active' AND balance_version < @balanceVersion`;
const SET_UNKNOWN = `UPDATE alerts SET state = 'unknown', balance_version = @balanceVersion,
  version = version + 1, updated_at = @at WHERE account_id = @accountId
  AND watches = @watches AND status = 'active' AND balance_version < @balanceVersion`;
const CAUSE_OF_READING = `SELECT e.object_id FROM events e JOIN transactions t ON t.id = e.object_id
  WHERE e.row BETWEEN @eventRow + 1 AND @eventRow + ${MAX_EVENTS_OF_ACT}
  AND e.request_id IS (SELECT request_id FROM events WHERE row = @eventRow + 1)
  AND @accountId IN (t.source_account_id, t.destination_account_id)
  ORDER BY e.row LIMIT 1`;

/** Checks one reading against the alerts of its account. */
export function checkReading(tx: Tx, reading: Reading): void {
  const { accountId, watches, balanceVersion } = reading;
  for (const row of tx.all<AlertRow>(WATCHING_ALERTS, accountId, watches, balanceVersion))
    applyReading(tx, row, reading);
}

/** Checks up to a number of readings, oldest first. Returns how many were read. */
export const checkReadings = act('alert.look', (tx, max: number): number => {
  const readings = tx.all<typeof alertReadings.$inferSelect>(UNREAD_READINGS, max);
  for (const { row: _, ...reading } of readings) {
    try {
      tx.database.runPart(() => checkReading(tx, reading));
    } catch (error) {
      if (isOutage(error) || !tx.database.raw.inTransaction) throw error;
      // An account whose check fails does not delay the alerts of others.
      tx.run(SET_UNKNOWN, reading);
    }
  }
  const last = readings.at(-1);
  if (last) tx.run(DELETE_READINGS, last.row);
  return readings.length;
});

/** The state of an alert at a reading, if no event is emitted. */
export function alertState(
  tx: Tx,
  row: AlertRow,
  reading: Reading,
): Pick<AlertRow, 'state' | 'reached' | 'lastValue'> {
  const figure = figureOf(tx, row, reading);
  const { state } = judgeAlert(factsOf(row, figure), figure.value, 0);
  const lastValue = figure.value === null ? null : Number(figure.value);
  return { state, reached: state === 'triggered' ? figure.reached : null, lastValue };
}

/**
 * The transaction behind a reading. For a balance, the first transaction on the account that the
 * same request emitted an event about; null when there is none.
 */
function transactionOf(tx: Tx, { transactionId, accountId, eventRow }: Reading): string | null {
  return transactionId ?? tx.value<string>(CAUSE_OF_READING, { accountId, eventRow }) ?? null;
}

function figureOf(tx: Tx, row: AlertRow, reading: Reading): Figure {
  if (row.type === 'limit_near')
    return nearestLimit(row, limitUtilisation(tx, row.accountId, tx.clock(row.tenantId)));
  return { value: amountOf(row, reading), reached: null };
}

function applyReading(tx: Tx, row: AlertRow, reading: Reading): void {
  const figure = figureOf(tx, row, reading);
  const now = tx.clock(row.tenantId);
  const verdict = judgeAlert(factsOf(row, figure), figure.value, now);
  const transactionId = verdict.fires ? transactionOf(tx, reading) : null;
  const next = rowAfterVerdict(row, {
    reading: { ...reading, transactionId },
    figure,
    verdict,
    at: now,
  });
  const updatedAt = Math.max(now, row.updatedAt);
  const changes = tx.run(SAVE_STATE, { ...next, updatedAt });
  if (changes === 0 || !emitsEvent(row, verdict)) return;
  const object = alertView({ ...next, updatedAt }, tx.livemode, tx.terms.hasMail);
  mailAlert(tx, row.tenantId, object, verdict.fires);
  tx.emit({
    tenantId: row.tenantId,
    type: verdict.fires ? 'balance.alert.triggered' : 'balance.alert.cleared',
    object,
    ...(row.state === next.state ? {} : { previous: { state: row.state } }),
    cause: ENGINE,
    at: updatedAt,
  });
}

/** Builds the input of the rules. A trigger by the limit of a past period does not count. */
function factsOf(row: AlertRow, { reached }: Figure) {
  const isOtherLimit = row.reached !== null && row.reached !== reached;
  return {
    type: row.type,
    threshold: BigInt(row.threshold),
    hysteresis: BigInt(row.hysteresis),
    firesOn: row.firesOn,
    state: isOtherLimit ? ('ok' as const) : row.state,
    quietUntil: row.quietUntil,
  };
}

/** Returns the watched amount: 0 for an entry of the other direction. */
function amountOf(row: AlertRow, reading: Reading): bigint {
  if (row.watches === 'entries') {
    const direction = row.type === 'large_debit' ? 'debit' : 'credit';
    return reading.direction === direction ? BigInt(reading.amount ?? 0) : 0n;
  }
  const figures = {
    posted: BigInt(reading.posted),
    held: BigInt(reading.held),
    pendingIn: BigInt(reading.pendingIn),
  };
  if (row.type !== 'overdraft_used') return balanceOf(row.balanceKind ?? 'available', figures);
  const available = balanceOf('available', figures);
  return available < 0n ? -available : 0n;
}

type LimitUse = ReturnType<typeof limitUtilisation>[number];

/** Returns the limit of the alert's event while it is near, otherwise the most used limit. */
function nearestLimit(row: AlertRow, limitUses: readonly LimitUse[]): Figure {
  const clearingThreshold = row.threshold - row.hysteresis;
  const sameLimit = limitUses.find(
    ({ key, percent }) => key === row.reached && percent >= clearingThreshold,
  );
  const [max] = [...limitUses].sort((a, b) => b.percent - a.percent);
  const limit = sameLimit ?? max;
  return { value: limit ? BigInt(limit.percent) : null, reached: limit?.key ?? null };
}

interface JudgedReading {
  readonly reading: Reading;
  readonly figure: Figure;
  readonly verdict: Verdict;
  /** Milliseconds of business time. */
  readonly at: number;
}

/** The row after a verdict. `version` increases only with changes that the owner can see. */
function rowAfterVerdict(row: AlertRow, { reading, figure, verdict, at }: JudgedReading): AlertRow {
  const { state, fires } = verdict;
  const isVisibleChange = fires || state !== row.state;
  const evaluatedRow = {
    ...row,
    state,
    balanceVersion: reading.balanceVersion,
    reached: state === 'triggered' ? figure.reached : null,
    version: row.version + (isVisibleChange ? 1 : 0),
  };
  if (!isVisibleChange) return evaluatedRow;
  const lastValue = figure.value === null ? null : Number(figure.value);
  const isTold = fires || (state === 'triggered' && row.told === 1) ? 1 : 0;
  if (!fires) return { ...evaluatedRow, lastValue, told: isTold };
  return {
    ...evaluatedRow,
    lastValue,
    told: isTold,
    quietUntil: at + row.cooldownSeconds * 1000,
    lastTransactionId: reading.transactionId,
    lastTriggeredAt: reading.at,
    triggerCount: row.triggerCount + 1,
  };
}

/** Returns true when a recovery has an event: its trigger had one, and the owner asked for it. */
function emitsEvent(row: AlertRow, { fires, state }: Verdict): boolean {
  const clears = row.state === 'triggered' && state === 'ok';
  return fires || (clears && row.told === 1 && row.notifyOnClear === 1);
}
