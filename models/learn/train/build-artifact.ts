// Builds an artefact from three parts of a data set: the model, the logistic baseline, the
// calibration, figures with intervals, an ONNX file checked against the runtime, and the card.

import { createRequire } from 'node:module';
import { type Artifact, formatCovers, sha256 } from '../../artifact.ts';
import { CARD_SCHEMA, type Feature, type Measurement, type ModelCard } from '../../card.ts';
import { addScores, computeDistribution, type Distribution } from '../../distribution.ts';
import type { Column, Signature } from '../../gate/inspect.ts';
import { makeCalibrationSteps } from '../export/calibration.ts';
import {
  chooseOutputName,
  encodeOnnxFile,
  INPUT,
  IR_VERSION,
  type NamedInput,
  OPSETS,
} from '../export/onnx-model.ts';
import { checkExport, TOLERANCE } from '../export/self-check.ts';
import { type BoostingOptions, trainForest } from './boosted-trees.ts';
import {
  type Calibration,
  calibrate,
  fitIsotonic,
  fitPlatt,
  PRIOR_PRECISION,
  type Prior,
  UNCALIBRATED_PLATT,
} from './calibration.ts';
import { encodeTrainingRows } from './encoding.ts';
import { addConstraints, constraintsOf, fitLearner } from './fit.ts';
import { chooseGoldenRows } from './golden.ts';
import {
  type DataFinding,
  findDataFindings,
  findNearCopies,
  formatArea,
  listAreaFindings,
} from './leakage.ts';
import {
  attributeRow,
  createMarginScore,
  type Learned,
  makeSteps,
  type Score,
} from './learned-model.ts';
import { LOGISTIC, type LogisticOptions } from './logistic.ts';
import { countPositives, type Examples, type Matrix } from './matrix.ts';
import { measureHoldout } from './measure.ts';
import { rankRows, thresholdAtFalsePositives } from './metrics.ts';
import { addMissingValues, drawSample, listRows, scoreAll } from './samples.ts';
import { countRarerLabel, type OutOfFoldMargins, type Selection, SMALL_SAMPLE } from './select.ts';
import type { TuningResult } from './tune.ts';

// The package is CommonJS and its types describe a default export that it does not have.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string;

/** A changed trainer may give other bytes for the same data, so each change raises its number. */
export const VERSIONS = { trainer: '1', protobufjs: '8.8.1', 'onnxruntime-node': '1.30.0' };
/** Versions for developers' trainings, whose final fit uses all rows. */
const REFIT_VERSIONS = { ...VERSIONS, trainer: '2' };

type DescribedField =
  | 'name'
  | 'version'
  | 'title'
  | 'predicts'
  | 'intendedFor'
  | 'notFor'
  | 'limits'
  | 'stated';

export type Learner =
  | { readonly kind: 'boosted-trees'; readonly options: BoostingOptions }
  | { readonly kind: 'logistic'; readonly options: LogisticOptions; readonly seed: number };

export interface Blueprint extends Pick<ModelCard, DescribedField> {
  readonly features: readonly Feature[];
  readonly data: Omit<ModelCard['data'], 'rows' | 'positives' | 'findings'>;
  readonly learner: Learner;
  readonly calibration: Calibration['kind'];
  /** Share of non-events that the threshold may flag, or null for a threshold of one half. */
  readonly falsePositiveShare: number | null;
  /**
   * True when the caller cannot choose other features; in a young ledger two of them may be equal.
   */
  readonly hasGivenFeatures?: boolean;
  /** Reason why a suspected leak is acceptable; without it a suspected leak stops the training. */
  readonly acceptsLeakage?: string;
  /**
   * True when the chosen learner is fitted again on all rows; few events are shrunk towards a
   * prior.
   */
  readonly refits?: boolean;
}

export interface DataParts {
  readonly training: Examples;
  /** The part that stops the boosting, calibrates, and sets the threshold. */
  readonly validation: Examples;
  readonly holdout: Examples;
}

