// A developer's request for a training, and its conversion to a job on disk.

import type { Metadata } from '../../../ledger/metadata.ts';
import type { ModelTask } from '../../../ledger/models/model.ts';
import type { Feature } from '../../card.ts';
import type { ScoredVersion } from '../../evaluate/job.ts';
import { BOOSTING_DEFAULTS } from './boosted-trees.ts';
import type { Gates, RowsFormat, TrainingJob } from './job.ts';
import { LOGISTIC } from './logistic.ts';

/** The part of a request that the worker uses; stored as JSON. */
export interface TrainingRequest {
  readonly format: RowsFormat;
  /** Source of the rows, for readers of the card. */
  readonly dataName: string;
  readonly labelField: string;
  readonly timeField: string | null;
  readonly groupField?: string | null;
  /** Reason why a suspected leak is acceptable. */
  readonly acceptLeakage?: string | undefined;
  readonly features: readonly Feature[] | null;
  readonly algorithm: 'auto' | 'logistic' | 'gbdt';
  readonly hyperparameters: Readonly<Record<string, number>>;
  /** True to give both labels the same total weight. */
  readonly classWeight?: 'balanced' | undefined;
  /** Seconds for the tuning of the trees. */
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
  /** Bounds of the time of the decision; null for no bound. */
  readonly from: number | null;
  readonly to: number | null;
  /** The rows show the ledger's state before this moment. */
  readonly asOf: number;
  /** Payments that were decided before this moment and not disputed count as honest. */
  readonly matureBefore: number;
  /** Maximum number of rows; the newest are taken. */
  readonly limit: number;
}

interface JobTerms {
  readonly name: string;
  readonly task: ModelTask;
  readonly version: string;
  readonly champion: ScoredVersion | null;
}

/** Rounds between two checkpoints, which take some seconds with a large data set. */
const CHECKPOINT_EVERY = 10;
/**
 * Share of honest payments that the threshold may flag. Fraud is rare, so a threshold of one half
 * would flag almost nothing.
 */
const FRAUD_FALSE_POSITIVE_SHARE = 0.01;

/**
 * Frequent values get their own bins here, but not in the bank's own models, whose bytes must not
 * change.
 */
const DEFAULTS = { ...BOOSTING_DEFAULTS, bins: 'frequent' } as const;

/** Returns the job of a request. The same request gives the same bytes. */
export function makeJob(
  request: TrainingRequest,
  { name, version, task, champion }: JobTerms,
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
      intendedFor: 'the purpose of its owner',
      notFor: ['decisions about rows unlike those that it learnt from'],
      limits: ['Trained on data of its owner, whose meaning the bank has not checked.'],
      stated: null,
      features,
      learner: isLogistic
        ? { kind: 'logistic', options: { l2, positiveWeight }, seed }
        : { kind: 'boosted-trees', options: { ...DEFAULTS, ...boosting, positiveWeight, seed } },
      calibration: 'platt',
      refits: true,
      falsePositiveShare: task === 'fraud' ? FRAUD_FALSE_POSITIVE_SHARE : null,
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
