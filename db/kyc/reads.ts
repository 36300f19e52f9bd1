// Reads identity assessments: one, a page, open ones, and the claims to screen.

import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { KycStage } from '../../ledger/decisions/kyc.ts';
import { firstIdAt } from '../../ledger/id.ts';
import type { CustomerBusinessQueries } from '../customers/erasure-obstacles.ts';
import type { CustomerRow } from '../customers/view.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { customers } from '../kernel/tables.ts';
import { screeningHits } from '../screening/tables.ts';
import type { KycSubject } from './acts.ts';
import { kycAssessments, kycDocuments } from './tables.ts';
import {
  type KycAssessmentRow,
  type KycAssessmentView,
  type KycDocumentRow,
  kycAssessmentView,
} from './view.ts';

/** Returns an assessment of a tenant (null: any tenant); null when it does not exist. */
export async function findKycAssessment(
  ledger: ReadLedger,
  tenantId: string | null,
  id: string,
): Promise<KycAssessmentView | null> {
  return ledger.database.read(() => {
    const row = rowOf(ledger, id);
    if (!row || (tenantId !== null && row.tenantId !== tenantId)) return null;
    return viewsOf(ledger, [row])[0] ?? null;
  });
}

/** Prepares a cheap read of an assessment's stage, for a request that polls while it waits. */
export function kycStageReader({ database }: ReadLedger, id: string): () => KycStage | null {
  const read = database.raw
    .prepare<[string], KycStage>('SELECT stage FROM kyc_assessments WHERE id = ?')
    .pluck();
  return () => read.get(id) ?? null;
}

/** Returns the assessments with these ids, of every tenant. Ids without one are left out. */
export function findKycAssessments(
  ledger: ReadLedger,
  ids: readonly string[],
): KycAssessmentView[] {
  return viewsOf(ledger, rowsOf(ledger.database).byIds.all(JSON.stringify(ids)));
}

/**
 * A literal, because SQLite does not match the partial index of open assessments with a parameter.
 */
const IS_OPEN = sql`${kycAssessments.status} = 'pending'`;

/** An open assessment, with the facts that identify its workflow. */
export interface OpenKyc {
  readonly id: string;
  readonly tenantId: string;
  readonly customerId: string;
  readonly stage: KycAssessmentRow['stage'];
  /** Version of the row, which every change increases. */
  readonly version: number;
}

export interface KycFilter extends PageOrder {
  readonly tenantId: string;
  readonly customerId?: string | undefined;
}

