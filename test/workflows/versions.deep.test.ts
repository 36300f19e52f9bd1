// Versions of workers: while a release is rolled out, both work. A short workflow ends on the
// version that began it, new ones begin on the current version, and the permanent ones move to it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { DEPLOYMENT } from '../../bank/deployment.ts';
import { eventRelayWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { freePort } from '../../scripts/ports.mjs';
import { startTemporal } from '../../scripts/temporal-server.mjs';
import { openTestBank, type TestBank } from '../kit/bank/bank.ts';
import { type Payer, payerIn } from '../kit/workflows/lane.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-versions-'));
const dataDir = join(folder, 'data');
const binary = inject('temporalBinary');
const open: { close(): Promise<unknown> }[] = [];
let temporalAddress = '';
let blue: TestBank;

/** A bank of a version; workflows alone settle, so that each transfer shows who began it. */
async function bankOf(buildId: string, roles: readonly ('api' | 'worker')[]): Promise<TestBank> {
  const bank = await openTestBank({ roles, buildId, lane: 'off', temporalAddress }, dataDir);
  open.push(bank);
  return bank;
}

beforeAll(async () => {
  // A server of its own: versions count for a whole namespace.
  const server = await startTemporal({
    binary: binary ?? '',
    port: await freePort(),
    uiPort: null,
    databaseFile: join(folder, 'temporal.db'),
    logFile: join(folder, 'temporal.log'),
  });
  open.push({ close: server.kill });
  temporalAddress = server.address;
  blue = await bankOf('blue', ['api', 'worker']);
}, 60_000);
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

function clientOf(): Client {
  const client = blue.bank.desks.sandbox.client();
  if (!client) throw new Error('Temporal was not reached');
  return client;
}

/** As `temporal worker deployment set-current-version` does; a version is known once it polls. */
async function makeCurrent(buildId: string): Promise<void> {
  const set = () =>
    clientOf().workflowService.setWorkerDeploymentCurrentVersion({
      namespace: 'sandbox',
      deploymentName: DEPLOYMENT,
      buildId,
      ignoreMissingTaskQueues: true,
    });
  await vi.waitFor(set, { timeout: 20_000, interval: 200 });
}

/** Build id of the version that has worked on a workflow last. */
async function versionOf(workflowId: string): Promise<string | null> {
  const { raw } = await clientOf().workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? null;
}

const ended = async (workflowId: string) => {
  const { status } = await clientOf().workflow.getHandle(workflowId).describe();
  expect(status.name).toBe('COMPLETED');
};

test.skipIf(binary === null)(
  'a transfer ends on the version that began it while new ones begin on the current version',
  async () => {
    await makeCurrent('blue');
    const payer: Payer = await payerIn(blue, 10_000);
    const held = await payer.pay({ capture: 'manual', amount: 500 }, {}, '?wait=10');
    expect(held.body.stage).toBe('place_hold');
    const begun = transferWorkflowId(held.body.id);
    await expect.poll(() => versionOf(begun), { timeout: 20_000 }).toBe('blue');
    const relay = eventRelayWorkflowId(blue.bank.desks.sandbox.ledger.taskQueue);
    await expect.poll(() => versionOf(relay), { timeout: 20_000 }).toBe('blue');

    await bankOf('green', ['worker']);
    await makeCurrent('green');
    const path = `/v1/transactions/${held.body.id}/capture`;
    const captured = await blue.call(path, { key: payer.key, body: {} });
    expect(captured.body.status).toBe('posted');
    await expect.poll(() => ended(begun), { timeout: 20_000 }).toBeUndefined();
    expect(await versionOf(begun)).toBe('blue');

    const later = await payer.pay({ amount: 100 }, {}, '?wait=10');
    expect(later.body.status).toBe('posted');
    const after = later.body.workflow.id;
    await expect.poll(() => versionOf(after), { timeout: 20_000 }).toBe('green');
    // The transfer has written events, of which the relay is told: with that it moves on.
    await expect.poll(() => versionOf(relay), { timeout: 40_000, interval: 500 }).toBe('green');
  },
  120_000,
);
