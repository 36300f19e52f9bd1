// The daily monitoring for money laundering: examines each customer of a developer with a booking
// since the previous run, ordered by id, in time slices. Its progress is stored in the ledger, so a
// later slice or another process continues it.

import type { AmlRunFindings, AmlSuspicion } from '../../db/aml/acts.ts';
import { beginAmlDay, stepAmlDay } from '../../db/aml/day-acts.ts';
import { lastAmlDay, nextCustomers, readProgress } from '../../db/aml/days.ts';
import { ledgerMarket } from '../../db/exchange/market.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import type { Ledger } from '../../db/ledger.ts';
import { verdictsOf } from '../../db/screening/acts.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { dayAt } from '../../ledger/value-date.ts';
import type { PartyScreen } from '../screening/parties.ts';
import { type AmlAnswer, monitor, selectTypologies } from './monitor.ts';

/** Period of a run, the same as the default of a requested one. */
const DEFAULT_PERIOD_MS = 90 * DAY_MS;
/** The longest window of a rule; each run also examines this much time before the previous run. */
const LONGEST_WINDOW_MS = 14 * DAY_MS;
const MAX_PERIOD_MS = 366 * DAY_MS;
/**
 * Extra overlap, because transactions that were being written during the previous run had earlier
 * timestamps.
 */
const OVERLAP_MS = 60_000;
/** Customers per page. The bookings of each may have to be read from the disk. */
const PAGE_SIZE = 50;

const CAUSE: Cause = { actor: 'workflow', requestId: 'aml-daily', idempotencyKey: null };

/** `resting`: the run of today has ended, or another process works on it. */
export type DailyRunOutcome = 'resting' | 'under_way' | 'finished';

export interface DailyTools {
  readonly parties: PartyScreen;
  /** Returns true to end the slice after the current customer. */
  readonly isSliceOver: () => boolean;
  /** Runs between two steps of some milliseconds; by default the requests that wait. */
  readonly pause?: () => Promise<unknown>;
}

/** Continues or begins the run of today, by the developer's clock. */
export async function continueDailyRun(
  ledger: Ledger,
  tenantId: string,
  tools: DailyTools,
): Promise<DailyRunOutcome> {
  const { database } = ledger;
  const now = ledger.clock(tenantId);
  const day = dayAt(now);
  const last = lastAmlDay(database, tenantId);
  if (last && (last.day > day || (last.day === day && last.finishedAt !== null))) return 'resting';
  if (last?.day !== day) {
    const movedTo = now;
    const progress = readProgress(database, tenantId) ?? 0;
    const movedFrom = Math.min(movedTo, Math.max(progress - OVERLAP_MS, movedTo - MAX_PERIOD_MS));
    await ledger.run(beginAmlDay, { tenantId, day, movedFrom, movedTo });
  }
  const today = lastAmlDay(database, tenantId);
  return today?.day === day ? runSlice(ledger, today, tools) : 'resting';
}

type AmlDay = NonNullable<ReturnType<typeof lastAmlDay>>;

async function runSlice(
  ledger: Ledger,
  today: AmlDay,
  tools: DailyTools,
): Promise<DailyRunOutcome> {
  const { tenantId, day } = today;
  const { database } = ledger;
  let lastCustomer = today.afterCustomer;
  let lastReached = lastCustomer;
  let count = 0;
  const { pause = () => new Promise(setImmediate) } = tools;
  const write = async (findings: AmlRunFindings | null, isOver: boolean) => {
    const step = {
      tenantId,
      day,
      from: lastCustomer,
      to: lastReached,
      customers: count,
      findings,
      isOver,
    };
    const isMine = await ledger.run(stepAmlDay, step);
    lastCustomer = lastReached;
    count = 0;
    return isMine;
  };
  for (;;) {
    const question = { ...today, after: lastReached, limit: PAGE_SIZE };
    const page = nextCustomers(database, question);
    for (const { id, hasBookings } of page) {
      const answer = hasBookings === 1 ? await monitorCustomer(ledger, today, id, tools) : null;
      lastReached = id;
      count += hasBookings;
      const suspicions = answer && makeRunFindings(answer, today, id);
      // Customers without findings are written together with those with findings, or at the end of
      // the slice.
      if (suspicions && !(await write(suspicions, false))) return 'resting';
      if (hasBookings === 1 && tools.isSliceOver()) {
        return (await write(null, false)) ? 'under_way' : 'resting';
      }
    }
    if (page.length < PAGE_SIZE) return (await write(null, true)) ? 'finished' : 'resting';
    if (tools.isSliceOver()) return (await write(null, false)) ? 'under_way' : 'resting';
    await pause();
  }
}

/** Returns null when there is no suspicion. */
async function monitorCustomer(
  ledger: Ledger,
  today: AmlDay,
  customerId: string,
  tools: DailyTools,
) {
  const { database } = ledger;
  const question = {
    tenantId: today.tenantId,
    scope: { customerId },
    period: choosePeriod(today),
    now: today.movedTo,
    typologies: selectTypologies(undefined),
  };
  const { parties, pause } = tools;
  const market = ledgerMarket(database);
  const deps = {
    database,
    market,
    parties,
    verdictOf: verdictsOf(ledger),
    ...(pause && { pause }),
  };
  // The previous run examined the circles that ended before it. A search for all circles follows
  // the payments of a hundred other accounts, so it only completes the record of a suspicion.
  const circlesSince = today.movedFrom - LONGEST_WINDOW_MS;
  const first = await monitor({ ...question, circlesSince }, deps);
  if (first.kind !== 'done' || listSuspicions(first.answer).length === 0) return null;
  const fullMonitoring = await monitor(question, deps);
  return fullMonitoring.kind === 'done' ? fullMonitoring.answer : null;
}

function choosePeriod({ movedFrom, movedTo }: AmlDay) {
  const from = Math.min(movedTo - DEFAULT_PERIOD_MS, movedFrom - LONGEST_WINDOW_MS);
  return { from: Math.max(from, movedTo - MAX_PERIOD_MS), to: movedTo };
}

function makeRunFindings(
  answer: AmlAnswer,
  today: AmlDay,
  customerId: string,
): AmlRunFindings | null {
  const suspicions = listSuspicions(answer);
  if (suspicions.length === 0) return null;
  const { tenantId } = today;
  const question = { tenantId, scope: { customerId }, period: choosePeriod(today), cause: CAUSE };
  return { ...answer, ...question, suspicions };
}

/** Returns the findings that become alerts: patterns in an account, with their evidence. */
export function listSuspicions({ suspicions }: AmlAnswer): AmlSuspicion[] {
  return suspicions.flatMap(({ customerId, finding }) => {
    const { accountId, evidence } = finding;
    if (accountId === null || evidence === null) return [];
    return [{ customerId, finding: { ...finding, accountId, evidence } }];
  });
}
