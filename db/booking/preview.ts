// The dry run: returns the expected outcome of a request, by the same checks, loaders and decision
// as a real request, on one snapshot. Writes nothing and binds no idempotency key.

import { HOUR_MS } from '../../ledger/durations.ts';
import { isInternal, positionId } from '../../ledger/internal-account.ts';
import { maximumOf, PERIODS } from '../../ledger/limits.ts';
import { costsFee } from '../../ledger/overdraft.ts';
import { isOutsideLimits } from '../../ledger/transaction.ts';
import { isInFuture } from '../../ledger/value-date.ts';
import { type AccountRow, type BalanceFigures, balanceView, figuresOf } from '../accounts/view.ts';
import { type ExchangeRow, exchangeView } from '../exchange/view.ts';
import { columnsOf } from '../kernel/columns.ts';
import { EXPIRED_HOLDS, type ExpiredHolds } from '../kernel/hold-expiry.ts';
import { type ModelAnswer, riskJudge } from '../kernel/judge.ts';
import { riskOf } from '../kernel/risk-summary.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import { accounts as accountsTable } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { overdrafts } from '../overdrafts/tables.ts';
import { type OverdraftRow, policyOf } from '../overdrafts/view.ts';
import {
  type DecidedTransaction,
  type DecisionOrReview,
  decideRow,
  withRisk,
} from '../transactions/decision.ts';
import { isPermanentRejection } from '../transactions/future-dates.ts';
import { feeView } from '../transactions/item-fees.ts';
import type { Preview } from '../transactions/port.ts';
import { decideExchangeRow } from './exchange-decision.ts';

const LIMITS_BY_ACCOUNT = 'SELECT id FROM limit_terms WHERE account_id = ? LIMIT 1';
const BY_ID = `SELECT ${columnsOf(accountsTable)} FROM accounts WHERE id = ?`;
const OVERDRAFT = `SELECT ${columnsOf(overdrafts)} FROM overdrafts
  WHERE account_id = ? AND enabled = 1`;

/** Returns the balance of an account for a dry run; null when there is no such account. */
export function previewFigures(tx: Tx, id: string, now: number): BalanceFigures | null {
  const row = tx.get<AccountRow>(BY_ID, id);
  return row
    ? figuresOf(row, tx.get<ExpiredHolds>(EXPIRED_HOLDS, { id, now }) as ExpiredHolds)
    : null;
}

/** Overdraft fees that the payer owes for a negative balance that does not recover in time. */
export function possibleFees(
  tx: Tx,
  row: TransactionRow,
  payer: BalanceFigures | undefined,
): Preview['fees'] {
  if (!payer || payer.posted >= 0) return [];
  const overdraft = tx.get<OverdraftRow>(OVERDRAFT, row.sourceAccountId);
  const policy = overdraft && policyOf(overdraft);
  if (!policy || isOutsideLimits(row) || !costsFee(policy, BigInt(payer.posted))) return [];
  const dueAt = tx.clock(row.tenantId) + policy.gracePeriodHours * HOUR_MS;
  const fee = { amount: policy.perItem, status: 'pending' as const, dueAt };
  return [feeView({ ...fee, feeTransactionId: null }, row.currency)];
}

