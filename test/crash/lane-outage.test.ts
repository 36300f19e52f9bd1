// Temporal stops while a bank books: transfers are still posted, and each has its workflow once
// Temporal runs again, also when it has lost its data.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { freePort } from '../../scripts/run/ports.mjs';
import { temporalEnvironment } from '../../scripts/run/temporal-namespaces.mjs';
import { startTemporal } from '../../scripts/run/temporal-server.mjs';
import { openTestBank, type TestBank } from '../kit/bank/bank.ts';
import { isDeep } from '../kit/suite/tier.ts';
import {
  countUnstarted,
  expectWorkflowsOf,
  openPayer,
  type Payer,
  waitUntilLaneBooks,
} from '../kit/workflows/lane.ts';

/** Longer than the heartbeat time-out of the lane. */
const OUTAGE_MS = isDeep ? 9_000 : 5_000;

const folder = mkdtempSync(join(tmpdir(), 'kontor-outage-'));
const binary = inject('temporalBinary');
const databaseFile = join(folder, 'temporal.db');
let port = 0;
let temporal: Awaited<ReturnType<typeof startTemporal>>;
let bank: TestBank;
let payer: Payer;

const startTestTemporal = () => {
  if (!binary) throw new Error('these tests start and end Temporal and need a server of their own');
  const logFile = join(folder, 'temporal.log');
  return startTemporal({ binary, port, uiPort: null, databaseFile, logFile });
};

beforeAll(async () => {
  port = await freePort();
  temporal = await startTestTemporal();
  bank = await openTestBank({ temporalAddress: temporal.address });
  payer = await openPayer(bank, 1_000_000);
  await waitUntilLaneBooks(payer);
});
afterAll(async () => {
  await bank.close();
  await temporal.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Pays until the time is over; the lane has to post each payment. */
async function payFor(ms: number): Promise<string[]> {
  const until = Date.now() + ms;
  const ids: string[] = [];
  while (Date.now() < until) {
    const { status, body } = await payer.pay();
    expect([status, body.timeline?.at(-1)?.actor]).toEqual([201, 'lane']);
    ids.push(body.id);
    await sleep(50);
  }
  return ids;
}

async function expectAllStarted(ids: readonly string[]): Promise<void> {
  const { ledger, client } = bank.bank.environments.sandbox;
  const expectBegun = () => expect(countUnstarted(ledger)).toBe(0);
  await vi.waitFor(expectBegun, { timeout: 60_000, interval: 200 });
  await expectWorkflowsOf(ids, ledger, client());
}

it('transfers are posted while Temporal is down, and afterwards each has its workflow', async () => {
  await temporal.kill();
  const ids = await payFor(OUTAGE_MS);
  expect(ids.length).toBeGreaterThan(5);
  temporal = await startTestTemporal();
  ids.push(...(await payFor(2_000)));
  await expectAllStarted(ids);
}, 180_000);

it('when Temporal lost all its data, the lane runs again, and each transfer is posted and gets its workflow', async () => {
  await temporal.kill();
  const ids = await payFor(1_000);
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${databaseFile}${suffix}`, { force: true });
  temporal = await startTestTemporal();
  ids.push(...(await payFor(isDeep ? 15_000 : 6_000)));
  await expectAllStarted(ids);
}, 180_000);

it('a bank whose namespace was deleted reports that it is not ready, and captures again once the namespace exists', async () => {
  type PaidAnswer = Awaited<ReturnType<Payer['pay']>>;
  const placeHold = () => payer.pay({ capture: 'manual' });
  const earlierHold = await placeHold();
  const capture = ({ body }: PaidAnswer) =>
    bank.call(`/v1/transactions/${body.id}/capture`, { key: payer.key, body: {} });
  const expectReadiness = (status: number, body: object) =>
    vi.waitFor(async () => {
      expect(await bank.call('/readyz')).toMatchObject({ status, body });
    }, 30_000);
  if (!binary)
    throw new Error('this test deletes a namespace and needs a Temporal server of its own');
  await expectReadiness(200, { status: 'ready' });
  const deleteArgs = ['operator', 'namespace', 'delete', '--namespace', 'sandbox', '--yes'];
  const options = { env: temporalEnvironment() };
  await promisify(execFile)(binary, [...deleteArgs, '--address', temporal.address], options);
  await expectReadiness(503, { status: 'no_workflows', failing: ['sandbox'] });
  // Temporal caches a deleted namespace for some seconds.
  const laterHold = await vi.waitFor(
    async () => {
      const newHold = await placeHold();
      const refused = await capture(newHold);
      expect([refused.status, refused.body.code]).toEqual([503, 'workflow_unavailable']);
      return newHold;
    },
    { timeout: 30_000, interval: 250 },
  );
  expect((await payer.pay()).body.status).toBe('posted');

  await temporal.kill();
  temporal = await startTestTemporal();
  await expectReadiness(200, { status: 'ready' });
  const expectPosted = async (hold: PaidAnswer) => {
    const { status, body } = await capture(hold);
    expect([status < 300, body.status]).toEqual([true, 'posted']);
  };
  for (const item of [earlierHold, laterHold]) {
    await vi.waitFor(() => expectPosted(item), { timeout: 60_000, interval: 500 });
  }
}, 180_000);

it('the books balance after all tests of this file', () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const { checks } = checkInvariants(raw, Date.now());
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});
