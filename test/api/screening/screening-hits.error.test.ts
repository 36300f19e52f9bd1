// Invalid decisions about hits are refused and change nothing. Unusual names are screened like any
// other name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_TEMPORAL, OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let hitId: string;

beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  ({ key } = await register(bank));
  await createCustomer('Balthasar Quostrov');
  const { body } = await bank.call('/v1/ops/screening-hits?environment=sandbox', {
    key: OPERATOR_KEY,
  });
  hitId = body.data[0].id;
}, 60_000);
afterAll(() => bank.close());

const createCustomer = (name: string) =>
  bank.call('/v1/customers', { key, body: { type: 'individual', name } });
const decide = (id: string, body: object) =>
  bank.call(`/v1/ops/screening-hits/${id}/decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', decision: 'no_hit', reason: 'Seen', ...body },
  });

test.each([
  ['a hit that does not exist', 'hit_06ayx0rw7mf5w0h1y6k2v3c4d5', {}],
  ['the id of a customer', 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5', {}],
  ['a hit of the other environment', '', { environment: 'production' }],
])('%s is not found', async (_, id, body) => {
  await writesNothing(bank, async () => {
    const answer = await decide(id || hitId, body);
    expect([answer.status, answer.body.code]).toEqual([404, 'screening_hit_not_found']);
  });
});

test.each([
  ['an empty reason', { reason: '' }, '/reason'],
  ['a decision that does not exist', { decision: 'pending' }, '/decision'],
])('%s is refused', async (_, body, pointer) => {
  await writesNothing(bank, async () => {
    const answer = await decide(hitId, body);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });
});

test('a decided hit cannot be decided differently', async () => {
  expect((await decide(hitId, {})).status).toBe(200);
  await writesNothing(bank, async () => {
    const answer = await decide(hitId, { decision: 'confirmed_hit' });
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state_transition']);
  });
});

test.each([
  ['emoji', '👩‍👩‍👧‍👦 😀'],
  ['direction marks', '\u202eAda\u202c'],
  ['200 one-letter words', `${'a '.repeat(99)}a`],
  ['combining marks', `e${'\u0301'.repeat(150)}`],
])('a customer name of %s is either accepted or refused as invalid', async (_, name) => {
  expect([201, 422]).toContain((await createCustomer(name)).status);
});

test('a name of 10,000 characters is refused', async () => {
  await writesNothing(bank, async () => {
    const answer = await createCustomer('a'.repeat(10_000));
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/name']);
  });
});
