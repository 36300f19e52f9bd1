// A work item as operators see it: without names and without texts of customers.

import type { Priority, WorkQueue } from '../../ledger/decisions/work.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import { timestamp } from '../kernel/timestamp.ts';

/** A row of a queue, with its assignee and priority. */
export interface WorkRow {
  readonly id: string;
  readonly queue: WorkQueue;
  readonly tenantId: string;
  readonly customerId: string;
  readonly accountId: string | null;
  readonly transactionId: string | null;
  /** Milliseconds since 1970 UTC, by the clock of the developer. */
  readonly openedAt: number;
  /** Computed priority, which applies until a person sets another. */
  readonly usual: Priority;
  /** 0 to 100, from the model, the list, the alert or the policy. */
  readonly score: number;
  /** Minor units. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly assigneeId: string | null;
  readonly priority: Priority | null;
  readonly version: number | null;
  readonly notes: number;
}

export interface WorkNote {
  readonly author: string;
  readonly body: string;
  readonly createdAt: number;
}

/**
 * The wire form of an item.
 * @param now milliseconds since 1970 UTC by the developer's clock
 */
export function workView(
  row: WorkRow,
  { livemode, now, reasons }: { livemode: boolean; now: number; reasons: readonly string[] },
) {
  return {
    id: row.id,
    object: 'work_item' as const,
    livemode,
    queue: row.queue,
    developerId: developerOfTenant(row.tenantId),
    customerId: row.customerId,
    accountId: row.accountId,
    transactionId: row.transactionId,
    reasons: [...reasons],
    score: row.score,
    amount: row.amount,
    currency: row.currency,
    priority: row.priority ?? row.usual,
    assigneeId: row.assigneeId,
    notes: row.notes,
    ageSeconds: Math.max(0, Math.floor((now - row.openedAt) / 1_000)),
    version: row.version ?? 1,
    openedAt: timestamp(row.openedAt),
  };
}

export type WorkView = ReturnType<typeof workView>;

/** The wire form of a note. */
export function noteView({ author, body, createdAt }: WorkNote) {
  return { author, body, createdAt: timestamp(createdAt) };
}
