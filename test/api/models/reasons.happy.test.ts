// Reasons for scores of models that a developer trained or uploaded: exact when the content of the
// file is known, a marked estimate when it is not, and none without a background.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { makeCalibrationSteps } from '../../../models/learn/export/calibration.ts';
import { encodeOnnxFile } from '../../../models/learn/export/onnx-model.ts';
import { makeForestSteps } from '../../../models/learn/export/tree-ensemble.ts';
import { UNCALIBRATED_PLATT } from '../../../models/learn/train/calibration.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';
import { makeRowsWithRule } from '../../kit/models/model-data.ts';
import { makeTraining, TRAIN_PATH, waitForEnd } from '../../kit/models/training.ts';
import { isDeep } from '../../kit/suite/tier.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

interface Reason {
  readonly feature: string;
  readonly value: number | null;
  readonly contribution: number;
  readonly direction: string;
  readonly weight: number;
}

const ask = async (modelId: string, label: string, rows: readonly object[]) => {
  const path = `/v1/ai/custom-models/${modelId}/versions/${label}/score`;
  const { status, body } = await bank.call(path, { key, body: { rows, includeReasons: true } });
  expect(status).toBe(200);
  return body as { reasonsKind: string; scores: { reasons: Reason[] | null }[] };
};

it.each([['gbdt', 'tree_shap'], ...(isDeep ? [['logistic', 'linear']] : [])])(
  'a model trained here with %s explains its scores',
  async (algorithm, kind) => {
    const rows = makeRowsWithRule(800);
    const body = makeTraining(rows, { name: `why-${algorithm}`, algorithm });
    const { body: trainingJob } = await bank.call(TRAIN_PATH, { key, body });
    expect((await waitForEnd(bank, key, trainingJob.id)).status).toBe('succeeded');
    const [lowRow, highRow] = [-2, 2].map((a) => ({ a, b: 0, c: null, d: 0.5 }));
    const answer = await ask(trainingJob.modelId, '1.0.0', [lowRow ?? {}, highRow ?? {}]);
    expect(answer.reasonsKind).toBe(kind);
    for (const { reasons } of answer.scores) {
      const reasonList = reasons ?? [];
      expect(reasonList.length).toBeGreaterThan(0);
      expect(reasonList.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 2);
      for (const { contribution, direction } of reasonList) {
        expect(direction).toBe(contribution > 0 ? 'increases' : 'decreases');
      }
    }
  },
  120_000,
);

it('uploaded trees are explained against the background on their card', async () => {
  const random = Array.from({ length: 50 }, (_, index) => (((index * 7919) % 97) - 48) / 24);
  const background = Array.from({ length: 10 }, (_, index) =>
    random.slice(index * 5, index * 5 + 5),
  );
  const row = { a: 1.5, b: 0, c: -1, d: 0.2, e: 0.1 };
  const kinds: unknown[] = [];
  for (const version of ['1.0.0', '1.1.0']) {
    const card = makeCard('lightgbm', { name: 'brought', version, background });
    const { body } = await upload(bank, key, { file: readExport('lightgbm'), card });
    const answer = await ask(body.modelId, version, [row]);
    expect(answer.reasonsKind).toBe('interventional');
    kinds.push(answer.scores[0]?.reasons);
  }
  // The same rows give the same reasons.
  expect(kinds[0]).toEqual(kinds[1]);
  const [firstReason] = kinds[0] as Reason[];
  // The label follows the first column most of all.
  expect(firstReason).toMatchObject({ feature: 'a', value: 1.5, direction: 'increases' });
}, 60_000);

it.each([
  ['linear model', 'sklearn-logistic', 'interventional'],
  ['small neural network', 'sklearn-mlp', 'approximate'],
])(
  'an uploaded %s is explained against the background, and names the method',
  async (_label, library, kind) => {
    const background = Array(10).fill([-1.5, 0, 0, 0, 1]);
    const card = makeCard(library, { name: `brought-${library}`, background });
    const { body } = await upload(bank, key, { file: readExport(library), card });
    const rows = [{ a: 1.5, b: 0, c: 0, d: 0.1, e: 1 }];
    const answer = await ask(body.modelId, '1.0.0', rows);
    expect(answer.reasonsKind).toBe(kind);
    const reasons = answer.scores[0]?.reasons ?? [];
    // Only these two features differ from the background.
    expect(reasons.map(({ feature }) => feature)).toEqual(['a', 'd']);
    expect(reasons[0]).toMatchObject({ value: 1.5, direction: 'increases' });
    expect((await ask(body.modelId, '1.0.0', rows)).scores[0]?.reasons).toEqual(reasons);
  },
  60_000,
);

it.each(['xgboost', 'sklearn-mlp'])(
  'an uploaded %s without a background gets no invented reasons',
  async (library) => {
    const card = makeCard(library, { name: `silent-${library}` });
    const { body } = await upload(bank, key, { file: readExport(library), card });
    const answer = await ask(body.modelId, '1.0.0', [{ a: 1, b: 0, c: 0, d: 0, e: 0 }]);
    expect(answer).toMatchObject({ reasonsKind: 'none', scores: [{ reasons: null }] });
  },
  60_000,
);

it.runIf(hasModule('risk'))(
  'a decision about a payment names the definition of its explanation',
  async () => {
    const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
    const [from = '', to = ''] = accountIds;
    const artifact = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.4.0');
    const { card } = artifact;
    // The trees without calibration, as a developer would export them.
    const file = encodeOnnxFile({
      name: 'own-fraud',
      columns: card.features.length,
      steps: [
        makeForestSteps(readArtifactForest(artifact)),
        makeCalibrationSteps(UNCALIBRATED_PLATT),
      ],
      metadata: {},
    });
    const features = card.features.map(({ name, mayBeMissing }) => ({ name, mayBeMissing }));
    const golden = card.golden.map((row) => row.features);
    const cardFields = {
      '9.0.0': { background: golden },
      '9.1.0': {},
    };
    const score = async (modelVersion?: string) => {
      const transaction = transferOf(from, to, 1_000);
      const body = { transaction, ...(modelVersion ? { options: { modelVersion } } : {}) };
      return (await bank.call('/v1/ai/risk-score', { key, body })).body;
    };
    const shippedScore = await score();
    expect([shippedScore.reasonsKind, shippedScore.reasons.length]).toEqual(['tree_shap', 5]);
    for (const [version, more] of Object.entries(cardFields)) {
      const ownCard = {
        name: 'own-fraud',
        version,
        task: 'fraud',
        features,
        threshold: 0.5,
        ...more,
      };
      expect((await upload(bank, key, { file, card: ownCard })).status).toBe(201);
    }
    // The same trees with another definition of the explanation have other contributions, and name
    // the definition.
    const ownScore = await score('9.0.0');
    expect(ownScore.reasonsKind).toBe('interventional');
    expect(ownScore.reasons).not.toEqual(shippedScore.reasons);
    const readAnswer = await bank.call(`/v1/ai/risk-decisions/${ownScore.id}`, { key });
    expect(readAnswer.body).toMatchObject({
      reasonsKind: 'interventional',
      reasons: ownScore.reasons,
    });
    expect(await score('9.1.0')).toMatchObject({ reasonsKind: 'none', reasons: null });
  },
  60_000,
);
