// An evaluation compares a version with the deciding version; its record is kept, and the gate of a
// deployment uses it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { deploy, uploadPaymentModel, waitForStatus } from '../../kit/models/deployments.ts';
import {
  evaluate,
  makePaymentRows,
  scoringsPath,
  uploadPaymentRows,
  waitForScores,
} from '../../kit/models/scorings.ts';
import { makeConstantModel, readShippedFraudModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
let key: string;
let developerId: string;
let datasetId: string;
beforeAll(async () => {
  bank = await openTestBank();
  ({ key, developerId } = await register(bank));
  datasetId = await uploadPaymentRows(bank, key, makePaymentRows(400));
}, 60_000);
afterAll(() => bank.close());

const SHADOW = { type: 'shadow', promoteIf: { minAucDelta: 0 } };
const gateOf = (deployment: { gates: { name: string }[] }) =>
  deployment.gates.find(({ name }) => name === 'quality_against_champion');

async function evaluateVersion(
  version: { modelId: string; modelVersion: string },
  overrides: object = {},
) {
  const { status, body, headers } = await evaluate(bank, key, version, {
    datasetId,
    labelField: 'fraud',
    ...overrides,
  });
  expect([status, body.code]).toEqual([202, undefined]);
  const path = headers.get('location') ?? '';
  expect(path).toBe(`${scoringsPath(version, 'evaluations')}/${body.id}`);
  const evaluation = await waitForScores(bank, key, path);
  expect([evaluation.status, evaluation.error]).toEqual(['succeeded', null]);
  return evaluation;
}

describe('an evaluation', () => {
  it('measures a version and the deciding model on the same rows, with DeLong’s test', async () => {
    const version = await uploadPaymentModel(bank, key, {
      file: makeConstantModel(-4),
      name: 'flat',
    });
    const evaluation = await evaluateVersion(version, {
      segmentField: 'region',
      thresholds: [0.25],
      costs: { falsePositive: 1, falseNegative: 20 },
    });
    expect(evaluation).toMatchObject({
      object: 'model_evaluation',
      champion: { version: '2.4.0' },
      workflow: { id: `model-scoring/${evaluation.id}`, runId: expect.any(String) },
      progress: { rowsDone: 400, rowsAll: 400 },
    });
    const { report } = evaluation;
    expect([report.rows, report.costs.falseNegative, report.findings]).toEqual([400, 20, []]);
    expect(report.figures.areaUnderRoc.value).toBe(0.5);
    expect(
      report.figures.thresholds.map(({ threshold }: { threshold: number }) => threshold),
    ).toEqual([0.25, 0.5]);
    expect(report.figures.segments.map(({ segment }: { segment: string }) => segment)).toEqual([
      'N',
      'S',
    ]);
    const { comparison } = report;
    expect(comparison.figures.areaUnderRoc.value).toBeGreaterThan(0.8);
    expect(comparison.verdict).toBe('worse');
    expect(comparison.test.difference.high).toBeLessThan(0);
    expect(comparison.test.pValue).toBeLessThan(0.001);
    expect(report.fairness).toBeNull();
    const listAnswer = await bank.call(scoringsPath(version, 'evaluations'), { key });
    expect(listAnswer.body.data.map(({ id }: { id: string }) => id)).toEqual([evaluation.id]);
    const laterAnswer = await bank.call(
      `/v1/ops/models/${version.id}/performance?environment=sandbox`,
      {
        key: OPERATOR_KEY,
      },
    );
    const { confusion } = report.figures.thresholds[1];
    expect(laterAnswer.body.evaluations).toEqual([
      {
        ...{ evaluationId: evaluation.id, developerId, at: evaluation.completedAt, rows: 400 },
        positives: report.positives,
        areaUnderRoc: report.figures.areaUnderRoc,
        calibrationError: report.figures.calibrationError,
        flagged: (confusion.truePositives + confusion.falsePositives) / 400,
        calibration: report.figures.calibrationCurve,
      },
    ]);
    const { body: events } = await bank.call('/v1/events?type=model.evaluation.*', { key });
    expect(events.data[0]).toMatchObject({
      type: 'model.evaluation.succeeded',
      data: { object: { id: evaluation.id } },
    });

    const deploymentBody = { strategy: SHADOW };
    const refusedDeployment = await waitForStatus(
      bank,
      key,
      (await deploy(bank, key, version, deploymentBody)).body.id,
      'failed',
    );
    expect(refusedDeployment.statusReason.code).toBe('gate_failed');
    expect(gateOf(refusedDeployment)).toMatchObject({ passed: false, threshold: 0 });
    expect(gateOf(refusedDeployment)).toMatchObject({
      detail: expect.stringContaining(evaluation.id),
    });

    // The version is worse than the model in force, so an immediate deployment needs an operator's
    // waiver with a reason.
    for (const strategy of [{ type: 'immediate' }, { type: 'canary', canaryPercent: 5 }]) {
      const { body: deployment } = await deploy(bank, key, version, { strategy });
      const failedDeployment = await waitForStatus(bank, key, deployment.id, 'failed');
      expect(gateOf(failedDeployment)).toMatchObject({ passed: false, value: expect.any(Number) });
      expect(failedDeployment.statusReason.message).toContain('waiver');
    }
    const shadowId = (await deploy(bank, key, version, { strategy: { type: 'shadow' } })).body.id;
    const shadowDeployment = await waitForStatus(bank, key, shadowId, 'shadow');
    expect(gateOf(shadowDeployment)).toMatchObject({ passed: null, warning: true });
    await bank.call(`/v1/ai/custom-models/deployments/${shadowId}/abort`, { key, body: {} });
    const body = {
      ...{ environment: 'sandbox', findings: ['champion_better', 'no_signal'] },
      reason: 'A drill with a flat model.',
    };
    const waiverAnswer = await bank.call(`/v1/ops/models/${version.id}/waiver`, {
      ...{ key: OPERATOR_KEY, body },
    });
    expect(waiverAnswer.status).toBe(200);
    const warnedId = (await deploy(bank, key, version)).body.id;
    const activeDeployment = await waitForStatus(bank, key, warnedId, 'active');
    expect(gateOf(activeDeployment)).toMatchObject({ passed: null, warning: true });
  }, 120_000);

  it('lets a version as good as the deciding model pass minAucDelta', async () => {
    const owner = await register(bank);
    const ownDatasetId = await uploadPaymentRows(bank, owner.key, makePaymentRows(300));
    const version = await uploadPaymentModel(bank, owner.key, { file: readShippedFraudModel() });
    const body = { datasetId: ownDatasetId, labelField: 'fraud' };
    const deploymentId = (await deploy(bank, owner.key, version, { strategy: SHADOW })).body.id;
    const failedDeployment = await waitForStatus(bank, owner.key, deploymentId, 'failed');
    expect(gateOf(failedDeployment)).toMatchObject({ passed: false, value: null });
    const { headers } = await evaluate(bank, owner.key, version, body);
    await waitForScores(bank, owner.key, headers.get('location') ?? '');
    const { body: orderedDeployment } = await deploy(bank, owner.key, version, {
      strategy: SHADOW,
    });
    const shadowDeployment = await waitForStatus(bank, owner.key, orderedDeployment.id, 'shadow');
    expect(gateOf(shadowDeployment)).toMatchObject({ passed: true, threshold: 0, value: 0 });
  }, 90_000);

  it('measures the bank’s own version too, without a comparison', async () => {
    const { body } = await bank.call('/v1/ai/custom-models?limit=100', { key });
    const { id: modelId } = body.data.find(({ name }: { name: string }) => {
      return name === 'risk-assessment';
    });
    const evaluation = await evaluateVersion({ modelId, modelVersion: '2.5.0' });
    expect([evaluation.champion, evaluation.report.comparison]).toEqual([null, null]);
    expect(evaluation.report.figures.areaUnderRoc.value).toBeGreaterThan(0.5);
  }, 60_000);
});

describe('a batch of scores', () => {
  it('scores every row and stores the scores in a file, with the named field', async () => {
    const version = await uploadPaymentModel(bank, key, {
      file: readShippedFraudModel(),
      name: 'batched',
    });
    const batchBody = { datasetId, idField: 'ref' };
    const path = scoringsPath(version, 'batches');
    const { status, body, headers } = await bank.call(path, { key, body: batchBody });
    expect([status, body.code]).toEqual([202, undefined]);
    const location = headers.get('location') ?? '';
    const evaluation = await waitForScores(bank, key, location);
    expect(evaluation).toMatchObject({
      object: 'model_batch',
      status: 'succeeded',
      summary: { rows: 400, threshold: 0.5 },
      result: { format: 'csv', expiresAt: expect.any(String) },
    });
    const file = await fetch(`${bank.url}${location}/result`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(file.headers.get('content-type')).toContain('text/csv');
    const lines = (await file.text()).trim().split('\n');
    expect([lines.length, lines[0]]).toEqual([401, 'row,ref,probability,flagged']);
    const { fraud: _, region: __, ref: ___, ...row } = makePaymentRows(20)[19] ?? {};
    const singleScore = await bank.call(`${path.replace(/\/batches$/, '')}/score`, {
      key,
      body: { rows: [row] },
    });
    const [rowNumber, ref, probability, flagged] = lines[20]?.split(',') ?? [];
    expect([rowNumber, ref]).toEqual(['19', 'p19']);
    expect(Number(probability)).toBeCloseTo(singleScore.body.scores[0].probability, 6);
    expect(flagged).toBe(String(singleScore.body.scores[0].flagged));
    const flags = lines.filter((line) => line.endsWith(',true')).length;
    expect(flags).toBe(evaluation.summary.flagged);
  }, 60_000);
});
