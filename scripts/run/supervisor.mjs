// The supervisor: one process in the foreground that starts Temporal and the bank, keeps them
// running, and stops them in order. Whatever happens to it, its children end with it (tether.mjs).
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createNoticeBoard, Stop, say, showProgress } from '../say.mjs';
import { BANK_STOP_MS, launchBank } from './bank.mjs';
import { findAnvil, launchChain } from './chain-server.mjs';
import { chooseHiddenAddress, guardHost } from './host-guard.mjs';
import { keepRunning } from './keep.mjs';
import { claimPidFile, endRecorded, PidFileHeld } from './pid-file.mjs';
import { portFault, reachableHost } from './ports.mjs';
import { launchTemporal } from './temporal-server.mjs';
import { temporalUiRules, uiPassword } from './temporal-ui-rules.mjs';

/** @typedef {import('./bank.mjs').PublicConfig} PublicConfig */

// npm passes Ctrl-C on to a script that has already received it from the terminal: one key press
// causes two signals.
const DUPLICATE_SIGNAL_MS = 1_000;
const PARENT_CHECK_MS = 500;

/**
 * @typedef {object} SupervisorOptions
 * @property {PublicConfig} config
 * @property {import('./temporal-binary.mjs').TemporalSource} temporal
 * @property {string} bankEntry
 * @property {number} crashLimit
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * Runs the bank until a signal asks it to stop.
 * @param {SupervisorOptions} options
 * @returns {Promise<number>} the exit code
 */
export async function supervise(options) {
  const { config } = options;
  const anvil = findChain(config);
  const dataDir = resolve(config.dataDir);
  const pidFile = claimDataDir(dataDir);
  const signals = listenForSignals(options.env);
  const notices = createNoticeBoard();
  /** @type {Guards | null} */
  let guards = null;
  try {
    await endLeftovers(dataDir);
    await checkPorts(config, anvil);
    guards = await startGuards(config, anvil, dataDir);
    const children = startAll(options, { anvil, dataDir, guards, hear: notices.hear });
    const failed = Promise.race(children.map(({ ended }) => ended));
    const stopped = signals.first.then(() => undefined);
    const ready = Promise.all(children.map(({ ready: child }) => child));
    const stoppedEarly = stopped.then(() => {
      throw new Error('stopped before it was ready');
    });
    const started = showProgress(
      'Starting the bank',
      () => Promise.race([ready, failed, stoppedEarly]),
      notices.share,
    ).then(
      () => say(formatBanner({ config, anvil, dataDir, notices: notices.take() })),
      // The failure is rethrown below.
      () => undefined,
    );
    try {
      await Promise.race([failed, stopped]);
      await started;
      say('Stopping: the bank finishes what it began …');
      const code = await stopAll(children, signals.second);
      say(formatEnd(code, dataDir));
      return code;
    } catch (error) {
      await stopAll(children, signals.second);
      throw error;
    } finally {
      // A key that is shown only once is printed also when the start failed.
      for (const line of notices.take()) say(line);
    }
  } finally {
    guards?.close();
    pidFile.release();
  }
}

/**
 * Returns the development chain's binary; null when no chain is started here. The bank works
 * without a chain: on a machine without a binary a line says so.
 * @param {PublicConfig} config
 */
function findChain({ chain }) {
  if (chain.mode !== 'dev' || chain.external) return null;
  const anvil = findAnvil();
  if (anvil === null) say('No development chain for this machine: as with KONTOR_CHAIN=off');
  return anvil;
}

/** @param {string} dataDir */
function claimDataDir(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true });
    return claimPidFile(join(dataDir, 'supervisor.pid'), 'supervisor');
  } catch (cause) {
    const isHeld = cause instanceof PidFileHeld;
    const problem = isHeld
      ? `is in use by another Kontor (process ${cause.holder.pid}): stop it`
      : `cannot be used (${cause instanceof Error ? cause.message : cause}): mend it`;
    const alternative = 'or set another KONTOR_DATA_DIR';
    throw new Stop(`the data directory ${dataDir} ${problem} ${alternative}`, { cause });
  }
}

/**
 * Ends processes of an earlier start that its tether did not end.
 * @param {string} dataDir
 */
async function endLeftovers(dataDir) {
  const ended = await Promise.all([
    endRecorded(join(dataDir, 'bank.pid'), BANK_STOP_MS),
    endRecorded(join(dataDir, 'temporal.pid'), 3_000),
    endRecorded(join(dataDir, 'chain.pid'), 3_000),
  ]);
  if (ended.includes(true)) say('Ended what an earlier start had left behind');
}

