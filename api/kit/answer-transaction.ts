// Answers a request that moves money when the transaction has reached a resting state. First
// answers and replays use the same mapping.

import type { Context } from 'hono';
import { findTransaction, readTimeline } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { REJECTIONS } from '../../ledger/rejection.ts';
import type { AppEnv, Services } from './context.ts';
import { Problem } from './errors.ts';
import { setEtag } from './etag.ts';

/** Default time for which a request waits for a resting state, in milliseconds. */
const WAIT_MS = 3_000;

/**
 * Returns the time that a request waits, in milliseconds: 0 with `Prefer: respond-async`, `?wait=`
 * seconds, or 3 s.
 */
export function readWaitMs(c: Context<AppEnv>, waitSeconds: number | undefined): number {
  if (/\brespond-async\b/i.test(c.req.header('prefer') ?? '')) return 0;
  return waitSeconds === undefined ? WAIT_MS : waitSeconds * 1000;
}

/**
 * Returns a transaction.
 * @throws Problem when the tenant has no transaction with this id
 */
export async function requireTransaction(
  { ledger }: Services,
  tenantId: string,
  id: string,
): Promise<TransactionView> {
  const transaction = await findTransaction(ledger, tenantId, id);
  if (!transaction) throw new Problem('transaction_not_found');
  return transaction;
}

/** Returns the wire form of a transaction with its timeline up to its version. */
export async function addTimeline({ ledger }: Services, transaction: TransactionView) {
  const { id, version } = transaction;
  const { steps: timeline, archivedThrough } = await readTimeline(ledger, id, version);
  return { ...transaction, timeline, timelineArchivedThrough: archivedThrough };
}

/**
 * Answers with a transaction: 201 when it is posted or authorised, 202 while it is pending, 200 for
 * the replay of a transaction that ended in another way.
 * @throws Problem when the transaction was declined or failed
 */
export async function answerTransaction(
  c: Context<AppEnv>,
  services: Services,
  transaction: TransactionView,
) {
  if (transaction.status === 'declined') throw createDeclinedProblem(transaction);
  if (transaction.status === 'failed') {
    throw new Problem('transaction_failed', undefined, { transactionId: transaction.id });
  }
  const body = await addTimeline(services, transaction);
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

function createDeclinedProblem(transaction: TransactionView): Problem {
  const reasonCode = transaction.statusReason?.code;
  const rejection = REJECTIONS.find((row) => row.code === reasonCode);
  if (!rejection)
    throw new Error(
      `a transaction was declined with ${reasonCode}, which is not in the catalogue of errors`,
    );
  const { limit, pointer } = transaction.statusReason ?? {};
  const { code, meaning: message } = rejection;
  return new Problem(code, message, {
    transactionId: transaction.id,
    ...(pointer ? { errors: [{ pointer, code, message }] } : {}),
    ...(limit ? { limit } : {}),
  });
}
