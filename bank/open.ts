// Opens the bank: databases, Temporal, workers, sweepers, API and admin port, in the order in which
// they depend on each other; closes them in the opposite one. server.ts and the tests both use it.

import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Lane } from '../activities/lane.ts';
import { openMailer } from '../activities/mails.ts';
import { connectedRails } from '../activities/rails/open.ts';
import { answerThread } from '../ai/answers/thread.ts';
import { insightThread } from '../ai/insight/analyses.ts';
import { openMessageEncoder } from '../ai/intents/encoder.ts';
import { intentReader } from '../ai/intents/reader.ts';
import { wordThread } from '../ai/intents/word-thread.ts';
import { openLanguageModel } from '../ai/phrasing/model.ts';
import { riskDesk } from '../ai/risk/desk.ts';
import type { Networks } from '../ai/risk/networks.ts';
import { servingDesk } from '../ai/serving/finder.ts';
import { spreadsIn } from '../ai/serving/performance/spread.ts';
import { createApp } from '../api/app.ts';
import { contractDeskOf } from '../api/blockchain/contract-desk.ts';
import { emitMissedEvents } from '../api/developer/news.ts';
import { settleActs, startActRound } from '../api/kit/act-end.ts';
import type { Desk } from '../api/kit/context.ts';
import { frontGate } from '../api/kit/front-gate.ts';
import { booksThread } from '../api/ops/book-reads.ts';
import { carryOutAgreed } from '../api/ops/carry-out.ts';
import { readinessOf } from '../api/readiness.ts';
import { statementThread } from '../api/statements/statement-reads.ts';
import { consoleUrlOf } from '../config/console-url.ts';
import type { Config } from '../config/settings.ts';
import { openDatabase } from '../db/kernel/connect.ts';
import { openSeal, requireKey, type Seal } from '../db/kernel/seal.ts';
import { developerOfTenant } from '../db/kernel/tenant.ts';
import { traced } from '../db/kernel/traces.ts';
import { type Ledger, type LedgerOptions, openLedger } from '../db/ledger.ts';
import { type Databases, databasesOf, type Place } from '../db/postgres/databases.ts';
import { readOpenWork } from '../db/transactions/open-work.ts';
import type { EnvironmentName } from '../db/transactions/port.ts';
import { sealingKeys } from '../db/webhooks/endpoint-reads.ts';
import { AUDIT_HEAD_FILE } from '../identity/audit-head.ts';
import { openPlatform, type Platform } from '../identity/platform.ts';
import { artifactStore } from '../models/artifact-store.ts';
import { type Explainers, explainers } from '../models/explain/explainers.ts';
import { type LatencyBook, latencyBook } from '../models/latency-book.ts';
import { type SessionPool, sessionPool } from '../models/session-pool.ts';
import { openRates } from '../rates/open.ts';
import { createSender } from '../webhooks/send.ts';
import type { Place as WorkflowPlace } from '../workflows/carried.ts';
import { agesOf } from './ages.ts';
import { nudgeAnchoring } from './anchor-nudge.ts';
import { startApplicationRound } from './application-round.ts';
import { applicationsOf } from './applications.ts';
import { createDispatcher } from './dispatcher.ts';
import { failPointOf } from './fail-point.ts';
import { laneElsewhere, lanesOf } from './lanes.ts';
import { closeServer, drainServer, listen, portOf } from './listening.ts';
import { type LogSigner, startLogSigner } from './log-signer.ts';
import { createAdminApp, createMetrics, type Metrics } from './metrics.ts';
import { startNudger } from './nudger.ts';
import { developmentChainOf, openChains } from './open-chain.ts';
import {
  filesOf,
  keptIn,
  openModels,
  startIdleRound,
  trainedFilesIn,
  trainingTools,
} from './open-models.ts';
import { type OrphanDeps, startOrphanRound } from './orphans.ts';
import { startRails } from './rail-starter.ts';
import { type BankScreening, namesIn, screeningIn, watchLists } from './screening.ts';
import { settlementsOf } from './settlements.ts';
import { signingKeys } from './signing-keys.ts';
import { standingWorkflows } from './standing.ts';
import { looksOf, startSweeper } from './sweeper.ts';
import { openTracing } from './tracing/open.ts';
import type { Tracing } from './tracing/port.ts';
import { workOf } from './work.ts';
import {
  type BankWorker,
  connectTemporal,
  installRuntime,
  startWorkers,
  type TemporalConnection,
} from './worker.ts';