/**
 * @param {PublicConfig} config
 * @param {string | null} anvil
 */
async function checkPorts(config, anvil) {
  /** @type {[string, string, number][]} */
  const ports = [['KONTOR_ADMIN_PORT', config.adminHost, config.adminPort]];
  if (config.role !== 'training') ports.push(['KONTOR_PORT', config.host, config.port]);
  if (!config.temporal.isExternal) {
    ports.push(['KONTOR_TEMPORAL_PORT', '127.0.0.1', config.temporal.port]);
    ports.push(['KONTOR_TEMPORAL_UI_PORT', '127.0.0.1', config.temporal.uiPort]);
  }
  if (anvil !== null) ports.push(['KONTOR_CHAIN_PORT', '127.0.0.1', config.chain.port]);
  for (const [index, [name, host, port]] of ports.entries()) {
    const samePort = ports.slice(0, index).find((other) => other[2] === port);
    if (samePort)
      throw new Stop(`${samePort[0]} and ${name} are both ${port}: give each its own port`);
    const reason = await portFault(host, port);
    if (reason === null) continue;
    const state = reason === 'EADDRINUSE' ? 'is taken' : `cannot be used (${reason})`;
    throw new Stop(`port ${port} on ${host} ${state}: stop what uses it or set another ${name}`);
  }
}

/**
 * @typedef {object} Guards
 * @property {import('./host-guard.mjs').Address} ui where Temporal's UI listens, behind its port
 * @property {import('./host-guard.mjs').Address} chain the same for the development chain
 * @property {() => void} close
 */

/**
 * The UI and the chain have no authentication: they listen where only their guards find them.
 * @param {PublicConfig} config
 * @param {string | null} anvil
 * @param {string} dataDir
 * @returns {Promise<Guards>}
 */
async function startGuards(config, anvil, dataDir) {
  const [ui, chain] = await Promise.all([chooseHiddenAddress(), chooseHiddenAddress()]);
  /** @type {Awaited<ReturnType<typeof guardHost>>[]} */
  const guards = [];
  if (!config.temporal.isExternal) {
    const rules = temporalUiRules(uiPassword(join(dataDir, 'temporal-ui.password')));
    guards.push(await guardHost({ port: config.temporal.uiPort, upstream: ui, rules }));
  }
  if (anvil !== null) guards.push(await guardHost({ port: config.chain.port, upstream: chain }));
  const close = () => {
    for (const guard of guards) guard.close();
  };
  return { ui, chain, close };
}

/**
 * @param {SupervisorOptions} options
 * @param {{ anvil: string | null, dataDir: string, guards: Guards,
 *   hear: (message: unknown) => void }} parts
 * @returns {ReturnType<typeof keepRunning>[]} in the order in which they stop
 */
function startAll(options, { anvil, dataDir, guards, hear }) {
  const { config, temporal, bankEntry, crashLimit, env } = options;
  const lacksBinary = config.chain.mode === 'dev' && !config.chain.external && anvil === null;
  const bankEnv = lacksBinary ? { ...env, KONTOR_CHAIN: 'off' } : env;
  const bank = keepRunning({
    name: 'The bank',
    crashLimit,
    outputHint: 'its last output is above',
    launch: () =>
      launchBank({
        entry: bankEntry,
        env: bankEnv,
        config,
        pidFile: join(dataDir, 'bank.pid'),
        hear,
      }),
  });
  const chains =
    anvil === null ? [] : [keepChain({ anvil, at: guards.chain, crashLimit, dataDir })];
  if (temporal.kind === 'external') return [bank, ...chains];
  const logFile = join(dataDir, 'temporal.log');
  const server = keepRunning({
    name: 'Temporal',
    crashLimit,
    outputHint: `its last output is in ${logFile}`,
    launch: () =>
      launchTemporal({
        binary: temporal.path,
        port: config.temporal.port,
        uiHost: guards.ui.host,
        uiPort: guards.ui.port,
        databaseFile: join(dataDir, 'temporal.db'),
        logFile,
        pidFile: join(dataDir, 'temporal.pid'),
      }),
  });
  return [bank, server, ...chains];
}

/**
 * @param {{ anvil: string, at: import('./host-guard.mjs').Address, crashLimit: number,
 *   dataDir: string }} options
 */
