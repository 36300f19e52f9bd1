// Writes runs of the monitor, and the alerts and cases that come of them, each with its events in
// one database transaction. What is suspected of an account is one alert until an operator closes
// it, and evidence that was closed once opens no second one.

import {
  type AlertResolution,
  type AlertStatus,
  type AmlLevel,
  type AmlOrigin,
  amlLevelOf,
  mayMove,
  type SarDecision,
} from '../../ledger/decisions/aml.ts';
import type { EventType } from '../../ledger/event.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mint, mintDated } from '../kernel/mint.ts';
import type { TxParts } from '../kernel/tx.ts';
import { amlDayWriter } from './day-acts.ts';
import { type AmlStatements, amlStatements } from './statements.ts';
import {
  type AmlAlertRow,
  type AmlCaseFile,
  type AmlCaseRow,
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
  /** Where it stood when this step began: another process that has moved it goes on instead. */
  readonly from: string;
  readonly to: string;
  /** Customers looked at on the way. */
  readonly customers: number;
  /** What was found of the last of them; null: nothing. */
  readonly found: AmlFound | null;
  readonly isOver: boolean;
}

export interface AmlRecorded {
  readonly replayed: boolean;
  readonly run: AmlRunView;
}

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

export interface AmlActs {
  /** What a key was used for already; null when it is free. */
  findByKey(asked: AmlAsked): AmlRecorded | null;
  /** Writes a run with the alerts and cases that come of it. */
  record(order: AmlRunOrder): AmlRecorded;
  /** Begins a day; false: it was begun before, or a later one was. */
  beginDay(order: AmlDayOrder): boolean;
  /** Writes what was found and how far the day has come; false: another process has moved it on. */
  stepDay(step: AmlDayStep): boolean;
  moveAlert(move: AlertMove): AmlCaseFile;
  addNote(note: CaseNote): AmlCaseFile;
  closeCase(end: CaseEnd): AmlCaseFile;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

const OPERATION = 'POST /v1/ai/aml-monitor';

/** Call its functions inside `database.write` only. */
export function amlWriter(deps: Deps): AmlActs {
  const { keys, livemode, now, clock } = deps;
  const sql = amlStatements(deps.database);
  const suspect = suspecting(deps, sql);

  const useOf = ({ tenantId, requestHash, cause }: AmlAsked) => {
    return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
  };
  const viewOf = (row: AmlRunRow) => amlRunView(row, sql.alertsOfRun.all(row.id), livemode);

  function findByKey(asked: AmlAsked): AmlRecorded | null {
    const id = keys.find(useOf(asked), now());
    const row = id === null ? undefined : sql.runById.get(id);
    return row ? { replayed: true, run: viewOf(row) } : null;
  }

  /** A run with what comes of it. The run has to be there before its alerts name it. */
  function keep(order: AmlFound, origin: AmlOrigin, isWanted: (news: boolean) => boolean) {
    const { id, at } = mintDated('amlRun', order.tenantId, clock);
    const planned = order.suspicions.flatMap((one) => suspect.plan(one, id, at) ?? []);
    if (!isWanted(planned.some(({ isNews }) => isNews))) return null;
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
    sql.insertRun.run(row);
    for (const { carryOut } of planned) carryOut(order.tenantId, order.cause);
    return row;
  }

  function record(order: AmlRunOrder): AmlRecorded {
    const before = findByKey(order);
    if (before) return before;
    const row = keep(order, 'request', () => true) as AmlRunRow;
    keys.bind(useOf(order), row.id, now());
    return { replayed: false, run: viewOf(row) };
  }

  /** A look by the clock is kept where it says something new; true: it was. */
  function keepNews(found: AmlFound): boolean {
    return keep(found, 'daily', (isNews) => isNews) !== null;
  }

  function moveAlert({ alertId, to, resolution, reason, cause }: AlertMove): AmlCaseFile {
    const row = sql.alertById.get(alertId);
    if (!row) throw new Refusal('aml_alert_not_found');
    const isSame = row.status === to && row.resolution === resolution;
    if (!isSame) {
      if (!mayMove(row.status, to)) {
        throw invalidState(`The alert is already ${row.status}.`);
      }
      const decided = { status: to, resolution, decidedBy: cause.actor, reason };
      suspect.saveAlert(row, decided, to === 'closed' ? 'aml.alert.closed' : ALERT_UPDATED, cause);
    }
    return fileOf(row.caseId);
  }

  function addNote({ caseId, body, cause }: CaseNote): AmlCaseFile {
    const row = sql.caseById.get(caseId);
    if (!row) throw new Refusal('aml_case_not_found');
    const number = sql.notes.all(caseId).length + 1;
    const createdAt = clock(row.tenantId);
    sql.insertNote.run({ caseId, number, author: cause.actor, body, createdAt });
    if (row.status === 'open') suspect.saveCase(row, {}, 'case.updated', cause);
    return fileOf(caseId);
  }

  function closeCase({ caseId, sarDecision, reason, cause }: CaseEnd): AmlCaseFile {
    const row = sql.caseById.get(caseId);
    if (!row) throw new Refusal('aml_case_not_found');
    if (row.status === 'closed') {
      if (row.sarDecision !== sarDecision) throw invalidState('The case is already closed.');
      return fileOf(caseId);
    }
    const left = sql.alertsOfCase.all(caseId).filter(({ status }) => status !== 'closed');
    if (left.length > 0) {
      throw invalidState(`The case has ${left.length} open alerts: close them first.`);
    }
    const ended = { status: 'closed', sarDecision, reason, closedBy: cause.actor } as const;
    suspect.saveCase(row, ended, 'case.closed', cause);
    return fileOf(caseId);
  }

  function fileOf(caseId: string): AmlCaseFile {
    const row = sql.caseById.get(caseId);
    if (!row) throw new Error(`case ${caseId} is gone`);
    const parts = { alerts: sql.alertsOfCase.all(caseId), notes: sql.notes.all(caseId) };
    return amlCaseFile({ row, ...parts, livemode });
  }

  const days = amlDayWriter(deps, keepNews);
  return {
    findByKey,
    record,
    beginDay: days.begin,
    stepDay: days.step,
    moveAlert,
    addNote,
    closeCase,
  };
}

const ALERT_UPDATED: EventType = 'aml.alert.updated';

interface Planned {
  readonly alertId: string;
  /** False: an alert that is not closed has all of that evidence already. */
  readonly isNews: boolean;
  readonly carryOut: (tenantId: string, cause: Cause) => void;
}

/** What becomes of a suspicion: a new alert, more evidence of one, or nothing new. */
function suspecting({ emit, livemode, clock }: Deps, sql: AmlStatements) {
  function emitEvent(type: EventType, row: AmlAlertRow | AmlCaseRow, cause: Cause): void {
    const object = 'typology' in row ? amlAlertView(row, livemode) : amlCaseView(row, livemode);
    emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
  }

  function saveAlert(row: AmlAlertRow, to: Partial<AmlAlertRow>, type: EventType, cause: Cause) {
    const updatedAt = Math.max(clock(row.tenantId), row.updatedAt);
    const next = { ...row, ...to, version: row.version + 1, updatedAt };
    sql.updateAlert.run(next);
    emitEvent(type, next, cause);
  }

  function saveCase(row: AmlCaseRow, to: Partial<AmlCaseRow>, type: EventType, cause: Cause) {
    const updatedAt = Math.max(clock(row.tenantId), row.updatedAt);
    const next = { ...row, ...to, version: row.version + 1, updatedAt };
    sql.updateCase.run(next);
    emitEvent(type, next, cause);
  }

  /** The customer's open case, or a new one. */
  function caseFor(tenantId: string, customerId: string, cause: Cause): string {
    const open = sql.openCase.get(customerId);
    if (open) {
      saveCase(open, {}, 'case.updated', cause);
      return open.id;
    }
    const { id, at } = mintDated('amlCase', tenantId, clock);
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
    sql.insertCase.run(row);
    emitEvent('case.created', row, cause);
    return id;
  }

  function strengthen(open: AmlAlertRow, one: AmlSuspicion, runId: string): Planned | null {
    const { evidence, score } = one.finding;
    if (isKnown(evidence, [open])) {
      return { alertId: open.id, isNews: false, carryOut: () => {} };
    }
    const more = { evidence: JSON.stringify(evidence), score, severity: amlLevelOf(score), runId };
    return {
      alertId: open.id,
      isNews: true,
      carryOut: (_, cause) => saveAlert(open, more, 'aml.alert.updated', cause),
    };
  }

  return {
    saveAlert,
    saveCase,
    /** Reads only; what it comes to is written once the run is. */
    plan(one: AmlSuspicion, runId: string, at: number): Planned | null {
      const { accountId, code, evidence, score } = one.finding;
      const before = sql.alertsAbout.all(accountId, code);
      const open = before.find(({ status }) => status !== 'closed');
      if (open) return strengthen(open, one, runId);
      if (isKnown(evidence, before)) return null;
      const id = mint('amlAlert');
      return {
        alertId: id,
        isNews: true,
        carryOut(tenantId, cause) {
          const row: AmlAlertRow = {
            id,
            tenantId,
            customerId: one.customerId,
            accountId,
            caseId: caseFor(tenantId, one.customerId, cause),
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
            createdAt: at,
            updatedAt: at,
          };
          sql.insertAlert.run(row);
          emitEvent('aml.alert.opened', row, cause);
        },
      };
    },
  };
}

/** True when every transaction of it was evidence before. */
function isKnown(evidence: StoredEvidence, alerts: readonly AmlAlertRow[]): boolean {
  const known = new Set(
    alerts.flatMap((alert) => (JSON.parse(alert.evidence) as StoredEvidence).transactionIds),
  );
  return evidence.transactionIds.every((id) => known.has(id));
}
