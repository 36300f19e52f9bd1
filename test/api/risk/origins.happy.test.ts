// Properties of a payment that the rules judge beside the model: the payee, the amount, the device,
// the place and the network address of the payer.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NETWORK_SCHEMA } from '../../../ai/risk/networks.ts';
import { readConfig } from '../../../bank/config/settings.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-networks-'));
const networksFile = join(folder, 'networks.json');
let bank: CheckedBank;
let key: string;
let from: string;
let ownAccountId: string;
const strangerAccountIds: string[] = [];
beforeAll(async () => {
  writeFileSync(
    networksFile,
    JSON.stringify({
      schema: NETWORK_SCHEMA,
      lists: [{ code: 'tor', asOf: '2026-11-23', ranges: ['185.220.101.0/24'] }],
    }),
  );
  bank = await openCheckedBank({
    screening: { ...readConfig({}).screening, networks: networksFile },
  });
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [5_000_000, 0]);
  [from = '', ownAccountId = ''] = accountIds;
  for (let count = 0; count < 6; count++) {
    const { accountIds } = await openAccounts(bank, key, [0]);
    strangerAccountIds.push(accountIds[0] ?? '');
  }
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

const BERLIN = { country: 'DE', lat: 52.52, lon: 13.4 };
const SYDNEY = { country: 'AU', lat: -33.87, lon: 151.21 };
async function pay(to: string, amount: number, context: object | null = null) {
  const paymentBody = { ...transferOf(from, to, amount), ...(context ? { context } : {}) };
  const { body } = await bank.call('/v1/transactions?wait=10', { key, body: paymentBody });
  const answer = await bank.call(`/v1/ai/risk-decisions?transactionId=${body.id}`, { key });
  const rules = answer.body.data[0].rules as { ruleId: string; outcome: string }[];
  const hits = rules.filter(({ outcome }) => outcome === 'hit').map(({ ruleId }) => ruleId);
  return { decision: body.risk.decision, hits: hits.sort() };
}

test('a large first payment is reviewed, except between accounts of one customer', async () => {
  const amount = 1_600_000;
  expect((await pay(strangerAccountIds[0] ?? '', amount)).hits).toContain('new_payee_large');
  expect(await pay(ownAccountId, amount)).toEqual({ decision: 'approve', hits: [] });
});

test('a payment from a new device, in a new country and after impossible travel is reviewed', async () => {
  const usualContext = { deviceId: 'phone', location: BERLIN };
  // The first payments have no new device or place, because none was known before.
  for (let count = 0; count < 3; count++) {
    expect((await pay(strangerAccountIds[1] ?? '', 1_000, usualContext)).hits).toEqual([]);
  }
  expect((await pay(strangerAccountIds[2] ?? '', 20_000, usualContext)).hits).toEqual([]);
  const unusualContext = { deviceId: 'laptop', location: SYDNEY };
  const { decision, hits } = await pay(strangerAccountIds[3] ?? '', 20_000, unusualContext);
  expect(hits).toEqual(['impossible_travel', 'new_country', 'new_device']);
  expect(decision).toBe('review');
  // Without a location no travel can be computed, and a known payee may be paid from a new device.
  expect((await pay(strangerAccountIds[1] ?? '', 20_000, { deviceId: 'tablet' })).hits).toEqual([]);
  expect((await pay(strangerAccountIds[4] ?? '', 20_000)).hits).toEqual([]);
});

test('a first payment through Tor is a hit of its rule; the network lists are shown with their dates', async () => {
  const torContext = { ipAddress: '185.220.101.7' };
  expect((await pay(strangerAccountIds[5] ?? '', 20_000, torContext)).hits).toContain(
    'hidden_network',
  );
  expect((await pay(strangerAccountIds[5] ?? '', 20_000, torContext)).hits).not.toContain(
    'hidden_network',
  );
  const readinessAnswer = await bank.call('/readyz?verbose');
  expect(readinessAnswer.body.networkLists).toEqual({
    status: 'ok',
    lists: [{ code: 'tor', asOf: '2026-11-23' }],
  });
});
