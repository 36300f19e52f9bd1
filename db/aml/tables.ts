// Runs of the monitor, its days, alerts, cases and their notes as typed columns.
// migrations/sqlite/ledger/0030_aml.sql and 0035_aml_daily.sql are the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  AlertResolution,
  AlertStatus,
  AmlLevel,
  AmlOrigin,
  CaseStatus,
  SarDecision,
  Typology,
} from '../../ledger/decisions/aml.ts';

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
  alertIds: text('alert_ids').notNull(),
  examined: integer('examined').notNull(),
  truncated: integer('truncated').notNull(),
  sarSuggested: integer('sar_suggested').notNull(),
  narrative: text('narrative'),
  createdAt: integer('created_at').notNull(),
  origin: text('origin').$type<AmlOrigin>().notNull(),
});

export const amlDays = sqliteTable('aml_days', {
  tenantId: text('tenant_id').notNull(),
  day: integer('day').notNull(),
  movedFrom: integer('moved_from').notNull(),
  movedTo: integer('moved_to').notNull(),
  afterCustomer: text('after_customer').notNull(),
  customers: integer('customers').notNull(),
  runs: integer('runs').notNull(),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
});

export const amlCases = sqliteTable('aml_cases', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  status: text('status').$type<CaseStatus>().notNull(),
  sarDecision: text('sar_decision').$type<SarDecision>(),
  closedBy: text('closed_by'),
  reason: text('reason'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const amlCaseNotes = sqliteTable('aml_case_notes', {
  caseId: text('case_id').notNull(),
  number: integer('number').notNull(),
  author: text('author').notNull(),
  body: text('body').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const amlAlerts = sqliteTable('aml_alerts', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  accountId: text('account_id').notNull(),
  caseId: text('case_id').notNull(),
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
