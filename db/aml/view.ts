// Runs of the monitor, alerts and cases as the API and the events show them.

import type { Typology } from '../../ledger/decisions/aml.ts';
import { messageFor, type Suspicion } from '../../ledger/decisions/reasons.ts';
import type { HitStatus } from '../../ledger/decisions/screening.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { amlAlerts, amlCaseNotes, amlCases, amlRuns } from './tables.ts';

export type AmlRunRow = typeof amlRuns.$inferSelect;
export type AmlAlertRow = typeof amlAlerts.$inferSelect;
export type AmlCaseRow = typeof amlCases.$inferSelect;
export type AmlNoteRow = typeof amlCaseNotes.$inferSelect;

/** Times in milliseconds; amounts in minor units. */
export interface StoredEvidence {
  /** Ids of the newest transactions, at most 200. */
  readonly transactionIds: readonly string[];
  readonly transactions: number;
  readonly amountTotal: number;
  readonly currency: string;
  readonly window: { readonly from: number; readonly to: number };
}

/** The result of a run for one typology. */
export interface StoredFinding {
  readonly code: Typology;
  /** `not_run` says nothing about the customer: the rule lacked its data. */
  readonly status: 'run' | 'not_run';
  readonly reason: string | null;
  readonly accountId: string | null;
  /** 0 to 100; from 50 on every condition of one of the rules is met. */
  readonly score: number;
  readonly triggered: boolean;
  readonly rules: readonly {
    readonly ruleId: string;
    readonly version: number;
    readonly hit: boolean;
    readonly conditions: readonly {
      readonly name: string;
      readonly observed: number;
      readonly is: 'at_least' | 'at_most';
      readonly threshold: number;
    }[];
  }[];
  readonly evidence: StoredEvidence | null;
}

/** An external party whose name resembles an entry of a sanctions list. */
export interface StoredScreening {
  readonly list: string;
  readonly entityId: string;
  readonly name: string;
  readonly matchedName: string;
  readonly score: number;
  /** The decision of a person about the match; pending until there is one. */
  readonly status: HitStatus;
  readonly features: readonly { readonly name: string; readonly score: number }[];
}

function evidenceView({ window, transactionIds, ...rest }: StoredEvidence) {
  return {
    ...rest,
    transactionIds: [...transactionIds],
    window: { from: timestamp(window.from), to: timestamp(window.to) },
  };
}

function findingView({ evidence, rules, ...rest }: StoredFinding) {
  return {
    ...rest,
    rules: rules.map(({ conditions, ...rule }) => ({ ...rule, conditions: [...conditions] })),
    evidence: evidence && evidenceView(evidence),
  };
}

/** Returns a finding in the common form of suspicions. */
function suspicionOf({ code, rules, evidence }: StoredFinding): Suspicion {
  return {
    code,
    message: messageFor(code),
    figures: rules.filter(({ hit }) => hit).flatMap(({ conditions }) => conditions),
    transactionIds: [...(evidence?.transactionIds ?? [])],
  };
}

/** The wire form of an alert. */
export function amlAlertView(row: AmlAlertRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'aml_alert' as const,
    livemode,
    customerId: row.customerId,
    accountId: row.accountId,
    caseId: row.caseId,
    runId: row.runId,
    typology: row.typology,
    severity: row.severity,
    score: row.score,
    evidence: evidenceView(JSON.parse(row.evidence) as StoredEvidence),
    status: row.status,
    resolution: row.resolution,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type AmlAlertView = ReturnType<typeof amlAlertView>;

/** The wire form of a case for its developer. Notes and reasons stay with the bank. */
export function amlCaseView(row: AmlCaseRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'aml_case' as const,
    livemode,
    customerId: row.customerId,
    status: row.status,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type AmlCaseView = ReturnType<typeof amlCaseView>;

export interface CaseParts {
  readonly row: AmlCaseRow;
  readonly alerts: readonly AmlAlertRow[];
  readonly notes: readonly AmlNoteRow[];
  readonly livemode: boolean;
}

/** The view of a case for operators, with its notes. */
export function amlCaseFile({ row, alerts, notes, livemode }: CaseParts) {
  return {
    ...amlCaseView(row, livemode),
    developerId: row.tenantId,
    sarDecision: row.sarDecision,
    closedBy: row.closedBy,
    reason: row.reason,
    alerts: alerts.map((alert) => ({
      ...amlAlertView(alert, livemode),
      decidedBy: alert.decidedBy,
      reason: alert.reason,
    })),
    notes: notes.map(({ number, author, body, createdAt }) => {
      return { number, author, body, createdAt: timestamp(createdAt) };
    }),
  };
}

export type AmlCaseFile = ReturnType<typeof amlCaseFile>;

/** The wire form of a run, with the current state of its alerts. */
export function amlRunView(row: AmlRunRow, alerts: readonly AmlAlertRow[], livemode: boolean) {
  const findings = JSON.parse(row.findings) as StoredFinding[];
  return {
    id: row.id,
    runId: row.id,
    object: 'aml_run' as const,
    livemode,
    status: 'completed' as const,
    origin: row.origin,
    scope: JSON.parse(row.scope) as {
      customerId?: string;
      accountId?: string;
      transactionIds?: string[];
    },
    period: { from: timestamp(row.periodFrom), to: timestamp(row.periodTo) },
    riskScore: row.riskScore,
    riskLevel: row.riskLevel,
    typologies: findings.map(findingView),
    suspicions: findings.filter(({ triggered }) => triggered).map(suspicionOf),
    screening: (JSON.parse(row.screening) as StoredScreening[]).map((match) => {
      return { ...match, features: [...match.features] };
    }),
    alerts: alerts.map(({ id, typology, status, severity }) => {
      return { id, typology, status, severity };
    }),
    transactionsExamined: row.examined,
    truncated: row.truncated === 1,
    sarSuggested: row.sarSuggested === 1,
    narrativeDraft: row.narrative,
    model: null,
    version: 1,
    createdAt: timestamp(row.createdAt),
  };
}

export type AmlRunView = ReturnType<typeof amlRunView>;
