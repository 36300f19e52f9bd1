// Metrics of waiting work: the stages of payments, the queues of operators, workflows whose tasks
// fail, risk decisions and their durations.

import type { Client } from '@temporalio/client';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Ledger } from '../../db/ledger.ts';
import { readLateness } from '../../db/oversight/lateness.ts';
import { decisionsByKind } from '../../db/risk/outcomes.ts';
import { countWork, type WorkCount } from '../../db/work/reads.ts';
import { RISK_DECISIONS } from '../../ledger/decisions/risk.ts';
import { WORK_QUEUES } from '../../ledger/decisions/work.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { firstIdAt } from '../../ledger/id.ts';
import { LEDGER_LABELS, type LedgerLabels, labelsOf } from './labels.ts';

export interface WatchedLedger {
  readonly ledger: Ledger;
  readonly work: {
    backlog(): number;
    /** Backlog at which money requests are refused. */
    readonly limit: number;
    /** Number of requests that wait for a commit of the lane. */
    waiting(): number;
    client(): Client | null;
  };
}

const MAX_DECISIONS = 10_000;
/** Time for which a reading is reused, because readings take milliseconds or call Temporal. */
const CACHE_MS = 30_000;
/** Time limit of a call to Temporal; without an answer the reading is missing. */
const TIMEOUT_MS = 2_000;
const FAILING_WORKFLOWS = "ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL";

/** Wraps a reading so that its result is reused while it is fresh. */
function cacheReading<T>(read: (watched: WatchedLedger) => T): (watched: WatchedLedger) => T {
  const cache = new Map<Ledger, { readonly at: number; readonly value: T }>();
  return (watched) => {
    const before = cache.get(watched.ledger);
    const now = Date.now();
    if (before && now - before.at < CACHE_MS) return before.value;
    const value = read(watched);
    cache.set(watched.ledger, { at: now, value });
    return value;
  };
}

async function countFailingWorkflows({ ledger, work }: WatchedLedger): Promise<number | null> {
  // The figure covers a whole namespace, which the ledgers of an environment share.
  const client = ledger.name === ledger.environment ? work.client() : null;
  if (!client) return null;
  try {
    const ask = () => client.workflow.count(FAILING_WORKFLOWS);
    return (await client.withDeadline(Date.now() + TIMEOUT_MS, ask)).count;
  } catch {
    return null;
  }
}

/** Adds the gauges; `listWatched` is called at every collection. */
export function latenessGauges(
  registry: Registry,
  listWatched: () => readonly WatchedLedger[],
): void {
  type Collect = (to: Gauge, ledger: WatchedLedger, labels: LedgerLabels) => Promise<void> | void;
  const gauge = (name: string, help: string, labels: string[], collect: Collect) =>
    new Gauge({
      name,
      help,
      labelNames: [...LEDGER_LABELS, ...labels],
      registers: [registry],
      async collect() {
        this.reset();
        for (const watched of listWatched()) await collect(this, watched, labelsOf(watched.ledger));
      },
    });
  const help =
    'Seconds for which the oldest item of a station waits: acceptance, relay, delivery, workflow.';
  gauge('kontor_oldest_seconds', help, ['station'], (to, { ledger }, labels) => {
    for (const [station, age] of Object.entries(readLateness(ledger))) {
      to.set({ ...labels, station }, age ?? 0);
    }
  });
  gauge(
    'kontor_backlog_limit',
    'The backlog at which money requests are refused.',
    [],
    (to, queue, labels) => to.set(labels, queue.work.limit),
  );
  gauge(
    'kontor_lane_waiting',
    'Requests that wait for a commit of the lane.',
    [],
    (to, queue, labels) => to.set(labels, queue.work.waiting()),
  );
  const readFailingCount = cacheReading(countFailingWorkflows);
  const failing = 'Running workflows whose tasks fail repeatedly; absent when unknown.';
  gauge('kontor_wedged_workflows', failing, [], async (to, ledger, labels) => {
    const count = await readFailingCount(ledger);
    if (count !== null) to.set(labels, count);
  });
  queueGauges(gauge);
  const from = () => firstIdAt('riskDecision', Date.now() - DAY_MS);
  const readDecisionCounts = cacheReading(({ ledger }) =>
    decisionsByKind(ledger.database, { from: from(), limit: MAX_DECISIONS }),
  );
  const meaning = 'Risk decisions on the payments of 24 hours, at most the newest 10000.';
  gauge('kontor_risk_decisions', meaning, ['decision'], (to, ledger, labels) => {
    for (const decision of RISK_DECISIONS) {
      to.set({ ...labels, decision }, readDecisionCounts(ledger).get(decision) ?? 0);
    }
  });
}

type AddSample = (
  name: string,
  help: string,
  labels: string[],
  collect: (to: Gauge, ledger: WatchedLedger, labels: LedgerLabels) => void,
) => void;

/** Gauges of the queues of operators. */
function queueGauges(gauge: AddSample): void {
  const queues = cacheReading(({ ledger }): readonly WorkCount[] => countWork(ledger, WORK_QUEUES));
  gauge(
    'kontor_queue_open',
    'Items that wait for an operator, by queue.',
    ['queue'],
    (to, ledger, labels) => {
      for (const { queue, open } of queues(ledger)) to.set({ ...labels, queue }, open);
    },
  );
  const oldest = 'Seconds for which the oldest item of a queue waits.';
  gauge('kontor_queue_oldest_seconds', oldest, ['queue'], (to, ledger, labels) => {
    for (const { queue, oldestSeconds } of queues(ledger)) {
      to.set({ ...labels, queue }, oldestSeconds ?? 0);
    }
  });
}

/** Adds the histogram of model durations; returns the function that records one. */
export function createModelTimer(
  registry: Registry,
): (environment: string, seconds: number) => void {
  const times = new Histogram({
    name: 'kontor_model_seconds',
    help: 'Time in which a model judged a group of payments.',
    labelNames: ['environment'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
  return (environment, seconds) => times.observe({ environment }, seconds);
}
