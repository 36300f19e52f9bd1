// The Temporal workers: one connection, workers for each ledger on the shared workflow bundle, and
// the clients that start workflows eagerly on the same connection. The first connection is retried
// without limit; later interruptions are handled by the SDK.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { IllegalStateError, type LogMetadata } from '@temporalio/common';
import {
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  type RuntimeOptions,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Applications } from '../activities/applications.ts';
import type { RetryTiming } from '../activities/delivering.ts';
import { redactFailures } from '../activities/failure.ts';
import type { Lane } from '../activities/lane.ts';
import type { Mailer } from '../activities/mails.ts';
import type { ScoringTools } from '../activities/scorings.ts';
import type { TrainingTools } from '../activities/training.ts';
import type { Sender } from '../activities/webhooks/send.ts';
import type { Screening } from '../ai/screening/open.ts';
import { NO_PROVIDER, type WatchProvider } from '../ai/watchlists/provider.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { Ledger } from '../db/ledger.ts';
import { readStages } from '../db/transactions/reads.ts';
import type { ArtifactStore, FileStore } from '../models/artifact-store.ts';
import { type ForeignScorer, NO_FOREIGN } from '../models/confined/foreign-scorer.ts';
import { type ActivityDeps, activitiesOfQueue } from '../modules/activity-deps.ts';
import { MODULES } from '../modules/contents.ts';
import type { Module } from '../modules/module.ts';
import {
  deliveriesTaskQueue,
  laneTaskQueue,
  scoringTaskQueue,
  trainingTaskQueue,
} from '../workflows/messages.ts';
import { signalWorkflow } from '../workflows/record-workflows.ts';
import { signalTransfer } from '../workflows/start.ts';
import { workflowBundle } from './bundle.ts';
import type { TemporalAccess } from './config/temporal.ts';
import { createDeliveryNotifier } from './delivery-notifier.ts';
import type { Chain } from './opening/chain.ts';
import { connectionOptions } from './temporal-access.ts';
import type { Tracing } from './tracing/port.ts';
import { prepareWorkflowThreads } from './workflow-threads.ts';

export interface WorkerDeps {
  readonly ledgers: readonly Ledger[];
  /** URL of the console of an environment; without it, workflow details show ids only. */
  readonly consoleUrlOf?: (environment: EnvironmentName) => string | null;
  /** Directory of the workflow bundle. */
  readonly cacheDir: string;
  readonly log: Logger;
  /** Absent or null to send no mails. */
  readonly mailer?: Mailer | null;
  /** Absent when another worker processes applications for production. */
  readonly applications?: Applications;
  readonly failPoint?: (name: string) => void;
  /**
   * Lets long work of a tenant yield to requests of this process. Resolves with true when nobody
   * else has sent requests lately. By default long work does not yield.
   */
  readonly yieldToRequests?: (tenantId: string) => Promise<boolean>;
  /** The lists against which customers are screened. */
  readonly screening: Screening;
  /** Watchlist provider; absent for none. */
  readonly watchlist?: WatchProvider;
  /** Files of models. */
  readonly artifacts: FileStore;
  /** Node covers of the trees of models that were trained here. */
  readonly covers: ArtifactStore;
  /** Scorers of developers' model files; absent when those files are not used. */
  readonly foreign?: Readonly<Record<EnvironmentName, ForeignScorer>>;
  /** Parts of event delivery: the seal of the secrets, and a sender for each environment. */
  readonly webhooks?: {
    readonly seal: Seal;
    readonly senders: Readonly<Record<EnvironmentName, Sender>>;
    /** Delays of retries; by default up to days. */
    readonly retryTiming?: RetryTiming;
  };
  /** The chain of a ledger; absent or null for none. */
  readonly chainOf?: (ledger: Ledger) => Chain | null;
  /** Absent or null when models are trained in another process. */
  readonly training?: Readonly<
    Partial<Record<EnvironmentName, TrainingTools & ScoringTools>>
  > | null;
  /** The lane of a ledger; absent when workflows settle transactions. */
  readonly laneOf?: (ledger: Ledger) => Lane;
  /** True when this process runs only trainings and scorings. */
  readonly onlyTrains?: boolean;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
  /** Subjects whose activities run; by default all. */
  readonly modules?: readonly Module[];
  /** 0 to replay every history from its start, for tests. */
  readonly maxCachedWorkflows?: number;
}

