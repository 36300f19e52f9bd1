// Duration of pages and lists of a bank with many transactions: each page of the console and the
// portal in Chromium, from its address to the last request that it makes, and each long list over
// HTTP, with the stretches in which the bank's thread answered no other request.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openChromium } from '../test/kit/outside/launch-chromium.ts';
import { fillBank } from './filled-bank.ts';
import { openCustomers } from './http.ts';
import { percentile, type Row } from './measure.ts';
import { processorMs, startTestbed, type Testbed } from './testbed.ts';

const MAX_PAGE_MS = 200;
const MAX_STRETCH_MS = 20;
const OPERATOR_KEY = 'op_bench_operator_key_0123456789';
const REASON = 'Measured by the bench';
const SEARCH_TEXT = '4711';
const LONGEST_MS = 60_000;
const WARM_UP_REQUESTS = 5;

interface Keys {
  readonly key: string;
  readonly operatorKey: string;
  readonly accounts: readonly string[];
}

interface KnownIds extends Keys {
  readonly transactionId: string;
  readonly customerId: string;
  readonly developerId: string;
  readonly eventId: string;
  readonly modelId: string;
  readonly versionId: string;
}

/**
 * @param batches number of batches of 10,000 transfers in the ledger
 * @param times number of requests of each page and each list
 */
export async function benchPages(batches: number, times: number): Promise<Row[]> {
  const testbed = await startTestbed({ env: { KONTOR_OPERATOR_KEY: OPERATOR_KEY } });
  try {
    const customers = await openCustomers(testbed);
    await fillBank(testbed, customers, batches);
    await sleep(3_000);
    const size = `${(batches * 10_000).toLocaleString('en')} transactions`;
    return await measurePages(
      testbed,
      { ...customers, operatorKey: OPERATOR_KEY },
      { size, times },
    );
  } finally {
    await testbed.stop();
  }
}

interface PagePlan {
  /** Size of the bank, in words. */
  readonly size: string;
  readonly times: number;
}

/** Measures the pages and lists of a filled bank. */
export async function measurePages(testbed: Testbed, keys: Keys, plan: PagePlan): Promise<Row[]> {
  const knownIds = await readKnown(testbed, keys);
  return [
    ...(await measureLists(testbed, knownIds, plan)),
    ...(await measureAllPages(testbed, knownIds, plan)),
  ];
}

async function readKnown({ url }: Testbed, keys: Keys): Promise<KnownIds> {
  const read = async (path: string, key = keys.key) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await (await fetch(url + path, { headers })).json()) as ReturnType<typeof JSON.parse>;
  };
  const account = await read(`/v1/accounts/${keys.accounts[0]}`);
  const transactions = await read('/v1/transactions?limit=1');
  const events = await read('/v1/events?limit=1');
  const { id: developerId } = await read('/v1/developer');
  const versions = await read('/v1/ops/models?environment=sandbox&status=any', keys.operatorKey);
  // The version that has judged all these payments.
  const version = versions.data.find(isInForce);
  return {
    ...keys,
    developerId,
    transactionId: transactions.data[0].id,
    customerId: account.customerId,
    eventId: events.data[0].id,
    modelId: version.modelId,
    versionId: version.id,
  };
}

function isInForce(model: { readonly name: string; readonly modelVersion: string }): boolean {
  return model.name === 'fraud-detection' && model.modelVersion === '2.4.0';
}

// ── Lists over HTTP ─────────────────────────────────────────────────────────────────────────────

interface MeasuredList {
  readonly path: string;
  readonly isOperator?: boolean;
}

