// What one can do about the identity of a customer, and what comes of it: the words that the API
// and the workflow share with the writer (db/kyc/acts.ts).

import type {
  DocumentType,
  KycAssessmentStatus,
  KycFailure,
  KycLevel,
  KycStage,
} from '../../ledger/decisions/kyc.ts';
import type { HitDraft } from '../screening/acts.ts';
import type { Cause } from '../transactions/port.ts';

/** A person as the request gives it; what was left out is null. */
export interface KycPerson {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly dateOfBirth: string | null;
  readonly nationality: string | null;
  readonly country: string | null;
}

/** Who the customer is said to be. */
export interface KycSubject {
  readonly identity: KycPerson | null;
  readonly business: {
    readonly name: string;
    readonly tradingNames: readonly string[];
    readonly country: string | null;
    readonly owners: readonly KycPerson[];
  } | null;
  readonly hasSelfie: boolean;
}

export interface DocumentDraft {
  readonly type: DocumentType;
  readonly country: string | null;
  /** Keyed hash of the number, and its end; null: it has none. */
  readonly numberMac: string | null;
  readonly numberLast4: string | null;
  readonly expiresOn: string | null;
  readonly fileId: string;
}

export interface KycOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly level: KycLevel;
  readonly subject: KycSubject;
  readonly identityMac: string | null;
  readonly documents: readonly DocumentDraft[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Method and path that the key of the request belongs to. */
  readonly operation: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type KycStarted =
  | { readonly kind: 'started'; readonly id: string; readonly replayed: boolean }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'not_found' }
  /** Another one is not over. */
  | { readonly kind: 'open'; readonly id: string }
  | { readonly kind: 'invalid_state'; readonly from: string };

export interface DocumentOrder {
  readonly tenantId: string;
  readonly assessmentId: string;
  readonly documents: readonly DocumentDraft[];
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type DocumentOutcome =
  | { readonly kind: 'done'; readonly replayed: boolean }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'invalid_state'; readonly from: string };

/** Where an assessment stands, for its workflow; status null: there is none of that id. */
export interface KycStanding {
  readonly status: KycAssessmentStatus | null;
  readonly stage: KycStage;
  /** Milliseconds of real time until the deadline for documents; null: none runs. */
  readonly deadlineInMs: number | null;
  /** True when the customer was changed since it was screened: nothing was written. */
  readonly stale: boolean;
}

export interface AssessOrder {
  readonly assessmentId: string;
  readonly runId: string;
  /** The customer as it was screened. */
  readonly customerVersion: number;
  readonly hits: readonly HitDraft[];
}

export interface KycActs {
  start(order: KycOrder): Promise<KycStarted>;
  addDocuments(order: DocumentOrder): Promise<DocumentOutcome>;
  /** Ends what waited for documents until its deadline; says where the assessment stands. */
  look(order: { readonly assessmentId: string }): Promise<KycStanding>;
  /** Applies the policy to what is known now, and lets the customer follow. */
  assess(order: AssessOrder): Promise<KycStanding>;
  /** Gives an assessment up: nobody is denied by a fault. */
  fail(order: { readonly assessmentId: string; readonly code: KycFailure }): Promise<KycStanding>;
}