export interface Bank {
  /** Where the API listens; null when this process has none. */
  readonly port: number | null;
  readonly adminPort: number;
  readonly desks: Readonly<Record<EnvironmentName, Desk>>;
  /** The first operator's key when it was made by this start. */
  readonly operatorKey: string | null;
  /** Resolves once a transfer would work. */
  readonly ready: Promise<void>;
  /** Rejects when a worker breaks. */
  readonly broken: Promise<never>;
  close(): Promise<void>;
}

/** Models in memory at a time: a file has at most 32 MB, and a usual one less than one. */
const MOST_SESSIONS = 32;

type Served = { readonly fetch: Parameters<typeof listen>[0] };
/** Null until Temporal has answered. */
interface Connected {
  connection: TemporalConnection | null;
  worker: BankWorker | null;
}

type Ledgers = Readonly<Record<EnvironmentName, Ledger>>;

/** A way out for webhooks, per environment. */
function sendersOf({ sandbox, production }: Ledgers, { webhookAllow: allow }: Config) {
  const senderOf = ({ livemode }: Ledger) => createSender({ livemode, allow });
  return { sandbox: senderOf(sandbox), production: senderOf(production) };
}

/** A write to each database. */
function writesOf(platform: Platform, { sandbox, production }: Ledgers) {
  return {
    platform: platform.tryWrite,
    sandbox: sandbox.tryWrite,
    production: production.tryWrite,
  };
}

/** The way out for mails; null where no mail server is configured. */
function mailerOf({ mail }: Config, platform: Platform, seal: Seal) {
  if (mail === null) return null;
  const addressOf = async (tenantId: string) =>
    (await platform.findDeveloper(developerOfTenant(tenantId)))?.email ?? null;
  return openMailer(mail, { seal, addressOf });
}

/** The seal that opens what the ledgers keep. */
function sealFor({ payloadKey, dataDir }: Config, ledgers: readonly Ledger[]): Seal {
  const keyIds = ledgers.flatMap(sealingKeys);
  const seal = openSeal(payloadKey, join(resolve(dataDir), 'payload.key'), keyIds);
  requireKey(seal, keyIds);
  return seal;
}

interface CatchUp {
  readonly config: Config;
  readonly seal: Seal;
  readonly log: Logger;
}

/** Tells what was left untold; from now on what is cut off the audit log is found. */
async function catchUp(
  room: { readonly platform: Platform; readonly ledgers: Ledgers },
  { config, seal, log }: CatchUp,
): Promise<{ stop(): void }> {
  room.platform.onHeadFault((fault) => {
    log.error({ fault }, 'the audit log is not the one that its head tells of: run npm run verify');
  });
  const file = join(resolve(config.dataDir), AUDIT_HEAD_FILE);
  await room.platform.keepHead({ file, seal, isCopy: config.databaseUrl !== null });
  const settled = await settleActs(room, Date.now(), 'start');
  if (settled > 0) log.warn({ settled }, 'acts of operators had no end: the audit log has it now');
  await emitMissedEvents(room, Date.now());
  return startActRound(room, log);
}

/** A request that still waits for its money when the API closes is answered with 202 by then. */
const ANSWER_WITHIN_MS = 5_000;

/** How much of a first start is done at this point; bundling workflows is most. */
const STARTED = { temporal: 0.35, workers: 0.95 };
const silent = (_share: number): void => undefined;

/**
 * Opens everything that the roles of this process need.
 * @param started hears how much of it is done, from 0 to 1
 */