export interface BankWorker {
  readonly clients: Readonly<Record<EnvironmentName, Client>>;
  /** Resolves when all workers have stopped; rejects when one fails. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export interface TemporalConnection {
  readonly connection: NativeConnection;
  readonly clients: Readonly<Record<EnvironmentName, Client>>;
}

let installed = false;

/** A warning that is expected: some workers run activities only. */
const EXPECTED_WARNING = 'No workflows registered, not polling for workflow tasks';

/**
 * Installs the SDK's runtime, with few log lines and without signal handlers, because the bank
 * drains by itself. A process has one runtime, which several banks in it share.
 */
export function installRuntime(log: Logger): void {
  if (installed) return;
  installed = true;
  prepareWorkflowThreads(log.isLevelEnabled('debug'));
  const options: RuntimeOptions = {
    logger: new DefaultLogger('WARN', (entry) => {
      if (entry.message !== EXPECTED_WARNING)
        log.warn({ temporal: expandError(entry.meta) }, entry.message);
    }),
    telemetryOptions: {
      // Otherwise the core writes its own lines to standard output.
      logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} },
    },
    shutdownSignals: [],
  };
  try {
    Runtime.install(options);
  } catch (error) {
    // Another user of the SDK in this process has installed a runtime, which serves as well.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

/** Replaces an error in the attributes by its stack; JSON would show an empty object. */
function expandError(meta: LogMetadata | undefined): LogMetadata | undefined {
  const { error } = meta ?? {};
  return error instanceof Error ? { ...meta, error: error.stack ?? error.message } : meta;
}

/** Connects to Temporal; retries until it answers or `giveUp` is aborted. */
export async function connectTemporal(
  access: TemporalAccess,
  log: Logger,
  giveUp: AbortSignal,
  tracing: Tracing | null = null,
): Promise<TemporalConnection> {
  const { address, namespaces } = access;
  const options = connectionOptions(access);
  for (let attempt = 1; ; attempt++) {
    giveUp.throwIfAborted();
    try {
      const connection = await NativeConnection.connect(options);
      const traced = tracing ? { interceptors: tracing.clients } : {};
      const client = (namespace: string) => new Client({ connection, namespace, ...traced });
      const { sandbox, production } = namespaces;
      return {
        connection,
        clients: { sandbox: client(sandbox), production: client(production) },
      };
    } catch (error) {
      if (attempt % 20 === 0)
        log.warn({ address, cause: String(error) }, 'Temporal is not reachable; trying again');
      await sleep(Math.min(100 * attempt, 1000), undefined, { signal: giveUp });
    }
  }
}

/** gRPC's status code NOT_FOUND. */
const NOT_FOUND = 5;
const TIMEOUT_MS = 2_000;

/** The namespaces that the server does not have; empty when it does not answer. */
export async function missingNamespaces(
  connection: NativeConnection,
  names: readonly string[],
): Promise<string[]> {
  const namespaces = await Promise.all(
    names.map(async (namespace) => {
      const ask = () => connection.workflowService.describeNamespace({ namespace });
      try {
        await connection.withDeadline(Date.now() + TIMEOUT_MS, ask);
        return [];
      } catch (error) {
        return (error as { code?: number }).code === NOT_FOUND ? [namespace] : [];
      }
    }),
  );
  return namespaces.flat();
}

/** Starts the workers of each ledger on an open connection. */
export async function startWorkers(
  temporal: TemporalConnection,
  deps: WorkerDeps,
): Promise<BankWorker> {
  const { tracing = null, onlyTrains = false } = deps;
  const bundle = onlyTrains ? null : await workflowBundle(deps.cacheDir, tracing !== null);
  const stopping = new AbortController();
  const workersOf = (ledger: Ledger) => {
    const client = temporal.clients[ledger.environment];
    const activities = createActivities(ledger, { ...deps, client, stopping: stopping.signal });
    const { connection } = temporal;
    const { activity = [], ...traced } = tracing?.workers.interceptors ?? {};
    const interceptors = { ...traced, activity: [redactFailures(deps.log), ...activity] };
    const workerOptions = {
      connection,
      namespace: client.options.namespace,
      ...tracing?.workers,
      interceptors,
    };
    const trainers = activities.training
      ? [
          createWorker({
            ...workerOptions,
            ...trainingOptions(trainingTaskQueue(ledger.taskQueue)),
            activities: activities.training,
          }),
          createWorker({
            ...workerOptions,
            ...trainingOptions(scoringTaskQueue(ledger.taskQueue)),
            activities: activities.scoring,
          }),
        ]
      : [];
    if (!bundle) return trainers;
    return [
      createWorker({
        ...workerOptions,
        ...workflowOptions(ledger, deps, bundle),
        activities: activities.own,
      }),
      ...(activities.deliveries
        ? [
            createWorker({
              ...workerOptions,
              ...deliveryOptions(ledger),
              activities: activities.deliveries,
            }),
          ]
        : []),
      ...(activities.lane
        ? [createWorker({ ...workerOptions, ...laneOptions(ledger), activities: activities.lane })]
        : []),
      ...trainers,
    ];
  };
  const running = runningWorkers();
  await running.add(deps.ledgers.flatMap(workersOf));
  return {
    clients: temporal.clients,
    done: running.done(),
    async stop() {
      stopping.abort();
      await running.stop();
    },
  };
}

/** A growing set of running workers. */
function runningWorkers() {
  const workers: Worker[] = [];
  const runs: Promise<void>[] = [];
  let fail: (reason: unknown) => void;
  const workerFailure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  workerFailure.catch(() => {});
  const all = () => Promise.all(runs).then(() => {});
  return {
    async add(created: readonly Promise<Worker>[]): Promise<void> {
      try {
        const startedWorkers = await Promise.all(created);
        workers.push(...startedWorkers);
        const ends = startedWorkers.map((worker) => worker.run());
        for (const end of ends) end.catch(fail);
        runs.push(...ends);
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    /** Resolves when all workers added so far have stopped; rejects when any fails. */
    done(): Promise<void> {
      const endOfWorkers = Promise.race([all(), workerFailure]);
      // The caller handles a failed worker; until then the rejection must not count as unhandled.
      endOfWorkers.catch(() => {});
      return endOfWorkers;
    },
    async stop(): Promise<void> {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await all();
    },
  };
}

/** Options of the worker for the workflows of a ledger and their activities. */
function workflowOptions(ledger: Ledger, deps: WorkerDeps, workflowBundle: { code: string }) {
  return {
    taskQueue: ledger.taskQueue,
    workflowBundle,
    // Money steps are local activities; long work uses regular ones.
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 2 },
    maxCachedWorkflows: deps.maxCachedWorkflows ?? 200,
    // Without a cache a second task would evict the first one in the middle of its steps.
    maxConcurrentWorkflowTaskExecutions: deps.maxCachedWorkflows === 0 ? 1 : 40,
    maxConcurrentLocalActivityExecutions: 100,
    // A task without a waiting poller is written to Temporal's database and read again.
    workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 6, initial: 8, maximum: 16 },
    workflowThreadPoolSize: 1,
    stickyQueueScheduleToStartTimeout: '1s',
    shutdownGraceTime: '5s',
  } as const;
}

/**
 * Options of the worker for deliveries; it has many slots, because a hanging endpoint keeps one.
 */
function deliveryOptions({ taskQueue }: Ledger) {
  return {
    taskQueue: deliveriesTaskQueue(taskQueue),
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 2 },
    maxConcurrentActivityTaskExecutions: 1_000,
    shutdownGraceTime: '5s',
  } as const;
}

