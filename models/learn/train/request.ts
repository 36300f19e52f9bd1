// A training as a developer asks for it, and the job on disk that it becomes.

import type { Metadata } from '../../../ledger/metadata.ts';
import type { ModelTask } from '../../../ledger/models/model.ts';
import type { Feature } from '../../card.ts';
import type { ScoredVersion } from '../../evaluate/job.ts';
import { BOOSTING } from './boosted-trees.ts';
import type { Gates, RowsFormat, TrainingJob } from './job.ts';
import { LOGISTIC } from './logistic.ts';

/** The part of a request that the worker uses; stored as JSON. */
export interface TrainingRequest {
  readonly format: RowsFormat;
  /** For people: where the rows come from. */
  readonly dataName: string;
  readonly labelField: string;
  readonly timeField: string | null;
  readonly groupField?: string | null;
  /** Reason why a suspected leak is acceptable. */
  readonly acceptLeakage?: string | undefined;
  readonly features: readonly Feature[] | null;
  readonly algorithm: 'auto' | 'logistic' | 'gbdt';
  readonly hyperparameters: Readonly<Record<string, number>>;
  /** The rarer label weighs as much as the other one. */
  readonly classWeight?: 'balanced' | undefined;
  /** Seconds for trying other settings of the trees. */
  readonly tuningSeconds?: number | undefined;
  readonly split: { readonly method: 'time' | 'random'; readonly testFraction: number };
  readonly gates: Gates & { readonly maxLatencyMs?: number | undefined };
  readonly seed: number;
  readonly metadata: Metadata;
  /** Present for a training on rows of the ledger only. */
  readonly query?: LedgerQuery | undefined;
}

/** Payments of the ledger; moments in milliseconds since 1970 UTC. */
export interface LedgerQuery {
  /** Bounds of the decision's time, or null without one. */
  readonly from: number | null;
  readonly to: number | null;
  /** The ledger's state before this moment counts. */
  readonly asOf: number;
  /** Decided before it, a payment without a doubt is a good one. */
  readonly matureBefore: number;
  /** Rows at most, the newest ones. */
  readonly limit: number;
}

interface Named {
  readonly name: string;
  readonly task: ModelTask;
  readonly version: string;
  readonly champion: ScoredVersion | null;
}

/** Rounds between two checkpoints: some seconds on a large data set. */
const CHECKPOINT_EVERY = 10;
/** Fraud is rare: at one half hardly anything is flagged, so the threshold alarms about so many. */
const FRAUD_ALARMS = 0.01;

/** The bank's own models are cut as they always were: their bytes stay. */
const USUAL = { ...BOOSTING, bins: 'frequent' } as const;

/** The job of a request; the same request gives the same bytes. */
export function jobOf(
  request: TrainingRequest,
  { name, version, task, champion }: Named,
): TrainingJob {
  const { features, labelField, seed, split, hyperparameters, gates } = request;
  const { l2 = LOGISTIC.l2, positiveWeight = 1, ...boosting } = hyperparameters;
  const isLogistic = request.algorithm === 'logistic';
  return {
    blueprint: {
      name,
      version,
      title: name,
      predicts: labelField,
      intendedFor: 'what its owner trained it for',
      notFor: ['decisions about rows unlike those that it learnt from'],
      limits: ['Trained on data of its owner, whose meaning the bank has not checked.'],
      stated: null,
      features,
      learner: isLogistic
        ? { kind: 'logistic', options: { l2, positiveWeight }, seed }
        : { kind: 'boosted-trees', options: { ...USUAL, ...boosting, positiveWeight, seed } },
      calibration: 'platt',
      refits: true,
      falsePositiveShare: task === 'fraud' ? FRAUD_ALARMS : null,
      ...(request.query ? { hasGivenFeatures: true } : {}),
      ...(request.acceptLeakage ? { acceptsLeakage: request.acceptLeakage } : {}),
    },
    dataName: request.dataName,
    licence: 'of its owner',
    labelField,
    timeField: split.method === 'time' ? request.timeField : null,
    shares: { validation: split.testFraction, holdout: split.testFraction },
    checkpointEvery: CHECKPOINT_EVERY,
    rowsFormat: request.format,
    ignoresOthers: true,
    ...(task === 'credit' ? { isCredit: true } : {}),
    groupField: request.groupField ?? null,
    passesOver: [request.timeField, request.groupField ?? null].filter((name) => name !== null),
    ...(request.query ? {} : { describes: true }),
    triesLogistic: request.algorithm === 'auto',
    ...(request.classWeight === 'balanced' ? { balances: true } : {}),
    ...(request.tuningSeconds
      ? { tuning: { seconds: request.tuningSeconds, pinned: Object.keys(hyperparameters) } }
      : {}),
    gates,
    champion,
  };
}
