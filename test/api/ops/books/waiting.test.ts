// The books are correct while objects wait: the checks pass with transactions and payments in every
// non-final state, and with one of each other waiting object.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '../../../../db/invariants.ts';
import { isFinal, TRANSACTION_STATUSES } from '../../../../ledger/transaction.ts';
import { hasModule, openAccounts } from '../../../kit/bank/bank.ts';
import {
  acceptWaitingExecution,
  lockQuote,
  makeForSubjects,
  scheduleTransfer,
} from '../../../kit/bank/belongings.ts';
import { transferOf } from '../../../kit/bank/checked-bank.ts';
import {
  hasEveryQueue,
  openWorkedBank,
  type WorkedBank,
} from '../../../kit/console/worked-bank.ts';
import { enrol } from '../../../kit/people/mfa.ts';

let worked: WorkedBank;
beforeAll(async () => {
  worked = await openWorkedBank();
}, 120_000);
afterAll(() => worked.bank.close());

const call = async (path: string, body?: object, method?: string) => {
  const { key, bank } = worked;
  const answer = await bank.call(path, {
    key,
    ...(body ? { body } : {}),
    ...(method ? { method } : {}),
  });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

function violations() {
  const { raw } = worked.bank.bank.environments.sandbox.ledger.database;
  return checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0);
}

const PARTY = { name: 'Grace Hopper', method: 'ach' };
/** An account number that waits for a simulation. */
const WAITS = { ...PARTY, accountNumber: '000999999999' };

/** A waiting transaction or payment for each waiting state, by the name of the state. */
async function waysToWait() {
  const { bank, key } = worked;
  const { accountIds } = await openAccounts(bank, key, [500_000, 0, 500_000, 0]);
  const [from = '', to = '', limitedAccountId = '', suspectAccountId = ''] = accountIds;
  await call(
    `/v1/accounts/${limitedAccountId}/limits`,
    { currency: 'EUR', requireApprovalAbove: 1_000 },
    'PUT',
  );
  await bank.call('/v1/transactions?wait=10', {
    key,
    body: transferOf(from, suspectAccountId, 90_000),
  });
  const hit = { accountId: suspectAccountId, decision: 'block_and_review' };
  const answer = await enrol(bank, key);
  const sides = (source: string) => ({
    amount: 2_000,
    currency: 'EUR',
    sourceAccountId: source,
    destinationAccountId: to,
  });
  const withdrawalTo = (externalParty: object, fields: object = {}) => {
    const { destinationAccountId: _, ...rest } = sides(from);
    return { ...rest, externalParty, ...fields };
  };
  const suspected = async (body: object) => {
    await call('/v1/sandbox/simulations/fraud-hit', hit);
    return { ...body, sourceAccountId: suspectAccountId };
  };
  return {
    'requires_confirmation/authorize_limits': () => sides(answer.from),
    'pending_approval/place_hold': () => sides(limitedAccountId),
    'pending_review/place_hold': () => suspected(sides(suspectAccountId)),
    'requires_confirmation/authorize_limits by a network': () =>
      withdrawalTo(WAITS, { sourceAccountId: answer.from }),
    'pending_approval/place_hold by a network': () =>
      withdrawalTo(WAITS, { sourceAccountId: limitedAccountId }),
    'pending_approval/place_hold by a network with a hold': () =>
      withdrawalTo(WAITS, { sourceAccountId: limitedAccountId, capture: 'manual' }),
    'pending_review/place_hold by a network': () => suspected(withdrawalTo(WAITS)),
    'pending_review/place_hold by a network with a hold': () =>
      suspected(withdrawalTo(WAITS, { capture: 'manual' })),
    'pending/place_hold': () => ({ ...sides(from), capture: 'manual' }),
    'pending/submitted': () => withdrawalTo(WAITS),
    'pending/place_hold by a network': () => withdrawalTo(WAITS, { capture: 'manual' }),
  };
}

