// Checks the request of an analysis against the bank's data, runs it, and returns the data from
// which the answer was computed.

import type { Context } from 'hono';
import { DateTime } from 'luxon';
import { accountsOf } from '../../ai/answers/open-books.ts';
import type { AnalysisName, AnalysisOrder, AnalysisResult } from '../../ai/insight/analyses.ts';
import type { InsightOrder } from '../../ai/insight/books.ts';
import type { describeBooks } from '../../ai/insight/spending.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { hashRequest } from '../kit/idempotency.ts';
import { developerOf, servicesOf } from '../kit/operation.ts';
import { createOwnerQueue } from '../kit/owner-queue.ts';
import { requireBooks } from '../language/books-order.ts';

export interface InsightBody {
  readonly customerId: string;
  readonly accountIds?: readonly string[] | undefined;
  readonly period?: { readonly from: string; readonly to: string } | undefined;
  readonly timezone?: string | undefined;
  readonly currency?: string | undefined;
}

const MAX_PERIOD_DAYS = 400;

/**
 * Returns a period of days as milliseconds since 1970 UTC, with an exclusive end; null for none.
 * @throws Problem invalid_date_range
 */
export function periodOf(period: InsightBody['period'], zone: string) {
  if (!period) return null;
  const from = DateTime.fromISO(period.from, { zone });
  const to = DateTime.fromISO(period.to, { zone }).plus({ days: 1 });
  const days = to.diff(from, 'days').days;
  const rangeProblem = (message: string) => {
    const code = 'invalid_date_range';
    return fieldProblem(code, '/period/to', message);
  };
  if (days < 1) throw rangeProblem('Expected a day that is not before `from`.');
  if (days > MAX_PERIOD_DAYS) throw rangeProblem(`Expected at most ${MAX_PERIOD_DAYS} days.`);
  return { from: from.toMillis(), to: to.toMillis() };
}

/**
 * Returns the order of an analysis, with accounts of this developer's customer only and the
 * business clock.
 * @param accountPointer pointer of the single account in the body; omitted: `accountIds`
 * @throws Problem customer_not_found, account_not_found, invalid_date_range, currency_mismatch
 */
export async function insightOrder(
  c: Context<AppEnv>,
  deps: Deps,
  body: InsightBody,
  accountPointer?: string,
): Promise<InsightOrder> {
  const { customerId, accountIds = [], timezone = 'UTC', currency = null } = body;
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const period = periodOf(body.period, timezone);
  const books = await requireBooks(services, tenantId, body, accountPointer);
  const candidates =
    books ?? (await accountsOf(services.ledger, { tenantId, customerId, accountIds: [] }));
  const selected = candidates.filter(
    ({ id }) => accountIds.length === 0 || accountIds.includes(id),
  );
  if (currency !== null && !selected.some((account) => account.currency === currency)) {
    const message = 'None of the accounts is in this currency.';
    const code = 'currency_mismatch';
    throw fieldProblem(code, '/currency', message);
  }
  const accounts = selected.map((account) => ({
    ...{
      id: account.id,
      currency: account.currency,
      type: account.type,
      posted: account.balance.posted,
    },
    overdraftUsed: account.overdraft?.used ?? 0,
  }));
  const now = services.ledger.clock(tenantId);
  return { tenantId, customerId, accounts, now, timezone, period, currency };
}

interface FinishedAnalysis<Name extends AnalysisName> {
  readonly result: Extract<AnalysisResult<Name>, { readonly kind: 'analysed' }>;
  readonly digest: string;
}

/** Analyses of one developer that may wait; one takes up to a second of the thread. */
const MAX_WAITING_PER_DEVELOPER = 16;
const queue = createOwnerQueue({
  work: 'analyses',
  maxRunning: 1,
  maxPerOwner: MAX_WAITING_PER_DEVELOPER,
});

/** @throws Problem concurrency_limited, amount_out_of_range, validation_failed */
export async function analyse<Name extends AnalysisName>(
  c: Context<AppEnv>,
  deps: Deps,
  name: Name,
  order: AnalysisOrder<Name>,
): Promise<FinishedAnalysis<Name>> {
  const leave = await queue.enter(developerOf(c).developerId);
  const { ledger } = servicesOf(c, deps);
  const { result, digest } = await deps.insight.read(name, ledger, order).finally(leave);
  if (result.kind === 'too_many') {
    const message =
      'The accounts have more movements than one analysis reads: name fewer accounts.';
    const code = 'validation_failed';
    throw fieldProblem(code, '/accountIds', message);
  }
  if (result.kind === 'too_large') {
    const message =
      'The sums exceed 2^53 - 1 minor units: name fewer accounts or a shorter period.';
    const code = 'amount_out_of_range';
    throw new Problem(code, message, { errors: [{ pointer: '/accountIds', code, message }] });
  }
  return { result: result as FinishedAnalysis<Name>['result'], digest };
}

const toUtc = (time: number) => new Date(time).toISOString();

/**
 * Returns the data from which an answer was computed, with an id derived from request and answer.
 */
export function basisOf(
  c: Context<AppEnv>,
  deps: Deps,
  order: InsightOrder,
  source: {
    readonly prefix: string;
    readonly body: object;
    readonly books: ReturnType<typeof describeBooks>;
    readonly digest: string;
  },
) {
  const { books, body, digest, prefix } = source;
  const { timezone, customerId } = order;
  const { period, historyDays, movements, firstMovementAt, ...view } = books;
  const dayOf = (time: number) =>
    DateTime.fromMillis(time, { zone: timezone }).toFormat('yyyy-LL-dd');
  const hash = hashRequest({ body, digest, tenantId: order.tenantId });
  return {
    analysisId: `${prefix}_${hash.toString('hex').slice(0, 26)}`,
    livemode: servicesOf(c, deps).ledger.livemode,
    customerId,
    accountIds: view.accountIds,
    currency: view.currency,
    otherCurrencies: [...view.otherCurrencies],
    period: { from: dayOf(period.from), to: dayOf(period.to - 1), timezone },
    asOf: toUtc(order.now),
    history: {
      ...{ movements, days: historyDays },
      firstMovementAt: firstMovementAt === null ? null : toUtc(firstMovementAt),
    },
  };
}

type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;

/** Returns the value with the mutable types that answers have. */
export function asWritable<T>(value: T): Writable<T> {
  return value as Writable<T>;
}
