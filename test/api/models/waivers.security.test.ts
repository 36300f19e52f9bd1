// A finding against a version prevents every way of deploying it, until an operator waives the
// finding for that version with a visible reason.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OPERATOR_KEY, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import {
  commandDeployment,
  deploy,
  readDeployment,
  uploadPaymentModel,
  waitForStatus,
} from '../../kit/models/deployments.ts';
import {
  evaluate,
  makePaymentRows,
  uploadPaymentRows,
  waitForScores,
} from '../../kit/models/scorings.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: TestBank;
let key: string;
let version: { id: string; modelId: string; modelVersion: string };
beforeAll(async () => {
  bank = await openTestBank();
  ({ key } = await register(bank));
  const datasetId = await uploadPaymentRows(bank, key, makePaymentRows(400));
  version = await uploadPaymentModel(bank, key, { file: makeConstantModel(-4), name: 'flat' });
  const evaluationBody = { datasetId, labelField: 'fraud' };
  const { headers } = await evaluate(bank, key, version, evaluationBody);
  await waitForScores(bank, key, headers.get('location') ?? '');
}, 90_000);
afterAll(() => bank.close());

const REASON = 'A drill: the model flags nothing, and the rules decide alone.';
const waive = (callerKey: string, body: object, versionId = version.id) =>
  bank.call(`/v1/ops/models/${versionId}/waiver`, {
    key: callerKey,
    body: { environment: 'sandbox', ...body },
  });
const findingsIn = ({ gates }: { gates: { findings?: string[] }[] }) =>
  gates.flatMap(({ findings = [] }) => findings);
const read = (path: string, callerKey = key) => bank.call(path, { key: callerKey });

it('a version without signal that is worse than the champion is refused, and from the shadow not promoted', async () => {
  for (const strategy of [{ type: 'immediate' }, { type: 'canary', canaryPercent: 5 }]) {
    const { body } = await deploy(bank, key, version, { strategy });
    const failedDeployment = await waitForStatus(bank, key, body.id, 'failed');
    // All findings are shown together.
    expect(findingsIn(failedDeployment)).toEqual(['no_signal', 'champion_better']);
    expect(failedDeployment.statusReason.message).toMatch(/area under ROC 0\.5.*waiver/);
  }
  const steps = [{ percent: 100, minMinutes: 0, minSamples: 0 }];
  const shadow = { minMinutes: 0, minSamples: 0 };
  const shadowStrategy = { type: 'shadow', shadow, steps, promoteIf: {} };
  const { id } = (await deploy(bank, key, version, { strategy: shadowStrategy })).body;
  await waitForStatus(bank, key, id, 'shadow');
  const waitingReason = 'a waiver of the bank (no_signal, champion_better)';
  expect((await readDeployment(bank, key, id)).waitingFor).toBe(waitingReason);
  const earlyPromotion = await commandDeployment(bank, key, id, 'promote');
  expect([earlyPromotion.status, earlyPromotion.body.code]).toEqual([409, 'waiver_required']);

  const findings = ['no_signal', 'champion_better'];
  const viewer = await createOperator(bank, ['risk']);
  expect((await waive(key, { findings, reason: REASON })).body.code).toBe('not_found');
  expect((await waive(viewer.key, { findings, reason: REASON })).status).toBe(403);
  expect((await waive(OPERATOR_KEY, { findings })).status).toBe(422);
  expect((await waive(OPERATOR_KEY, { findings: [], reason: REASON })).status).toBe(422);
  expect((await waive(OPERATOR_KEY, { findings: ['slow'], reason: REASON })).status).toBe(422);

  const modelOperator = await createOperator(bank, ['models']);
  const firstAnswer = await waive(modelOperator.key, { findings: ['no_signal'], reason: REASON });
  expect([firstAnswer.status, firstAnswer.body.waivers]).toEqual([
    200,
    [{ finding: 'no_signal', by: modelOperator.id, reason: REASON, at: expect.any(String) }],
  ]);
  const refusedPromotion = await commandDeployment(bank, key, id, 'promote');
  expect([refusedPromotion.status, refusedPromotion.body.detail]).toEqual([
    409,
    expect.stringContaining('has not waived champion_better'),
  ]);
  const repeatedAnswer = await waive(modelOperator.key, { findings, reason: REASON });
  expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([
    409,
    'invalid_state_transition',
  ]);
  const secondWaiver = await waive(modelOperator.key, {
    findings: ['champion_better'],
    reason: REASON,
  });
  expect(secondWaiver.status).toBe(200);
  // No finding blocks the version any more, so its own rule promotes it.
  const activeDeployment = await waitForStatus(bank, key, id, 'active');
  expect(activeDeployment.waivers.map(({ finding }: { finding: string }) => finding)).toEqual(
    findings,
  );
}, 120_000);

it('a waiver is shown wherever its version is, and cannot be revoked', async () => {
  const waivers = [
    expect.objectContaining({ finding: 'no_signal', reason: REASON }),
    expect.objectContaining({ finding: 'champion_better', reason: REASON }),
  ];
  const { body: ownVersion } = await read(`/v1/ai/custom-models/${version.modelId}/versions/1.0.0`);
  expect(ownVersion.waivers).toEqual(waivers);
  const { body: report } = await read('/v1/ai/model-performance');
  const model = report.models.find((model: { versionId: string }) => {
    return model.versionId === version.id;
  });
  expect(model.waivers).toEqual(waivers);
  const { body: list } = await read(
    '/v1/ops/models?environment=sandbox&status=any&search=flat',
    OPERATOR_KEY,
  );
  expect(list.data[0].waivers).toEqual(waivers);
  const { body: events } = await read('/v1/events?type=model.version.waived');
  expect(events.data.map((event: { data: { object: object } }) => event.data.object)).toMatchObject(
    [
      { id: version.id, waivers: waivers.slice(0, 1) },
      { id: version.id, waivers },
    ],
  );
  const { body: audit } = await read('/v1/ops/audit?action=model.waived', OPERATOR_KEY);
  expect(audit.data[0]).toMatchObject({
    ...{ objectId: version.id, environment: 'sandbox' },
    detail: { findings: ['champion_better'], reason: REASON },
  });
  const path = `/v1/ai/custom-models/${version.modelId}/versions/1.0.0/validation-report`;
  const htmlAnswer = await fetch(`${bank.url}${path}?format=html`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await htmlAnswer.text()).toContain('Waived: champion_better');
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const removeWaivers = raw.prepare("UPDATE model_versions SET waivers = '[]' WHERE id = ?");
  expect(() => removeWaivers.run(version.id)).toThrow('a waiver is never taken back');
}, 60_000);

it('another version of the same model has no waiver', async () => {
  const otherModel = await uploadPaymentModel(bank, key, {
    ...{ file: makeConstantModel(-4.1), name: 'flat', version: '1.1.0' },
  });
  expect(otherModel.waivers).toEqual([]);
  const foreignAnswer = await waive(
    OPERATOR_KEY,
    { findings: ['no_signal'], reason: REASON },
    'mv_none',
  );
  expect(foreignAnswer.status).toBeGreaterThanOrEqual(400);
  await vi.waitFor(
    async () => {
      const { body } = await read(`/v1/ai/custom-models/${version.modelId}/versions/1.1.0`);
      expect(body.waivers).toEqual([]);
    },
    { timeout: 20_000 },
  );
});
