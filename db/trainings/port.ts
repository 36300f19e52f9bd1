// What one can do to trainings, and what comes of it: the words that the API and the worker share
// with the writer (db/trainings/acts.ts).

import type { ModelTask } from '../../ledger/models/model.ts';
import type {
  DatasetFormat,
  DatasetSource,
  TrainingStage,
  TrainingStatus,
} from '../../ledger/models/training.ts';
import type { CardJson } from '../models/view.ts';
import type { Cause } from '../transactions/port.ts';
import type { DatasetView, TrainingError, TrainingReport } from './view.ts';

/** A checked training, ready to be accepted; its data lie in the data directory. */
export interface TrainingDraft {
  readonly tenantId: string;
  readonly name: string;
  readonly task: ModelTask;
  readonly source: DatasetSource;
  /** Null: the rows come from the ledger. */
  readonly datasetSha256: string | null;
  readonly estimatedSeconds: number;
  /** As JSON, without the rows: what the worker goes by. */
  readonly request: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type TrainingAcceptance =
  | { readonly kind: 'accepted'; readonly id: string; readonly replayed: boolean }
  | { readonly kind: 'key_reused' }
  /** It was deleted, or ran out, meanwhile. */
  | { readonly kind: 'dataset_gone' }
  | { readonly kind: 'other_task'; readonly task: ModelTask }
  /** As many are open as one developer may have. */
  | { readonly kind: 'busy' };

export interface TrainingCancel {
  readonly tenantId: string;
  readonly jobId: string;
  readonly cause: Cause;
}

export interface TrainingStep {
  readonly stage: TrainingStage;
  readonly round: number;
  readonly rounds: number;
  readonly validationLoss: number | null;
}

/** What the worker has to know of a training. */
export interface TrainingTask {
  readonly id: string;
  readonly status: TrainingStatus;
  readonly tenantId: string;
  readonly name: string;
  readonly task: ModelTask;
  readonly label: string;
  readonly source: DatasetSource;
  readonly datasetSha256: string | null;
  readonly request: string;
  readonly createdAt: number;
}

/** A model that was trained and has passed every gate. */
export interface TrainingSuccess {
  readonly jobId: string;
  readonly approved: boolean;
  readonly artifact: { readonly sha256: string; readonly bytes: number };
  readonly card: CardJson;
  readonly checks: CardJson;
  readonly report: TrainingReport;
  readonly warnings: readonly string[];
}

export interface TrainingFailure {
  readonly jobId: string;
  readonly error: TrainingError;
  readonly warnings: readonly string[];
}

export interface DatasetDraft {
  readonly tenantId: string;
  readonly format: DatasetFormat;
  readonly sha256: string;
  readonly bytes: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type DatasetAcceptance =
  | { readonly kind: 'done'; readonly replayed: boolean; readonly dataset: DatasetView }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'limit' };

/** Deletes a file at once. */
export type RemoveFile = (sha256: string) => void;

export interface DatasetDiscard {
  readonly tenantId: string;
  readonly id: string;
  readonly remove: RemoveFile;
}

export interface TrainingActs {
  accept(draft: TrainingDraft): Promise<TrainingAcceptance>;
  /** Null: the tenant has none of that id. */
  cancel(
    order: TrainingCancel,
  ): Promise<{ readonly status: TrainingStatus; readonly replayed: boolean } | null>;
  /** Begins it unless it has begun; null: there is none of that id. */
  begin(order: { readonly jobId: string; readonly runId: string }): Promise<TrainingTask | null>;
  /** Says which rows of the ledger it learns from; answers with those that were said first. */
  freeze(order: { readonly jobId: string; readonly sha256: string }): Promise<string | null>;
  /** How far it is; says in which status it is now. */
  step(order: { readonly jobId: string; readonly step: TrainingStep }): Promise<TrainingStatus>;
  /** Registers the version and ends the training, in one transaction. */
  succeed(order: TrainingSuccess): Promise<TrainingStatus>;
  fail(order: TrainingFailure): Promise<TrainingStatus>;
  /** Writes down a data set whose file is kept. */
  keepDataset(draft: DatasetDraft): Promise<DatasetAcceptance>;
  /** Forgets one; its file stays while an open training reads it. False: there is none such. */
  discardDataset(order: DatasetDiscard): Promise<boolean>;
  /** Forgets what has run out; files that nothing names any more are removed under lock. */
  pruneDatasets(order: { readonly most: number; readonly remove: RemoveFile }): Promise<void>;
  /** Removes the file of a training that is over, unless something else names it. */
  releaseDataset(order: { readonly sha256: string; readonly remove: RemoveFile }): Promise<void>;
}
