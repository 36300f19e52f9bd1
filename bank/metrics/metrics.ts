// Metrics, and the application of the admin port: health, readiness, metrics.

import type { MiddlewareHandler } from 'hono';
import { type Context, Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Screening } from '../../ai/screening/open.ts';
import type { AppEnv } from '../../api/kit/context.ts';
import { isServing, type ReadinessCheck } from '../../api/readiness.ts';
import { readRelayLag } from '../../db/events/relay.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { ProcessRole } from '../../db/postgres/databases.ts';
import type { DatabaseNotices } from '../../db/postgres/notices.ts';
import { countOverdue } from '../../db/schedules/reads.ts';
import { readOpenWork } from '../../db/transactions/open-work.ts';
import { countDeliveries } from '../../db/webhooks/mailboxes.ts';
import { HOUR_MS } from '../../ledger/durations.ts';
import type { UsedShares } from '../limit-watch.ts';
import { chainGauges } from './chain.ts';
import { createDatabaseListener, limitGauge, standbyGauges } from './databases.ts';
import { LEDGER_LABELS, labelsOf } from './labels.ts';
import { createModelTimer, latenessGauges, type WatchedLedger } from './lateness.ts';
import { modelGauges } from './models.ts';
import { riskGauges } from './risk.ts';
import { watchStretches } from './stretches.ts';

export interface Metrics {
  /** All metrics in the text format of Prometheus. */
  render(): Promise<{ readonly text: string; readonly type: string }>;
  /** Measures every request by method and status class. */
  readonly timeRequest: MiddlewareHandler<AppEnv>;
  /** Stops watching the thread. */
  stop(): void;
  /** Adds the metrics of a ledger: settled and waiting transactions. */
  watch(ledger: Ledger, work: Work): void;
  /** Receives faults of the databases. */
  readonly databases: DatabaseNotices;
  /** Adds the metrics of the lag of this process behind the writer. */
  watchRole(role: ProcessRole): void;
  /** Adds the metric of the used share of each limit. */
  watchLimits(shares: () => UsedShares): void;
  /** Adds the metrics of the ages of sanctions lists. */
  watchLists(screening: Screening): void;
  /** Records the duration of a model's judgement. */
  recordModelTime(environment: string, seconds: number): void;
}

/** Work of a process on a ledger. */
type Work = WatchedLedger['work'] & {
  /** True while the process runs the lane. */
  hasLane(): boolean;
};

let processRegistry: Registry | null = null;

/**
 * Metrics of the process: memory and garbage collector. Their observers never end and would keep a
 * closed bank in memory, so all banks of the process share them.
 */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry;
  processRegistry = new Registry();
  // `kontor_stretch_seconds` measures the lag of the event loop. The metric here would need a
  // hundred timers a second, a fifth of the cost of an idle bank.
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: HOUR_MS });
  for (const { name } of processRegistry.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) processRegistry.removeSingleMetric(name);
  }
  return processRegistry;
}

