// Renders a screening hit as the API and the events show it.

import { timestamp } from '../kernel/timestamp.ts';
import type { screeningHits } from './tables.ts';

export type ScreeningHitRow = typeof screeningHits.$inferSelect;

/** The wire form of a hit. */
export function screeningHitView(row: ScreeningHitRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'screening_hit' as const,
    livemode,
    customerId: row.customerId,
    subject: row.subject,
    transactionId: row.transactionId,
    screenedName: row.screenedName,
    list: row.list,
    listAsOf: row.listAsOf,
    entityId: row.entityId,
    entityType: row.entityType,
    name: row.name,
    matchedName: row.matchedName,
    score: row.score,
    features: JSON.parse(row.features) as { name: string; score: number }[],
    programs: JSON.parse(row.programs) as string[],
    status: row.status,
    decision: row.decidedBy === null ? null : { by: row.decidedBy, reason: row.reason ?? '' },
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type ScreeningHitView = ReturnType<typeof screeningHitView>;
