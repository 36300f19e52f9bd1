// The embedded Temporal server: one process on one SQLite file, tethered to its parent.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from './http-request.mjs';
import { recordPid } from './pid-file.mjs';
import { freePort, isListening, reachableHost } from './ports.mjs';
import { shrinkIndexes } from './temporal-indexes.mjs';
import {
  configureNamespace,
  NAMESPACES,
  RETENTION_HOURS,
  SEARCH_ATTRIBUTES,
  temporalEnvironment,
} from './temporal-namespaces.mjs';
import { spawnTethered } from './tether.mjs';

/**
 * @typedef {object} TemporalOptions
 * @property {string} binary path of the `temporal` CLI
 * @property {number} port
 * @property {number | null} uiPort null starts it without its UI
 * @property {string} [uiHost] address of the UI; that of the server, if it has none of its own
 * @property {string} databaseFile made, with its folder, when it does not exist
 * @property {string} logFile appended to
 * @property {string} [host] address to bind to; loopback, because it has no authentication
 * @property {string} [pidFile] where the server's pid is noted for the next start
 * @property {Readonly<Record<string, string | number | boolean>>} [dynamicConfig] added to the
 *   flags that every server of this bank has, or put in their place
 * @property {number} [readyWithinMs] how long it may take until it answers; 30 s
 */

/**
 * @typedef {object} TemporalServer
 * @property {number} pid
 * @property {string} address `host:port` of its front end
 * @property {Promise<void>} ready resolves once it answers and has its search attributes and
 *   retention; rejects if it cannot
 * @property {Promise<import('./tether.mjs').Exit>} exited
 * @property {() => Promise<void>} stop SIGTERM (about a second), SIGKILL after ten
 * @property {() => Promise<void>} kill SIGKILL: for tests, and when its last output is not needed
 */

export { NAMESPACES, RETENTION_HOURS, SEARCH_ATTRIBUTES };

// The default limits are for many tenants on a large cluster: they would delay one busy bank.
const DYNAMIC_CONFIG = Object.freeze({
  'frontend.rps': 20_000,
  'frontend.namespaceRPS': 20_000,
  'frontend.namespaceRPS.visibility': 2_000,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // The one shard looks for tasks 20 times a second by default: 50 ms for each activity in a row.
  'history.transferProcessorMaxPollRPS': 2_000,
  // The CLI switches on a read of namespace and cluster from the database for each request.
  'system.forceSearchAttributesCacheRefreshOnRead': false,
  // Finished workflows are cached for an hour, 128,000 of them by default: a gigabyte and more.
  'history.hostLevelCacheMaxSize': 8_192,
  'history.eventsHostLevelCacheMaxSizeBytes': 33_554_432,
  // By default the retries of a task whose worker died several times are delayed up to ten minutes,
  // so that bad code does not keep a cluster busy: here a dead worker is replaced within seconds.
  'history.workflowTaskRetryMaxInterval': '5s',
  // By default the server calls a host of its maker at every start.
  'frontend.enableServerVersionCheck': false,
});

const LOG_FILE_BYTES = 16 * 1024 * 1024;
const STOP_GRACE_MS = 10_000;
const MAX_TRIES = 3;

/**
 * Starts the server and waits until it is ready. The server takes some ports of its own choice,
 * which may collide with another start, so a start that fails is tried twice more.
 * @param {TemporalOptions} options
 * @returns {Promise<TemporalServer>}
 */
export async function startTemporal(options) {
  for (let attempt = 1; ; attempt += 1) {
    const server = await launchTemporal(options);
    try {
      await server.ready;
      return server;
    } catch (error) {
      await server.kill();
      if (attempt === MAX_TRIES) throw error;
    }
  }
}

/**
 * Starts the process and returns at once; the caller decides what a failed start means.
 * @param {TemporalOptions} options
 * @returns {Promise<TemporalServer>}
 */
