// Lists: invalid limits, cursors and filters are refused, never clamped or ignored.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  OPERATIONS,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { makeForSubjects } from '../../kit/bank/objects-of-each-kind.ts';
import type { JsonObject } from '../../kit/bodies/json-schema.ts';
import { operationsIn } from '../../kit/bodies/openapi.ts';
import { SINCE_2020 } from '../../kit/money/statements.ts';
import { selectCases } from '../../kit/suite/tier.ts';

let bank: CheckedBank;
let key: string;
let ids: Record<string, string>;
/** Identifiers of the objects whose parts are listed, by the name of the path parameter. */
let pathIds: Record<string, string>;
beforeAll(async () => {
  bank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
  const developer = await register(bank);
  key = developer.key;
  const { customerId, accountIds } = await openAccounts(bank, key, [100]);
  const [from = ''] = accountIds;
  const create = async (path: string, body: object) =>
    (await bank.call(path, { key, body })).body.id;
  const secondAccountId = await create('/v1/accounts', {
    customerId,
    type: 'checking',
    currency: 'EUR',
    name: 'Second',
  });
  const batchId = await create('/v1/transactions/batch?wait=10', {
    mode: 'atomic',
    items: [{ ...transferOf(from, secondAccountId, 1), reference: 'lists' }],
  });
  const madeObjects = await makeForSubjects(bank, developer, customerId);
  pathIds = {
    ...madeObjects,
    webhookEndpointId: madeObjects.endpointId ?? '',
    accountId: from,
    customerId,
    batchId,
    scheduleId: await create('/v1/transactions/scheduled', {
      sourceAccountId: from,
      destinationAccountId: secondAccountId,
      amount: 1,
      currency: 'EUR',
      timezone: 'UTC',
      startDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    }),
  };
  const readFirstId = async (path: string) => (await bank.call(path, { key })).body.data[0].id;
  ids = {
    customer: customerId,
    account: accountIds[0] ?? '',
    transaction: await readFirstId('/v1/transactions'),
    event: await readFirstId('/v1/events'),
    key: await readFirstId('/v1/developer/keys'),
  };
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];

/** Returns every operation that answers with pages. */
function listOperations() {
  return operationsIn(bank.document).flatMap(({ method, path, operation }) => {
    const parameters = (operation.parameters ?? []) as JsonObject[];
    if (!parameters.some(({ name }) => name === 'limit')) return [];
    const { access } = OPERATIONS.find(
      (operation) => operation.path === path && operation.method === method,
    )!;
    const url = path.replace(/\{(\w+)\}/g, (_, name) => pathIds[name] ?? name);
    const needsEnvironment = parameters.some(({ name }) => name === 'environment');
    const needsRange = path.endsWith('/statements');
    const fixedQuery = needsEnvironment
      ? 'environment=sandbox&'
      : needsRange
        ? `${SINCE_2020}&`
        : '';
    return [
      {
        path,
        ask: (query: string) =>
          bank.call(`${url}?${fixedQuery}${query}`, {
            key: access === 'operator' ? OPERATOR_KEY : key,
            // A list of personal data asks for it; the others do not read it.
            headers: { 'x-audit-reason': 'a walk over all lists' },
          }),
      },
    ];
  });
}

describe('every list', () => {
  it('refuses a limit that is not 1 to 100 in plain digits', async () => {
    const smallLimits = ['0', '-1', '-0', '00'];
    const largeLimits = ['101', '1000', '99999999999999999999', '9'.repeat(1_000)];
    const malformedLimits = [
      'abc',
      '1.5',
      '1.0',
      '',
      '%20',
      '+5',
      '1e1',
      '0x10',
      'NaN',
      'Infinity',
      'null',
    ];
    const forms = ['5&limit=6', '5,6', '[5]', '%D9%A5', '5%00', "5';--"];
    for (const [turn, { path, ask }] of listOperations().entries()) {
      for (const limit of selectCases(
        [...smallLimits, ...largeLimits, ...malformedLimits, ...forms],
        1 / 5,
        turn,
      )) {
        const answer = await ask(`limit=${limit}`);
        expect(outcomeOf(answer), `${path} ${limit}`).toEqual([400, 'invalid_parameter']);
        expect(answer.body.errors[0].pointer).toBe('limit');
      }
      for (const limit of ['1', '100']) expect((await ask(`limit=${limit}`)).status).toBe(200);
    }
  });

  it('refuses an unknown parameter, so that no misspelt filter shows all', async () => {
    for (const { path, ask } of listOperations()) {
      for (const query of [
        'acountId=x',
        'Limit=5',
        'limit[]=5',
        '__proto__=x',
        'offset=5',
        'page=2',
      ]) {
        const answer = await ask(query);
        expect(outcomeOf(answer), `${path} ${query}`).toEqual([400, 'invalid_parameter']);
        expect(answer.body.errors[0].code).toBe('unknown_field');
      }
    }
  });

  it('refuses a malformed cursor or an id of another kind of object, with invalid_cursor', async () => {
    const malformedCursors = [
      'x',
      '',
      'null',
      '0',
      "' OR 1=1",
      '%00',
      'txn_',
      `txn_${'I'.repeat(26)}`,
    ];
    for (const { path, ask } of listOperations()) {
      const lastSegment = path.split('/').at(-1)?.replace(/s$/, '') ?? '';
      // The movements of a statement are known by their transactions.
      const noun = lastSegment === 'statement' ? 'transaction' : lastSegment;
      // A decision has the id of the record that it was written with.
      const mixedNouns = path === '/v1/decisions' ? ['transaction', 'event'] : [];
      const otherIds = Object.entries(ids).filter(
        ([name]) => ![noun, ...mixedNouns].includes(name),
      );
      for (const cursor of [...malformedCursors, ...otherIds.map(([, id]) => id)]) {
        // The event log can also be continued by number.
        if (path === '/v1/events' && cursor === '0') continue;
        const answer = await ask(`startingAfter=${cursor}`);
        expect(outcomeOf(answer), `${path} ${cursor}`).toEqual([400, 'invalid_cursor']);
      }
      const tooLongAnswer = await ask(`startingAfter=${'x'.repeat(65)}`);
      expect(outcomeOf(tooLongAnswer), path).toEqual([400, 'invalid_parameter']);
    }
  });
});

describe('the list of transactions', () => {
  const ask = (query: string) => bank.call(`/v1/transactions?${query}`, { key });

  it('refuses impossible amounts, dates, types and statuses', async () => {
    for (const query of [
      'minAmount=abc',
      'minAmount=1.5',
      'minAmount=-1',
      'minAmount=',
      'maxAmount=1e3',
      'maxAmount=9007199254740992',
      'startDate=yesterday',
      'startDate=2026-02-30',
      'startDate=2026-13-01',
      'startDate=',
      'endDate=20261121',
      'endDate=2026-11-21T25:00:00Z',
      'endDate=2026-11-21T10:00:00',
      'type=refund',
      'type=',
      'status=done',
      'status=posted&status=done',
      'type=deposit&type=transfer',
    ]) {
      const answer = await ask(query);
      expect(outcomeOf(answer), query).toEqual([400, 'invalid_parameter']);
      expect(answer.body.errors[0].pointer).toBe(query.split('=')[0]);
    }
  });

  it('refuses an empty range of dates', async () => {
    const rangeAnswer = await ask('startDate=2026-02-02&endDate=2026-02-01');
    expect(outcomeOf(rangeAnswer)).toEqual([400, 'invalid_date_range']);
  });

  it('finds nothing, without an error, for ids and references of arbitrary text', async () => {
    for (const malformedQuery of [
      "'",
      '%00',
      '%',
      'x'.repeat(64),
      '%F0%9F%8F%A6',
      '..%2f',
      '%22%7B%7D',
    ]) {
      for (const name of ['accountId', 'customerId', 'reference']) {
        const { status, body } = await ask(`${name}=${malformedQuery}`);
        expect([status, body.data], `${name}=${malformedQuery}`).toEqual([200, []]);
      }
    }
  });
});
