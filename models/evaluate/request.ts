// A developer's request for a scoring. It is stored as JSON, and the worker reads it.

import type { Metadata } from '../../ledger/metadata.ts';
import type { RowsFormat } from '../learn/train/job.ts';
import type { LedgerQuery } from '../learn/train/request.ts';
import type { FairnessOptions } from './fairness.ts';
import type { Costs } from './figures.ts';

interface CommonRequest {
  readonly format: RowsFormat;
  readonly metadata: Metadata;
  /** Present only for an evaluation on rows of the ledger. */
  readonly query?: LedgerQuery | undefined;
}

export interface EvaluationRequest extends CommonRequest {
  readonly kind: 'evaluation';
  readonly labelField: string;
  readonly segmentField: string | null;
  /** Without it, no groups are compared. */
  readonly fairness?: FairnessOptions | undefined;
  readonly thresholds: readonly number[];
  readonly costs: Costs;
}

export interface BatchRequest extends CommonRequest {
  readonly kind: 'batch';
  readonly idField: string | null;
}

export type ScoringRequest = EvaluationRequest | BatchRequest;
