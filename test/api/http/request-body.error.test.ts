// A body that two parsers could read differently is refused before anything is written.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findJsonFault } from '../../../api/kit/json-text.ts';
import {
  NO_TEMPORAL,
  OPERATIONS,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { MISSING_IDS } from '../../kit/bank/objects-of-each-kind.ts';
import { requestText, sendRaw, statusOf } from '../../kit/bank/raw-http.ts';
import type { JsonObject } from '../../kit/bodies/json-schema.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const send = (raw: string, headers = {}) =>
  bank.call('/v1/transactions', { key, raw, headers, method: 'POST' });
const makeTransferJson = (overrides: string) =>
  `{${JSON.stringify(transferOf(from, to, 0))
    .slice(1, -1)
    .replace('"amount":0,', '')},${overrides}}`;

describe('a JSON body', () => {
  it('with a duplicate name is refused, at any depth and in any spelling', async () => {
    const badCases: [string, string][] = [
      ['"amount":1,"amount":100', '/amount'],
      ['"amount":1,"am\\u006funt":100', '/amount'],
      ['"amount":1,"metadata":{"a":"1","a":"2"}', '/metadata/a'],
      ['"amount":1,"metadata":{"~/":"1","~/":"2"}', '/metadata/~0~1'],
    ];
    await writesNothing(bank, async () => {
      for (const [overrides, pointer] of badCases) {
        const { status, body } = await send(makeTransferJson(overrides));
        expect([status, body.code, body.errors[0].pointer], overrides).toEqual([
          400,
          'malformed_json',
          pointer,
        ]);
      }
    });
    // The same name in two objects is two names, and a text is no name.
    expect(findJsonFault('[{"a":1},{"a":2},{"b":"a","a":{"a":"a\\":"}}]')).toBeNull();
  });

  it('with a number that would be read as another number is refused with the field', async () => {
    const badNumbers = [
      '5.0000000000000000001',
      '0.99999999999999999999',
      '50000000000000000001e-19',
    ];
    await writesNothing(bank, async () => {
      for (const literal of badNumbers) {
        const { status, body } = await send(makeTransferJson(`"amount":${literal}`));
        expect([status, body.code], literal).toEqual([422, 'validation_failed']);
        expect(body.errors[0]).toMatchObject({ pointer: '/amount', code: 'number_not_exact' });
      }
    });
  });

  it('accepts every number that a double represents as written', () => {
    const goodNumbers = [
      '0',
      '-0',
      '1.0',
      '1e2',
      '100000000000000000e-16',
      '9007199254740991',
      '0.1',
    ];
    const printedNumbers = ['0.30000000000000004', '0.10000000000000001', '1.7976931348623157e308'];
    for (const literal of [...goodNumbers, ...printedNumbers, '5.00000000000000000000']) {
      expect(findJsonFault(`{"a":${literal}}`), literal).toBeNull();
    }
  });

  it('of nothing but brackets or names is refused before it is parsed', async () => {
    const nest = (open: string, close: string) => `${open.repeat(65)}${close.repeat(65)}`;
    const names = Array.from({ length: 5_001 }, (_, index) => `"k${index}":1`).join();
    const badCases = [
      [nest('[', ']'), 'too_deep'],
      [nest('{"a":', '}').replace('"a":}', '"a":1}'), 'too_deep'],
      ['['.repeat(1_000_000), 'too_deep'],
      [`{${names}}`, 'too_many_names'],
    ] as const;
    for (const [raw, code] of badCases) {
      const { status, body } = await send(raw);
      expect([status, body.code, body.errors[0].code]).toEqual([400, 'malformed_json', code]);
    }
    expect(findJsonFault(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeNull();
  });

  it('with a name of half a megabyte is not echoed whole', async () => {
    const answer = await send(makeTransferJson(`"amount":1,"${'x'.repeat(500_000)}":1`));
    expect(answer.body.errors[0]).toMatchObject({ code: 'unknown_field' });
    expect(answer.body.errors[0].pointer).toHaveLength(202);
  });

  it.each([
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json;charset="ISO-8859-1"' },
  ])('that is compressed or in another charset is refused: %o', async (headers) => {
    const { status, body } = await send(makeTransferJson('"amount":1'), headers);
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each(['   ', '\u200b', '. - .', '\n'])(
    'with a party name that cannot be screened is refused: %j',
    async (name) => {
      const customer = { type: 'individual', name };
      const answer = await bank.call('/v1/customers', { key, body: customer });
      expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, '/name']);
      const facts = { type: 'withdrawal', amount: 1, currency: 'EUR', sourceAccountId: from };
      const body = { ...facts, externalParty: { name, method: 'book' } };
      const paymentAnswer = await bank.call('/v1/transactions', { key, body });
      expect([paymentAnswer.status, paymentAnswer.body.errors?.[0].pointer]).toEqual([
        422,
        '/externalParty/name',
      ]);
    },
  );

  it.each([
    ['country', 'ZZ'],
    ['country', 'EU'],
    ['country', 'UK'],
    ['dateOfBirth', '2999-01-01'],
  ])('with an impossible %s is refused: %s', async (field, value) => {
    const body = { type: 'individual', name: 'Ada Lovelace', [field]: value };
    const answer = await bank.call('/v1/customers', { key, body });
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, `/${field}`]);
  });

  it('that is not UTF-8 is refused', async () => {
    const name = Buffer.concat([Buffer.from('{"type":"individual","name":"'), Buffer.from([0xff])]);
    const body = Buffer.concat([name, Buffer.from('"}')]);
    await writesNothing(bank, async () => {
      const answer = await fetch(`${bank.url}/v1/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
      const problem = (await answer.json()) as JsonObject;
      expect([answer.status, problem.code]).toEqual([400, 'malformed_json']);
    });
  });

  it('with a name that reverses the order of its letters is refused', async () => {
    const controls = ['\u202e', '\u202a', '\u2066', '\u2069', '\u200f', '\u061c'];
    await writesNothing(bank, async () => {
      for (const control of controls) {
        const raw = JSON.stringify({ type: 'individual', name: `Ada ${control}` });
        const { status, body } = await bank.call('/v1/customers', { key, raw });
        expect([status, body.errors[0].pointer], control).toEqual([422, '/name']);
      }
    });
  });

  it('is required or absent as documented, on every operation', async () => {
    const paths = bank.document.paths as Record<string, Record<string, JsonObject>>;
    let [required, optional] = [0, 0];
    for (const operation of OPERATIONS.filter(({ method }) => method !== 'GET')) {
      const documented = paths[operation.path]?.[operation.method.toLowerCase()];
      const body = documented?.requestBody as JsonObject | undefined;
      if (!body || !(body.content as JsonObject)['application/json']) continue;
      const path = operation.path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => MISSING_IDS[name] ?? 'x',
      );
      const callerKey = operation.access === 'operator' ? OPERATOR_KEY : key;
      const auth = operation.access === 'public' ? {} : { key: callerKey };
      const isRequired = body.required === true;
      isRequired ? required++ : optional++;
      if (!isRequired) continue;
      const answer = await bank.call(path, { ...auth, method: operation.method });
      expect([answer.status, answer.body.code], `${operation.method} ${path}`).toEqual([
        400,
        'body_required',
      ]);
    }
    expect([required > 30, optional > 5]).toEqual([true, true]);
  });
});

describe('a header', () => {
  it('Idempotency-Key sent twice is refused with 400', async () => {
    const text = JSON.stringify(transferOf(from, to, 5));
    const head = requestText('POST', '/v1/transactions', {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'a\r\nIdempotency-Key: b',
      'Content-Length': String(text.length),
    });
    await writesNothing(bank, async () => {
      const answer = await sendRaw(bank.url, [head + text]);
      expect(statusOf(answer)).toBe(400);
      expect(answer).toContain('idempotency-key');
    });
  });

  it('Authorization sent twice is refused, whichever of the two is valid', async () => {
    const repeatedHeader = `Bearer ${key}\r\nauthorization: Bearer x`;
    const head = requestText('GET', '/v1/accounts', { Authorization: repeatedHeader });
    expect(statusOf(await sendRaw(bank.url, [head]))).toBe(400);
  });
});

describe('the method TRACE', () => {
  it('is refused with 405 everywhere and echoes nothing', async () => {
    for (const path of ['/v1/accounts', '/docs', '/', '/v1/nothing']) {
      const answer = await sendRaw(bank.url, [requestText('TRACE', path, { 'X-Secret': 'echo' })]);
      expect(statusOf(answer), path).toBe(405);
      expect(answer).toMatch(/^allow: /im);
      expect(answer).not.toContain('echo');
    }
  });
});
