// Versions of workers: while a release is rolled out, both work. A short workflow ends on the
// version that began it, new ones begin on the current version, and the permanent ones move to it.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { DEPLOYMENT } from '../../bank/deployment.ts';
import { eventRelayWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { freePort } from '../../scripts/run/ports.mjs';
import { startTemporal } from '../../scripts/run/temporal-server.mjs';
import { openTestBank, type TestBank } from '../kit/bank/bank.ts';
import { type Payer, payerIn } from '../kit/workflows/lane.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-versions-'));
const dataDir = join(folder, 'data');
mkdirSync(dataDir);
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

/** Temporal's command line, as docs/deployment.md uses it. */
async function temporal(...args: readonly string[]): Promise<void> {
  const place = ['--namespace', 'sandbox', '--address', temporalAddress];
  await promisify(execFile)(binary ?? '', [...args, ...place]);
}

/** A version is known once its workers have asked for work. */
async function makeCurrent(buildId: string): Promise<void> {
  const version = ['--deployment-name', DEPLOYMENT, '--build-id', buildId, '--yes'];
  const set = () => temporal('worker', 'deployment', 'set-current-version', ...version);
  await vi.waitFor(set, { timeout: 20_000, interval: 500 });
}

/** Build id of the version that has worked on a workflow last. */
async function versionOf(workflowId: string): Promise<string | null> {
  const { raw } = await clientOf().workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? null;
}

const expectEnded = async (workflowId: string) => {
  const { status } = await clientOf().workflow.getHandle(workflowId).describe();
  expect(status.name).toBe('COMPLETED');
};

test.skipIf(binary === null)(
  'a transfer ends on the version that began it while new ones begin on the current version, and ' +
    'one that waits is moved by a command',
  async () => {
    await makeCurrent('blue');
    const payer: Payer = await payerIn(blue, 10_000);
    const hold = async () => {
      const held = await payer.pay({ capture: 'manual', amount: 500 }, {}, '?wait=10');
      expect(held.body.stage).toBe('place_hold');
      const workflowId = transferWorkflowId(held.body.id);
      await expect.poll(() => versionOf(workflowId), { timeout: 20_000 }).toBe('blue');
      return { id: held.body.id, workflowId };
    };
    const [stays, moves] = [await hold(), await hold()];
    const capture = async ({ id, workflowId }: typeof stays) => {
      const path = `/v1/transactions/${id}/capture`;
      const captured = await blue.call(path, { key: payer.key, body: {} });
      expect(captured.body.status).toBe('posted');
      await vi.waitFor(() => expectEnded(workflowId), { timeout: 20_000 });
    };
    const relay = eventRelayWorkflowId(blue.bank.desks.sandbox.ledger.taskQueue);
    await expect.poll(() => versionOf(relay), { timeout: 20_000 }).toBe('blue');

    await bankOf('green', ['worker']);
    await makeCurrent('green');
    await capture(stays);
    expect(await versionOf(stays.workflowId)).toBe('blue');

    const later = await payer.pay({ amount: 100 }, {}, '?wait=10');
    expect(later.body.status).toBe('posted');
    const after = later.body.workflow.id;
    await expect.poll(() => versionOf(after), { timeout: 20_000 }).toBe('green');
    // What still waits is moved before the workers of the old version are stopped.
    const query = 'ExecutionStatus="Running" AND TemporalWorkflowVersioningBehavior="Pinned"';
    const moved = ['--versioning-override-behavior', 'auto_upgrade', '--reason', 'test', '--yes'];
    await temporal('workflow', 'update-options', '--query', query, ...moved);
    await vi.waitFor(
      async () => {
        const { raw } = await clientOf().workflow.getHandle(moves.workflowId).describe();
        const { versioningOverride } = raw.workflowExecutionInfo?.versioningInfo ?? {};
        expect(versioningOverride).toBeTruthy();
      },
      { timeout: 20_000, interval: 200 },
    );
    await capture(moves);
    expect(await versionOf(moves.workflowId)).toBe('green');
    // The transfer has written events, and the relay gets a signal: with that it moves on.
    await expect.poll(() => versionOf(relay), { timeout: 40_000, interval: 500 }).toBe('green');
  },
  120_000,
);
