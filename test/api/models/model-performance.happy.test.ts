// Performance of models over HTTP: stated, measured and live figures are separate, and unknown
// figures are null.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { findShippedModel } from '../../../ai/credit/model.ts';
import { recordAssessment } from '../../../db/credit/acts.ts';
import { readArtifact, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { applicationOf, creditOrderOf } from '../../kit/people/credit.ts';

let bank: CheckedBank;
let owner: { key: string; developerId: string };
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  owner = await register(bank);
  customerId = (await openAccounts(bank, owner.key, [0])).customerId;
});
afterAll(() => bank.close());

const PATH = '/v1/ai/model-performance';
async function readModel(name: string, version?: string) {
  const { status, body } = await bank.call(PATH, { key: owner.key });
  expect(status).toBe(200);
  return body.models.find((model: { name: string; version: string }) => {
    return model.name === name && model.version === (version ?? model.version);
  });
}
const reasonOf = (model: { unknown: { field: string; reason: string }[] }, field: string) =>
  model.unknown.find((item) => item.field === field)?.reason;

it('stated figures are kept apart from measured ones; an unknown figure is null', async () => {
  const creditModel = await readModel('credit-scoring', '3.0.0');
  expect(creditModel).toMatchObject({
    version: '3.0.0',
    statedAccuracy: 0.89,
    measured: { on: 'hold_out', samples: 6_517, majorityAccuracy: 0.7818, auc: 0.9024 },
    live: null,
    latency: null,
    drift: null,
    fairness: null,
  });
  expect(creditModel.measured.accuracy).not.toBe(creditModel.statedAccuracy);
  const newestModel = await readModel('credit-scoring', '3.2.0');
  expect(newestModel).toMatchObject({ version: '3.2.0', statedAccuracy: null });
  expect(newestModel.measured).toMatchObject({ samples: 6_517, auc: 0.8729 });
  expect(creditModel.measured.precision).toBeCloseTo(819 / 917);
  expect(creditModel.measured.ci95.auc.low).toBeLessThan(creditModel.measured.auc);
  for (const field of ['live', 'latency', 'drift', 'fairness', 'live.outcomes']) {
    expect(reasonOf(creditModel, field), field).toEqual(expect.any(String));
  }
  const shadowReason = creditModel.unknown.find(
    ({ field }: { field: string }) => field === 'shadow',
  );
  expect([creditModel.shadow, shadowReason.code]).toEqual([[], 'not_run']);
  const riskModel = await readModel('risk-assessment');
  expect(riskModel.unknown).toContainEqual({
    field: 'live',
    code: 'not_configured',
    reason: expect.stringContaining('`risk-score`'),
  });
  // Its card names the one operation that uses it, and that operation answers.
  const { intendedFor, golden, features } = readArtifact(
    SHIPPED_FOLDER,
    'risk-assessment',
    '2.5.0',
  ).card;
  const [, scorePath = ''] = /POST (\S+\/score)/.exec(intendedFor) ?? [];
  const row = Object.fromEntries(
    features.map(({ name }, index) => [name, golden[0]?.features[index]]),
  );
  const { status, body } = await bank.call(scorePath.replace('{modelId}', riskModel.modelId), {
    key: owner.key,
    body: { rows: [row] },
  });
  expect([status, body.modelVersion]).toEqual([200, '2.5.0']);
  expect([riskModel.stage, riskModel.askedBy]).toEqual(['candidate', []]);
  expect(reasonOf(riskModel, 'askedBy')).toContain('Nothing in the engine asks it by itself');
  const fraudModel = await readModel('fraud-detection', '2.1.0');
  expect(fraudModel).toMatchObject({ statedAccuracy: 0.95, live: null, drift: null });
  // No outcome is known of the version in force.
  expect(await readModel('fraud-detection', '2.4.0')).toMatchObject({ statedAccuracy: null });
});

