// Writes runs of the monitor, and the alerts and cases that come of them, each with its events in
// one database transaction. What is suspected of an account is one alert until somebody closes it,
// and evidence that was closed once opens no second one.

import { type AmlOrigin, amlLevelOf, mayMove } from '../../ledger/decisions/aml.ts';
import type { EventType } from '../../ledger/event.ts';
import type { eventLog } from '../events/acts.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { HitWriter } from '../screening/acts.ts';
import type { Cause } from '../transactions/port.ts';
import { amlDayWriter } from './day-acts.ts';
import type {
  AlertMove,
  AmlActs,
  AmlAsked,
  AmlFound,
  AmlMoved,
  AmlRecorded,
  AmlRunOrder,
  AmlSuspicion,
  CaseEnd,
  CaseNote,
} from './port.ts';
import { type AmlStatements, amlStatements } from './statements.ts';
import {
  type AmlAlertRow,
  type AmlCaseFile,
  type AmlCaseRow,
  type AmlRunRow,
  amlAlertView,
  amlCaseFile,
  amlCaseView,
  amlRunView,
  type StoredEvidence,
} from './view.ts';

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly hits: Pick<HitWriter, 'saidOf'>;
}

const OPERATION = 'POST /v1/ai/aml-monitor';

/** Prepares the acts on an open database. */
export function amlActs(deps: Deps): AmlActs {
  const writer = amlWriter(deps);
  const { write } = deps.database;
  const days = amlDayWriter(deps, writer.keepNews);
  return {
    said: deps.hits.saidOf,
    seen: (asked) => write(() => writer.seen(asked)),
    record: (order) => write(() => writer.record(order)),
    beginDay: (order) => write(() => days.begin(order)),
    stepDay: (step) => write(() => days.step(step)),
    moveAlert: (move) => write(() => writer.moveAlert(move)),
    addNote: (note) => write(() => writer.addNote(note)),
    closeCase: (end) => write(() => writer.closeCase(end)),
  };
}

function amlWriter(deps: Deps) {
  const { keys, livemode, now } = deps;
  const sql = amlStatements(deps.database);
  const suspect = suspecting(deps, sql);

  const useOf = ({ tenantId, requestHash, cause }: AmlAsked) => {
    return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
  };
  const viewOf = (row: AmlRunRow) => amlRunView(row, sql.alertsOfRun.all(row.id), livemode);

  function seen(asked: AmlAsked): AmlRecorded | null {
    const found = keys.look(useOf(asked), now());
    if (found.kind === 'key_reused') return { kind: 'key_reused' };
    const row = found.kind === 'replayed' ? sql.runById.get(found.id) : undefined;
    return row ? { kind: 'done', replayed: true, run: viewOf(row) } : null;
  }

  /** A run with what comes of it. The run has to be there before its alerts name it. */
  function keep(order: AmlFound, origin: AmlOrigin, isWanted: (news: boolean) => boolean) {
    const { id, at } = mintAt('amlRun');
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
    const before = seen(order);
    if (before) return before;
    const row = keep(order, 'request', () => true) as AmlRunRow;
    keys.bind(useOf(order), row.id, row.createdAt);
    return { kind: 'done', replayed: false, run: viewOf(row) };
  }

  /** What nobody asked for is kept where it says something new; true: it was. */
  function keepNews(found: AmlFound): boolean {
    return keep(found, 'daily', (isNews) => isNews) !== null;
  }

  function moveAlert({ alertId, to, resolution, reason, cause }: AlertMove): AmlMoved {
    const row = sql.alertById.get(alertId);
    if (!row) return { kind: 'not_found' };
    const isSame = row.status === to && row.resolution === resolution;
    if (!isSame) {
      if (!mayMove(row.status, to)) {
        return { kind: 'conflict', message: `The alert is already ${row.status}.` };
      }
      const decided = { status: to, resolution, decidedBy: cause.actor, reason };
      suspect.saveAlert(row, decided, to === 'closed' ? 'aml.alert.closed' : TOLD, cause);
    }
    return { kind: 'done', file: fileOf(row.caseId) };
  }

  function addNote({ caseId, body, cause }: CaseNote): AmlMoved {
    const row = sql.caseById.get(caseId);
    if (!row) return { kind: 'not_found' };
    const number = sql.notes.all(caseId).length + 1;
    sql.insertNote.run({ caseId, number, author: cause.actor, body, createdAt: now() });
    if (row.status === 'open') suspect.saveCase(row, {}, 'case.updated', cause);
    return { kind: 'done', file: fileOf(caseId) };
  }

  function closeCase({ caseId, sarDecision, reason, cause }: CaseEnd): AmlMoved {
    const row = sql.caseById.get(caseId);
    if (!row) return { kind: 'not_found' };
    if (row.status === 'closed') {
      return row.sarDecision === sarDecision
        ? { kind: 'done', file: fileOf(caseId) }
        : { kind: 'conflict', message: 'The case is already closed.' };
    }
    const left = sql.alertsOfCase.all(caseId).filter(({ status }) => status !== 'closed');
    if (left.length > 0) {
      return {
        kind: 'conflict',
        message: `The case has ${left.length} open alerts: close them first.`,
      };
    }
    const ended = { status: 'closed', sarDecision, reason, closedBy: cause.actor } as const;
    suspect.saveCase(row, ended, 'case.closed', cause);
    return { kind: 'done', file: fileOf(caseId) };
  }

  function fileOf(caseId: string): AmlCaseFile {
    const row = sql.caseById.get(caseId);
    if (!row) throw new Error(`case ${caseId} is gone`);
    const parts = { alerts: sql.alertsOfCase.all(caseId), notes: sql.notes.all(caseId) };
    return amlCaseFile({ row, ...parts, livemode });
  }

  return { seen, record, keepNews, moveAlert, addNote, closeCase };
}

const TOLD: EventType = 'aml.alert.updated';

interface Planned {
  readonly alertId: string;
  /** False: an alert that is not closed has all of that evidence already. */
  readonly isNews: boolean;
  readonly carryOut: (tenantId: string, cause: Cause) => void;
}

/** What becomes of a suspicion: a new alert, more evidence of one, or nothing new. */
function suspecting({ emit, livemode, now }: Deps, sql: AmlStatements) {
  function tell(type: EventType, row: AmlAlertRow | AmlCaseRow, cause: Cause): void {
    const object = 'typology' in row ? amlAlertView(row, livemode) : amlCaseView(row, livemode);
    emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
  }

  function saveAlert(row: AmlAlertRow, to: Partial<AmlAlertRow>, type: EventType, cause: Cause) {
    const updatedAt = Math.max(now(), row.updatedAt);
    const next = { ...row, ...to, version: row.version + 1, updatedAt };
    sql.updateAlert.run(next);
    tell(type, next, cause);
  }

  function saveCase(row: AmlCaseRow, to: Partial<AmlCaseRow>, type: EventType, cause: Cause) {
    const updatedAt = Math.max(now(), row.updatedAt);
    const next = { ...row, ...to, version: row.version + 1, updatedAt };
    sql.updateCase.run(next);
    tell(type, next, cause);
  }

  /** The customer's open case, or a new one. */
  function caseFor(tenantId: string, customerId: string, cause: Cause): string {
    const open = sql.openCase.get(customerId);
    if (open) {
      saveCase(open, {}, 'case.updated', cause);
      return open.id;
    }
    const { id, at } = mintAt('amlCase');
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
    tell('case.created', row, cause);
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
      const { id } = mintAt('amlAlert');
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
          tell('aml.alert.opened', row, cause);
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
