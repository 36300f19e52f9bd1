// Reverses entries that two operators have agreed on. One operator alone cannot reverse them,
// because the second approval would then protect nothing.

import { findApproval } from '../../../db/approvals/reads.ts';
import type { Cause } from '../../../db/kernel/cause.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { ownerIn } from '../../../db/oversight/reads.ts';
import type { ReversalOrder } from '../../../db/transactions/port.ts';
import { findTransaction } from '../../../db/transactions/reads.ts';
import { profitAndLossOf } from '../../../ledger/internal-account.ts';
import type { BankDeps, Services } from '../../kit/context.ts';
import { hashRequest } from '../../kit/idempotency.ts';
import { acceptAndStartReversal } from '../../kit/settle-request.ts';
import { recordAuditOnce } from '../kit/record-audit-once.ts';

/** The act of reversing an entry that two operators agreed on. */
export const ENTRY_REVERSAL = 'entry_reversal';

/** The terms of the reversal, as the approval stores them. */
export interface ReversalTerms {
  readonly amount: number | null;
  readonly reason: string;
  readonly reasonCode?: ReversalOrder['reasonCode'];
  readonly reference: string | null;
  readonly allowNegativeBalance: boolean;
}

const TRANSACTIONS = { table: 'transactions', exact: [], within: [] };

/**
 * True when two operators had to agree to the transaction: an entry that the bank made itself, or
 * an amount above the limit of one operator.
 */
export async function neededTwoOperators(
  { platform }: BankDeps,
  { ledger }: Services,
  transactionId: string,
): Promise<boolean> {
  const tenantId = ownerIn(ledger, TRANSACTIONS, transactionId);
  const transaction =
    tenantId === null ? null : await findTransaction(ledger, tenantId, transactionId);
  if (!transaction) return false;
  const counterAccounts = transaction.entries.map(({ ledgerAccount }) =>
    profitAndLossOf(ledgerAccount),
  );
  // One operator waives a fee.
  if (counterAccounts.some((kind) => kind !== null && kind !== 'fee_waivers')) return true;
  const approval = await findApproval(ledger, transactionId);
  const initiator = approval?.status === 'granted' ? approval.transaction?.initiator : null;
  return !!initiator && platform.operators.find(initiator) !== null;
}

/** Returns the order for an operator's request. */
export function reversalOrderOf(
  transactionId: string,
  terms: ReversalTerms,
  cause: Cause,
): ReversalOrder {
  const { allowNegativeBalance: allowNegative, ...reversal } = terms;
  return {
    ...reversal,
    tenantId: null,
    transactionId,
    allowNegative,
    keyScope: `ops/reverse/${transactionId}`,
    requestHash: hashRequest(terms),
    cause,
  };
}

interface ApprovedReversal {
  readonly environment: EnvironmentName;
  readonly transactionId: string;
  readonly terms: ReversalTerms;
  /** The approval's id as the idempotency key: the same reversal again books nothing. */
  readonly key: string;
  readonly initiator: string;
  readonly cause: Cause;
}

/** Books the agreed reversal once. */
export async function reverseApproved(
  deps: BankDeps,
  approvedReversal: ApprovedReversal,
): Promise<void> {
  const { environment, transactionId, terms, key, initiator } = approvedReversal;
  const cause = { ...approvedReversal.cause, actor: initiator, idempotencyKey: key };
  const order = reversalOrderOf(transactionId, terms, cause);
  const { id, replayed } = await acceptAndStartReversal(deps.environments[environment], order);
  const { reason, allowNegativeBalance } = terms;
  const detail = { transactionId, reason, allowNegativeBalance };
  const action = 'transaction.reversal';
  await recordAuditOnce(deps, replayed, {
    actor: initiator,
    action,
    objectId: id,
    environment,
    detail,
  });
}
