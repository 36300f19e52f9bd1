// Trainings that are refused or fail: each with its code, and no model is registered.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowOf } from '../../../models/learn/train/matrix.ts';
import { createRandom } from '../../../models/learn/train/random.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { waitForStatus } from '../../kit/models/deployments.ts';
import { makeExamples, makeRowsWithRule, type Row } from '../../kit/models/model-data.ts';
import {
  JOBS_PATH,
  listOwnModels,
  makeTraining,
  TRAIN_PATH,
  uploadRows,
  waitForEnd,
} from '../../kit/models/training.ts';
import { selectCases } from '../../kit/suite/tier.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

const rows = makeRowsWithRule(400);
const withRow = (position: number, fields: object) =>
  rows.map((row, index) => (index === position ? { ...row, ...fields } : row));
const jsonOf = (body: object, placeholder: string, text: string) =>
  JSON.stringify(body).replace(placeholder, () => text);

describe('training rows in the body', () => {
  const REFUSED_BODIES: readonly (readonly [string, readonly unknown[], string, string])[] = [
    ['a text for a number', withRow(3, { a: '12' }), 'dataset_invalid', '/dataset/rows/3/a'],
    ['a nested object', withRow(3, { a: { $gt: 0 } }), 'dataset_invalid', '/dataset/rows/3/a'],
    ['a formula', withRow(0, { a: '=1+1' }), 'dataset_invalid', '/dataset/rows/0/a'],
    ['a label that is none', withRow(9, { left: 2 }), 'dataset_invalid', '/dataset/rows/9/left'],
    ['no time', withRow(9, { seenAt: 'soon' }), 'dataset_invalid', '/dataset/rows/9/seenAt'],
    ['a row that is none', [...rows, [1]], 'dataset_invalid', '/dataset/rows/400'],
    ['beyond 32 bits', withRow(1, { b: 1e39 }), 'dataset_invalid', '/dataset/rows/1/b'],
    ['a name with a blank', withRow(0, { 'a b': 1 }), 'dataset_invalid', '/dataset/rows/0/a b'],
    ['ten rows', rows.slice(0, 10), 'dataset_too_small', '/dataset/rows'],
    ['no rows', [], 'dataset_too_small', '/dataset/rows'],
  ];
  it.each(REFUSED_BODIES)(
    '%s: refused with the position, and nothing is accepted',
    async (_, input, code, field) => {
      await writesNothing(bank, async () => {
        const { status, body } = await bank.call(TRAIN_PATH, { key, body: makeTraining(input) });
        expect([status, body.code]).toEqual([422, code]);
        expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(field);
      });
    },
  );

  it.each([
    ['__proto__', '"__proto__":{"polluted":true}'],
    ['constructor', '"constructor":1'],
    ['prototype', '"prototype":1'],
  ])('a field called %s is refused by its name', async (name, member) => {
    const raw = jsonOf(makeTraining(withRow(0, { mark: 0 })), '"mark":0', member);
    const { status, body } = await bank.call(TRAIN_PATH, { key, raw });
    expect([status, body.code]).toEqual([422, 'dataset_invalid']);
    expect(body.errors[0].pointer).toBe(`/dataset/rows/0/${name}`);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('an infinite number is refused, never read as missing', async () => {
    const raw = jsonOf(makeTraining(withRow(0, { a: 0.125_5 })), '0.1255', '1e999');
    const { body } = await bank.call(TRAIN_PATH, { key, raw });
    expect(body.errors[0]).toMatchObject({
      pointer: '/dataset/rows/0/a',
      code: 'number_not_exact',
    });
  });

  it('50 MB are refused with 413', async () => {
    const raw = `{"name":"${'x'.repeat(50_000_000)}"}`;
    const { status, body } = await bank.call(TRAIN_PATH, { key, raw });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });
});

it('a groupField that occurs in no row is refused, and cannot hide a leak under its name', async () => {
  const grouped = { labelField: 'left', groupField: 'custmer' };
  const inline = { source: 'inline', rows, ...grouped };
  await writesNothing(bank, async () => {
    const { body } = await bank.call(TRAIN_PATH, {
      key,
      body: makeTraining([], { dataset: inline }),
    });
    expect(body.errors).toMatchObject([
      { pointer: '/dataset/rows/0/custmer', code: 'missing_field' },
    ]);
  });
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const { body: uploaded } = await uploadRows(bank, key, { text, format: 'ndjson' });
  const dataset = { source: 'upload', uploadId: uploaded.id, ...grouped };
  const { body } = await bank.call(TRAIN_PATH, { key, body: makeTraining([], { dataset }) });
  const job = await waitForEnd(bank, key, body.id);
  expect([job.status, job.error.code]).toEqual(['failed', 'dataset_invalid']);
  expect(job.error.errors[0].pointer).toBe('/dataset/rows/0/custmer');
}, 60_000);

describe('an unsupported training option', () => {
  it.each([
    [{ task: 'regression' }, 'task_not_offered', '/task'],
    [{ task: 'intent' }, 'task_not_offered', '/task'],
    [{ task: 'category' }, 'task_not_offered', '/task'],
    [{ algorithm: 'mlp' }, 'algorithm_not_offered', '/algorithm'],
    [{ task: 'astrology' }, 'validation_failed', '/task'],
    [{ hyperparameters: { rounds: 0 } }, 'validation_failed', '/hyperparameters/rounds'],
    [{ hyperparameters: { depth: 3 } }, 'validation_failed', '/hyperparameters/depth'],
    [{ features: ['a', 'a'] }, 'validation_failed', '/features/1'],
    [{ features: ['left'] }, 'validation_failed', '/features/0'],
    [{ features: ['__proto__'] }, 'validation_failed', '/features/0'],
    [{ split: { method: 'time', testFraction: 0.9 } }, 'validation_failed', '/split/testFraction'],
    [{ gates: { minAuc: 2 } }, 'validation_failed', '/gates/minAuc'],
  ])('%j is refused by name', async (overrides, code, pointer) => {
    await writesNothing(bank, async () => {
      const { status, body } = await bank.call(TRAIN_PATH, {
        key,
        body: makeTraining(rows, overrides),
      });
      expect([status, body.code]).toEqual([422, code]);
      expect(body.errors[0].pointer).toBe(pointer);
    });
  });

  it('a model name keeps its task: a training for another task is refused', async () => {
    const name = 'taken';
    const firstAnswer = await bank.call(TRAIN_PATH, { key, body: makeTraining(rows, { name }) });
    const { body } = await bank.call(TRAIN_PATH, {
      key,
      body: makeTraining(rows, { name, task: 'fraud' }),
    });
    expect([body.code, body.errors[0].pointer]).toEqual(['validation_failed', '/task']);
    await bank.call(`${JOBS_PATH}/${firstAnswer.body.id}/cancel`, { key, method: 'POST' });
  });
});

describe('a failed training', () => {
  type Change = (row: Row, index: number) => object;
  type Case = [label: string, change: Change, code: string, more: object];
  const FAILED_TRAININGS: Case[] = [
    ['one class only', (row) => ({ ...row, left: 0 }), 'dataset_invalid', {}],
    [
      'a feature that knows the answer',
      (row) => ({ ...row, e: row.left }),
      'leakage_suspected',
      {},
    ],
    ['a column twice', (row) => ({ ...row, e: row.a }), 'dataset_invalid', {}],
    ['few events', (row, index) => ({ ...row, left: index % 40 === 0 }), 'dataset_too_small', {}],
    ['a gate', (row) => row, 'gate_failed', { gates: { minAuc: 0.999 } }],
    ['a latency', (row) => row, 'gate_failed', { gates: { maxLatencyMs: 0.001 } }],
  ];
  it.each<Case>(FAILED_TRAININGS)(
    '%s: failed with its code, nothing is registered',
    async (_, change, code, more) => {
      const training = makeTraining(rows.map(change), { name: 'nothing', ...more });
      const { id } = (await bank.call(TRAIN_PATH, { key, body: training })).body;
      const job = await waitForEnd(bank, key, id);
      expect([job.status, job.error.code]).toEqual(['failed', code]);
      expect(job).toMatchObject({ versionId: null, metrics: null, card: null });
      expect(job.error.errors.length).toBeGreaterThan(0);
      expect((await listOwnModels(bank, key)).map(({ name }) => name)).not.toContain('nothing');
      const cancelAnswer = await bank.call(`${JOBS_PATH}/${id}/cancel`, { key, method: 'POST' });
      expect([cancelAnswer.status, cancelAnswer.body.code]).toEqual([
        409,
        'invalid_state_transition',
      ]);
    },
    60_000,
  );

  // Each upload is read by its own process; the deep tier tries all.
  const noData: readonly (readonly [format: string, text: string, pointer: string])[] = [
    ['csv', 'a,b\n1,2,3\n', '/dataset'],
    ['csv', 'a,a\n1,2\n', '/dataset'],
    ['csv', 'a;left;seenAt\n0,5;1;0\n', '/dataset'],
    ['csv', 'a,"b\n1,2\n', '/dataset'],
    ['csv', 'a,left,seenAt\n=cmd|calc,1,0\n', '/dataset/rows/0/a'],
    ['csv', ',a,left,seenAt\n0,1,1,0\n', '/dataset/rows/0'],
    ['csv', '__proto__,left,seenAt\n1,1,0\n', '/dataset/rows/0/__proto__'],
    ['csv', 'a,left,seenAt\nNaN,1,0\n', '/dataset/rows/0/a'],
    ['csv', 'a,left,seenAt\n1e999,1,0\n', '/dataset/rows/0/a'],
    ['json', '[{"a":1', '/dataset'],
    ['ndjson', '{"a":1}\n{a}', '/dataset'],
  ];
  it.each(selectCases(noData, 1 / 3))(
    'an invalid %s upload: %j',
    async (format, text, pointer) => {
      const { body: uploaded } = await uploadRows(bank, key, { text, format });
      const source = { source: 'upload', uploadId: uploaded.id };
      const dataset = { ...source, labelField: 'left', timeField: 'seenAt' };
      const body = makeTraining([], { name: 'nothing', dataset });
      const job = await waitForEnd(bank, key, (await bank.call(TRAIN_PATH, { key, body })).body.id);
      expect([job.status, job.error.code]).toEqual(['failed', 'dataset_invalid']);
      expect(job.error.errors[0].pointer).toBe(pointer);
    },
    60_000,
  );
});

describe('a suspected leak', () => {
  // Each column alone predicts little; together they determine the label.
  const random = createRandom(4);
  const values = Array.from({ length: 600 }, () => {
    const [a, b] = [random.normal(), random.normal()];
    return { a, b, left: a + b > 0.4 ? 1 : 0 };
  });
  const line = (rows: readonly unknown[], overrides: object = {}) => ({
    name: 'leaking',
    task: 'churn',
    dataset: { source: 'inline', rows, labelField: 'left' },
    algorithm: 'logistic',
    ...overrides,
  });

  it('a hold-out without an error fails the training, unless the request explains why', async () => {
    const { body: job } = await bank.call(TRAIN_PATH, { key, body: line(values) });
    const refusedJob = await waitForEnd(bank, key, job.id);
    expect([refusedJob.status, refusedJob.error?.code]).toEqual(['failed', 'leakage_suspected']);
    const explanation = 'The label is computed from these two columns by law.';
    const body = line(values, { acceptLeakage: explanation });
    const { body: repeatedBody } = await bank.call(TRAIN_PATH, { key, body });
    const acceptedJob = await waitForEnd(bank, key, repeatedBody.id);
    expect([acceptedJob.status, acceptedJob.error]).toEqual(['succeeded', null]);
    expect(acceptedJob.warnings).toContain('leakage_suspected');
    const findings = acceptedJob.card.data.findings.map(
      ({ message }: { message: string }) => message,
    );
    expect(findings.join()).toContain(explanation);
  }, 60_000);

  it('near-random labels and noisy copies of the label cause warnings, and decide nothing', async () => {
    const chance = Array.from({ length: 800 }, () => {
      const remaining = random.below(2);
      return { a: random.normal() + 0.12 * remaining, b: random.normal(), left: remaining };
    });
    const copies = chance.map(({ left }) => {
      const [x, y, z] = [0, 1, 2].map(() => left + 0.45 * random.normal());
      return { x, y, z, left };
    });
    const train = async (name: string, rows: readonly unknown[]) => {
      const body = { ...line(rows), name };
      const { body: job } = await bank.call(TRAIN_PATH, { key, body });
      return waitForEnd(bank, key, job.id);
    };
    const chanceTraining = await train('chance', chance);
    expect([chanceTraining.status, chanceTraining.error]).toEqual(['succeeded', null]);
    expect(chanceTraining.warnings).toContain('no_signal');
    const view = await train('copies', copies);
    expect([view.status, view.error]).toEqual(['succeeded', null]);
    expect(view.warnings).toEqual(
      expect.arrayContaining(['near_copies_of_label', 'implausible_holdout']),
    );
    for (const { modelId, version, warnings } of [chanceTraining, view]) {
      const strategy = { type: 'immediate' };
      const body = { modelId, version, environment: 'sandbox', strategy };
      const answer = await bank.call('/v1/ai/custom-models/deploy', { key, body });
      const { gates, statusReason } = await waitForStatus(bank, key, answer.body.id, 'failed');
      const gate = gates.find(({ name }: { name: string }) => name === 'training_findings');
      expect(gate).toMatchObject({ passed: false, detail: expect.stringContaining('waiver') });
      expect(statusReason.message).toMatch(/area under ROC 0?\.?\d/);
      expect(warnings.join()).toContain(gate.value.split(', ')[0]);
    }
  }, 120_000);

  it('the same rows three times measure no better than once, with a warning', async () => {
    const noisyExamples = makeExamples({ rows: 300, columns: 3, seed: 5 });
    const rows = Array.from({ length: 900 }, (_, index) => {
      const [a, b, c] = rowOf(noisyExamples.x, index % 300);
      return { a, b, c, customer: `c${index % 300}`, left: noisyExamples.y[index % 300] };
    });
    const dataset = { source: 'inline', rows, labelField: 'left', groupField: 'customer' };
    const body = { ...line([]), algorithm: 'gbdt', dataset };
    const { body: job } = await bank.call(TRAIN_PATH, { key, body });
    const finishedJob = await waitForEnd(bank, key, job.id);
    expect([finishedJob.status, finishedJob.error]).toEqual(['succeeded', null]);
    expect(finishedJob.warnings).toContain('copies_kept_together');
    expect(finishedJob.card.features.map(({ name }: { name: string }) => name)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(finishedJob.metrics.test.areaUnderRoc.value).toBeLessThan(0.92);
    expect(finishedJob.card.task).toBe('churn');
    expect(finishedJob.card.limits.join()).toContain('900 rows');
  }, 60_000);
});
