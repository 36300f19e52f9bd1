// The statements that runs of the monitor, alerts and cases are written and read with.

import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { amlAlerts, amlCaseNotes, amlCases, amlRuns } from './tables.ts';
import type { AmlAlertRow, AmlCaseRow, AmlNoteRow, AmlRunRow } from './view.ts';

/** Prepares them on an open database. */
export function amlStatements({ raw }: Database) {
  const alerts = `SELECT ${columnsOf(amlAlerts)} FROM aml_alerts`;
  const cases = `SELECT ${columnsOf(amlCases)} FROM aml_cases`;
  const born = ['id', 'tenantId', 'customerId', 'createdAt'];
  return {
    insertRun: raw.prepare(`INSERT INTO aml_runs ${insertOf(amlRuns)}`),
    runById: raw.prepare<[string], AmlRunRow>(
      `SELECT ${columnsOf(amlRuns)} FROM aml_runs WHERE id = ?`,
    ),
    insertAlert: raw.prepare(`INSERT INTO aml_alerts ${insertOf(amlAlerts)}`),
    updateAlert: raw.prepare(
      `UPDATE aml_alerts SET
       ${updateOf(amlAlerts, [...born, 'accountId', 'caseId', 'typology'])} WHERE id = @id`,
    ),
    alertById: raw.prepare<[string], AmlAlertRow>(`${alerts} WHERE id = ?`),
    alertsAbout: raw.prepare<[string, string], AmlAlertRow>(
      `${alerts} WHERE account_id = ? AND typology = ?`,
    ),
    alertsOfCase: raw.prepare<[string], AmlAlertRow>(`${alerts} WHERE case_id = ? ORDER BY id`),
    alertsOfRun: raw.prepare<[string], AmlAlertRow>(
      `${alerts} WHERE id IN (SELECT value FROM aml_runs r, json_each(r.alert_ids)
       WHERE r.id = ?) ORDER BY id`,
    ),
    insertCase: raw.prepare(`INSERT INTO aml_cases ${insertOf(amlCases)}`),
    updateCase: raw.prepare(`UPDATE aml_cases SET ${updateOf(amlCases, born)} WHERE id = @id`),
    caseById: raw.prepare<[string], AmlCaseRow>(`${cases} WHERE id = ?`),
    openCase: raw.prepare<[string], AmlCaseRow>(
      `${cases} WHERE customer_id = ? AND status = 'open'`,
    ),
    insertNote: raw.prepare(`INSERT INTO aml_case_notes ${insertOf(amlCaseNotes)}`),
    notes: raw.prepare<[string], AmlNoteRow>(
      `SELECT ${columnsOf(amlCaseNotes)} FROM aml_case_notes WHERE case_id = ? ORDER BY number`,
    ),
  };
}

export type AmlStatements = ReturnType<typeof amlStatements>;
