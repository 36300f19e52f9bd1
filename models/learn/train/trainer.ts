// The process that runs a training job, separate from all serving processes. It reports each round,
// stores a checkpoint at intervals, and stops between two rounds on request. After a kill it
// continues from the checkpoint and produces the same bytes.

import { setImmediate as otherWork } from 'node:timers/promises';
import { type Artifact, writeArtifact, writeDistribution } from '../../artifact.ts';
import type { Feature } from '../../card.ts';
import { matchCreditColumns } from '../../features/credit-columns.ts';
import { isProtectedName } from '../../features/protected-names.ts';
import { boost } from './boosted-trees.ts';
import {
  acceptData,
  type Blueprint,
  buildArtifact,
  type DataParts,
  findPerfectHoldout,
  listHoldoutFindings,
  type TrainedModel,
  train,
  UnfitData,
} from './build-artifact.ts';
import { addCategories, assignKinds } from './column-kinds.ts';
import { encodeMatrix, encodeTrainingRows, fitEncoding } from './encoding.ts';
import { isFeatureName, listFeatures, MAX_FEATURES, NAME_RULE } from './field-names.ts';
import { addConstraints, encodingIn, fitLearner, type Recipe } from './fit.ts';
import { findGroupFaults, readGroupKeys } from './group-keys.ts';
import {
  artifactFolderOf,
  type JobFiles,
  openJob,
  type StoredTuning,
  type TrainerMessage,
  type TrainingEnd,
  type TrainingJob,
  writeReport,
} from './job.ts';
import { judgeModel } from './judge-model.ts';
import type { DataFinding } from './leakage.ts';
import type { Learned } from './learned-model.ts';
import { countPositives, type Examples, takeRows } from './matrix.ts';
import { type RowFault, readExamples, reduceToColumns } from './read-examples.ts';
import { createSingleGroups, findRelatedRows } from './related-rows.ts';
import {
  chooseByFolds,
  chooseByPart,
  countRarerLabel,
  createFolds,
  type Development,
  makeLogisticLearner,
  measureArea,
  roundFigure,
  type Selection,
  SMALL_SAMPLE,
  tryRecipe,
} from './select.ts';
import { dropSeenGroups, splitByTime, splitGroups } from './split.ts';
import { tuneModel } from './tune.ts';

const MAX_FAULTS = 100;
/** Maximum number of faults that are read before they are reduced to one per column. */
const MAX_READ = 10_000;
const MAX_ROWS = 200_000;
/** Rows times features: 40 MB of floats. */
const MAX_VALUES = 10_000_000;

let isCanceled = false;
process.on('message', (message) => {
  if (message === 'cancel') isCanceled = true;
});
process.on('SIGTERM', () => {
  isCanceled = true;
});
// The parent process has ended: stop, because the checkpoint suffices.
process.on('disconnect', () => process.exit(1));

/** Resolves when the message is sent, because a process that exits earlier loses it. */
function send(message: TrainerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, {}, () => resolve());
    else resolve();
  });
}

function progress(
  stage: 'reading' | 'training' | 'measuring',
  round = 0,
  total = 0,
  validationLoss: number | null = null,
): Promise<void> {
  return send({ kind: 'progress', stage, round, of: total, validationLoss });
}

async function runJob(folder: string): Promise<TrainingEnd> {
  await progress('reading');
  const files = tryOpenJob(folder);
  if ('kind' in files) return files;
  const { job, rows, rowsSha256 } = files;
  const { labelField, timeField, ignoresOthers = false } = job;
  const described = addCategories(rows, chooseFeatures(job, rows));
  const { features } = described;
  const protectedFeatures = job.isCredit
    ? features.filter(({ name }) => isProtectedName(name))
    : [];
  if (protectedFeatures.length > 0)
    return { kind: 'protected', fields: protectedFeatures.map(({ name }) => name) };
  const unfit = [
    ...findUnfitFeatures(features, rows.length),
    ...described.faults,
    ...findGroupFaults(rows, job.groupField ?? null),
  ];
  if (unfit.length > 0) return { kind: 'refused', faults: unfit };
  const rules = { features, labelField, timeField, ignoresOthers, maxFaults: MAX_READ };
  const { examples, times, faults } = readExamples(rows, rules);
  if (!examples) return { kind: 'refused', faults: reduceToColumns(faults).slice(0, MAX_FAULTS) };
  const blueprint = { ...addData(job, rowsSha256), features };
  const data = splitRows(job, rows, { examples, times }, blueprint);
  try {
    const findings = [...data.findings, ...acceptData(blueprint, data.parts)];
    const weightedBlueprint = job.balances
      ? balanceLabels(blueprint, data.parts.training.y)
      : blueprint;
    const tuning = await tuneLearner(job, weightedBlueprint, data, files);
    if (isCanceled) return { kind: 'canceled', round: 0 };
    const blueprintWithOptions = addOptions(weightedBlueprint, tuning);
    const learned = await trainByRound(blueprintWithOptions, data.parts, files);
    if (typeof learned === 'number') return { kind: 'canceled', round: learned };
    await progress('measuring');
    const model = {
      blueprint: blueprintWithOptions,
      learned,
      findings,
      tuning: tuning?.result ?? null,
    };
    return await storeModel(folder, job, data, model);
  } catch (error) {
    if (error instanceof UnfitData) return { kind: 'unfit', findings: error.findings };
    throw error;
  }
}

