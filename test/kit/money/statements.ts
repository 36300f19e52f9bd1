// An account with movements for a statement, made through the API.

import { expect, vi } from 'vitest';
import type { TestBank } from '../bank/bank.ts';

export interface AccountHistory {
  readonly accountId: string;
  readonly otherId: string;
}

/** A text with characters that are dangerous in XML, in spreadsheets and for fonts. */
export const HOSTILE_TEXT = '=cmd|"/c calc"!A1 <b>&amp;]]>\r\n🏦 Ωő';

/** The holder of the other account, and the name that this holder has given the account. */
export const OTHER_HOLDER = '+Grace Hopper';
export const OTHER_LABEL = 'For the divorce';

/** Resolves once a transaction is booked, also on a busy machine. */
export async function waitUntilPosted(bank: TestBank, key: string, id: string): Promise<void> {
  const isPosted = async () => {
    const { body } = await bank.call(`/v1/transactions/${id}`, { key });
    expect([id, body.status]).toEqual([id, 'posted']);
  };
  await vi.waitFor(isPosted, { timeout: 40_000, interval: 100 });
}

/**
 * Makes a deposit of 100.00 EUR, a transfer of 25.50 with a hostile memo, a cash withdrawal of
 * 10.00, and a reversal of 5.50 of the transfer.
 */
export async function makeAccountHistory(bank: TestBank, key: string): Promise<AccountHistory> {
  const create = async (path: string, body: object) =>
    (await bank.call(path, { key, body })).body.id;
  const customerId = await create('/v1/customers', {
    type: 'individual',
    name: 'Ada & "Lovelace"',
  });
  const account = { customerId, type: 'checking', currency: 'EUR' };
  const accountId = await create('/v1/accounts', { ...account, name: 'Main <1>' });
  const other = await create('/v1/customers', { type: 'individual', name: OTHER_HOLDER });
  const otherAccount = { ...account, customerId: other, name: OTHER_LABEL };
  const otherId = await create('/v1/accounts', otherAccount);
  const order = (body: object) => create('/v1/transactions?wait=10', { currency: 'EUR', ...body });
  const money = async (body: object) => {
    const id = await order(body);
    await waitUntilPosted(bank, key, id);
    return id;
  };
  const salaryId = await order({
    type: 'deposit',
    amount: 10_000,
    destinationAccountId: accountId,
    externalParty: { name: '@Employer', accountNumber: 'DE00 1', method: 'ach' },
    reference: 'salary-11',
  });
  const settle = { transactionId: salaryId };
  await vi.waitFor(
    async () => {
      const { status } = await bank.call('/v1/sandbox/simulations/rail-settle', {
        key,
        body: settle,
      });
      expect(status).toBe(200);
    },
    { timeout: 40_000, interval: 100 },
  );
  await waitUntilPosted(bank, key, salaryId);
  const transferId = await money({
    type: 'transfer',
    amount: 2_550,
    sourceAccountId: accountId,
    destinationAccountId: otherId,
    description: HOSTILE_TEXT,
    reference: 'R'.repeat(36),
  });
  await money({
    type: 'withdrawal',
    amount: 1_000,
    sourceAccountId: accountId,
    externalParty: { name: 'Machine', method: 'cash' },
  });
  const reversalBody = { amount: 550, reason: 'Back' };
  const reversalId = await create(`/v1/transactions/${transferId}/reverse?wait=10`, reversalBody);
  await waitUntilPosted(bank, key, reversalId);
  return { accountId, otherId };
}

/** Query of a period that contains the whole test. */
export const SINCE_2020 = 'from=2020-01-01';
