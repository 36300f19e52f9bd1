// Invalid webhook endpoints: each is refused with the field at fault, and changes nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let id: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  id = (await createEndpoint({})).body.id;
});
afterAll(() => bank.close());

const PATH = '/v1/webhook-endpoints';
// No test of this file causes the event of this subscription, because a delivery would write rows
// meanwhile.
const ENDPOINT_BODY = { url: 'https://example.com/hook', events: ['account.closed'] };
const createEndpoint = (body: object, headers: Record<string, string> = {}) =>
  bank.call(PATH, { key, body: { ...ENDPOINT_BODY, ...body }, headers });
const changeEndpoint = (body: object, headers: Record<string, string> = {}) =>
  bank.call(`${PATH}/${id}`, { key, method: 'PATCH', body, headers });
const faultsOf = (body: { errors?: { pointer: string; code: string }[] }) =>
  body.errors?.map(({ pointer, code }) => [pointer, code]);

describe('the URL of an endpoint', () => {
  it.each([
    ['', 'invalid'],
    [7, 'invalid'],
    [null, 'invalid'],
    [`https://example.com/${'x'.repeat(2048)}`, 'invalid'],
    ['example.com/hook', 'url_invalid'],
    ['/hook', 'url_invalid'],
    ['//example.com/hook', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['https:example.com', 'url_invalid'],
    ['https://exa mple.com/', 'url_invalid'],
    [' https://example.com/', 'url_invalid'],
    ['https://example.com/\n', 'url_invalid'],
    ['https://example.com\\@evil.example/', 'url_invalid'],
    ['https://user:secret@example.com/', 'url_invalid'],
    ['https://user@example.com/', 'url_invalid'],
    ['https://@example.com/', 'url_invalid'],
    ['https://example.com/#part', 'url_invalid'],
    ['https://example.com/#', 'url_invalid'],
    ['https://256.256.256.256/', 'url_invalid'],
    ['https://[::1/', 'url_invalid'],
    ['https://example.com:99999/', 'url_invalid'],
    ['javascript:alert(1)', 'url_not_allowed'],
    ['data:text/html,x', 'url_not_allowed'],
    ['file:///etc/passwd', 'url_not_allowed'],
    ['ftp://example.com/', 'url_not_allowed'],
    ['ws://example.com/', 'url_not_allowed'],
    ['https://localhost/', 'url_not_allowed'],
    ['https://127.0.0.1/', 'url_not_allowed'],
    ['https://2130706433/', 'url_not_allowed'],
    ['https://0x7f.1/', 'url_not_allowed'],
    ['https://[::ffff:10.0.0.1]/', 'url_not_allowed'],
    ['https://169.254.169.254/latest', 'url_not_allowed'],
    ['https://example.com:22/', 'url_not_allowed'],
    ['https://example.com:25/', 'url_not_allowed'],
    ['https://example.com:6379/', 'url_not_allowed'],
  ])('%s is refused with %s, in a new endpoint and in a change', async (url, code) => {
    await writesNothing(bank, async () => {
      for (const answer of [await createEndpoint({ url }), await changeEndpoint({ url })]) {
        expect([answer.status, faultsOf(answer.body)]).toEqual([422, [['/url', code]]]);
      }
    });
  });

  it('is required', async () => {
    const { body } = await bank.call(PATH, { key, body: {} });
    expect(faultsOf(body)).toEqual([['/url', 'invalid']]);
  });
});

describe('a field of an endpoint', () => {
  it.each([
    [{ events: [] }, [['/events', 'invalid']]],
    [{ events: 'account.*' }, [['/events', 'invalid']]],
    [{ events: ['account.*', 'acount.*'] }, [['/events/1', 'unknown_event_type']]],
    [{ events: ['account'] }, [['/events/0', 'unknown_event_type']]],
    [{ events: ['*.created'] }, [['/events/0', 'unknown_event_type']]],
    [{ events: ['ACCOUNT.CREATED'] }, [['/events/0', 'unknown_event_type']]],
    [{ events: [`account.${'*'.repeat(100)}`] }, [['/events/0', 'unknown_event_type']]],
    [{ events: [7] }, [['/events/0', 'invalid']]],
    [{ payload: 'FULL' }, [['/payload', 'invalid']]],
    [{ description: 'x'.repeat(501) }, [['/description', 'invalid']]],
    [{ description: 'a\u0000b' }, [['/description', 'invalid']]],
    [{ metadata: { '': 'x' } }, [['/metadata/', 'invalid']]],
    [{ secret: 'whsec_mine' }, [['/secret', 'unknown_field']]],
    [{ id: 'wh_mine' }, [['/id', 'unknown_field']]],
    [{ livemode: true }, [['/livemode', 'unknown_field']]],
    [{ tenantId: 'dev_x' }, [['/tenantId', 'unknown_field']]],
  ])('%j is refused, and the field is named', async (body, errors) => {
    await writesNothing(bank, async () => {
      for (const answer of [await createEndpoint(body), await changeEndpoint(body)]) {
        expect([answer.status, faultsOf(answer.body)]).toEqual([422, errors]);
      }
    });
  });

  it('with ten thousand invalid patterns is refused with a short error', async () => {
    const events = Array.from({ length: 10_000 }, (_, index) => `no.such.${index}`);
    const { status, body } = await writesNothing(bank, () => createEndpoint({ events }));
    expect([status, faultsOf(body)]).toEqual([422, [['/events', 'invalid']]]);
  });

  it('that is unknown is reported, at most a hundred of thousands', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, index) => [`f${index}`, index]),
    );
    const { status, body } = await writesNothing(bank, () => createEndpoint(fields));
    expect([status, body.code, body.errors.length]).toEqual([422, 'validation_failed', 100]);
  });

  it('cannot set a status reserved to the bank', async () => {
    expect(faultsOf((await createEndpoint({ status: 'disabled' })).body)).toEqual([
      ['/status', 'unknown_field'],
    ]);
    expect(faultsOf((await changeEndpoint({ status: 'auto_disabled' })).body)).toEqual([
      ['/status', 'invalid'],
    ]);
  });

  it('overlapHours of a secret rotation must be a whole number of hours up to a week', async () => {
    await writesNothing(bank, async () => {
      for (const overlapHours of [-1, 169, 1.5, '24', null]) {
        const answer = await bank.call(`${PATH}/${id}/rotate-secret`, {
          key,
          body: { overlapHours },
        });
        expect(faultsOf(answer.body), String(overlapHours)).toEqual([['/overlapHours', 'invalid']]);
      }
    });
  });
});