it.runIf(hasModule('credit'))(
  'the deciding model is in production in every view, with the operations that use it',
  async () => {
    const { key } = await register(bank);
    const { body } = await bank.call(PATH, { key });
    const askedModels = body.models.filter(
      ({ askedBy }: { askedBy: string[] }) => askedBy.length > 0,
    );
    const askedNames = askedModels.map(
      ({ name, version }: Record<string, string>) => `${name}@${version}`,
    );
    const assessmentAnswer = await bank.call('/v1/ai/credit-assessment', {
      key,
      body: applicationOf((await openAccounts(bank, key, [0])).customerId),
    });
    const { name, version } = assessmentAnswer.body.model;
    expect(askedNames.slice(0, 2).sort()).toEqual(
      ['fraud-detection@2.4.0', `${name}@${version}`].sort(),
    );
    expect(askedNames.slice(2)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^intent-parsing@1\.8\.0/),
        expect.stringMatching(/^aml-rules@/),
        expect.stringMatching(/^name-screening@/),
      ]),
    );
    const document = bank.document as { paths: Record<string, Record<string, unknown>> };
    for (const item of askedModels) {
      expect(item.stage).toBe('production');
      for (const route of item.askedBy) {
        const [method, path] = route.split(' ');
        expect(document.paths[path ?? '']?.[method?.toLowerCase() ?? ''], route).toBeDefined();
      }
    }
    for (const shownModel of body.models) {
      const isAsked = askedModels.includes(shownModel);
      expect([shownModel.name, shownModel.version, shownModel.stage === 'production']).toEqual([
        shownModel.name,
        shownModel.version,
        isAsked,
      ]);
      if (shownModel.task !== 'fraud' && shownModel.task !== 'credit') continue;
      const path = `/v1/ai/custom-models/${shownModel.modelId}`;
      const readAnswer = await bank.call(`${path}/versions/${shownModel.version}`, { key });
      expect(readAnswer.body.stage).toBe(shownModel.stage);
      const model = (await bank.call(path, { key })).body;
      expect(model.production === shownModel.version).toBe(isAsked);
      if (!isAsked) continue;
      expect((await bank.call(`${path}/versions/production`, { key })).body.id).toBe(
        shownModel.versionId,
      );
    }
  },
);

it.runIf(hasModule('language'))(
  'the figures of a message reader are those of the classifier head that answers',
  async () => {
    const model = await readModel('intent-parsing');
    const [question, intent] = ['question', 'intent'].map((head) =>
      model.heads.find((item: { head: string }) => item.head === head),
    );
    expect(intent.askedBy).toContain('POST /v1/ai/parse-intent');
    expect(intent.measured).toMatchObject([{ head: 'intent', rows: 5500 }]);
    expect([question.askedBy, question.statedAccuracy]).toEqual([[], null]);
    expect(question.measured).toMatchObject([{ head: 'question', accuracy: 0.9263 }]);
  },
);

it.runIf(hasModule('credit'))(
  'an assessment appears in the live figures, with its response time',
  async () => {
    const body = applicationOf(customerId);
    await bank.call('/v1/ai/credit-assessment', { key: owner.key, body });
    const incomplete = applicationOf(customerId, { applicant: { homeOwnership: undefined } });
    await bank.call('/v1/ai/credit-assessment', { key: owner.key, body: incomplete });
    const { live, latency, drift } = await readModel('credit-scoring', '3.2.0');
    expect(live).toMatchObject({
      decisions: 2,
      samples: 1,
      labelled: 0,
      byDecision: { approved: 1, denied: 0, manual_review: 1 },
    });
    expect(latency.samples).toBe(1);
    expect(latency.p50).toBeGreaterThan(0);
    expect(drift).toBeNull();
  },
);

it.runIf(hasModule('credit'))(
  'applications that are all alike are reported as drift from the training data',
  async () => {
    const { ledger } = bank.bank.environments.sandbox;
    const features = [60_000, 5, 12_000, 0.2, 0, 6, 1, 2];
    const answer = { features, probability: 0.01, score: 800, latencyUs: 30 };
    const order = creditOrderOf(owner.developerId, customerId, {
      answer,
      model: findShippedModel(),
    });
    await Promise.all(Array.from({ length: 500 }, () => ledger.run(recordAssessment, order)));
    const { drift, live } = await readModel('credit-scoring', '3.2.0');
    expect(live.samples).toBe(501);
    expect(drift).toMatchObject({ rows: 501, status: 'drift' });
    expect(drift.features).toHaveLength(8);
    expect(drift.psi).toBe(drift.features[0].psi);
    // All applications have the same score, and the scores of the hold-out vary.
    expect(drift.score).toBeGreaterThan(0.25);
  },
);

it.runIf(hasModule('language'))(
  'the text model shows its card, and a missing sentence encoder is reported',
  async () => {
    const { key } = await register(bank);
    const { body } = await bank.call('/v1/ai/model-performance', { key });
    expect(body.sentenceEncoder).toMatchObject({ status: 'not_configured', name: null });
    expect(body.sentenceEncoder.reason).toContain('npm run encoder');
    expect(body.textModel).toMatchObject({ name: 'intent-parsing', version: '1.8.0' });
    expect(body.textModel).toMatchObject({ statedAccuracy: 0.92 });
    expect(body.textModel.measured[0]).toMatchObject({ rows: 3080, accuracy: 0.9263 });
  },
);
