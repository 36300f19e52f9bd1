// Decisions of operators that the bank refuses.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, hasModule, OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const asOperator = (path: string, body?: object) =>
  bank.call(path, { key: OPERATOR_KEY, ...(body ? { body } : {}) });
const outcomeOf = ({ status, body }: Answer) => [status, body.code];

describe('a decision about an application', () => {
  it('is final: the opposite decision is refused; an unknown application is answered with 404', async () => {
    const developer = await bank.call('/v1/developer', { key });
    const path = `/v1/ops/applications/${developer.body.application.id}/decision`;
    expect((await asOperator(path, { decision: 'rejected', reason: 'No' })).status).toBe(200);
    await writesNothing(bank, async () => {
      const oppositeAnswer = await asOperator(path, { decision: 'approved' });
      expect(outcomeOf(oppositeAnswer)).toEqual([409, 'invalid_state_transition']);
      const unknownApplicationPath = '/v1/ops/applications/app_06ayx0rw7mf5w0h1y6k2v3c4d5/decision';
      const unknownApplicationAnswer = await asOperator(unknownApplicationPath, {
        decision: 'approved',
      });
      expect(outcomeOf(unknownApplicationAnswer)).toEqual([404, 'application_not_found']);
    });
    const liveKeyBody = { name: 'Live', environment: 'production' };
    const refusedAnswer = await bank.call('/v1/developer/keys', { key, body: liveKeyBody });
    expect(outcomeOf(refusedAnswer)).toEqual([403, 'environment_mismatch']);
  });
});

describe('a decision about a customer', () => {
  it('must name an environment and a reason, and finds no customer of the other environment', async () => {
    const customerAnswer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: 'Ms Review' },
    });
    const path = `/v1/ops/customers/${customerAnswer.body.id}/kyc-decision`;
    const verified = { decision: 'verified', reason: 'Passport seen' };
    await writesNothing(bank, async () => {
      const missingEnvironmentAnswer = await asOperator(path, verified);
      expect(outcomeOf(missingEnvironmentAnswer)).toEqual([422, 'validation_failed']);
      const otherEnvironmentAnswer = await asOperator(path, {
        ...verified,
        environment: 'production',
      });
      expect(outcomeOf(otherEnvironmentAnswer)).toEqual([404, 'customer_not_found']);
      const missingReasonAnswer = await asOperator(path, {
        environment: 'sandbox',
        decision: 'verified',
      });
      expect(outcomeOf(missingReasonAnswer)).toEqual([422, 'validation_failed']);
    });
  });

  it('that denies a customer also rejects the accounts that wait for it, and cannot be reversed', async () => {
    const customerAnswer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: 'Mr Documents' },
    });
    const body = {
      customerId: customerAnswer.body.id,
      type: 'checking',
      currency: 'EUR',
      name: 'Main',
    };
    const account = await bank.call('/v1/accounts', { key, body });
    const path = `/v1/ops/customers/${customerAnswer.body.id}/kyc-decision`;
    const decision = { environment: 'sandbox', reason: 'Forged' };
    await asOperator(path, { ...decision, decision: 'denied' });
    const answerAfter = await bank.call(`/v1/accounts/${account.body.id}`, { key });
    expect(answerAfter.body).toMatchObject({
      status: 'rejected',
      statusReason: { code: 'kyc_denied' },
    });
    await writesNothing(bank, async () => {
      const secondDecision = await asOperator(path, { ...decision, decision: 'verified' });
      expect(outcomeOf(secondDecision)).toEqual([409, 'invalid_state_transition']);
    });
  });
});

describe("an operator's read of an environment", () => {
  it('must name an existing environment', async () => {
    const chainPaths = hasModule('anchoring') ? ['chain'] : [];
    for (const path of ['invariants', 'trial-balance', 'workflows', ...chainPaths]) {
      const missingEnvironmentAnswer = await asOperator(`/v1/ops/${path}`);
      expect(outcomeOf(missingEnvironmentAnswer), path).toEqual([400, 'invalid_parameter']);
      for (const query of ['environment=test', 'environment=', 'environment=sandbox&x=1']) {
        const answer = await asOperator(`/v1/ops/${path}?${query}`);
        expect(outcomeOf(answer), `${path} ${query}`).toEqual([400, 'invalid_parameter']);
      }
    }
  });
});
