// The checkpoints of the log over HTTP: the newest, one, a page, and the note that witnesses read.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

const PATH = '/v1/blockchain/checkpoints';

let bank: CheckedBank;
let key: string;
let signed: readonly ({ id: string; note: string; treeSize: number } | null)[];
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const { ledger } = bank.bank.environments.sandbox;
  const createdIds = [];
  for (let i = 0; i < 3; i++) {
    await openAccounts(bank, key, [100]);
    createdIds.unshift(await ledger.run(signCheckpoint, null));
  }
  signed = createdIds;
});
afterAll(() => bank.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  bank.call(path, { key, headers });

describe('the checkpoints of the log', () => {
  it('are listed newest first and paged without a gap', async () => {
    const firstAnswer = await get(`${PATH}?limit=2`);
    expect(firstAnswer.body.hasMore).toBe(true);
    const nextPage = await get(`${PATH}?limit=2&startingAfter=${firstAnswer.body.nextCursor}`);
    const listedCheckpoints = [...firstAnswer.body.data, ...nextPage.body.data].slice(0, 3);
    expect(listedCheckpoints.map(({ id }) => id)).toEqual(signed.map((item) => item?.id));
  });

  it('are found by id, and the newest one also as "latest"', async () => {
    expect((await get(`${PATH}/latest`)).body).toEqual(signed[0]);
    expect((await get(`${PATH}/${signed[2]?.id}`)).body).toEqual(signed[2]);
  });

  it('are the same for every developer: the bank has a single log', async () => {
    const otherDeveloper = await register(bank);
    const { body } = await bank.call(`${PATH}/latest`, { key: otherDeveloper.key });
    expect(body).toEqual(signed[0]);
  });

  it('are returned as a bare note when plain text is requested', async () => {
    const answer = await get(`${PATH}/latest`, { accept: 'text/plain' });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain\b/);
    expect(answer.body).toBe(signed[0]?.note);
    for (const accept of ['*/*', 'application/json, text/plain', '']) {
      const json = await get(`${PATH}/latest`, { accept });
      expect(json.headers.get('content-type')).toMatch(/^application\/json\b/);
    }
  });

  it('are emitted as events to the developer whose postings the checkpoints cover', async () => {
    const { body } = await get('/v1/events?type=checkpoint.signed&limit=100');
    const emittedObjects = body.data.map(({ data }: { data: { object: unknown } }) => data.object);
    expect(emittedObjects.reverse().slice(0, 3)).toEqual(signed);
  });
});
