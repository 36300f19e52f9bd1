// The validation report agrees with the records: figures of the evaluation, and not_run for missing
// measurements. A card cannot inject active content into it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt } from '../../../ledger/id.ts';
import { openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { readPdfPages } from '../../kit/formats/pdf-text.ts';
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
beforeAll(async () => {
  bank = await openTestBank();
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

/** Adds four groups, two of which are too small to be shown. */
const addCohorts = (rows: readonly object[]) =>
  rows.map((row, index) => ({
    ...row,
    cohort: 'ABCD'[[200, 320, 365].filter((end) => index >= end).length],
  }));

const fourDigits = (value: number) =>
  value.toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 });

const pathOf = (version: { modelId: string; modelVersion: string }, query = '') =>
  scoringsPath(version, 'evaluations').replace('evaluations', `validation-report${query}`);

/** Writes a daily measurement of a version as a sweep does. */
function writeDriftDay(versionId: string, day: number, psi: number): void {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const write = raw.prepare(
    `INSERT INTO model_drift_evaluations
       (id, tenant_id, version_id, day, rows, psi, score_psi, is_drifted, features, created_at)
     SELECT ?, tenant_id, id, ?, 400, ?, 0.1, ?, '[]', 0 FROM model_versions WHERE id = ?`,
  );
  const id = firstIdAt('driftEvaluation', Date.now() + day);
  write.run(id, day, psi, psi > 0.25 ? 1 : 0, versionId);
}

async function readPdf(path: string): Promise<Buffer> {
  const answer = await fetch(bank.url + path, { headers: { authorization: `Bearer ${key}` } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await answer.arrayBuffer());
}

const LETTERS = [
  'Łódź, Đorđe, Nguyễn',
  'Ω and “quotes”',
  'Модель не для Київ',
  '東京 한국어',
  'ქართული',
];

describe('the validation report of a version', () => {
  let version: { id: string; modelId: string; modelVersion: string };
  beforeAll(async () => {
    const limits = ['<script>alert(1)</script>', ...LETTERS];
    version = await uploadPaymentModel(bank, key, {
      file: makeConstantModel(-4),
      name: 'to-validate',
      limits,
    });
  });

  it('states not_run for missing measurements, and contains no script from a card', async () => {
    const { status, headers, body } = await bank.call(pathOf(version), { key });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="validation-to-validate-1.0.0.html"',
    );
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('not_run: this version is not measured');
    expect(body).toContain('not_run: this version has no daily measurement');
    expect(body).toContain('Mean attributions: not_run.');
    expect(body).toContain('not_run: the card does not count favourable changes');
    expect(body).toContain('Permutation importance: not_run.');
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toContain('<script');
  });

  it('prints every letter, and a reader can copy the text out of the PDF', async () => {
    const text = readPdfPages(await readPdf(pathOf(version, '?format=pdf')))
      .flat()
      .join(' ');
    for (const letters of LETTERS) expect(text).toContain(letters);
    expect(text).toContain('not_run');
  });

  it('counts the monotonicity violations of the model that judges payments', async () => {
    const { models } = (await bank.call('/v1/ai/model-performance', { key })).body;
    const judgingModel = models.find((model: { name: string; version: string }) => {
      return model.name === 'fraud-detection' && model.version === '2.4.0';
    });
    const path = pathOf({ modelId: judgingModel.modelId, modelVersion: '2.4.0' });
    const { body } = await bank.call(path, { key });
    expect(body).toMatch(/Wrong-way steps<.*0 of \d{5} favourable steps raise the risk/s);
    expect(body).toContain('paidBefore (down)');
  });

  it('shows the figures of the newest evaluation beside the champion’s, and curves', async () => {
    const datasetId = await uploadPaymentRows(bank, key, addCohorts(makePaymentRows(400)));
    const fairness = { groupField: 'cohort' };
    const request = { datasetId, labelField: 'fraud', segmentField: 'region', fairness };
    const { headers } = await evaluate(bank, key, version, request);
    const evaluation = await waitForScores(bank, key, headers.get('location') ?? '');
    const { figures, comparison } = evaluation.report;
    const { body } = await bank.call(pathOf(version), { key });
    expect(body).toContain(evaluation.id);
    const { value, low, high } = comparison.figures.brierScore;
    const digits = [value, low, high].map(fourDigits);
    expect(body).toContain(`${digits[0]} (${digits[1]} to ${digits[2]})`);
    expect(body).toContain(`Verdict at 5 %: ${comparison.verdict}.`);
    for (const { segment } of figures.segments) expect(body).toContain(`<td>${segment}`);
    for (const title of ['ROC', 'Precision and recall', 'Calibration', 'Cost by threshold']) {
      expect(body).toContain(`aria-label="${title}"`);
    }
    expect(body.match(/<path class="(version|champion)"/g)).toHaveLength(8);
    const { groups, withheld } = evaluation.report.fairness;
    expect(groups.map(({ group }: { group: string }) => group)).toEqual(['A', 'B']);
    expect(withheld).toEqual({ groups: 2, rows: 80 });
    expect(body).toContain('cohort, which is no feature of the version');
    for (const { favourableRate } of groups) expect(body).toContain(fourDigits(favourableRate.low));
    // The performance of the model and the gates of a deployment show the same record.
    const { body: models } = await bank.call('/v1/ai/model-performance', { key });
    const ownModel = models.models.find(
      (model: { versionId: string }) => model.versionId === version.id,
    );
    expect(ownModel.fairness).toMatchObject({ evaluationId: evaluation.id, groupField: 'cohort' });
    const answer = await bank.call(pathOf(version, `?evaluationId=${evaluation.id}`), { key });
    expect(answer.body).toBe(body);
  });

  it('draws the importance of the features and the drift of each day', async () => {
    const model = await uploadPaymentModel(bank, key, {
      file: readShippedFraudModel(),
      name: 'to-draw',
    });
    const datasetId = await uploadPaymentRows(bank, key, makePaymentRows(300));
    const { headers } = await evaluate(bank, key, model, { datasetId, labelField: 'fraud' });
    const { report } = await waitForScores(bank, key, headers.get('location') ?? '');
    const [firstFeature] = report.importance.features;
    expect(firstFeature.areaLost).toBeGreaterThan(0.01);
    for (const [index, psi] of [0.1, 0.2, 0.3].entries())
      writeDriftDay(model.id, 20_000 + index, psi);
    const { body } = await bank.call(pathOf(model), { key });
    expect(body).toContain('aria-label="Area under ROC lost without a feature"');
    expect(body).toContain(
      `<td>${firstFeature.feature}</td><td>${fourDigits(firstFeature.areaLost)}</td>`,
    );
    const [, driftSection = ''] = body.split('aria-label="Drift by day"');
    expect(driftSection).toContain('day: 2024-10-04 to 2024-10-06');
    // Three days of the feature with the largest drift, in order.
    expect(driftSection).toMatch(/<path class="version" d="M 24 [\d.]+ L 114 [\d.]+ L 204 14"/);
    const pdf = await readPdf(pathOf(model, '?format=pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('shows older and newer group records side by side, and a deployment is judged by the worst', async () => {
    const comparedVersion = await uploadPaymentModel(bank, key, {
      file: readShippedFraudModel(),
      name: 'to-compare',
    });
    const datasetId = await uploadPaymentRows(bank, key, addCohorts(makePaymentRows(400)));
    const evaluationIds: string[] = [];
    for (const groupField of ['cohort', 'region']) {
      const request = { datasetId, labelField: 'fraud', fairness: { groupField } };
      const { headers } = await evaluate(bank, key, comparedVersion, request);
      evaluationIds.unshift((await waitForScores(bank, key, headers.get('location') ?? '')).id);
    }
    const { body: report } = await bank.call('/v1/ai/model-performance', { key });
    const ownModel = report.models.find(
      (model: { versionId: string }) => model.versionId === comparedVersion.id,
    );
    expect(ownModel.fairness.evaluationId).toBe(evaluationIds[0]);
    const history = ownModel.fairnessHistory as {
      evaluationId: string;
      groups: { impactRatio: { value: number } | null }[];
    }[];
    expect(history.map(({ evaluationId }) => evaluationId)).toEqual(evaluationIds);
    const { body } = await bank.call(pathOf(comparedVersion), { key });
    expect(body).toContain('region, which is no feature of the version');
    expect(body).toContain('cohort');
    const { id } = (await deploy(bank, key, comparedVersion, { strategy: { type: 'shadow' } }))
      .body;
    const { gates } = await waitForStatus(bank, key, id, 'shadow');
    const ratios = history.flatMap(({ groups }) =>
      groups.flatMap(({ impactRatio }) => impactRatio?.value ?? []),
    );
    const gate = gates.find(({ name }: { name: string }) => name === 'fairness');
    expect(gate.value).toBe(Math.min(...ratios));
  });

  it('shows no group that the version itself uses, and none for payments of the ledger', async () => {
    const datasetId = await uploadPaymentRows(bank, key, makePaymentRows(60));
    const commonFields = { datasetId, labelField: 'fraud' };
    for (const request of [
      { ...commonFields, fairness: { groupField: 'AmountReference' } },
      { ledger: {}, fairness: { groupField: 'cohort' } },
      { ...commonFields, segmentField: 'region', fairness: { groupField: 'region' } },
    ]) {
      const { status, body } = await evaluate(bank, key, version, request);
      expect([status, body.errors[0].pointer]).toEqual([422, '/fairness/groupField']);
    }
  });

  it('is the same PDF as long as the records are the same', async () => {
    const path = pathOf(version, '?format=pdf');
    const [firstBytes, secondBytes] = [await readPdf(path), await readPdf(path)];
    expect(firstBytes.equals(secondBytes)).toBe(true);
    expect(firstBytes.length).toBeGreaterThan(5_000);
  });

  it('is refused for another developer’s model and for an unknown evaluation', async () => {
    const otherKey = (await register(bank)).key;
    const { status, body } = await bank.call(pathOf(version), { key: otherKey });
    expect([status, body.code]).toEqual([404, 'model_not_found']);
    const unknownEvaluation = `mev_${'0'.repeat(26)}`;
    for (const [query, code] of [
      [`?evaluationId=${unknownEvaluation}`, 'evaluation_not_found'],
      ['?evaluationId=x', 'evaluation_not_found'],
      ['?format=docx', 'invalid_parameter'],
    ]) {
      const answer = await bank.call(pathOf(version, query), { key });
      expect(answer.body.code, query).toBe(code);
    }
  });
});
