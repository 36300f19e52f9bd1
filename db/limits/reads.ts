// Reads limits and how far they are used.

import { and, desc, eq, gte } from 'drizzle-orm';
import { type LimitUsage, PERIODS, type Period, periodAt } from '../../ledger/limits.ts';
import { findAccount } from '../accounts/reads.ts';
import type { AnyThreadLedger } from '../kernel/ledger-reads.ts';
import { limitTerms, limitUsage } from './tables.ts';
import { computeLimitState, type LimitView, limitView } from './view.ts';

/** Returns the limits of an account; null when the tenant has no such account. */
export async function findLimits(
  ledger: AnyThreadLedger,
  tenantId: string,
  accountId: string,
): Promise<LimitView | null> {
  const account = await findAccount(ledger, tenantId, accountId);
  if (!account) return null;
  const { livemode } = ledger;
  const { id, currency } = account;
  return ledger.database.read(() => {
    const now = ledger.clock(tenantId);
    const rows = ledger.database.orm
      .select()
      .from(limitTerms)
      .where(eq(limitTerms.accountId, accountId))
      .orderBy(desc(limitTerms.version))
      .all();
    const state = computeLimitState(rows, now);
    return limitView({
      account: { id, currency, livemode },
      state,
      usage: usageOf(ledger, accountId, now),
      now,
    });
  });
}

function usageOf(ledger: AnyThreadLedger, accountId: string, time: number): LimitUsage {
  const oldest = Math.min(...PERIODS.map((period) => periodAt(period, time).startsAt));
  const rows = ledger.database.orm
    .select()
    .from(limitUsage)
    .where(and(eq(limitUsage.accountId, accountId), gte(limitUsage.startsAt, oldest)))
    .all();
  const currentRow = (period: Period) =>
    rows.find((row) => row.period === period && row.startsAt === periodAt(period, time).startsAt);
  const [day, week, month] = PERIODS.map((period) => BigInt(currentRow(period)?.amount ?? 0));
  return {
    amount: { day: day ?? 0n, week: week ?? 0n, month: month ?? 0n },
    dayCount: currentRow('day')?.count ?? 0,
  };
}
