// The steps of the guided first transfer.

import type { Call } from '../../../api/docs/samples.ts';

/** Ids made by earlier steps; a missing one is shown as a placeholder. */
export type CreatedIds = Readonly<Record<string, string>>;

export interface Step {
  readonly key: string;
  readonly title: string;
  readonly explanation: string;
  buildCall(created: CreatedIds): Call;
}

const resolveIds = (created: CreatedIds) => ({
  customer: created.customer ?? 'cust_…',
  main: created.main ?? 'acc_…',
  savings: created.savings ?? 'acc_…',
});

const buildAccountCall = (key: string, type: string, name: string) => (created: CreatedIds) => ({
  operation: 'createAccount',
  method: 'POST' as const,
  path: '/v1/accounts',
  body: { customerId: resolveIds(created).customer, type, currency: 'EUR', name },
  result: key,
});

export const STEPS: readonly Step[] = [
  {
    key: 'customer',
    title: 'A customer',
    explanation: 'Accounts belong to a customer. In the sandbox the identity is checked at once.',
    buildCall: () => ({
      operation: 'createCustomer',
      method: 'POST',
      path: '/v1/customers',
      body: { type: 'individual', name: 'Ada Lovelace' },
      result: 'customer',
    }),
  },
  {
    key: 'main',
    title: 'A current account',
    explanation: 'An account holds one currency.',
    buildCall: buildAccountCall('main', 'checking', 'Main'),
  },
  {
    key: 'savings',
    title: 'A savings account',
    explanation: 'The destination of the transfer.',
    buildCall: buildAccountCall('savings', 'savings', 'Savings'),
  },
  {
    key: 'deposit',
    title: 'A deposit of 100.00 EUR',
    explanation:
      'Amounts are whole numbers of minor units: 10000 is 100.00 EUR. A request that is sent ' +
      'again with the same Idempotency-Key acts once.',
    buildCall: (created) => ({
      operation: 'createTransaction',
      method: 'POST',
      path: '/v1/transactions',
      body: {
        type: 'deposit',
        amount: 10_000,
        currency: 'EUR',
        destinationAccountId: resolveIds(created).main,
      },
      result: 'deposit',
      idempotencyKey: `deposit-${created.run ?? '1'}`,
    }),
  },
  {
    key: 'transfer',
    title: 'The transfer of 25.00 EUR',
    explanation:
      'A workflow carries out the transfer; its status is posted once it is booked. A 202 means ' +
      'that it is in progress: read it again, or wait for the event transaction.posted.',
    buildCall: (created) => ({
      operation: 'createTransaction',
      method: 'POST',
      path: '/v1/transactions',
      body: {
        type: 'transfer',
        amount: 2_500,
        currency: 'EUR',
        sourceAccountId: resolveIds(created).main,
        destinationAccountId: resolveIds(created).savings,
      },
      result: 'transfer',
      idempotencyKey: `transfer-${created.run ?? '1'}`,
    }),
  },
  {
    key: 'balance',
    title: 'The remaining balance',
    explanation: 'Available is 7500: 75.00 EUR.',
    buildCall: (created) => ({
      operation: 'getBalance',
      method: 'GET',
      path: `/v1/accounts/${resolveIds(created).main}/balance`,
      parameters: { accountId: resolveIds(created).main },
      result: 'balance',
    }),
  },
];
