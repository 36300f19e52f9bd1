// The written rules about one account's movements, each over a time window, as pure functions from
// movements to a finding. Amounts are euros; movements without a rate are left out.

import type { Typology } from '../../ledger/decisions/aml.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import {
  type AccountFlows,
  atLeast,
  atMost,
  type Condition,
  type Finding,
  type Flow,
  findMinRatio,
  makeFinding,
  sumEuros,
} from './flow.ts';

/**
 * Most countries require reports of amounts from here on, so structured payments stay just below.
 */
const REPORTING_THRESHOLD = 10_000;
const JUST_UNDER = 8_000;

const countParties = (flows: readonly Flow[]) => new Set(flows.map(({ party }) => party)).size;
const computeShare = (part: number, total: number) =>
  total === 0 ? 0 : Math.round((Math.min(part, total) / total) * 1e4) / 1e4;

/** Returns movements with other parties that have an amount in euros. */
function listForeignFlows({ flows }: AccountFlows): Flow[] {
  return flows.filter(({ isOwn, euros }) => !isOwn && euros !== null);
}

/** A party is new for this long after its first movement. */
const NEW_MS = 3 * DAY_MS;

/**
 * Returns movements of at least an amount with new parties, which leaves out a monthly salary and
 * rent.
 */
function listNewPartyFlows(account: AccountFlows, min: number): Flow[] {
  const first = new Map<string, number>();
  return listForeignFlows(account).filter(({ party, at, euros }) => {
    const since = first.get(party) ?? at;
    first.set(party, since);
    return !account.knownParties.has(party) && at - since <= NEW_MS && (euros ?? 0) >= min;
  });
}

/** Maximum number of examined windows of a very busy account. */
const MAX_WINDOWS = 200;

/**
 * Returns the windows of a length that begin at each movement; an even selection of them when there
 * are many.
 */
function makeWindows(flows: readonly Flow[], ms: number): Flow[][] {
  const step = Math.max(1, Math.ceil(flows.length / MAX_WINDOWS));
  const windows: Flow[][] = [];
  let end = 0;
  for (let start = 0; start < flows.length; start += step) {
    const until = (flows[start]?.at ?? 0) + ms;
    end = Math.max(end, start);
    while (end < flows.length && (flows[end]?.at ?? 0) <= until) end += 1;
    windows.push(flows.slice(start, end));
  }
  return windows;
}

type Measure = (window: readonly Flow[]) => readonly Condition[];

/** Returns the finding about the window with the highest score. */
function findBest(
  code: Typology,
  account: AccountFlows,
  windows: readonly (readonly Flow[])[],
  measure: Measure,
): Finding {
  let best: { conditions: readonly Condition[]; window: readonly Flow[] } = {
    conditions: measure([]),
    window: [],
  };
  for (const window of windows) {
    const conditions = measure(window);
    const gain = findMinRatio(conditions) - findMinRatio(best.conditions);
    if (gain > 0 || (gain === 0 && window.length > best.window.length)) {
      best = { conditions, window };
    }
  }
  return makeFinding(code, account, best.conditions, best.window);
}

/** Several movements in one direction within a week, each just below the reporting threshold. */
export function findStructuring(account: AccountFlows): Finding {
  const justUnder = listForeignFlows(account).filter(
    ({ euros }) => (euros ?? 0) >= JUST_UNDER && (euros ?? 0) < REPORTING_THRESHOLD,
  );
  const windows = (['in', 'out'] as const).flatMap((side) =>
    makeWindows(
      justUnder.filter(({ direction }) => direction === side),
      7 * DAY_MS,
    ),
  );
  return findBest('structuring', account, windows, (window) => [
    atLeast('transactions_just_under_threshold', window.length, 3),
    atLeast('amount', sumEuros(window), 2 * REPORTING_THRESHOLD),
  ]);
}

const isIncoming = ({ direction }: Flow) => direction === 'in';
const isOutgoing = ({ direction }: Flow) => direction === 'out';

/** Measures the inflow, and the share of it that was passed on afterwards. */
function measureForwarding(window: readonly Flow[]) {
  const incoming = window.filter(isIncoming);
  const receivedEuros = sumEuros(incoming);
  return {
    incoming,
    received: receivedEuros,
    forwarded: computeShare(sumEuros(window.filter(isOutgoing)), receivedEuros),
  };
}

/** Outflow above this share of the inflow is not pass-through. */
const MAX_PASSED_ON = 1.05;