/** Returns the result of a dry run; its `row` is the transaction that would be accepted. */
export function previewRow(
  tx: Tx,
  row: TransactionRow,
  exchange?: ExchangeRow,
  answer?: ModelAnswer,
): Preview {
  const time = tx.clock(row.tenantId);
  const decided = exchange ? decideExchangeRow(tx, row, exchange, time) : decideRow(tx, row, time);
  const { limits, coverTransfer } = decided;
  const verdict = exchange ? null : riskJudge(tx).judge(tx, row, answer);
  const canConfirm = verdict?.isConfirmable === true && stepUps(tx).stateOf(tx, row) === 'enrolled';
  const judged = withRisk(row, decided.decision, verdict, canConfirm);
  // A future-dated transaction only waits, unless its obstacle is permanent.
  const waits = isInFuture(row.valueDate, tx.clock(row.tenantId)) && !isPermanentRejection(judged);
  const decision = waits ? BOOKED_LATER : judged;
  const halves = exchange ? splitExchange(row, exchange) : [row];
  // An exchange that waits for approval holds the payer's money; the payee expects none yet.
  const movements = exchange && decision.kind === 'approval' ? halves.slice(0, 1) : halves;
  const sides = [row.sourceAccountId, row.destinationAccountId];
  const payerResults: BalanceFigures[] = [];
  const projected = [...sides, ...(coverTransfer ? [coverTransfer.sourceAccountId] : [])].flatMap(
    (accountId) => {
      const current = isInternal(accountId)
        ? null
        : previewFigures(tx, accountId, tx.clock(row.tenantId));
      if (!current) return [];
      const coveredBalance = coverTransfer
        ? balanceAfter(current, coverTransfer, accountId, POSTED_EFFECT)
        : current;
      const isOfPayment = sides.includes(accountId);
      const applyMovement = (now: BalanceFigures, transaction: TransactionRow) =>
        balanceAfter(now, transaction, accountId, decision);
      const resulting = isOfPayment
        ? movements.reduce(applyMovement, coveredBalance)
        : coveredBalance;
      if (accountId === row.sourceAccountId) payerResults.push(resulting);
      return { accountId, current: balanceView(current), resulting: balanceView(resulting) };
    },
  );
  const rejection = decision.kind === 'decline' ? decision.rejection : null;
  return {
    status: STATUS_AFTER[decision.kind],
    rejection,
    projected,
    exchange: exchange ? exchangeView(exchange) : null,
    risk: verdict && riskOf(riskJudge(tx).preview(row, verdict, time)),
    fees: decision.kind === 'post' ? possibleFees(tx, row, payerResults[0]) : [],
    limits: previewLimits(
      tx,
      limits,
      row.sourceAccountId,
      rejection || decision.kind === 'later' ? 0n : BigInt(row.amount),
    ),
  };
}

const BOOKED_LATER = { kind: 'later' } as const;

const STATUS_AFTER = {
  later: 'pending',
  post: 'posted',
  hold: 'pending',
  submit: 'pending',
  approval: 'pending_approval',
  confirmation: 'requires_confirmation',
  review: 'pending_review',
  decline: null,
} as const satisfies Record<(DecisionOrReview | typeof BOOKED_LATER)['kind'], Preview['status']>;

const POSTED_EFFECT = { kind: 'post' } as const;

/**
 * Splits an exchange into a payment to the bank's position in one currency and a payment from its
 * position in the other.
 */
function splitExchange(row: TransactionRow, terms: ExchangeRow): TransactionRow[] {
  const source = positionId(row.tenantId, terms.sourceCurrency);
  const destination = positionId(row.tenantId, terms.destinationCurrency);
  return [
    { ...row, destinationAccountId: source },
    { ...row, sourceAccountId: destination, amount: terms.destinationAmount },
  ];
}

function balanceAfter(
  figures: BalanceFigures,
  { amount, sourceAccountId, destinationAccountId }: TransactionRow,
  accountId: string,
  { kind }: Pick<DecisionOrReview | typeof BOOKED_LATER, 'kind'>,
): BalanceFigures {
  const isPayer = accountId === sourceAccountId;
  if (
    kind === 'decline' ||
    kind === 'confirmation' ||
    kind === 'later' ||
    !(isPayer || accountId === destinationAccountId)
  )
    return figures;
  if (kind === 'post') return { ...figures, posted: figures.posted + (isPayer ? -amount : amount) };
  if (!isPayer) return { ...figures, pendingIn: figures.pendingIn + amount };
  const heldAmount = figures.held + amount;
  return { ...figures, held: heldAmount, pendingOut: heldAmount };
}

/** Returns what remains of each limit of an account after a payment; 0 for the present remainder. */
export function previewLimits(
  tx: Tx,
  limits: DecidedTransaction['limits'],
  accountId: string,
  amount: bigint,
): Preview['limits'] {
  const id = limits && tx.value<string>(LIMITS_BY_ACCOUNT, accountId);
  if (!limits || id === undefined) return [];
  const { terms, usage } = limits;
  const { dailyCount } = terms;
  const addedCount = amount === 0n ? 0 : 1;
  const count = dailyCount === null ? [] : [Math.max(dailyCount - usage.dayCount - addedCount, 0)];
  const amounts = PERIODS.flatMap((period) => {
    const maximum = maximumOf(terms, period);
    if (maximum === null) return [];
    const remaining = maximum - usage.amount[period] - amount;
    return {
      limitId: `${id}:${period}`,
      period,
      remainingAfter: Number(remaining > 0n ? remaining : 0n),
    };
  });
  const counts = count.map((remainingAfter) => ({
    limitId: `${id}:day_count`,
    period: 'day_count' as const,
    remainingAfter,
  }));
  return [...amounts, ...counts];
}