export async function launchTemporal(options) {
  const host = options.host ?? '127.0.0.1';
  mkdirSync(dirname(options.databaseFile), { recursive: true });
  mkdirSync(dirname(options.logFile), { recursive: true });
  const creation = markCreation(options.databaseFile);
  // Changing the indexes of many workflows takes a while, in which a running server could not
  // write.
  if (existsSync(options.databaseFile)) shrinkIndexes(options.databaseFile);
  const httpPort = await freePort(host);
  const output = openLog(options.logFile);
  const tethered = spawnTethered({
    command: options.binary,
    args: buildArguments(options, host, httpPort),
    env: temporalEnvironment(),
    output,
    graceMs: STOP_GRACE_MS,
  });
  closeSync(output);
  if (options.pidFile) recordPid(options.pidFile, tethered.pid, 'temporal');
  const server = {
    pid: tethered.pid,
    address: `${reachableHost(host)}:${options.port}`,
    exited: tethered.exited,
    stop: () => tethered.stop(STOP_GRACE_MS).then(forgetPid),
    kill: () => tethered.kill().then(forgetPid),
  };
  const ready = waitUntilReady(options, host, httpPort, server).then(creation.finish);
  // A caller that does not await `ready` sees a failed start by `exited`.
  ready.catch(() => undefined);
  return { ...server, ready };

  function forgetPid() {
    if (options.pidFile) rmSync(options.pidFile, { force: true });
  }
}

/**
 * Marks a database as incomplete while the server creates it. A server that was killed meanwhile
 * leaves a file that no later start can use; such a file is set aside at the next start.
 * @param {string} databaseFile
 */
function markCreation(databaseFile) {
  const markFile = `${databaseFile}.unfinished`;
  if (existsSync(markFile)) {
    for (const suffix of ['', '-wal', '-shm']) {
      const part = databaseFile + suffix;
      if (existsSync(part)) renameSync(part, `${databaseFile}.aside${suffix}`);
    }
  }
  if (!existsSync(databaseFile)) writeFileSync(markFile, '');
  return { finish: () => rmSync(markFile, { force: true }) };
}

/**
 * @param {TemporalOptions} options
 * @param {string} host
 * @param {number} httpPort
 */
function buildArguments(options, host, httpPort) {
  const uiHost = options.uiHost ?? host;
  const ui = ['--ui-ip', uiHost, '--ui-port', String(options.uiPort), '--ui-disable-news-fetch'];
  const dynamic = Object.entries({ ...DYNAMIC_CONFIG, ...options.dynamicConfig });
  return [
    'server',
    'start-dev',
    ...['--ip', host, '--port', String(options.port), '--http-port', String(httpPort)],
    ...(options.uiPort === null ? ['--headless'] : ui),
    ...['--db-filename', options.databaseFile],
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'],
    ...NAMESPACES.flatMap((name) => ['--namespace', name]),
    // These flags affect a new database only; waitUntilReady adds the missing settings of an
    // existing one.
    ...Object.entries(SEARCH_ATTRIBUTES).flatMap((pair) => ['--search-attribute', pair.join('=')]),
    // The HTTP interface answers requests to this host name only, so that no web page reaches it by
    // another DNS name.
    ...['--dynamic-config-value', `frontend.httpAllowedHosts=${allowedHosts(host, httpPort)}`],
    ...dynamic.flatMap(([key, value]) => {
      return ['--dynamic-config-value', `${key}=${JSON.stringify(value)}`];
    }),
  ];
}

/**
 * @param {string} host
 * @param {number} port
 */
function allowedHosts(host, port) {
  return JSON.stringify([`${reachableHost(host)}:${port}`]);
}

/** @param {string} logFile */
function openLog(logFile) {
  const isFull = existsSync(logFile) && statSync(logFile).size > LOG_FILE_BYTES;
  if (isFull) renameSync(logFile, `${logFile}.1`);
  return openSync(logFile, 'a');
}

/**
 * @param {TemporalOptions} options
 * @param {string} host
 * @param {number} httpPort
 * @param {Omit<TemporalServer, 'ready'>} server
 */
async function waitUntilReady(options, host, httpPort, server) {
  const limitMs = options.readyWithinMs ?? 30_000;
  const until = performance.now() + limitMs;
  const base = `http://${reachableHost(host)}:${httpPort}/api/v1/namespaces`;
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  const isUp = async () => {
    if (!(await isListening(host, options.port))) return false;
    const replies = await Promise.all(NAMESPACES.map((name) => sendRequest(`${base}/${name}`)));
    return replies.every(({ status }) => status === 200);
  };
  while (!(await isUp())) {
    if (hasEnded) throw new Error(`Temporal ended while it started: see ${options.logFile}`);
    if (performance.now() > until) {
      await server.kill();
      throw new Error(`Temporal was not ready within ${limitMs} ms: see ${options.logFile}`);
    }
    await sleep(10);
  }
  // The mark of a database that was just created.
  shrinkIndexes(options.databaseFile);
  const { binary } = options;
  await Promise.all(
    NAMESPACES.map((name) => configureNamespace({ base, name, binary, address: server.address })),
  );
}
