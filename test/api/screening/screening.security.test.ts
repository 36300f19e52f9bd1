// Screening needs a key with the scope. A search stores nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;

beforeAll(async () => {
  bank = await openCheckedBank({
    temporalAddress: NO_TEMPORAL,
    screening: readConfig({}).screening,
  });
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

const body = { name: 'Ada Lovelace' };

test('a search and the lists need a key with the scope', async () => {
  expect((await bank.call('/v1/screening/search', { body })).status).toBe(401);
  expect((await bank.call('/v1/screening/lists')).status).toBe(401);
  const keyBody = { name: 'Shop', environment: 'sandbox', scopes: ['accounts:read'] };
  const { apiKey } = (await bank.call('/v1/developer/keys', { key, body: keyBody })).body;
  const refusedAnswer = await bank.call('/v1/screening/search', { key: apiKey, body });
  expect(refusedAnswer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  expect((await bank.call('/v1/screening/lists', { key: apiKey })).status).toBe(403);
});

test('a search writes no event and no row', async () => {
  const name = 'Ayman al Zawahiri';
  const { status } = await writesNothing(bank, () =>
    bank.call('/v1/screening/search', { key, body: { name } }),
  );
  expect(status).toBe(200);
});
