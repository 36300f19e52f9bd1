// Finds money that returns to its origin through the accounts of others within two weeks: a search
// forward in time in which each payment is only a little smaller than the one before.

import { DAY_MS } from '../../ledger/durations.ts';
import {
  type AccountFlows,
  type Condition,
  type Finding,
  type Flow,
  findMinRatio,
  makeFinding,
} from './flow.ts';

/** Returns payments out of an account, oldest first; empty for an outside party. */
export type FindPayments = (accountId: string) => readonly Flow[];

const WITHIN_MS = 14 * DAY_MS;
const MAX_HOPS = 8;
/** Ratio of each payment to the one before, which allows for a fee. */
const MIN_KEPT = 0.7;
const MAX_KEPT = 1.05;
const RETURNED_SHARE = 0.6;
const MIN_EUROS = 1_000;
/** Maximum number of examined payments. */
const MAX_STEPS = 5_000;

/**
 * Returns the finding about the circle that returns the largest share.
 * @param since limits the search to circles that began since this time and are large enough to be
 *   suspicious
 */
export function findRoundTrip(
  account: AccountFlows,
  paymentsOf: FindPayments,
  since?: number,
): Finding {
  const starts = account.flows.filter(
    ({ direction, isOwn, euros, at }) =>
      direction === 'out' &&
      !isOwn &&
      euros !== null &&
      (since === undefined || (at >= since && euros >= MIN_EUROS)),
  );
  let steps = 0;
  let best: { conditions: readonly Condition[]; path: readonly Flow[] } = {
    conditions: measurePath([]),
    path: [],
  };

  function follow(path: readonly Flow[], holder: string): void {
    const first = path[0] as Flow;
    const last = path.at(-1) as Flow;
    for (const next of paymentsOf(holder)) {
      if (steps >= MAX_STEPS) return;
      if (next.at < last.at || next.euros === null) continue;
      if (next.at > first.at + WITHIN_MS) return;
      steps += 1;
      const ratio = next.euros / (last.euros ?? 1);
      if (ratio < MIN_KEPT || ratio > MAX_KEPT) continue;
      const longer = [...path, next];
      if (next.party === account.accountId) {
        const conditions = measurePath(longer);
        if (findMinRatio(conditions) > findMinRatio(best.conditions))
          best = { conditions, path: longer };
      } else if (longer.length < MAX_HOPS && !path.some(({ party }) => party === next.party)) {
        follow(longer, next.party);
      }
    }
  }

  for (const start of starts) follow([start], start.party);
  return makeFinding('round_tripping', account, best.conditions, best.path);
}

function measurePath(path: readonly Flow[]): Condition[] {
  const sentEuros = path[0]?.euros ?? 0;
  const returnedEuros = path.at(-1)?.euros ?? 0;
  const share =
    path.length < 2 || sentEuros === 0 ? 0 : Math.round((returnedEuros / sentEuros) * 1e4) / 1e4;
  return [
    { name: 'share_returned', observed: share, is: 'at_least', threshold: RETURNED_SHARE },
    { name: 'amount_sent', observed: sentEuros, is: 'at_least', threshold: MIN_EUROS },
  ];
}
