// The bank returns a number with the digits of the request, or refuses the request with the
// position of the number. A rounded number would be another value, and different requests would
// count as the same.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { bodySchemaOf } from '../../kit/bodies/bad-body.ts';
import type { JsonObject } from '../../kit/bodies/json-schema.ts';
import { operationsIn } from '../../kit/bodies/openapi.ts';

const INEXACT_NUMBERS = [
  '1546130668394913822',
  '-1546130668394913822',
  '9007199254740993',
  '18446744073709551615',
  '-9223372036854775809',
  '123456789012345678901234567890',
  '1e400',
  '-1E400',
  '1.7976931348623159e308',
  '1e-400',
  '3.1415926535897932384',
  '100000000000000000.5',
];
const EXACT_NUMBERS = [
  '9007199254740991',
  '-9007199254740991',
  '9007199254740992',
  '1e22',
  '1E5',
  '0.1',
  '0.30000000000000004',
  '1.7976931348623157e308',
  '5e-324',
  '12345678901234567000',
];

let bank: CheckedBank;
let key: string;
let accountIds: string[];
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  ({ accountIds } = await openAccounts(bank, key, [10_000, 0]));
});
afterAll(() => bank.close());

const withNumber = (body: object, number: string) =>
  JSON.stringify({ ...body, metadata: { a: [1, { n: '#' }] } }).replace('"#"', number);
const POINTER = '/metadata/a/1/n';

/** Returns the operations with metadata in their body, each with a body that fits its schema. */
function freeFormOperations() {
  const developerOperations = OPERATIONS.filter(({ access }) => access !== 'operator');
  const ids = new Set(developerOperations.map(({ operationId }) => operationId));
  return operationsIn(bank.document).flatMap(({ method, path, operation }) => {
    if (!ids.has(String(operation.operationId))) return [];
    const schema = bodySchemaOf(bank.document, operation) as { properties?: JsonObject } | null;
    if (!schema?.properties || !('metadata' in schema.properties)) return [];
    const { content } = operation.requestBody as { content: Record<string, { example: object }> };
    const { example = {} } = content['application/json'] ?? {};
    return [{ method, path, example }];
  });
}

describe('a number in free-form JSON', () => {
  it('that a double cannot represent is refused with its position, on every route with free-form JSON', async () => {
    const operations = freeFormOperations();
    expect(operations.length).toBeGreaterThan(10);
    await writesNothing(bank, async () => {
      for (const [turn, { method, path, example }] of operations.entries()) {
        for (const number of [
          INEXACT_NUMBERS[turn % INEXACT_NUMBERS.length],
          '1e400',
          '1546130668394913822',
        ]) {
          const address = path.replaceAll(/\{\w+\}/g, 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5');
          const raw = withNumber(example, number ?? '');
          const { status, body } = await bank.call(address, { method, key, raw });
          const label = `${method} ${path} ${number} ${JSON.stringify(body)}`;
          expect([status, body.code], label).toEqual([422, 'validation_failed']);
          expect(body.errors, label).toMatchObject([
            { pointer: POINTER, code: 'number_not_exact' },
          ]);
        }
      }
    });
  });

  it('that overflows a double is refused by every JSON operation, with or without a key', async () => {
    const operations = operationsIn(bank.document).filter(({ operation }) => operation.requestBody);
    expect(operations.length).toBeGreaterThan(40);
    for (const { method, path, operation } of operations) {
      const { content } = operation.requestBody as { content: JsonObject };
      if (!content['application/json']) continue;
      const address = path.replaceAll(/\{\w+\}/g, 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5');
      for (const raw of ['{"a":1e400}', '{"a":[{"b":-1e999}]}', '[1e400]', '1e400']) {
        const headers = { 'idempotency-key': crypto.randomUUID() };
        for (const input of [{ headers }, {}]) {
          const { status, body } = await bank.call(address, { method, key, raw, ...input });
          expect(status, `${method} ${path} ${raw} ${body?.code}`).toBeLessThan(500);
          expect(status, `${method} ${path} ${raw}`).toBeGreaterThanOrEqual(400);
        }
      }
    }
  });

  it('that a double cannot represent is refused in any notation', async () => {
    await writesNothing(bank, async () => {
      for (const number of INEXACT_NUMBERS) {
        const raw = withNumber({ type: 'individual', name: 'Ada Byron' }, number);
        const { status, body } = await bank.call('/v1/customers', { key, raw });
        expect([status, body.errors?.[0].code], number).toEqual([422, 'number_not_exact']);
      }
    });
  });

  it('that a double can represent is returned as sent', async () => {
    for (const number of EXACT_NUMBERS) {
      const raw = withNumber({ type: 'individual', name: 'Ada Byron' }, number);
      const { status, body } = await bank.call('/v1/customers', { key, raw });
      expect([status, body.metadata], number).toEqual([201, { a: [1, { n: Number(number) }] }]);
    }
  });

  it('in an item of a batch is refused with a pointer to the item', async () => {
    const [from = '', to = ''] = accountIds;
    const items = ['1', '1e400'].map((n, index) =>
      withNumber({ ...transferOf(from, to, 1), reference: `r${index}` }, n),
    );
    const raw = `{"mode":"atomic","items":[${items.join()}]}`;
    const { status, body } = await bank.call('/v1/transactions/batch', { key, raw });
    expect([status, body.errors?.[0].pointer]).toEqual([422, `/items/1${POINTER}`]);
  });
});
