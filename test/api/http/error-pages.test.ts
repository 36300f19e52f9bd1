// The `type` of a problem is the address of a page about the error, which the bank serves.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { REMEDIES } from '../../../api/kit/error-remedies.ts';
import { CATALOGUE, type ErrorCode } from '../../../api/kit/errors.ts';
import { NO_TEMPORAL } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { readWholeDocument } from '../../kit/bodies/openapi.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
});
afterAll(() => bank.close());

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it("a problem's type links to a page of the bank with a remedy", async () => {
  const refusedAnswer = await bank.call('/v1/accounts');
  const page = await bank.call(refusedAnswer.body.type);
  expect([page.status, page.body]).toEqual([
    200,
    {
      object: 'error',
      code: 'missing_credentials',
      title: refusedAnswer.body.title,
      status: 401,
      retryable: false,
      remedy: expect.stringContaining('Authorization: Bearer'),
      type: refusedAnswer.body.type,
    },
  ]);
});

it('every error code has a page with a remedy, and every remedy belongs to an error code', async () => {
  expect(Object.keys(REMEDIES).sort()).toEqual(Object.keys(CATALOGUE).sort());
  const { body } = await bank.call('/errors');
  const pages = body.data as { code: ErrorCode; remedy: string; status: number }[];
  expect(pages.map(({ code }) => code)).toEqual(Object.keys(CATALOGUE));
  for (const { code, remedy, status } of pages) {
    expect([remedy.length > 10, status], code).toEqual([true, CATALOGUE[code].status]);
  }
});

it('every path named in a remedy is an operation of the API', () => {
  const { paths } = readWholeDocument() as { paths: Record<string, object> };
  for (const [code, remedy] of Object.entries(REMEDIES)) {
    for (const [, method = '', path = ''] of remedy.matchAll(/\b(GET|POST) (\/v1[\w/{}-]+)/g)) {
      expect(Object.keys(paths[path] ?? {}), `${code}: ${method} ${path}`).toContain(
        method.toLowerCase(),
      );
    }
  }
});

it('a browser gets the page as HTML without scripts and without other hosts', async () => {
  for (const path of ['/errors', '/errors/insufficient_funds']) {
    const page = await bank.call(path, { headers: HTML });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=UTF-8',
    ]);
    expect(page.body).toContain('insufficient_funds');
    expect(page.body).not.toMatch(/<script|https?:/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

it('an unknown code answers 404 and repeats the code as text, never as HTML', async () => {
  const { status, body, headers } = await bank.call('/errors/%3Cb%3E', { headers: HTML });
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(headers.get('content-type')).toBe('application/problem+json');
});
