// Payments from and to countries that the Financial Action Task Force lists.

import { FATF } from '../../ledger/decisions/fatf.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import {
  type AccountFlows,
  atLeast,
  type Condition,
  type Finding,
  type Flow,
  findMinRatio,
  makeFinding,
  makeNotRunFinding,
  sumEuros,
} from './flow.ts';

const CALL_FOR_ACTION: ReadonlySet<string> = new Set(FATF.callForAction);
const INCREASED_MONITORING: ReadonlySet<string> = new Set(FATF.increasedMonitoring);

const WINDOW_MS = 30 * DAY_MS;

/** One payment triggers the rule. */
export const checkCallForAction = (payments: number) =>
  atLeast('payments_call_for_action', payments, 1);

/**
 * Triggered by any payment with a country under a call for action, or by three payments of together
 * 5,000 euros within 30 days with countries under increased monitoring. Parties without a stated
 * country do not count.
 */
export function findHighRiskCountry(account: AccountFlows): Finding {
  const external = account.flows.filter((flow) => flow.isOutside);
  const withCountry = external.filter((flow) => flow.country !== null);
  if (external.length > 0 && withCountry.length === 0)
    return makeNotRunFinding('high_risk_country', 'no_country');
  const pickListed = (list: ReadonlySet<string>) =>
    withCountry.filter((flow) => list.has(flow.country ?? ''));
  const callForActionPayments = pickListed(CALL_FOR_ACTION);
  const first = [checkCallForAction(callForActionPayments.length)];
  if (callForActionPayments.length > 0)
    return makeFinding('high_risk_country', account, first, callForActionPayments);
  const { conditions, window } = findNearestWindow(pickListed(INCREASED_MONITORING));
  return makeFinding('high_risk_country', account, conditions, window);
}

interface MeasuredWindow {
  readonly conditions: readonly Condition[];
  readonly window: readonly Flow[];
}

/** Returns the 30 days that are nearest to the thresholds. */
function findNearestWindow(flows: readonly Flow[]): MeasuredWindow {
  let measured: MeasuredWindow = { conditions: measureWindow([]), window: [] };
  let end = 0;
  for (const [start, { at }] of flows.entries()) {
    while (end < flows.length && (flows[end]?.at ?? 0) <= at + WINDOW_MS) end += 1;
    const window = flows.slice(start, end);
    const conditions = measureWindow(window);
    if (findMinRatio(conditions) > findMinRatio(measured.conditions))
      measured = { conditions, window };
  }
  return measured;
}

function measureWindow(window: readonly Flow[]): readonly Condition[] {
  return [
    atLeast('payments_increased_monitoring', window.length, 3),
    atLeast('amount_increased_monitoring', sumEuros(window), 5_000),
  ];
}