describe('a request about an endpoint', () => {
  it('with malformed JSON, or none, is refused', async () => {
    for (const raw of ['{', '[]', '"x"', 'null', '{"url":1}}']) {
      const { status } = await writesNothing(bank, () => bank.call(PATH, { key, raw }));
      expect([400, 422], raw).toContain(status);
    }
  });

  it('for a version other than the present one is refused with 412', async () => {
    const headers = { 'if-match': '"v9"' };
    const path = `${PATH}/${id}`;
    await writesNothing(bank, async () => {
      const changeAnswer = await changeEndpoint({ description: 'x' }, headers);
      const removalAnswer = await bank.call(path, { key, method: 'DELETE', headers });
      for (const { status, body } of [changeAnswer, removalAnswer]) {
        expect([status, body.code]).toEqual([412, 'version_conflict']);
      }
    });
  });

  it('to ping a disabled endpoint is refused', async () => {
    const otherEndpointId = (await createEndpoint({})).body.id;
    await bank.call(`${PATH}/${otherEndpointId}`, {
      key,
      method: 'PATCH',
      body: { status: 'disabled' },
    });
    const ping = () => bank.call(`${PATH}/${otherEndpointId}/ping`, { key, method: 'POST' });
    const { status, body } = await writesNothing(bank, ping);
    expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
    expect(body.detail).toContain('disabled');
  });

  it('with an invalid cursor is refused', async () => {
    for (const cursor of ['x', 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5', '']) {
      const { status, body } = await bank.call(`${PATH}?startingAfter=${cursor}`, { key });
      expect([status, body.code]).toEqual([400, 'invalid_cursor']);
    }
  });

  it('to add an endpoint beyond the limit of 16 is refused, until one is removed', async () => {
    const ownKey = (await register(bank)).key;
    const addEndpoint = () => bank.call(PATH, { key: ownKey, body: ENDPOINT_BODY });
    const answers = await Promise.all(Array.from({ length: 20 }, addEndpoint));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(16);
    const { status, body } = await writesNothing(bank, addEndpoint);
    expect([status, body.code]).toEqual([409, 'webhook_endpoint_limit']);
    const answer = answers.find((answer) => answer.status === 201);
    await bank.call(`${PATH}/${answer?.body.id}`, { key: ownKey, method: 'DELETE' });
    expect((await addEndpoint()).status).toBe(201);
  });
});
