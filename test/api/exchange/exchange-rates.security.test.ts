// Authorisation for reading rates and locking them, and ownership of quotes.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_TEMPORAL, OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL, exchange: exchangeConfig() });
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const QUOTES = '/v1/exchange-rates/quotes';
const ask = { sourceCurrency: 'EUR', destinationCurrency: 'USD', sourceAmount: 10_000 };

async function createKey(scopes: string[]): Promise<string> {
  const body = { name: 'Narrow', environment: 'sandbox', scopes };
  return (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
}

it('a request without a key, or with an operator key, is refused', async () => {
  for (const path of ['/v1/exchange-rates', `${QUOTES}/qte_06ayx0rw7mf5w0h1y6k2v3c4d5`]) {
    expect((await bank.call(path)).status).toBe(401);
    expect((await bank.call(path, { key: OPERATOR_KEY })).status).toBe(403);
  }
  const creationAnswer = await writesNothing(bank, () => bank.call(QUOTES, { body: ask }));
  expect(creationAnswer.status).toBe(401);
});

it('reading rates and locking a quote need different scopes', async () => {
  const reader = await createKey(['exchange:read']);
  expect((await bank.call('/v1/exchange-rates', { key: reader })).status).toBe(200);
  const refusedAnswer = await writesNothing(bank, () =>
    bank.call(QUOTES, { key: reader, body: ask }),
  );
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'insufficient_scope']);
  const writer = await createKey(['exchange:write']);
  expect((await bank.call(QUOTES, { key: writer, body: ask })).status).toBe(201);
  expect((await bank.call('/v1/exchange-rates', { key: writer })).status).toBe(403);
});

it("another developer's quote is answered like an unknown quote", async () => {
  const answer = await bank.call(QUOTES, { key, body: ask });
  const otherDeveloper = await register(bank);
  const foreignAnswer = await bank.call(`${QUOTES}/${answer.body.id}`, { key: otherDeveloper.key });
  const unknownIdAnswer = await bank.call(`${QUOTES}/qte_06ayx0rw7mf5w0h1y6k2v3c4d5`, {
    key: otherDeveloper.key,
  });
  const { requestId: _, instance: __, ...problem } = foreignAnswer.body;
  const { requestId: ___, instance: ____, ...unknownIdProblem } = unknownIdAnswer.body;
  expect(problem).toEqual(unknownIdProblem);
});

it('an idempotency key of one developer has no effect for another', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const otherDeveloper = await register(bank);
  const ownAnswer = await bank.call(QUOTES, { key, body: ask, headers });
  const foreignAnswer = await bank.call(QUOTES, { key: otherDeveloper.key, body: ask, headers });
  expect(foreignAnswer.status).toBe(201);
  expect(foreignAnswer.body.id).not.toBe(ownAnswer.body.id);
});
