// The embedded Temporal server: one process on one SQLite file, tethered to whoever started it.
import { execFile } from 'node:child_process';
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
import { promisify } from 'node:util';
import { ask } from './ask.mjs';
import { recordPid } from './pid-file.mjs';
import { answers, freePort, reachable } from './ports.mjs';
import { spawnTethered } from './tether.mjs';

/**
 * @typedef {object} TemporalOptions
 * @property {string} binary path of the `temporal` CLI
 * @property {number} port
 * @property {number | null} uiPort null starts it without its UI
 * @property {string} databaseFile made, with its folder, when it does not exist
 * @property {string} logFile appended to
 * @property {string} [host] address to bind to; loopback, because it asks nobody who they are
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
 * @property {() => Promise<void>} kill SIGKILL: for tests, and when nobody needs its last words
 */

/** @type {readonly string[]} */
export const NAMESPACES = Object.freeze(['sandbox', 'production']);

/**
 * What the workflows write and the operator searches by; docker-compose.yml has the same list.
 * @type {Readonly<Record<string, 'Keyword' | 'KeywordList' | 'Int'>>}
 */
export const SEARCH_ATTRIBUTES = Object.freeze({
  TransactionFrom: 'Keyword',
  TransactionTo: 'Keyword',
  TransactionId: 'Keyword',
  AccountIds: 'KeywordList',
  CustomerId: 'Keyword',
  Tenant: 'Keyword',
  BankState: 'Keyword',
  AmountMinor: 'Int',
  Currency: 'Keyword',
  RiskBand: 'Keyword',
});

/** How long closed workflows stay visible. */
export const RETENTION_HOURS = 720;

// The defaults are for many tenants on a large cluster: they stall one busy bank.
const DYNAMIC_CONFIG = Object.freeze({
  'frontend.rps': 20_000,
  'frontend.namespaceRPS': 20_000,
  'frontend.namespaceRPS.visibility': 2_000,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // It would call a host of its maker at every start.
  'frontend.enableServerVersionCheck': false,
});

const LOG_FILE_BYTES = 16 * 1024 * 1024;
const STOP_GRACE_MS = 10_000;
const TRIES = 3;

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
      if (attempt === TRIES) throw error;
    }
  }
}

/**
 * Starts the process and returns at once; whoever calls it decides what a failed start means.
 * @param {TemporalOptions} options
 * @returns {Promise<TemporalServer>}
 */
export async function launchTemporal(options) {
  const host = options.host ?? '127.0.0.1';
  mkdirSync(dirname(options.databaseFile), { recursive: true });
  mkdirSync(dirname(options.logFile), { recursive: true });
  const creation = noteCreation(options.databaseFile);
  const httpPort = await freePort(host);
  const output = openLog(options.logFile);
  const tethered = spawnTethered({
    command: options.binary,
    args: flags(options, host, httpPort),
    env: environment(),
    output,
    graceMs: STOP_GRACE_MS,
  });
  closeSync(output);
  if (options.pidFile) recordPid(options.pidFile, tethered.pid, 'temporal');
  const server = {
    pid: tethered.pid,
    address: `${reachable(host)}:${options.port}`,
    exited: tethered.exited,
    stop: () => tethered.stop(STOP_GRACE_MS).then(forgetPid),
    kill: () => tethered.kill().then(forgetPid),
  };
  const ready = becomeReady(options, host, httpPort, server).then(creation.done);
  // Whoever does not wait for it hears of a failed start from `exited`.
  ready.catch(() => undefined);
  return { ...server, ready };

  function forgetPid() {
    if (options.pidFile) rmSync(options.pidFile, { force: true });
  }
}

/**
 * A server that was killed while it made its database leaves a file that no later start can use.
 * A note beside the file says that it was never ready; such a file is set aside.
 * @param {string} databaseFile
 */
function noteCreation(databaseFile) {
  const note = `${databaseFile}.unfinished`;
  if (existsSync(note)) {
    for (const suffix of ['', '-wal', '-shm']) {
      const part = databaseFile + suffix;
      if (existsSync(part)) renameSync(part, `${databaseFile}.aside${suffix}`);
    }
  }
  if (!existsSync(databaseFile)) writeFileSync(note, '');
  return { done: () => rmSync(note, { force: true }) };
}

/**
 * @param {TemporalOptions} options
 * @param {string} host
 * @param {number} httpPort
 */
function flags(options, host, httpPort) {
  const ui = ['--ui-ip', host, '--ui-port', String(options.uiPort), '--ui-disable-news-fetch'];
  const dynamic = Object.entries({ ...DYNAMIC_CONFIG, ...options.dynamicConfig });
  return [
    'server',
    'start-dev',
    ...['--ip', host, '--port', String(options.port), '--http-port', String(httpPort)],
    ...(options.uiPort === null ? ['--headless'] : ui),
    ...['--db-filename', options.databaseFile],
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'],
    ...NAMESPACES.flatMap((name) => ['--namespace', name]),
    // These reach a new database only; becomeReady adds what an existing one lacks.
    ...Object.entries(SEARCH_ATTRIBUTES).flatMap((pair) => ['--search-attribute', pair.join('=')]),
    ...dynamic.flatMap(([key, value]) => {
      return ['--dynamic-config-value', `${key}=${JSON.stringify(value)}`];
    }),
  ];
}

/** The server needs none of the bank's settings and must not hold its secrets. */
function environment() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'GOMAXPROCS', 'GOGC', 'GOMEMLIMIT'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
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
async function becomeReady(options, host, httpPort, server) {
  const limitMs = options.readyWithinMs ?? 30_000;
  const until = performance.now() + limitMs;
  const base = `http://${reachable(host)}:${httpPort}/api/v1/namespaces`;
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  const isUp = async () => {
    if (!(await answers(host, options.port))) return false;
    const replies = await Promise.all(NAMESPACES.map((name) => ask(`${base}/${name}`)));
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
  await Promise.all(
    NAMESPACES.map((name) => equipNamespace(base, name, options.binary, server.address)),
  );
}

/**
 * One question tells what is missing, and as a rule nothing is: the CLI costs 40 ms a call.
 * @param {string} base
 * @param {string} name
 * @param {string} binary
 * @param {string} address
 */
async function equipNamespace(base, name, binary, address) {
  const { text } = await ask(`${base}/${name}`);
  const config = JSON.parse(text).config ?? {};
  const known = new Set(Object.values(config.customSearchAttributeAliases ?? {}));
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([attribute]) => !known.has(attribute));
  for (const type of new Set(missing.map((pair) => pair[1]))) {
    const names = missing.filter((pair) => pair[1] === type).flatMap((pair) => ['--name', pair[0]]);
    await promisify(execFile)(
      binary,
      [
        'operator',
        'search-attribute',
        'create',
        '--namespace',
        name,
        '--type',
        type,
        ...names,
      ].concat(['--address', address]),
      { env: environment(), timeout: 20_000 },
    );
  }
  const retention = `${RETENTION_HOURS * 3600}s`;
  if (config.workflowExecutionRetentionTtl === retention) return;
  const body = { config: { workflowExecutionRetentionTtl: retention } };
  const { status, text: answer } = await ask(`${base}/${name}/update`, { body });
  if (status !== 200) throw new Error(`retention of namespace ${name} not set: ${answer}`);
}
