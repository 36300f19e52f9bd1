// Puts together what schedules and test clocks are made of. The transactions of the ledger notify
// the endings of occurrences about their own end; all else here makes transactions.

import type { HoldDeps } from '../holds/acts.ts';
import type { Journal } from '../journal/acts.ts';
import { type BusinessClock, type ClockMove, clockWriter } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { Waits } from '../kernel/due.ts';
import type { KeyBook } from '../kernel/keys.ts';
import type { StepUps } from '../kernel/step-up.ts';
import type { Tx, TxParts } from '../kernel/tx.ts';
import type { FeeBilling } from '../overdrafts/fees.ts';
import type { RailsDue } from '../rails/due.ts';
import type { Acceptor } from '../transactions/accept.ts';
import type { DatedReader } from '../transactions/future-dates.ts';
import { type ScheduleActs, scheduleWriter } from './acts.ts';
import { clockDriver, startStep } from './advance.ts';
import type { ClockStep, DueStep } from './due-step.ts';
import { occurrenceEndings } from './occurrence-end.ts';
import { occurrenceStarter } from './occurrences.ts';
import { scheduleBook } from './rows.ts';
import { type ScheduleStory, showActs } from './story.ts';

/** What clients do with schedules and test clocks. */
export interface ScheduleDesk extends ScheduleActs {
  /**
   * Begins to move a developer's test clock to a time (milliseconds since 1970 UTC); the workflow
   * of the clock drives it there. Production has no such clock: there it throws.
   */
  moveClock(order: ClockMove): void;
  /**
   * A schedule as its workflow shows it, which is noted as shown; null: there is none of that id.
   */
  show(order: { readonly scheduleId: string }): ScheduleStory | null;
  /** Has workflows started anew for schedules that are not over. */
  forgetShown(ids: readonly string[]): void;
}

interface Deps {
  readonly tx: Tx;
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly clock: BusinessClock;
  readonly now: () => number;
}

interface MoneyActs {
  readonly journal: Journal;
  readonly acceptor: Acceptor;
  readonly holds: HoldDeps;
  readonly fees: FeeBilling;
  readonly rest: Waits;
  readonly stepUps: StepUps;
  readonly dated: DatedReader;
  readonly rails: RailsDue;
}

/** The rows of schedules, and how their occurrences end; call it inside `database.write` only. */
export function scheduleEnds(deps: Deps) {
  const book = scheduleBook(deps);
  return { book, endings: occurrenceEndings({ ...deps, book }) };
}

/** Puts the acts together; call them inside `database.write` only. */
export function scheduling(deps: Deps & ReturnType<typeof scheduleEnds> & MoneyActs) {
  const { database, clock, now, fees, rest } = deps;
  const starter = occurrenceStarter({ ...deps, accept: deps.acceptor.accept });
  const clocks = clockWriter(database, now, clock);
  const driver = clockDriver({ ...deps, starter, clocks, acts: deps.holds });
  return {
    desk: {
      ...scheduleWriter(deps),
      ...showActs(deps),
      moveClock: clocks.begin,
    } satisfies ScheduleDesk,
    startDue: (): DueStep => startStep({ starter, fees, rest }),
    drive: (tenantId: string): ClockStep => driver.step(tenantId),
  };
}
