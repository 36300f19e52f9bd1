// What one can do to models, and what comes of it: the words that the API shares with the writer
// (db/models/acts.ts).

import type { ModelSource, ModelTask } from '../../ledger/models/model.ts';
import type { Cause } from '../transactions/port.ts';
import type { CardJson, ModelVersionView } from './view.ts';

export interface ModelRegistration {
  readonly tenantId: string;
  readonly name: string;
  readonly task: ModelTask;
  /** `1.0.0`. */
  readonly label: string;
  readonly source: ModelSource;
  /** False: a person of the bank has to agree before it can be deployed. */
  readonly approved: boolean;
  readonly artifact: { readonly sha256: string; readonly bytes: number };
  readonly card: CardJson;
  readonly checks: CardJson;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type ModelRegistered =
  | { readonly kind: 'done'; readonly replayed: boolean; readonly version: ModelVersionView }
  | { readonly kind: 'key_reused'; readonly existingId: string }
  | { readonly kind: 'exists'; readonly existingId: string }
  | { readonly kind: 'other_task'; readonly task: ModelTask };

export interface ModelDecision {
  readonly versionId: string;
  readonly decision: 'approved' | 'rejected';
  readonly reason: string;
  readonly cause: Cause;
}

export type ModelDecided =
  | { readonly kind: 'done'; readonly version: ModelVersionView }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'conflict'; readonly approvalStatus: string };

/** A daily look at how far a model has drifted; stability indexes. */
export interface DriftOrder {
  readonly tenantId: string;
  readonly versionId: string;
  /** Days since 1970 UTC. */
  readonly day: number;
  readonly rows: number;
  /** Of the feature that moved most. */
  readonly psi: number;
  readonly scorePsi: number | null;
  readonly features: readonly { readonly feature: string; readonly psi: number }[];
}

export interface ModelActs {
  /** Writes down a look and tells where drift begins or ends; false: that day is done. */
  recordDrift(order: DriftOrder): Promise<boolean>;
  /** Writes a version that has passed the gates. */
  register(registration: ModelRegistration): Promise<ModelRegistered>;
  /** Writes down whether a version may be deployed. The same decision again is no error. */
  decide(decision: ModelDecision): Promise<ModelDecided>;
}
