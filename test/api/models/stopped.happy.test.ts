// A version whose calls exceed their limits does not affect other developers: it is stopped, its
// owner is notified, its deployments in progress are rolled back, and the rules alone decide
// instead of it in production.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { acceptDeployment, beginDeployment, passGates } from '../../../db/deployments/acts.ts';
import { noteKill } from '../../../db/deployments/kills.ts';
import { registerVersion } from '../../../db/models/acts.ts';
import { createArtifactStore } from '../../../models/artifact-store.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import {
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../../kit/bank/bank.ts';
import { transferOf } from '../../kit/bank/checked-bank.ts';
import { readDeployment } from '../../kit/models/deployments.ts';
import { memoryInData, TRIGGER, timeInData } from '../../kit/models/hostile-models.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
let key: string;
let tenantId: string;
beforeAll(async () => {
  bank = await openTestBank();
}, 60_000);
afterAll(() => bank.close());
beforeEach(async () => {
  ({ key, developerId: tenantId } = await register(bank));
});

const ledgerOf = () => bank.bank.environments.sandbox.ledger;
const CAUSE = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };

/** Stores a version that no gate would let pass. */
async function storeVersion(file: Uint8Array, columns: readonly string[], task: 'fraud' | 'churn') {
  const sha256 = createHash('sha256').update(file).digest('hex');
  await createArtifactStore(join(bank.dataDir, 'models')).put(sha256, file);
  const { version } = await ledgerOf().run(registerVersion, {
    tenantId,
    name: 'own',
    task,
    label: '1.0.0',
    source: 'upload',
    approved: true,
    artifact: { sha256, bytes: file.length },
    card: { features: columns.map((name) => ({ name })) },
    checks: { signature: { input: 'features', output: 'probability', column: 0, columns: 1 } },
    requestHash: Buffer.alloc(32),
    cause: CAUSE,
  });
  return version;
}

const FRAUD = TRANSFER_FEATURES.map(({ name }) => name);

const makeKill = (versionId: string) =>
  ({ versionId, reason: 'time', detail: 'A call took too long.' }) as const;

async function listTypes(type: string): Promise<string[]> {
  const { body } = await bank.call(`/v1/events?type=${type}&limit=50`, { key });
  return body.data.map((event: { type: string }) => event.type);
}

it('a score beyond the limits of a call is refused, the third stops its version, and an operator resumes the version', async () => {
  // A fast processor does a quarter of these rounds within the two seconds of a call.
  const version = await storeVersion(timeInData({ columns: 1 }, 1_600), ['x'], 'churn');
  const path = `/v1/ai/custom-models/${version.modelId}/versions/1.0.0`;
  const score = (x: number) => bank.call(`${path}/score`, { key, body: { rows: [{ x }] } });
  expect((await score(0)).status).toBe(200);
  // Each such call takes two seconds of a processor, so two of them are recorded and not made.
  for (let call = 1; call <= 2; call += 1) await ledgerOf().run(noteKill, makeKill(version.id));
  const { status, body } = await score(TRIGGER);
  expect([status, body.code]).toEqual([422, 'model_limit_exceeded']);
  const stoppedState = await vi.waitFor(
    async () => {
      const { body } = await bank.call(path, { key });
      expect(body.stopped?.code).toBe('over_limits');
      return body.stopped;
    },
    { timeout: 20_000 },
  );
  expect(stoppedState.message).toMatch(/3 calls within an hour.*2000 ms/);
  // A row that takes little time is refused, too.
  expect((await score(0)).body).toMatchObject({ code: 'model_unavailable' });
  expect(await listTypes('model.version.stopped')).toEqual(['model.version.stopped']);
  expect(await listTypes('model.alarm.opened')).toEqual(['model.alarm.opened']);
  const resumeAnswer = await bank.call(`/v1/ops/models/${version.id}/resume`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', reason: 'It was a mistake of ours.' },
  });
  expect([resumeAnswer.status, resumeAnswer.body.stopped]).toEqual([200, null]);
  expect((await score(0)).status).toBe(200);
  expect(await listTypes('model.alarm.closed')).toEqual(['model.alarm.closed']);
}, 300_000);

it('a score that exhausts the memory is refused, and the bank keeps its own memory', async () => {
  const version = await storeVersion(memoryInData({ columns: 1 }), ['x'], 'churn');
  const memoryBefore = process.memoryUsage.rss();
  const path = `/v1/ai/custom-models/${version.modelId}/versions/1.0.0/score`;
  const { status, body } = await bank.call(path, { key, body: { rows: [{ x: TRIGGER }] } });
  expect([status, body.code]).toEqual([422, 'model_limit_exceeded']);
  expect(body.detail).toMatch(/256 MB/);
  expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(200 * 1024 * 1024);
}, 60_000);

