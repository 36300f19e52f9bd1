// A teller for tests of the store: opens customers and accounts and writes drafts in one line, so
// that a test shows only its subject.

import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AccountMove } from '../../db/accounts/acts.ts';
import { moveAccount, openAccount } from '../../db/accounts/acts.ts';
import { balanceView } from '../../db/accounts/view.ts';
import { createCustomer } from '../../db/customers/acts.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import type { Ledger } from '../../db/ledger.ts';
import {
  acceptReversal,
  acceptTransaction,
  captureHeldMoney,
  releaseHeldMoney,
  settleTransactions,
} from '../../db/money/calls.ts';
import type { ReleaseOrder, Settlement, TransactionDraft } from '../../db/transactions/port.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { StoreRig } from './store-rig.ts';

export const WORKFLOW: WorkflowRef = { id: 'transfers/test', runId: 'run-1' };

/** The actor of a test's acts; a key binds the rows that it creates. */
export function causeOf(key: string | null = null): Cause {
  return { actor: 'key_test', requestId: 'req_test', idempotencyKey: key };
}

/** A stand-in for the hash of a canonical body, from any text. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The fields of a draft that a test sets; the rest are defaults. Sides are null for the bank. */
export type DraftFields = Partial<Omit<TransactionDraft, 'cause'>> & {
  readonly from?: string | null;
  readonly to?: string | null;
  readonly key?: string | null;
};

export function draftOf(tenantId: string, order: DraftFields): TransactionDraft {
  const { from = null, to = null, key = null, ...rest } = order;
  const type = from === null ? 'deposit' : to === null ? 'withdrawal' : 'transfer';
  const body = JSON.stringify([from, to, rest]);
  return {
    tenantId,
    type,
    amount: 100,
    currency: 'EUR',
    sourceAccountId: from,
    destinationAccountId: to,
    description: null,
    reference: null,
    category: null,
    capture: 'automatic',
    holdExpiresAt: null,
    externalParty: null,
    context: null,
    metadata: {},
    requestHash: hashOf(body),
    ...rest,
    cause: causeOf(key),
  };
}

/** The fields of a reversal that a test sets; the rest are defaults. */
export interface ReversalFields {
  readonly amount?: number | null;
  readonly reference?: string | null;
  readonly allowNegative?: boolean;
  readonly key?: string | null;
}

/** The part of an order of a new account that a test cares for. */
export interface AccountFields {
  readonly currency?: string;
  readonly funds?: number;
  readonly overdraft?: number;
  readonly customerId?: string;
}

export type Teller = ReturnType<typeof tellerOf>;

/** Serves one tenant of a store. */
export function tellerOf(
  rig: Pick<StoreRig, 'store' | 'people' | 'balance' | 'execute'>,
  tenantId = `dev_${randomUUID()}`,
) {
  const { store } = rig;

  async function customer(kycStatus: 'verified' | 'unverified' = 'verified'): Promise<string> {
    const { id } = await rig.people.run(createCustomer, {
      tenantId,
      type: 'individual',
      name: 'Ada Lovelace',
      email: null,
      phone: null,
      dateOfBirth: null,
      country: null,
      address: null,
      metadata: {},
      kycStatus,
      requestHash: hashOf('customer'),
      cause: causeOf(),
    });
    return id;
  }

  async function account(order: AccountFields = {}): Promise<string> {
    const { id } = await rig.people.run(openAccount, {
      tenantId,
      customerId: order.customerId ?? (await customer()),
      type: 'checking',
      currency: order.currency ?? 'EUR',
      name: 'Main',
      metadata: {},
      requestHash: hashOf('account'),
      cause: causeOf(),
    });
    if (order.overdraft !== undefined) {
      await rig.execute(
        `UPDATE accounts SET overdraft_limit = ${order.overdraft} WHERE id = '${id}'`,
      );
    }
    if (order.funds) await post({ to: id, amount: order.funds, currency: order.currency ?? 'EUR' });
    return id;
  }

  async function accept(order: DraftFields): Promise<string> {
    const outcome = await store.run(acceptTransaction, draftOf(tenantId, order));
    return outcome.id;
  }

  async function settle(...ids: string[]): Promise<Settlement[]> {
    return store.run(settleTransactions, { ids, workflow: WORKFLOW });
  }

  /** Accepts and settles. Returns the id, whatever the outcome. */
  async function send(order: DraftFields): Promise<string> {
    const id = await accept(order);
    await settle(id);
    return id;
  }

  async function post(order: DraftFields): Promise<string> {
    const id = await accept(order);
    const [settlement] = await settle(id);
    expect(settlement).toMatchObject({ state: 'final', status: 'posted' });
    return id;
  }

  /** A hold of a transfer, deposit or withdrawal that waits for its capture. */
  async function hold(order: DraftFields): Promise<string> {
    const id = await accept({ ...order, capture: 'manual' });
    const [settlement] = await settle(id);
    expect(settlement).toMatchObject({ state: 'waiting', status: 'pending' });
    return id;
  }

  async function balanceFigures(id: string) {
    const reading = await rig.balance(tenantId, id);
    if (!reading) throw new Error(`no account ${id}`);
    const { posted, held, pendingIn, pendingOut, current, available } = balanceView(reading);
    return { posted, held, pendingIn, pendingOut, current, available };
  }

  return {
    tenantId,
    customer,
    account,
    accept,
    settle,
    send,
    post,
    hold,
    figures: balanceFigures,
    capture: (transactionId: string, amount: number | null = null) =>
      store.run(captureHeldMoney, { tenantId, transactionId, amount, cause: causeOf() }),
    reverse: (transactionId: string, order: ReversalFields = {}) =>
      store.run(acceptReversal, {
        tenantId,
        transactionId,
        amount: order.amount ?? null,
        reason: 'Returned.',
        reference: order.reference ?? null,
        allowNegative: order.allowNegative ?? false,
        keyScope: `reverse/${transactionId}`,
        requestHash: hashOf(JSON.stringify([order.amount, order.reference])),
        cause: causeOf(order.key),
      }),
    release: (transactionId: string, to: ReleaseOrder['to'], reason: string | null = null) =>
      store.run(releaseHeldMoney, { tenantId, transactionId, to, reason, cause: causeOf() }),
    changeStatus: (
      accountId: string,
      to: AccountMove['to'],
      overrides: Partial<AccountMove> = {},
    ) => rig.people.run(moveAccount, { ...statusChangeOf(tenantId, accountId, to), ...overrides }),
  };
}

function statusChangeOf(tenantId: string, accountId: string, to: AccountMove['to']): AccountMove {
  return {
    tenantId,
    accountId,
    to,
    freezeReason: to === 'frozen' ? 'operator' : null,
    creditsBlocked: false,
    message: null,
    ifVersion: null,
    cause: causeOf(),
  };
}

/** Collects the announcements of a store. */
export function announcementsOf(store: Pick<Ledger, 'onAtRest'>): { id: string; status: string }[] {
  const received: { id: string; status: string }[] = [];
  store.onAtRest(({ id, status }) => {
    received.push({ id, status });
  });
  return received;
}
