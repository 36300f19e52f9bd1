// Opens the bank: databases, Temporal, workers, sweepers, API and admin port, in the order of their
// dependencies, and closes them in reverse order. Used by server.ts and by tests.

import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { type Collector, createCollector } from '../activities/collector.ts';
import { createLane, type Lane } from '../activities/lane.ts';
import { openMailer } from '../activities/mails.ts';
import { createSender } from '../activities/webhooks/send.ts';
import { createModelFinder } from '../ai/serving/finder.ts';
import { createSpreads } from '../ai/serving/performance/spread.ts';
import { createApp } from '../api/app.ts';
import { configuredAddressesOf, contractServicesOf } from '../api/blockchain/contract-services.ts';
import { exportThread } from '../api/customers/export-reads.ts';
import { type EventWriters, emitMissedEvents } from '../api/developer/platform-events.ts';
import { closeActs, startActRounds } from '../api/kit/act-end.ts';
import { createAdmissionControl } from '../api/kit/admission-control.ts';
import type { Services } from '../api/kit/context.ts';
import { createFairTurns, type FairTurns } from '../api/kit/fair-turns.ts';
import { carryOutApprovedActs } from '../api/ops/approvals/carry-out.ts';
import { createReadinessCheck } from '../api/readiness.ts';
import { statementThread } from '../api/statements/statement-reads.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import type { Seal } from '../db/kernel/seal.ts';
import { developerOfTenant } from '../db/kernel/tenant.ts';
import { probeWrite } from '../db/kernel/write-probe.ts';
import type { Ledger } from '../db/ledger.ts';
import { everyOf, type PerEnvironment } from '../db/ledgers.ts';
import { databasesOf, type ProcessRole, SINGLE_PROCESS } from '../db/postgres/databases.ts';
import { AUDIT_HEAD_FILE } from '../identity/audit-head.ts';
import type { FirstAdmins } from '../identity/operators.ts';
import { openPlatform, type Platform } from '../identity/platform.ts';
import { createArtifactStore } from '../models/artifact-store.ts';
import { createForeignScorer, type Kill } from '../models/confined/foreign-scorer.ts';
import { createExplainers } from '../models/explain/explainers.ts';
import { createLatencyStore } from '../models/latency-store.ts';
import { combinePools, createOwnSessions, type SessionPool } from '../models/session-pool.ts';
import { MODULES } from '../modules/contents.ts';
import { combineServed, combineStarts, type Module, openApiParts } from '../modules/module.ts';
import type { WorkflowTarget } from '../workflows/record-workflows.ts';
import { startAnchorSignals } from './anchor-signals.ts';
import { startApplicationRound } from './application-round.ts';
import { applicationSteps } from './applications.ts';
import { booksThread } from './books/reads.ts';
import { consoleUrlOf } from './config/console-url.ts';
import { findGuessableKeys } from './config/secrets.ts';
import type { Config } from './config/settings.ts';
import { createAgeReader } from './data-ages.ts';
import { createDispatcher } from './dispatcher.ts';
import { failPointOf } from './fail-point.ts';
import { writeFirstCredentials } from './first-key.ts';
import { startIdleMeter } from './idle.ts';
import { watchLimits } from './limit-watch.ts';
import { closeServer, drainServer, listen, portOf } from './listening.ts';
import { type LogSigner, startLogSigner } from './log-signer.ts';
import { createLossRecorder } from './losses.ts';
import { createAdminApp, createMetrics, type Metrics } from './metrics/metrics.ts';
import { modelStops } from './model-stops.ts';
import { openCell } from './opening/cell.ts';
import { openChains } from './opening/chain.ts';
import { openLedgers } from './opening/ledgers.ts';
import {
  startIdleRound,
  storesIn,
  sweptFiles,
  trainedFilesIn,
  trainingTools,
} from './opening/models.ts';
import { createCodeCheck, openBankSeal } from './opening/seal.ts';
import { readFollowed, takeRole } from './opening/writer.ts';
import { listPermanentWorkflows } from './permanent-workflows.ts';
import { startRails } from './rail-starter.ts';
import { openRates } from './rates/open.ts';
import { startRelaySignals } from './relay-signals.ts';
import { logReplication, watchReplication } from './replication-watch.ts';
import {
  nameSources,
  openBankScreening,
  refreshLists,
  warnOfStale,
  watchLists,
} from './screening.ts';
import { createSettlementWaits } from './settlements.ts';
import { type OrphanDeps, startOrphanSweep } from './sweeps/orphans.ts';
import { startScheduleShows } from './sweeps/schedules.ts';
import { startSweeper, sweptLists } from './sweeps/sweeper.ts';
import { openTracing } from './tracing/open.ts';
import {
  type BankWorker,
  connectTemporal,
  installRuntime,
  missingNamespaces,
  startWorkers,
  type TemporalConnection,
} from './worker.ts';

