// Stale sanctions lists in production: payments are held, an assessment names the lists, and two
// operators can accept a list until a given day. The age of the lists is shown. The sandbox uses
// stale lists.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { hasModule, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, claimLiveKey, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { APPROVABLE_KYC, KYC_PATH, PASSPORT, withImage } from '../../kit/people/kyc.ts';
import { claimSecondOperatorKey } from '../../kit/people/operators.ts';
import { writeShortList } from '../../kit/people/sanctions.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-lists-'));
let bank: CheckedBank;
let key: string;
let developerId: string;
let liveKey: string;

beforeAll(async () => {
  const lists = writeShortList(folder);
  bank = await openCheckedBank({ screening: { ...readConfig({}).screening, lists } });
  ({ key, developerId } = await register(bank));
  liveKey = await claimLiveKey(bank, key);
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a verified customer of production with an active account. Returns the account's id. */
async function openLiveAccount(): Promise<string> {
  await bank.call(`/v1/ops/developers/${developerId}/settlement`, {
    key: OPERATOR_KEY,
    method: 'PUT',
    body: { currency: 'EUR', prefunded: 0, cap: 1_000, reason: 'Agreed on' },
  });
  const customer = await bank.call('/v1/customers', {
    key: liveKey,
    body: { type: 'individual', name: 'Ada Lovelace' },
  });
  await bank.call(`/v1/ops/customers/${customer.body.id}/kyc-decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'production', decision: 'verified', reason: 'Passport seen' },
  });
  const account = await bank.call('/v1/accounts', {
    key: liveKey,
    body: { customerId: customer.body.id, type: 'checking', currency: 'EUR', name: 'Main' },
  });
  return account.body.id;
}

const deposit = (to: string, callerKey: string) =>
  bank.call('/v1/transactions?wait=10', {
    key: callerKey,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      type: 'deposit',
      amount: 100,
      currency: 'EUR',
      destinationAccountId: to,
      externalParty: { name: 'Grace Hopper' },
    },
  });
const findSanctionsRule = async (decisionId: string, callerKey: string) => {
  const { body } = await bank.call(`/v1/ai/risk-decisions/${decisionId}`, { key: callerKey });
  return body.rules.find((rule: { ruleId: string }) => rule.ruleId === 'sanctions_hit');
};

test.runIf(hasModule('risk'))(
  'a production payment is held when the lists for its party are stale',
  async () => {
    const { body } = await deposit(await openLiveAccount(), liveKey);
    expect(body).toMatchObject({
      status: 'pending_review',
      risk: { decision: 'block_and_review' },
    });
    const reason = {
      code: 'screening_stale',
      message: 'The sanctions lists are too old to rely on; test_list as of 2026-01-01',
      weight: 0,
    };
    expect(body.risk.reasons).toEqual([reason]);
    expect(await findSanctionsRule(body.risk.decisionId, liveKey)).toMatchObject({
      outcome: 'not_run',
      why: 'screening_stale',
      stale: [{ list: 'test_list', listAsOf: '2026-01-01' }],
    });
    const eventsPath = `/v1/events?type=transaction.pending_review`;
    const { body: events } = await bank.call(eventsPath, { key: liveKey });
    expect(events.data[0].data.object.risk.reasons).toEqual([reason]);
    const reviews = await bank.call('/v1/ops/reviews?environment=production', {
      key: OPERATOR_KEY,
    });
    const review = reviews.body.data.find(
      (item: { transactionId: string }) => item.transactionId === body.id,
    );
    expect(review.risk.reasons).toEqual([reason]);
    const work = await bank.call('/v1/ops/work?environment=production', { key: OPERATOR_KEY });
    const item = work.body.data.find(({ id }: { id: string }) => id === review.id);
    expect(item.reasons).toEqual(['screening_stale']);
    const requestBody = { transactionId: body.id };
    const { body: score } = await bank.call('/v1/ai/risk-score', {
      key: liveKey,
      body: requestBody,
    });
    expect(score.suspicions).toMatchObject([
      {
        code: 'screening_stale',
        figures: [{ name: 'test_list_as_of', observed: '2026-01-01' }],
        transactionIds: [body.id],
      },
    ]);
  },
);

test.runIf(hasModule('risk'))(
  'the sandbox books the same payment, and the list is marked as stale',
  async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const { body } = await deposit(accountIds[0] ?? '', key);
    expect(body.status).toBe('posted');
    // An answer names the rules that hit or could not be applied.
    expect(await findSanctionsRule(body.risk.decisionId, key)).toBeUndefined();
    const { body: listAges } = await bank.call('/v1/screening/lists', { key });
    expect(listAges.lists).toMatchObject([{ asOf: '2026-01-01', retrievedAt: null, stale: true }]);
  },
);

test.runIf(hasModule('kyc'))('a production assessment names the stale lists', async () => {
  const customer = { type: 'individual', name: 'Grace Hopper' };
  const { body } = await bank.call('/v1/customers', { key: liveKey, body: customer });
  const documents = [await withImage(bank, liveKey, PASSPORT)];
  const assessmentAnswer = await bank.call(`${KYC_PATH}?wait=10`, {
    key: liveKey,
    body: { customerId: body.id, level: 'standard', ...APPROVABLE_KYC, documents },
  });
  expect(assessmentAnswer.body.stage).toBe('manual_review');
  expect(assessmentAnswer.body.reviewReasons).toContain('sanctions_lists_stale');
  const check = assessmentAnswer.body.checks.find(
    (check: { name: string }) => check.name === 'sanctions',
  );
  expect(check).toMatchObject({
    result: 'not_run',
    detail: 'The lists are too old to rely on: test_list as of 2026-01-01.',
  });
});

test('the metrics state the age of each list', async () => {
  const response = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
  const agePattern = /^kontor_screening_list_age_seconds\{list="test_list"\} (\d+)/m;
  const age = Number(agePattern.exec(await response.text())?.[1]);
  const expectedAge = (Date.now() - Date.parse('2026-01-01')) / 1000;
  expect(Math.abs(age - expectedAge)).toBeLessThan(120);
});

test.runIf(hasModule('risk'))(
  'two operators can accept a stale list until a given day, and decisions name that day',
  async () => {
    const secondOperatorKey = await claimSecondOperatorKey(bank);
    const account = await openLiveAccount();
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const relyOnList = (operatorKey: string, overrides: object = {}) =>
      bank.call('/v1/ops/relied-lists', {
        key: operatorKey,
        body: {
          environment: 'production',
          list: 'test_list',
          until,
          reason: 'The publisher is down',
          ...overrides,
        },
      });
    const tooFarAnswer = await relyOnList(OPERATOR_KEY, {
      until: new Date(Date.now() + 90 * 86_400_000).toISOString(),
    });
    expect([tooFarAnswer.status, tooFarAnswer.body.errors[0].pointer]).toEqual([422, '/until']);
    expect((await relyOnList(OPERATOR_KEY, { list: 'no_list' })).status).toBe(409);
    expect((await relyOnList(OPERATOR_KEY)).status).toBe(202);
    expect((await relyOnList(OPERATOR_KEY)).status).toBe(409);
    expect((await deposit(account, liveKey)).body.status).toBe('pending_review');
    const agreementAnswer = await relyOnList(secondOperatorKey);
    expect(agreementAnswer.body).toMatchObject({
      object: 'relied_list',
      list: 'test_list',
      listAsOf: '2026-01-01',
      until,
      status: 'in_force',
    });
    const { body } = await deposit(account, liveKey);
    expect(body.status).toBe('posted');
    expect(body.risk.reasons).toContainEqual({
      code: 'screening_stale',
      message: `The sanctions lists are too old to rely on; test_list as of 2026-01-01, relied on until ${until}`,
      weight: 0,
    });
    expect(await findSanctionsRule(body.risk.decisionId, liveKey)).toMatchObject({
      outcome: 'no_hit',
      why: 'screening_stale',
      stale: [{ list: 'test_list', listAsOf: '2026-01-01', reliedUntil: until }],
    });
    const audit = await bank.call('/v1/ops/audit?objectId=list/production/test_list', {
      key: OPERATOR_KEY,
    });
    const actions = audit.body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['approval.requested', 'approval.granted']));
    const path = `/v1/ops/relied-lists/${agreementAnswer.body.id}/withdraw`;
    const withdrawalBody = { environment: 'production', reason: 'The new file is here' };
    const endingAnswer = await bank.call(path, { key: OPERATOR_KEY, body: withdrawalBody });
    expect(endingAnswer.body).toMatchObject({ status: 'withdrawn' });
    expect((await deposit(account, liveKey)).body.status).toBe('pending_review');
    const listAnswer = await bank.call('/v1/ops/relied-lists?environment=production', {
      key: OPERATOR_KEY,
    });
    expect(listAnswer.body.data.map(({ id }: { id: string }) => id)).toEqual([
      agreementAnswer.body.id,
    ]);
  },
);
