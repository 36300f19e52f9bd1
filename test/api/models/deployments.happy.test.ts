// A version of a model is deployed, decides, is replaced by the next one, and is restored.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptDeployment, beginDeployment, passGates } from '../../../db/deployments/acts.ts';
import { registerVersion } from '../../../db/models/acts.ts';
import { OPERATOR_KEY, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';
import {
  commandDeployment,
  deploy,
  listEventTypes,
  readDeployment,
  uploadPaymentModel,
  waitForStatus,
} from '../../kit/models/deployments.ts';
import { makeConstantModel, readShippedFraudModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
}, 60_000);
afterAll(() => bank.close());

const readVersion = async (key: string, { modelId }: { modelId: string }, label: string) =>
  (await bank.call(`/v1/ai/custom-models/${modelId}/versions/${label}`, { key })).body;
const readModel = async (key: string, { modelId }: { modelId: string }) =>
  (await bank.call(`/v1/ai/custom-models/${modelId}`, { key })).body;

describe('an immediate deployment', () => {
  it('passes its gates and decides; each gate reports its finding, or why it did not run', async () => {
    const { key } = await register(bank);
    const version = await uploadPaymentModel(bank, key, { file: readShippedFraudModel() });
    const { status, body, headers } = await deploy(bank, key, version);
    expect([status, body.status, body.stage]).toEqual([202, 'pending', 'candidate']);
    expect(headers.get('location')).toBe(`/v1/ai/custom-models/deployments/${body.id}`);
    const activeDeployment = await waitForStatus(bank, key, body.id, 'active');
    expect(activeDeployment).toMatchObject({
      stage: 'production',
      trafficPercent: 100,
      champion: { version: '2.4.0' },
      rollbackTo: null,
      approval: { status: 'not_required' },
      workflow: { id: `deployment/${body.id}`, runId: expect.any(String) },
    });
    const gates = activeDeployment.gates.map(({ name, passed }: never) => [name, passed]);
    expect(gates).toEqual([
      ['approved_version', true],
      ['artifact_hash', true],
      ['checks_at_upload', true],
      ['self_check', true],
      ['latency_p99_ms', true],
      ['training_findings', null],
      ['wrong_way_steps', true],
      ['quality_against_champion', null],
      ['fairness', null],
    ]);
    for (const gate of activeDeployment.gates)
      if (gate.passed === null) expect(gate.detail).not.toBeNull();
    expect((await readVersion(key, version, '1.0.0')).stage).toBe('production');
    expect((await readModel(key, version)).production).toBe('1.0.0');
    expect(await listEventTypes(bank, key, body.id)).toEqual(['created', 'active']);
  }, 90_000);

  it('can be ordered with the model id and the version from an answer unchanged', async () => {
    const { key } = await register(bank);
    const uploadedModel = await uploadPaymentModel(bank, key, { file: makeConstantModel(-4.5) });
    const { modelId, version } = uploadedModel as unknown as { modelId: string; version: string };
    const strategy = { type: 'shadow' };
    const body = { modelId, version, environment: 'sandbox', strategy };
    const { status, body: orderedDeployment } = await bank.call('/v1/ai/custom-models/deploy', {
      key,
      body,
    });
    expect([status, orderedDeployment.version, orderedDeployment.revision]).toEqual([
      202,
      '1.0.0',
      1,
    ]);
    const storedDeployment = await readDeployment(bank, key, orderedDeployment.id);
    expect([storedDeployment.modelId, storedDeployment.version]).toEqual([modelId, version]);
  }, 90_000);

  it('replaces the deployment before it, and a rollback restores that deployment', async () => {
    const { key } = await register(bank);
    const firstModel = await uploadPaymentModel(bank, key, { file: readShippedFraudModel() });
    const firstDeployment = (await deploy(bank, key, firstModel)).body;
    await waitForStatus(bank, key, firstDeployment.id, 'active');
    const file = makeConstantModel(-4);
    const secondModel = await uploadPaymentModel(bank, key, {
      file,
      name: 'other-fraud',
      version: '3.0.0',
    });
    const secondDeployment = (await deploy(bank, key, secondModel)).body;
    const activeDeployment = await waitForStatus(bank, key, secondDeployment.id, 'active');
    expect([activeDeployment.champion.version, activeDeployment.rollbackTo.version]).toEqual([
      '1.0.0',
      '1.0.0',
    ]);
    const displacedDeployment = await readDeployment(bank, key, firstDeployment.id);
    expect([displacedDeployment.status, displacedDeployment.stage]).toEqual([
      'superseded',
      'archived',
    ]);
    expect([
      (await readModel(key, firstModel)).production,
      (await readModel(key, secondModel)).production,
    ]).toEqual([null, '3.0.0']);
    const rollbackAnswer = await commandDeployment(bank, key, secondDeployment.id, 'rollback');
    expect(rollbackAnswer.body).toMatchObject({
      status: 'rolled_back',
      statusReason: { code: 'on_command' },
    });
    expect((await readDeployment(bank, key, firstDeployment.id)).status).toBe('active');
    expect((await readVersion(key, firstModel, 'production')).modelVersion).toBe('1.0.0');
    expect((await readVersion(key, secondModel, '3.0.0')).stage).toBe('rolled_back');
    expect(await listEventTypes(bank, key, firstDeployment.id)).toEqual([
      'created',
      'active',
      'active',
    ]);
    const repeatedAnswer = await commandDeployment(bank, key, secondDeployment.id, 'rollback');
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    await commandDeployment(bank, key, firstDeployment.id, 'rollback');
    expect((await readModel(key, firstModel)).production).toBeNull();
  }, 120_000);

  it('for a task without live decisions accepts any features', async () => {
    const { key } = await register(bank);
    const card = makeCard('xgboost', { name: 'leavers', task: 'churn' });
    const version = (await upload(bank, key, { file: readExport('xgboost'), card })).body;
    const { body } = await deploy(bank, key, version);
    const activeDeployment = await waitForStatus(bank, key, body.id, 'active');
    expect(activeDeployment.champion).toBeNull();
    expect((await readVersion(key, version, 'production')).id).toBe(version.id);
  }, 90_000);

  it('is made once for an Idempotency-Key, and is listed', async () => {
    const { key } = await register(bank);
    const { modelId } = await uploadPaymentModel(bank, key, { file: makeConstantModel(-4) });
    const strategy = { type: 'immediate' };
    const deploymentBody = { modelId, version: 'latest', environment: 'sandbox', strategy };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () =>
      bank.call('/v1/ai/custom-models/deploy', { key, headers, body: deploymentBody });
    const firstAnswer = await send();
    const secondAnswer = await send();
    expect([secondAnswer.status, secondAnswer.body.id]).toEqual([202, firstAnswer.body.id]);
    expect(secondAnswer.headers.get('idempotency-replayed')).toBe('true');
    await waitForStatus(bank, key, firstAnswer.body.id, 'active');
    const path = '/v1/ai/custom-models/deployments';
    const { data } = (await bank.call(path, { key })).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([firstAnswer.body.id]);
    const failedList = await bank.call(`${path}?status=failed`, { key });
    expect(failedList.body.data).toEqual([]);
  }, 90_000);
});

