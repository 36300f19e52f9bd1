// Ownership of statements, and the cost to the bank of a reader who disconnects.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { makeAccountHistory, SINCE_2020 } from '../../kit/money/statements.ts';

let bank: CheckedBank;
let key: string;
let accountId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  ({ accountId } = await makeAccountHistory(bank, key));
});
afterAll(() => bank.close());

const FORMATS = ['json', 'csv', 'camt053', 'pdf'];

describe('a statement', () => {
  it("of another developer's account is not found, in any format", async () => {
    const stranger = await register(bank);
    await writesNothing(bank, async () => {
      for (const format of FORMATS) {
        const ask = (id: string) =>
          bank.call(`/v1/accounts/${id}/statements?${SINCE_2020}&format=${format}`, {
            key: stranger.key,
          });
        const foreignAnswer = await ask(accountId);
        const missingAnswer = await ask('acc_06ayx0rw7mf5w0h1y6k2v3c4d5');
        expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'account_not_found']);
        const bareRequest = { requestId: '', instance: '' };
        expect({ ...foreignAnswer.body, ...bareRequest }).toEqual({
          ...missingAnswer.body,
          ...bareRequest,
        });
      }
    });
  });

  it('of an internal account of the bank is not found either', async () => {
    const { developerId, key: ownKey } = await register(bank);
    await makeAccountHistory(bank, ownKey);
    for (const id of [`settlement/EUR/${developerId}`, `position/EUR/${developerId}`]) {
      const statementPath = `/v1/accounts/${encodeURIComponent(id)}/statements?${SINCE_2020}`;
      expect((await bank.call(statementPath, { key: ownKey })).body.code).toBe('account_not_found');
    }
  });

  it('contains transactions, and therefore needs the transaction scope', async () => {
    const keyWith = async (scopes: string[]) => {
      const body = { name: 'Reader', environment: 'sandbox', scopes };
      return (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
    };
    const statementPath = `/v1/accounts/${accountId}/statements?${SINCE_2020}`;
    const narrowKey = await bank.call(statementPath, { key: await keyWith(['accounts:read']) });
    expect([narrowKey.status, narrowKey.body.code]).toEqual([403, 'insufficient_scope']);
    expect(
      (await bank.call(statementPath, { key: await keyWith(['transactions:read']) })).status,
    ).toBe(200);
  });

  it('stops reading when its client disconnects', async () => {
    const statementPath = `${bank.url}/v1/accounts/${accountId}/statements?${SINCE_2020}&format=csv`;
    for (let turn = 0; turn < 20; turn += 1) {
      const leave = new AbortController();
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(statementPath, { headers, signal: leave.signal });
      leave.abort();
      await answer.text().catch(() => undefined);
    }
    expect((await bank.call('/readyz')).status).toBe(200);
    const { body } = await bank.call(`/v1/accounts/${accountId}/statements?${SINCE_2020}`, { key });
    expect(body.closing).toBe(7_000);
  });
});
