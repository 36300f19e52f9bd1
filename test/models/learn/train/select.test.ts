import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArtifact } from '../../../../models/artifact.ts';
import { BOOSTING_DEFAULTS } from '../../../../models/learn/train/boosted-trees.ts';
import { fitPlatt, PRIOR_PRECISION } from '../../../../models/learn/train/calibration.ts';
import { artifactFolderOf, readReport } from '../../../../models/learn/train/job.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';
import { makeJob, type TrainingRequest } from '../../../../models/learn/train/request.ts';
import { chooseByFolds, computeErrorOfMean } from '../../../../models/learn/train/select.ts';
import { createGroupFolds, createTimeFolds } from '../../../../models/learn/train/split.ts';
import { startTrainer } from '../../../../models/learn/train/start-trainer.ts';
import { openSession } from '../../../../models/session.ts';

const REQUEST: TrainingRequest = {
  format: 'ndjson',
  dataName: 'made-up rows',
  labelField: 'y',
  timeField: null,
  features: null,
  algorithm: 'auto',
  hyperparameters: { rounds: 60 },
  split: { method: 'random', testFraction: 0.2 },
  gates: {},
  seed: 7,
  metadata: {},
};

type Row = Readonly<Record<string, number | string | null>>;

async function train(rows: readonly Row[], request: Partial<TrainingRequest> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-select-'));
  const task = 'binary_classification' as const;
  const withName = { name: 'trial', task, version: '1.0.0', champion: null };
  writeFileSync(join(folder, 'rows.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(
    join(folder, 'job.json'),
    JSON.stringify(makeJob({ ...REQUEST, ...request }, withName)),
  );
  const end = await startTrainer(folder, () => {}).end;
  const artifact =
    end.kind === 'trained' ? readArtifact(artifactFolderOf(folder), 'trial', '1.0.0') : null;
  const report = artifact && readReport(folder);
  rmSync(folder, { recursive: true });
  return { end, made: artifact, report };
}

/** Rows whose label depends on `a` alone, by a straight line. */
function makeRows(count: number, share: number, pull: number): Row[] {
  const random = createRandom(5);
  return Array.from({ length: count }, () => {
    const [a, b, c] = [random.normal(), random.normal(), random.normal()];
    const y = random.next() < share * Math.exp(pull * a) ? 1 : 0;
    return { a, b, c, y };
  });
}

describe('a learner chosen by the bank', () => {
  test('is the linear learner below 200 positive rows, and the card says so', async () => {
    const { made, report } = await train(makeRows(600, 0.07, 0.8));
    const { card } = made!;
    expect(card.data.positives).toBeLessThan(100);
    expect(card.learner.kind).toBe('logistic');
    expect(card.selection).toMatchObject({ method: 'cross_validation' });
    expect(card.selection!.why).toContain('have the rarer label');
    expect(card.data.findings.map(({ code }) => code)).toContain('small_sample');
    expect(Object.keys(report!.candidates).sort()).toEqual(['boosted-trees', 'logistic']);
  });

  test('is boosted trees when they rank better in every fold', async () => {
    const random = createRandom(3);
    const rows = Array.from({ length: 1_500 }, () => {
      const [a, b] = [random.normal(), random.normal()];
      return { a, b, y: random.next() < (a * b > 0 ? 0.8 : 0.15) ? 1 : 0 };
    });
    const { made } = await train(rows);
    expect(made!.card.learner.kind).toBe('boosted-trees');
    expect(made!.card.golden).toHaveLength(50);
  });

  test('needs an advantage above its standard error only when events are few', () => {
    const trial = (areas: number[]) => ({
      areas,
      unseen: { margins: new Float64Array(1), y: new Uint8Array(1) },
    });
    const trees = trial([0.8, 0.7, 0.75, 0.72, 0.78]);
    const line = trial([0.7, 0.74, 0.75, 0.73, 0.74]);
    const learner = { kind: 'boosted-trees', options: BOOSTING_DEFAULTS } as const;
    const chosenKind = (rarer: number) =>
      chooseByFolds({ trees, line }, { learner, rarer, seed: 1 }).learner.kind;
    expect([chosenKind(199), chosenKind(200)]).toEqual(['logistic', 'boosted-trees']);
    expect(computeErrorOfMean([0.1, -0.04, 0, -0.01, 0.04])).toBeCloseTo(0.036, 3);
  });
});

test(
  'the chosen learner trains on all rows, and its figures are those measured before on the ' +
    'hold-out',
  async () => {
    const rows = makeRows(800, 0.25, 0.7);
    const { made, report } = await train(rows, { algorithm: 'logistic' });
    const { card, model } = made!;
    expect(card.measured.what).toContain('before it learnt from the hold-out');
    expect(card.measured.rows).toBe(160);
    expect(report!.training.rows).toBe(480);
    expect(card.data.split).toContain('learns from all rows in the end');
    // The file standardises by all rows: the mean row of the data is its mean.
    const session = await openSession(model, 3);
    const golden = card.golden[0]!;
    const input = await session.score(golden.features.map((value) => value ?? Number.NaN));
    expect(input).toBeCloseTo(golden.probability, 5);
    await session.close();
  },
);

test('rows of one group are in one fold, and no time fold learns from a later row', () => {
  const y = Uint8Array.from({ length: 100 }, (_, row) => (row % 4 === 0 ? 1 : 0));
  const groupOf = Uint32Array.from(y, (_, row) => row >> 1);
  for (const { training, heldOut: held } of createGroupFolds(y, groupOf, { folds: 5, seed: 2 })) {
    const taught = new Set(Array.from(training, (row) => groupOf[row]));
    expect(Array.from(held).some((row) => taught.has(groupOf[row]))).toBe(false);
    expect(training.length + held.length).toBe(100);
  }
  for (const { training, heldOut: held } of createTimeFolds(100, groupOf, 5)) {
    expect(Math.max(...training)).toBeLessThan(Math.min(...held));
    expect(held.length).toBeGreaterThan(10);
  }
});

test('with few events a prior moves the slope of the calibration towards one', () => {
  const y = Uint8Array.from({ length: 60 }, (_, row) => (row < 6 ? 1 : 0));
  const margins = Float64Array.from(y, (label, row) => (label ? -1 + 0.01 * row : -2 + 0.01 * row));
  const unrestrictedPlatt = fitPlatt(margins, y);
  const heldPlatt = fitPlatt(margins, y, { offset: 0, precision: PRIOR_PRECISION });
  expect(Math.abs(heldPlatt.slope - 1)).toBeLessThan(Math.abs(unrestrictedPlatt.slope - 1));
  expect(heldPlatt.slope).toBeGreaterThan(0);
});