/** Assessments of a tenant, newest first. */
export async function listKycAssessments(
  ledger: ReadLedger,
  { tenantId, customerId, limit, startingAfter, metadata }: KycFilter,
): Promise<Page<KycAssessmentView>> {
  const select = ledger.database.orm
    .select()
    .from(kycAssessments)
    .where(
      and(
        // A customer has few assessments, so the index by customer is faster than that by tenant.
        customerId
          ? sql`+${kycAssessments.tenantId} = ${tenantId}`
          : eq(kycAssessments.tenantId, tenantId),
        customerId ? eq(kycAssessments.customerId, customerId) : undefined,
        hasMetadata('kyc_assessment', tenantId, kycAssessments.id, metadata),
        startingAfter ? lt(kycAssessments.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(kycAssessments.id))
    .limit(limit + 1);
  return ledger.database.read(() => viewPage(ledger, pageOf(select.all(), limit)));
}

/** Assessments of every tenant in one stage, newest first. */
export async function listKycByStage(
  ledger: ReadLedger,
  { stage, limit, startingAfter }: PageOrder & { readonly stage: KycStage },
): Promise<Page<KycAssessmentView>> {
  const select = ledger.database.orm
    .select()
    .from(kycAssessments)
    .where(
      and(
        eq(kycAssessments.stage, stage),
        startingAfter ? lt(kycAssessments.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(kycAssessments.id))
    .limit(limit + 1);
  return ledger.database.read(() => viewPage(ledger, pageOf(select.all(), limit)));
}

/**
 * Returns the customer and the claimed identity to screen; null when there is no such assessment or
 * nothing to check.
 */
export function readKycSubject(
  ledger: ReadLedger,
  assessmentId: string,
): { readonly customer: CustomerRow; readonly subject: KycSubject } | null {
  return ledger.database.read(() => {
    const row = rowOf(ledger, assessmentId);
    if (row?.stage !== 'checking') return null;
    const customer = customerOf(ledger, row.customerId);
    return { customer, subject: JSON.parse(row.subject) as KycSubject };
  });
}

/** Returns the open assessment of a customer, or null when there is none. */
export function findOpenKyc(ledger: ReadLedger, ofCustomer: string): OpenKyc | null {
  const { id, tenantId, customerId, stage, version } = kycAssessments;
  const openAssessment = ledger.database.orm
    .select({ id, tenantId, customerId, stage, version })
    .from(kycAssessments)
    .where(and(eq(customerId, ofCustomer), IS_OPEN))
    .get();
  return openAssessment ?? null;
}

/** Returns the open assessments accepted before a time, in ascending order of id. */
export function listOpenKyc(
  ledger: ReadLedger,
  order: { readonly after: string; readonly acceptedBefore: number; readonly limit: number },
): OpenKyc[] {
  const { id, tenantId, customerId, stage, version } = kycAssessments;
  return ledger.database.orm
    .select({ id, tenantId, customerId, stage, version })
    .from(kycAssessments)
    .where(
      and(IS_OPEN, gt(id, order.after), lt(id, firstIdAt('kycAssessment', order.acceptedBefore))),
    )
    .orderBy(asc(id))
    .limit(order.limit)
    .all();
}

const rowsOf = prepareOnce(({ raw }: Database) => ({
  byId: raw.prepare<[string], KycAssessmentRow>(
    `SELECT ${columnsOf(kycAssessments)} FROM kyc_assessments WHERE id = ?`,
  ),
  byIds: raw.prepare<[string], KycAssessmentRow>(
    `SELECT ${columnsOf(kycAssessments)} FROM kyc_assessments WHERE id IN ${IN_GIVEN_LIST}`,
  ),
  customer: raw.prepare<[string], CustomerRow>(
    `SELECT ${columnsOf(customers)} FROM customers WHERE id = ?`,
  ),
}));

function rowOf({ database }: ReadLedger, id: string): KycAssessmentRow | undefined {
  return rowsOf(database).byId.get(id);
}

function customerOf({ database }: ReadLedger, id: string): CustomerRow {
  const row = rowsOf(database).customer.get(id);
  if (!row) throw new Error(`KYC assessment ${id} is not in this ledger`);
  return row;
}

const MAX_HITS = 50;

const partsOf = prepareOnce(({ raw }: Database) => ({
  documents: raw.prepare<[string], typeof kycDocuments.$inferSelect>(
    `SELECT ${columnsOf(kycDocuments)} FROM kyc_documents
     WHERE assessment_id IN ${IN_GIVEN_LIST} ORDER BY id`,
  ),
  hits: raw.prepare<[string], typeof screeningHits.$inferSelect>(
    `SELECT ${columnsOf(screeningHits, 'h')} FROM json_each(?)
     JOIN screening_hits h ON h.id IN (SELECT id FROM screening_hits
       WHERE customer_id = json_each.value ORDER BY id DESC LIMIT ${MAX_HITS})
     ORDER BY h.id DESC`,
  ),
  customers: raw.prepare<[string], CustomerRow>(
    `SELECT ${columnsOf(customers)} FROM customers WHERE id IN ${IN_GIVEN_LIST}`,
  ),
}));

const documentsStatement = prepareOnce(({ raw }: Pick<Database, 'raw'>) => {
  const sql = `SELECT ${columnsOf(kycDocuments)} FROM kyc_documents
    WHERE customer_id IN ${IN_GIVEN_LIST} ORDER BY id`;
  return raw.prepare<[string], typeof kycDocuments.$inferSelect>(
    readAbsentAsEmpty(raw, sql, [kycDocuments]),
  );
});

/** Returns the documents of customers in all of their assessments. */
export function documentsOfCustomers(
  { database }: ReadLedger,
  customerIds: readonly string[],
): (customerId: string) => readonly Pick<KycDocumentRow, 'type' | 'country' | 'numberLast4'>[] {
  const statement = documentsStatement(database);
  const foundDocuments = groupRows(
    statement,
    [...new Set(customerIds)],
    (document) => document.customerId,
  );
  return (customerId) => foundDocuments.get(customerId) ?? [];
}

function viewPage(ledger: ReadLedger, page: Page<KycAssessmentRow>): Page<KycAssessmentView> {
  return { data: viewsOf(ledger, page.data), hasMore: page.hasMore };
}

function viewsOf(
  { database, livemode }: ReadLedger,
  rows: readonly KycAssessmentRow[],
): KycAssessmentView[] {
  const parts = partsOf(database);
  const customerIds = [...new Set(rows.map(({ customerId }) => customerId))];
  const ids = rows.map(({ id }) => id);
  const documents = groupRows(parts.documents, ids, (document) => document.assessmentId);
  const hits = groupRows(parts.hits, customerIds, (hit) => hit.customerId);
  const people = groupRows(parts.customers, customerIds, (customer) => customer.id);
  return rows.map((row) => {
    const [customer] = people.get(row.customerId) ?? [];
    if (!customer)
      throw new Error(`the customer of KYC assessment ${row.id} is not in this ledger`);
    const [files, foundHits] = [documents.get(row.id) ?? [], hits.get(row.customerId) ?? []];
    return kycAssessmentView({ row, customer, documents: files, hits: foundHits }, livemode);
  });
}

/** Open identity assessments, which prevent the erasure of a customer. */
export const KYC_BUSINESS: CustomerBusinessQueries = {
  code: 'kyc_open',
  message: 'The assessment of the identity is open.',
  open: `SELECT id FROM kyc_assessments WHERE customer_id = @id AND status = 'pending'`,
  last: 'SELECT max(completed_at) FROM kyc_assessments WHERE customer_id = @id',
};
