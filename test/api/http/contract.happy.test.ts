// The OpenAPI document and the service agree: every route served is described, and behaves as
// described.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../api/kit/errors.ts';
import { OPEN_TO_CUSTOMERS } from '../../../api/kit/open-to-customers.ts';
import { EVENTS } from '../../../ledger/event.ts';
import { OPERATIONS } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { type JsonObject, violations } from '../../kit/bodies/json-schema.ts';
import { findFaults, operationsIn } from '../../kit/bodies/openapi.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
});
afterAll(() => bank.close());

const textOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('the OpenAPI document', () => {
  it('is structurally valid OpenAPI 3.1', () => {
    expect(findFaults(bank.document)).toEqual([]);
  });

  it('describes exactly the routes that are served', () => {
    expect(operationsIn(bank.document).map(textOf).sort()).toEqual(OPERATIONS.map(textOf).sort());
  });

  it('states for each operation the access that the service requires', () => {
    const stated = Object.fromEntries(
      operationsIn(bank.document).map((operation) => [
        textOf(operation),
        operation.operation.security,
      ]),
    );
    for (const operation of OPERATIONS) {
      const { access, operationId } = operation;
      const customerAccess = OPEN_TO_CUSTOMERS.includes(operationId) ? [{ oauth: [access] }] : [];
      const tenant = [{ apiKey: [access] }, ...customerAccess];
      const expected =
        access === 'public' ? [] : access === 'operator' ? [{ operatorKey: [] }] : tenant;
      expect(stated[textOf(operation)], textOf(operation)).toEqual(expected);
    }
  });

  it('answers every documented address: none is "not found" or "method not allowed"', async () => {
    for (const { method, path } of OPERATIONS) {
      const { body } = await bank.call(path.replaceAll(/\{\w+\}/g, 'x'), { method });
      expect(['not_found', 'method_not_allowed'], `${method} ${path}`).not.toContain(body.code);
    }
  });

  it('lists every error code and every event', () => {
    const schemas = (bank.document.components as JsonObject).schemas as JsonObject;
    const problem = schemas.Problem as { properties: { code: { enum: string[] } } };
    expect(problem.properties.code.enum.sort()).toEqual(Object.keys(CATALOGUE).sort());
    const events = Object.keys(bank.document.webhooks as JsonObject);
    expect(events.sort()).toEqual(EVENTS.map(({ type }) => type).sort());
  });

  it('is compared with answers by a check that detects deviations', () => {
    const schema = { $ref: '#/components/schemas/ApiKeyRotate' };
    const violationsOf = (value: unknown) => violations(bank.document, schema, value);
    expect(violationsOf({ overlapHours: 24 })).toEqual([]);
    expect(violationsOf({ overlapHours: '24' })).toEqual(['/overlapHours: "24" must be integer']);
    expect(violationsOf({ overlapHours: 169 })).toEqual(['/overlapHours: 169 must be <= 168']);
    expect(violationsOf({ overlap: 24 })).toEqual(['/overlap: is not in the document']);
    const timeline = { $ref: '#/components/schemas/TimelineStep' };
    expect(violations(bank.document, timeline, {})).toHaveLength(5);
  });
});

describe('the health endpoints', () => {
  it('report that the bank is live and ready', async () => {
    expect((await bank.call('/healthz')).body).toEqual({ status: 'ok' });
    expect((await bank.call('/readyz')).body.status).toBe('ready');
  });
});
