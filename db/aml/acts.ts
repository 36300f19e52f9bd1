// Writes monitor runs and the alerts and cases that result from them, each with its events in one
// database transaction. An account has one alert per suspicion until an operator closes it, and
// evidence of a closed alert does not open a second one.

import {
  type AlertResolution,
  type AlertStatus,
  type AmlLevel,
  type AmlOrigin,
  amlLevelOf,
  canAlertBecome,
  type SarDecision,
} from '../../ledger/decisions/aml.ts';
import type { EventType } from '../../ledger/event.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { mint, mintDated } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { AML_SQL } from './statements.ts';
import {
  type AmlAlertRow,
  type AmlCaseFile,
  type AmlCaseRow,
  type AmlNoteRow,
  type AmlRunRow,
  type AmlRunView,
  amlAlertView,
  amlCaseFile,
  amlCaseView,
  amlRunView,
  type StoredEvidence,
  type StoredFinding,
  type StoredScreening,
} from './view.ts';

export interface AmlRequest {
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

/** The findings of a run, and the alerts to open for them. */
export interface AmlRunFindings {
  readonly tenantId: string;
  readonly scope: object;
  readonly period: { readonly from: number; readonly to: number };
  readonly riskScore: number;
  readonly riskLevel: AmlLevel;
  /** One finding for each requested typology. */
  readonly findings: readonly StoredFinding[];
  readonly screening: readonly StoredScreening[];
  readonly examined: number;
  readonly truncated: boolean;
  readonly sarSuggested: boolean;
  readonly narrative: string | null;
  /** Suspicions to open alerts for; empty when the caller asked for none. */
  readonly suspicions: readonly AmlSuspicion[];
  readonly cause: Cause;
}

export interface AmlRunOrder extends AmlRequest, AmlRunFindings {}

/** A day to monitor, and the period of movements that it covers (milliseconds). */
export interface AmlDayOrder {
  readonly tenantId: string;
  readonly day: number;
  readonly movedFrom: number;
  readonly movedTo: number;
}

/** One step in the monitoring of a day. */
export interface AmlDayStep {
  readonly tenantId: string;
  readonly day: number;
  /**
   * Expected position at the start of this step. When another process has advanced it, that process
   * continues the day instead.
   */
  readonly from: string;
  readonly to: string;
  /** Number of customers examined in this step. */
  readonly customers: number;
  /** Findings about the last of these customers, or null when there are none. */
  readonly findings: AmlRunFindings | null;
  readonly isOver: boolean;
}

export interface AmlRecorded {
  readonly replayed: boolean;
  readonly run: AmlRunView;
}

export interface AlertMove {
  readonly alertId: string;
  readonly to: Exclude<AlertStatus, 'open'>;
  /** Null unless `to` is `closed`. */
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

const OPERATION = 'POST /v1/ai/aml-monitor';

function emitEvent(tx: Tx, type: EventType, row: AmlAlertRow | AmlCaseRow, cause: Cause): void {
  const object = 'typology' in row ? amlAlertView(row, tx.livemode) : amlCaseView(row, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
}

function saveAlert(
  tx: Tx,
  row: AmlAlertRow,
  changes: Partial<AmlAlertRow>,
  type: EventType,
  cause: Cause,
) {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...changes, version: row.version + 1, updatedAt };
  tx.run(AML_SQL.updateAlert, next);
  emitEvent(tx, type, next, cause);
}

function saveCase(
  tx: Tx,
  row: AmlCaseRow,
  changes: Partial<AmlCaseRow>,
  type: EventType,
  cause: Cause,
) {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...changes, version: row.version + 1, updatedAt };
  tx.run(AML_SQL.updateCase, next);
  emitEvent(tx, type, next, cause);
}

/** Returns the id of the customer's open case; opens a case when there is none. */
function caseFor(tx: Tx, tenantId: string, customerId: string, cause: Cause): string {
  const open = tx.get<AmlCaseRow>(AML_SQL.openCase, customerId);
  if (open) {
    saveCase(tx, open, {}, 'case.updated', cause);
    return open.id;
  }
  const { id, at } = mintDated('amlCase', tenantId, tx.clock);
  const row: AmlCaseRow = {
    id,
    tenantId,
    customerId,
    status: 'open',
    sarDecision: null,
    closedBy: null,
    reason: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  tx.run(AML_SQL.insertCase, row);
  emitEvent(tx, 'case.created', row, cause);
  return id;
}

function planUpdate(
  tx: Tx,
  open: AmlAlertRow,
  suspicion: AmlSuspicion,
  runId: string,
): PlannedAlert | null {
  const { evidence, score } = suspicion.finding;
  if (isKnown(evidence, [open])) {
    return { alertId: open.id, hasNewEvidence: false, carryOut: () => {} };
  }
  const otherColumns = {
    evidence: JSON.stringify(evidence),
    score,
    severity: amlLevelOf(score),
    runId,
  };
  return {
    alertId: open.id,
    hasNewEvidence: true,
    carryOut: (_, cause) => saveAlert(tx, open, otherColumns, 'aml.alert.updated', cause),
  };
}

/** Plans the alert for a suspicion. Reads only: the alert is written after the run. */
function planAlert(
  tx: Tx,
  suspicion: AmlSuspicion,
  runId: string,
  now: number,
): PlannedAlert | null {
  const { accountId, code, evidence, score } = suspicion.finding;
  const earlierAlerts = tx.all<AmlAlertRow>(AML_SQL.alertsAbout, accountId, code);
  const open = earlierAlerts.find(({ status }) => status !== 'closed');
  if (open) return planUpdate(tx, open, suspicion, runId);
  if (isKnown(evidence, earlierAlerts)) return null;
  const id = mint('amlAlert');
  return {
    alertId: id,
    hasNewEvidence: true,
    carryOut(tenantId, cause) {
      const row: AmlAlertRow = {
        id,
        tenantId,
        customerId: suspicion.customerId,
        accountId,
        caseId: caseFor(tx, tenantId, suspicion.customerId, cause),
        runId,
        typology: code,
        severity: amlLevelOf(score),
        score,
        evidence: JSON.stringify(evidence),
        status: 'open',
        resolution: null,
        decidedBy: null,
        reason: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      tx.run(AML_SQL.insertAlert, row);
      emitEvent(tx, 'aml.alert.opened', row, cause);
    },
  };
}

function keyUseOf({ tenantId, requestHash, cause }: AmlRequest) {
  return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
}

function viewOf(tx: Tx, row: AmlRunRow) {
  return amlRunView(row, tx.all<AmlAlertRow>(AML_SQL.alertsOfRun, row.id), tx.livemode);
}

/** Returns the run that an idempotency key is bound to, or null when the key is free. */
export const findAmlRunByKey = act(
  'aml.find_by_key',
  (tx, request: AmlRequest): AmlRecorded | null => {
    const id = tx.keys.find(keyUseOf(request), tx.now());
    const row = id === null ? undefined : tx.get<AmlRunRow>(AML_SQL.runById, id);
    return row ? { replayed: true, run: viewOf(tx, row) } : null;
  },
);

/** Writes a run with its alerts. The row of the run must exist before its alerts refer to it. */
function writeRun(
  tx: Tx,
  order: AmlRunFindings,
  origin: AmlOrigin,
  isWanted: (hasNews: boolean) => boolean,
) {
  const { id, at } = mintDated('amlRun', order.tenantId, tx.clock);
  const planned = order.suspicions.flatMap((suspicion) => planAlert(tx, suspicion, id, at) ?? []);
  if (!isWanted(planned.some(({ hasNewEvidence }) => hasNewEvidence))) return null;
  const row: AmlRunRow = {
    id,
    tenantId: order.tenantId,
    scope: JSON.stringify(order.scope),
    periodFrom: order.period.from,
    periodTo: order.period.to,
    riskScore: order.riskScore,
    riskLevel: order.riskLevel,
    findings: JSON.stringify(order.findings),
    screening: JSON.stringify(order.screening),
    alertIds: JSON.stringify(planned.map(({ alertId }) => alertId)),
    examined: order.examined,
    truncated: order.truncated ? 1 : 0,
    sarSuggested: order.sarSuggested ? 1 : 0,
    narrative: order.narrative,
    createdAt: at,
    origin,
  };
  tx.run(AML_SQL.insertRun, row);
  for (const { carryOut } of planned) carryOut(order.tenantId, order.cause);
  return row;
}

/** Writes a run with the alerts and cases that result from it. */
export const recordAmlRun = act('aml.record', (tx, order: AmlRunOrder): AmlRecorded => {
  const earlierRun = findAmlRunByKey(tx, order);
  if (earlierRun) return earlierRun;
  const row = writeRun(tx, order, 'request', () => true) as AmlRunRow;
  tx.keys.bind(keyUseOf(order), row.id, tx.now());
  return { replayed: false, run: viewOf(tx, row) };
});

/** Keeps a daily run only when it adds something to the alerts. Returns true when it was kept. */
export function keepDailyRun(tx: Tx, findings: AmlRunFindings): boolean {
  return writeRun(tx, findings, 'daily', (isNews) => isNews) !== null;
}

/**
 * Changes the status of an alert. Returns the file of its case.
 * @throws Refusal when the alert does not exist or cannot get that status
 */
export const moveAmlAlert = act(
  'aml.move_alert',
  (tx, { alertId, to, resolution, reason, cause }: AlertMove): AmlCaseFile => {
    const row = tx.get<AmlAlertRow>(AML_SQL.alertById, alertId);
    if (!row) throw new Refusal('aml_alert_not_found');
    const isSame = row.status === to && row.resolution === resolution;
    if (!isSame) {
      if (!canAlertBecome(row.status, to)) {
        throw invalidState(`The alert is already ${row.status}.`);
      }
      const decided = { status: to, resolution, decidedBy: cause.actor, reason };
      saveAlert(tx, row, decided, to === 'closed' ? 'aml.alert.closed' : ALERT_UPDATED, cause);
    }
    return fileOf(tx, row.caseId);
  },
);

/** Adds a note to a case. Returns the file of the case. */
export const addCaseNote = act(
  'aml.add_note',
  (tx, { caseId, body, cause }: CaseNote): AmlCaseFile => {
    const row = tx.get<AmlCaseRow>(AML_SQL.caseById, caseId);
    if (!row) throw new Refusal('aml_case_not_found');
    const number = tx.all<AmlNoteRow>(AML_SQL.notes, caseId).length + 1;
    const createdAt = tx.clock(row.tenantId);
    tx.run(AML_SQL.insertNote, { caseId, number, author: cause.actor, body, createdAt });
    if (row.status === 'open') saveCase(tx, row, {}, 'case.updated', cause);
    return fileOf(tx, caseId);
  },
);

/**
 * Closes a case with the decision about a report. Returns the file of the case.
 * @throws Refusal while alerts of the case are open
 */
export const closeAmlCase = act(
  'aml.close_case',
  (tx, { caseId, sarDecision, reason, cause }: CaseEnd): AmlCaseFile => {
    const row = tx.get<AmlCaseRow>(AML_SQL.caseById, caseId);
    if (!row) throw new Refusal('aml_case_not_found');
    if (row.status === 'closed') {
      if (row.sarDecision !== sarDecision) throw invalidState('The case is already closed.');
      return fileOf(tx, caseId);
    }
    const remaining = tx
      .all<AmlAlertRow>(AML_SQL.alertsOfCase, caseId)
      .filter(({ status }) => status !== 'closed');
    if (remaining.length > 0) {
      throw invalidState(`The case has ${remaining.length} open alerts: close them first.`);
    }
    const closing = { status: 'closed', sarDecision, reason, closedBy: cause.actor } as const;
    saveCase(tx, row, closing, 'case.closed', cause);
    return fileOf(tx, caseId);
  },
);

function fileOf(tx: Tx, caseId: string): AmlCaseFile {
  const row = tx.get<AmlCaseRow>(AML_SQL.caseById, caseId);
  if (!row) throw new Error(`case ${caseId} is gone`);
  const parts = {
    alerts: tx.all<AmlAlertRow>(AML_SQL.alertsOfCase, caseId),
    notes: tx.all<AmlNoteRow>(AML_SQL.notes, caseId),
  };
  return amlCaseFile({ row, ...parts, livemode: tx.livemode });
}

const ALERT_UPDATED: EventType = 'aml.alert.updated';

interface PlannedAlert {
  readonly alertId: string;
  /** False when an open alert already has all of the evidence. */
  readonly hasNewEvidence: boolean;
  readonly carryOut: (tenantId: string, cause: Cause) => void;
}

/** True when every transaction of the evidence already belongs to one of the alerts. */
function isKnown(evidence: StoredEvidence, alerts: readonly AmlAlertRow[]): boolean {
  const evidenceIds = new Set(
    alerts.flatMap((alert) => (JSON.parse(alert.evidence) as StoredEvidence).transactionIds),
  );
  return evidence.transactionIds.every((id) => evidenceIds.has(id));
}
