// Executes a person's decision about a waiting transaction. The decision is in the database; the
// message only wakes the workflow.

import { findTransactions } from '../../db/transactions/reads.ts';
import type { TransactionStatus } from '../../ledger/transaction.ts';
import { APPROVAL, REVIEW } from '../../workflows/messages.ts';
import type { Services } from './context.ts';
import { messageTransfer } from './message.ts';
import { runInTurn } from './turns.ts';

const ANSWER_MS = 10_000;

const WAITING_STATUS = {
  [APPROVAL]: 'pending_approval',
  [REVIEW]: 'pending_review',
} as const satisfies Record<string, TransactionStatus>;

/**
 * Wakes the workflow after a decision. When the message is lost, a repeated request sends it again.
 */
export function carryOutDecision(
  services: Services,
  name: keyof typeof WAITING_STATUS,
  transactionId: string,
): Promise<void> {
  return runInTurn(transactionId, async () => {
    const [transaction] = findTransactions(services.ledger, [transactionId]);
    if (transaction?.status !== WAITING_STATUS[name]) return;
    const answerBy = Date.now() + ANSWER_MS;
    await messageTransfer(services, { name, transactionId, args: [], answerBy });
  });
}