it.runIf(hasModule('risk'))(
  'in production a stopped version leaves only rules for its owner, and does not affect others',
  async () => {
    const file = timeInData({ columns: FRAUD.length, isAlways: true });
    const version = await storeVersion(file, FRAUD, 'fraud');
    const moveSql = "UPDATE model_versions SET stage = 'production' WHERE id = ?";
    ledgerOf().database.raw.prepare(moveSql).run(version.id);
    const [from = ''] = (await openAccounts(bank, key, [5_000_000])).accountIds;
    const [to = ''] = (await openAccounts(bank, key, [0])).accountIds;
    const otherDeveloper = await register(bank);
    const [foreignAccountId = ''] = (await openAccounts(bank, otherDeveloper.key, [5_000_000]))
      .accountIds;
    const [foreignPayeeId = ''] = (await openAccounts(bank, otherDeveloper.key, [0])).accountIds;
    const paidOrder: string[] = [];
    const pay = async (
      payer: string,
      callerKey: string,
      sides: [string, string],
      amount: number,
    ) => {
      const body = transferOf(...sides, amount);
      const answer = await bank.call('/v1/transactions?wait=10', { key: callerKey, body });
      paidOrder.push(payer);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.id as string;
    };
    const ownPayments = Array.from({ length: 4 }, (_, index) =>
      pay('owner', key, [from, to], 100 + index),
    );
    const otherPayments = Array.from({ length: 20 }, (_, index) =>
      pay('other', otherDeveloper.key, [foreignAccountId, foreignPayeeId], 100 + index),
    );
    const ids = await Promise.all(ownPayments);
    await Promise.all(otherPayments);
    const readDegraded = ledgerOf().database.raw.prepare<[string], string>(
      'SELECT degraded FROM risk_decisions WHERE transaction_id = ?',
    );
    for (const id of ids) expect(readDegraded.pluck().get(id)).toBe('slow');
    await vi.waitFor(
      async () => {
        const id = await pay('owner', key, [from, to], 777);
        expect(readDegraded.pluck().get(id)).toBe('model_unavailable');
      },
      { timeout: 60_000 },
    );
    expect(await listTypes('model.version.stopped')).toEqual(['model.version.stopped']);
  },
  120_000,
);

it('a shadow version beyond its limits is rolled back', async () => {
  const version = await storeVersion(makeConstantModel(-3), FRAUD, 'fraud');
  const terms = { minMinutes: 0, minSamples: 5 };
  const { id } = await ledgerOf().run(acceptDeployment, {
    tenantId,
    versionId: version.id,
    strategy: 'shadow',
    plan: {
      shadow: terms,
      steps: [],
      promoteIf: null,
      autoRollback: false,
      watchMinutes: 1,
      replay: null,
      approvedBy: null,
    },
    metadata: {},
    requestHash: Buffer.alloc(32),
    cause: CAUSE,
  });
  await ledgerOf().run(beginDeployment, { deploymentId: id, runId: 'run' });
  await ledgerOf().run(passGates, { deploymentId: id, gates: [], replayReport: null });
  expect((await readDeployment(bank, key, id)).status).toBe('shadow');
  const stops = [];
  for (let call = 1; call <= 4; call += 1) {
    stops.push(await ledgerOf().run(noteKill, makeKill(version.id)));
  }
  expect(stops).toEqual([false, false, true, false]);
  expect(await readDeployment(bank, key, id)).toMatchObject({
    status: 'rolled_back',
    statusReason: { code: 'over_limits' },
  });
  expect(await listTypes('model.deployment.rolled_back')).toHaveLength(1);
}, 60_000);

it('kills more than an hour apart do not stop a version', async () => {
  const version = await storeVersion(makeConstantModel(-3), FRAUD, 'fraud');
  const { database } = ledgerOf();
  const kill = { versionId: version.id, reason: 'memory', detail: 'A call took too much.' };
  await ledgerOf().run(noteKill, kill);
  await ledgerOf().run(noteKill, kill);
  const readKills = database.raw.prepare<[string], string>(
    'SELECT kills FROM model_versions WHERE id = ?',
  );
  const kills = JSON.parse(readKills.pluck().get(version.id) ?? '[]') as { at: number }[];
  const olderKills = kills.map((kill) => ({ ...kill, at: kill.at - 3_600_001 }));
  database.raw
    .prepare('UPDATE model_versions SET kills = ? WHERE id = ?')
    .run(JSON.stringify(olderKills), version.id);
  expect(await ledgerOf().run(noteKill, kill)).toBe(false);
}, 60_000);
