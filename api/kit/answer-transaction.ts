// The answer to a request that moves money: at the first resting state, with one mapping for the
// first answer and for every replay of it.

import type { Context } from 'hono';
import { findTransaction, readTimeline } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { REJECTIONS } from '../../ledger/rejection.ts';
import type { AppEnv, Desk } from './context.ts';
import { Problem } from './errors.ts';
import { setEtag } from './etag.ts';

/** Milliseconds that a request waits for a resting state when it does not say otherwise. */
const WAIT_MS = 3_000;

/**
 * Returns the time that a request waits, in milliseconds: 0 with `Prefer: respond-async`, `?wait=`
 * seconds, or 3 s.
 */
export function waitOf(c: Context<AppEnv>, waitSeconds: number | undefined): number {
  if (/\brespond-async\b/i.test(c.req.header('prefer') ?? '')) return 0;
  return waitSeconds === undefined ? WAIT_MS : waitSeconds * 1000;
}

/** A transaction as it stands. @throws Problem when the tenant has none of that id */
export async function requireTransaction(
  { ledger }: Desk,
  tenantId: string,
  id: string,
): Promise<TransactionView> {
  const transaction = await findTransaction(ledger, tenantId, id);
  if (!transaction) throw new Problem('transaction_not_found');
  return transaction;
}

/** The wire form of a transaction with its life up to then. */
export async function withTimeline({ ledger }: Desk, transaction: TransactionView) {
  const { id, version } = transaction;
  const { steps: timeline, archivedThrough } = await readTimeline(ledger, id, version);
  return { ...transaction, timeline, timelineArchivedThrough: archivedThrough };
}

/**
 * Body and status of an answer. 201 posted or authorised; 202 still on its way; 200 a replay of
 * something that ended otherwise.
 * @throws Problem when the bank said no or a fault ended it
 */
export async function answerTransaction(
  c: Context<AppEnv>,
  desk: Desk,
  transaction: TransactionView,
) {
  if (transaction.status === 'declined') throw declinedProblem(transaction);
  if (transaction.status === 'failed') {
    throw new Problem('transaction_failed', undefined, { transactionId: transaction.id });
  }
  const body = await withTimeline(desk, transaction);
  setEtag(c, transaction);
  const { status } = transaction;
  if (status !== 'canceled' && status !== 'expired' && status !== 'reversed') {
    c.header('Location', `/v1/transactions/${transaction.id}`);
  }
  switch (status) {
    case 'posted':
      return { body, status: 201 as const };
    case 'canceled':
    case 'expired':
    case 'reversed':
      return { body, status: 200 as const };
    default:
      if (status === 'pending' && transaction.stage === 'place_hold') {
        return { body, status: 201 as const };
      }
      return { body, status: 202 as const };
  }
}

function declinedProblem(transaction: TransactionView): Problem {
  const given = transaction.statusReason?.code;
  const known = REJECTIONS.find((row) => row.code === given);
  if (!known)
    throw new Error(
      `a transaction was declined with ${given}, which is not in the catalogue of errors`,
    );
  const { limit, pointer } = transaction.statusReason ?? {};
  const { code, meaning: message } = known;
  return new Problem(code, message, {
    transactionId: transaction.id,
    ...(pointer ? { errors: [{ pointer, code, message }] } : {}),
    ...(limit ? { limit } : {}),
  });
}