/** Gives both labels the same total weight. */
function balanceLabels(blueprint: Blueprint, y: Uint8Array): Blueprint {
  const positives = countPositives(y);
  const positiveWeight = Math.round((1_000 * (y.length - positives)) / positives) / 1_000;
  const { learner } = blueprint;
  return learner.kind === 'logistic'
    ? { ...blueprint, learner: { ...learner, options: { ...learner.options, positiveWeight } } }
    : { ...blueprint, learner: { ...learner, options: { ...learner.options, positiveWeight } } };
}

/**
 * Returns null when no tuning was requested, or when there are too few events to compare settings.
 */
async function tuneLearner(
  { tuning }: TrainingJob,
  { learner, features }: Blueprint,
  { parts, all }: SplitData,
  files: JobFiles,
): Promise<StoredTuning | null> {
  if (!tuning || learner.kind === 'logistic' || countRarerLabel(all.y) < SMALL_SAMPLE) return null;
  const storedTuning = files.readTuned();
  if (storedTuning) return storedTuning;
  const defaultOptions = addConstraints(learner.options, features);
  const tuned = await tuneModel(tuning, defaultOptions, encodeParts(parts, features), {
    now: () => performance.now(),
    canContinue: async () => {
      await otherWork();
      return !isCanceled;
    },
    onTried: (tried, total) => progress('training', tried, total),
  });
  if (tuned) files.writeTuned(tuned);
  return tuned;
}

function addOptions(blueprint: Blueprint, tuning: StoredTuning | null): Blueprint {
  const { learner } = blueprint;
  if (!tuning || learner.kind === 'logistic') return blueprint;
  return { ...blueprint, learner: { ...learner, options: tuning.options } };
}

/** Encodes categories as numbers, for the trees. */
function encodeParts({ training, validation }: DataParts, features: readonly Feature[]) {
  const encoding = fitEncoding(training, features);
  const { x, y } = validation;
  return {
    training: encodeTrainingRows(training, features),
    validation: { x: encodeMatrix(encoding, x), y },
  };
}

/**
 * Returns the named features; otherwise those of the task when the fields are the same, or every
 * field.
 */
function chooseFeatures(job: TrainingJob, rows: readonly unknown[]): readonly Feature[] {
  const { features } = job.blueprint;
  if (features) return job.describes ? assignKinds(rows, features) : features;
  const listedFeatures = listFeatures(rows, listOtherFields(job));
  const taskColumns = job.isCredit
    ? matchCreditColumns(listedFeatures.map(({ name }) => name))
    : null;
  return taskColumns ?? assignKinds(rows, listedFeatures);
}

function listOtherFields({ labelField, timeField, passesOver = [] }: TrainingJob) {
  return [labelField, timeField, ...passesOver];
}