export async function openBank(config: Config, log: Logger, started = silent): Promise<Bank> {
  const dataDir = resolve(config.dataDir);
  const { screening, parties, unscreened, networks } = screeningIn(config.screening);
  const [failPoint, databases] = [failPointOf(config.failPoint), databasesOf(config)];
  const tracing = await openTracing(config.telemetry, log);
  const platform = await databases.open('platform', platformIn);
  const { hasApi, hasWorker, hasTraining, hasQueues, usesModels, hearsOthers } = workOf(config);
  const operatorKey = hasApi ? await platform.operators.ensure(config.operatorKey) : null;
  const rates = openRates(config.exchange, log);
  const artifacts = artifactStore(join(dataDir, 'models'));
  const sessions = sessionPool(artifacts, MOST_SESSIONS);
  const [brought, trained] = [keptIn(dataDir), trainedFilesIn(dataDir)];
  const reasons = explainers({ artifacts, covers: trained.covers, pool: sessions });
  const [metrics, spreads] = [createMetrics(log), spreadsIn(trained.spreads)];
  const latency = latencyOf(metrics);
  const judging = { sessions, reasons, parties, unscreened, latency, networks };
  const told = { platform, rates, failPoint, log, tracing, ...judging };
  const ledgers = await openLedgers(config, databases, told);
  const both = Object.values(ledgers);
  const seal = sealFor(config, both);
  if (usesModels) await openModels(both, config.encoder, { artifacts, sessions, reasons, hasApi });
  const [senders, mailer] = [sendersOf(ledgers, config), mailerOf(config, platform, seal)];
  const temporal: Connected = { connection: null, worker: null };
  // Only the worker signs, so only it opens the keys.
  const chains = hasWorker ? openChains(config.chain) : null;
  const lanes = lanesOf(config, { log, failPoint, tracing });
  const rounds = firstRounds(config, { ledgers, artifacts, sessions, ...brought, log });

  function deskOf(ledger: Ledger): Desk & { readonly ownLane: Lane | null } {
    const client = (): Client | null => temporal.connection?.clients[ledger.environment] ?? null;
    const { taskQueue } = ledger;
    const consoleUrl = consoleUrlOf(config, ledger.environment);
    const place = (): WorkflowPlace | null => {
      const reached = client();
      return reached && { client: reached, taskQueue, eager: false, consoleUrl };
    };
    const dispatcher = createDispatcher({
      client,
      taskQueue,
      coalesce: config.coalesce,
      eager: workOf(config).eager,
      consoleUrl,
      log,
      failPoint,
      tracing,
    });
    ledger.store.onSettled(({ transaction }) => dispatcher.settled(transaction.id));
    const ownLane = lanes.open(ledger, client);
    const polls = hasApi && !hasWorker ? 'polls' : 'alone';
    const settlements = settlementsOf(ledger, hearsOthers ? 'hears' : polls);
    const isElsewhere = hearsOthers && config.lane === 'on';
    const lane = isElsewhere ? laneElsewhere(ownLane, settlements) : ownLane;
    // Where each process hears of every commit, one kind of them tells the relay.
    if (hasWorker || !hearsOthers) rounds.push(startNudger({ ledger, client, log }));
    startRails(ledger, place, log);
    const inHand = () => dispatcher.backlog() + (ownLane?.waiting() ?? 0);
    metrics.watch(ledger, {
      backlog: inHand,
      limit: config.backlogLimit,
      hasLane: () => ownLane?.isOpen() ?? false,
      waiting: () => ownLane?.waiting() ?? 0,
      client,
    });
    const backlog = hasWorker ? inHand : acceptedIn(ledger);
    const contracts = contractDeskOf(ledger, config);
    const serving = servingDesk(ledger, sessions, reasons);
    const work = { ledger, ownLane, lane, dispatcher, settlements, backlog, client, place };
    return { ...work, contracts, serving, latency: latency[ledger.environment] };
  }
  const desks = { sandbox: deskOf(ledgers.sandbox), production: deskOf(ledgers.production) };
  if (hasApi) rounds.push(await catchUp({ platform, ledgers }, { config, seal, log }));

  const { stopping, giveUp, over } = endsOf();
  const isReady = () => temporal.connection !== null && (!hasQueues || temporal.worker !== null);

  async function connect(): Promise<void> {
    installRuntime(log);
    const connection = await connectTemporal(config.temporalAddress, log, giveUp.signal, tracing);
    started(STARTED.temporal);
    if (hasQueues) {
      temporal.worker = await startWorkers(connection, {
        ledgers: both,
        consoleUrlOf: (environment) => consoleUrlOf(config, environment),
        cacheDir: config.cacheDir === null ? join(dataDir, 'cache') : resolve(config.cacheDir),
        log,
        failPoint,
        tracing,
        webhooks: { seal, senders },
        mailer,
        applications: applicationsOf({ platform, ledgers }),
        artifacts,
        covers: trained.covers,
        ...namesIn(config, screening),
        lanes: { sandbox: desks.sandbox.ownLane, production: desks.production.ownLane },
        hasWorkflows: hasWorker,
        buildId: config.buildId,
        training: hasTraining ? trainingTools(dataDir, { artifacts, ...trained }, brought) : null,
        ...(chains ? { chains } : {}),
      });
    }
    if (hasWorker) {
      for (const { ledger, dispatcher } of [desks.sandbox, desks.production]) {
        const client = connection.clients[ledger.environment];
        const chain = chains?.[ledger.environment] ?? null;
        const standing = standingWorkflows(ledger, chain, config.lane === 'on');
        const contracts = chain ? config.chain.addresses[ledger.environment] : null;
        const files = filesOf(ledger.environment, brought);
        const consoleUrl = consoleUrlOf(config, ledger.environment);
        const tasks = { inHand: dispatcher.inHand, standing, contracts };
        const common = { ledger, client, log, consoleUrl, ...tasks };
        const looks = looksOf(config, { screening, parties: parties[ledger.environment] });
        const { dataDir, archiveDays: afterDays } = config;
        const archiving = { dataDir, afterDays, failPoint, closing: giveUp.signal };
        rounds.push(startSweeper({ ...common, spreads, ...files, ...looks, archiving }));
        rounds.push(nudgeAnchoring(ledger, client, config.chain));
      }
    }
    if (hasWorker) {
      const client = connection.clients.sandbox;
      const { taskQueue } = ledgers.sandbox;
      rounds.push(startApplicationRound({ platform, client, taskQueue, log }));
    }
    started(STARTED.workers);
    await rates.started;
    temporal.connection = connection;
  }

  const ready = connect();
  ready.catch(() => {}); // a caller who waits gets the fault; without one it is no reason to crash
  const broken = ready.then(async () => {
    await temporal.worker?.done;
    return new Promise<never>(() => {});
  });
  broken.catch(() => {});

  const files = { artifacts, ...brought, screening, spreads, ...judging, seal };
  const outside = { config, log, platform, metrics, tracing, failPoint, closing: giveUp.signal };
  const ages = agesOf(screening, rates.termsOf('production'), networks);
  const writes = writesOf(platform, ledgers);
  const readiness = readinessOf({ isReady, stopping: stopping.signal, writes, ages, log });
  const reading = threadsOf(config, over.signal);
  const deps = { ...outside, ...files, desks, readiness, ...reading };
  if (hasApi) ready.then(() => carryOutAgreed(deps)).catch(() => {});
  // It takes a second: not while a customer waits. A client that needs it gets its fault.
  if (usesModels) watchLists(screening, { metrics, log });
  const inside = createAdminApp({ metrics, readiness, host: config.host });
  const { api, admin } = await openDoors(config, hasApi ? createApp(deps) : null, inside);

  async function close(): Promise<void> {
    stopping.abort();
    if (api && temporal.connection !== null) {
      drainServer(api);
      await pause(config.drainSeconds * 1_000);
    }
    giveUp.abort(new Error('the bank is closing'));
    rates.stop();
    metrics.stop();
    const hurry = setTimeout(() => {
      for (const { settlements } of Object.values(desks)) settlements.release();
    }, ANSWER_WITHIN_MS);
    if (api) await closeServer(api);
    clearTimeout(hurry);
    over.abort(new Error('the bank is closing'));
    await ready.catch(() => {});
    for (const round of rounds) round.stop();
    await drained([desks.sandbox.dispatcher, desks.production.dispatcher, lanes]);
    await temporal.worker?.stop();
    await temporal.connection?.connection.close();
    await closeServer(admin);
    mailer?.transport.close();
    await Promise.all([senders.sandbox.close(), senders.production.close(), sessions.close()]);
    for (const desk of [desks.sandbox, desks.production]) {
      desk.settlements.stop();
      desk.ledger.close();
    }
    platform.close();
    await Promise.all([databases.close(), tracing?.close()]);
  }

  return {
    port: api ? portOf(api) : null,
    adminPort: portOf(admin),
    desks,
    operatorKey,
    ready,
    broken,
    close,
  };
}

