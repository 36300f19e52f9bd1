// Reads of the AML monitor and of drift evaluations find the rows of a tenant, account or case by
// an index, like the reads in query-plans.test.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecentDecisions } from '../../../ai/serving/performance/risk-live.ts';
import {
  lastAmlDay,
  nextCustomers,
  nextTenantWithCustomers,
  readProgress,
} from '../../../db/aml/days.ts';
import { amlReads } from '../../../db/aml/flows.ts';
import {
  findAmlRun,
  listAmlAlerts,
  listAmlCaseFiles,
  listAmlCases,
} from '../../../db/aml/reads.ts';
import { AML_SQL } from '../../../db/aml/statements.ts';
import { listDrift, nextJudgedTenant } from '../../../db/drift/reads.ts';
import {
  customersAfter,
  lastRescreening,
  paymentsAfter,
} from '../../../db/screening/rescreening-reads.ts';
import { findChampion } from '../../../db/trainings/reads.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const PAGE = { limit: 10, startingAfter: null };
const PERIOD = { from: 0, to: 1 };
const database = () => filled.ledger.database;
const ownPage = (overrides: object = {}) => ({ tenantId: filled.tenantId, ...PAGE, ...overrides });
const period = { after: '', movedFrom: 0, movedTo: 1, limit: 10 };

const READS: readonly [string, string, () => unknown][] = [
  [
    'the movements of an account in a period with their accounts and customers',
    'entries_by_account accounts_by_customer',
    () => amlReads(database()).flows(filled.accounts[0] ?? '', PERIOD, 10, null),
  ],
  [
    'the debits of an account in a period, by the index alone',
    'COVERING INDEX entries_by_account',
    () => amlReads(database()).debits(filled.accounts[0] ?? '', PERIOD, 10),
  ],
  [
    'the movements of an account before a position',
    'entries_by_account',
    () =>
      amlReads(database()).movementsBefore(filled.accounts[0] ?? '', { at: 1, sequence: 0 }, 10),
  ],
  ['the next customer to be screened again', '(id>?)', () => customersAfter(database(), '', 10)],
  ['the next payment to be screened again', '(id>?)', () => paymentsAfter(database(), '', 10)],
  ['the newest rescreening', 'rowid=?', () => lastRescreening(database())],
  [
    'the next developer with customers',
    'customers_by_tenant',
    () => nextTenantWithCustomers(database(), ''),
  ],
  ['the newest monitored day', 'PRIMARY', () => lastAmlDay(database(), filled.tenantId)],
  ['the end of the monitored period', 'PRIMARY', () => readProgress(database(), filled.tenantId)],
  [
    'the next customers, and whether they have bookings',
    'customers_by_tenant accounts_by_customer entries_by_account',
    () => nextCustomers(database(), { tenantId: filled.tenantId, ...period }),
  ],
  [
    'a monitoring run',
    'sqlite_autoindex_aml_runs_1',
    () => findAmlRun(filled.ledger, 'dev_x', 'amr_x'),
  ],
  ['the alerts of a tenant', 'aml_alerts_by_tenant', () => listAmlAlerts(filled.ledger, ownPage())],
  [
    'the open alerts of a tenant',
    'aml_alerts_by_tenant',
    () => listAmlAlerts(filled.ledger, ownPage({ status: 'open' as const })),
  ],
  ['the cases of a tenant', 'aml_cases_by_tenant', () => listAmlCases(filled.ledger, ownPage())],
  [
    'the cases that operators work on',
    'aml_cases_by_status',
    () => listAmlCaseFiles(filled.ledger, { ...PAGE, status: 'open' }),
  ],
  [
    'the daily measurements of a model',
    'model_drift_evaluations',
    () => listDrift(database(), { tenantId: filled.tenantId, versionId: 'mdv_x', limit: 1 }),
  ],
  [
    'the next developer whose payments were judged',
    'risk_decisions_by_tenant',
    () => nextJudgedTenant(database(), 'fraud', ''),
  ],
  [
    'the newest decisions of a month',
    'risk_decisions_by_tenant',
    () => listRecentDecisions(filled.ledger, { tenantId: filled.tenantId, from: 0, limit: 10 }),
  ],
  ['the version in force', 'PRIMARY', () => findChampion(filled.ledger, filled.tenantId, 'fraud')],
];

test.each(READS)('%s: read through %s, without a table scan', async (_label, indexes, read) => {
  const plans = await plansIn(filled.ledger, async () => read());
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => /^SCAN(?! CONSTANT ROW)/.test(plan))).toEqual([]);
  for (const index of indexes.split(' ')) expect(plans.join('; ')).toContain(index);
});

test('every write of a monitoring run finds its rows by an index', async () => {
  const plans = await plansIn(filled.ledger, async () => {
    for (const sql of Object.values(AML_SQL)) database().raw.prepare(sql);
  });
  // For a table with a trigger, the plan of each new run contains a scan of the alerts that refer
  // to it. SQLite runs that scan only while a foreign key is violated, which never happens.
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual(['SCAN aml_alerts']);
  for (const index of ['aml_alerts_by_account', 'aml_alerts_by_case', 'aml_cases_one_open']) {
    expect(plans.join('; ')).toContain(index);
  }
});
