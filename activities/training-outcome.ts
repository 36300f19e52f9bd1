// The outcome of a training, as its owner reads it.

import type { TrainingError, TrainingReport } from '../db/trainings/view.ts';
import type { ModelCard } from '../models/card.ts';
import type { ModelRefusal } from '../models/gate/refusal.ts';
import type { JobReport, MissedGate, TrainingEnd } from '../models/learn/train/job.ts';
import type { DataFinding } from '../models/learn/train/leakage.ts';
import type { RowFault } from '../models/learn/train/read-examples.ts';

type FailedEnd = Exclude<TrainingEnd, { kind: 'trained' | 'canceled' }>;

/** Returns why a training failed, with the field and row when the data is at fault. */
export function errorOf(end: FailedEnd): TrainingError {
  switch (end.kind) {
    case 'unreadable':
      return error('dataset_invalid', [
        { pointer: '/dataset', code: 'unreadable', message: end.message },
      ]);
    case 'refused':
      return error('dataset_invalid', end.faults.map(atRow));
    case 'protected': {
      const message = 'is a protected attribute or a proxy for one: list the features without it';
      const code = 'model_protected_attribute';
      const faults = end.fields.map((field) => ({ row: 0, field, code, message }));
      return error(code, faults.map(atRow));
    }
    case 'unfit': {
      const faults = end.findings.map(({ code, message, features }) => {
        return { pointer: pointerOf(features), code, message };
      });
      return error(codeOf(end.findings), faults);
    }
    case 'gate_failed':
      return missedGateError(end.missed);
  }
}

/** The error for figures that the request demanded and the model does not reach. */
export function missedGateError(missed: readonly MissedGate[]): TrainingError {
  const errors = missed.map(({ gate, wanted: required, measured }) => {
    const message = `Wanted ${required}, measured ${Math.round(measured * 10_000) / 10_000}.`;
    return { pointer: `/gates/${gate}`, code: 'gate_failed', message };
  });
  return error('gate_failed', errors);
}

/** The error for rows of the ledger that differ between two reads. */
export function changedRowsError(): TrainingError {
  const message = 'The ledger has other rows than when the training began: train again.';
  return error('dataset_invalid', [{ pointer: '/dataset/query', code: 'changed', message }]);
}

/** The error for a model file that a gate refuses. */
export function refusalOf({ code, message }: ModelRefusal): TrainingError {
  return { code, message, errors: [] };
}

/** Returns the codes of the warnings raised by the checks before training. */
export function warningsOf({ data }: ModelCard): string[] {
  return [...new Set(data.findings.map(({ code }) => code))];
}

const FEW_POSITIVES = 200;

/** Returns the known limits of this model, from its training data and its measurement. */
export function limitsOf({ data, measured, learner, features, limits }: ModelCard): string[] {
  const { areaUnderRoc, rows, positives } = measured;
  const requiredCount = features.filter(({ mayBeMissing }) => !mayBeMissing).length;
  return [
    ...limits,
    `Learnt from ${data.rows} rows, ${data.positives} of them positive: ${data.name}.`,
    `Measured on ${rows} rows with ${positives} positive ones: the area under ROC is between ` +
      `${areaUnderRoc.low} and ${areaUnderRoc.high}; rows of one customer widen it.`,
    ...(data.positives < FEW_POSITIVES
      ? [`Fewer than ${FEW_POSITIVES} positive rows: another sample may give another model.`]
      : []),
    ...(learner.kind === 'logistic'
      ? ['A linear model: it represents no interaction of features.']
      : []),
    ...(requiredCount > 0 ? [`${requiredCount} features may not be missing.`] : []),
    ...data.findings.map(({ message }) => `Warned of before training: ${message}.`),
  ];
}

/** Returns the training's public report of its result. */
export function reportOf(card: ModelCard, report: JobReport): TrainingReport {
  const { sha256, bytes, opsets } = card.artifact;
  const { training, candidates, champion } = report;
  return {
    metrics: {
      train: training,
      test: card.measured,
      baseline: card.baseline,
      candidates,
      champion,
    },
    featureImportance: [...card.importance],
    artifact: { format: 'onnx', opset: opsets[''] ?? 0, sha256, bytes },
    card: { ...card },
  };
}

const MESSAGES: Readonly<Record<string, string>> = {
  dataset_invalid: 'The data set is not one that a model can learn from.',
  dataset_too_small: 'The data set has too few rows, or too few events.',
  leakage_suspected: 'A feature knows the answer: it was filled in after the event.',
  model_protected_attribute:
    'These columns are protected attributes or proxies, by which credit is not decided.',
  gate_failed: 'The model does not pass the gates that were asked for; nothing was registered.',
};

function error(code: string, errors: TrainingError['errors']): TrainingError {
  return { code, message: MESSAGES[code] ?? code, errors };
}

function codeOf(findings: readonly DataFinding[]): string {
  const codes = new Set<string>(findings.map(({ code }) => code));
  if (codes.has('dataset_too_small') || codes.has('too_few_events')) return 'dataset_too_small';
  return codes.has('leakage_suspected') ? 'leakage_suspected' : 'dataset_invalid';
}

function pointerOf(features: readonly string[]): string {
  const [onlyFeature, ...otherFeatures] = features;
  return onlyFeature === undefined || otherFeatures.length > 0
    ? '/dataset'
    : `/dataset/features/${escapePointer(onlyFeature)}`;
}

function atRow({ row, field, code, message }: Omit<RowFault, 'code'> & { code: string }) {
  const pointer = `/dataset/rows/${row}`;
  return {
    pointer: field === null ? pointer : `${pointer}/${escapePointer(field)}`,
    code,
    message,
  };
}

function escapePointer(name: string): string {
  return name.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
}