/** Thrown when the data cannot train a model, or contain the answer. */
export class UnfitData extends Error {
  readonly findings: readonly DataFinding[];

  constructor(findings: readonly DataFinding[]) {
    super(findings.map(({ message }) => message).join('; '));
    this.findings = findings;
  }
}

/** An area that is shown as 1.000. */
const PERFECT_AREA = 0.9995;

/**
 * Refuses a perfect result, which means that the features contain the answer or the training
 * contains the hold-out.
 */
export function findPerfectHoldout(
  { measured }: ModelCard,
  blueprint: Blueprint,
): DataFinding | null {
  if (measured.areaUnderRoc.value < PERFECT_AREA) return null;
  const area = measured.areaUnderRoc.value;
  const finding: DataFinding = {
    code: 'leakage_suspected',
    severity: 'error',
    features: [],
    message: `the hold-out is ranked without a mistake (area under ROC ${area})`,
  };
  return explainFinding(finding, blueprint);
}

/** Findings against a model from the hold-out, and from the champion on the same rows. */
export function listHoldoutFindings(
  { measured }: ModelCard,
  champion: {
    readonly name: string;
    readonly version: string;
    readonly measured: Measurement;
  } | null,
): DataFinding[] {
  const area = measured.areaUnderRoc;
  const findings = listAreaFindings(area, 'the hold-out');
  const championArea = champion?.measured.areaUnderRoc.value ?? 0;
  if (!champion || championArea <= area.high) return findings;
  const name = `${champion.name}@${champion.version}`;
  const message = `${name} is better on the same rows (${championArea}; this one: ${formatArea(area)})`;
  return [...findings, { code: 'champion_better', severity: 'warning', features: [], message }];
}

const NOTHING_LEARNT: DataFinding = {
  code: 'nothing_learnt',
  severity: 'error',
  features: [],
  message: 'the features do not rank the label on rows that were not learnt from',
};

export function train({ learner, features }: Blueprint, parts: DataParts): Learned {
  if (learner.kind === 'logistic') {
    return fitLearner({ learner, features, rounds: 0 }, parts.training);
  }
  const options = addConstraints(learner.options, features);
  return { kind: 'boosted-trees', forest: trainForest(parts.training, options, parts.validation) };
}

/**
 * Returns the warnings about the training rows.
 * @throws UnfitData when a finding is an error
 */
export function acceptData(blueprint: Blueprint, parts: DataParts): DataFinding[] {
  const names = blueprint.features.map(({ name }) => name);
  const dataFindings = [
    ...findDataFindings(encodeTrainingRows(parts.training, blueprint.features), names).map(
      (finding) => explainFinding(finding, blueprint),
    ),
    ...(blueprint.refits ? findCopies(blueprint, parts, names) : []),
    ...findSingleLabel('validation part', parts.validation),
    ...findSingleLabel('hold-out', parts.holdout),
  ];
  const errors = dataFindings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UnfitData(errors);
  return dataFindings;
}

/**
 * Only for developers' trainings, because the bank's own cards must stay the same, byte for byte.
 */
function findCopies(
  { features }: Blueprint,
  { training }: DataParts,
  names: readonly string[],
): DataFinding[] {
  const positives = countPositives(training.y);
  if (positives === 0 || positives === training.y.length) return [];
  const nearCopies = findNearCopies(encodeTrainingRows(training, features), names);
  return nearCopies ? [nearCopies] : [];
}

/**
 * Equal columns are accepted when the request did not choose the columns, because the model needs
 * all of them.
 */
function explainFinding(finding: DataFinding, blueprint: Blueprint): DataFinding {
  const { hasGivenFeatures = false, acceptsLeakage } = blueprint;
  if (acceptsLeakage !== undefined && finding.code === 'leakage_suspected') {
    const message = `${finding.message}; accepted: ${acceptsLeakage}`;
    return { ...finding, severity: 'warning', message };
  }
  const isAccepted = hasGivenFeatures && finding.code === 'duplicate_columns';
  return isAccepted ? { ...finding, severity: 'warning' } : finding;
}

