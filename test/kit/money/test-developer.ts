// A developer for a test, made through the API, with two accounts and a sandbox clock of its own.

import { expect } from 'vitest';
import { DAY_MS } from '../../../ledger/durations.ts';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../bank/bank.ts';
import type { CheckedBank } from '../bank/checked-bank.ts';

/** Sends a request; without a body it is a GET. */
export type PostJson = (
  path: string,
  body?: unknown,
  requestOptions?: { readonly method?: string; readonly headers?: Record<string, string> },
) => Promise<Answer>;

export type TestDeveloper = Awaited<ReturnType<typeof openTestDeveloper>>;

/** Registers a developer with two EUR accounts, the first with `funds` minor units. */
export async function openTestDeveloper(bank: CheckedBank, funds = 100_000) {
  const { key, developerId } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [funds, 0]);
  const [from = '', to = ''] = accountIds;
  const call: PostJson = (path, body, requestOptions = {}) =>
    bank.call(path, { key, ...requestOptions, ...(body === undefined ? {} : { body }) });
  const clock = await call('/v1/sandbox/clock');
  const dateAfter = (days: number) =>
    new Date(Date.parse(clock.body.now) + days * DAY_MS).toISOString().slice(0, 10);
  const makeTerms = (fields: object) => ({
    sourceAccountId: from,
    destinationAccountId: to,
    amount: 1_000,
    currency: 'EUR',
    timezone: 'UTC',
    startDate: dateAfter(1),
    ...fields,
  });
  const create = (fields: object = {}, headers = {}) =>
    call('/v1/transactions/scheduled', makeTerms(fields), { headers });
  const expectStatus = async (answer: Promise<Answer>, status: number) => {
    const { status: actualStatus, body } = await answer;
    expect(actualStatus, JSON.stringify(body)).toBe(status);
    return body;
  };
  return {
    key,
    developerId,
    from,
    to,
    call,
    dateAfter,
    makeTerms,
    create,
    schedule: (fields: object = {}) => expectStatus(create(fields), 201),
    change: (id: string, body: object, headers: Record<string, string> = {}) =>
      call(`/v1/scheduled/${id}`, body, { method: 'PATCH', headers }),
    act: (id: string, name: string, headers: Record<string, string> = {}) =>
      call(`/v1/scheduled/${id}/${name}`, {}, { headers }),
    read: async (id: string) => (await call(`/v1/scheduled/${id}`)).body,
    /** Oldest first. */
    listOccurrences: async (id: string) =>
      (await call(`/v1/scheduled/${id}/occurrences?limit=100`)).body.data.reverse(),
    /** Oldest first. */
    listTransfers: async (id: string) =>
      (await call(`/v1/transactions?scheduleId=${id}&limit=100`)).body.data.reverse(),
    /** Moves the developer's clock and waits until everything due is done. */
    advance: (advanceBy: string) =>
      expectStatus(call('/v1/sandbox/clock?wait=30', { advanceBy }), 200),
    readPosted: async (account: string) =>
      (await call(`/v1/accounts/${account}/balance`)).body.posted,
    deposit: (amount: number, destinationAccountId = from) =>
      expectStatus(
        call('/v1/transactions?wait=10', {
          type: 'deposit',
          amount,
          currency: 'EUR',
          destinationAccountId,
        }),
        201,
      ),
    /** Reads the types of the events about schedules and their occurrences, oldest first. */
    readEventTypes: async () =>
      (await call('/v1/events?limit=100')).body.data
        .map((event: { type: string }) => event.type)
        .filter((type: string) => type.startsWith('schedule.')),
    decide: (transactionId: string, decision: 'granted' | 'denied') =>
      bank.call(`/v1/ops/approvals/${transactionId}/decision`, {
        key: OPERATOR_KEY,
        body: { environment: 'sandbox', decision, reason: 'Called them.' },
      }),
  };
}

/** Returns the statuses of occurrences or transfers, in order. */
export const statusesOf = (rows: readonly { readonly status: string }[]): string[] =>
  rows.map(({ status }) => status);
