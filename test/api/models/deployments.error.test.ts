// Deployments that are refused: each answer names the reason, and the version stays unchanged.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerVersion } from '../../../db/models/acts.ts';
import {
  hasModule,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../../kit/bank/bank.ts';
import { registerModel } from '../../kit/bank/objects-of-each-kind.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';
import {
  commandDeployment,
  deploy,
  uploadPaymentModel,
  waitForStatus,
} from '../../kit/models/deployments.ts';
import { makeConstantModel, readShippedFraudModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
let key: string;
let developerId: string;
let version: { modelId: string; modelVersion: string; id: string };
beforeAll(async () => {
  bank = await openTestBank();
  ({ key, developerId } = await register(bank));
  version = await uploadPaymentModel(bank, key, { file: makeConstantModel(-4) });
}, 60_000);
afterAll(() => bank.close());

const rawDatabase = () => bank.bank.environments.sandbox.ledger.database.raw;
/** The rows that an order would change: its version, and the existing deployments. */
const readRows = (versionId: string) =>
  rawDatabase()
    .prepare(
      `SELECT id, stage, version FROM model_versions WHERE id = ?
       UNION ALL SELECT id, NULL, NULL FROM model_deployments`,
    )
    .all(versionId);

async function expectRefusal(overrides: Record<string, unknown>, modelVersion = version) {
  const rowsBefore = readRows(modelVersion.id);
  const { status, body } = await deploy(bank, key, modelVersion, overrides);
  expect(readRows(modelVersion.id)).toEqual(rowsBefore);
  return { outcome: [status, body.code], body };
}

describe('the order of a deployment is refused', () => {
  const strategy = (value: object) => ({ strategy: { type: 'canary', ...value } });
  const terms = { minMinutes: 0, minSamples: 0 };
  it.each([
    ['an unknown strategy', { strategy: { type: 'blue' } }, '/strategy/type'],
    ['a canary without steps', strategy({}), '/strategy/steps'],
    [
      'two notations of the steps',
      strategy({ canaryPercent: 5, steps: [{ percent: 5, ...terms }] }),
      '/strategy/steps',
    ],
    [
      'a step of 0 percent',
      strategy({ steps: [{ percent: 0, ...terms }] }),
      '/strategy/steps/0/percent',
    ],
    ['a step of a fractional percent', strategy({ canaryPercent: 0.5 }), '/strategy/canaryPercent'],
    [
      'steps with a falling percentage',
      strategy({
        steps: [
          { percent: 50, ...terms },
          { percent: 10, ...terms },
        ],
      }),
      '/strategy/steps',
    ],
    [
      'limits of a rollback and no automatic rollback',
      strategy({ canaryPercent: 5, autoRollback: false, rollbackIf: { maxScoreDrift: 1 } }),
      '/strategy/rollbackIf',
    ],
    [
      'a ratio of alerts below 1',
      strategy({ canaryPercent: 5, rollbackIf: { maxAlertRatio: 0.5 } }),
      '/strategy/rollbackIf/maxAlertRatio',
    ],
    ['a shadow for a canary', strategy({ canaryPercent: 5, shadow: terms }), '/strategy/shadow'],
    [
      'steps of an immediate deployment',
      { strategy: { type: 'immediate', canaryPercent: 5 } },
      '/strategy/canaryPercent',
    ],
    [
      'a promotion rule that is always met',
      strategy({ canaryPercent: 5, promoteIf: { maxErrorRate: 2 } }),
      '/strategy/promoteIf/maxErrorRate',
    ],
    [
      'a replay that ends before it begins',
      { replay: { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z', limit: 1 } },
      '/replay/to',
    ],
    [
      'a replay of too many decisions',
      { replay: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', limit: 10_001 } },
      '/replay/limit',
    ],
    ['an unknown field', { priority: 1 }, '/priority'],
  ])('with %s', async (_label, overrides, pointer) => {
    const { outcome, body } = await expectRefusal(overrides);
    expect(outcome).toEqual([422, 'validation_failed']);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });

  it('with a replay of decisions that are not stored', async () => {
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', limit: 1 };
    const card = makeCard('xgboost', { name: 'never-live', task: 'churn' });
    const otherModel = (await upload(bank, key, { file: readExport('xgboost'), card })).body;
    const { outcome, body } = await expectRefusal({ replay: range }, otherModel);
    expect([...outcome, body.errors[0].pointer]).toEqual([422, 'validation_failed', '/replay']);
  });

  it('in an environment that does not match its key', async () => {
    expect((await expectRefusal({ environment: 'production' })).outcome).toEqual([
      403,
      'environment_mismatch',
    ]);
  });

  it('when its version does not exist', async () => {
    expect((await expectRefusal({ version: '9.9.9' })).outcome).toEqual([404, 'model_not_found']);
    const missingModel = { modelId: 'mdl_06ayx0rw7mf5w0h1y6k2v3c4d5' };
    expect((await expectRefusal(missingModel)).outcome).toEqual([404, 'model_not_found']);
  });

  it('when its model belongs to the bank', async () => {
    const { body } = await bank.call('/v1/ai/custom-models?limit=100', { key });
    const shippedModel = body.data.find((item: { owner: string }) => item.owner === 'platform');
    const deploymentBody = { modelId: shippedModel.id, version: shippedModel.latest };
    expect((await expectRefusal(deploymentBody)).outcome).toEqual([409, 'model_not_deployable']);
  });

  it('when its version was never probed', async () => {
    const { modelId } = await registerModel(bank, developerId);
    expect((await expectRefusal({ modelId })).outcome).toEqual([422, 'gate_failed']);
  });

  it('when the bank has not approved its version', async () => {
    const registration = await bank.bank.environments.sandbox.ledger.run(registerVersion, {
      tenantId: developerId,
      name: 'waits',
      task: 'churn',
      label: '1.0.0',
      source: 'upload',
      approved: false,
      artifact: { sha256: 'ab'.repeat(32), bytes: 1 },
      card: {},
      checks: {},
      requestHash: Buffer.alloc(32),
      cause: { actor: 'key_x', requestId: 'req_x', idempotencyKey: null },
    });
    const { modelId } = registration.version;
    expect((await expectRefusal({ modelId })).outcome).toEqual([422, 'model_not_approved']);
  });

  it('when its model has other features, and names the first wrong feature', async () => {
    const card = makeCard('xgboost', { name: 'other-features' });
    const otherModel = (await upload(bank, key, { file: readExport('xgboost'), card })).body;
    const { outcome, body } = await expectRefusal({}, otherModel);
    expect(outcome).toEqual([422, 'model_features_mismatch']);
    expect(body.detail).toBe('Feature 1 is a; expected amountReference.');
  }, 30_000);

  it('with a shadow for a task without live decisions', async () => {
    const card = makeCard('xgboost', { name: 'leavers', task: 'churn' });
    const leaversModel = (await upload(bank, key, { file: readExport('xgboost'), card })).body;
    const { outcome, body } = await expectRefusal({ strategy: { type: 'shadow' } }, leaversModel);
    expect(outcome).toEqual([422, 'validation_failed']);
    expect(body.errors[0].pointer).toBe('/strategy/type');
  }, 30_000);
});

it('a file that has changed since its registration is not deployed', async () => {
  const changedModel = await uploadPaymentModel(bank, key, {
    file: makeConstantModel(-3),
    name: 'changed',
  });
  const folder = join(bank.dataDir, 'models');
  const file =
    readdirSync(folder).find((name) => name.startsWith(changedModel.artifact.sha256)) ?? '';
  writeFileSync(join(folder, file), 'something else');
  expect((await expectRefusal({}, changedModel)).outcome).toEqual([503, 'artifact_hash_mismatch']);
}, 30_000);

it('a required comparison that cannot be measured fails the gate; the version stays a candidate', async () => {
  const otherModel = await uploadPaymentModel(bank, key, {
    file: readShippedFraudModel(),
    name: 'measured',
  });
  const promoteIf = { minAucDelta: 0 };
  const strategy = { type: 'canary', canaryPercent: 50, promoteIf };
  const { body } = await deploy(bank, key, otherModel, { strategy });
  const failedDeployment = await waitForStatus(bank, key, body.id, 'failed');
  expect(failedDeployment.statusReason.code).toBe('gate_failed');
  expect(failedDeployment.statusReason.message).toContain('quality_against_champion');
  expect(failedDeployment.stage).toBe('candidate');
  const path = `/v1/ai/custom-models/${otherModel.modelId}/versions/1.0.0`;
  expect((await bank.call(path, { key })).body.stage).toBe('candidate');
}, 60_000);

it('deployments run one at a time; an ended one is not promoted, an active one not aborted', async () => {
  const strategy = { type: 'shadow' };
  const firstDeployment = (await deploy(bank, key, version, { strategy })).body;
  const secondModel = await uploadPaymentModel(bank, key, {
    file: makeConstantModel(-2),
    name: 'second',
  });
  const busyRefusal = await expectRefusal({}, secondModel);
  expect(busyRefusal.outcome).toEqual([409, 'deployment_in_progress']);
  expect(busyRefusal.body.existingId).toBe(firstDeployment.id);
  await waitForStatus(bank, key, firstDeployment.id, 'shadow');
  const abortAnswer = await commandDeployment(bank, key, firstDeployment.id, 'abort');
  const abortedDeployment = {
    status: 'aborted',
    stage: 'candidate',
    statusReason: { code: 'aborted' },
  };
  expect(abortAnswer.body).toMatchObject(abortedDeployment);
  const promotionAnswer = await commandDeployment(bank, key, firstDeployment.id, 'promote');
  expect([promotionAnswer.status, promotionAnswer.body.code]).toEqual([
    409,
    'invalid_state_transition',
  ]);
  // The version of an aborted deployment is a candidate again, and may be archived.
  const repeatedBody = (await deploy(bank, key, version, { strategy })).body;
  expect(repeatedBody.status).toBe('pending');
  const path = `/v1/ai/custom-models/${version.modelId}/versions/1.0.0`;
  const refusedArchive = await bank.call(`${path}/archive`, { key, body: {} });
  expect([refusedArchive.status, refusedArchive.body.code]).toEqual([
    409,
    'deployment_in_progress',
  ]);
  await commandDeployment(bank, key, repeatedBody.id, 'abort');
  const archiveAnswer = await bank.call(`${path}/archive`, { key, body: {} });
  expect([archiveAnswer.status, archiveAnswer.body.stage]).toEqual([200, 'archived']);
  const secondArchive = await bank.call(`${path}/archive`, { key, body: {} });
  expect([secondArchive.body, secondArchive.headers.get('idempotency-replayed')]).toEqual([
    archiveAnswer.body,
    'true',
  ]);
  expect((await expectRefusal({})).outcome).toEqual([409, 'model_not_deployable']);
  const activeDeployment = (await deploy(bank, key, secondModel)).body;
  await waitForStatus(bank, key, activeDeployment.id, 'active');
  const lateAnswer = await commandDeployment(bank, key, activeDeployment.id, 'abort');
  expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
}, 90_000);

it.runIf(hasModule('credit'))(
  'a version number shared by two models is refused until the model is named',
  async () => {
    const { key: ownKey } = await register(bank);
    const { accountIds } = await openAccounts(bank, ownKey, [100_000, 0]);
    const [sourceAccountId, destinationAccountId] = accountIds;
    const models = [];
    for (const name of ['first-fraud', 'second-fraud']) {
      models.push(await uploadPaymentModel(bank, ownKey, { file: makeConstantModel(-4.2), name }));
    }
    const ask = (modelVersion: string) =>
      bank.call('/v1/ai/risk-score', {
        key: ownKey,
        body: {
          transaction: {
            ...{ type: 'transfer', amount: 700, currency: 'EUR' },
            ...{ sourceAccountId, destinationAccountId },
          },
          options: { modelVersion },
        },
      });
    const { status, body } = await ask('1.0.0');
    expect([status, body.errors[0].pointer]).toEqual([422, '/options/modelVersion']);
    for (const { id } of models) expect(body.detail + body.errors[0].message).toContain(id);
    const [firstModel, secondModel] = models as [{ id: string }, { id: string }];
    expect((await ask(firstModel.id)).body.model.name).toBe('first-fraud');
    expect((await ask(secondModel.id)).body.model.name).toBe('second-fraud');
    expect((await ask('first-fraud@1.0.0')).body.model.name).toBe('first-fraud');
  },
  60_000,
);
