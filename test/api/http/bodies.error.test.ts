// Invalid bodies are refused with the right code, and nothing is written.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
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
import { makeForSubjects } from '../../kit/bank/objects-of-each-kind.ts';
import {
  bodySchemaOf,
  listProtectedFieldBodies,
  listWrongTypeBodies,
} from '../../kit/bodies/bad-body.ts';
import { makeFullBodies } from '../../kit/bodies/full-bodies.ts';
import { type JsonObject, violations } from '../../kit/bodies/json-schema.ts';
import { operationsIn } from '../../kit/bodies/openapi.ts';
import { isDeep, selectCases } from '../../kit/suite/tier.ts';

let bank: CheckedBank;
let key: string;
let ids: Record<string, string>;
let goodBodies: Record<string, JsonObject>;

beforeAll(async () => {
  bank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
  const owner = await register(bank);
  ({ key } = owner);
  const { customerId, accountIds } = await openAccounts(bank, key, [10_000, 0]);
  const [accountId = '', otherAccountId = ''] = accountIds;
  const heldPayment = await bank.call('/v1/transactions?wait=10', {
    key,
    body: { ...transferOf(accountId, otherAccountId, 100), capture: 'manual' },
  });
  const keys = await bank.call('/v1/developer/keys', { key });
  const developer = await bank.call('/v1/developer', { key });
  const applicationId = developer.body.application.id;
  const keyId = keys.body.data[0].id;
  const transactionId = heldPayment.body.id;
  const contract = { name: 'escrow', function: 'release' };
  const madeObjects = await makeForSubjects(bank, owner, customerId);
  ids = { ...madeObjects, customerId, accountId, transactionId, keyId, applicationId, ...contract };
  goodBodies = makeFullBodies(bank.document);
});
afterAll(() => bank.close());

interface BodyOperation {
  readonly name: string;
  readonly schema: JsonObject;
  send(request: { body?: unknown; raw?: string; type?: string }): Promise<Answer>;
}

function bodyOperations(): BodyOperation[] {
  return operationsIn(bank.document).flatMap(({ method, path, operation }) => {
    const schema = bodySchemaOf(bank.document, operation);
    if (!schema) return [];
    const { access } = OPERATIONS.find(
      (operation) => operation.path === path && operation.method === method,
    )!;
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x');
    return {
      name: String(operation.operationId),
      schema,
      send: ({ type, ...values }) =>
        bank.call(address, {
          method,
          ...values,
          ...(access === 'public' ? {} : { key: access === 'operator' ? OPERATOR_KEY : key }),
          ...(type === undefined ? {} : { headers: { 'content-type': type } }),
        }),
    };
  });
}

/** Enough for some thousand requests, one after another, on a machine with other work. */
const WALK_MS = 180_000;

describe('the body of every operation', () => {
  it('has a complete example in the document that fits its schema', () => {
    for (const { name, schema } of bodyOperations()) {
      expect(violations(bank.document, schema, goodBodies[name]), name).toEqual([]);
    }
  });

  it('is refused with 400 malformed_json when the body is not JSON', async () => {
    const badTexts = [
      '{',
      '}',
      '{"a":1,}',
      "{'a':1}",
      '{"amount":NaN}',
      '{"amount":+1}',
      'undefined',
    ];
    const worseTexts = [
      '{"a":01}',
      '\u0000',
      '{"a":"\n"}',
      '[1',
      '<xml/>',
      '{} {}',
      '['.repeat(100_000),
    ];
    await writesNothing(bank, async () => {
      for (const [turn, { name, send }] of bodyOperations().entries()) {
        for (const raw of selectCases([...badTexts, ...worseTexts], 1 / 4, turn)) {
          const { status, body } = await send({ raw });
          expect([status, body.code], `${name} ${raw.slice(0, 20)}`).toEqual([
            400,
            'malformed_json',
          ]);
        }
      }
    });
  });

  it('is refused with 422 when the body is JSON but not an object', async () => {
    const nestedText = '['.repeat(60) + ']'.repeat(60);
    await writesNothing(bank, async () => {
      for (const [turn, { name, send }] of bodyOperations().entries()) {
        for (const raw of selectCases(
          ['null', '[]', '"x"', '1', 'true', '[{}]', nestedText],
          1 / 3,
          turn,
        )) {
          const { status, body } = await send({ raw });
          expect([status, body.code], `${name} ${raw.slice(0, 20)}`).toEqual([
            422,
            'validation_failed',
          ]);
        }
      }
    });
  });

  it('is refused with 415 when the media type is not JSON, and never read as empty', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'json'];
    const nearlyTypes = [
      'application/jsonp',
      'application/json;',
      'multipart/form-data; boundary=x',
    ];
    await writesNothing(bank, async () => {
      for (const [turn, { name, send }] of bodyOperations().entries()) {
        for (const type of selectCases([...types, ...nearlyTypes, '*/*'], 1 / 4, turn)) {
          const { status, body } = await send({ raw: '{}', type });
          expect([status, body.code], `${name} ${type}`).toEqual([415, 'unsupported_media_type']);
        }
      }
    });
  });

  it('is refused with 413 above a mebibyte', async () => {
    const raw = `{"metadata":{"a":"${'x'.repeat(1_200_000)}"}}`;
    await writesNothing(bank, async () => {
      for (const { name, send } of bodyOperations()) {
        // These accept larger bodies, which batches.error.test.ts and training.error.test.ts test.
        if (name === 'createBatch' || name === 'trainModel') continue;
        const { status, body } = await send({ raw });
        expect([status, body.code], name).toEqual([413, 'payload_too_large']);
      }
    });
  });

  it(
    'is refused when one field has another type than documented',
    async () => {
      let callCount = 0;
      await writesNothing(bank, async () => {
        for (const [turn, { name, schema, send }] of bodyOperations().entries()) {
          const wrongBodies = listWrongTypeBodies(bank.document, schema, goodBodies[name]!);
          for (const { pointer, body } of selectCases(wrongBodies, 1 / 10, turn)) {
            const answer = await send({ body });
            const label = `${name} ${pointer} ${JSON.stringify(body).slice(0, 200)}`;
            expect(answer.status, label).toBe(422);
            const pointers = answer.body.errors.map((error: { pointer: string }) => error.pointer);
            expect(
              pointers.some((actual: string) => actual.startsWith(pointer)),
              label,
            ).toBe(true);
            callCount += 1;
          }
        }
      });
      expect(callCount).toBeGreaterThan(isDeep ? 400 : 100);
    },
    WALK_MS,
  );

  it('is refused when it sets a field that the caller may not set, at every depth', async () => {
    await writesNothing(bank, async () => {
      for (const [turn, { name, schema, send }] of bodyOperations().entries()) {
        const badBodies = listProtectedFieldBodies(bank.document, schema, goodBodies[name]!);
        expect(badBodies.length, name).toBeGreaterThan(10);
        for (const { pointer, body } of selectCases(badBodies, 1 / 9, turn)) {
          const answer = await send({ body });
          // A client may set some of these fields, but only to certain values.
          const isKnown = Object.hasOwn(schema.properties as JsonObject, pointer.slice(1));
          expect(answer.status, `${name} ${pointer}`).toBe(422);
          expect(answer.body.errors, `${name} ${pointer}`).toContainEqual(
            expect.objectContaining({ pointer, code: isKnown ? 'invalid' : 'unknown_field' }),
          );
        }
      }
    });
  });

  it('may have a metadata key called constructor, but never __proto__', async () => {
    const create = bodyOperations().find(({ name }) => name === 'createCustomer')!;
    const send = (metadata: string) =>
      create.send({ raw: `{"type":"individual","name":"Ada","metadata":${metadata}}` });
    const creationAnswer = await send('{"constructor":"a","toString":"b"}');
    expect(creationAnswer.body.metadata).toEqual({ constructor: 'a', toString: 'b' });
    await writesNothing(bank, async () => {
      const refusedAnswer = await send('{"__proto__":"a"}');
      expect(refusedAnswer.body.errors[0].pointer).toBe('/metadata/__proto__');
    });
  });
});