/** Returns the job, or the reason why its rows cannot be read. */
function tryOpenJob(folder: string): JobFiles | Extract<TrainingEnd, { kind: 'unreadable' }> {
  try {
    return openJob(folder);
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}

function findUnfitFeatures(features: readonly Feature[], rows: number): RowFault[] {
  const fault = (field: string | null, message: string): RowFault => {
    return { row: 0, field, code: 'unknown_field', message };
  };
  if (features.length === 0 && rows > 0) return [fault(null, 'has no field that is a feature')];
  if (features.length > MAX_FEATURES) {
    return [fault(null, `has more than ${MAX_FEATURES} features`)];
  }
  if (features.length * rows > MAX_VALUES || rows > MAX_ROWS) {
    return [fault(null, `at most ${MAX_ROWS} rows and ${MAX_VALUES} values are taken`)];
  }
  const unfit = features.filter(({ name }) => !isFeatureName(name));
  return unfit.map(({ name }) =>
    name === ''
      ? fault(null, 'has a column without a name, as an index that was written too')
      : fault(name, NAME_RULE),
  );
}

async function storeModel(
  folder: string,
  job: TrainingJob,
  data: SplitData,
  model: Pick<TrainedModel, 'learned' | 'findings' | 'tuning'> & { readonly blueprint: Blueprint },
): Promise<TrainingEnd> {
  const { parts } = data;
  const chosenModel = await chooseModel(job, data, model);
  if (!chosenModel) return { kind: 'canceled', round: 0 };
  const built = await buildArtifact(chosenModel.blueprint, parts, chosenModel);
  const { card } = built.artifact;
  const perfect = findPerfectHoldout(card, chosenModel.blueprint);
  if (perfect?.severity === 'error') throw new UnfitData([perfect]);
  const artifact = perfect ? addFinding(built.artifact, perfect) : built.artifact;
  const { learned, selection } = chosenModel;
  const candidates = selection?.candidates ?? {
    [learned.kind]: roundFigure(measureArea(learned, parts.validation)),
  };
  const { report, missed } = await judgeModel(job, parts, { ...built, artifact }, candidates);
  if (missed.length > 0) return { kind: 'gate_failed', missed };
  writeReport(folder, report);
  const findings = listHoldoutFindings(card, report.champion);
  writeArtifact(artifactFolderOf(folder), findings.reduce(addFinding, artifact));
  writeDistribution(artifactFolderOf(folder), built.distribution);
  const { name, version } = chosenModel.blueprint;
  return { kind: 'trained', name, version };
}

/** Returns the chosen learner fitted on all rows, or null when the job was canceled. */
async function chooseModel(
  job: TrainingJob,
  { parts, all, development }: SplitData,
  { blueprint, learned, findings, tuning = null }: Parameters<typeof storeModel>[3],
): Promise<(TrainedModel & { readonly blueprint: Blueprint }) | null> {
  const rounds = learned.kind === 'boosted-trees' ? learned.forest.trees.length : 0;
  const selection =
    job.triesLogistic && learned.kind === 'boosted-trees'
      ? await selectModel(blueprint, { parts, development }, learned)
      : null;
  const learner = selection?.learner ?? blueprint.learner;
  const chosenBlueprint = { ...blueprint, learner };
  const recipe = { learner, features: blueprint.features, rounds };
  const isSame = selection === null || learner.kind === learned.kind;
  const measuredModel = selection?.unseen
    ? fitLearner(recipe, development.examples)
    : isSame
      ? learned
      : fitLearner(recipe, parts.training);
  const allFindings = [...findings, ...warnOfSmallSample(blueprint, all)];
  const model = {
    blueprint: chosenBlueprint,
    learned: measuredModel,
    findings: allFindings,
    selection,
    tuning,
  };
  if (!blueprint.refits) return model;
  const refitted = await refitOnAll(recipe, all);
  return refitted && { ...model, refitted, unseen: selection?.unseen ?? null };
}

/** Trains the learner on all rows, for the number of rounds that was best on the split. */
async function refitOnAll(recipe: Recipe, all: Examples): Promise<Learned | null> {
  const { learner, features, rounds } = recipe;
  if (learner.kind === 'logistic' || rounds === 0) return fitLearner(recipe, all);
  const encoding = encodingIn(all, features);
  const encoded = encodeTrainingRows(all, features);
  const steps = boost(encoded, { ...addConstraints(learner.options, features), rounds });
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { kind: 'boosted-trees', forest: step.value, ...encoding };
    await progress('training', rounds + step.value.round, 2 * rounds);
    await otherWork();
    if (isCanceled) return null;
  }
}

async function selectModel(
  { learner, features }: Blueprint,
  { parts, development }: Pick<SplitData, 'parts' | 'development'>,
  learned: Extract<Learned, { kind: 'boosted-trees' }>,
): Promise<Selection | null> {
  if (learner.kind === 'logistic') return null;
  const { seed } = learner.options;
  const rounds = Math.max(1, learned.forest.trees.length);
  const logisticRecipe = { learner: makeLogisticLearner(learner, seed), features, rounds };
  const folds = createFolds(development, seed);
  if (!folds) {
    const logistic = fitLearner(logisticRecipe, parts.training);
    return chooseByPart({ trees: learned, line: logistic }, parts.validation, { learner, seed });
  }
  const pause = () => otherWork();
  await progress('measuring');
  const trees = await tryRecipe(folds, { learner, features, rounds }, pause);
  const logistic = await tryRecipe(folds, logisticRecipe, pause);
  return chooseByFolds(
    { trees, line: logistic },
    { learner, rarer: countRarerLabel(development.examples.y), seed },
  );
}

