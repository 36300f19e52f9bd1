// The books are correct while objects wait: the checks pass with transactions and payments in every
// non-final state, and with one of each other waiting object.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '../../../../db/invariants.ts';
import { isFinal, TRANSACTION_STATUSES } from '../../../../ledger/transaction.ts';
import { hasModule, openAccounts } from '../../../kit/bank/bank.ts';
import { transferOf } from '../../../kit/bank/checked-bank.ts';
import {
  acceptWaitingExecution,
  lockQuote,
  makeForSubjects,
  scheduleTransfer,
} from '../../../kit/bank/objects-of-each-kind.ts';
import {
  hasEveryQueue,
  openWorkedBank,
  type WorkedBank,
} from '../../../kit/console/worked-bank.ts';
import { enrol } from '../../../kit/people/mfa.ts';

let workedBank: WorkedBank;
beforeAll(async () => {
  workedBank = await openWorkedBank();
}, 120_000);
afterAll(() => workedBank.bank.close());

const call = async (path: string, body?: object, method?: string) => {
  const { key, bank } = workedBank;
  const answer = await bank.call(path, {
    key,
    ...(body ? { body } : {}),
    ...(method ? { method } : {}),
  });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

function violations() {
  const { raw } = workedBank.bank.bank.environments.sandbox.ledger.database;
  return checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0);
}

const PARTY = { name: 'Grace Hopper', method: 'ach' };
/** A party whose account number makes a payment wait for a simulation. */
const WAITING_PARTY = { ...PARTY, accountNumber: '000999999999' };

/** Returns a body that leads to each waiting state, by the name of the state. */
async function makeWaitingBodies() {
  const { bank, key } = workedBank;
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
  const simulation = { accountId: suspectAccountId, decision: 'block_and_review' };
  const enrolled = await enrol(bank, key);
  const sides = (source: string) => ({
    amount: 2_000,
    currency: 'EUR',
    sourceAccountId: source,
    destinationAccountId: to,
  });
  const withdrawalTo = (externalParty: object, fields: object = {}) => {
    const { destinationAccountId: _, ...payerSides } = sides(from);
    return { ...payerSides, externalParty, ...fields };
  };
  const makeSuspected = async (body: object) => {
    await call('/v1/sandbox/simulations/fraud-hit', simulation);
    return { ...body, sourceAccountId: suspectAccountId };
  };
  return {
    'requires_confirmation/authorize_limits': () => sides(enrolled.from),
    'pending_approval/place_hold': () => sides(limitedAccountId),
    'pending_review/place_hold': () => makeSuspected(sides(suspectAccountId)),
    'requires_confirmation/authorize_limits by a network': () =>
      withdrawalTo(WAITING_PARTY, { sourceAccountId: enrolled.from }),
    'pending_approval/place_hold by a network': () =>
      withdrawalTo(WAITING_PARTY, { sourceAccountId: limitedAccountId }),
    'pending_approval/place_hold by a network with a hold': () =>
      withdrawalTo(WAITING_PARTY, { sourceAccountId: limitedAccountId, capture: 'manual' }),
    'pending_review/place_hold by a network': () => makeSuspected(withdrawalTo(WAITING_PARTY)),
    'pending_review/place_hold by a network with a hold': () =>
      makeSuspected(withdrawalTo(WAITING_PARTY, { capture: 'manual' })),
    'pending/place_hold': () => ({ ...sides(from), capture: 'manual' }),
    'pending/submitted': () => withdrawalTo(WAITING_PARTY),
    'pending/place_hold by a network': () => withdrawalTo(WAITING_PARTY, { capture: 'manual' }),
  };
}

test.runIf(hasEveryQueue && hasModule('access'))(
  'the checks pass with a transaction and a payment in every non-final state',
  async () => {
    for (const [state, makeBody] of Object.entries(await makeWaitingBodies())) {
      for (const path of ['/v1/transactions', '/v1/payments']) {
        const body = await makeBody();
        const type = 'externalParty' in body ? 'withdrawal' : 'transfer';
        const typedBody = path === '/v1/payments' ? body : { type, ...body };
        const waitingObject = await call(`${path}?wait=10`, typedBody);
        const id = waitingObject.transactionId ?? waitingObject.id;
        const readState = async () => {
          const { status, stage } = await call(`/v1/transactions/${id}`);
          return `${status}/${stage}`;
        };
        const [expectedState] = state.split(' by ');
        await expect.poll(readState, { timeout: 20_000 }).toBe(expectedState);
        expect([state, path, violations()]).toEqual([state, path, []]);
      }
    }
    const [firstAccountId = '', secondAccountId = ''] = workedBank.accountIds;
    const soonDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const datedTransfer = {
      ...transferOf(firstAccountId, secondAccountId, 10),
      effectiveDate: soonDate,
    };
    expect((await call('/v1/transactions?wait=10', datedTransfer)).status).toBe('pending');
    const storedStatuses = workedBank.bank.bank.environments.sandbox.ledger.database.raw
      .prepare<[], string>('SELECT DISTINCT status FROM transactions')
      .pluck()
      .all();
    const openStatuses = TRANSACTION_STATUSES.filter((status) => !isFinal(status));
    expect(openStatuses.filter((status) => !storedStatuses.includes(status))).toEqual([]);
    expect(violations()).toEqual([]);
  },
  120_000,
);

test.runIf(hasEveryQueue)('the checks pass with one of each other waiting object', async () => {
  const { bank, key, developerId, accountIds, customerId, items } = workedBank;
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
    const { bank, key } = workedBank;
    const { accountIds } = await openAccounts(bank, key, [500_000, 0, 500_000]);
    const [from = '', to = '', limitedAccountId = ''] = accountIds;
    const limits = { currency: 'EUR', requireApprovalAbove: 1_000 };
    await call(`/v1/accounts/${limitedAccountId}/limits`, limits, 'PUT');
    const withdrawal = {
      amount: 2_000,
      currency: 'EUR',
      sourceAccountId: from,
      externalParty: WAITING_PARTY,
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
    const dailySchedule = {
      timezone: 'UTC',
      startDate: startDate?.toISOString().slice(0, 10),
      recurrence: { frequency: 'daily' },
    };
    const { type: _, ...transferTerms } = transferOf(from, to, 2_000);
    const plans = [
      { ...transferTerms, sourceAccountId: limitedAccountId },
      { ...transferTerms, sourceAccountId: to, destinationAccountId: from, amount: 90_000 },
      withdrawal,
      { ...withdrawal, sourceAccountId: limitedAccountId },
      transferTerms,
    ];
    const ids: string[] = [];
    for (const plan of plans) {
      ids.push((await call('/v1/transactions/scheduled', { ...dailySchedule, ...plan })).id);
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
