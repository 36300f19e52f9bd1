// Whether a ledger has the row of an id: operators name objects by their ids alone, and an
// environment may have several ledgers.

import type { Noun } from '../../ledger/id.ts';
import { PREFIXES } from '../../ledger/id.ts';
import type { LedgerReads } from '../ledger.ts';

/** The tables that a noun's rows are in; nouns that no operator asks for are left out. */
const TABLES: Readonly<Partial<Record<Noun, readonly string[]>>> = {
  customer: ['customers'],
  account: ['accounts'],
  transaction: ['transactions'],
  hold: ['holds'],
  batch: ['batches'],
  approval: ['approvals', 'account_approvals'],
  schedule: ['schedules'],
  event: ['events'],
  execution: ['contract_executions'],
  wallet: ['wallets'],
  payment: ['payments'],
  webhookEndpoint: ['webhook_endpoints'],
  delivery: ['deliveries'],
  checkpoint: ['checkpoints'],
  chainTransaction: ['chain_transactions'],
  model: ['models', 'engine_models'],
  modelVersion: ['model_versions', 'engine_model_versions'],
  trainingJob: ['training_jobs'],
  modelEvaluation: ['model_scorings'],
  modelBatch: ['model_scorings'],
  modelAlarm: ['model_alarms'],
  screeningHit: ['screening_hits'],
  kycAssessment: ['kyc_assessments'],
  kycFile: ['kyc_files'],
  creditAssessment: ['credit_assessments'],
  deployment: ['model_deployments'],
  amlAlert: ['aml_alerts'],
  amlCase: ['aml_cases'],
  riskReview: ['risk_reviews'],
  mail: ['mails'],
};

const BY_PREFIX = new Map(
  Object.entries(TABLES).map(([noun, tables]) => [PREFIXES[noun as Noun], tables]),
);

/** False also for an id of no noun that operators ask for. */
export function hasRow({ database: { raw } }: LedgerReads, id: string): boolean {
  const tables = BY_PREFIX.get(id.slice(0, Math.max(0, id.indexOf('_'))) as never) ?? [];
  return tables.some(
    (table) => raw.prepare(`SELECT 1 FROM ${table} WHERE id = ?`).get(id) !== undefined,
  );
}
