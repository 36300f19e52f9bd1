// Ledgers whose server did not answer at the start. What reads all that a ledger has, or acts by
// itself, begins with such a ledger once its server has answered; all others wait for nothing.

import type { Logger } from 'pino';
import type { Ledger } from '../../db/ledger.ts';
import type { LedgerPlace } from '../../db/platform/ledger-places.ts';
import type { Late } from '../../db/postgres/late.ts';
import { ownNameIn } from '../../ledger/task-queue.ts';

type Named = Pick<Ledger, 'name'>;

export interface LateLedgers {
  /** What the database of a ledger says to; the ledger is late from its first word on. */
  hearing(place: LedgerPlace): Late;
  /** Some have not answered yet. */
  areAny(): boolean;
  /**
   * Begins with the ledgers that are there, and with each other one once it is.
   * @returns when it has begun with those that are there; rejects where that fails
   */
  begin<L extends Named>(all: readonly L[], begin: (there: readonly L[]) => unknown): Promise<void>;
  /** Begins once all are there, which is now where none is late; otherwise as `begin`. */
  beginWithAll(begin: () => unknown): Promise<void>;
  /** Nothing begins from here on; ends when what has begun has ended. */
  stop(): Promise<void>;
}

export function lateLedgers(log: Logger): LateLedgers {
  /** By the names of ledgers what is to begin. */
  const late = new Map<string, (() => unknown)[]>();
  const running = new Set<Promise<void>>();
  let withAll: (() => unknown)[] = [];
  let isStopped = false;

  async function run(name: string, begin: () => unknown): Promise<void> {
    try {
      await begin();
    } catch (error) {
      log.error({ ledger: name, err: error }, 'what was to begin with a late ledger has failed');
    }
  }

  function startAll(name: string, all: readonly (() => unknown)[]): void {
    if (isStopped) return;
    for (const begin of all) {
      const one = run(name, begin).then(() => void running.delete(one));
      running.add(one);
    }
  }

  return {
    hearing: ({ name, database, taskQueue }) => ({
      ledger: name,
      ownName: ownNameIn(taskQueue),
      stays(reason) {
        if (!late.has(name)) late.set(name, []);
        const text = 'a ledger is closed: its developers get 503 until its database is there';
        log.error({ ledger: name, database, cause: reason.message }, text);
      },
      opens() {
        const waiting = late.get(name) ?? [];
        late.delete(name);
        log.info(
          { ledger: name, database },
          'the database of a ledger is there: the ledger is open',
        );
        startAll(name, waiting);
        if (late.size > 0) return;
        startAll(name, withAll);
        withAll = [];
      },
    }),
    areAny: () => late.size > 0,
    async begin(all, begin) {
      const there = all.filter(({ name }) => !late.has(name));
      for (const one of all) late.get(one.name)?.push(() => begin([one]));
      if (there.length > 0) await begin(there);
    },
    async beginWithAll(begin) {
      if (late.size > 0) withAll.push(begin);
      else await begin();
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
