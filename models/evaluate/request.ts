// A scoring as a developer asks for it; it is kept as JSON, and the worker goes by it.

import type { Metadata } from '../../ledger/metadata.ts';
import type { RowsFormat } from '../learn/train/job.ts';
import type { LedgerQuery } from '../learn/train/request.ts';
import type { FairnessAsked } from './fairness.ts';
import type { Costs } from './figures.ts';

interface CommonRequest {
  readonly format: RowsFormat;
  readonly metadata: Metadata;
  /** Present for an evaluation on rows of the ledger only. */
  readonly query?: LedgerQuery | undefined;
}

export interface EvaluationRequest extends CommonRequest {
  readonly kind: 'evaluation';
  readonly labelField: string;
  readonly segmentField: string | null;
  /** Left out: no groups are compared. */
  readonly fairness?: FairnessAsked | undefined;
  readonly thresholds: readonly number[];
  readonly costs: Costs;
}

export interface BatchRequest extends CommonRequest {
  readonly kind: 'batch';
  readonly idField: string | null;
}

export type ScoringRequest = EvaluationRequest | BatchRequest;
