// A bank with an item in every queue of operators, and with names and texts that a careless page
// would execute as markup or code.

import { hasModules, openAccounts, register } from '../bank/bank.ts';
import type { CheckedBank } from '../bank/checked-bank.ts';
import { openCheckedBank, transferOf } from '../bank/checked-bank.ts';
import { exchangeConfig } from '../money/rates.ts';
import { applicationOf, BORDERLINE } from '../people/credit.ts';
import { APPROVABLE_KYC, KYC_PATH } from '../people/kyc.ts';

/** Markup that runs when a page treats a text as markup. */
export const HOSTILE_TEXT = `<img src=x onerror="window.foreign=1"><script>window.foreign=1</script>`;

export interface WorkedBank {
  readonly bank: CheckedBank;
  readonly key: string;
  readonly developerId: string;
  readonly customerId: string;
  readonly accountIds: readonly string[];
  /** A payment with a hostile text. */
  readonly transactionId: string;
  /** An item of each queue, by queue. */
  readonly items: Readonly<Record<string, string>>;
}

/** True when the banks of the run have every queue. */
export const hasEveryQueue = hasModules('risk', 'kyc', 'aml', 'credit');

/** Opens a bank with an item in every queue; it needs all modules that have one. */
export async function openWorkedBank(): Promise<WorkedBank> {
  const bank = await openCheckedBank({
    exchange: exchangeConfig(),
    webhookAllow: ['127.0.0.0/8'],
  });
  const { key, developerId } = await register(bank);
  const call = async (path: string, body: object) => {
    const answer = await bank.call(path, { key, body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { customerId, accountIds } = await openAccounts(bank, key, [50_000, 50_000, 50_000]);
  const [first = '', second = '', third = ''] = accountIds;
  await bank.call(`/v1/customers/${customerId}`, {
    method: 'PATCH',
    key,
    body: { metadata: { note: HOSTILE_TEXT } },
  });
  const hostile = await call('/v1/customers', { type: 'individual', name: `Eve ${HOSTILE_TEXT}` });
  const payment = await call('/v1/transactions?wait=10', {
    ...transferOf(first, second, 1_234),
    description: HOSTILE_TEXT,
  });
  for (const [account, decision] of [
    [first, 'block_and_review'],
    [second, 'review'],
  ]) {
    await call('/v1/sandbox/simulations/fraud-hit', { accountId: account, decision });
    const order = { ...transferOf(account ?? '', third, 900), description: HOSTILE_TEXT };
    await call('/v1/transactions?wait=10', order);
  }
  const anna = await call('/v1/customers', { type: 'individual', name: 'Review Lovelace' });
  await call(`${KYC_PATH}?wait=10`, { customerId: anna.id, ...APPROVABLE_KYC });
  await call('/v1/customers', { type: 'individual', name: 'Baltasar Quostrov' });
  await launder(call, await openAccounts(bank, key, [0]));
  await call('/v1/ai/credit-assessment', applicationOf(customerId, BORDERLINE));
  const work = await bank.call('/v1/ops/work?environment=sandbox&limit=100', {
    key: OPERATOR,
  });
  const items = Object.fromEntries(
    work.body.data.map(({ queue, id }: { queue: string; id: string }) => [queue, id]),
  );
  const { id: transactionId } = payment;
  return { bank, key, developerId, customerId: hostile.id, accountIds, transactionId, items };
}

const OPERATOR = 'op_test_operator_key_0123456789';

type PostJson = (path: string, body: object) => Promise<{ id: string }>;

/** Ten unknown payers pay in and the sum leaves at once, which raises an alert with its case. */
export async function launder(
  call: PostJson,
  { accountIds }: { readonly accountIds: readonly string[] },
): Promise<void> {
  const [accountId = ''] = accountIds;
  const order = { currency: 'EUR' };
  for (const letter of 'ABCDEFGHIJ') {
    await call('/v1/transactions?wait=10', {
      ...order,
      type: 'deposit',
      amount: 60_000,
      destinationAccountId: accountId,
      externalParty: { name: `Payer Number ${letter}` },
    });
  }
  const { id: transactionId } = await call('/v1/transactions?wait=10', {
    ...order,
    type: 'withdrawal',
    amount: 590_000,
    sourceAccountId: accountId,
    externalParty: { name: 'Far Away' },
  });
  // The payment is held on the first day of an account, so an operator releases it.
  const released = { transactionId, decision: 'approved' };
  await call('/v1/sandbox/simulations/review-decision', released);
  await call('/v1/ai/aml-monitor', { scope: { accountId }, createAlerts: true });
}
