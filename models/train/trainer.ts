// The process that trains: the maths of a job, away from everything that serves. It tells each
// round, keeps a checkpoint every so many rounds, and stops between two rounds when it is told to;
// killed and started again it goes on from the checkpoint and ends in the same bytes.

import { setImmediate as otherWork } from 'node:timers/promises';
import { writeArtifact } from '../artifact.ts';
import { boost } from './boosted-trees.ts';
import {
  acceptData,
  type Blueprint,
  boostingOptions,
  buildArtifact,
  type DataParts,
  train,
  UnfitData,
} from './build-artifact.ts';
import {
  artifactsOf,
  type JobFiles,
  openJob,
  type TrainerMessage,
  type TrainingEnd,
} from './job.ts';
import type { Learned } from './learned.ts';
import { type Examples, takeRows } from './matrix.ts';
import { readExamples } from './read-examples.ts';
import { stratifiedSplit, timeOrderedSplit } from './split.ts';

const MOST_FAULTS = 100;

let isCanceled = false;
process.on('message', (message) => {
  if (message === 'cancel') isCanceled = true;
});
process.on('SIGTERM', () => {
  isCanceled = true;
});
// Whoever started it is gone: the checkpoint is enough, an orphan is not wanted.
process.on('disconnect', () => process.exit(1));

/** Settles when the message has left: a process that ends too soon takes its last word along. */
function tell(message: TrainerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, {}, () => resolve());
    else resolve();
  });
}

function progress(
  stage: 'reading' | 'training' | 'measuring',
  round = 0,
  of = 0,
  validationLoss: number | null = null,
): Promise<void> {
  return tell({ kind: 'progress', stage, round, of, validationLoss });
}

async function runJob(folder: string): Promise<TrainingEnd> {
  await progress('reading');
  const files = openJob(folder);
  const { job, rows, rowsSha256 } = files;
  const { labelField, timeField, blueprint: given } = job;
  const rules = { features: given.features, labelField, timeField, mostFaults: MOST_FAULTS };
  const { examples, times, faults } = readExamples(rows, rules);
  if (!examples) return { kind: 'refused', faults };
  const blueprint = withData(job, rowsSha256);
  const parts = partsOf(job, examples, times, blueprint);
  try {
    acceptData(blueprint, parts);
    const learned = await learn(blueprint, parts, files);
    if (typeof learned === 'number') return { kind: 'canceled', round: learned };
    await progress('measuring');
    const artifact = await buildArtifact(blueprint, parts, learned);
    writeArtifact(artifactsOf(folder), artifact);
    return { kind: 'trained', name: blueprint.name, version: blueprint.version };
  } catch (error) {
    if (error instanceof UnfitData) return { kind: 'unfit', findings: error.findings };
    throw error;
  }
}

function withData({ blueprint, ...job }: JobFiles['job'], rowsSha256: string): Blueprint {
  const { validation, holdout } = job.shares;
  const order =
    job.timeField === null ? 'stratified at random' : `by ${job.timeField}, oldest first`;
  const data = {
    name: job.dataName,
    source: 'rows of a training job',
    licence: job.licence,
    sha256: rowsSha256,
    label: job.labelField,
    split: `${order}: ${validation} validates, ${holdout} is the hold-out, the rest trains`,
  };
  return { ...blueprint, data };
}

function partsOf(
  { timeField, shares }: JobFiles['job'],
  examples: Examples,
  times: Float64Array,
  { learner }: Blueprint,
): DataParts {
  const seed = learner.kind === 'logistic' ? learner.seed : learner.options.seed;
  const split =
    timeField === null
      ? stratifiedSplit(examples.y, shares, seed)
      : timeOrderedSplit(times, shares);
  return {
    training: takeRows(examples, split.training),
    validation: takeRows(examples, split.validation),
    holdout: takeRows(examples, split.holdout),
  };
}

/** The model, or the round after which it was stopped. */
async function learn(
  blueprint: Blueprint,
  parts: DataParts,
  files: JobFiles,
): Promise<Learned | number> {
  const { learner, features } = blueprint;
  if (learner.kind === 'logistic') return train(blueprint, parts);
  const options = boostingOptions(learner.options, features);
  const rounds = boost(parts.training, options, parts.validation, files.checkpoint());
  for (let step = rounds.next(); ; step = rounds.next()) {
    if (step.done) return { kind: 'boosted-trees', forest: step.value };
    const { round, of, validationLoss } = step.value;
    // Waiting lets a cancellation in.
    await progress('training', round, of, validationLoss);
    await otherWork();
    if (isCanceled || round % files.job.checkpointEvery === 0) files.keep(step.value.checkpoint());
    if (isCanceled) return round;
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which job? Give its folder');
await tell(await runJob(folder));
process.exit(0);
