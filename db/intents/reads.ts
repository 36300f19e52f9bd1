// Plain reads of instructions in plain language.

import { and, asc, desc, eq, lt } from 'drizzle-orm';
import type { IntentStatus } from '../../ledger/intent.ts';
import type { CustomerBusinessQueries } from '../customers/erasure-obstacles.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { intentSteps, intents } from './tables.ts';
import { type IntentRow, type IntentView, intentStep, intentView } from './view.ts';

const byId = prepareOnce(({ raw }: Database) =>
  raw.prepare<[id: string, tenantId: string], IntentRow>(
    `SELECT ${columnsOf(intents)} FROM intents WHERE id = ? AND tenant_id = ?`,
  ),
);

/** Returns the row of an instruction; null when the tenant has none with that id. */
export async function findIntentRow(
  { database }: ReadLedger,
  tenantId: string,
  id: string,
): Promise<IntentRow | null> {
  return byId(database).get(id, tenantId) ?? null;
}

/** Returns the states of an instruction, in their order. */
export async function readIntentSteps({ database }: ReadLedger, intentId: string) {
  return database.orm
    .select()
    .from(intentSteps)
    .where(eq(intentSteps.intentId, intentId))
    .orderBy(asc(intentSteps.version))
    .all()
    .map(intentStep);
}

export interface IntentFilter extends PageOrder {
  readonly tenantId: string;
  readonly customerId: string | null;
  readonly status: IntentStatus | null;
}

/** Lists instructions, newest first. */
export async function listIntents(
  { database, livemode, clock }: ReadLedger,
  filter: IntentFilter,
): Promise<Page<IntentView>> {
  const { tenantId, customerId, status, startingAfter, limit } = filter;
  const rows = database.orm
    .select()
    .from(intents)
    .where(
      and(
        eq(intents.tenantId, tenantId),
        customerId === null ? undefined : eq(intents.customerId, customerId),
        status === null ? undefined : eq(intents.status, status),
        startingAfter === null ? undefined : lt(intents.id, startingAfter),
      ),
    )
    .orderBy(desc(intents.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => intentView(row, livemode, clock(tenantId))),
    limit,
  );
}

/** Unconfirmed instructions, which prevent the erasure of a customer. */
export const INTENT_BUSINESS: CustomerBusinessQueries = {
  code: 'intent_open',
  message: 'The instruction waits for its confirmation.',
  open: `SELECT id FROM intents WHERE customer_id = @id
    AND status IN ('parsed', 'requires_confirmation', 'confirmed')`,
};
