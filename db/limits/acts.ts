// Acts on the limits of an account: which terms are in force, how far they are used, and the use
// that settling, capturing and releasing add or return in their own transactions.

import { countryOfIban } from '../../ledger/country.ts';
import type { EventType } from '../../ledger/event.ts';
import { loosensLimits } from '../../ledger/limit-change.ts';
import {
  isNearLimit,
  type LimitFacts,
  type LimitTerms,
  type LimitUsage,
  PERIODS,
  periodAt,
} from '../../ledger/limits.ts';
import { invalidState, Refusal, requireVersion } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { localTimes } from '../kernel/local-time.ts';
import { mint } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitTerms } from './tables.ts';
import { computeLimitState, type LimitTermsRow, limitView, termsOf } from './view.ts';

export interface LimitOrder {
  readonly tenantId: string;
  readonly accountId: string;
  readonly currency: string;
  readonly terms: LimitTerms;
  /** Milliseconds since 1970 UTC; null: in force at once. */
  readonly effectiveFrom: number | null;
  /**
   * Milliseconds since 1970 UTC, after which the previous limits are in force again; null: no end.
   */
  readonly effectiveUntil: number | null;
  /** Milliseconds after which a change that loosens the limits comes into force. */
  readonly coolOffMs: number;
  /** Version that the caller read; null when it named none. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

interface UsageRow {
  readonly amount: bigint;
  readonly count: bigint;
}

const VERSIONS = `SELECT ${columnsOf(limitTerms)} FROM limit_terms WHERE account_id = ? ORDER BY version DESC`;
const TERMS_EXIST = 'SELECT 1 FROM limit_terms WHERE account_id = ?';
const MARK_CONFIGURED = `UPDATE accounts SET limits_configured = 1, version = version + 1, updated_at = ?
  WHERE id = ? AND limits_configured = 0`;
const INSERT = `INSERT INTO limit_terms ${insertOf(limitTerms)}`;
const USED_IN_PERIOD =
  'SELECT amount, count FROM limit_usage WHERE account_id = ? AND period = ? AND starts_at = ?';
// Debits that atomic batches have reserved but not booked belong to no period yet. They count in
// every period that is read.
const BATCHED_USE = `SELECT coalesce(sum(spends), 0) AS amount, coalesce(sum(payments), 0) AS count
  FROM batch_reserves WHERE account_id = ?`;
const ADD_USAGE = `INSERT INTO limit_usage (account_id, period, starts_at, amount, count)
  VALUES (@accountId, @period, @startsAt, @amount, @count)
  ON CONFLICT (account_id, period, starts_at)
  DO UPDATE SET amount = amount + excluded.amount, count = count + excluded.count`;
const REDUCE_USAGE = `UPDATE limit_usage SET amount = amount - @amount, count = count - @count
  WHERE account_id = @accountId AND period = @period AND starts_at = @startsAt`;
const ACCOUNT = `SELECT tenant_id AS tenantId, currency, status FROM accounts
  WHERE id = ? AND kind = 'customer'`;

/** Replaces the limits of an account by a new version. */
export const replaceLimits = act('limit.replace', (tx, order: LimitOrder): void => {
  const now = tx.clock(order.tenantId);
  const { accountId } = order;
  const account = tx.get<{ tenantId: string; currency: string; status: string }>(
    ACCOUNT,
    accountId,
  );
  if (account?.tenantId !== order.tenantId) throw new Refusal('account_not_found');
  if (account.status === 'closed' || account.status === 'rejected') {
    throw invalidState('The account is closed or was rejected: its limits can no longer change.');
  }
  if (account.currency !== order.currency) throw otherCurrency(account.currency);
  // Without this check, a typing error in the id of a blocked account would go unnoticed.
  const index = order.terms.blockedCounterparties.findIndex(
    (counterparty) =>
      counterparty.startsWith('acc_') &&
      tx.get<{ tenantId: string; currency: string; status: string }>(ACCOUNT, counterparty)
        ?.tenantId !== order.tenantId,
  );
  if (index >= 0) throw noCounterparty(index);
  const rows = tx.all<LimitTermsRow>(VERSIONS, accountId);
  const [newest] = rows;
  const version = newest?.version ?? 0;
  requireVersion({ version }, order.ifVersion);
  const { current } = computeLimitState(rows, now);
  const isDelayed = current !== null && loosensLimits(termsOf(current), order.terms);
  const earliest = isDelayed ? now + order.coolOffMs : now;
  const effectiveFrom = Math.max(order.effectiveFrom ?? now, earliest);
  const { effectiveUntil } = order;
  if (effectiveUntil !== null && effectiveUntil <= effectiveFrom) throw emptyPeriod();
  if (!newest) countOutflow(tx, accountId, now);
  tx.run(INSERT, {
    accountId,
    version: version + 1,
    id: newest?.id ?? mint('limits'),
    tenantId: order.tenantId,
    terms: JSON.stringify(order.terms),
    effectiveFrom,
    effectiveUntil,
    createdAt: now,
  });
  tx.run(MARK_CONFIGURED, now, accountId);
  emitLimit(tx, accountId, 'limit.updated', order.cause, now);
});

/** Returns the terms in force for an account at a time; null when it has none. */
export function limitTermsAt(tx: Tx, accountId: string, time: number): LimitTerms | null {
  if (!tx.value<number>(TERMS_EXIST, accountId)) return null;
  const { current } = computeLimitState(tx.all<LimitTermsRow>(VERSIONS, accountId), time);
  return current && termsOf(current);
}

/**
 * Returns the facts that decide about a debit of an account, or null when no limits are in force.
 * @param countedAt the time that selects the periods of the debit; omitted: `time`
 */
export function limitFacts(
  tx: Tx,
  row: TransactionRow,
  time: number,
  countedAt: number = time,
): LimitFacts | null {
  const accountId = row.sourceAccountId;
  const terms = limitTermsAt(tx, accountId, time);
  if (!terms) return null;
  return {
    terms,
    usage: usageAt(tx, accountId, countedAt),
    localTimes: localTimes(terms.windows, time),
    order: limitedOrder(row),
  };
}

/** Counts a debit that was booked or held at `time` towards the limits. */
export function useLimits(tx: Tx, accountId: string, amount: number, time: number): void {
  if (tx.value<number>(TERMS_EXIST, accountId))
    changeUsage(tx, accountId, ADD_USAGE, { amount, count: 1, at: time });
}

/**
 * Reduces the used limits by the part of a hold placed at `time` that was not booked; a negative
 * amount adds the part booked beyond the hold.
 * @param isWhole true when nothing of the hold was booked: it then counts as no debit
 */
export function returnLimits(
  tx: Tx,
  accountId: string,
  amount: number,
  time: number,
  isWhole: boolean,
): void {
  if (!tx.value<number>(TERMS_EXIST, accountId)) return;
  changeUsage(tx, accountId, REDUCE_USAGE, { amount, count: isWhole ? 1 : 0, at: time });
}

/** Returns the used percentage of an account's limits by period; empty when none is in force. */
export function limitUtilisation(
  tx: Tx,
  accountId: string,
  now: number,
): readonly { key: string; percent: number }[] {
  const account = tx.get<{ tenantId: string; currency: string; status: string }>(
    ACCOUNT,
    accountId,
  );
  if (!account || !tx.value<number>(TERMS_EXIST, accountId)) return [];
  return viewAt(tx, accountId, account.currency, now).limits.flatMap((line) =>
    line.utilizationPercent === null
      ? []
      : [{ key: `${line.period}/${line.resetAt}`, percent: line.utilizationPercent }],
  );
}

/** Emits the event of a debit that came near a limit or was refused by one. */
export function emitLimit(
  tx: Tx,
  accountId: string,
  type: EventType,
  cause: Cause,
  now: number,
): void {
  const account = tx.get<{ tenantId: string; currency: string; status: string }>(
    ACCOUNT,
    accountId,
  );
  if (!account) return;
  const { tenantId, currency } = account;
  const view = viewAt(tx, accountId, currency, now);
  tx.emit({ tenantId, type, object: { ...view, id: view.id ?? accountId }, cause, at: now });
}

function usageAt(tx: Tx, accountId: string, time: number): LimitUsage {
  const usageIn = (period: (typeof PERIODS)[number]) =>
    tx.bigints<UsageRow>(USED_IN_PERIOD, accountId, period, periodAt(period, time).startsAt);
  const day = usageIn('day');
  const usage = tx.bigints<UsageRow>(BATCHED_USE, accountId) as UsageRow;
  return {
    amount: {
      day: (day?.amount ?? 0n) + usage.amount,
      week: (usageIn('week')?.amount ?? 0n) + usage.amount,
      month: (usageIn('month')?.amount ?? 0n) + usage.amount,
    },
    dayCount: Number((day?.count ?? 0n) + usage.count),
  };
}

function changeUsage(
  tx: Tx,
  accountId: string,
  sql: string,
  change: { amount: number; count: number; at: number },
) {
  for (const period of PERIODS) {
    const { startsAt } = periodAt(period, change.at);
    tx.run(sql, { accountId, period, startsAt, amount: change.amount, count: change.count });
  }
}

/** Counts the outflow of the current periods when an account gets its first limits. */
function countOutflow(tx: Tx, accountId: string, time: number): void {
  for (const period of PERIODS) {
    const { startsAt, endsAt } = periodAt(period, time);
    const { amount, count } = tx.bigints<UsageRow>(OUTFLOW_SQL, {
      accountId,
      from: startsAt,
      to: endsAt,
    }) as UsageRow;
    tx.run(ADD_USAGE, { accountId, period, startsAt, amount, count });
  }
}

function viewAt(tx: Tx, accountId: string, currency: string, now: number) {
  return limitView({
    account: { id: accountId, currency, livemode: tx.livemode },
    state: computeLimitState(tx.all<LimitTermsRow>(VERSIONS, accountId), now),
    usage: usageAt(tx, accountId, now),
    now,
  });
}

function otherCurrency(currency: string): Refusal {
  const detail = `The account is in ${currency}: send limits in ${currency}.`;
  const message = `Expected ${currency}.`;
  return new Refusal('currency_mismatch', { detail, pointer: '/currency', message });
}

/**
 * Returns the refusal of a blocked counterparty that has the form of an account id but is not an
 * account of the tenant.
 */
function noCounterparty(index: number): Refusal {
  const pointer = `/blockedCounterparties/${index}`;
  return new Refusal('account_not_found', { pointer, message: 'No account has this id.' });
}

function emptyPeriod(): Refusal {
  const message = 'Expected an end after the start of the limits.';
  return new Refusal('validation_failed', { pointer: '/temporary/until', message });
}

/** True when a debit comes so near a limit that its owner is notified. */
export function comesNearLimit(facts: LimitFacts | null): boolean {
  return facts !== null && isNearLimit(facts);
}

interface LimitedParty {
  readonly name?: string;
  readonly mcc?: string;
  readonly country?: string;
  readonly accountNumber?: string;
}

function limitedOrder(row: TransactionRow): LimitFacts['order'] {
  const party = row.externalParty === null ? null : (JSON.parse(row.externalParty) as LimitedParty);
  const { accountNumber, country, mcc = null, name = null } = party ?? {};
  const counterparties = [row.destinationAccountId];
  if (accountNumber) counterparties.push(accountNumber);
  const byNumber = accountNumber ? countryOfIban(accountNumber) : null;
  return {
    amount: BigInt(row.amount),
    statedCategory: row.category,
    merchant: { mcc, name },
    countries: [country, byNumber].filter((country) => typeof country === 'string'),
    isOutside: party !== null || row.type === 'withdrawal',
    counterparties,
  };
}

/**
 * SQL for the outflow of an account by the time of authorisation, active holds included. Reversals
 * and fees are acts of the bank and do not count.
 */
const OUTFLOW_SQL = `
  SELECT coalesce(sum(amount), 0) AS amount, count(*) AS count FROM (
    SELECT CASE WHEN h.id IS NULL THEN t.amount
      WHEN h.status = 'active' THEN h.amount ELSE h.captured_amount END AS amount,
      coalesce(h.created_at, t.posted_at) AS at
    FROM transactions t LEFT JOIN holds h ON h.transaction_id = t.id
    WHERE t.source_account_id = @accountId AND t.type NOT IN ('reversal', 'fee')
      AND (t.posted_at IS NOT NULL OR h.status = 'active'))
  WHERE at >= @from AND at < @to`;
