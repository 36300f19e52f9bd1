// Runs of the monitor, its days, alerts, cases and their notes.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  AlertResolution,
  AlertStatus,
  AmlLevel,
  AmlOrigin,
  CaseStatus,
  SarDecision,
  Typology,
} from '../../ledger/decisions/aml.ts';
import {
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
} from '../kernel/declare.ts';

export const amlRuns = sqliteTable('aml_runs', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  scope: text('scope').notNull(),
  periodFrom: integer('period_from').notNull(),
  periodTo: integer('period_to').notNull(),
  riskScore: integer('risk_score').notNull(),
  riskLevel: text('risk_level').$type<AmlLevel>().notNull(),
  findings: text('findings').notNull(),
  screening: text('screening').notNull(),
  /** Alerts that the run opened or added evidence to. */
  alertIds: text('alert_ids').notNull(),
  examined: integer('examined').notNull(),
  truncated: integer('truncated').notNull(),
  sarSuggested: integer('sar_suggested').notNull(),
  narrative: text('narrative'),
  createdAt: integer('created_at').notNull(),
  origin: text('origin').$type<AmlOrigin>().notNull(),
});

declare(amlRuns, {
  defaults: { origin: "'request'" },
  checks: [
    'json_valid(scope)',
    'risk_score BETWEEN 0 AND 100',
    "risk_level IN ('low', 'medium', 'high', 'critical')",
    'json_valid(findings)',
    'json_valid(screening)',
    'json_valid(alert_ids)',
    'examined >= 0',
    'truncated IN (0, 1)',
    'sar_suggested IN (0, 1)',
    "origin IN ('request', 'daily')",
    'period_from < period_to',
  ],
  indexes: {
    aml_runs_by_customer:
      "( coalesce(json_extract(scope, '$.customerId'), json_extract(scope, '$.accountId')), id)",
  },
  triggers: [
    neverDeleted('runs are never deleted'),
    refuse(
      'aml_runs_no_update',
      'UPDATE',
      'what a run found never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      coalesce(json_extract(OLD.scope, '$.customerId'), (SELECT customer_id FROM accounts
      WHERE id = json_extract(OLD.scope, '$.accountId'))))`,
    ),
    notWhileMoving,
  ],
});

export const amlDays = sqliteTable(
  'aml_days',
  {
    tenantId: text('tenant_id').notNull(),
    /** Days since 1970 UTC. */
    day: integer('day').notNull(),
    /** Start of the interval, by the journal's time, whose bookings select the customers. */
    movedFrom: integer('moved_from').notNull(),
    movedTo: integer('moved_to').notNull(),
    /** The id of the last processed customer; customers are processed in the order of their ids. */
    afterCustomer: text('after_customer').notNull(),
    customers: integer('customers').notNull(),
    /** Customers with new findings. */
    runs: integer('runs').notNull(),
    startedAt: integer('started_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day] })],
);

declare(amlDays, {
  withoutRowid: true,
  checks: [
    'day > 0',
    'customers >= 0',
    'runs BETWEEN 0 AND customers',
    'finished_at >= started_at',
    'moved_from <= moved_to',
  ],
  triggers: [
    refuse(
      'aml_days_in_turn',
      'INSERT',
      'a day is looked at once, and in its turn',
      'EXISTS (SELECT 1 FROM aml_days WHERE tenant_id = NEW.tenant_id AND day >= NEW.day)',
    ),
    refuse(
      'aml_days_go_on',
      'UPDATE',
      'a day goes on until it is over, and never back',
      `OLD.finished_at IS NOT NULL OR NEW.tenant_id <> OLD.tenant_id OR NEW.day <> OLD.day OR
      NEW.moved_from <> OLD.moved_from OR NEW.moved_to <> OLD.moved_to OR NEW.started_at <>
      OLD.started_at OR NEW.after_customer < OLD.after_customer OR NEW.customers <
      OLD.customers OR NEW.runs < OLD.runs`,
    ),
    neverDeleted('days that were looked at are never deleted'),
    notWhileMoving,
  ],
});

export const amlCases = sqliteTable('aml_cases', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  status: text('status').$type<CaseStatus>().notNull(),
  /** Whether a report is due; the bank files none by itself. */
  sarDecision: text('sar_decision').$type<SarDecision>(),
  closedBy: text('closed_by'),
  reason: text('reason'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(amlCases, {
  references: { customerId: 'customers (id)' },
  checks: [
    "status IN ('open', 'closed')",
    "sar_decision IN ('file', 'do_not_file')",
    'version > 0',
    "(status = 'open') = (closed_by IS NULL)",
    '(closed_by IS NULL) = (reason IS NULL)',
    '(closed_by IS NULL) = (sar_decision IS NULL)',
  ],
  indexes: {
    aml_cases_one_open: "UNIQUE (customer_id) WHERE status = 'open'",
    aml_cases_by_tenant: '(tenant_id, id)',
    aml_cases_by_status: '(status, id)',
    aml_cases_by_customer: '(customer_id, id)',
  },
  triggers: [
    refuse(
      'aml_cases_alerts_first',
      'UPDATE OF status',
      'a case ends after its alerts',
      `NEW.status = 'closed' AND EXISTS (SELECT 1 FROM aml_alerts WHERE case_id = OLD.id AND
      status <> 'closed')`,
    ),
    neverDeleted('cases are never deleted'),
    refuse(
      'aml_cases_closed_for_good',
      'UPDATE',
      'a case is closed once',
      `(OLD.status = 'closed' OR NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id OR
      NEW.customer_id <> OLD.customer_id OR NEW.created_at <> OLD.created_at) AND NOT EXISTS
      (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
});

