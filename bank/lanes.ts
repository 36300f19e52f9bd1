// The lanes of a process, and the lane as a process sees it that does not have it: what it accepts
// is settled by the process that has the lane, which hears of the commit (decision 151). A lane
// that does not answer in time is away, and for a while workflows settle at once.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { type Collector, createCollector } from '../activities/collector.ts';
import { createLane, type Lane } from '../activities/lane.ts';
import type { LaneDoor } from '../api/kit/context.ts';
import { consoleUrlOf } from '../config/console-url.ts';
import type { Config } from '../config/settings.ts';
import type { Ledger } from '../db/ledger.ts';
import { startIdleMeter } from './idle.ts';
import type { Settlements } from './settlements.ts';
import type { Tracing } from './tracing/port.ts';
import { workOf } from './work.ts';

interface LaneParts {
  readonly log: Logger;
  readonly failPoint: (name: string) => void;
  readonly tracing: Tracing | null;
}

/** The lanes of a process that keeps them, each with what starts the workflows of its bookings. */
export function lanesOf(config: Config, common: LaneParts) {
  const { hasLane, eager } = workOf(config);
  const collectors: Collector[] = [];
  const { workflowsPerSecond: perSecond } = config;
  const { hasTime, stop } = startIdleMeter();
  return {
    open(ledger: Ledger, client: () => Client | null): Lane | null {
      if (!hasLane) return null;
      const { taskQueue } = ledger;
      const consoleUrl = consoleUrlOf(config, ledger.environment);
      const options = { client, taskQueue, eager, consoleUrl, perSecond, hasTime };
      const collector = createCollector({ ...common, ...options });
      collectors.push(collector);
      const { hearsOthers } = ledger.database;
      return createLane({ ...common, ledger, collector, hearsOthers });
    },
    async drain() {
      await Promise.all(collectors.map((collector) => collector.drain()));
      stop();
    },
  };
}

/** A lane that lives has settled by then, or refuses work because it has too much. */
const PATIENCE_MS = 500;
/** For so long nothing is left to a lane that did not answer. */
const AWAY_MS = 2_000;

/** @param own the lane of this process, which goes before any other while it is open; null: none */
export function laneElsewhere(own: LaneDoor | null, settlements: Settlements): LaneDoor {
  let awayUntil = Number.NEGATIVE_INFINITY;

  return {
    isOpen: () => own?.isOpen() ?? false,
    delayOf: (tenantId) => own?.delayOf(tenantId) ?? 0,
    book: async (act, order, mostMs) => (await own?.book(act, order, mostMs)) ?? null,
    async settle(transactionId, tenantId) {
      if (own?.isOpen()) return own.settle(transactionId, tenantId);
      if (performance.now() < awayUntil) return false;
      const settled = await settlements.wait(transactionId, PATIENCE_MS);
      if (settled === null) awayUntil = performance.now() + AWAY_MS;
      return settled !== null;
    },
  };
}