export interface Bank {
  /** Port of the API; null when this process only trains models. */
  readonly port: number | null;
  readonly adminPort: number;
  /** The role of this process: writer or standby. */
  readonly role: ProcessRole;
  readonly environments: PerEnvironment<Services>;
  /** New credentials of the first admins, and which of their credentials are still unused. */
  readonly firstAdmins: FirstAdmins;
  /** Resolves when transfers work. */
  readonly ready: Promise<void>;
  /** Rejects when a worker fails or another process has become the writer. */
  readonly broken: Promise<never>;
  close(): Promise<void>;
}

/** For a process that creates no operators: one that only trains, or a standby. */
const NO_FIRST_ADMINS: FirstAdmins = {
  key: null,
  secondCode: null,
  isFirstOpen: true,
  isSecondOpen: true,
};
/** Maximum number of models in memory. A file has at most 32 MB, usually less than one. */
const MAX_SESSIONS = 32;

interface Round {
  stop(): void;
}
type ServedApp = { readonly fetch: Parameters<typeof listen>[0] };
/** The connection to Temporal and its workers; null until Temporal has answered. */
interface ConnectedWorker {
  connection: TemporalConnection | null;
  worker: BankWorker | null;
}

/** Creates the senders of webhooks, one for each environment. */
function createSenders({ webhookAllow: allow }: Config) {
  const senderOf = (livemode: boolean) => createSender({ livemode, allow });
  return { sandbox: senderOf(false), production: senderOf(true) };
}

/** Functions that try a write, one for each database. */
function writeProbes(platform: Platform, ledgers: readonly Ledger[]) {
  const probes = ledgers.map(({ name, run }) => [name, () => run(probeWrite, null)] as const);
  return { platform: platform.tryWrite, ...Object.fromEntries(probes) };
}

/** Opens the mailer; null when no mail server is configured. */
function openConfiguredMailer({ mail }: Config, platform: Platform, seal: Seal) {
  if (mail === null) return null;
  const addressOf = async (tenantId: string) =>
    (await platform.findDeveloper(developerOfTenant(tenantId)))?.email ?? null;
  return openMailer(mail, { seal, addressOf });
}

interface CatchUp {
  readonly config: Config;
  readonly seal: Seal;
  readonly log: Logger;
}

/** Emits events that a crash prevented, and starts to check the audit log against its head. */
async function catchUp(
  { platform, environments }: EventWriters & { readonly environments: PerEnvironment<Services> },
  { config, seal, log }: CatchUp,
): Promise<Round> {
  const eventWriters = { platform, ledgers: everyOf(environments).map(({ ledger }) => ledger) };
  platform.onHeadFault((fault) => {
    log.error({ fault }, 'the audit log does not match its signed head: run npm run verify');
  });
  const file = join(resolve(config.dataDir), AUDIT_HEAD_FILE);
  await platform.keepHead({ file, seal, isCopy: config.databaseUrl !== null });
  const settledActs = await closeActs(eventWriters, Date.now(), 'start');
  if (settledActs > 0)
    log.warn(
      { settled: settledActs },
      'acts of operators had no outcome: the audit log has one now',
    );
  await emitMissedEvents({ platform, environments }, Date.now());
  return startActRounds(eventWriters, log);
}

/**
 * Time after which requests that wait for a settlement while the API closes are answered with 202.
 */
const ANSWER_WITHIN_MS = 5_000;

/** Time within which a proxy that checks ten times a second sends its requests to the standby. */
const REDIRECT_MS = 500;

/** Progress at these points of a first start; bundling the workflows takes most of the time. */
const START_PROGRESS = { temporal: 0.35, workers: 0.95 };
const ignoreProgress = (_share: number): void => undefined;

/**
 * Opens everything that this process needs for its role.
 * @param started called with the progress, from 0 to 1
 * @param modules the subjects to serve; by default all
 */
