// The declaration of the tables of monitoring for money laundering (db/subject-tables.ts).

import {
  byAccount,
  byCustomer,
  NAME,
  notesOn,
  OWN_ROWS,
  WITHHELD_TABLE,
} from '../customers/held-table.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { NAME as CUSTOMER_NAME, customerItems, IN_LIST, JOIN_CUSTOMER } from '../work/source.ts';

const IS_OF_OWN_CASE = `case_id IN (SELECT id FROM aml_cases WHERE ${OWN_ROWS})`;
const RUNS = (column: string) => `coalesce(json_extract(scope, '$.customerId'),
  json_extract(scope, '$.accountId')) = ${column}`;
const RUN_TEXTS = { findings: "'[]'", screening: "'[]'", narrative: 'NULL' };
const REASON = { reason: `iif(reason IS NULL, NULL, ${NAME})` };

const ALERT_URGENCY = `CASE severity
  WHEN 'critical' THEN 'urgent' WHEN 'high' THEN 'high' WHEN 'medium' THEN 'normal' ELSE 'low' END`;

/** A case has the priority of its most severe alert, open or closed. */
const CASE_URGENCY = `CASE (SELECT max(CASE g.severity
    WHEN 'critical' THEN 3 WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END)
    FROM aml_alerts g WHERE g.case_id = aml_cases.id)
  WHEN 3 THEN 'urgent' WHEN 2 THEN 'high' WHEN 0 THEN 'low' ELSE 'normal' END`;

/** The alert of a case with the highest score. */
const MOST_SEVERE = (column: string) => `(SELECT ${column} FROM aml_alerts g
  WHERE g.case_id = aml_cases.id ORDER BY g.score DESC, g.id LIMIT 1)`;

const EVIDENCE = {
  amount: "CAST(evidence ->> 'amountTotal' AS BIGINT)",
  currency: "evidence ->> 'currency'",
} as const;

export const AML_TABLES: SubjectTables = {
  tables: ['aml_case_notes', 'aml_alerts', 'aml_cases', 'aml_days', 'aml_runs'],
  held: [
    notesOn('aml_cases'),
    byAccount('work_notes', 'deleted', {
      where: 'object_id IN (SELECT id FROM aml_alerts WHERE account_id = @account)',
      key: 'object_id',
      ...WITHHELD_TABLE,
    }),
    byCustomer('aml_case_notes', 'deleted', {
      where: IS_OF_OWN_CASE,
      key: 'case_id',
      ...WITHHELD_TABLE,
    }),
    byCustomer('aml_cases', REASON, WITHHELD_TABLE),
    byCustomer('aml_runs', RUN_TEXTS, { where: RUNS('@customer'), ...WITHHELD_TABLE }),
    byAccount('aml_runs', RUN_TEXTS, { where: RUNS('@account'), ...WITHHELD_TABLE }),
    byAccount('aml_alerts', REASON, WITHHELD_TABLE),
  ],
  moves: {
    parts: { aml_case_notes: { column: 'case_id', of: 'aml_cases' } },
    lasting: [
      {
        subject: 'daily checks for money laundering that have not finished',
        remedy: 'wait for the end of the check',
        sql: `SELECT cast(day AS TEXT) FROM aml_days
          WHERE tenant_id = @tenantId AND finished_at IS NULL`,
      },
    ],
  },
  work: {
    sources: [
      {
        queue: 'aml_alerts',
        noun: 'amlAlert',
        table: 'aml_alerts',
        select: customerItems('aml_alerts', {
          accountId: 'account_id',
          usual: ALERT_URGENCY,
          score: 'score',
          ...EVIDENCE,
        }),
        waits: "status <> 'closed'",
        cause: `SELECT id, typology AS cause FROM aml_alerts WHERE id ${IN_LIST}`,
      },
      {
        queue: 'aml_cases',
        noun: 'amlCase',
        table: 'aml_cases',
        select: customerItems('aml_cases', {
          usual: CASE_URGENCY,
          score: `coalesce(${MOST_SEVERE('g.score')}, 0)`,
          amount: MOST_SEVERE("CAST(g.evidence ->> 'amountTotal' AS BIGINT)"),
          currency: MOST_SEVERE("g.evidence ->> 'currency'"),
        }),
        waits: "status = 'open'",
        cause: `SELECT case_id AS id, typology AS cause FROM aml_alerts WHERE case_id ${IN_LIST}
          ORDER BY score DESC, aml_alerts.id`,
      },
    ],
    // The payments of one alert, or of all alerts of a case.
    parties: {
      payments: ['id', 'case_id'].map(
        (column) => `SELECT o.${column} AS id, o.customer_id AS customerId, o.evidence,
          ${CUSTOMER_NAME} FROM aml_alerts o ${JOIN_CUSTOMER} WHERE o.${column} ${IN_LIST}`,
      ),
    },
    notes: { table: 'aml_case_notes', column: 'case_id' },
  },
};
