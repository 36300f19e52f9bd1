// The worker: one connection to Temporal, one worker per ledger on the shared workflow
// bundle, and the clients that start workflows eagerly on that same connection.
// Connects for as long as it takes; a Temporal that goes away later is waited for by the SDK.

import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
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
import type { Patience } from '../activities/delivering.ts';
import { quietActivities } from '../activities/failure.ts';
import type { Lane } from '../activities/lane.ts';
import type { Mailer } from '../activities/mails.ts';
import type { ScoringTools } from '../activities/scorings.ts';
import type { TrainingTools } from '../activities/training.ts';
import type { Screening } from '../ai/screening/open.ts';
import { NO_PROVIDER, type WatchProvider } from '../ai/watchlists/provider.ts';
import type { TemporalAccess } from '../config/temporal.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { Ledger } from '../db/ledger.ts';
import { readStandings } from '../db/transactions/reads.ts';
import type { ArtifactStore, FileStore } from '../models/artifact-store.ts';
import { type ForeignScorer, NO_FOREIGN } from '../models/confined/foreign-scorer.ts';
import { MODULES } from '../modules/contents.ts';
import { type Crew, inQueue } from '../modules/crew.ts';
import type { Module } from '../modules/module.ts';
import type { Sender } from '../webhooks/send.ts';
import { nudge } from '../workflows/carried.ts';
import {
  deliveriesTaskQueue,
  laneTaskQueue,
  scoringTaskQueue,
  trainingTaskQueue,
} from '../workflows/messages.ts';
import { tellTransfer } from '../workflows/start.ts';
import { createBells } from './bells.ts';
import { workflowBundle } from './bundle.ts';
import type { Chain } from './opening/chain.ts';
import { connectionOptions } from './temporal-access.ts';
import type { Tracing } from './tracing/port.ts';
import { prepareWorkflowThreads } from './workflow-threads.ts';

export interface WorkerDeps {
  readonly ledgers: readonly Ledger[];
  /** Address of the console in an environment; without it, details name ids alone. */
  readonly consoleUrlOf?: (environment: EnvironmentName) => string | null;
  /** Directory of the workflow bundle. */
  readonly cacheDir: string;
  readonly log: Logger;
  /** Left out or null: no mails are sent. */
  readonly mailer?: Mailer | null;
  /** Left out: applications for production wait for another worker. */
  readonly applications?: Applications;
  readonly failPoint?: (name: string) => void;
  /**
   * Lets long work yield to requests of this process, and says whether one caller at most has sent
   * any lately; by default it does not yield, and others may.
   */
  readonly letRequestsGo?: () => Promise<boolean>;
  /** The lists that customers are screened against. */
  readonly screening: Screening;
  /** Provider of politically exposed persons; without it none is asked. */
  readonly watchlist?: WatchProvider;
  /** Files of models. */
  readonly artifacts: FileStore;
  /** Node covers of trees that were trained here. */
  readonly covers: ArtifactStore;
  /** Scorers of developers' files; without them these files are not asked. */
  readonly foreign?: Readonly<Record<EnvironmentName, ForeignScorer>>;
  /** Requirements of event delivery: the key of the secrets, a sender per environment. */
  readonly webhooks?: {
    readonly seal: Seal;
    readonly senders: Readonly<Record<EnvironmentName, Sender>>;
    /** Left out: days. */
    readonly patience?: Patience;
  };
  /** Left out or null: nothing is sent to a chain. */
  readonly chainOf?: (ledger: Ledger) => Chain | null;
  /** Left out or null: models are trained elsewhere. */
  readonly training?: Readonly<
    Partial<Record<EnvironmentName, TrainingTools & ScoringTools>>
  > | null;
  /** Left out: workflows settle. */
  readonly laneOf?: (ledger: Ledger) => Lane;
  /** True: workflows, and the steps beside them, run elsewhere. */
  readonly onlyTrains?: boolean;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
  /** Subjects whose activities it runs, by default all. */
  readonly modules?: readonly Module[];
  /** 0 replays every history from its start: for tests. */
  readonly maxCachedWorkflows?: number;
}