function makeLists({ accounts, transactionId, customerId, versionId }: KnownIds): MeasuredList[] {
  const ops = (path: string): MeasuredList => ({ path: `/v1/ops/${path}`, isOperator: true });
  const env = 'environment=sandbox';
  return [
    { path: `/v1/accounts/${accounts[0]}/balance` },
    { path: '/v1/events?limit=100' },
    { path: '/v1/events?limit=100&type=transaction.posted' },
    { path: '/v1/events?limit=100&type=customer.created' },
    { path: '/v1/transactions?limit=100' },
    { path: `/v1/transactions?limit=100&accountId=${accounts[0]}` },
    { path: '/v1/transactions?limit=100&status=declined' },
    { path: `/v1/accounts/${accounts[0]}/statements?from=${yesterdayDate()}&limit=100` },
    ops(`transactions?${env}&limit=100`),
    ops(`transactions?${env}&limit=100&search=${accounts[0]}`),
    ops(`transactions?${env}&limit=25&search=${accounts[3]}`),
    ops(`transactions?${env}&limit=25&search=${transactionId}`),
    ops(`transactions?${env}&limit=25&search=${SEARCH_TEXT}`),
    ops(`transactions?${env}&limit=25&status=declined`),
    ops(`customers?${env}&limit=25&search=${customerId}`),
    ops(`events?${env}&limit=100`),
    ops(`events?${env}&limit=25&search=${transactionId}`),
    ops(`risk?${env}&days=30`),
    ops(`models/${versionId}/performance?${env}`),
    ops(`models/inventory?${env}`),
    ops(`workflows?${env}`),
    ops(`trial-balance?${env}`),
    ops(`work?${env}`),
    ops(`work/counts?${env}`),
    ops(`chain?${env}`),
  ];
}

function yesterdayDate(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
}

async function measureLists(
  testbed: Testbed,
  ids: KnownIds,
  { size, times: max }: PagePlan,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { path, isOperator = false } of makeLists(ids)) {
    const headers = {
      authorization: `Bearer ${isOperator ? ids.operatorKey : ids.key}`,
      'x-audit-reason': REASON,
    };
    // Warm-up for the JavaScript compiler.
    for (let n = 0; n < WARM_UP_REQUESTS; n++)
      await (await fetch(testbed.url + path, { headers })).text();
    const times: number[] = [];
    const spent = processorMs(testbed.bankPid);
    const before = await readStretches(testbed);
    for (let n = 0; n < max; n++) {
      const started = performance.now();
      const answer = await fetch(testbed.url + path, { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      times.push(performance.now() - started);
    }
    const cpuMs = (processorMs(testbed.bankPid) - spent) / max;
    await sleep(100);
    const after = await readStretches(testbed);
    const count = after.count - before.count;
    const meanOf = (name: 'sum' | 'worked') =>
      count === 0 ? 0 : ((after[name] - before[name]) / count) * 1_000;
    const name = path.replaceAll(/_[0-9a-z]{26}/g, '_…').replace('environment=sandbox&', '');
    rows.push({
      name:
        `GET ${name}, ${size}: mean of ${count} stretches over ${MAX_STRETCH_MS} ms` +
        `${count === 0 ? '' : `, ${Math.round(meanOf('worked'))} ms of them worked`} ` +
        `(${Math.round(cpuMs)} ms of the bank's processor time)`,
      value: meanOf('sum'),
      unit: 'ms',
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      floorName: 'none',
      floor: null,
      target: { valueAtMost: MAX_STRETCH_MS },
    });
  }
  return rows;
}

/** Reads the stretches of all requests, without those of the bank's own periodic work. */
async function readStretches({ adminUrl }: Testbed) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const total = (name: string) =>
    [...text.matchAll(new RegExp(`^kontor_stretch_${name}\\{([^}]*)\\} (\\S+)$`, 'gm'))]
      .filter(([, labels = '']) => !/route="(none|\/metrics)"/.test(labels))
      .reduce((sum, [, , value]) => sum + Number(value), 0);
  return {
    sum: total('seconds_sum'),
    count: total('seconds_count'),
    worked: total('processor_seconds_sum'),
  };
}

// ── Pages in Chromium ───────────────────────────────────────────────────────────────────────────

