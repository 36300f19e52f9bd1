// Entries that the bank itself makes: the check before two operators agree, and the booking, which
// takes place once.

import { findAccount, tenantOfAccount } from '../../../db/accounts/reads.ts';
import { decideApproval } from '../../../db/approvals/acts.ts';
import { findApproval } from '../../../db/approvals/reads.ts';
import type { Cause } from '../../../db/kernel/cause.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { TransactionDraft } from '../../../db/transactions/port.ts';
import { APPROVAL } from '../../../workflows/messages.ts';
import type { BankDeps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { hashRequest } from '../../kit/idempotency.ts';
import { messageTransfer } from '../../kit/message.ts';
import { acceptAndStart } from '../../kit/settle-request.ts';

export const ADJUSTMENTS = ['correction', 'goodwill', 'write_off'] as const;
const ANSWER_TIMEOUT_MS = 10_000;
/** The counterparty of amounts that the bank gives or takes. */
const BANK = { name: 'The bank itself', method: 'book' } as const;

/** The terms that two operators agreed on, as the approval stores them. */
export interface AdjustmentTerms {
  readonly kind: (typeof ADJUSTMENTS)[number];
  readonly accountId: string;
  readonly direction: 'credit' | 'debit';
  readonly amount: number;
  readonly currency: string;
}

function createFieldProblem(pointer: string, message: string): Problem {
  const errors = [{ pointer, code: 'invalid', message }];
  return new Problem('validation_failed', message, { errors });
}

/** @throws Problem with the field at fault when the account does not allow the adjustment */
export async function checkAdjustment(ledger: Ledger, terms: AdjustmentTerms): Promise<void> {
  const account = await findAccount(ledger, null, terms.accountId);
  if (!account) {
    const [code, message] = ['account_not_found', 'No account has this id.'] as const;
    throw new Problem(code, undefined, { errors: [{ pointer: '/accountId', code, message }] });
  }
  if (account.currency !== terms.currency) {
    throw createFieldProblem('/currency', `The account has the currency ${account.currency}.`);
  }
  if (terms.kind !== 'write_off') return;
  const { posted } = account.balance;
  if (posted >= 0) throw createFieldProblem('/accountId', 'The account is not below zero.');
  if (terms.amount > -posted) {
    throw createFieldProblem('/amount', `The account is ${-posted} minor units below zero.`);
  }
}

/** The account of the bank's profit and loss against which each kind of entry is booked. */
const COUNTER_ACCOUNTS = {
  correction: 'corrections',
  goodwill: 'goodwill_expense',
  write_off: 'write_off_loss',
  fee_waiver: 'fee_waivers',
} as const;

interface Entry {
  readonly environment: EnvironmentName;
  readonly terms: Omit<AdjustmentTerms, 'kind'> & { readonly kind: keyof typeof COUNTER_ACCOUNTS };
  readonly reason: string;
  /** The idempotency key: the same entry again books nothing. */
  readonly key: string;
  /** The operator who requested the entry. */
  readonly initiator: string;
  /** The operator who agreed, or null when none is needed. */
  readonly secondOperator: string | null;
  readonly cause: Cause;
}

/** Books an entry once; returns the id of its transaction. */
export async function bookEntry(deps: BankDeps, entry: Entry): Promise<string> {
  const { environment, terms, reason, key, initiator, secondOperator } = entry;
  const services = deps.environments[environment];
  const tenantId = tenantOfAccount(services.ledger, terms.accountId);
  if (tenantId === null) throw new Problem('account_not_found');
  const isCredit = terms.direction === 'credit';
  const draft: TransactionDraft = {
    tenantId,
    type: isCredit ? 'deposit' : 'withdrawal',
    amount: terms.amount,
    currency: terms.currency,
    sourceAccountId: isCredit ? null : terms.accountId,
    destinationAccountId: isCredit ? terms.accountId : null,
    bankSide: COUNTER_ACCOUNTS[terms.kind],
    description: reason,
    reference: null,
    category: terms.kind,
    capture: 'automatic',
    holdExpiresAt: null,
    externalParty: BANK,
    context: null,
    metadata: {},
    keyScope: 'ops/adjustments',
    requestHash: hashRequest(terms),
    cause: { ...entry.cause, actor: initiator, idempotencyKey: key },
  };
  const id = await acceptAndStart(services, draft);
  if (secondOperator !== null) await approveAsSecond(deps, { ...entry, secondOperator, id });
  return id;
}

/**
 * Gives, for the operator who agreed, the approval that the ledger itself requires above its own
 * bound.
 */
async function approveAsSecond(
  { environments }: BankDeps,
  {
    environment,
    id,
    secondOperator,
    reason,
    cause,
  }: Entry & { readonly id: string; secondOperator: string },
): Promise<void> {
  const services = environments[environment];
  const waitingApproval = await findApproval(services.ledger, id);
  if (waitingApproval?.transaction?.status !== 'pending_approval') return;
  const decision = {
    transactionId: id,
    decision: 'granted',
    reason,
    decidedBy: secondOperator,
  } as const;
  await services.ledger.run(decideApproval, { ...decision, cause });
  const answerBy = Date.now() + ANSWER_TIMEOUT_MS;
  await messageTransfer(services, { name: APPROVAL, transactionId: id, args: [], answerBy });
}