/** Returns the payments out that a sum can fund, oldest first. */
function takeFundedPayments(sum: number, outgoing: readonly Flow[]): Flow[] {
  let total = 0;
  return outgoing.filter(({ euros }) => {
    if (total + (euros ?? 0) > sum * MAX_PASSED_ON) return false;
    total += euros ?? 0;
    return true;
  });
}

/** Returns a window for each payment of a payer, with the payments out that it can fund. */
function makePayerWindows(flows: readonly Flow[], ms: number): Flow[][] {
  return makeWindows(flows, ms).flatMap(([first, ...after]) => {
    if (!first || !isIncoming(first)) return [];
    const incoming = [
      first,
      ...after.filter((flow) => isIncoming(flow) && flow.party === first.party),
    ];
    const window = [
      ...incoming,
      ...takeFundedPayments(sumEuros(incoming), after.filter(isOutgoing)),
    ];
    return [window.sort((a, b) => a.at - b.at)];
  });
}

const RAPID_MS = 3 * DAY_MS;

/**
 * A new payer's money is passed on to new payees within three days, nearly all of it. Payments of
 * other new payers in those days count as inflow, because one of many rents alone would look like
 * pass-through.
 */
export function findRapidMovement(account: AccountFlows): Finding {
  const flows = listNewPartyFlows(account, 100);
  const windows = [DAY_MS, RAPID_MS].flatMap((ms) => makePayerWindows(flows, ms));
  return findBest('rapid_movement', account, windows, (window) => {
    const { received } = measureForwarding(window);
    const start = window[0]?.at ?? 0;
    const nearby = flows.filter(
      (flow) => isIncoming(flow) && Math.abs(flow.at - start) <= RAPID_MS,
    );
    const forwarded = computeShare(
      sumEuros(window.filter(isOutgoing)),
      Math.max(received, sumEuros(nearby)),
    );
    return [atLeast('amount_in', received, 1_000), atLeast('share_passed_on', forwarded, 0.85)];
  });
}

const COLLECTING_MS = 14 * DAY_MS;

/**
 * Returns a window for each payment out, with the inflow of the two weeks before and the outflow
 * until then. The whole inflow counts, because a part of many rents or wedding gifts goes to a
 * lender or a caterer and would look like pass-through alone.
 */
function makePaymentWindows(account: AccountFlows): Flow[][] {
  const flows = listNewPartyFlows(account, 100);
  // Two weeks that begin before the period lack a part of their inflow.
  const collectedUntil = account.lastBefore === null ? 0 : (account.from ?? 0) + COLLECTING_MS;
  const outgoing = flows.filter((flow) => isOutgoing(flow) && flow.at >= collectedUntil);
  const step = Math.max(1, Math.ceil(outgoing.length / MAX_WINDOWS));
  return outgoing
    .filter((_, index) => index % step === 0)
    .map(({ at: last }) => flows.filter(({ at }) => at <= last && at > last - COLLECTING_MS));
}

/**
 * Measures the share of the inflow that was passed on and the days until then, where a payment out
 * uses the oldest money first. The outflow may exceed the inflow, because a collector empties the
 * account.
 */
function measureStay(window: readonly Flow[]) {
  const { incoming, received } = measureForwarding(window);
  const remaining = incoming.map(({ at, euros }) => ({ at, euros: euros ?? 0 }));
  let oldest = 0;
  let total = 0;
  let days = 0;
  for (const { at, euros } of window.filter(isOutgoing)) {
    let unfundedEuros = euros ?? 0;
    for (
      let inflow = remaining[oldest];
      unfundedEuros > 0 && inflow && inflow.at <= at;
      inflow = remaining[oldest]
    ) {
      const part = Math.min(unfundedEuros, inflow.euros);
      inflow.euros -= part;
      unfundedEuros -= part;
      total += part;
      days += (part * (at - inflow.at)) / DAY_MS;
      if (inflow.euros <= 0) oldest += 1;
    }
  }
  const average = total === 0 ? COLLECTING_MS / DAY_MS : Math.round((days / total) * 100) / 100;
  return { incoming, received, forwarded: computeShare(total, received), days: average };
}

/** Money collected for others is passed on at once; gifts, rents and dues stay longer. */
const FAN_IN_DAYS = 2.75;
const MULE_DAYS = 1.5;

/** Several new parties pay one account, which passes the whole sum on at once. */
function findForwardedFanIn(account: AccountFlows): Finding {
  return findBest('fan_in', account, makePaymentWindows(account), (window) => {
    const { incoming, received, forwarded, days } = measureStay(window);
    return [
      atLeast('distinct_new_parties', countParties(incoming), 4),
      atLeast('amount', received, 2_000),
      atLeast('share_passed_on', forwarded, 0.9),
      atMost('average_days_kept', days, FAN_IN_DAYS),
    ];
  });
}

