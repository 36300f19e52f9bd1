// A client that has an answer and sends its ETag does not receive the body again, whatever the form
// of its request.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let account: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  [account = ''] = (await openAccounts(bank, key, [0])).accountIds;
});
afterAll(() => bank.close());

const ask = (path: string, method: string, headers: Record<string, string>) =>
  fetch(bank.url + path, { method, headers: { authorization: `Bearer ${key}`, ...headers } });

it.each<string>([
  'accounts',
  'accounts/ID',
  'accounts/ID/balance',
  'transactions?limit=2',
  ...(hasModule('webhooks') ? ['webhook-endpoints'] : []),
  ...(hasModule('screening') ? ['screening/lists'] : []),
])('%s answers 304 to GET and to HEAD with the current ETag, and with a star', async (name) => {
  const path = `/v1/${name.replace('ID', account)}`;
  const firstAnswer = await ask(path, 'GET', {});
  const etag = firstAnswer.headers.get('etag') ?? '';
  expect([firstAnswer.status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"/)]);
  for (const method of ['GET', 'HEAD']) {
    for (const tag of [etag, `"another", ${etag}`, '*']) {
      const repeatedResponse = await ask(path, method, { 'if-none-match': tag });
      expect([method, tag, repeatedResponse.status, await repeatedResponse.text()]).toEqual([
        method,
        tag,
        304,
        '',
      ]);
      expect(repeatedResponse.headers.get('content-type')).toBeNull();
    }
    const otherAnswer = await ask(path, method, { 'if-none-match': '"another"' });
    expect([otherAnswer.status, otherAnswer.headers.get('etag')]).toEqual([200, etag]);
  }
});