export const amlCaseNotes = sqliteTable(
  'aml_case_notes',
  {
    caseId: text('case_id').notNull(),
    number: integer('number').notNull(),
    author: text('author').notNull(),
    body: text('body').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.number] })],
);

declare(amlCaseNotes, {
  withoutRowid: true,
  references: { caseId: 'aml_cases (id)' },
  checks: ['number > 0'],
  triggers: [
    neverUpdated('notes never change'),
    refuse(
      'aml_case_notes_no_delete',
      'DELETE',
      'notes are never deleted',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      (SELECT customer_id FROM aml_cases WHERE id = OLD.case_id))`,
    ),
  ],
});

export const amlAlerts = sqliteTable('aml_alerts', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  accountId: text('account_id').notNull(),
  caseId: text('case_id').notNull(),
  /** The run whose evidence the alert shows. */
  runId: text('run_id').notNull(),
  typology: text('typology').$type<Typology>().notNull(),
  severity: text('severity').$type<AmlLevel>().notNull(),
  score: integer('score').notNull(),
  evidence: text('evidence').notNull(),
  status: text('status').$type<AlertStatus>().notNull(),
  resolution: text('resolution').$type<AlertResolution>(),
  decidedBy: text('decided_by'),
  reason: text('reason'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(amlAlerts, {
  references: { accountId: 'accounts (id)', caseId: 'aml_cases (id)', runId: 'aml_runs (id)' },
  checks: [
    "severity IN ('low', 'medium', 'high', 'critical')",
    'score BETWEEN 50 AND 100',
    'json_valid(evidence)',
    "status IN ('open', 'in_review', 'escalated', 'closed')",
    "resolution IN ('false_positive', 'confirmed', 'sar_filed', 'duplicate')",
    'version > 0',
    "(status = 'closed') = (resolution IS NOT NULL)",
    '(decided_by IS NULL) = (reason IS NULL)',
    "status = 'open' OR decided_by IS NOT NULL",
  ],
  indexes: {
    aml_alerts_one_open: "UNIQUE (account_id, typology) WHERE status <> 'closed'",
    aml_alerts_by_account: '(account_id, typology, id)',
    aml_alerts_by_case: '(case_id, id)',
    aml_alerts_by_tenant: '(tenant_id, id)',
    aml_alerts_waiting: "(id) WHERE status <> 'closed'",
  },
  triggers: [
    fixedColumns(
      'id, tenant_id, customer_id, account_id, case_id, typology, created_at',
      'whom an alert is about never changes',
    ),
    neverDeleted('alerts about laundering are never deleted'),
    refuse(
      'aml_alerts_closed_for_good',
      'UPDATE',
      'an alert is closed once',
      `(OLD.status = 'closed') AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status =
      'running' AND customer_id = OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
});
