// Requests about schedules that are refused: invalid terms, acts at the wrong time and changes of
// an outdated version. scheduled-runs.error.test.ts tests errors on a due date.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
let developer: TestDeveloper;
beforeAll(async () => {
  bank = await openCheckedBank();
  developer = await openTestDeveloper(bank);
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const DAILY_RECURRENCE = { frequency: 'daily' };
const UNKNOWN_ID = 'sch_06ayx0rw7mf5w0h1y6k2v3c4d5';

/** Invalid fields, and the expected pointer in the answer. */
const INVALID_TERMS: readonly [string, object, string][] = [
  ['an amount of zero', { amount: 0 }, '/amount'],
  ['an amount that is not an integer', { amount: 0.5 }, '/amount'],
  ['an amount as text', { amount: '5' }, '/amount'],
  ['an unknown kind of amount', { amount: { type: 'half' } }, '/amount/type'],
  ['a full balance with a value', { amount: { type: 'full_balance', value: 5 } }, '/amount/value'],
  ['balance_above without a value', { amount: { type: 'balance_above' } }, '/amount/value'],
  ['an unknown time zone', { timezone: 'Mars/Olympus' }, '/timezone'],
  ['an offset instead of a time zone', { timezone: '+02:00' }, '/timezone'],
  ['a day that does not exist', { startDate: '2027-02-29' }, '/startDate'],
  ['a day in the year 9999', { startDate: '9999-01-01' }, '/startDate'],
  [
    'both a date and a time of the start',
    { startDate: '2098-01-01', startAt: '2098-01-01T09:00:00Z' },
    '/startDate',
  ],
  [
    'a time of the start without a time zone',
    { startDate: undefined, startAt: '2098-01-01T09:00' },
    '/startAt',
  ],
  ['an unknown frequency', { recurrence: { frequency: 'hourly' } }, '/recurrence/frequency'],
  [
    'an interval of zero',
    { recurrence: { ...DAILY_RECURRENCE, interval: 0 } },
    '/recurrence/interval',
  ],
  [
    'day 32 of the month',
    { recurrence: { frequency: 'monthly', dayOfMonth: 32 } },
    '/recurrence/dayOfMonth',
  ],
  [
    'day 0 of the month',
    { recurrence: { frequency: 'monthly', dayOfMonth: 0 } },
    '/recurrence/dayOfMonth',
  ],
  [
    'a day of the month for a daily schedule',
    { recurrence: { ...DAILY_RECURRENCE, dayOfMonth: 1 } },
    '/recurrence/dayOfMonth',
  ],
  [
    'a weekday for a daily schedule',
    { recurrence: { ...DAILY_RECURRENCE, dayOfWeek: 1 } },
    '/recurrence/dayOfWeek',
  ],
  ['weekday 8', { recurrence: { frequency: 'weekly', dayOfWeek: 8 } }, '/recurrence/dayOfWeek'],
  ['a count of 0', { recurrence: { ...DAILY_RECURRENCE, count: 0 } }, '/recurrence/count'],
  [
    'both a count and an end date',
    { recurrence: { ...DAILY_RECURRENCE, count: 1, endDate: '2098-01-01' } },
    '/recurrence/endDate',
  ],
  [
    'a count for a schedule of one date',
    { recurrence: { frequency: 'once', count: 3 } },
    '/recurrence/count',
  ],
  [
    'an end date before the start',
    { recurrence: { ...DAILY_RECURRENCE, endDate: '2001-01-01' } },
    '/recurrence',
  ],
  [
    'an unknown business-day convention',
    { businessDayConvention: 'nearest' },
    '/businessDayConvention',
  ],
  ['an unknown calendar', { businessCalendar: 'GB' }, '/businessCalendar'],
  ['an unknown catch-up', { catchUp: 'some' }, '/catchUp'],
  [
    'an unknown reaction to insufficient funds',
    { onInsufficientFunds: 'borrow' },
    '/onInsufficientFunds',
  ],
  [
    'a retry without an attempt',
    { retry: { maxAttempts: 0, intervalHours: 1 } },
    '/retry/maxAttempts',
  ],
  ['a retry without an interval', { retry: { maxAttempts: 2 } }, '/retry/intervalHours'],
  ['a maximum of 0 failures', { maxConsecutiveFailures: 0 }, '/maxConsecutiveFailures'],
  ['a notice 365 days before', { notifyDaysBefore: 365 }, '/notifyDaysBefore'],
  ['an unknown field', { sends: 'money' }, '/sends'],
  ['the field status', { status: 'active' }, '/status'],
  ['the field occurrencesCompleted', { occurrencesCompleted: 7 }, '/occurrencesCompleted'],
];

describe('a schedule is refused, and nothing is written,', () => {
  it.each(INVALID_TERMS)('when its terms are invalid: %s', async (_label, fields, pointer) => {
    const created = await developer.schedule({ startDate: '2098-01-01' });
    for (const sendRequest of [
      () => developer.create(fields),
      () => developer.change(created.id, fields),
    ]) {
      const { status, body } = await writesNothing(bank, sendRequest);
      expect([status, body.errors?.map((error: { pointer: string }) => error.pointer)]).toEqual([
        422,
        expect.arrayContaining([pointer]),
      ]);
    }
  });

  it('without the required fields', async () => {
    for (const name of ['sourceAccountId', 'destinationAccountId', 'amount', 'timezone']) {
      const { status, body } = await writesNothing(bank, () =>
        developer.create({ [name]: undefined }),
      );
      expect([status, body.errors[0].pointer]).toEqual([422, `/${name}`]);
    }
    const { body } = await developer.create({ startDate: undefined });
    expect(body.errors[0]).toMatchObject({ pointer: '/startDate', code: 'schedule_invalid' });
  });

  it('when it starts on a past day', async () => {
    const { body } = await writesNothing(bank, () =>
      developer.create({ startDate: developer.dateAfter(-1) }),
    );
    expect([body.code, body.errors[0].pointer]).toEqual(['schedule_invalid', '/startDate']);
  });

  it('when its accounts are the same or have different currencies', async () => {
    const { from, to, call } = developer;
    const samePayerAnswer = await developer.create({ destinationAccountId: from });
    expect([samePayerAnswer.body.code, samePayerAnswer.body.errors[0].pointer]).toEqual([
      'same_account',
      '/destinationAccountId',
    ]);
    const { body } = await call(`/v1/accounts/${from}`);
    const account = { customerId: body.customerId, type: 'checking', currency: 'USD', name: 'X' };
    const dollarAccountId = (await call('/v1/accounts', account)).body.id;
    for (const sendRequest of [
      () => developer.create({ destinationAccountId: dollarAccountId }),
      () => developer.create({ currency: 'USD' }),
    ]) {
      expect((await writesNothing(bank, sendRequest)).body.code).toBe('currency_mismatch');
    }
    const created = await developer.schedule({ startDate: '2098-01-01' });
    const change = () => developer.change(created.id, { sourceAccountId: to });
    expect((await writesNothing(bank, change)).body.code).toBe('same_account');
    const currencyChange = await developer.change(created.id, { currency: 'EUR' });
    expect(currencyChange.body.errors[0].pointer).toBe('/currency');
  });

  it('when its body is truncated, too large, or not JSON', async () => {
    const path = '/v1/transactions/scheduled';
    const { key } = developer;
    const malformedJsonAnswer = await writesNothing(bank, () =>
      bank.call(path, { key, raw: '{"amount":' }),
    );
    expect(malformedJsonAnswer.body.code).toBe('malformed_json');
    const hugeBody = {
      key,
      raw: JSON.stringify(developer.makeTerms({ description: 'x'.repeat(2 ** 20) })),
    };
    expect((await bank.call(path, hugeBody)).body.code).toBe('payload_too_large');
    expect((await bank.call(path, { key, body: [developer.makeTerms({})] })).status).toBe(422);
  });
});

describe('an act on a schedule at the wrong time', () => {
  it.each(['pause', 'resume', 'skip', 'run-now', 'cancel'])(
    '%s of a finished schedule is refused',
    async (name) => {
      const { id } = await developer.schedule();
      await developer.act(id, 'skip');
      const { status, body } = await writesNothing(bank, () => developer.act(id, name));
      expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
    },
  );

  it('a canceled schedule cannot be resumed, changed or run', async () => {
    const { id } = await developer.schedule();
    await developer.act(id, 'cancel');
    const refusedActs = [
      ...['pause', 'resume', 'skip', 'run-now'].map((name) => () => developer.act(id, name)),
      () => developer.change(id, { amount: 5 }),
    ];
    for (const act of refusedActs) {
      expect((await writesNothing(bank, act)).body.code).toBe('invalid_state_transition');
    }
  });

  it('a paused schedule cannot be run now, but its next date can be skipped', async () => {
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 3 } });
    await developer.act(id, 'pause');
    expect((await developer.act(id, 'run-now')).body.code).toBe('invalid_state_transition');
    expect((await developer.act(id, 'skip')).body).toMatchObject({ status: 'paused' });
    await developer.act(id, 'cancel');
  });

  it('unknown fields and overlong reasons are refused', async () => {
    const { id } = await developer.schedule();
    for (const [body, pointer] of [
      [{ reason: '' }, '/reason'],
      [{ reason: 'x'.repeat(201) }, '/reason'],
      [{ amount: 5 }, '/amount'],
    ] as const) {
      const skip = () => developer.call(`/v1/scheduled/${id}/skip`, body);
      const answer = await writesNothing(bank, skip);
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
    }
  });

  it('an unknown schedule is not found by any act', async () => {
    for (const id of [UNKNOWN_ID, 'x', developer.from]) {
      const answers = [
        await developer.call(`/v1/scheduled/${id}`),
        await developer.call(`/v1/scheduled/${id}/occurrences`),
        await developer.change(id, { amount: 5 }),
        await developer.act(id, 'pause'),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([404, 'schedule_not_found']);
      }
    }
  });

  it('invalid pages and filters are refused', async () => {
    for (const query of ['limit=0', 'limit=101', 'startingAfter=x', 'status=done', 'order=asc']) {
      const { status } = await developer.call(`/v1/transactions/scheduled?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});

describe('a repeated or outdated request', () => {
  it('with the If-Match of an earlier version is refused', async () => {
    const { id } = await developer.schedule();
    await developer.change(id, { amount: 5 }, { 'if-match': '"v1"' });
    const staleHeaders = { 'if-match': '"v1"' };
    for (const sendRequest of [
      () => developer.change(id, { amount: 6 }, staleHeaders),
      () => developer.act(id, 'pause', staleHeaders),
      () => developer.act(id, 'run-now', staleHeaders),
    ]) {
      const { status, body } = await writesNothing(bank, sendRequest);
      expect([status, body.code]).toEqual([412, 'version_conflict']);
    }
    const malformedTagAnswer = await developer.change(id, { amount: 6 }, { 'if-match': 'v2' });
    expect([malformedTagAnswer.status, malformedTagAnswer.body.code]).toEqual([
      400,
      'invalid_parameter',
    ]);
  });

  it('with a used idempotency key is a replay, or is refused for another body', async () => {
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 5 } });
    const headers = { 'idempotency-key': 'skip-1' };
    const firstAnswer = await developer.act(id, 'skip', headers);
    const repeatedAnswer = await developer.act(id, 'skip', headers);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(repeatedAnswer.body.occurrencesSkipped).toBe(firstAnswer.body.occurrencesSkipped);
    const otherAnswer = await developer.call(
      `/v1/scheduled/${id}/skip`,
      { reason: 'Why' },
      { headers },
    );
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
    // A refused request does not bind its idempotency key.
    const finishedSchedule = await developer.schedule();
    await developer.act(finishedSchedule.id, 'cancel');
    const refusedHeaders = { 'idempotency-key': 'refused' };
    expect((await developer.act(finishedSchedule.id, 'skip', refusedHeaders)).status).toBe(409);
  });
});