test.runIf(hasEveryQueue && hasModule('access'))(
  'the checks pass with a transaction and a payment in every non-final state',
  async () => {
    for (const [state, makeBody] of Object.entries(await waysToWait())) {
      for (const path of ['/v1/transactions', '/v1/payments']) {
        const body = await makeBody();
        const type = 'externalParty' in body ? 'withdrawal' : 'transfer';
        const typed = path === '/v1/payments' ? body : { type, ...body };
        const created = await call(`${path}?wait=10`, typed);
        const id = created.transactionId ?? created.id;
        const readState = async () => {
          const { status, stage } = await call(`/v1/transactions/${id}`);
          return `${status}/${stage}`;
        };
        const [part] = state.split(' by ');
        await expect.poll(readState, { timeout: 20_000 }).toBe(part);
        expect([state, path, violations()]).toEqual([state, path, []]);
      }
    }
    const [firstAccountId = '', secondAccountId = ''] = worked.accountIds;
    const soonText = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const dated = { ...transferOf(firstAccountId, secondAccountId, 10), effectiveDate: soonText };
    expect((await call('/v1/transactions?wait=10', dated)).status).toBe('pending');
    const waitingRows = worked.bank.bank.environments.sandbox.ledger.database.raw
      .prepare<[], string>('SELECT DISTINCT status FROM transactions')
      .pluck()
      .all();
    const openStatuses = TRANSACTION_STATUSES.filter((status) => !isFinal(status));
    expect(openStatuses.filter((status) => !waitingRows.includes(status))).toEqual([]);
    expect(violations()).toEqual([]);
  },
  120_000,
);

test.runIf(hasEveryQueue)('the checks pass with one of each other waiting object', async () => {
  const { bank, key, developerId, accountIds, customerId, items } = worked;
  const [from = '', to = ''] = accountIds;
  // Work for operators: every queue has an item.
  expect(Object.keys(items).length).toBeGreaterThan(5);
  await lockQuote(bank, key);
  await scheduleTransfer(bank, key, { from, to });
  await makeForSubjects(bank, { key, developerId }, customerId);
  if (hasModule('contracts')) await acceptWaitingExecution(bank, developerId);
  const message = `Send 5 EUR from ${from} to ${to}`;
  const instruction = { customerId, message };
  if (hasModule('language')) await call('/v1/transactions/ai-intent', instruction);
  const heldBody = { ...transferOf(from, to, 5), capture: 'manual' };
  const batch = { mode: 'best_effort', items: [{ ...transferOf(from, to, 5), reference: 'one' }] };
  await call('/v1/transactions?wait=10', heldBody);
  await call('/v1/transactions/batch', batch);
  expect(violations()).toEqual([]);
});

test.runIf(hasEveryQueue)(
  'the checks pass while items of batches and occurrences of schedules wait',
  async () => {
    const { bank, key } = worked;
    const { accountIds } = await openAccounts(bank, key, [500_000, 0, 500_000]);
    const [from = '', to = '', limitedAccountId = ''] = accountIds;
    const limits = { currency: 'EUR', requireApprovalAbove: 1_000 };
    await call(`/v1/accounts/${limitedAccountId}/limits`, limits, 'PUT');
    const withdrawal = {
      amount: 2_000,
      currency: 'EUR',
      sourceAccountId: from,
      externalParty: WAITS,
    };
    const items = [
      { ...withdrawal, type: 'withdrawal', reference: 'by a network' },
      { ...transferOf(limitedAccountId, to, 2_000), reference: 'approval' },
      { ...transferOf(to, from, 90_000), reference: 'without funds' },
    ];
    await call('/v1/transactions/batch?wait=10', { mode: 'best_effort', items });
    expect(violations()).toEqual([]);

    const { now } = await call('/v1/sandbox/clock');
    const [startDate, noon] = [1, 1.5].map((days) => new Date(Date.parse(now) + days * 86_400_000));
    const daily = {
      timezone: 'UTC',
      startDate: startDate?.toISOString().slice(0, 10),
      recurrence: { frequency: 'daily' },
    };
    const { type: _, ...inside } = transferOf(from, to, 2_000);
    const plans = [
      { ...inside, sourceAccountId: limitedAccountId },
      { ...inside, sourceAccountId: to, destinationAccountId: from, amount: 90_000 },
      withdrawal,
      { ...withdrawal, sourceAccountId: limitedAccountId },
      inside,
    ];
    const ids: string[] = [];
    for (const plan of plans) {
      ids.push((await call('/v1/transactions/scheduled', { ...daily, ...plan })).id);
    }
    await call(`/v1/scheduled/${ids.at(-1)}/pause`, { reason: 'It waits.' });
    expect(violations()).toEqual([]);
    await call('/v1/sandbox/clock', { advanceTo: noon?.toISOString() });
    const lastStatuses = async () => {
      const firstOccurrences = await Promise.all(
        ids.map((id) => call(`/v1/scheduled/${id}/occurrences`)),
      );
      return firstOccurrences.map(({ data }) => data.at(-1)?.status);
    };
    const waitingStatuses = ['processing', 'retrying', 'processing', 'processing', 'scheduled'];
    await expect.poll(lastStatuses, { timeout: 20_000 }).toEqual(waitingStatuses);
    expect(violations()).toEqual([]);
  },
  120_000,
);