function keepChain({ anvil, at, crashLimit, dataDir }) {
  const logFile = join(dataDir, 'chain.log');
  const child = keepRunning({
    name: 'The chain',
    crashLimit,
    outputHint: `its last output is in ${logFile}`,
    launch: () =>
      launchChain({
        binary: anvil,
        ...at,
        stateFile: join(dataDir, 'chain.json'),
        logFile,
        pidFile: join(dataDir, 'chain.pid'),
      }),
  });
  // Money moves without a chain: a chain that cannot be kept running is logged and stops nothing.
  const ended = child.ended.catch((error) => {
    say(`${error.message}; the bank goes on, anchors wait`);
    return new Promise(() => undefined);
  });
  return { ...child, ended, ready: Promise.resolve() };
}

/**
 * Stops the bank first, which needs Temporal to finish, then Temporal and the chain. A second
 * signal kills all of them.
 * @param {ReturnType<typeof keepRunning>[]} children in the order in which they stop
 * @param {Promise<void>} secondSignal
 * @returns {Promise<number>}
 */
async function stopAll(children, secondSignal) {
  const stopInOrder = async () => {
    for (const child of children) await child.stop();
    return 0;
  };
  const killOnSecondSignal = secondSignal.then(async () => {
    say('Stopping at once');
    await Promise.all(children.map((child) => child.kill()));
    return 1;
  });
  return Promise.race([stopInOrder(), killOnSecondSignal]);
}

/** @param {NodeJS.ProcessEnv} env */
function listenForSignals(env) {
  /** @type {number | null} */
  let firstAt = null;
  let onFirst = () => {};
  let onSecond = () => {};
  /** @type {Promise<void>} */
  const first = new Promise((done) => {
    onFirst = done;
  });
  /** @type {Promise<void>} */
  const second = new Promise((done) => {
    onSecond = done;
  });
  const onSignal = () => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      onFirst();
    } else if (now - firstAt > DUPLICATE_SIGNAL_MS) {
      onSecond();
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  // When npm is asked to end, it ends the shell between npm and this process: only the missing
  // parent shows it.
  const parent = process.ppid;
  const watchParent = () => {
    if (process.ppid !== parent && firstAt === null) onSignal();
  };
  if (env.npm_lifecycle_event) setInterval(watchParent, PARENT_CHECK_MS).unref();
  return { first, second };
}

/**
 * @param {{ config: PublicConfig, anvil: string | null, dataDir: string,
 *   notices: readonly string[] }} options
 */
function formatBanner({ config, anvil, dataDir, notices }) {
  const host = reachableHost(config.host);
  const api = `http://${host}:${config.port}`;
  const metrics = `http://${reachableHost(config.adminHost)}:${config.adminPort}/metrics`;
  const temporal = config.temporal.isExternal
    ? `  Temporal      ${config.temporal.address} (not started here)`
    : `  Temporal UI   http://127.0.0.1:${config.temporal.uiPort}`;
  const hasApi = config.role !== 'training';
  const seconds = Math.round(performance.now() / 100) / 10;
  return [
    '',
    `Kontor is ready after ${seconds} s`,
    ...(hasApi ? [`  API           ${api}`, `  Documentation ${api}/docs`] : []),
    ...(hasApi ? [`  Console       ${api}/console (for operators)`] : []),
    ...(hasApi ? [`  Portal        ${api}/portal (for developers)`] : []),
    temporal,
    ...(anvil === null ? [] : [`  Chain         http://127.0.0.1:${config.chain.port}`]),
    `  Metrics       ${metrics}`,
    `  Data          ${dataDir}`,
    ...notices.map((line) => `  ${line}`),
    '  Ctrl-C stops it; nothing that was accepted is lost.',
    ...(hasApi ? ['', ...formatFirstSteps(api)] : []),
    '',
  ].join('\n');
}

/** @param {string} api @returns {string[]} the first commands for a new user */
function formatFirstSteps(api) {
  const body = JSON.stringify({
    company: 'Example Ltd',
    email: 'developer@example.com',
    phone: '+44 20 7946 0000',
    country: 'GB',
    use_case: 'payments',
    expected_volume: '1000 a month',
  });
  return [
    'Get a sandbox key:',
    `  curl ${api}/v1/developer/register \\`,
    "    -H 'content-type: application/json' \\",
    `    -d '${body}'`,
    'or on the command line, which keeps it (docs/build/cli.md):',
    `  npx kontor --bank ${api} login --register \\`,
    "    --company 'Example Ltd' --email developer@example.com --country GB",
  ];
}

/** @param {number} code @param {string} dataDir */
function formatEnd(code, dataDir) {
  if (code !== 0)
    return `Kontor was stopped at once; the next start continues with the data in ${dataDir}`;
  return `Kontor has stopped. Its data is in ${dataDir}, and the next start continues with it.`;
}