/** First it asks to be left alone, then what has no end ends, then what answers need goes. */
function endsOf() {
  const [stopping, giveUp] = [new AbortController(), new AbortController()];
  return { stopping, giveUp, over: new AbortController() };
}

/** What answers off the thread that moves money. */
function threadsOf({ languageModel, encoder }: Config, closing: AbortSignal) {
  const [words, answers] = [wordThread(closing), answerThread(closing)];
  const insight = insightThread(closing);
  const intents = intentReader(words, openMessageEncoder(encoder, closing));
  const model = openLanguageModel(languageModel, closing);
  const [books, statements] = [booksThread(closing), statementThread(closing)];
  return { words, answers, insight, intents, languageModel: model, books, statements };
}

/** The API, where this process has one, and the admin port. */
async function openDoors(config: Config, app: Served | null, adminApp: Served) {
  const { host, port, adminPort, tls } = config;
  const gate = frontGate(config.requestLimit);
  const api = app ? await listen(app.fetch, { gate, host, port, tls }) : null;
  return {
    api,
    admin: await listen(adminApp.fetch, { host, port: adminPort, tls: null, sockets: 1 }),
  };
}

/** How long models take, by environment. */
function latencyOf({ judged }: Metrics) {
  const bookOf = (name: EnvironmentName) => latencyBook((micros) => judged(name, micros / 1e6));
  return { sandbox: bookOf('sandbox'), production: bookOf('production') };
}

