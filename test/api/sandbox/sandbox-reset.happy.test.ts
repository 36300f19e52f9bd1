// A reset of the sandbox: no earlier object can be reached, the books keep all of them, and
// schedules and webhook endpoints are ended.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { hasModule, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import {
  authorisePayment,
  openWallet,
  scheduleTransfer,
  watchBalance,
} from '../../kit/bank/objects-of-each-kind.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(() => bank.close());

const LIST_PATHS = [
  '/v1/customers',
  '/v1/accounts',
  '/v1/transactions',
  '/v1/payments',
  '/v1/wallets',
  '/v1/transactions/scheduled',
  '/v1/batches',
  '/v1/events',
  ...(hasModule('webhooks') ? ['/v1/webhook-endpoints'] : []),
];

async function fillSandbox() {
  const { key, developerId } = await register(bank);
  const { customerId, accountIds } = await openAccounts(bank, key, [10_000, 0]);
  const [from = '', to = ''] = accountIds;
  await openWallet(bank, key, customerId);
  await watchBalance(bank, key, from);
  const scheduleId = await scheduleTransfer(bank, key, { from, to });
  const paymentId = await authorisePayment(bank, key, { from, to });
  const endpointId = hasModule('webhooks') ? await openEndpoint(key) : null;
  await bank.call('/v1/sandbox/clock?wait=30', { key, body: { advanceBy: 'PT1H' } });
  return { key, developerId, from, to, scheduleId, paymentId, endpointId };
}

async function openEndpoint(key: string): Promise<string> {
  const body = { url: 'https://example.com/hook', events: ['account.closed'] };
  const answer = await bank.call('/v1/webhook-endpoints', { key, body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const reset = (key: string) => bank.call('/v1/sandbox/reset', { key, body: { confirm: 'reset' } });

describe('a sandbox reset', () => {
  it('leaves an empty sandbox, with the same keys and the real time', async () => {
    const { key, from } = await fillSandbox();
    const resetAnswer = await reset(key);
    expect(resetAnswer.status).toBe(200);
    expect(resetAnswer.body).toMatchObject({ epoch: 1, canceledSchedules: 1 });
    if (hasModule('webhooks')) expect(resetAnswer.body.removedEndpoints).toBe(1);
    for (const listPath of LIST_PATHS) {
      expect([listPath, (await bank.call(listPath, { key })).body.data]).toEqual([listPath, []]);
    }
    expect((await bank.call(`/v1/accounts/${from}`, { key })).body.code).toBe('account_not_found');
    expect((await bank.call('/v1/sandbox/clock', { key })).body.offsetMs).toBe(0);
    expect((await bank.call('/v1/developer/keys', { key })).body.data).toHaveLength(1);
  });

  it('frees references and idempotency keys for reuse', async () => {
    const { key } = await register(bank);
    for (const epoch of [1, 2]) {
      const { accountIds } = await openAccounts(bank, key, [500, 0]);
      const [from = '', to = ''] = accountIds;
      const body = { ...transferOf(from, to, 100), reference: 'rent' };
      const headers = { 'idempotency-key': 'rent-1' };
      const sendAnswer = await bank.call('/v1/transactions?wait=10', { key, body, headers });
      expect([sendAnswer.status, sendAnswer.body.status]).toEqual([201, 'posted']);
      expect((await reset(key)).body.epoch).toBe(epoch);
    }
  });

  it('removes nothing from the books, and ends schedules and endpoints', async () => {
    const { key, developerId, from, scheduleId, endpointId } = await fillSandbox();
    const database = () => bank.bank.environments.sandbox.ledger.database.raw;
    const readFigures = () =>
      database()
        .prepare(
          `SELECT (SELECT count(*) FROM entries) AS entries, (SELECT count(*) FROM leaves) AS
           leaves, (SELECT posted FROM accounts WHERE id = ?) AS posted`,
        )
        .get(from);
    const figuresBefore = readFigures();
    await reset(key);
    expect(readFigures()).toEqual(figuresBefore);
    expect(figuresBefore).toMatchObject({ posted: 10_000 });
    const statusOf = database().prepare('SELECT status FROM schedules WHERE id = ?').pluck();
    expect(statusOf.get(scheduleId)).toBe('canceled');
    if (endpointId !== null) {
      const removed = database()
        .prepare('SELECT removed_at FROM webhook_endpoints WHERE id = ?')
        .pluck();
      expect(removed.get(endpointId)).toBeGreaterThan(0);
    }
    const { checks } = checkInvariants(database(), Date.now());
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
    const invariants = await bank.call('/v1/ops/invariants?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    expect(invariants.status).toBe(200);
    expect(developerId).toMatch(/^dev_/);
  });
});
