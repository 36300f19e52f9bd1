// The documentation site: every guide is a page, every link has a target, a search text is never
// rendered as markup, and each operation has examples in three languages.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { readContents } from '../../../api/docs/contents.ts';
import { hasModule, NO_TEMPORAL, openTestBank, type TestBank } from '../../kit/bank/bank.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
});
afterAll(() => bank.close());

const read = async (path: string) => {
  const answer = await fetch(bank.url + path);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const linksIn = (text: string) =>
  [...text.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address = '']) => address);

it('links on every page of the documentation lead to existing pages and anchors', async () => {
  const pages = new Map<string, string>();
  const pathsToVisit = ['/docs'];
  const missingPages: string[] = [];
  for (let path = pathsToVisit.pop(); path !== undefined; path = pathsToVisit.pop()) {
    const { status, text, headers } = await read(path);
    expect(status, path).toBe(200);
    expect(headers.get('content-security-policy'), path).not.toMatch(/unsafe|https?:|\*/);
    pages.set(path, text);
    for (const link of linksIn(text)) {
      const [target = ''] = link.split('#');
      if (/^https?:/.test(link) || target === '' || !target.startsWith('/docs/guides/')) continue;
      if (!pages.has(target) && !pathsToVisit.includes(target)) pathsToVisit.push(target);
    }
  }
  const listedPages = readContents().flatMap((group) => group.pages);
  expect(listedPages.length).toBeGreaterThan(50);
  const servedPaths = listedPages.map(({ name }) => `/docs/guides/${name}`);
  expect([...pages.keys()].sort()).toEqual(['/docs', ...servedPaths].sort());
  for (const [path, text] of pages) {
    expect(text, path).not.toMatch(/<(script|img|iframe|object|style)\b/);
    for (const link of linksIn(text)) {
      const [target = '', anchor] = link.split('#');
      const page = pages.get(target === '' ? path : target);
      if (anchor && page && !page.includes(`id="${anchor}"`)) missingPages.push(`${path}: ${link}`);
    }
  }
  expect(missingPages).toEqual([]);
});

it('a search term is shown as text, and found in the pages that contain the term', async () => {
  const hostileQuery = '"><script>alert(1)</script>';
  const { text, headers } = await read(`/docs/search?q=${encodeURIComponent(hostileQuery)}`);
  expect(text).not.toContain('<script');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const result = await read('/docs/search?q=webhook%20signature');
  expect(result.text).toMatch(/href="\/docs\/guides\/webhooks#/);
  const noResults = await read('/docs/search?q=xyzzyplugh');
  expect(noResults.text).toContain('No page contains these words');
  for (const invalidQuery of ['', '(', '%00', '%ff', 'a'.repeat(3_000), '.*']) {
    expect((await read(`/docs/search?q=${invalidQuery}`)).status, invalidQuery).toBe(200);
  }
});

it('the address of a page that became a part of another page leads to that part', async () => {
  const { status, headers } = await fetch(`${bank.url}/docs/guides/tracing`, {
    redirect: 'manual',
  });
  expect(status).toBe(308);
  const address = headers.get('location') ?? '';
  const [page = '', anchor] = address.split('#');
  expect((await read(page)).text).toContain(`id="${anchor}"`);
});

it('links of the changelog, which is served as Markdown, lead to existing pages and anchors', async () => {
  const { text } = await read('/changelog');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    const [path = '', anchor] = link.split('#');
    expect(path, link).toMatch(/^\/|^https:/);
    if (!path.startsWith('/')) continue;
    const page = await read(path);
    expect(page.status, link).toBe(200);
    if (anchor) expect(page.text, link).toContain(`id="${anchor}"`);
  }
});

it('no other file of the machine is served as a guide', async () => {
  const belowDocs = ['..%2fREADME', 'decisions%2fsqlite', 'build%2fkyc', 'reference%2fopenapi'];
  const names = [...belowDocs, 'README', 'sqlite', 'openapi', 'kyc.md', 'constructor'];
  for (const name of names) expect((await read(`/docs/guides/${name}`)).status, name).toBe(404);
});

it('the reference has examples in three languages, and executes no text', async () => {
  const list = (await read('/docs/reference')).text;
  const addresses = new Set(linksIn(list).map((link) => link.split('#')[0] ?? ''));
  const pages = [...addresses].filter((address) => address.startsWith('/docs/reference/'));
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) expect((await read(page)).status, page).toBe(200);
  expect(list).toContain(
    '/docs/reference/transactions#tag/transactions/operation/createTransaction',
  );
  const { text, headers } = await read('/docs/reference/transactions');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';
  expect(text).toContain(`data-nonce="${nonce}"`);
  expect((await read('/docs/reference/transactions')).text).not.toContain(nonce);
  // The pages of developers are a module of their own.
  const links = linksIn(text).filter((link) => hasModule('pages') || link !== '/portal');
  for (const link of links) {
    if (!link.startsWith('data:')) expect((await read(link)).status, link).toBe(200);
  }
  expect((await read('/docs/files/redoc.js')).text).not.toContain('cdn.redoc.ly/redoc/logo');
  const document = JSON.parse((await read('/docs/reference/transactions.json')).text);
  const samples = document.paths['/v1/transactions'].post['x-codeSamples'];
  expect(samples.map(({ label }: { label: string }) => label)).toEqual([
    'curl',
    'TypeScript',
    'Python',
  ]);
  expect(samples[1].source).toMatch(/^const answer = await bank\.createTransaction\(\{/);
  expect(document.paths['/v1/accounts/{accountId}']).toBeUndefined();
  const accounts = JSON.parse((await read('/docs/reference/accounts.json')).text);
  const account = accounts.paths['/v1/accounts/{accountId}'].get['x-codeSamples'];
  expect(account[0].source).toMatch(/\$API\/v1\/accounts\/acc_\w+"/);
});

it('the reference has every operation and message, and every schema these refer to', async () => {
  const wholeDocument = JSON.parse((await read('/openapi.json')).text);
  const list = (await read('/docs/reference')).text;
  const addresses = new Set(linksIn(list).map((link) => link.split('#')[0] ?? ''));
  const operations: string[] = [];
  const messages: string[] = [];
  for (const address of addresses) {
    if (!address.startsWith('/docs/reference/')) continue;
    const { text } = await read(`${address}.json`);
    const part = JSON.parse(text);
    for (const item of Object.values<Record<string, { operationId: string }>>(part.paths)) {
      operations.push(...Object.values(item).map(({ operationId }) => operationId));
    }
    messages.push(...Object.keys(part.webhooks));
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      expect(part.components[kind]?.[name], `${address}: ${name}`).toBeDefined();
    }
  }
  const items = Object.values<Record<string, { operationId?: string }>>(wholeDocument.paths);
  const declaredIds = items.flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(operations.sort()).toEqual(declaredIds.sort());
  expect(messages.sort()).toEqual(Object.keys(wholeDocument.webhooks).sort());
});

it('the search finds operations', async () => {
  const { text } = await read('/docs/search?q=capture%20transactions');
  expect(text).toMatch(
    /href="\/docs\/reference\/transactions#tag\/transactions\/operation\/capture/,
  );
});
