// A ledger with customers and accounts to measure on, through the store's own port.

import { openAccount } from '../db/accounts/acts.ts';
import { createCustomer } from '../db/customers/acts.ts';
import type { Cause } from '../db/kernel/cause.ts';
import type { Ledger } from '../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../db/money/calls.ts';
import type { TransactionDraft } from '../db/transactions/port.ts';

/** As long as that of a bank. */
export const TENANT = 'dev_01m8kfdrcxeya8wb6hgnfv7100';
const HASH = Buffer.alloc(32, 1);
/** Accounts that are opened together. */
const GROUP = 256;
const WORKFLOW = { id: 'bench', runId: 'bench' };

export const cause = (key: string | null): Cause => ({
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
  // Between accounts of one customer nothing is judged: each has its own.
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
      cause: cause(null),
    });
    const account = await ledger.run(openAccount, {
      tenantId,
      customerId: customer.id,
      type: 'checking',
      currency: 'EUR',
      name: `Account ${n}`,
      metadata: {},
      requestHash: HASH,
      cause: cause(null),
    });
    return account.id;
  };
  const ids: string[] = [];
  for (let n = 0; n < count; n += GROUP) {
    const numbers = Array.from({ length: Math.min(GROUP, count - n) }, (_, index) => n + index);
    const opened = await Promise.all(numbers.map(open));
    await post(
      ledger,
      opened.map((id) => draft({ tenantId, type: 'deposit', amount, destinationAccountId: id })),
    );
    ids.push(...opened);
  }
  return ids;
}

/** A draft with every optional field empty. */
export function draft(fields: Partial<TransactionDraft>): TransactionDraft {
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
    cause: cause(null),
    ...fields,
  };
}

/** Accepts all drafts in one commit and settles them in the next; returns how many are held. */
export async function settleAll(
  ledger: Ledger,
  drafts: readonly TransactionDraft[],
): Promise<number> {
  const accepted = await Promise.all(drafts.map((one) => ledger.run(acceptTransaction, one)));
  const ids = accepted.map(({ id }) => id);
  const settled = await ledger.run(settleTransactions, { ids, workflow: WORKFLOW });
  return settled.filter(({ status }) => status !== 'posted').length;
}

/** Books all drafts. Throws when one of them is held or declined. */
export async function post(ledger: Ledger, drafts: readonly TransactionDraft[]): Promise<void> {
  if ((await settleAll(ledger, drafts)) > 0) throw new Error('not posted');
}