describe('a text in a body', () => {
  it('with control characters or an unpaired surrogate is refused everywhere', async () => {
    const texts = ['a\u0000b', 'a\u0008', 'a\u001b[31m', '\ud800', 'a\udc00b', '\u007f'];
    const address = 'createCustomer /address/city';
    const places: ((text: string) => [string, object])[] = [
      (text) => ['createCustomer /name', { type: 'individual', name: text }],
      (text) => [address, { type: 'individual', name: 'A', address: { city: text } }],
      (text) => [
        'createCustomer /metadata',
        { type: 'individual', name: 'A', metadata: { a: text } },
      ],
      (text) => [
        'createCustomer /metadata',
        { type: 'individual', name: 'A', metadata: { [text]: 'a' } },
      ],
      (text) => ['updateAccount /name', { name: text }],
      (text) => ['createTransaction /description', { description: text }],
      (text) => ['createTransaction /reference', { reference: text }],
      (text) => ['createTransaction /metadata', { metadata: { m: text } }],
      (text) => ['cancelTransaction /reason', { reason: text }],
      (text) => ['freezeAccount /message', { message: text }],
      (text) => ['createSchedule /description', { description: text }],
      (text) => ['pauseSchedule /reason', { reason: text }],
      (text) => ['createExchange /reference', { reference: text }],
      (text) => ['createQuote /metadata', { metadata: { m: text } }],
      (text) => ['replaceLimits /blockedCategories', { blockedCategories: [text] }],
      (text) => ['decideApproval /reason', { reason: text }],
      (text) => ['eraseLeaf /reason', { reason: text }],
    ];
    const operations = new Map(bodyOperations().map((operation) => [operation.name, operation]));
    await writesNothing(bank, async () => {
      for (const text of texts) {
        for (const place of places) {
          const [location, ownLocation] = place(text);
          const [name = '', pointer = ''] = location.split(' ');
          const { status, body } = await operations.get(name)!.send({
            body: { ...goodBodies[name], ...ownLocation },
          });
          const label = `${location} ${JSON.stringify(ownLocation)}`;
          expect(status, label).toBe(422);
          const pointers = body.errors.map((error: { pointer: string }) => error.pointer);
          expect(
            pointers.filter((actual: string) => actual.startsWith(pointer)),
            label,
          ).not.toEqual([]);
        }
      }
    });
  });

  it('in any script is returned as sent', async () => {
    const text = 'Ω 漢字 🏦 مرحبا é\u0301 line\nbreak\ttab';
    const metadata = { text };
    const name = 'Ω 漢字 🏦 مرحبا é\u0301';
    const draft = { type: 'business', name, metadata };
    const { body } = await bank.call('/v1/customers', { key, body: draft });
    const storedCustomer = (await bank.call(`/v1/customers/${body.id}`, { key })).body;
    expect([storedCustomer.name, storedCustomer.metadata.text]).toEqual([name, text]);
    // A name is one line.
    const brokenName = await bank.call('/v1/customers', { key, body: { ...draft, name: text } });
    expect([brokenName.status, brokenName.body.errors[0].pointer]).toEqual([422, '/name']);
  });
});
