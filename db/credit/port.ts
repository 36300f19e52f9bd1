// What one can do about credit, and what comes of it: the words that the API shares with the writer
// (db/credit/acts.ts).

import type { CreditDecision } from '../../ledger/decisions/credit.ts';
import type { Cause } from '../transactions/port.ts';
import type { CreditAssessmentView, CreditFindings, CreditReason } from './view.ts';

export interface CreditOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly amount: number;
  readonly termMonths: number;
  readonly consentId: string | null;
  readonly request: object;
  readonly findings: CreditFindings;
  readonly policyVersion: string;
  readonly model: { readonly name: string; readonly version: string; readonly sha256: string };
  /** Null when the model was not asked or had no answer. */
  readonly answer: {
    readonly features: readonly (number | null)[];
    readonly probability: number;
    readonly score: number;
    readonly latencyUs: number;
  } | null;
  readonly degraded: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly decision: CreditDecision;
  readonly approvedAmount: number | null;
  readonly reasons: readonly CreditReason[];
  readonly reviewReason: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type CreditRecorded =
  | {
      readonly kind: 'done';
      readonly replayed: boolean;
      readonly assessment: CreditAssessmentView;
    }
  | { readonly kind: 'key_reused' };

export interface CreditReview {
  readonly assessmentId: string;
  readonly decision: Exclude<CreditDecision, 'manual_review'>;
  readonly approvedAmount: number | null;
  readonly reasons: readonly CreditReason[];
  readonly comment: string;
  readonly cause: Cause;
}

export type CreditReviewed =
  | { readonly kind: 'done'; readonly assessment: CreditAssessmentView }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'conflict'; readonly decision: CreditDecision };

export interface CreditActs {
  /** What a key was used for already; null when it is free. */
  seen(
    order: Pick<CreditOrder, 'tenantId' | 'requestHash' | 'cause'>,
  ): Promise<CreditRecorded | null>;
  /** Writes an assessment with the engine's decision. */
  record(order: CreditOrder): Promise<CreditRecorded>;
  /** Writes what a person decided about what the engine left to one. */
  review(order: CreditReview): Promise<CreditReviewed>;
}