function warnOfSmallSample({ refits }: Blueprint, { y }: Examples): DataFinding[] {
  const rarer = countRarerLabel(y);
  if (!refits || rarer >= SMALL_SAMPLE) return [];
  const message =
    `${rarer} rows have the rarer label: below ${SMALL_SAMPLE} the simpler learner is preferred, ` +
    'and the calibration is held to a prior';
  return [{ code: 'small_sample', severity: 'warning', features: [], message }];
}

function addFinding({ card, ...files }: Artifact, finding: DataFinding): Artifact {
  const { data } = card;
  return { ...files, card: { ...card, data: { ...data, findings: [...data.findings, finding] } } };
}

function addData({ blueprint, ...job }: TrainingJob, rowsSha256: string) {
  const { validation, holdout } = job.shares;
  const order =
    job.timeField === null ? 'stratified at random' : `by ${job.timeField}, oldest first`;
  const split = `${validation} validates, ${holdout} is the hold-out, the rest trains`;
  const together = job.groupField
    ? `copies, and rows of one ${job.groupField},`
    : 'copies of a row';
  const refitText = blueprint.refits ? '; what was chosen so learns from all rows in the end' : '';
  const data = {
    name: job.dataName,
    source: 'rows of a training job',
    licence: job.licence,
    sha256: rowsSha256,
    label: job.labelField,
    split: `${order}: ${split}; ${together} stay on one side${refitText}`,
  };
  return { ...blueprint, data };
}

interface SplitData {
  readonly parts: DataParts;
  /** Training, validation and hold-out, in this order. */
  readonly all: Examples;
  readonly development: Development;
  readonly findings: readonly DataFinding[];
}

function splitRows(
  { timeField, groupField = null, shares }: TrainingJob,
  rows: readonly unknown[],
  { examples, times }: { readonly examples: Examples; readonly times: Float64Array },
  { learner, hasGivenFeatures = false }: Blueprint,
): SplitData {
  const seed = learner.kind === 'logistic' ? learner.seed : learner.options.seed;
  const keys = groupField === null ? null : readGroupKeys(rows, groupField);
  // Each row of the ledger is a payment, so equal rows are different payments.
  const groups = hasGivenFeatures
    ? createSingleGroups(examples.y.length)
    : findRelatedRows(examples.x, keys);
  const split =
    timeField === null
      ? splitGroups(examples.y, shares, seed, groups)
      : dropSeenGroups(splitByTime(times, shares), groups);
  const { training, validation, holdout } = split;
  const development = Uint32Array.from([...training, ...validation]);
  const all = Uint32Array.from([...development, ...holdout]);
  const leftOut = examples.y.length - all.length;
  return {
    all: takeRows(examples, all),
    development: {
      examples: takeRows(examples, development),
      groupOf: development.map((row) => groups.groupOf[row] as number),
      isTimed: timeField !== null,
    },
    parts: {
      training: takeRows(examples, training),
      validation: takeRows(examples, validation),
      holdout: takeRows(examples, holdout),
    },
    findings: describeCopies(groups.copies, leftOut),
  };
}

function describeCopies(copies: number, leftOut: number): DataFinding[] {
  if (copies === 0) return [];
  const removedText =
    leftOut > 0 ? `; ${leftOut} of them are in no part, because an older one trains` : '';
  const message = `${copies} rows are copies, near copies or of a group seen before${removedText}`;
  return [{ code: 'copies_kept_together', severity: 'warning', features: [], message }];
}

/** Returns the model, or the round after which the training was stopped. */
async function trainByRound(
  blueprint: Blueprint,
  parts: DataParts,
  files: JobFiles,
): Promise<Learned | number> {
  const { learner, features } = blueprint;
  if (learner.kind === 'logistic') return train(blueprint, parts);
  const options = addConstraints(learner.options, features);
  const encoding = encodingIn(parts.training, features);
  const { training, validation } = encodeParts(parts, features);
  const rounds = boost(training, options, validation, files.readCheckpoint());
  for (let step = rounds.next(); ; step = rounds.next()) {
    if (step.done) return { kind: 'boosted-trees', forest: step.value, ...encoding };
    const { round, of, validationLoss } = step.value;
    // The wait lets a cancellation arrive.
    await progress('training', round, of, validationLoss);
    await otherWork();
    if (isCanceled || round % files.job.checkpointEvery === 0)
      files.writeCheckpoint(step.value.checkpoint());
    if (isCanceled) return round;
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('expected the folder of the job as argument');
await send(await runJob(folder));
process.exit(0);