export async function openBank(
  config: Config,
  log: Logger,
  started = ignoreProgress,
  modules: readonly Module[] = MODULES,
): Promise<Bank> {
  const { databaseUrl } = config;
  const replication = databaseUrl === null ? null : await logReplication(databaseUrl, log);
  const dataDir = resolve(config.dataDir);
  const { screening, parties, unscreened, networks } = openBankScreening(config.screening);
  for (const setting of findGuessableKeys(config)) {
    log.warn({ setting }, 'the key follows a pattern and can be guessed: use random bytes');
  }
  const losses = createLossRecorder(log);
  const metrics = createMetrics(log, losses.record);
  const databases = databasesOf(config, metrics.databases);
  const failPoint = failPointOf(config.failPoint);
  const tracing = await openTracing(config.telemetry, log);
  const platform = await databases.open('platform', ({ file, database }) =>
    openPlatform(database ?? file),
  );
  await openCell(config, platform);
  const [isBank, hasTraining] = [config.role !== 'training', config.role !== 'bank'];
  const rates = openRates(config.exchange, log);
  const modelStopRecorder = modelStops(log);
  const modelParts = openModels(dataDir, modelStopRecorder.onKill);
  const { artifacts, sessions, foreign, storedFiles, trained, reasons } = modelParts;
  const spreads = createSpreads(trained.distributions);
  const judging = {
    sessions,
    reasons,
    parties,
    unscreened,
    networks,
    latency: createLatencyStores(metrics),
  };
  const rounds: Round[] = [];
  const parts = {
    platform,
    rates,
    failPoint,
    log,
    tracing,
    storedFiles,
    codes: createCodeCheck(() => seal),
    modules,
    ...judging,
  };
  const ledgers = await openLedgers(config, databases, parts);
  const every = everyOf(ledgers);
  const seal = openBankSeal(config, every);
  // After everything that can fail: a process that cannot open must not take the lease.
  const place = isBank ? await takeRole(databases, log) : null;
  const role = place?.role ?? SINGLE_PROCESS;
  metrics.watchRole(role);
  const isStandby = role.role() === 'standby';
  const writesAtStart = isBank && !isStandby;
  const start = combineStarts(modules, { config, ledgers: every, artifacts, ...judging });
  start.prepare();
  const ensureFirstAdmins = () =>
    platform.operators.ensure(config.operatorKey, (credentials) =>
      writeFirstCredentials(config.dataDir, credentials),
    );
  const firstAdmins = writesAtStart ? await ensureFirstAdmins() : NO_FIRST_ADMINS;
  modelStopRecorder.begin(ledgers);
  if (writesAtStart) await start.register();
  if (isBank) await start.warm();
  const [senders, mailer] = [
    createSenders(config),
    await openConfiguredMailer(config, platform, seal),
  ];
  const temporal: ConnectedWorker = { connection: null, worker: null };
  // Only the bank signs, so only it opens the keys of the chain.
  const chainOf = openChains(config.chain, isBank ? every : []);
  const turns = createFairTurns();
  const collectors: Collector[] = [];
  const machine = startIdleMeter();
  rounds.push(machine);
  const firstRounds = { ledgers, artifacts, sessions, ...storedFiles, log };
  if (writesAtStart) startFirstRounds(rounds, config, firstRounds);
  /** Signal the relay about new events of the writer's commits. */
  const relaySignalStarts: (() => Round)[] = [];

  function servicesOf(ledger: Ledger): Services & { readonly lane: Lane } {
    const client = (): Client | null => temporal.connection?.clients[ledger.environment] ?? null;
    const { taskQueue } = ledger;
    const consoleUrl = consoleUrlOf(config, ledger.environment);
    const workflowTarget = (): WorkflowTarget | null => {
      const temporalClient = client();
      return temporalClient && { client: temporalClient, taskQueue, eager: true, consoleUrl };
    };
    const starting = { client, taskQueue, eager: true, consoleUrl, log, failPoint, tracing };
    const dispatcher = createDispatcher(starting);
    ledger.onAtRest(({ id }) => dispatcher.noteSettled(id));
    const { workflowsPerSecond: perSecond } = config;
    const collector = createCollector({ ...starting, perSecond, hasTime: machine.hasTime });
    collectors.push(collector);
    const serving = createModelFinder(ledger, sessions[ledger.environment], reasons);
    const usesOwnModel = (tenantId: string) => serving.isForeign(tenantId, 'fraud');
    const lane = createLane({ ledger, usesOwnModel, collector, log, failPoint, tracing });
    const settlements = createSettlementWaits(ledger);
    // On PostgreSQL the bank also receives the commits of a training process.
    if (isBank || !ledger.database.followsOtherProcesses) {
      relaySignalStarts.push(() => startRelaySignals({ ledger, client, log }));
    }
    startRails(ledger, workflowTarget, log);
    const backlog = () => dispatcher.backlog() + lane.waiting();
    metrics.watch(ledger, {
      backlog,
      limit: config.backlogLimit,
      hasLane: lane.isOpen,
      waiting: lane.waiting,
      client,
    });
    const contracts = contractServicesOf(ledger, config);
    const work = { ledger, lane, dispatcher, settlements, backlog, client, workflowTarget };
    return { ...work, contracts, serving, latency: judging.latency[ledger.environment] };
  }
  const environments = {
    sandbox: servicesOf(ledgers.sandbox),
    production: servicesOf(ledgers.production),
  };
  if (!isStandby) rounds.push(...relaySignalStarts.map((start) => start()));
  losses.open({ platform, ledgers: every });
  const allServices = everyOf(environments);
  if (writesAtStart) rounds.push(await catchUp({ platform, environments }, { config, seal, log }));

  const { stopping, giveUp, closed } = shutdownSignals();
  const isReady = () => temporal.connection !== null;

  async function connect(): Promise<void> {
    installRuntime(log);
    const connection = await connectTemporal(config.temporal, log, giveUp.signal, tracing);
    started(START_PROGRESS.temporal);
    if (isStandby) temporal.connection = connection;
    else await startWork(connection);
    started(START_PROGRESS.workers);
    await rates.started;
    temporal.connection = connection;
  }

  /** Starts the workers, and the rounds that start workflows. */
  async function startWork(connection: TemporalConnection): Promise<void> {
    temporal.worker = await startWorkers(connection, {
      modules,
      ledgers: every,
      consoleUrlOf: (environment) => consoleUrlOf(config, environment),
      cacheDir: config.cacheDir === null ? join(dataDir, 'cache') : resolve(config.cacheDir),
      log,
      failPoint,
      tracing,
      webhooks: { seal, senders },
      mailer,
      applications: applicationSteps({ platform, environments }),
      artifacts,
      covers: trained.covers,
      foreign,
      ...nameSources(config, screening),
      laneOf: ({ environment }) => environments[environment].lane,
      onlyTrains: !isBank,
      yieldToRequests: turns.yieldToRequests,
      training: hasTraining ? trainingTools(dataDir, { artifacts, ...trained }, storedFiles) : null,
      chainOf,
    });
    if (isBank) {
      const sweep = ({ ledger, dispatcher }: (typeof allServices)[number]) => {
        const client = connection.clients[ledger.environment];
        const chain = chainOf(ledger);
        const permanentWorkflows = listPermanentWorkflows(ledger, chain);
        const contracts = chain ? configuredAddressesOf(ledger, config.chain) : null;
        const files = sweptFiles(ledger.environment, storedFiles);
        const consoleUrl = consoleUrlOf(config, ledger.environment);
        const tasks = {
          modules,
          isStarting: dispatcher.isStarting,
          permanentWorkflows,
          contracts,
        };
        const sweepDeps = { ledger, client, log, consoleUrl, ...tasks };
        const listSweeps = sweptLists(config, { screening, parties: parties[ledger.environment] });
        const { dataDir, archiveDays: afterDays } = config;
        const archiving = { dataDir, afterDays, failPoint, closing: giveUp.signal };
        rounds.push(startSweeper({ ...sweepDeps, spreads, ...files, ...listSweeps, archiving }));
        rounds.push(startScheduleShows({ ledger, client, log, consoleUrl }));
        rounds.push(startAnchorSignals(ledger, client, config.chain));
      };
      for (const services of allServices) sweep(services);
      const client = connection.clients.sandbox;
      const { taskQueue } = ledgers.sandbox;
      rounds.push(startApplicationRound({ platform, client, taskQueue, log }));
    }
  }

  /**
   * Makes this standby the writer. The lane comes first: money moves before Temporal is connected.
   */
  async function takeOver(): Promise<void> {
    const holder = `takeover/${role.epoch()}`;
    for (const { lane } of allServices) {
      lane
        .run(holder, closed.signal, () => {})
        .catch((err) => log.error({ err }, 'the lane ended'));
    }
    await ensureFirstAdmins();
    await start.register();
    startFirstRounds(rounds, config, firstRounds);
    rounds.push(...relaySignalStarts.map((start) => start()));
    rounds.push(await catchUp({ platform, environments }, { config, seal, log }));
    await firstConnection;
    if (temporal.connection) await startWork(temporal.connection);
    log.info({ epoch: role.epoch() }, 'workflows run here');
    await carryOutApprovedActs(deps);
  }

  const firstConnection = connect();
  firstConnection.catch(() => {}); // Callers who await it get the error; an unhandled one must not crash.
  /** Null while this process is a standby. */
  let takingOver: Promise<void> | null = null;
  const tookOver = isStandby
    ? place?.leading.then(() => {
        takingOver = takeOver();
        return takingOver;
      })
    : undefined;
  const workersBroken = firstConnection.then(async () => {
    await tookOver;
    await temporal.worker?.done;
    return new Promise<never>(() => {});
  });
  const brokenBank = Promise.race([workersBroken, ...(place ? [place.replaced] : [])]);
  brokenBank.catch(() => {});

  const files = { artifacts, ...storedFiles, screening, spreads, ...judging, seal };
  const readAgeMs = () => (role.role() === 'writer' ? 'current' : (role.ageMs() ?? 'unknown'));
  const apiServices = {
    ...{ config, log, platform, metrics, tracing, failPoint, readAgeMs, seen: role.seen },
    closing: giveUp.signal,
  } as const;
  const standbys =
    databaseUrl !== null && replication !== null
      ? watchReplication(databaseUrl, log, replication)
      : null;
  if (standbys) rounds.push(standbys);
  const limits = watchLimits(config, log);
  rounds.push(limits);
  metrics.watchLimits(limits.shares);
  const market = rates.termsOf('production');
  const ages = createAgeReader(screening, market, networks);
  const writes = writeProbes(platform, every);
  const namespaces = async () => {
    const { connection } = temporal;
    const names = Object.values(config.temporal.namespaces);
    return connection ? missingNamespaces(connection.connection, names) : [];
  };
  const readiness = createReadinessCheck({
    isReady,
    followerState: () => readFollowed(role),
    replication: standbys?.state,
    stopping: stopping.signal,
    writes,
    missingNamespaces: namespaces,
    ages,
    log,
  });
  const reading = openReaders(config, modules, closed.signal);
  const served = combineServed(modules);
  const { extensions } = served;
  const { noteTenant, yieldToRequests } = turns;
  const deps = {
    ...apiServices,
    ...files,
    noteTenant,
    yieldToRequests,
    environments,
    readiness,
    ...reading,
    extensions,
  };
  if (writesAtStart) firstConnection.then(() => carryOutApprovedActs(deps)).catch(() => {});
  // Reading the lists takes a second, so it is done before a request needs them.
  if (isBank) watchLists(screening, { metrics, log });
  rounds.push(refreshLists(screening, { log, renewed: () => warnOfStale(screening, log) }));
  const adminApp = createAdminApp({ metrics, readiness, host: config.adminHost });
  const { api, admin } = await openPorts(
    config,
    isBank ? createApp(deps, served) : null,
    adminApp,
    turns,
  );

  async function close(): Promise<void> {
    stopping.abort();
    const isFollowed = await role.isFollowed();
    if (api && temporal.connection !== null) {
      drainServer(api);
      await pause(Math.max(config.drainSeconds * 1_000, isFollowed ? REDIRECT_MS : 0));
    }
    giveUp.abort(new Error('the bank is closing'));
    rates.stop();
    metrics.stop();
    const releaseTimer = setTimeout(() => {
      for (const { settlements } of allServices) settlements.release();
    }, ANSWER_WITHIN_MS);
    if (api) await closeServer(api);
    clearTimeout(releaseTimer);
    closed.abort(new Error('the bank is closing'));
    await firstConnection.catch(() => {});
    await takingOver?.catch(() => {});
    for (const round of rounds) round.stop();
    if (isFollowed) {
      const stopped = temporal.worker?.stop();
      stopped?.catch(() => {});
      await role.handOver();
    }
    await drainAll([...allServices.map(({ dispatcher }) => dispatcher), ...collectors]);
    await temporal.worker?.stop();
    await temporal.connection?.connection.close();
    await closeServer(admin);
    mailer?.transport.close();
    await Promise.all([senders.sandbox.close(), senders.production.close()]);
    for (const scorer of [foreign.sandbox, foreign.production]) scorer.close();
    await sessions.sandbox.close();
    for (const { ledger } of allServices) ledger.close();
    platform.close();
    await Promise.all([databases.close(), tracing?.close()]);
  }

  return {
    port: api ? portOf(api) : null,
    adminPort: portOf(admin),
    role,
    environments,
    firstAdmins,
    ready: firstConnection,
    broken: brokenBank,
    close,
  };
}