function findSingleLabel(part: string, { y }: Examples): DataFinding[] {
  const positives = countPositives(y);
  if (positives > 0 && positives < y.length) return [];
  const message = `the ${part} has one label only`;
  return [{ code: 'one_class_only', severity: 'error', features: [], message }];
}

/** The artefact, and the distributions of features and scores for drift monitoring. */
export interface BuiltArtifact {
  readonly artifact: Artifact;
  readonly distribution: Distribution;
  /**
   * The score of the model that was not trained on the hold-out; the figures describe this model.
   */
  readonly score: Score;
}

/** A model that the caller trained round by round. */
export interface TrainedModel {
  /** The model fitted on the training part. */
  readonly learned: Learned;
  readonly findings: readonly DataFinding[];
  /**
   * The same learner fitted on all rows, which is stored; `learned` is stored when this is omitted.
   */
  readonly refitted?: Learned;
  /** Rows for calibration and threshold; by default the validation part. */
  readonly unseen?: OutOfFoldMargins | null;
  readonly selection?: Pick<Selection, 'method' | 'candidates' | 'why'> | null;
  readonly tuning?: TuningResult | null;
}

/**
 * Trains and builds; `trainedModel` is given when the boosting was driven elsewhere, round by round.
 * @throws UnfitData; Error when the file does not score as training did
 */
export async function buildArtifact(
  blueprint: Blueprint,
  parts: DataParts,
  trainedModel?: TrainedModel,
): Promise<BuiltArtifact> {
  const findings = trainedModel?.findings ?? acceptData(blueprint, parts);
  const model = trainedModel?.learned ?? train(blueprint, parts);
  const storedModel = trainedModel?.refitted ?? model;
  const margin = createMarginScore(model);
  const unseen = trainedModel?.unseen ?? scoreUnseen(parts, margin);
  const curve = fitCurve(blueprint, unseen, countRarer(parts));
  const score = (row: ArrayLike<number>) => calibrate(curve, margin(row));
  const storedMargin = createMarginScore(storedModel);
  const scoreStoredModel = (row: ArrayLike<number>) => calibrate(curve, storedMargin(row));
  const file = exportModel(blueprint, storedModel, curve);
  const signature = makeSignature(blueprint.features, storedModel);
  await checkExport(
    file,
    addMissingValues(drawSample(parts.holdout.x, 2_000)),
    scoreStoredModel,
    signature,
  );
  const covers =
    storedModel.kind === 'boosted-trees'
      ? storedModel.forest.trees.map(({ cover }) => cover)
      : null;
  const subject = trainedModel?.refitted ? MEASURED_BEFORE : 'this artefact';
  const card: ModelCard = {
    schema: CARD_SCHEMA,
    ...describeModel(blueprint),
    data: { ...blueprint.data, ...countRows(parts), findings },
    learner: describeLearner(blueprint, storedModel, curve),
    ...(trainedModel?.selection ? { selection: describeSelection(trainedModel.selection) } : {}),
    ...(trainedModel?.tuning ? { tuning: trainedModel.tuning } : {}),
    versions: blueprint.refits ? REFIT_VERSIONS : VERSIONS,
    measured: measureOnHoldout(
      parts,
      score,
      { what: subject, unseen: calibrateScores(curve, unseen) },
      blueprint,
    ),
    baseline: measureBaseline(parts, blueprint),
    importance: computeImportance(storedModel, parts.holdout.x, blueprint.features),
    artifact: describeArtifact(file, signature, blueprint.features.length),
    covers: covers && { file: 'covers.json', sha256: sha256(formatCovers(covers)) },
    golden: chooseGoldenRows(storedModel, parts.holdout.x, {
      score: scoreStoredModel,
      features: blueprint.features,
    }),
  };
  const distribution = computeSpread(blueprint, parts, score);
  return { artifact: { card, model: file, covers }, distribution, score };
}