export interface BankWorker {
  readonly clients: Readonly<Record<EnvironmentName, Client>>;
  /** Resolves when all workers have stopped; rejects when one broke. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export interface TemporalConnection {
  readonly connection: NativeConnection;
  readonly clients: Readonly<Record<EnvironmentName, Client>>;
}

let installed = false;

/** Workers of deliveries, trainings and scorings run activities alone, on purpose. */
const ON_PURPOSE = 'No workflows registered, not polling for workflow tasks';

/**
 * Quietens the SDK's core and keeps it from catching signals: the bank drains by itself.
 * A process has one runtime: a second bank in it shares that of the first.
 */
export function installRuntime(log: Logger): void {
  if (installed) return;
  installed = true;
  prepareWorkflowThreads(log.isLevelEnabled('debug'));
  const options: RuntimeOptions = {
    logger: new DefaultLogger('WARN', (entry) => {
      if (entry.message !== ON_PURPOSE) log.warn({ temporal: legible(entry.meta) }, entry.message);
    }),
    telemetryOptions: {
      // Without this the core writes lines of its own to the standard output.
      logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} },
    },
    shutdownSignals: [],
  };
  try {
    Runtime.install(options);
  } catch (error) {
    // Some other user of the SDK in this process was first: its runtime serves as well.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

/** An error in the attributes of a line is written as an empty object otherwise. */
function legible(meta: LogMetadata | undefined): LogMetadata | undefined {
  const { error } = meta ?? {};
  return error instanceof Error ? { ...meta, error: error.stack ?? error.message } : meta;
}

/** Connects to Temporal, trying again until it answers or `giveUp` is aborted. */
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
const ASK_MS = 2_000;

/** Those of the namespaces that the server says it does not have. */
export async function missingNamespaces(
  connection: NativeConnection,
  names: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (namespace) => {
      const ask = () => connection.workflowService.describeNamespace({ namespace });
      try {
        await connection.withDeadline(Date.now() + ASK_MS, ask);
        return [];
      } catch (error) {
        return (error as { code?: number }).code === NOT_FOUND ? [namespace] : [];
      }
    }),
  );
  return found.flat();
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
    const crew = crewOf(ledger, { ...deps, client, stopping: stopping.signal });
    const { connection } = temporal;
    const { activity = [], ...traced } = tracing?.workers.interceptors ?? {};
    const interceptors = { ...traced, activity: [quietActivities(deps.log), ...activity] };
    const common = {
      connection,
      namespace: client.options.namespace,
      ...tracing?.workers,
      interceptors,
    };
    const trainers = crew.training
      ? [
          createWorker({
            ...common,
            ...trainingOptions(trainingTaskQueue(ledger.taskQueue)),
            activities: crew.training,
          }),
          createWorker({
            ...common,
            ...trainingOptions(scoringTaskQueue(ledger.taskQueue)),
            activities: crew.scoring,
          }),
        ]
      : [];
    if (!bundle) return trainers;
    return [
      createWorker({ ...common, ...workflowOptions(ledger, deps, bundle), activities: crew.own }),
      ...(crew.deliveries
        ? [createWorker({ ...common, ...deliveryOptions(ledger), activities: crew.deliveries })]
        : []),
      ...(crew.lane
        ? [createWorker({ ...common, ...laneOptions(ledger), activities: crew.lane })]
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

/** Workers that run, to which more may come. */
function runningWorkers() {
  const workers: Worker[] = [];
  const runs: Promise<void>[] = [];
  let fail: (reason: unknown) => void;
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => {});
  const all = () => Promise.all(runs).then(() => {});
  return {
    async add(created: readonly Promise<Worker>[]): Promise<void> {
      try {
        const made = await Promise.all(created);
        workers.push(...made);
        const ends = made.map((worker) => worker.run());
        for (const end of ends) end.catch(fail);
        runs.push(...ends);
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    /** Resolves when those that run by now have stopped; rejects when any broke. */
    done(): Promise<void> {
      const done = Promise.race([all(), broken]);
      // The caller handles a failed worker; until then the rejection must not count as unhandled.
      done.catch(() => {});
      return done;
    },
    async stop(): Promise<void> {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await all();
    },
  };
}

/** Runs the workflows of a ledger and their activities. */
function workflowOptions(ledger: Ledger, deps: WorkerDeps, workflowBundle: { code: string }) {
  return {
    taskQueue: ledger.taskQueue,
    workflowBundle,
    // Money steps are local activities; long work uses regular ones.
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 2 },
    maxCachedWorkflows: deps.maxCachedWorkflows ?? 200,
    // Without a cache a second task would push the first one out in the middle of its steps.
    maxConcurrentWorkflowTaskExecutions: deps.maxCachedWorkflows === 0 ? 1 : 40,
    maxConcurrentLocalActivityExecutions: 100,
    // A task that no poller waits for is written to Temporal's database and read again.
    workflowTaskPollerBehavior: { type: 'autoscaling', minimum: 6, initial: 8, maximum: 16 },
    workflowThreadPoolSize: 1,
    stickyQueueScheduleToStartTimeout: '1s',
    shutdownGraceTime: '5s',
  } as const;
}

/** Delivers: an endpoint that hangs keeps a place for as long as it does, so there are many. */
function deliveryOptions({ taskQueue }: Ledger) {
  return {
    taskQueue: deliveriesTaskQueue(taskQueue),
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 2 },
    maxConcurrentActivityTaskExecutions: 1_000,
    shutdownGraceTime: '5s',
  } as const;
}

/** The lane begins anew while an attempt that lost it has not noticed yet. */
function laneOptions({ taskQueue }: Ledger) {
  return {
    taskQueue: laneTaskQueue(taskQueue),
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
    maxConcurrentActivityTaskExecutions: 4,
    shutdownGraceTime: '5s',
  } as const;
}

/** One model at a time: others wait in the queue, and payments keep the other cores. */
function trainingOptions(taskQueue: string) {
  return {
    taskQueue,
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 },
    maxConcurrentActivityTaskExecutions: 1,
    // A cancellation is seen in the row; a heartbeat shows that the worker lives.
    maxHeartbeatThrottleInterval: '2s',
    shutdownGraceTime: '5s',
  } as const;
}

