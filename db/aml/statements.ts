// The SQL statements that write and read runs of the monitor, alerts and cases.

import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import { amlAlerts, amlCaseNotes, amlCases, amlRuns } from './tables.ts';

const ALERTS = `SELECT ${columnsOf(amlAlerts)} FROM aml_alerts`;
const CASES = `SELECT ${columnsOf(amlCases)} FROM aml_cases`;
const CREATION_COLUMNS = ['id', 'tenantId', 'customerId', 'createdAt'];
export const AML_SQL = {
  insertRun: `INSERT INTO aml_runs ${insertOf(amlRuns)}`,
  runById: `SELECT ${columnsOf(amlRuns)} FROM aml_runs WHERE id = ?`,
  insertAlert: `INSERT INTO aml_alerts ${insertOf(amlAlerts)}`,
  updateAlert: `UPDATE aml_alerts SET
       ${updateOf(amlAlerts, [...CREATION_COLUMNS, 'accountId', 'caseId', 'typology'])} WHERE id = @id`,
  alertById: `${ALERTS} WHERE id = ?`,
  alertsAbout: `${ALERTS} WHERE account_id = ? AND typology = ?`,
  alertsOfCase: `${ALERTS} WHERE case_id = ? ORDER BY id`,
  alertsOfRun: `${ALERTS} WHERE id IN (SELECT value FROM aml_runs r, json_each(r.alert_ids)
       WHERE r.id = ?) ORDER BY id`,
  insertCase: `INSERT INTO aml_cases ${insertOf(amlCases)}`,
  updateCase: `UPDATE aml_cases SET ${updateOf(amlCases, CREATION_COLUMNS)} WHERE id = @id`,
  caseById: `${CASES} WHERE id = ?`,
  openCase: `${CASES} WHERE customer_id = ? AND status = 'open'`,
  insertNote: `INSERT INTO aml_case_notes ${insertOf(amlCaseNotes)}`,
  notes: `SELECT ${columnsOf(amlCaseNotes)} FROM aml_case_notes WHERE case_id = ? ORDER BY number`,
};
