// Reads of settlement accounts by developer, with the terms that limit them.

import { DAY_MS } from '../../ledger/durations.ts';
import { computeUncoveredInflow, computeUncoveredOutflow } from '../../ledger/settlement.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import type { BookReader } from '../movements/reads.ts';
import { BY_OPERATOR, UNAPPROVED } from './acts.ts';

/** One developer in one currency; sums as strings, because they can exceed 2^53. */
export interface SettlementState {
  readonly developerId: string;
  readonly currency: string;
  /** Money in minus money out, minor units; negative when more went out. */
  readonly takenIn: string;
  readonly prefunded: string;
  readonly cap: string;
  /** Amounts that may still be deposited and withdrawn; an operator may move more. */
  readonly roomIn: string;
  readonly roomOut: string;
  /** The number of changes of the terms; 0 when none were set. */
  readonly version: number;
}

interface Row {
  developerId: string;
  currency: string;
  posted: bigint;
  held: bigint;
  pendingIn: bigint;
  prefunded: bigint;
  cap: bigint;
  version: bigint;
}

/** Lists by developer and currency; of one developer when an id is given. */
export function readSettlements(
  { database }: BookReader,
  developerId: string | null = null,
): SettlementState[] {
  return database.raw
    .prepare<{ developerId: string | null }, Row>(
      `WITH pairs AS (
         SELECT tenant_id, currency FROM accounts WHERE kind = 'settlement'
         UNION SELECT tenant_id, currency FROM settlement_terms)
       SELECT p.tenant_id AS developerId, p.currency, coalesce(a.posted, 0) AS posted,
         coalesce(a.held, 0) AS held, coalesce(a.pending_in, 0) AS pendingIn,
         coalesce(s.prefunded, 0) AS prefunded, coalesce(s.cap, 0) AS cap,
         coalesce(s.version, 0) AS version
       FROM pairs p
       LEFT JOIN accounts a ON a.id = 'settlement/' || p.currency || '/' || p.tenant_id
       LEFT JOIN settlement_terms s ON s.tenant_id = p.tenant_id AND s.currency = p.currency
       WHERE @developerId IS NULL OR p.tenant_id = @developerId
       ORDER BY p.tenant_id, p.currency`,
    )
    .safeIntegers()
    .all({ developerId })
    .map(stateOf);
}

function stateOf(row: Row): SettlementState {
  const max = row.prefunded + row.cap;
  const remaining = (usedSum: bigint) => (usedSum < max ? max - usedSum : 0n).toString();
  return {
    developerId: developerOfTenant(row.developerId),
    currency: row.currency,
    takenIn: (-row.posted).toString(),
    prefunded: row.prefunded.toString(),
    cap: row.cap.toString(),
    roomIn: remaining(computeUncoveredInflow(row)),
    roomOut: remaining(computeUncoveredOutflow(row)),
    version: Number(row.version),
  };
}

/**
 * The amount that an operator moved in a day without a second person, for one customer in one
 * currency; minor units.
 */
export interface UnapprovedSum {
  readonly operatorId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly amount: number;
}

/** The most rows: more pairs of operator and customer than a bank has in a day. */
const MAX_PAIRS = 1_000;

/** Returns the amounts of the day that contains the moment, largest first. */
export function readUnapprovedSums(
  { database }: Pick<BookReader, 'database'>,
  time: number,
): UnapprovedSum[] {
  const from = time - (time % DAY_MS);
  return database.raw
    .prepare<{ from: number; to: number; limit: number }, UnapprovedSum>(
      `SELECT t.actor AS operatorId, t.currency, sum(t.amount) AS amount,
         t.customer_id AS customerId
       FROM transactions t
       WHERE ${BY_OPERATOR} AND t.created_at >= @from AND t.created_at < @to AND ${UNAPPROVED}
       GROUP BY 1, 2, 4 ORDER BY 3 DESC LIMIT @limit`,
    )
    .all({ from, to: from + DAY_MS, limit: MAX_PAIRS });
}
