// Only operators can list and decide hits. Events about a hit go to the developer of its customer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let strangerKey: string;

beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  ({ key } = await register(bank));
  ({ key: strangerKey } = await register(bank));
  const body = { type: 'individual', name: 'Balthasar Quostrov' };
  await bank.call('/v1/customers', { key, body });
}, 60_000);
afterAll(() => bank.close());

test('a developer can neither list nor decide hits', async () => {
  const path = '/v1/ops/screening-hits';
  const decisionBody = { environment: 'sandbox', decision: 'no_hit', reason: 'Mine' };
  const id = 'hit_06ayx0rw7mf5w0h1y6k2v3c4d5';
  // To a developer the routes of operators do not exist.
  for (const [call, status] of [
    [{ key }, 404],
    [{}, 401],
  ] as const) {
    const listAnswer = await bank.call(`${path}?environment=sandbox`, call);
    const actAnswer = await bank.call(`${path}/${id}/decision`, { ...call, body: decisionBody });
    expect([listAnswer.status, actAnswer.status]).toEqual([status, status]);
  }
});

test('the event of a hit goes to the developer of the customer only', async () => {
  const readEventTypes = async (callerKey: string) => {
    const { body } = await bank.call('/v1/events', { key: callerKey });
    return body.data.map((event: { type: string }) => event.type);
  };
  expect(await readEventTypes(key)).toContain('screening.hit');
  expect(await readEventTypes(strangerKey)).toEqual([]);
});
