// The written rules about one account's movements, each over a window of time. Pure: movements in,
// finding out. Amounts are euros; movements without a rate have none and are left out.

import type { Typology } from '../../ledger/decisions/aml.ts';
import {
  type AccountFlows,
  type Condition,
  DAY_MS,
  type Finding,
  type Flow,
  findingOf,
  HOUR_MS,
  reached,
} from './flow.ts';

/** Cash and transfers from here on are reported in most places; some pay just below it. */
const REPORTED_FROM = 10_000;
const JUST_UNDER = 8_000;

const atLeast = (name: string, observed: number, threshold: number): Condition => {
  return { name, observed, is: 'at_least', threshold };
};
const atMost = (name: string, observed: number, threshold: number): Condition => {
  return { name, observed, is: 'at_most', threshold };
};
const eurosOf = (flows: readonly Flow[]) =>
  Math.round(flows.reduce((sum, { euros }) => sum + (euros ?? 0), 0) * 100) / 100;
const partiesOf = (flows: readonly Flow[]) => new Set(flows.map(({ party }) => party)).size;
const share = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((Math.min(part, whole) / whole) * 1e4) / 1e4;

/** Movements with somebody else, with an amount. */
function foreign({ flows }: AccountFlows): Flow[] {
  return flows.filter(({ isOwn, euros }) => !isOwn && euros !== null);
}

/** Windows that are looked at in full: of a very busy account not every one can be. */
const MOST_WINDOWS = 200;

/** The movements from each start on, for that long; of many starts an even choice. */
function windowsOf(flows: readonly Flow[], ms: number): Flow[][] {
  const step = Math.max(1, Math.ceil(flows.length / MOST_WINDOWS));
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

/** The window that comes nearest to the rule, or goes farthest beyond it. */
function best(
  code: Typology,
  account: AccountFlows,
  windows: readonly (readonly Flow[])[],
  measure: Measure,
): Finding {
  let found: { conditions: readonly Condition[]; window: readonly Flow[] } = {
    conditions: measure([]),
    window: [],
  };
  for (const window of windows) {
    const conditions = measure(window);
    const gain = reached(conditions) - reached(found.conditions);
    if (gain > 0 || (gain === 0 && window.length > found.window.length)) {
      found = { conditions, window };
    }
  }
  return findingOf(code, account, found.conditions, found.window);
}

/** Several movements of a week in one direction, each just under what is reported. */
export function structuring(account: AccountFlows): Finding {
  const under = foreign(account).filter(
    ({ euros }) => (euros ?? 0) >= JUST_UNDER && (euros ?? 0) < REPORTED_FROM,
  );
  const windows = (['in', 'out'] as const).flatMap((side) =>
    windowsOf(
      under.filter(({ direction }) => direction === side),
      7 * DAY_MS,
    ),
  );
  return best('structuring', account, windows, (window) => [
    atLeast('transactions_just_under_threshold', window.length, 3),
    atLeast('amount', eurosOf(window), 2 * REPORTED_FROM),
  ]);
}

function passedOn(window: readonly Flow[]) {
  const incoming = window.filter(({ direction }) => direction === 'in');
  const outgoing = window.filter(({ direction }) => direction === 'out');
  const got = eurosOf(incoming);
  return { incoming, got, forwarded: share(eurosOf(outgoing), got) };
}

/** Ends of a window that are looked at, spread evenly. */
const MOST_ENDS = 8;

/**
 * From money that comes in to each payment after which more comes in: what went out before was not
 * that money, and what comes later has had no time to go.
 */
function untilPayments(windows: readonly (readonly Flow[])[]): (readonly Flow[])[] {
  return windows.flatMap((window) => {
    if (window[0]?.direction !== 'in') return [];
    const ends = [...window.keys()].filter((at) => {
      return window[at]?.direction === 'out' && window[at + 1]?.direction !== 'out';
    });
    const step = Math.max(1, Math.ceil(ends.length / MOST_ENDS));
    return ends.filter((_, at) => at % step === 0).map((end) => window.slice(0, end + 1));
  });
}

/** What came in goes out again within two days, nearly all of it. */
export function rapidMovement(account: AccountFlows): Finding {
  const windows = untilPayments(windowsOf(foreign(account), 48 * HOUR_MS));
  return best('rapid_movement', account, windows, (window) => {
    const { got, forwarded } = passedOn(window);
    return [atLeast('amount_in', got, 5_000), atLeast('share_passed_on', forwarded, 0.9)];
  });
}

function fan(code: 'fan_in' | 'fan_out', account: AccountFlows): Finding {
  const side = code === 'fan_in' ? 'in' : 'out';
  const flows = foreign(account).filter(({ direction }) => direction === side);
  return best(code, account, windowsOf(flows, 7 * DAY_MS), (window) => [
    atLeast('distinct_parties', partiesOf(window), 10),
    atLeast('amount', eurosOf(window), 1_000),
  ]);
}

/** Many pay one account within a week. */
export const fanIn = (account: AccountFlows) => fan('fan_in', account);

/** One account pays many within a week. */
export const fanOut = (account: AccountFlows) => fan('fan_out', account);

/** Half a year of nothing, and then a lot within a week. */
export function dormantReactivation(account: AccountFlows): Finding {
  const flows = foreign(account);
  const windows = flows.flatMap((flow, at) => {
    const before = flows[at - 1]?.at ?? account.lastBefore;
    if (before === null || flow.at - before < 30 * DAY_MS) return [];
    return [{ idle: flow.at - before, window: flows.slice(at) }];
  });
  const idleOf = new Map<readonly Flow[], number>();
  const cut = windows.map(({ idle, window }) => {
    const until = (window[0]?.at ?? 0) + 7 * DAY_MS;
    const week = window.filter(({ at }) => at <= until);
    idleOf.set(week, idle);
    return week;
  });
  return best('dormant_reactivation', account, cut, (window) => [
    atLeast('idle_days', Math.floor((idleOf.get(window) ?? 0) / DAY_MS), 180),
    atLeast('amount', eurosOf(window), 5_000),
  ]);
}

/** A young account that collects from several and passes it on. */
export function mule(account: AccountFlows): Finding {
  const windows = untilPayments(windowsOf(foreign(account), 7 * DAY_MS));
  return best('mule', account, windows, (window) => {
    const { incoming, got, forwarded } = passedOn(window);
    const age = ((window[0]?.at ?? Infinity) - account.openedAt) / DAY_MS;
    return [
      atMost('account_age_days', Math.max(0, Math.floor(Math.min(age, 36_500))), 90),
      atLeast('distinct_payers', partiesOf(incoming), 3),
      atLeast('amount_in', got, 2_000),
      atLeast('share_passed_on', forwarded, 0.8),
    ];
  });
}

/** What has no rule over windows of one account lies elsewhere. */
export const WINDOW_RULES = {
  structuring,
  rapid_movement: rapidMovement,
  fan_in: fanIn,
  fan_out: fanOut,
  dormant_reactivation: dormantReactivation,
  mule,
} as const satisfies Partial<Record<Typology, (account: AccountFlows) => Finding>>;