function listConsolePages(ids: KnownIds): string[] {
  const { accounts, transactionId, customerId, developerId, modelId, versionId } = ids;
  return [
    '',
    'work',
    'approvals',
    'applications',
    `search?q=${accounts[3]}`,
    'search?q=Bench',
    `transactions/${transactionId}`,
    `accounts/${accounts[0]}`,
    `accounts/${accounts[3]}`,
    `customers/${customerId}`,
    `developers/${developerId}`,
    'health',
    'chain',
    'models',
    `models/${versionId}`,
    'inventory',
    `inventory/${modelId}`,
    'webhooks',
    'audit',
    'people',
    'me',
  ];
}

function listPortalPages({ eventId }: KnownIds): string[] {
  return [
    '',
    'keys',
    'application',
    'requests',
    'usage',
    'events',
    `events/${eventId}`,
    'webhooks',
    'sandbox',
  ];
}

async function measureAllPages(testbed: Testbed, ids: KnownIds, plan: PagePlan): Promise<Row[]> {
  const browser = await openChromium();
  if (browser === null) return [];
  const rows: Row[] = [];
  try {
    const signIn = async (site: 'console' | 'portal', key: string) => {
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      page.setDefaultTimeout(LONGEST_MS);
      await page.goto(`${testbed.url}/${site}`);
      await page.locator('#key').fill(key);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      return page;
    };
    const staff = await signIn('console', ids.operatorKey);
    for (const path of listConsolePages(ids)) {
      rows.push(await measurePage(testbed, staff, { ...plan, path: `console/sandbox/${path}` }));
    }
    const developer = await signIn('portal', ids.key);
    for (const path of listPortalPages(ids)) {
      rows.push(await measurePage(testbed, developer, { ...plan, path: `portal/${path}` }));
    }
  } finally {
    await browser.close();
  }
  return rows;
}

interface OpenedPage extends PagePlan {
  readonly path: string;
}

async function measurePage(
  testbed: Testbed,
  page: Page,
  { path, size, times: max }: OpenedPage,
): Promise<Row> {
  const times: number[] = [];
  const before = processorMs(testbed.bankPid);
  await openOnce(testbed, page, path);
  for (let n = 0; n < max; n++) times.push(await openOnce(testbed, page, path));
  const cpuMs = (processorMs(testbed.bankPid) - before) / (max + 1);
  const name = `/${path}`.replaceAll(/_[0-9a-z]{26}/g, '_…');
  return {
    name: `${name}, ${size}, p95 (${Math.round(cpuMs)} ms of the bank's processor time)`,
    value: percentile(times, 0.95),
    unit: 'ms',
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    floorName: 'none',
    floor: null,
    target: { valueAtMost: MAX_PAGE_MS },
  };
}

const HAS_REASON_FORM = `document.querySelector('#why') !== null`;
/** The condition reads no layout, because computing it would cost more than the page's own work. */
const IS_LOADED = `document.querySelector('main h1') !== null &&
  [...document.querySelectorAll('p.quiet')].every((one) => one.textContent !== 'Loading…')`;

/**
 * Returns an expression that waits for a condition: the page's content security policy forbids
 * `eval`.
 */
const waitForExpression = (condition: string) => `new Promise((done) => {
  const look = () => (${condition} ? done() : requestAnimationFrame(look));
  look();
})`;

/**
 * Measures the time from the address to the last request that the page makes, without the time of
 * typing.
 */
async function openOnce(testbed: Testbed, page: Page, path: string): Promise<number> {
  let started = performance.now();
  let typed = 0;
  await page.goto(`${testbed.url}/${path}`, { waitUntil: 'commit' });
  await page.evaluate(waitForExpression(IS_LOADED));
  if (await page.evaluate(HAS_REASON_FORM)) {
    typed = performance.now() - started;
    await page.locator('#why').fill(REASON);
    started = performance.now();
    await page.keyboard.press('Enter');
    await page.evaluate(waitForExpression(`${IS_LOADED} && !(${HAS_REASON_FORM})`));
  }
  return typed + performance.now() - started;
}