const MEASURED_BEFORE =
  'the same learner before it learnt from the hold-out too, with the same calibration';

function describeSelection({ method, candidates, why }: NonNullable<TrainedModel['selection']>) {
  return { method, candidates, why };
}

function scoreUnseen({ validation }: DataParts, margin: Score): OutOfFoldMargins {
  return { margins: scoreAll(validation.x, margin), y: validation.y };
}

function calibrateScores(curve: Calibration, { margins, y }: OutOfFoldMargins) {
  return { scores: margins.map((margin) => calibrate(curve, margin)), y };
}

function countRarer({ training, validation, holdout }: DataParts): number {
  return countRarerLabel(Uint8Array.from([...training.y, ...validation.y, ...holdout.y]));
}

/** Returns the distribution of features over training rows, and of answers over hold-out rows. */
function computeSpread(blueprint: Blueprint, { training, holdout }: DataParts, score: Score) {
  const names = blueprint.features.map(({ name }) => name);
  const scores = Float32Array.from(scoreAll(holdout.x, score));
  return addScores(computeDistribution(blueprint, training.x, names), scores);
}

function exportModel(blueprint: Blueprint, model: Learned, curve: Calibration): Uint8Array {
  const { name, version, features, data } = blueprint;
  const metadata = {
    name,
    version,
    features: JSON.stringify(features.map((feature) => feature.name)),
    features_sha256: sha256(canonicalize(features)),
    data_sha256: data.sha256,
    trainer: (blueprint.refits ? REFIT_VERSIONS : VERSIONS).trainer,
  };
  const steps = [...makeSteps(model, features), makeCalibrationSteps(curve)];
  const inputs = model.encoding ? features.map(makeInput) : null;
  return encodeOnnxFile({ name, columns: features.length, inputs, steps, metadata });
}

function makeInput({ name, kind }: Feature): NamedInput {
  return { name, type: kind === 'category' ? 'string' : 'float' };
}

/** Returns the inputs and the output of the file. */
function makeSignature(features: readonly Feature[], { encoding }: Learned): Signature {
  const inputs = features.map((feature, index) => ({
    ...makeInput(feature),
    at: index,
    ...(feature.categories ? { categories: feature.categories } : {}),
  }));
  const output = chooseOutputName(encoding ? inputs : null);
  const column = { output, column: 0, columns: 1 };
  return encoding ? { input: '', inputs, ...column } : { input: INPUT, ...column };
}

function describeArtifact(
  file: Uint8Array,
  { inputs, output }: Signature,
  columns: number,
): ModelCard['artifact'] {
  return {
    file: 'model.onnx',
    sha256: sha256(file),
    bytes: file.length,
    irVersion: IR_VERSION,
    opsets: OPSETS,
    ...(inputs
      ? { inputs: inputs.map(({ name, type }) => ({ name, type: toValueType(type) })) }
      : { input: { name: INPUT, shape: ['N', columns] as const } }),
    output: { name: output, shape: ['N', 1] },
    tolerance: TOLERANCE,
  };
}

const toValueType = (type: Column['type']) => (type === 'string' ? type : 'float');

function describeModel(blueprint: Blueprint) {
  const { name, version, title, predicts, intendedFor, notFor, limits, stated } = blueprint;
  const task = 'binary_classification' as const;
  const { features } = blueprint;
  const featuresSha256 = sha256(canonicalize(features));
  const words = { name, version, title, task, predicts, intendedFor, notFor, limits, stated };
  return { ...words, features, featuresSha256 };
}

