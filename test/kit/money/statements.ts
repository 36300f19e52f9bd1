// An account with a life to state, made through the front door.

import type { TestBank } from '../bank/bank.ts';

export interface Life {
  readonly accountId: string;
  readonly otherId: string;
}

/** A text that is hostile to XML, to spreadsheets and to fonts at once. */
export const HOSTILE = '=cmd|"/c calc"!A1 <b>&amp;]]>\r\n🏦 Ωő';

/** Who has the other account, and what only they call it. */
export const OTHER_HOLDER = '+Grace Hopper';
export const OTHER_LABEL = 'For the divorce';

/**
 * A deposit of 100.00, a transfer of 25.50 with a hostile memo, a withdrawal in cash of 10.00, and
 * 5.50 of the transfer taken back: 64.50 − … in EUR.
 */
export async function liveIn(bank: TestBank, key: string): Promise<Life> {
  const create = async (path: string, body: object) =>
    (await bank.call(path, { key, body })).body.id;
  const customerId = await create('/v1/customers', {
    type: 'individual',
    name: 'Ada & "Lovelace"',
  });
  const account = { customerId, type: 'checking', currency: 'EUR' };
  const accountId = await create('/v1/accounts', { ...account, name: 'Main <1>' });
  const other = await create('/v1/customers', { type: 'individual', name: OTHER_HOLDER });
  const theirs = { ...account, customerId: other, name: OTHER_LABEL };
  const otherId = await create('/v1/accounts', theirs);
  const money = (body: object) => create('/v1/transactions?wait=10', { currency: 'EUR', ...body });
  const salaryId = await money({
    type: 'deposit',
    amount: 10_000,
    destinationAccountId: accountId,
    externalParty: { name: '@Employer', accountNumber: 'DE00 1', method: 'ach' },
    reference: 'salary-11',
  });
  await create('/v1/sandbox/simulations/rail-settle', { transactionId: salaryId });
  const transferId = await money({
    type: 'transfer',
    amount: 2_550,
    sourceAccountId: accountId,
    destinationAccountId: otherId,
    description: HOSTILE,
    reference: 'R'.repeat(36),
  });
  await money({
    type: 'withdrawal',
    amount: 1_000,
    sourceAccountId: accountId,
    externalParty: { name: 'Machine', method: 'cash' },
  });
  await create(`/v1/transactions/${transferId}/reverse?wait=10`, { amount: 550, reason: 'Back' });
  return { accountId, otherId };
}

/** From before everything in a test up to now. */
export const SINCE = 'from=2020-01-01';
