// A ledger with customers and accounts for measurements, opened by the acts of the ledger.

import { openAccount } from '../db/accounts/acts.ts';
import { createCustomer } from '../db/customers/acts.ts';
import type { Cause } from '../db/kernel/cause.ts';
import type { Ledger } from '../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../db/money/calls.ts';
import type { TransactionDraft } from '../db/transactions/port.ts';

/** An id as long as those of a bank. */
export const TENANT = 'dev_01m8kfdrcxeya8wb6hgnfv7100';
const HASH = Buffer.alloc(32, 1);
/** Number of accounts that are opened in one commit. */
const GROUP = 256;
const WORKFLOW = { id: 'bench', runId: 'bench' };

export const makeCause = (key: string | null): Cause => ({
  actor: 'bench',
  requestId: 'bench',
  idempotencyKey: key,
});

/** Opens `count` EUR accounts with `amount` minor units each. */
export async function openBooks(
  ledger: Ledger,
  count: number,
  amount: number,
  tenantId = TENANT,
): Promise<string[]> {
  // Each account has its own customer, because transfers between accounts of one customer are not
  // judged.
  const open = async (n: number): Promise<string> => {
    const customer = await ledger.run(createCustomer, {
      tenantId,
      type: 'individual',
      name: 'Bench',
      email: null,
      phone: null,
      dateOfBirth: null,
      country: null,
      address: null,
      metadata: {},
      kycStatus: 'verified',
      requestHash: HASH,
      cause: makeCause(null),
    });
    const account = await ledger.run(openAccount, {
      tenantId,
      customerId: customer.id,
      type: 'checking',
      currency: 'EUR',
      name: `Account ${n}`,
      metadata: {},
      requestHash: HASH,
      cause: makeCause(null),
    });
    return account.id;
  };
  const ids: string[] = [];
  for (let n = 0; n < count; n += GROUP) {
    const numbers = Array.from({ length: Math.min(GROUP, count - n) }, (_, index) => n + index);
    const opened = await Promise.all(numbers.map(open));
    await bookAll(
      ledger,
      opened.map((id) =>
        makeDraft({ tenantId, type: 'deposit', amount, destinationAccountId: id }),
      ),
    );
    ids.push(...opened);
  }
  return ids;
}

/** Returns a draft in which every optional field is empty. */
export function makeDraft(fields: Partial<TransactionDraft>): TransactionDraft {
  return {
    tenantId: TENANT,
    type: 'transfer',
    amount: 5,
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
    cause: makeCause(null),
    ...fields,
  };
}

/**
 * Accepts all drafts in one commit, settles them in the next, and returns the number that are held.
 */
export async function bookAndCountHeld(
  ledger: Ledger,
  drafts: readonly TransactionDraft[],
): Promise<number> {
  const accepted = await Promise.all(drafts.map((draft) => ledger.run(acceptTransaction, draft)));
  const ids = accepted.map(({ id }) => id);
  const settled = await ledger.run(settleTransactions, { ids, workflow: WORKFLOW });
  return settled.filter(({ status }) => status !== 'posted').length;
}

/**
 * Books all drafts.
 * @throws Error when one of them is held or declined
 */
export async function bookAll(ledger: Ledger, drafts: readonly TransactionDraft[]): Promise<void> {
  if ((await bookAndCountHeld(ledger, drafts)) > 0) throw new Error('not posted');
}