function describeLearner({ learner, features }: Blueprint, model: Learned, curve: Calibration) {
  const isForest = model.kind === 'boosted-trees';
  const calibration = curve.kind;
  const shared = { kind: model.kind, calibration, trees: isForest ? model.forest.trees.length : 0 };
  if (learner.kind === 'logistic') {
    const options = { ...learner.options, ...constraintsOf(features) };
    return { ...shared, options, seed: learner.seed };
  }
  const options = { ...addConstraints(learner.options, features) };
  return { ...shared, options, seed: learner.options.seed };
}

/** With few events, the calibration is drawn towards the uncalibrated margins. */
function fitCurve(
  { calibration, learner, refits }: Blueprint,
  unseen: OutOfFoldMargins,
  rarer: number,
) {
  const { margins, y } = unseen;
  const platt = fitPlattOrNull(margins, y);
  if (!platt) throw new UnfitData([NOTHING_LEARNT]);
  if (refits && rarer < SMALL_SAMPLE) {
    // The weight of positives raises all margins by its logarithm, which the prior subtracts.
    const offset = -Math.log(learner.options.positiveWeight);
    return fitPlattOrNull(margins, y, { offset, precision: PRIOR_PRECISION }) ?? platt;
  }
  return calibration === 'platt' ? platt : fitIsotonic(margins, y);
}

/** Returns null when the margins do not rank the events. */
function fitPlattOrNull(margins: Float64Array, y: Uint8Array, prior?: Prior): Calibration | null {
  try {
    return fitPlatt(margins, y, prior);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function countRows(parts: DataParts) {
  const all = [parts.training, parts.validation, parts.holdout];
  return {
    rows: all.reduce((sum, { y }) => sum + y.length, 0),
    positives: all.reduce((sum, { y }) => sum + countPositives(y), 0),
  };
}

interface MeasuredFigures {
  readonly what: string;
  readonly unseen: { readonly scores: Float64Array; readonly y: Uint8Array };
}

/** Measures on the hold-out, with a threshold from rows outside the training. */
function measureOnHoldout(
  { holdout }: DataParts,
  score: Score,
  { what, unseen }: MeasuredFigures,
  { falsePositiveShare }: Blueprint,
) {
  const ranking = rankRows(unseen.scores, unseen.y);
  const threshold =
    falsePositiveShare === null ? 0.5 : thresholdAtFalsePositives(ranking, falsePositiveShare);
  return measureHoldout(scoreAll(holdout.x, score), holdout.y, { what, threshold });
}

function measureBaseline(parts: DataParts, blueprint: Blueprint) {
  const learner = { kind: 'logistic', options: LOGISTIC, seed: 0 } as const;
  const features = blueprint.features.map((feature) => ({ ...feature, monotone: 0 as const }));
  const margin = createMarginScore(fitLearner({ learner, features, rounds: 0 }, parts.training));
  const unseen = scoreUnseen(parts, margin);
  const curve = fitPlattOrNull(unseen.margins, unseen.y) ?? UNCALIBRATED_PLATT;
  const score = (row: ArrayLike<number>) => calibrate(curve, margin(row));
  const subject = 'logistic regression on the same rows and columns';
  return measureOnHoldout(
    parts,
    score,
    { what: subject, unseen: calibrateScores(curve, unseen) },
    blueprint,
  );
}

/** Mean size of the exact attributions, as shares, over a sample of the hold-out. */
function computeImportance(model: Learned, x: Matrix, features: readonly Feature[]) {
  const sizes = new Array<number>(features.length).fill(0);
  for (const row of listRows(drawSample(x, 300))) {
    attributeRow(model, row).forEach((part, index) => {
      (sizes[index] as number) += Math.abs(part);
    });
  }
  const total = sizes.reduce((sum, size) => sum + size, 0) || 1;
  const shares = features.map(({ name }, index) => {
    return { feature: name, share: Math.round((1_000 * (sizes[index] ?? 0)) / total) / 1_000 };
  });
  return shares.sort((a, b) => b.share - a.share);
}
