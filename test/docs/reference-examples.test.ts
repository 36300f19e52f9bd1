// A request that a reader copies from the reference is valid: every example body is sent to a bank,
// unchanged except that the ids are those of existing objects.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEVER_READ } from '../../api/kit/location.ts';
import { callApi, openAccounts, register } from '../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../kit/bank/checked-bank.ts';
import {
  authorisePayment,
  lockQuote,
  makeForSubjects,
  openWallet,
  scheduleTransfer,
  watchBalance,
} from '../kit/bank/objects-of-each-kind.ts';
import { operationsIn, readCommitted } from '../kit/bodies/openapi.ts';

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];
const ID = /\b[a-z]{2,5}_06ayx0rw7mf5w0h1y6k2v3c4d[5-7]\b/g;

/** Operations that need a secret from an earlier answer or a mail: an example cannot know it. */
const UNKNOWN_SECRETS = new Set(['verifyDeveloperEmail', 'claimKey', 'openApplication']);
/** Answers of a device to a challenge. */
const OF_A_DEVICE = new Set(['verifyPasskeySetup', 'verifyPasskey']);

/** Operations that move money, and those that create their preconditions: carried out as shown. */
const CARRIED_OUT = [
  'createTransaction',
  'createPayment',
  'createBatch',
  'createExchange',
  'createQuote',
  'createSchedule',
  'createIntent',
  'confirmIntent',
  'captureTransaction',
  'capturePayment',
  'cancelPayment',
  'reverseTransaction',
  'simulateInboundTransfer',
  'createCustomer',
  'createAccount',
  'createWallet',
  'createAlert',
  'replaceLimits',
  'createWebhookEndpoint',
  'monitorLaundering',
  'scoreRisk',
];
/** Run last, because they end objects that other examples use. */
const RUN_LAST = ['freezeAccount', 'abortModelDeployment', 'advanceClock', 'resetSandbox'];

interface Example {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly body: unknown;
}

function examples(): Example[] {
  const result = operationsIn(readCommitted('openapi.json')).flatMap((operation) => {
    const { operationId, requestBody, security } = operation.operation;
    const content = (requestBody as { content?: Record<string, { example?: unknown }> } | undefined)
      ?.content;
    const media = content?.['application/json'];
    if (!METHODS_WITH_BODY.includes(operation.method) || !media) return [];
    return [
      {
        operationId: String(operationId),
        method: operation.method,
        path: operation.path,
        isPublic: (security as unknown[]).length === 0,
        body: media.example,
      },
    ];
  });
  const rank = ({ operationId }: Example) => RUN_LAST.indexOf(operationId);
  return result.sort((a, b) => rank(a) - rank(b));
}

let bank: CheckedBank;
let key: string;
let ids: Record<string, string>;
let sides: { from: string; to: string };

beforeAll(async () => {
  bank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
  const created = await register(bank);
  key = created.key;
  const { customerId, accountIds } = await openAccounts(bank, key, [10_000_000, 0]);
  const [from = '', to = ''] = accountIds;
  sides = { from, to };
  const open = (name: string, currency: string) =>
    bank.call('/v1/accounts', { key, body: { customerId, type: 'checking', currency, name } });
  const dollars = (await open('Dollars', 'USD')).body.id;
  await bank.call(`/v1/accounts/${to}`, { key, method: 'PATCH', body: { name: 'Savings' } });
  const other = (await open('Other', 'EUR')).body.id;
  const post = (overrides: object) =>
    bank.call('/v1/transactions?wait=10', {
      key,
      body: { ...transferOf(from, to, 2_500), ...overrides },
    });
  const posted = (await post({})).body.id;
  const made = await makeForSubjects(bank, created, customerId);
  const { body: events } = await bank.call('/v1/events?limit=1', { key });
  const { body: keys } = await bank.call('/v1/developer/keys', { key });
  const spare = await bank.call('/v1/developer/keys', { key, body: { name: 'Spare' } });
  ids = {
    ...made,
    name: 'escrow',
    function: 'release',
    label: '1.0.0',
    customerId,
    accountId: other,
    transactionId: posted,
    eventId: events.data[0].id,
    keyId: spare.body.id ?? keys.data[0].id,
    alertId: await watchBalance(bank, key, from),
    walletId: await openWallet(bank, key, customerId),
    paymentId: await authorisePayment(bank, key, sides),
    scheduleId: await scheduleTransfer(bank, key, sides),
    quoteId: await lockQuote(bank, key),
    acc_5: from,
    acc_6: to,
    acc_7: dollars,
    cust_5: customerId,
    txn_5: posted,
    wh_5: made.endpointId ?? '',
    mdl_5: made.modelId ?? '',
    upl_5: made.datasetId ?? '',
  };
}, 120_000);
afterAll(() => bank.close());

const withIds = (text: string) =>
  text.replace(ID, (shown) => ids[`${shown.split('_')[0]}_${shown.at(-1)}`] ?? shown);

