// Reads executions: one, a filtered page, the one bound to a key, and unfinished ones.

import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { ExecutionStatus } from '../../ledger/execution.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { isAmong } from '../kernel/sets.ts';
import { contractExecutions } from './tables.ts';
import { type ExecutionRow, type ExecutionView, executionView } from './view.ts';

export interface ExecutionFilter extends PageOrder {
  readonly tenantId: string;
  readonly contract?: string | undefined;
  readonly status?: ExecutionStatus | undefined;
  readonly transactionId?: string | undefined;
}

/** Returns an execution; null when the tenant has no execution with this id. */
export async function findExecution(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<ExecutionView | null> {
  const row = await readExecution(ledger, id);
  return row && row.tenantId === tenantId ? executionView(row, ledger.livemode) : null;
}

/**
 * Returns the executions with these ids, of every tenant. Ids without an execution are left out.
 */
export function findExecutions(ledger: ReadLedger, ids: readonly string[]): ExecutionView[] {
  const { orm } = ledger.database;
  const idCondition = isAmong(contractExecutions.id, ids);
  const rows = orm.select().from(contractExecutions).where(idCondition).all();
  return rows.map((row) => executionView(row, ledger.livemode));
}

/** Returns the row of an execution of any tenant, for the engine; null when it does not exist. */
export async function readExecution(ledger: ReadLedger, id: string): Promise<ExecutionRow | null> {
  const { orm } = ledger.database;
  return orm.select().from(contractExecutions).where(eq(contractExecutions.id, id)).get() ?? null;
}

/** Returns the execution that a tenant's idempotency key is bound to for one function, or null. */
export async function findExecutionByKey(
  ledger: ReadLedger,
  boundKey: {
    readonly tenantId: string;
    readonly contract: string;
    readonly function: string;
    readonly key: string;
  },
): Promise<{ readonly id: string; readonly requestHash: Buffer } | null> {
  return (
    ledger.database.orm
      .select({ id: contractExecutions.id, requestHash: contractExecutions.requestHash })
      .from(contractExecutions)
      .where(
        and(
          eq(contractExecutions.tenantId, boundKey.tenantId),
          eq(contractExecutions.contract, boundKey.contract),
          eq(contractExecutions.function, boundKey.function),
          eq(contractExecutions.idempotencyKey, boundKey.key),
        ),
      )
      .get() ?? null
  );
}

/** Executions of a tenant, newest first; filters and paging compose. */
export async function listExecutions(
  ledger: ReadLedger,
  filter: ExecutionFilter,
): Promise<Page<ExecutionView>> {
  const { contract, status, transactionId, startingAfter } = filter;
  const rows = ledger.database.orm
    .select()
    .from(contractExecutions)
    .where(
      and(
        eq(contractExecutions.tenantId, filter.tenantId),
        contract ? eq(contractExecutions.contract, contract) : undefined,
        status ? eq(contractExecutions.status, status) : undefined,
        transactionId ? eq(contractExecutions.transactionId, transactionId) : undefined,
        startingAfter ? lt(contractExecutions.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(contractExecutions.id))
    .limit(filter.limit + 1)
    .all();
  return pageOf(
    rows.map((row) => executionView(row, ledger.livemode)),
    filter.limit,
  );
}

// SQLite uses the partial index only for queries that repeat its condition literally.
const ACTIVE_EXECUTION = "status IN ('queued', 'simulated', 'submitted', 'included')";

/** Returns the ids of unfinished executions after a cursor, in ascending order. */
export async function listOpenExecutions(
  ledger: ReadLedger,
  order: { readonly after: string; readonly acceptedBefore: number; readonly limit: number },
): Promise<{ readonly id: string; readonly tenantId: string; readonly call: string }[]> {
  const { id, tenantId, contract, function: functionName } = contractExecutions;
  const rows = ledger.database.orm
    .select({ id, tenantId, contract, named: functionName })
    .from(contractExecutions)
    .where(
      and(
        sql.raw(ACTIVE_EXECUTION),
        gt(contractExecutions.id, order.after),
        lt(contractExecutions.createdAt, order.acceptedBefore),
      ),
    )
    .orderBy(asc(contractExecutions.id))
    .limit(order.limit)
    .all();
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenantId,
    call: `${row.contract}/${row.named}`,
  }));
}