/** @param onLoss records lost commits of a database; by default they are not recorded */
export function createMetrics(
  log: Logger,
  onLoss: DatabaseNotices['onLoss'] = async () => {},
): Metrics {
  // Created at the start of the bank, not at the first collection.
  processMetrics();
  const registry = new Registry();
  const stretches = watchStretches(registry, log);
  const requests = new Histogram({
    name: 'kontor_http_request_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const settledCounter = new Counter({
    name: 'kontor_transactions_settled_total',
    help: 'Settled transactions, by status.',
    labelNames: [...LEDGER_LABELS, 'status'],
    registers: [registry],
  });
  const watched: { ledger: Ledger; work: Work }[] = [];
  new Gauge({
    name: 'kontor_backlog',
    help: 'Transactions that this process accepted and that are not settled.',
    labelNames: [...LEDGER_LABELS],
    registers: [registry],
    collect() {
      for (const { ledger, work } of watched) {
        this.set(labelsOf(ledger), work.backlog());
      }
    },
  });
  new Gauge({
    name: 'kontor_lane',
    help: '1 while this process runs the lane; one process of a ledger does.',
    labelNames: [...LEDGER_LABELS],
    registers: [registry],
    collect() {
      for (const { ledger, work } of watched) {
        this.set(labelsOf(ledger), work.hasLane() ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'kontor_open_transactions',
    help: 'Transactions that are not final, and those that are overdue (stuck).',
    labelNames: [...LEDGER_LABELS, 'kind'],
    registers: [registry],
    async collect() {
      for (const { ledger } of watched) {
        const work = await readOpenWork(ledger, Date.now());
        const labels = labelsOf(ledger);
        this.set({ ...labels, kind: 'accepted' }, work.accepted);
        this.set({ ...labels, kind: 'waiting' }, work.waiting);
        this.set({ ...labels, kind: 'stuck' }, work.stuck);
      }
    },
  });
  new Gauge({
    name: 'kontor_overdue_occurrences',
    help: 'Occurrences of schedules that are more than two minutes overdue.',
    labelNames: [...LEDGER_LABELS],
    registers: [registry],
    collect() {
      for (const { ledger } of watched) {
        this.set(labelsOf(ledger), countOverdue(ledger, ledger.now()));
      }
    },
  });
  latenessGauges(registry, () => watched);
  const ledgers = () => watched.map(({ ledger }) => ledger);
  for (const add of [webhookGauges, chainGauges, riskGauges, modelGauges]) add(registry, ledgers);

  return {
    async render() {
      const all = Registry.merge([processMetrics(), registry]);
      return { text: await all.metrics(), type: all.contentType };
    },
    databases: createDatabaseListener(registry, log, onLoss),
    recordModelTime: createModelTimer(registry),
    async timeRequest(c, next) {
      const startedAt = performance.now();
      const end = stretches.begin(routeOf(c));
      try {
        await next();
      } finally {
        end();
      }
      const status = `${Math.floor(c.res.status / 100)}xx`;
      requests.observe({ method: c.req.method, status }, (performance.now() - startedAt) / 1000);
    },
    stop: stretches.stop,
    watch(ledger, work) {
      watched.push({ ledger, work });
      ledger.onAtRest((transaction) => {
        settledCounter.inc({ ...labelsOf(ledger), status: transaction.status });
      });
    },
    watchRole: (role) => standbyGauges(registry, role),
    watchLimits: (shares) => limitGauge(registry, shares),
    watchLists: (screening) => listAges(registry, screening),
  };
}

function webhookGauges(registry: Registry, ledgers: () => readonly Ledger[]): void {
  new Gauge({
    name: 'kontor_relay_behind',
    help: 'Events that are not relayed to webhook endpoints yet.',
    labelNames: [...LEDGER_LABELS],
    registers: [registry],
    collect() {
      for (const ledger of ledgers()) {
        this.set(labelsOf(ledger), readRelayLag(ledger).behind);
      }
    },
  });
  new Gauge({
    name: 'kontor_webhook_deliveries',
    help: 'Deliveries to enabled endpoints that are not final, and dead letters (failed).',
    labelNames: [...LEDGER_LABELS, 'status'],
    registers: [registry],
    collect() {
      for (const ledger of ledgers()) {
        const labels = labelsOf(ledger);
        for (const [status, count] of Object.entries(countDeliveries(ledger))) {
          this.set({ ...labels, status }, count);
        }
      }
    },
  });
}

/** The route of a request, with its path as declared. */
function routeOf(c: Context<AppEnv>): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  return `${c.req.method} ${route?.path ?? 'unknown'}`;
}

function listAges(registry: Registry, screening: Screening): void {
  new Gauge({
    name: 'kontor_screening_list_age_seconds',
    help: 'Seconds since a sanctions list was fetched, or since its date; NaN without a date.',
    labelNames: ['list'],
    registers: [registry],
    async collect() {
      const { lists } = await screening.screener();
      for (const { code, asOf, retrievedAt } of lists) {
        const since = Date.parse(retrievedAt ?? asOf ?? '');
        this.set({ list: code }, Math.round((Date.now() - since) / 1000));
      }
    },
  });
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The application of the admin port, which has no authentication. On a loopback address it answers
 * only requests for loopback names, so that pages in a browser of this machine cannot read it
 * through a name of their own (DNS rebinding).
 */
export function createAdminApp(parts: {
  readonly metrics: Metrics;
  readonly readiness: ReadinessCheck;
  readonly host: string;
}): Hono {
  const { metrics, readiness, host } = parts;
  const app = new Hono();
  if (host === '::1' || LOOPBACK.includes(host)) {
    app.use(async (c, next) => {
      const name = (c.req.header('host') ?? '').replace(/:\d+$/, '');
      return LOOPBACK.includes(name) ? next() : c.text('Only as 127.0.0.1 or localhost.', 403);
    });
  }
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const state = await readiness(c.req.query('verbose') !== undefined);
    return c.json(state, isServing(state) ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    const { text, type } = await metrics.render();
    return c.body(text, 200, { 'content-type': type });
  });
  return app;
}
