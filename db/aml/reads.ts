// Reads runs of the monitor, alerts and cases.

import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { AlertStatus, CaseStatus } from '../../ledger/decisions/aml.ts';
import type { CustomerBusinessQueries } from '../customers/erasure-obstacles.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { equalsLiteral } from '../kernel/steady-plans.ts';
import { amlAlerts, amlCaseNotes, amlCases, amlRuns } from './tables.ts';
import {
  type AmlAlertView,
  type AmlCaseFile,
  type AmlCaseView,
  type AmlRunView,
  amlAlertView,
  amlCaseFile,
  amlCaseView,
  amlRunView,
  type StoredEvidence,
} from './view.ts';

/** Returns a run of a tenant with the current state of its alerts; null when it does not exist. */
export async function findAmlRun(
  { database, livemode }: ReadLedger,
  tenantId: string,
  id: string,
): Promise<AmlRunView | null> {
  const { orm } = database;
  return database.read(() => {
    const row = orm.select().from(amlRuns).where(eq(amlRuns.id, id)).get();
    if (row?.tenantId !== tenantId) return null;
    const ids = JSON.parse(row.alertIds) as string[];
    const alerts = orm.select().from(amlAlerts).where(inArray(amlAlerts.id, ids)).all();
    return amlRunView(row, alerts, livemode);
  });
}

export interface AmlFilter<Status> extends PageOrder {
  readonly tenantId: string;
  readonly status?: Status | undefined;
}

/** Alerts of a tenant, newest first. */
export async function listAmlAlerts(
  { database, livemode }: ReadLedger,
  { tenantId, status, limit, startingAfter }: AmlFilter<AlertStatus>,
): Promise<Page<AmlAlertView>> {
  const rows = database.orm
    .select()
    .from(amlAlerts)
    .where(
      and(
        eq(amlAlerts.tenantId, tenantId),
        status ? eq(amlAlerts.status, status) : undefined,
        startingAfter ? lt(amlAlerts.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(amlAlerts.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => amlAlertView(row, livemode)),
    limit,
  );
}

/** Cases of a tenant, newest first. */
export async function listAmlCases(
  { database, livemode }: ReadLedger,
  { tenantId, status, limit, startingAfter }: AmlFilter<CaseStatus>,
): Promise<Page<AmlCaseView>> {
  const rows = database.orm
    .select()
    .from(amlCases)
    .where(
      and(
        eq(amlCases.tenantId, tenantId),
        status ? eq(amlCases.status, status) : undefined,
        startingAfter ? lt(amlCases.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(amlCases.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => amlCaseView(row, livemode)),
    limit,
  );
}

const partsOf = prepareOnce(({ raw }: Database) => ({
  alerts: raw.prepare<[string], typeof amlAlerts.$inferSelect>(
    `SELECT ${columnsOf(amlAlerts)} FROM aml_alerts WHERE case_id IN ${IN_GIVEN_LIST} ORDER BY id`,
  ),
  notes: raw.prepare<[string], typeof amlCaseNotes.$inferSelect>(
    `SELECT ${columnsOf(amlCaseNotes)} FROM aml_case_notes WHERE case_id IN ${IN_GIVEN_LIST}
     ORDER BY case_id, number`,
  ),
}));

export interface CaseOrder extends PageOrder {
  readonly status: CaseStatus;
}

/** Case files of every tenant in one status, with their alerts and notes, newest first. */
export async function listAmlCaseFiles(
  { database, livemode }: ReadLedger,
  { status, limit, startingAfter }: CaseOrder,
): Promise<Page<AmlCaseFile>> {
  const { orm } = database;
  const select = orm
    .select()
    .from(amlCases)
    .where(
      and(
        equalsLiteral(amlCases.status, status),
        startingAfter ? lt(amlCases.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(amlCases.id))
    .limit(limit + 1);
  return database.read(() => {
    const page = pageOf(select.all(), limit);
    const ids = page.data.map(({ id }) => id);
    const { alerts, notes } = partsOf(database);
    const [alertsOf, notesOf] = [
      groupRows(alerts, ids, (alert) => alert.caseId),
      groupRows(notes, ids, (note) => note.caseId),
    ];
    const data = page.data.map((row) =>
      amlCaseFile({
        row,
        alerts: alertsOf.get(row.id) ?? [],
        notes: notesOf.get(row.id) ?? [],
        livemode,
      }),
    );
    return { data, hasMore: page.hasMore };
  });
}

/** Returns the account of an alert and the payments in its evidence; null without such an alert. */
export function findAmlEvidence(
  { database: { orm } }: ReadLedger,
  alertId: string,
): { readonly accountId: string; readonly transactionIds: readonly string[] } | null {
  const { accountId, evidence } = amlAlerts;
  const alert = orm
    .select({ accountId, evidence })
    .from(amlAlerts)
    .where(eq(amlAlerts.id, alertId))
    .get();
  if (!alert) return null;
  const { transactionIds } = JSON.parse(alert.evidence) as StoredEvidence;
  return { accountId: alert.accountId, transactionIds };
}

/** Open AML cases, which prevent the erasure of a customer. */
export const AML_BUSINESS: CustomerBusinessQueries = {
  code: 'aml_open',
  message: 'The case about money laundering is open.',
  open: `SELECT id FROM aml_cases WHERE customer_id = @id AND status = 'open'`,
  last: 'SELECT max(updated_at) FROM aml_cases WHERE customer_id = @id',
};
