import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modelPathIn, readArtifact } from '../../../../models/artifact.ts';
import { checkModel } from '../../../../models/gate/check-model.ts';
import { readEncoding } from '../../../../models/learn/export/encoding.ts';
import { addCategories, assignKinds } from '../../../../models/learn/train/column-kinds.ts';
import { encodeTrainingRows, fitEncoding } from '../../../../models/learn/train/encoding.ts';
import { createFeature } from '../../../../models/learn/train/field-names.ts';
import { parseIsoMoment } from '../../../../models/learn/train/iso-date.ts';
import { artifactFolderOf } from '../../../../models/learn/train/job.ts';
import { createMatrix } from '../../../../models/learn/train/matrix.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';
import { readExamples } from '../../../../models/learn/train/read-examples.ts';
import { makeJob, type TrainingRequest } from '../../../../models/learn/train/request.ts';
import { startTrainer } from '../../../../models/learn/train/start-trainer.ts';
import { InferenceSession, Tensor } from '../../../../models/onnx-runtime.ts';

const CITIES = ['Bern', 'Rom', 'Oslo', 'probability', 'Wien, "West"', 'Łódź'];
const RISK = [0.05, 0.6, 0.1, 0.75, 0.2, 0.5];

/** Rows whose label depends on the town and on the age of the account. */
function rowsOf(count: number) {
  const random = createRandom(8);
  return Array.from({ length: count }, () => {
    const town = random.below(CITIES.length);
    const days = random.below(2_000);
    const since = new Date(Date.UTC(2020, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
    const chance = (RISK[town] as number) * (days > 1_000 ? 1 : 0.4);
    const margin = random.next() < 0.1 ? null : random.normal();
    const y = random.next() < chance ? 1 : 0;
    return { probability: random.next() < 0.05 ? null : CITIES[town], margin, since, y };
  });
}

const REQUEST: TrainingRequest = {
  format: 'ndjson',
  dataName: 'made-up rows',
  labelField: 'y',
  timeField: null,
  features: null,
  algorithm: 'gbdt',
  hyperparameters: { rounds: 40 },
  split: { method: 'random', testFraction: 0.2 },
  gates: {},
  seed: 7,
  metadata: {},
};

async function train(rows: readonly object[], request: Partial<TrainingRequest> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-categories-'));
  const task = 'binary_classification' as const;
  const withName = { name: 'trial', task, version: '1.0.0', champion: null };
  writeFileSync(join(folder, 'rows.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(
    join(folder, 'job.json'),
    JSON.stringify(makeJob({ ...REQUEST, ...request }, withName)),
  );
  return { folder, end: await startTrainer(folder, () => {}).end };
}

const floats = (values: number[]) =>
  new Tensor('float32', Float32Array.from(values), [values.length, 1]);

describe.each(['gbdt', 'logistic'] as const)('texts and dates learnt by %s', (algorithm) => {
  test('are prepared by the file itself, which passes the gate', async () => {
    const { folder, end } = await train(rowsOf(1_500), { algorithm });
    expect(end.kind).toBe('trained');
    const { card, model } = readArtifact(artifactFolderOf(folder), 'trial', '1.0.0');
    expect(card.features.map(({ kind }) => kind)).toEqual(['category', undefined, 'date']);
    expect([...card.features[0]!.categories!].sort()).toEqual([...CITIES].sort());
    expect(card.artifact.inputs).toContainEqual({ name: 'probability', type: 'string' });
    expect(card.measured.areaUnderRoc.value).toBeGreaterThan(0.72);
    const path = modelPathIn(artifactFolderOf(folder), 'trial', '1.0.0');
    const checked = await checkModel({ path, owner: 'test' }, card);
    expect(checked.probe.largestGoldenDifference).toBeLessThan(1e-5);
    expect(checked.signature.inputs).toHaveLength(3);

    // The input of a caller, with the text as it is in the data.
    const session = await InferenceSession.create(model);
    const ask = async (town: string) => {
      const texts = new Tensor('string', [town], [1, 1]);
      const feeds = { probability: texts, margin: floats([Number.NaN]), since: floats([19_500]) };
      const answer = await session.run(feeds);
      return Number(answer[card.artifact.output.name]!.data[0]);
    };
    expect(await ask('probability')).toBeGreaterThan(2 * (await ask('Bern')));
    const unknown = await ask('Atlantis');
    expect(unknown).toBeGreaterThan(await ask('Bern'));
    expect(unknown).toBeLessThan(await ask('probability'));
    await session.release();
    expect(readEncoding(model)![0]).toHaveLength(CITIES.length + 1);
    expect(readEncoding(readFileSync(path))![1]).toBeNull();
    rmSync(folder, { recursive: true });
  });
});

describe('the kind of a column', () => {
  const kindsOf = (values: readonly unknown[]) =>
    assignKinds(
      values.map((x) => ({ x })),
      [createFeature('x')],
    )[0]!.kind;
  test.each([
    [['a', 'b', 'a', null], 'category'],
    [['a', 1, 'a'], undefined],
    [['a', 'b', 'c'], undefined],
    [['2026-01-02', '2026-02-03T10:00:00Z', ''], 'date'],
    [['03/04/2026', '05/06/2026'], 'date'],
    [[1, 2, 3], undefined],
  ])('for %j is %s', (values, kind) => {
    expect(kindsOf(values)).toBe(kind);
  });

  test('too many texts of a category are reported once, with the first row too many', () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => ({ x: `name ${index >> 1}` }));
    const { faults } = addCategories(rows, assignKinds(rows, [createFeature('x')]));
    expect(faults).toMatchObject([{ row: 1_000, field: 'x', code: 'too_many_categories' }]);
  });
});

describe('a date', () => {
  test.each([
    ['2026-11-23', Date.UTC(2026, 10, 23)],
    ['2026-11-23T09:30:00Z', Date.UTC(2026, 10, 23, 9, 30)],
    ['2026-11-23T09:30+02:00', Date.UTC(2026, 10, 23, 7, 30)],
    ['2026-02-30', null],
    ['2026-13-01', null],
    ['2026-11-23T09:30:00', null],
    ['2026-11-23T25:00:00Z', null],
    ['03/04/2026', null],
    ['20261123', null],
    ['23.11.2026', null],
  ])('%s means %s', (text, moment) => {
    expect(parseIsoMoment(text)).toBe(moment);
  });

  test('that is ambiguous is reported by row and code', () => {
    const feature = { ...createFeature('since'), kind: 'date' as const };
    const rows = ['2026-01-02', '03/04/2026', '05/06/2026', 'soon'].map((since) => ({
      since,
      y: 0,
    }));
    const rules = { features: [feature], labelField: 'y', timeField: null, maxFaults: 100 };
    const codes = readExamples(rows, rules).faults.map(({ row, code }) => [row, code]);
    expect(codes).toEqual([
      [1, 'ambiguous_date'],
      [2, 'ambiguous_date'],
      [3, 'wrong_type'],
    ]);
  });
});

test('an empty text is a missing value, and refused where the feature must be present', () => {
  const kinds = ['category', 'date'] as const;
  const faultsOf = (mayBeMissing: boolean) =>
    kinds.flatMap((kind) => {
      const feature = { ...createFeature('x'), kind, mayBeMissing, categories: [] };
      const rules = { features: [feature], labelField: 'y', timeField: null, maxFaults: 9 };
      return readExamples([{ x: '', y: 1 }], rules).faults.map(({ code }) => code);
    });
  expect(faultsOf(true)).toEqual([]);
  expect(faultsOf(false)).toEqual(['missing_field', 'missing_field']);
});

test('a training row is encoded from other rows, so that its label is not in its own value', () => {
  const features = [{ ...createFeature('x'), kind: 'category' as const, categories: ['a'] }];
  const rows = 40;
  const x = createMatrix(
    Array.from({ length: rows }, (_, row) => [row < 39 ? 0 : 1]),
    1,
  );
  const y = Uint8Array.from({ length: rows }, (_, row) => (row % 2 === 0 || row === 39 ? 1 : 0));
  const taught = encodeTrainingRows({ x, y }, features).x.values;
  // The only row of its category: no other row has the category, so the row counts as an average
  // row.
  const flipped = y.map((label, row) => (row === 39 ? 1 - label : label));
  expect(new Set(taught).size).toBeGreaterThan(1);
  expect(fitEncoding({ x, y }, features)![0]![1]).not.toBe(
    fitEncoding({ x, y: flipped }, features)![0]![1],
  );
  expect(Math.abs(taught[39]!)).toBeLessThan(0.3);
});