type CrewDeps = WorkerDeps & { readonly client: Client; readonly stopping: AbortSignal };

/** The activities of a ledger, by the queue that they wait in. */
function crewOf(ledger: Ledger, deps: CrewDeps) {
  const { client, webhooks, modules = MODULES } = deps;
  const lane = deps.laneOf?.(ledger) ?? null;
  const consoleUrl = deps.consoleUrlOf?.(ledger.environment) ?? null;
  const starter = { client, taskQueue: ledger.taskQueue, eager: false, consoleUrl };
  const crew: Crew = {
    ledger,
    bells: createBells((endpoint) => nudge(starter, 'endpoint', endpoint)),
    tellTransfer: (transactionId) => tellTransfer(starter, transactionId),
    stopping: deps.stopping,
    failPoint: deps.failPoint ?? (() => {}),
    letOthersGo: deps.letRequestsGo ?? (() => turn(false)),
    consoleUrl,
    screening: deps.screening,
    watchlist: deps.watchlist ?? NO_PROVIDER,
    artifacts: deps.artifacts,
    covers: deps.covers,
    foreign: deps.foreign?.[ledger.environment] ?? NO_FOREIGN,
    chain: deps.chainOf?.(ledger) ?? null,
    training: deps.training?.[ledger.environment] ?? null,
    lane,
    settleNow: lane && settlingIn(ledger, lane),
    deliveries: webhooks
      ? {
          seal: webhooks.seal,
          sender: webhooks.senders[ledger.environment],
          patience: webhooks.patience,
        }
      : null,
    tracing: deps.tracing ?? null,
    mailer: deps.mailer ?? null,
    applications: deps.applications ?? null,
  };
  const all = modules.map(({ activities }) => activities?.(crew) ?? {});
  return {
    own: inQueue('own', all) ?? {},
    lane: inQueue('lane', all),
    deliveries: inQueue('deliveries', all),
    training: inQueue('training', all),
    scoring: inQueue('scoring', all) ?? {},
  };
}

/**
 * Has the lane settle accepted transactions; returns the ids that are left to workflows. A
 * transaction that waited for its day already has one.
 */
function settlingIn(ledger: Ledger, lane: Lane) {
  return async (ids: readonly string[]): Promise<readonly string[]> => {
    const settled = new Set<string>();
    const standings = await readStandings(ledger, ids);
    const asked = standings.map(async ({ id, tenantId, stage }) => {
      if (stage === 'accepted' && (await lane.settle(id, tenantId))) settled.add(id);
    });
    await Promise.allSettled(asked);
    return ids.filter((id) => !settled.has(id));
  };
}

// A namespace that was created a moment ago may not be visible to every part of the server yet.
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