/** Opens the files of models and their readers. */
function openModels(dataDir: string, onKill: (name: EnvironmentName, kill: Kill) => void) {
  const artifacts = createArtifactStore(join(dataDir, 'models'));
  const ownSessions = createOwnSessions(artifacts, MAX_SESSIONS);
  const scorerOf = (name: EnvironmentName) =>
    createForeignScorer({ artifacts, onKill: (kill) => onKill(name, kill) });
  const foreignScorers = { sandbox: scorerOf('sandbox'), production: scorerOf('production') };
  // The bank's own models are in memory once for both environments.
  const sessions = {
    sandbox: combinePools(ownSessions, foreignScorers.sandbox),
    production: combinePools(ownSessions, foreignScorers.production),
  };
  const [storedFiles, trained] = [storesIn(dataDir), trainedFilesIn(dataDir)];
  const reasons = createExplainers({ artifacts, covers: trained.covers });
  return { artifacts, sessions, foreign: foreignScorers, storedFiles, trained, reasons };
}

/** Signals of the shutdown: stop accepting work, end permanent workflows, then close databases. */
function shutdownSignals() {
  const [stopping, giveUp] = [new AbortController(), new AbortController()];
  return { stopping, giveUp, closed: new AbortController() };
}

/** Opens the threads for long reads, and the parts that modules open for the API. */
function openReaders(config: Config, modules: readonly Module[], closing: AbortSignal) {
  const [books, statements] = [booksThread(closing), statementThread(closing)];
  const exports = exportThread(closing);
  return { books, statements, exports, ...openApiParts(modules, { config, books, closing }) };
}