/** Resolves when all of them have handed over what they had. */
async function drained(all: readonly { drain(): Promise<unknown> }[]): Promise<void> {
  await Promise.all(all.map((one) => one.drain()));
}

/** What needs no Temporal: the log is signed, files and memory of models are given back. */
function firstRounds(
  config: Config,
  { sessions, ...deps }: OrphanDeps & { readonly sessions: SessionPool },
): { stop(): void }[] {
  const { ledgers, log } = deps;
  const { hasWorker, usesModels } = workOf(config);
  return [
    ...(hasWorker ? [...logSigners(ledgers, config, log), startOrphanRound(deps)] : []),
    ...(usesModels ? [startIdleRound(sessions, Object.values(ledgers))] : []),
  ];
}

/** They work from the first moment on: signing needs the ledger only. */
function logSigners(ledgers: Record<string, Ledger>, config: Config, log: Logger): LogSigner[] {
  const { checkpointEveryMs: everyMs, checkpointLeaves: leaves } = config.chain;
  return Object.values(ledgers).map((ledger) => startLogSigner({ ledger, log, everyMs, leaves }));
}

interface LedgerDeps {
  readonly platform: Platform;
  readonly rates: ReturnType<typeof openRates>;
  readonly failPoint: (name: string) => void;
  readonly log: Logger;
  readonly sessions: SessionPool;
  readonly reasons: Explainers;
  readonly parties: BankScreening['parties'];
  readonly unscreened: BankScreening['unscreened'];
  readonly latency: Readonly<Record<EnvironmentName, LatencyBook>>;
  readonly networks: Networks | null;
  readonly tracing: Tracing | null;
}

const opened = ({ file, database }: Place) => database ?? openDatabase(file, 'ledger');
const platformIn = ({ file, database }: Place) => openPlatform(database ?? file);

async function openLedgers(config: Config, databases: Databases, deps: LedgerDeps) {
  const { platform, rates, failPoint, log, tracing, ...judging } = deps;
  const { sessions, reasons, parties, unscreened, networks, latency: books } = judging;
  const dataDir = resolve(config.dataDir);
  const keyDir = config.logKeyDir === null ? dataDir : resolve(config.logKeyDir);
  const ledgerOf = (environment: EnvironmentName, place: Place) => {
    const { dormancyDays, operatorLimit, valueDaysBack, retentionDays } = config;
    const market = rates.termsOf(environment);
    const risk: LedgerOptions['risk'] = (parts) =>
      riskDesk({
        ...parts,
        parties: parties[environment],
        unscreened: unscreened[environment],
        serving: servingDesk(parts, sessions, reasons),
        latency: books[environment],
        networks,
      });
    const chain = developmentChainOf(config.chain, environment);
    const hasMail = config.mail !== null;
    const rails = connectedRails(environment);
    const bounds = { dormancyDays, operatorLimit, valueDaysBack, retentionDays };
    const own = { market, ...bounds, risk, hasMail };
    const terms = { ...own, ...chain, connectedRails: rails };
    const watched = tracing ? { database: traced(opened(place), tracing.commit) } : {};
    const common = { environment, ...place, failPoint, ...watched, ...terms };
    // Only the worker signs, so only it needs the key.
    if (!config.roles.includes('worker')) return openLedger(common);
    const logKey = signingKeys({ platform, folder: keyDir, environment, log });
    return openLedger({ ...common, logKey });
  };
  const ledgerIn = (environment: EnvironmentName) =>
    databases.open(environment, (place) => ledgerOf(environment, place));
  return { sandbox: await ledgerIn('sandbox'), production: await ledgerIn('production') };
}

/** With the worker elsewhere the rows tell how much waits; looked at once a second at the most. */
function acceptedIn(ledger: Ledger): () => number {
  let accepted = 0;
  let lookedAt = 0;
  return () => {
    if (performance.now() - lookedAt > 1_000) {
      lookedAt = performance.now();
      void readOpenWork(ledger, Date.now()).then((work) => {
        accepted = work.accepted;
      });
    }
    return accepted;
  };
}