/** Time after which it is known whether a payer pays again, as a tenant or a member does. */
const REPEAT_MS = 35 * DAY_MS;

/**
 * Many one-time payers pay sums that are too large for gifts, and together a multiple of the
 * account's usual monthly inflow; none of it has to be passed on. Reported only after a month has
 * shown who pays again.
 */
function findKeptFanIn(account: AccountFlows): Finding {
  const { from = 0, until = 0 } = account;
  const incoming = listForeignFlows(account).filter(isIncoming);
  const times = new Map<string, number>();
  for (const { party } of incoming) times.set(party, (times.get(party) ?? 0) + 1);
  const firstPayments = incoming.filter(
    ({ party, at, euros }) =>
      times.get(party) === 1 &&
      !account.knownParties.has(party) &&
      (euros ?? 0) >= 300 &&
      at <= until - REPEAT_MS,
  );
  const months = Math.max(1, (until - Math.max(from, account.openedAt)) / (30 * DAY_MS));
  return findBest('fan_in', account, makeWindows(firstPayments, COLLECTING_MS), (window) => {
    const windowEuros = sumEuros(window);
    const usualEuros = Math.max(1_000, (sumEuros(incoming) - windowEuros) / months);
    return [
      atLeast('distinct_parties_once', countParties(window), 8),
      atLeast('amount', windowEuros, 5_000),
      atLeast('multiple_of_usual_month', Math.round((windowEuros / usualEuros) * 100) / 100, 2.5),
    ];
  });
}

/**
 * Many new parties pay one account: it passes the money on at once, or the money does not fit the
 * account's usual activity.
 */
export function findFanIn(account: AccountFlows): Finding {
  const [forwarded, retained] = [findForwardedFanIn(account), findKeptFanIn(account)];
  const rules = [
    ...forwarded.rules.map((rule) => ({ ...rule, ruleId: 'fan_in_forwarded' })),
    ...retained.rules.map((rule) => ({ ...rule, ruleId: 'fan_in_kept' })),
  ];
  return { ...(retained.score > forwarded.score ? retained : forwarded), rules };
}

/** One account pays many new parties within a week. */
export function findFanOut(account: AccountFlows): Finding {
  const flows = listNewPartyFlows(account, 100).filter(isOutgoing);
  return findBest('fan_out', account, makeWindows(flows, 7 * DAY_MS), (window) => [
    atLeast('distinct_new_parties', countParties(window), 5),
    atLeast('amount', sumEuros(window), 2_000),
  ]);
}

/** Half a year without movements, then a large sum within a week. */
export function findDormantReactivation(account: AccountFlows): Finding {
  const flows = listForeignFlows(account);
  const windows = flows.flatMap((flow, index) => {
    const before = flows[index - 1]?.at ?? account.lastBefore;
    if (before === null || flow.at - before < 30 * DAY_MS) return [];
    return [{ idle: flow.at - before, window: flows.slice(index) }];
  });
  const idleOf = new Map<readonly Flow[], number>();
  const weeks = windows.map(({ idle, window }) => {
    const until = (window[0]?.at ?? 0) + 7 * DAY_MS;
    const week = window.filter(({ at }) => at <= until);
    idleOf.set(week, idle);
    return week;
  });
  return findBest('dormant_reactivation', account, weeks, (window) => [
    atLeast('idle_days', Math.floor((idleOf.get(window) ?? 0) / DAY_MS), 180),
    atLeast('amount', sumEuros(window), 5_000),
  ]);
}

/**
 * Collects from a few new parties and passes most of the sum on to other new parties the next day.
 */
export function findMule(account: AccountFlows): Finding {
  return findBest('mule', account, makePaymentWindows(account), (window) => {
    const { incoming, received, forwarded, days } = measureStay(window);
    return [
      atLeast('distinct_new_payers', countParties(incoming), 2),
      atLeast('amount_in', received, 1_000),
      atLeast('share_passed_on', forwarded, 0.8),
      atMost('average_days_kept', days, MULE_DAYS),
    ];
  });
}

/** Rules over windows of one account; the other typologies are in separate files. */
export const WINDOW_RULES = {
  structuring: findStructuring,
  rapid_movement: findRapidMovement,
  fan_in: findFanIn,
  fan_out: findFanOut,
  dormant_reactivation: findDormantReactivation,
  mule: findMule,
} as const satisfies Partial<Record<Typology, (account: AccountFlows) => Finding>>;
