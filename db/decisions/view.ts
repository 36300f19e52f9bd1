// A contest as the API and the events show it.

import { timestamp } from '../kernel/timestamp.ts';
import type { decisionContests } from './tables.ts';

export type DecisionContestRow = typeof decisionContests.$inferSelect;

/** The wire form of a contest. */
export function decisionContestView(row: DecisionContestRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'decision_contest' as const,
    livemode,
    decisionId: row.decisionId,
    kind: row.kind,
    customerId: row.customerId,
    status: row.answer === null ? ('open' as const) : ('answered' as const),
    reason: row.reason,
    factsSha256: row.factsSha256,
    answer: row.answer,
    explanation: row.explanation,
    answeredBy: row.answeredBy,
    answeredAt: row.answeredAt === null ? null : timestamp(row.answeredAt),
    version: row.answer === null ? 1 : 2,
    createdAt: timestamp(row.createdAt),
  };
}

export type DecisionContestView = ReturnType<typeof decisionContestView>;