/** Options of the worker for the lane; several slots, because an attempt that lost it ends late. */
function laneOptions({ taskQueue }: Ledger) {
  return {
    taskQueue: laneTaskQueue(taskQueue),
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
    maxConcurrentActivityTaskExecutions: 4,
    shutdownGraceTime: '5s',
  } as const;
}

/** Options of the worker for trainings: one at a time, so that payments have the other cores. */
function trainingOptions(taskQueue: string) {
  return {
    taskQueue,
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
    maxConcurrentActivityTaskExecutions: 1,
    // Cancellations are read from the row; heartbeats only show that the worker runs.
    maxHeartbeatThrottleInterval: '2s',
    shutdownGraceTime: '5s',
  } as const;
}

type LedgerWorkerDeps = WorkerDeps & { readonly client: Client; readonly stopping: AbortSignal };

/** Creates the activities of a ledger, by task queue. */
function createActivities(ledger: Ledger, deps: LedgerWorkerDeps) {
  const { client, webhooks, modules = MODULES } = deps;
  const lane = deps.laneOf?.(ledger) ?? null;
  const consoleUrl = deps.consoleUrlOf?.(ledger.environment) ?? null;
  const starter = { client, taskQueue: ledger.taskQueue, eager: false, consoleUrl };
  const activityDeps: ActivityDeps = {
    ledger,
    deliveryNotifier: createDeliveryNotifier((endpoint) =>
      signalWorkflow(starter, 'endpoint', endpoint),
    ),
    signalTransfer: (transactionId) => signalTransfer(starter, transactionId),
    stopping: deps.stopping,
    failPoint: deps.failPoint ?? (() => {}),
    yieldToRequests: deps.yieldToRequests ?? (() => nextTurn(false)),
    consoleUrl,
    screening: deps.screening,
    watchlist: deps.watchlist ?? NO_PROVIDER,
    artifacts: deps.artifacts,
    covers: deps.covers,
    foreign: deps.foreign?.[ledger.environment] ?? NO_FOREIGN,
    chain: deps.chainOf?.(ledger) ?? null,
    training: deps.training?.[ledger.environment] ?? null,
    lane,
    settleNow: lane && settleInLane(ledger, lane),
    deliveries: webhooks
      ? {
          seal: webhooks.seal,
          sender: webhooks.senders[ledger.environment],
          retryTiming: webhooks.retryTiming,
        }
      : null,
    tracing: deps.tracing ?? null,
    mailer: deps.mailer ?? null,
    applications: deps.applications ?? null,
  };
  const all = modules.map(({ activities }) => activities?.(activityDeps) ?? {});
  return {
    own: activitiesOfQueue('own', all) ?? {},
    lane: activitiesOfQueue('lane', all),
    deliveries: activitiesOfQueue('deliveries', all),
    training: activitiesOfQueue('training', all),
    scoring: activitiesOfQueue('scoring', all) ?? {},
  };
}

/**
 * Returns a function that lets the lane settle accepted transactions and returns the ids that are
 * left to workflows, such as transactions with a value date, which have a workflow already.
 */
function settleInLane(ledger: Ledger, lane: Lane) {
  return async (ids: readonly string[]): Promise<readonly string[]> => {
    const settledIds = new Set<string>();
    const stages = await readStages(ledger, ids);
    const settling = stages.map(async ({ id, tenantId, stage }) => {
      if (stage === 'accepted' && (await lane.settle(id, tenantId))) settledIds.add(id);
    });
    await Promise.allSettled(settling);
    return ids.filter((id) => !settledIds.has(id));
  };
}

/** Creates a worker; retries, because a new namespace is not visible to all of Temporal at once. */
async function createWorker(options: WorkerOptions): Promise<Worker> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await Worker.create(options);
    } catch (error) {
      if (attempt >= 40) throw error;
      await sleep(250);
    }
  }
}
