// What one can do about money laundering, and what comes of it: the words that the API shares with
// the writer (db/aml/acts.ts).

import type {
  AlertResolution,
  AlertStatus,
  AmlLevel,
  SarDecision,
} from '../../ledger/decisions/aml.ts';
import type { HitStatus, ListMatch } from '../../ledger/decisions/screening.ts';
import type { Cause } from '../transactions/port.ts';
import type {
  AmlCaseFile,
  AmlRunView,
  StoredEvidence,
  StoredFinding,
  StoredScreening,
} from './view.ts';

export interface AmlAsked {
  readonly tenantId: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** A suspicion about an account: a finding that is triggered. */
export interface AmlSuspicion {
  readonly customerId: string;
  readonly finding: StoredFinding & {
    readonly accountId: string;
    readonly evidence: StoredEvidence;
  };
}

/** What a run has found, with what is to become of it. */
export interface AmlFound {
  readonly tenantId: string;
  readonly scope: object;
  readonly period: { readonly from: number; readonly to: number };
  readonly riskScore: number;
  readonly riskLevel: AmlLevel;
  /** One of each typology that was asked for. */
  readonly findings: readonly StoredFinding[];
  readonly screening: readonly StoredScreening[];
  readonly examined: number;
  readonly truncated: boolean;
  readonly sarSuggested: boolean;
  readonly narrative: string | null;
  /** What alerts are to be opened of; empty: none were asked for. */
  readonly suspicions: readonly AmlSuspicion[];
  readonly cause: Cause;
}

export interface AmlRunOrder extends AmlAsked, AmlFound {}

/** A day that is to be looked at, and what it is about (milliseconds). */
export interface AmlDayOrder {
  readonly tenantId: string;
  readonly day: number;
  readonly movedFrom: number;
  readonly movedTo: number;
}

/** So far a day has come. */
export interface AmlDayStep {
  readonly tenantId: string;
  readonly day: number;
  /** Where it stood when this step began: whoever else has moved it goes on instead. */
  readonly from: string;
  readonly to: string;
  /** Customers looked at on the way. */
  readonly customers: number;
  /** What was found of the last of them; null: nothing. */
  readonly found: AmlFound | null;
  readonly isOver: boolean;
}

export type AmlRecorded =
  | { readonly kind: 'done'; readonly replayed: boolean; readonly run: AmlRunView }
  | { readonly kind: 'key_reused' };

export interface AlertMove {
  readonly alertId: string;
  readonly to: Exclude<AlertStatus, 'open'>;
  /** With `closed` only. */
  readonly resolution: AlertResolution | null;
  readonly reason: string;
  readonly cause: Cause;
}

export interface CaseNote {
  readonly caseId: string;
  readonly body: string;
  readonly cause: Cause;
}

export interface CaseEnd {
  readonly caseId: string;
  readonly sarDecision: SarDecision;
  readonly reason: string;
  readonly cause: Cause;
}

export type AmlMoved =
  | { readonly kind: 'done'; readonly file: AmlCaseFile }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'conflict'; readonly message: string };

export interface AmlActs {
  /** What a key was used for already; null when it is free. */
  seen(asked: AmlAsked): Promise<AmlRecorded | null>;
  /** Writes a run with the alerts and cases that come of it. */
  record(order: AmlRunOrder): Promise<AmlRecorded>;
  /** Begins a day; false: it was begun before, or a later one was. */
  beginDay(order: AmlDayOrder): Promise<boolean>;
  /** Writes what was found and how far the day has come; false: somebody else has moved it on. */
  stepDay(step: AmlDayStep): Promise<boolean>;
  /** What a person made of an entry beside a name outside; null: nobody was asked. */
  said(customerId: string, name: string, match: ListMatch): HitStatus | null;
  moveAlert(move: AlertMove): Promise<AmlMoved>;
  addNote(note: CaseNote): Promise<AmlMoved>;
  closeCase(end: CaseEnd): Promise<AmlMoved>;
}
