// Invalid fields of customers, and changes that a developer may not make.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let path: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
  const answer = await bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Mr Denied' },
  });
  path = `/v1/customers/${answer.body.id}`;
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];

describe('a field of a customer', () => {
  it('that is invalid is refused on creation and on change, and named by its pointer', async () => {
    const badCases: [string, unknown][] = [
      ['/type', 'robot'],
      ['/name', ''],
      ['/name', 'x'.repeat(201)],
      ['/name', null],
      ['/email', 'not an address'],
      ['/email', 'a@b'],
      ['/email', `${'x'.repeat(250)}@example.com`],
      ['/email', 'a@example.com\nbcc: b@example.com'],
      ['/phone', 'call me'],
      ['/phone', `+${'1'.repeat(40)}`],
      ['/dateOfBirth', '1815-02-30'],
      ['/dateOfBirth', '10.12.1815'],
      ['/dateOfBirth', '1815-12-10T00:00:00Z'],
      ['/country', 'gb'],
      ['/country', 'GBR'],
      ['/address', 'London'],
      ['/address/planet', { planet: 'Mars' }],
      ['/address/country', { country: 'England' }],
      ['/address/postalCode', { postalCode: 'x'.repeat(21) }],
      ['/metadata', 'a=1'],
      ['/metadata/a', { a: 'x'.repeat(20_000) }],
    ];
    await writesNothing(bank, async () => {
      for (const [pointer, value] of badCases) {
        const field = { [pointer.split('/')[1] ?? '']: value };
        for (const answer of [
          await bank.call('/v1/customers', {
            key,
            body: { type: 'individual', name: 'Ada', ...field },
          }),
          await bank.call(path, { key, method: 'PATCH', body: field }),
        ]) {
          expect(outcomeOf(answer), JSON.stringify(field)).toEqual([422, 'validation_failed']);
          expect(answer.body.errors[0].pointer).toBe(pointer);
        }
      }
    });
  });
});

describe('an identity verification', () => {
  it('cannot be decided by the developer, in any body or at any address', async () => {
    await writesNothing(bank, async () => {
      for (const field of [{ kycStatus: 'verified' }, { riskLevel: 'low' }, { status: 'active' }]) {
        const answer = await bank.call(path, { key, method: 'PATCH', body: field });
        expect(outcomeOf(answer)).toEqual([422, 'validation_failed']);
      }
      const id = path.split('/').at(-1);
      const decision = { environment: 'sandbox', decision: 'verified', reason: 'mine' };
      const answer = await bank.call(`/v1/ops/customers/${id}/kyc-decision`, {
        key,
        body: decision,
      });
      expect(outcomeOf(answer)).toEqual([404, 'not_found']);
    });
  });
});
