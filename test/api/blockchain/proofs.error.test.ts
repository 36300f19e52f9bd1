// Proofs that cannot be made: each answer states the reason, and no request writes anything.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
let postedId: string;
let sizes: number[];
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  [from = '', to = ''] = (await openAccounts(bank, key, [1_000, 0])).accountIds;
  const firstCheckpoint = await sign();
  postedId = await send();
  const secondCheckpoint = await sign();
  sizes = [firstCheckpoint?.treeSize ?? 0, secondCheckpoint?.treeSize ?? 0];
});
afterAll(() => bank.close());

const sign = () => bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
const get = (path: string) => bank.call(path, { key });
const outcomeOf = ({ status, body }: Answer) => [status, body.code];

async function send(overrides: object = {}): Promise<string> {
  const body = { ...transferOf(from, to, 1), ...overrides };
  const answer = await bank.call('/v1/transactions?wait=10', { key, body });
  return answer.body.transactionId ?? answer.body.id;
}

const PATHS = [
  (id: string) => `/v1/transactions/${id}/proof`,
  (id: string) => `/v1/blockchain/transactions/${id}`,
  (id: string) => `/v1/blockchain/transactions/${id}/proof`,
];

describe('a proof', () => {
  it('of an unknown transaction is answered with 404', async () => {
    for (const id of ['x', 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5', "' OR 1=1 --"]) {
      for (const path of PATHS) {
        const answer = await get(path(encodeURIComponent(id)));
        expect(outcomeOf(answer), path(id)).toEqual([404, 'transaction_not_found']);
      }
    }
  });

  it('of a transaction that is not booked is refused with transaction_not_posted', async () => {
    const heldId = await send({ capture: 'manual' });
    const declinedId = await send({ amount: 1_000_000 });
    for (const [id, status] of [
      [heldId, 'pending'],
      [declinedId, 'declined'],
    ] as const) {
      for (const path of PATHS) {
        const answer = await get(path(id));
        expect(outcomeOf(answer), path(id)).toEqual([409, 'transaction_not_posted']);
        expect(answer.body).toMatchObject({ transactionId: id });
        expect(answer.body.detail).toContain(status);
      }
    }
  });

  it('for an unknown checkpoint, or one from before the booking, is refused', async () => {
    const { body } = await get('/v1/blockchain/checkpoints');
    const oldestId = body.data.at(-1).id;
    const proof = (query: string) => get(`/v1/transactions/${postedId}/proof?${query}`);
    expect(outcomeOf(await proof(`checkpoint=${oldestId}`))).toEqual([400, 'invalid_parameter']);
    expect((await proof(`checkpoint=${oldestId}`)).body.errors[0].pointer).toBe('checkpoint');
    expect(outcomeOf(await proof('checkpoint=chk_x'))).toEqual([404, 'checkpoint_not_found']);
    expect(outcomeOf(await proof('checkpoint='))[0]).toBe(404);
    expect(outcomeOf(await proof('size=3'))).toEqual([400, 'invalid_parameter']);
  });
});

describe('a consistency proof', () => {
  it('must be requested with sizes of checkpoints, the smaller first', async () => {
    const [smallSize = 0, largeSize = 0] = sizes;
    const ask = (query: string) => get(`/v1/blockchain/consistency?${query}`);
    for (const [query, pointer] of [
      [`from=${largeSize}&to=${smallSize}`, 'from'],
      [`from=${largeSize + 7}`, 'from'],
      [`from=${smallSize}&to=${largeSize + 7}`, 'to'],
      ['from=0', 'from'],
      ['from=-1', 'from'],
      ['from=1.5', 'from'],
      ['from=1e3', 'from'],
      ['from=9007199254740993', 'from'],
      ['from=x', 'from'],
      [`from=${smallSize}&to=`, 'to'],
    ] as const) {
      const answer = await ask(query);
      expect(answer.status, query).toBe(400);
      expect(answer.body.errors[0].pointer, query).toContain(pointer);
    }
    expect((await ask('')).status).toBe(400);
    expect((await ask(`from=${smallSize}&size=2`)).status).toBe(400);
  });
});

describe('erasing the content of a log leaf', () => {
  const erase = (id: string, body: object) =>
    bank.call(`/v1/ops/transactions/${id}/erase-leaf`, { key: OPERATOR_KEY, body });

  it('requires a booking, an environment and a reason', async () => {
    const heldId = await send({ capture: 'manual' });
    await writesNothing(bank, async () => {
      const goodBody = { environment: 'sandbox', reason: 'asked for' };
      expect(outcomeOf(await erase('txn_x', goodBody))).toEqual([404, 'transaction_not_found']);
      expect(outcomeOf(await erase(heldId, goodBody))).toEqual([409, 'transaction_not_posted']);
      const wrongEnvironment = { ...goodBody, environment: 'production' };
      expect(outcomeOf(await erase(postedId, wrongEnvironment))).toEqual([
        404,
        'transaction_not_found',
      ]);
      for (const badValue of [
        {},
        { environment: 'sandbox' },
        { ...goodBody, reason: '' },
        { ...goodBody, x: 1 },
      ]) {
        expect((await erase(postedId, badValue)).body.code).toBe('validation_failed');
      }
    });
  });

  it('happens once: repeating the request changes nothing', async () => {
    const id = await send();
    const body = { environment: 'sandbox', reason: 'asked for' };
    const firstAnswer = await erase(id, body);
    expect(firstAnswer.status).toBe(200);
    await writesNothing(bank, async () => {
      expect((await erase(id, { ...body, reason: 'again' })).body).toEqual(firstAnswer.body);
    });
  });
});