/** Each of these is spent by one request. */
async function freshFor(operationId: string): Promise<Record<string, string>> {
  const hold = async () => {
    const body = { ...transferOf(sides.from, sides.to, 2_500), capture: 'manual' };
    return (await bank.call('/v1/transactions?wait=10', { key, body })).body.id;
  };
  const pay = async (capture: string) => {
    const { type: _, ...body } = { ...transferOf(sides.from, sides.to, 2_500), capture };
    return (await bank.call('/v1/payments?wait=10', { key, body })).body.id;
  };
  if (/^(capture|cancel)Transaction$/.test(operationId)) return { transactionId: await hold() };
  if (/^(capture|cancel)Payment$/.test(operationId)) return { paymentId: await pay('manual') };
  if (operationId === 'confirmIntent') {
    const body = { customerId: ids.customerId, message: 'Send 25 euros from main to savings' };
    const { body: request } = await bank.call('/v1/transactions/ai-intent', { key, body });
    return { intentId: request.id, 'cnf_…': request.confirmation.token };
  }
  if (operationId === 'refundPayment') return { paymentId: await pay('automatic') };
  return {};
}

async function send({ operationId, method, path, isPublic, body }: Example) {
  const ownFields = { ...ids, ...(await freshFor(operationId)) };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ownFields[name] ?? 'x');
  const raw = withIds(JSON.stringify(body)).replace(/cnf_…/g, ownFields['cnf_…'] ?? '');
  // A bank without a chain says so with a 503, which `bank.call` would take for a fault.
  return callApi(bank.url, address, { method, raw, ...(isPublic ? {} : { key }) });
}

const RECORDED_ANSWERS = fileURLToPath(
  new URL('../../api/kit/openapi/recorded-answers.json', import.meta.url),
);
const SECRETS = [
  [/\b(sk_(?:test|live)|whsec|rk|cnf|op|cs)_[\w+/=-]{12,}/g, '$1_…'],
  [/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://bank.example.com'],
] as const;
const MAX_CHARACTERS = 6_000;

/** Shortens a list to one item: it shows the shape of all. */
const shortenList = (body: object) =>
  'data' in body && Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 1) } : body;

/** Records the answers for the reference: `KONTOR_RECORD_ANSWERS=1` with this file. */
async function record(shown: Record<string, unknown>): Promise<void> {
  for (const { method, path, operation } of operationsIn(readCommitted('openapi.json'))) {
    if (method !== 'GET') continue;
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x');
    if (/stream|oauth|openapi|statements$/.test(path)) continue;
    const answer = await callApi(bank.url, address, { key });
    const isShown = answer.status === 200 && typeof answer.body === 'object';
    if (isShown) shown[`${operation.operationId} 200`] = answer.body;
  }
  const days = Math.floor(Date.now() / 86_400_000) - Date.parse('2026-11-21') / 86_400_000;
  const moveDayBack = (day: string) =>
    new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
  const stored = Object.entries(shown).flatMap(([name, body]) => {
    let text = JSON.stringify(shortenList(body as object));
    const known = new Map<string, string>();
    text = text.replace(/\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{26}\b/g, (id, prefix: string) => {
      const turn = [...known.values()].filter((value) => value.startsWith(`${prefix}_`)).length + 5;
      const created = `${prefix}_06ayx0rw7mf5w0h1y6k2v3c4d${turn.toString(32)}`;
      const input = known.get(id) ?? created;
      known.set(id, input);
      return input;
    });
    text = text.replace(/\b20(2[5-9]|30)-\d\d-\d\d/g, moveDayBack);
    for (const [secret, instead] of SECRETS) text = text.replace(secret, instead);
    return text.length > MAX_CHARACTERS ? [] : [[name, JSON.parse(text)]];
  });
  stored.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  writeFileSync(RECORDED_ANSWERS, `${JSON.stringify(Object.fromEntries(stored), null, 2)}\n`);
}

/** An object created with 201 can be read at its Location, unless it can never be read. */
async function readBack(operationId: string, place: string | null): Promise<void> {
  if (place === null) {
    expect([operationId, NEVER_READ.has(operationId)]).toEqual([operationId, true]);
    return;
  }
  const { status } = await callApi(bank.url, place, { key });
  expect([operationId, place, status]).toEqual([operationId, place, 200]);
}

describe('the examples of the reference', () => {
  it('are accepted by a bank: none is refused as invalid, and payments really move money', async () => {
    const refused: string[] = [];
    const shown: Record<string, unknown> = {};
    const outcomes = new Map<string, number>();
    for (const example of examples()) {
      const { operationId } = example;
      const { status, body, headers } = await send(example);
      if (status === 201) await readBack(operationId, headers.get('location'));
      outcomes.set(operationId, status);
      if (status < 300) shown[`${operationId} ${status}`] = body;
      if (OF_A_DEVICE.has(operationId) || UNKNOWN_SECRETS.has(operationId)) continue;
      const isInvalid = [400, 413, 415, 429].includes(status) || (status === 422 && body.errors);
      const wantsDone = CARRIED_OUT.includes(operationId) && status >= 300;
      if (isInvalid || wantsDone) refused.push(`${operationId} ${status} ${JSON.stringify(body)}`);
    }
    expect(refused).toEqual([]);
    if (process.env.KONTOR_RECORD_ANSWERS) await record(shown);
    expect(CARRIED_OUT.filter((name) => !outcomes.has(name))).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(80);
  }, 180_000);
});
