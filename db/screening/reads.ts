// Reads of screening hits, for the operators who decide about them.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { HitDecision, HitStatus } from '../../ledger/decisions/screening.ts';
import type { CustomerBusinessQueries } from '../customers/erasure-obstacles.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { screeningHits } from './tables.ts';
import { type ScreeningHitView, screeningHitView } from './view.ts';

/** Lists the hits of all tenants in one status, newest first. */
export async function listScreeningHits(
  ledger: ReadLedger,
  order: PageOrder & { readonly status: HitStatus },
): Promise<Page<ScreeningHitView>> {
  const { limit, startingAfter, status } = order;
  const rows = ledger.database.orm
    .select()
    .from(screeningHits)
    .where(
      and(
        eq(screeningHits.status, status),
        startingAfter ? lt(screeningHits.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(screeningHits.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => screeningHitView(row, ledger.livemode)),
    limit,
  );
}

interface EarlierRow {
  readonly hitId: string;
  readonly customerId: string;
  readonly screenedName: string;
  readonly decision: HitDecision;
  readonly decidedBy: string;
  readonly reason: string;
  readonly decidedAt: number;
}

/** The most earlier decisions that are shown. */
const MAX_EARLIER = 20;

const earlierOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string, string, string, number], EarlierRow>(
    `SELECT id AS hitId, customer_id AS customerId, screened_name AS screenedName,
       status AS decision, decided_by AS decidedBy, reason, updated_at AS decidedAt
     FROM screening_hits
     WHERE list = ? AND entity_id = ? AND status <> 'pending' AND id <> ?
     ORDER BY id DESC LIMIT ?`,
  ),
);

/**
 * Returns earlier decisions about the entry of a hit, for any customer or party; newest hits first.
 */
export function decidedBefore(
  { database }: ReadLedger,
  { id, list, entityId }: Pick<ScreeningHitView, 'id' | 'list' | 'entityId'>,
) {
  const rows = earlierOf(database).all(list, entityId, id, MAX_EARLIER);
  return rows.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: timestamp(decidedAt) }));
}

/** Returns a hit by its id, or undefined when there is none. */
export function findScreeningHit({ database: { orm } }: ReadLedger, hitId: string) {
  return orm.select().from(screeningHits).where(eq(screeningHits.id, hitId)).get();
}

/** Selects hits of a tenant. */
export interface HitFilter {
  readonly tenantId: string;
  readonly hitId?: string | undefined;
  readonly customerId?: string | undefined;
  /**
   * Name of an external party in the customer's payments. When omitted, the hits of the customer
   * itself are selected.
   */
  readonly partyName?: string | undefined;
}

/** Lists the hits of a customer or external party, oldest first. */
export function findHits(
  { database: { orm } }: ReadLedger,
  { tenantId, hitId, customerId, partyName }: HitFilter,
): { readonly id: string; readonly status: HitStatus }[] {
  const subjectKind = partyName === undefined ? 'customer' : 'external_party';
  return orm
    .select({ id: screeningHits.id, status: screeningHits.status })
    .from(screeningHits)
    .where(
      and(
        eq(screeningHits.tenantId, tenantId),
        hitId === undefined ? eq(screeningHits.subject, subjectKind) : eq(screeningHits.id, hitId),
        customerId === undefined ? undefined : eq(screeningHits.customerId, customerId),
        partyName === undefined ? undefined : eq(screeningHits.screenedName, partyName),
      ),
    )
    .orderBy(screeningHits.id)
    .all();
}

/** Undecided screening hits, which prevent the erasure of a customer. */
export const SCREENING_BUSINESS: CustomerBusinessQueries = {
  code: 'screening_open',
  message: 'The hit on a sanctions list is not decided.',
  open: `SELECT id FROM screening_hits WHERE customer_id = @id AND status = 'pending'`,
};
