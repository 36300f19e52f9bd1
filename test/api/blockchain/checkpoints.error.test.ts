// Unknown checkpoints, invalid cursors, and credentials without access.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

const PATH = '/v1/blockchain/checkpoints';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const get = (path: string, callerKey = key) => bank.call(path, { key: callerKey });
const outcomeOf = ({ status, body }: Answer) => [status, body.code];

describe('a checkpoint', () => {
  it('that does not exist is answered with 404, as is the latest one of an empty log', async () => {
    for (const id of ['latest', 'x', 'chk_06ayx0rw7mf5w0h1y6k2v3c4d5', "' OR 1=1 --", '%00']) {
      const answer = await get(`${PATH}/${encodeURIComponent(id)}`);
      expect(outcomeOf(answer), id).toEqual([404, 'checkpoint_not_found']);
    }
    expect((await get(PATH)).body).toMatchObject({ data: [], hasMore: false, nextCursor: null });
  });

  it('can only be listed with a valid cursor and limit', async () => {
    expect(outcomeOf(await get(`${PATH}?startingAfter=txn_1`))).toEqual([400, 'invalid_cursor']);
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'page=2']) {
      expect((await get(`${PATH}?${query}`)).status, query).toBe(400);
    }
  });

  it('cannot be written through the API', async () => {
    await writesNothing(bank, async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await bank.call(`${PATH}/latest`, { key, method });
        expect(outcomeOf(answer), method).toEqual([405, 'method_not_allowed']);
      }
    });
  });
});
