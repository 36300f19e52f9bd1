// Models: the time to grow boosted trees, by number of rows; the duration of a training in its
// process, from rows in a file to an artefact with figures; and the cost of scoring one row
// compared with the bare runtime.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArtifact, SHIPPED_FOLDER } from '../models/artifact.ts';
import { BOOSTING_DEFAULTS, trainForest } from '../models/learn/train/boosted-trees.ts';
import { rowOf } from '../models/learn/train/matrix.ts';
import { makeJob, type TrainingRequest } from '../models/learn/train/request.ts';
import { startTrainer } from '../models/learn/train/start-trainer.ts';
import { InferenceSession, Tensor } from '../models/onnx-runtime.ts';
import { openSession } from '../models/session.ts';
import { makeRows } from '../research/train-compare/sets.ts';
import { percentile, type Row, rate, type Target } from './measure.ts';

interface Size {
  readonly rows: number;
  readonly columns: number;
  readonly target: Target;
}

const SIZES: readonly Size[] = [
  { rows: 1_000, columns: 11, target: {} },
  { rows: 10_000, columns: 11, target: {} },
  { rows: 26_000, columns: 11, target: { valueAtMost: 4 } },
  { rows: 40_000, columns: 11, target: {} },
  { rows: 120_000, columns: 10, target: { valueAtMost: 10 } },
];
const OPTIONS = { ...BOOSTING_DEFAULTS, rounds: 300 };
/** Our code and the floor take turns, so that a busy moment of the machine affects both. */
const TURNS = 20;

/** @param maxRows rows of the largest data set that is measured */
export async function benchTraining(maxRows: number, scores: number): Promise<Row[]> {
  const sizes = SIZES.filter((size) => size.rows <= maxRows);
  const rows = sizes.map(measureTrees);
  for (const size of sizes.filter((size) => size.rows >= 10_000)) rows.push(await measureJob(size));
  return [...rows, await measureScoring(scores)];
}

function measureTrees({ rows, columns, target }: Size): Row {
  const examples = makeRows(rows, columns).examples;
  const started = performance.now();
  trainForest(examples, OPTIONS);
  const value = (performance.now() - started) / 1_000;
  const size = `${rows.toLocaleString('en')} rows × ${columns}`;
  const name = `${size}, ${OPTIONS.rounds} trees of 31 leaves`;
  return { name, value, unit: 's', floorName: '', floor: null, target };
}

const REQUEST: TrainingRequest = {
  format: 'csv',
  dataName: 'made-up rows',
  labelField: 'y',
  timeField: null,
  features: null,
  algorithm: 'gbdt',
  hyperparameters: { rounds: OPTIONS.rounds, patience: OPTIONS.rounds },
  split: { method: 'random', testFraction: 0.2 },
  gates: {},
  seed: 7,
  metadata: {},
};

/** Measures the duration of a developer's training, without the queue and the registration. */
async function measureJob({ rows, columns }: Size): Promise<Row> {
  const { x, y } = makeRows(rows, columns).examples;
  const names = Array.from({ length: columns }, (_, index) => `x${index}`);
  const lines = Array.from(y, (label, index) => [...rowOf(x, index), label].join(','));
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  const task = 'binary_classification' as const;
  const naming = { name: 'bench', task, version: '1.0.0', champion: null };
  writeFileSync(join(folder, 'rows.csv'), [[...names, 'y'].join(','), ...lines].join('\n'));
  writeFileSync(join(folder, 'job.json'), JSON.stringify(makeJob(REQUEST, naming)));
  const started = performance.now();
  const { kind } = await startTrainer(folder, () => {}).end;
  const value = (performance.now() - started) / 1_000;
  rmSync(folder, { recursive: true });
  if (kind !== 'trained') throw new Error(`the training ended as ${kind}`);
  const size = `${rows.toLocaleString('en')} rows × ${columns}`;
  const name = `the whole training of ${size} in its process, 60 % of them grow the trees`;
  return { name, value, unit: 's', floorName: '', floor: null, target: {} };
}

async function measureScoring(scores: number): Promise<Row> {
  const { card, model } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.1.0');
  const columns = card.features.length;
  const ours = await openSession(model, columns);
  const bareSession = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const row = Float32Array.from(card.golden[0]?.features ?? [], (value) => value ?? Number.NaN);
  const tensor = new Tensor('float32', row, [1, columns]);
  const rowsPerTurn = Math.ceil(scores / TURNS);
  const durations: number[] = [];
  const [value, floor] = [[] as number[], [] as number[]];
  for (let index = 0; index < TURNS; index++) {
    const bareRate = await rate(rowsPerTurn, async () => {
      for (let remaining = rowsPerTurn; remaining > 0; remaining--)
        await bareSession.run({ features: tensor }, ['probability']);
    });
    const ourRate = await rate(rowsPerTurn, async () => {
      for (let remaining = rowsPerTurn; remaining > 0; remaining--) {
        await ours.score(row);
      }
    });
    floor.push(bareRate);
    value.push(ourRate);
  }
  for (let remaining = rowsPerTurn; remaining > 0; remaining--) {
    const started = performance.now();
    await ours.score(row);
    durations.push(performance.now() - started);
  }
  await Promise.all([ours.close(), bareSession.release()]);
  return {
    name: 'scoring one row in process (fraud-detection)',
    value: percentile(value, 0.5),
    unit: 'rows/s',
    floorName: 'bare onnxruntime',
    floor: percentile(floor, 0.5),
    target: { ratioAtLeast: 0.9 },
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
  };
}