it('in production waits for an operator, and ends when the operator denies it', async () => {
  const { ledger } = bank.bank.environments.production;
  const orderDeployment = async (name: string) => {
    const cause = { actor: 'key_x', requestId: 'req_x', idempotencyKey: null };
    const tenantId = `dev_${name}`;
    const registration = await ledger.run(registerVersion, {
      tenantId,
      name,
      task: 'churn',
      label: '1.0.0',
      source: 'upload',
      approved: true,
      artifact: { sha256: 'cd'.repeat(32), bytes: 1 },
      card: {},
      checks: {},
      requestHash: Buffer.alloc(32),
      cause,
    });
    const noShadow = { minMinutes: 0, minSamples: 0 };
    const rules = { promoteIf: null, autoRollback: false, watchMinutes: 0 };
    const acceptedDeployment = await ledger.run(acceptDeployment, {
      tenantId,
      versionId: registration.version.id,
      strategy: 'immediate',
      plan: { shadow: noShadow, steps: [], ...rules, replay: null, approvedBy: null },
      metadata: {},
      requestHash: Buffer.alloc(32),
      cause,
    });
    const deploymentId = acceptedDeployment.id;
    await ledger.run(beginDeployment, { deploymentId, runId: 'test' });
    const gates = [{ name: 'test', threshold: 1, value: 1, passed: true, detail: null }];
    const gatesPassed = await ledger.run(passGates, { deploymentId, gates, replayReport: null });
    expect(gatesPassed.status).toBe('validating');
    return deploymentId;
  };
  const grantedId = await orderDeployment('granted');
  const deniedId = await orderDeployment('denied');
  const listAnswer = await bank.call('/v1/ops/deployments?environment=production', {
    key: OPERATOR_KEY,
  });
  expect(listAnswer.body.data.map(({ id }: { id: string }) => id)).toEqual([deniedId, grantedId]);
  const decide = (id: string, decision: string) =>
    bank.call(`/v1/ops/deployments/${id}/decision`, {
      key: OPERATOR_KEY,
      body: { environment: 'production', decision, reason: 'Seen.' },
    });
  const approvalAnswer = await decide(grantedId, 'granted');
  expect(approvalAnswer.body.approval).toMatchObject({ status: 'granted', reason: 'Seen.' });
  const denialAnswer = await decide(deniedId, 'denied');
  expect(denialAnswer.body).toMatchObject({
    status: 'failed',
    statusReason: { code: 'approval_denied' },
  });
  expect((await decide(grantedId, 'granted')).status).toBe(200);
  expect((await decide(grantedId, 'denied')).body.code).toBe('invalid_state_transition');
  const gates = [{ name: 'test', threshold: 1, value: 1, passed: true, detail: null }];
  const otherFields = { gates, replayReport: null };
  expect(await ledger.run(passGates, { deploymentId: grantedId, ...otherFields })).toMatchObject({
    status: 'active',
  });
  const answer = await bank.call(`/v1/ops/deployments/${grantedId}/rollback`, {
    key: OPERATOR_KEY,
    body: { environment: 'production', reason: 'Complaints.' },
  });
  expect(answer.body).toMatchObject({
    status: 'rolled_back',
    statusReason: { message: 'Complaints.' },
  });
}, 60_000);
