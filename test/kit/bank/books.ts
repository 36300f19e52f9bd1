// Customers, accounts and accepted transactions, made by acts of the ledger, for tests below the
// API.

import { openAccount } from '../../../db/accounts/acts.ts';
import { createCustomer } from '../../../db/customers/acts.ts';
import type { Cause } from '../../../db/kernel/cause.ts';
import { mint } from '../../../db/kernel/mint.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { activateFactor, enableFactor } from '../../../db/mfa/acts.ts';
import type { CodeProof } from '../../../db/mfa/proof.ts';
import { acceptReversal, acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { setSettlement } from '../../../db/settlement/acts.ts';
import type { TransactionDraft, TransferFacts } from '../../../db/transactions/port.ts';

export const TENANT = 'dev_rig';
export const cause: Cause = { actor: 'key_rig', requestId: 'req_rig', idempotencyKey: null };
const HASH = Buffer.alloc(32, 7);

/** Two accounts of one customer; every scenario has its own pair. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Returns a draft of a transfer in which every optional field is empty. */
export function draftOf(fields: Partial<TransactionDraft>): TransactionDraft {
  return {
    tenantId: TENANT,
    type: 'transfer',
    amount: 1,
    currency: 'EUR',
    sourceAccountId: null,
    destinationAccountId: null,
    description: null,
    reference: null,
    category: null,
    capture: 'automatic',
    holdExpiresAt: null,
    externalParty: null,
    context: null,
    metadata: {},
    requestHash: HASH,
    cause,
    ...fields,
  };
}

/** Accepts a transfer; nothing starts its workflow. */
export async function acceptIn(
  ledger: Ledger,
  fields: Partial<TransactionDraft>,
): Promise<TransferFacts> {
  const draft = draftOf(fields);
  const accepted = await ledger.run(acceptTransaction, draft);
  const { tenantId, type, currency, amount } = draft;
  return { id: accepted.id, tenantId, type, currency, amountMinor: amount };
}

/** Books an accepted transfer and accepts a reversal of part of it. */
export async function reverseIn(
  ledger: Ledger,
  facts: TransferFacts,
  amount: number,
): Promise<TransferFacts> {
  const [settled] = await ledger.run(settleTransactions, {
    ids: [facts.id],
    workflow: { id: 'test', runId: 'test' },
  });
  if (settled?.status !== 'posted') throw new Error(`not booked: ${settled?.status}`);
  const accepted = await ledger.run(acceptReversal, {
    tenantId: TENANT,
    transactionId: facts.id,
    amount,
    reason: 'Returned.',
    reference: null,
    allowNegative: false,
    keyScope: `reverse/${facts.id}`,
    requestHash: HASH,
    cause,
  });
  return { ...facts, id: accepted.id, type: 'reversal', amountMinor: amount };
}

/** Opens a verified customer. */
export const openCustomer = (ledger: Ledger): Promise<string> => openCustomerIn(ledger, TENANT);

/** Opens a verified customer of a developer. */
export async function openCustomerIn(ledger: Ledger, tenantId: string): Promise<string> {
  const { id } = await ledger.run(createCustomer, {
    tenantId,
    type: 'individual',
    name: 'Ada Lovelace',
    email: null,
    phone: null,
    dateOfBirth: null,
    country: null,
    address: null,
    metadata: {},
    kycStatus: 'verified',
    requestHash: HASH,
    cause,
  });
  return id;
}

/**
 * Enrols a customer in a second factor: any code is valid, and each code belongs to another time
 * step.
 */
export async function enrolIn(ledger: Ledger, customerId: string): Promise<void> {
  const order = { tenantId: TENANT, customerId, cause };
  await ledger.run(enableFactor, {
    ...order,
    factorId: mint('mfaFactor'),
    sealedSecret: 'sealed',
  });
  const outcome = await ledger.run(activateFactor, {
    ...order,
    proof: ANY_CODE,
    recoveryHashes: [],
  });
  if (outcome.kind !== 'done') throw new Error(`not enrolled: ${outcome.kind}`);
}

/** A valid code in the ledger of a test (test/kit/bank/opened-ledger.ts). */
export const ANY_CODE: CodeProof = { method: 'totp', code: '000000' };

/** Opens two EUR accounts, the first with `funds` minor units. */
export async function openPairIn(ledger: Ledger, customerId: string, funds: number): Promise<Pair> {
  const from = await openAccountIn(ledger, TENANT, customerId, funds);
  const to = await openAccountIn(ledger, TENANT, customerId, 0);
  return { from, to };
}

/** Opens an EUR account with `funds` minor units. */
export async function openAccountIn(
  ledger: Ledger,
  tenantId: string,
  customerId: string,
  funds: number,
): Promise<string> {
  const { id } = await ledger.run(openAccount, {
    tenantId,
    customerId,
    type: 'checking',
    currency: 'EUR',
    name: 'Main',
    metadata: {},
    requestHash: HASH,
    cause,
  });
  if (funds > 0) await fundIn(ledger, tenantId, id, funds);
  return id;
}

/** A cap that no test reaches. */
const AMPLE_CAP = 2 ** 50;

/** Deposits minor units. */
export async function fundIn(
  ledger: Ledger,
  tenantId: string,
  accountId: string,
  amount: number,
): Promise<void> {
  const party = ledger.livemode ? { externalParty: { name: 'Ada Lovelace' } } : {};
  if (ledger.livemode) {
    await ledger.run(setSettlement, { tenantId, currency: 'EUR', prefunded: 0, cap: AMPLE_CAP });
  }
  const deposit = { type: 'deposit' as const, amount, destinationAccountId: accountId, ...party };
  const { id } = await acceptIn(ledger, { ...deposit, tenantId });
  const [settled] = await ledger.run(settleTransactions, {
    ids: [id],
    workflow: { id: 'test', runId: 'test' },
  });
  if (settled?.status !== 'posted') throw new Error('the deposit was not booked');
}