/** Opens the port of the API, unless this process only trains, and the admin port. */
async function openPorts(
  { host, port, adminHost, adminPort, tls, requestLimit }: Config,
  app: ServedApp | null,
  adminApp: ServedApp,
  turns: FairTurns,
) {
  const gate = createAdmissionControl(requestLimit, turns);
  const api = app ? await listen(app.fetch, { gate, host, port, tls }) : null;
  return {
    api,
    admin: await listen(adminApp.fetch, {
      host: adminHost,
      port: adminPort,
      tls: null,
      sockets: 1,
    }),
  };
}

/** Creates the stores of model durations, one for each environment. */
function createLatencyStores({ recordModelTime }: Metrics) {
  const createStore = (name: EnvironmentName) =>
    createLatencyStore((micros) => recordModelTime(name, micros / 1e6));
  return { sandbox: createStore('sandbox'), production: createStore('production') };
}

/** Resolves when all queues are empty. */
async function drainAll(all: readonly { drain(): Promise<unknown> }[]): Promise<void> {
  await Promise.all(all.map((queue) => queue.drain()));
}

type FirstRounds = OrphanDeps & {
  readonly sessions: PerEnvironment<SessionPool>;
};

/** Starts the rounds that do not need Temporal: signing the log, releasing files and memory. */
function startFirstRounds(
  rounds: Round[],
  config: Config,
  { sessions, ...deps }: FirstRounds,
): void {
  const { ledgers, log } = deps;
  rounds.push(...startLogSigners(everyOf(ledgers), config, log), startOrphanSweep(deps));
  rounds.push(startIdleRound(sessions, everyOf(ledgers)));
}

/** Starts the signers of the logs. */
function startLogSigners(ledgers: readonly Ledger[], config: Config, log: Logger): LogSigner[] {
  const { checkpointEveryMs: everyMs, checkpointLeaves: leaves } = config.chain;
  return ledgers.map((ledger) => startLogSigner({ ledger, log, everyMs, leaves }));
}
