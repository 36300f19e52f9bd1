// Versions of the API, deprecated routes, and answers that need not be sent again.

import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDeprecation, markDeprecated } from '../../../api/kit/version.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';
import { requestText, sendRaw } from '../../kit/bank/raw-http.ts';

let bank: CheckedBank;
let key: string;
let accountIds: string[];
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
  accountIds = (await openAccounts(bank, key, [10_000, 0])).accountIds;
});
afterAll(() => bank.close());

const CURRENT_VERSION = '2026-11-23';

describe('the API version of a request', () => {
  it('is echoed in the answer, and defaults to the newest version', async () => {
    for (const headers of [{}, { 'api-version': CURRENT_VERSION }]) {
      const { status, headers: answer } = await bank.call('/v1/accounts', { key, headers });
      expect([status, answer.get('api-version')]).toEqual([200, CURRENT_VERSION]);
    }
    expect((await bank.call('/healthz')).headers.get('api-version')).toBe(CURRENT_VERSION);
  });

  it('is refused when the bank does not serve that version, and nothing is written', async () => {
    for (const version of ['2026-11-22', '2027-01-01', 'v1', '', 'x'.repeat(100)]) {
      const headers = { 'api-version': version, 'idempotency-key': `of-${version.slice(0, 9)}` };
      const [from = '', to = ''] = accountIds;
      const body = transferOf(from, to, 1);
      const answer = await bank.call('/v1/transactions', { key, headers, body });
      expect([answer.status, answer.body.code], version).toEqual([400, 'invalid_parameter']);
      expect(answer.body.errors[0]).toMatchObject({ pointer: 'API-Version' });
      expect(answer.body.errors[0].message).toContain(CURRENT_VERSION);
      expect(answer.headers.get('api-version')).toBe(CURRENT_VERSION);
    }
    const { body } = await bank.call(`/v1/transactions?accountId=${accountIds[1]}`, { key });
    expect(body.data).toEqual([]);
  });
});

describe('a deprecated route', () => {
  const deprecation = { since: '2027-01-01', sunset: '2028-01-01', successor: '/v1/accounts' };

  it('announces its deprecation, end and successor, also in refusals', async () => {
    const app = new OpenAPIHono();
    app.get('/old', markDeprecated(deprecation) as never, (c) => c.text('still here'));
    const { headers } = await app.request('/old');
    expect(headers.get('deprecation')).toBe(`@${Date.UTC(2027, 0, 1) / 1000}`);
    expect(headers.get('sunset')).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
    expect(headers.get('link')).toMatch(
      /<\/changelog>; rel="deprecation".*rel="successor-version"/,
    );
    expect(formatDeprecation(deprecation)).toContain('gone from 2028-01-01');
  });

  it('is explained on a page that the bank serves', async () => {
    const { status, body, headers } = await bank.call('/changelog');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(body).toContain(`## ${CURRENT_VERSION}`);
  });
});

describe('a read', () => {
  const listPath = '/v1/events?limit=100';

  it('is answered with 304 to a client with the current list, until the list changes', async () => {
    const firstAnswer = await bank.call(listPath, { key });
    const etag = firstAnswer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const readAgain = () => fetch(bank.url + listPath, { headers: headersWith(etag) });
    const sameAnswer = await readAgain();
    expect([sameAnswer.status, await sameAnswer.text(), sameAnswer.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ]);
    await bank.call(`/v1/accounts/${accountIds[1]}`, { key, method: 'PATCH', body: { name: 'B' } });
    const changeAnswer = await readAgain();
    expect([changeAnswer.status, await changeAnswer.json()]).toMatchObject([
      200,
      { object: 'list' },
    ]);
  });

  it('of one object is answered with 304 until its content changes, even without a new version', async () => {
    const path = `/v1/accounts/${accountIds[0]}`;
    const { headers } = await bank.call(path, { key });
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"v\d+-[\w-]{16}"$/);
    const readAgain = (tag = etag) => fetch(bank.url + path, { headers: headersWith(tag) });
    for (const tag of [etag, `"x", ${etag}`, `W/${etag}`]) {
      const sameAnswer = await readAgain(tag);
      expect([tag, sameAnswer.status, await sameAnswer.text()]).toEqual([tag, 304, '']);
    }
    // A version alone does not identify the content: a hold ends without a new version.
    expect((await readAgain(etag.replace(/-[\w-]{16}"/, '"'))).status).toBe(200);
    const body = { name: 'Renamed' };
    const change = { key, method: 'PATCH', body, headers: { 'if-match': etag } };
    expect((await bank.call(path, change)).status).toBe(200);
    expect((await readAgain()).status).toBe(200);
    expect((await bank.call(path, change)).status).toBe(412);
  });

  it('is compressed for a client that accepts compression; streams and short answers are not', async () => {
    const ask = async (path: string, encoding: string) => {
      const ownHeaders = { Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding };
      const answer = await sendRaw(bank.url, [requestText('GET', path, ownHeaders)]);
      return (answer.split('\r\n\r\n')[0] ?? '').toLowerCase();
    };
    expect(await ask(listPath, 'gzip')).toContain('content-encoding: gzip');
    expect(await ask(listPath, 'identity')).not.toContain('content-encoding');
    expect(await ask('/v1/exchange-rates/quotes/x', 'gzip')).not.toContain('content-encoding');
    const stream = await fetch(`${bank.url}/v1/events/stream`, { headers: headersWith('') });
    expect(stream.headers.get('content-encoding')).toBeNull();
    await stream.body?.cancel();
  });

  it('continues at the same cursor in every list, the event log included', async () => {
    const firstAnswer = await bank.call('/v1/events?limit=2', { key });
    const { nextCursor } = firstAnswer.body;
    const nextAnswer = await bank.call(`/v1/events?limit=2&startingAfter=${nextCursor}`, { key });
    expect(nextAnswer.body.data[0].sequence).toBe(Number(nextCursor) + 1);
    const bothCursors = `/v1/events?startingAfter=${nextCursor}&afterSequence=1`;
    expect((await bank.call(bothCursors, { key })).body.code).toBe('invalid_cursor');
    const aheadAnswer = await bank.call('/v1/events?startingAfter=999999999', { key });
    expect(aheadAnswer.body.code).toBe('invalid_cursor');
  });
});

function headersWith(etag: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'if-none-match': etag };
}
