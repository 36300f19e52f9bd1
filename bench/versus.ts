// The whole bank (risk, chain, relay of webhooks, workflows) on SQLite and on PostgreSQL beside
// Blnk in its synchronous mode, in turns: each round loads each of the three at each number of
// clients, and the ratio to Blnk compares turns of the same round. `npm run bench -- --versus`; a
// turn that fails is reported, and the others go on.

import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type PostgresServer,
  postgresFault,
  startPostgres,
} from '../scripts/run/postgres-server.ts';
import { startBlnk } from './blnk.ts';
import { openBlnkAccounts } from './blnk-requests.ts';
import type { Section } from './document.ts';
import { openCustomers, runChild } from './http.ts';
import type { LoadResult, LoadTask } from './load.ts';
import { percentile, type Row } from './measure.ts';
import { processTreesMs } from './testbed.ts';
import { startWholeBank } from './whole-bank.ts';

const CLIENTS = [1, 16, 64, 256] as const;
/** Warm-up for the JavaScript compiler: the risk rules are sixty times slower at first. */
const WARM_UP = { clients: 16, seconds: 10 };
/** Pause after a turn, in which the workflows of its last transfers are started and counted. */
const STARTED_WITHIN_MS = 1_500;
/** A turn that lasts longer than planned by this time has failed. */
const LATE_MS = 60_000;
const PERCENT = 100;

type Name = 'Kontor on SQLite' | 'Kontor on PostgreSQL' | 'Blnk';

interface VersusAim {
  readonly times: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  readonly cpuMs?: number;
  readonly isNothingRefused?: boolean;
}

/** Floor and goal at each number of clients. */
const TARGETS: Readonly<
  Record<string, Readonly<Record<number, { floor: VersusAim; goal: VersusAim }>>>
> = {
  'Kontor on SQLite': {
    1: { floor: { times: 1.6 }, goal: { times: 1.9, p50Ms: 1 } },
    16: { floor: { times: 1.9 }, goal: { times: 2.4 } },
    64: { floor: { times: 2.9 }, goal: { times: 3.5, cpuMs: 0.6 } },
    256: { floor: { times: 3 }, goal: { times: 3.6, p99Ms: 250, isNothingRefused: true } },
  },
  'Kontor on PostgreSQL': {
    1: { floor: { times: 1 }, goal: { times: 1.2 } },
    16: { floor: { times: 1.2 }, goal: { times: 1.4 } },
    64: { floor: { times: 1.8 }, goal: { times: 2 } },
    256: { floor: { times: 1.8 }, goal: { times: 2.2 } },
  },
};

/** A compared system. */
interface Side {
  readonly name: Name;
  /** Null when the system runs, otherwise the reason why it does not. */
  readonly notRun: string | null;
  readonly about: string;
  readonly task: Omit<LoadTask, 'clients' | 'seconds'>;
  pids(): readonly number[];
}

interface Turn {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of a transfer, of all server processes and of the load generator. */
  readonly cpuMs: number;
  readonly generatorMs: number;
  readonly refused: number;
  readonly sent: number;
}

/** Turns by round; null for a turn that failed. */
type Turns = ReadonlyMap<string, (Turn | null)[]>;

export interface VersusPlan {
  readonly rounds: number;
  /** Duration of each turn. */
  readonly seconds: number;
}

const printProgress = (line: string) => process.stderr.write(`  ${line}\n`);
const turnKey = (name: Name, clients: number) => `${name}, ${clients}`;
const formatClients = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

/** Measures all sides and returns the section with its table. */
export async function benchVersus(plan: VersusPlan): Promise<Section> {
  const stops: (() => unknown)[] = [];
  try {
    const sides = [
      await openOrExplain('Kontor on SQLite', stops, openOnSqlite),
      await openOrExplain('Kontor on PostgreSQL', stops, openOnPostgres),
      await openOrExplain('Blnk', stops, openBlnk),
    ];
    const turns = await takeTurns(sides, plan);
    return formatSection(sides, turns, plan);
  } finally {
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        printProgress(`not stopped: ${textOf(error)}`);
      }
    }
  }
}

type OpenSide = (stops: (() => unknown)[]) => Promise<Omit<Side, 'name' | 'notRun'>>;

/** Opens a side. A side that cannot be opened is in the table with the reason. */
async function openOrExplain(name: Name, stops: (() => unknown)[], open: OpenSide): Promise<Side> {
  printProgress(`${name} is started`);
  try {
    const side = await open(stops);
    await runChild<LoadResult>('load.ts', { ...side.task, ...WARM_UP }, LATE_MS);
    return { name, notRun: null, ...side };
  } catch (error) {
    const notRun = textOf(error);
    printProgress(`${name} is NOT RUN: ${notRun}`);
    const task = { url: '', key: '', accounts: [] };
    return { name, notRun, about: '', task, pids: () => [] };
  }
}

async function openOnSqlite(stops: (() => unknown)[]) {
  const flush = 'WAL, synchronous=FULL';
  return openBank(stops, {}, `SQLite (${flush}: flushed before the answer)`, () => []);
}

async function openOnPostgres(stops: (() => unknown)[]) {
  const fault = postgresFault();
  if (fault !== null) throw new Error(fault);
  const server = await openServer(stops);
  const url = server.database('bank');
  const description = `${server.version} (${readFlush(server)})`;
  return openBank(stops, { KONTOR_DATABASE_URL: url }, description, () =>
    server.pids().slice(0, 1),
  );
}

async function openServer(stops: (() => unknown)[]): Promise<PostgresServer> {
  const server = await startPostgres({ isDurable: true });
  // The server is not tethered to this process, so it is stopped on a signal, too.
  const stop = () => server.stop();
  process.once('exit', stop);
  stops.push(() => {
    process.off('exit', stop);
    stop();
  });
  return server;
}

async function openBank(
  stops: (() => unknown)[],
  env: Readonly<Record<string, string>>,
  database: string,
  servers: () => readonly number[],
) {
  const { testbed, chainPid, stop } = await startWholeBank(env);
  stops.push(stop);
  const task = { url: testbed.url, ...(await openCustomers(testbed)) };
  const parts = 'risk, log, chain (development), relay of webhooks and workflows on';
  const description = `${database}; ${parts}; Node ${process.version}`;
  return {
    about: description,
    task,
    pids: () => [testbed.bankPid, testbed.temporalPid, chainPid, ...servers()],
  };
}

async function openBlnk(stops: (() => unknown)[]) {
  const fault = postgresFault();
  if (fault !== null) throw new Error(fault);
  const server = await openServer(stops);
  const blnk = await startBlnk(server);
  stops.push(() => blnk.stop());
  if (blnk.url === null) throw new Error(blnk.reason);
  const accounts = await openBlnkAccounts(blnk.url);
  const task = { url: blnk.url, key: '', accounts, isBlnk: true };
  const description = `${blnk.about}; ${server.version} (${readFlush(server)})`;
  return { about: description, task, pids: () => [...blnk.pids, ...server.pids().slice(0, 1)] };
}

/** Reads the server's settings of commits. */
function readFlush(server: PostgresServer): string {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'];
  const settings = names.flatMap((name) => ['-c', `SHOW ${name}`]);
  const psql = spawnSync('psql', [server.urlOf('postgres'), '-At', ...settings], {
    encoding: 'utf8',
  });
  const values = (psql.stdout ?? '').trim().split('\n');
  if (psql.status !== 0 || values.length !== names.length) return 'its settings were not read';
  return names.map((name, index) => `${name}=${values[index]}`).join(', ');
}

async function takeTurns(sides: readonly Side[], plan: VersusPlan): Promise<Turns> {
  const turns = new Map<string, (Turn | null)[]>();
  for (let round = 0; round < plan.rounds; round++) {
    // Another side begins each round.
    const first = round % sides.length;
    const order = [...sides.slice(first), ...sides.slice(0, first)];
    for (const clients of CLIENTS) {
      for (const side of order.filter(({ notRun }) => notRun === null)) {
        const turn = await takeTurn(side, clients, plan.seconds, round);
        const key = turnKey(side.name, clients);
        turns.set(key, [...(turns.get(key) ?? []), turn]);
      }
    }
  }
  return turns;
}

async function takeTurn(
  side: Side,
  clients: number,
  seconds: number,
  round: number,
): Promise<Turn | null> {
  const name = `round ${round + 1}, ${formatClients(clients)}, ${side.name}`;
  try {
    const before = processTreesMs(side.pids());
    const task = { ...side.task, clients, seconds };
    const result = await runChild<LoadResult>('load.ts', task, seconds * 1_000 + LATE_MS);
    await sleep(STARTED_WITHIN_MS);
    if (result.count === 0)
      throw new Error(`nothing was booked: ${JSON.stringify(result.statuses)}`);
    const cpuMs = (processTreesMs(side.pids()) - before) / result.count;
    const sent = Object.values(result.statuses).reduce((sum, count) => sum + count, 0);
    const { perSecond, p50Ms, p99Ms, ownCpuMs: generatorMs } = result;
    const [rate, p50, p99] = [perSecond, p50Ms, p99Ms].map(figure);
    printProgress(`${name}: ${rate}/s, p50 ${p50}, p99 ${p99} ms, processor ${figure(cpuMs)} ms`);
    const refused = sent - result.count;
    if (refused > 0) printProgress(`${name}: ${JSON.stringify(result.statuses)}`);
    return { perSecond, p50Ms, p99Ms, cpuMs, generatorMs, refused, sent };
  } catch (error) {
    printProgress(`${name} FAILED: ${textOf(error)}`);
    return null;
  }
}

/** Medians of the turns of one side at one number of clients. */
interface Result extends Turn {
  /** Median of the ratios to Blnk in the same round; null without Blnk. */
  readonly times: number | null;
  readonly done: number;
}

function resultOf(turns: Turns, name: Name, clients: number): Result | null {
  const ownTurns = turns.get(turnKey(name, clients)) ?? [];
  const blnkTurns = turns.get(turnKey('Blnk', clients)) ?? [];
  const completedTurns = ownTurns.filter((turn) => turn !== null);
  if (completedTurns.length === 0) return null;
  const median = (read: (turn: Turn) => number) => percentile(completedTurns.map(read), 0.5);
  const sum = (read: (turn: Turn) => number) =>
    completedTurns.reduce((all, turn) => all + read(turn), 0);
  const ratios = ownTurns.flatMap((turn, round) => {
    const blnkTurn = blnkTurns[round];
    return turn && blnkTurn ? [turn.perSecond / blnkTurn.perSecond] : [];
  });
  return {
    perSecond: median((turn) => turn.perSecond),
    p50Ms: median((turn) => turn.p50Ms),
    p99Ms: median((turn) => turn.p99Ms),
    cpuMs: median((turn) => turn.cpuMs),
    generatorMs: median((turn) => turn.generatorMs),
    refused: sum((turn) => turn.refused),
    sent: sum((turn) => turn.sent),
    times: name === 'Blnk' || ratios.length === 0 ? null : percentile(ratios, 0.5),
    done: completedTurns.length,
  };
}

const HEAD = [
  'clients',
  'ledger',
  'transfers/s',
  'p50 ms',
  'p99 ms',
  'processor ms',
  'refused',
  '× Blnk',
  'floor',
  'goal',
  'generator ms',
];

function formatSection(sides: readonly Side[], turns: Turns, plan: VersusPlan): Section {
  const results = CLIENTS.flatMap((clients) =>
    sides.map((side) => ({ clients, side, result: resultOf(turns, side.name, clients) })),
  );
  const lines = [
    HEAD,
    HEAD.map(() => '---'),
    ...results.map((result) => formatCells(result, plan.rounds)),
  ];
  const text = [
    lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    `Middles of ${plan.rounds} rounds of ${plan.seconds} s in turns; the ratio is the middle of the ` +
      'ratios of each round. Processor time of a transfer: of all server processes (bank, Temporal, ' +
      'chain, PostgreSQL; Blnk, Redis, PostgreSQL); beside it that of the load generator.',
    ...sides.map((side) => {
      return `- **${side.name}**: ${side.notRun === null ? side.about : `NOT RUN: ${joinLines(side.notRun)}`}`;
    }),
  ];
  const [table = '', caveats = '', ...about] = text;
  return {
    title: 'Versus',
    rows: results.map(({ clients, side, result }) => rowOf(clients, side, result)),
    text: `${table}\n\n${caveats}\n\n${about.join('\n')}`,
  };
}

interface MeasuredSide {
  readonly clients: number;
  readonly side: Side;
  readonly result: Result | null;
}

function formatCells({ clients, side, result }: MeasuredSide, rounds: number): string[] {
  const { floor, goal } = TARGETS[side.name]?.[clients] ?? {};
  const aims = [floor, goal].map((aim) => (aim === undefined ? '' : formatAim(aim, result)));
  if (result === null) {
    const reason = side.notRun === null ? 'FAILED' : 'NOT RUN';
    return [String(clients), side.name, reason, '', '', '', '', '', ...aims, ''];
  }
  const rate = figure(result.perSecond);
  return [
    String(clients),
    side.name,
    result.done === rounds ? rate : `${rate} (${result.done} of ${rounds} rounds)`,
    figure(result.p50Ms),
    figure(result.p99Ms),
    figure(result.cpuMs),
    result.refused === 0 ? '0' : `${figure((PERCENT * result.refused) / result.sent)} %`,
    result.times === null ? '' : `${figure(result.times)} ×`,
    ...aims,
    figure(result.generatorMs),
  ];
}

/** Formats the aim, and whether it is met, which is unknown without Blnk. */
function formatAim(aim: VersusAim, result: Result | null): string {
  const parts = [
    `${aim.times} ×`,
    ...(aim.p50Ms === undefined ? [] : [`p50 ≤ ${aim.p50Ms} ms`]),
    ...(aim.p99Ms === undefined ? [] : [`p99 ≤ ${aim.p99Ms} ms`]),
    ...(aim.cpuMs === undefined ? [] : [`processor ≤ ${aim.cpuMs} ms`]),
    ...(aim.isNothingRefused ? ['nothing refused'] : []),
  ];
  if (result?.times == null) return parts.join(', ');
  const isMet =
    result.times >= aim.times &&
    result.p50Ms <= (aim.p50Ms ?? Number.POSITIVE_INFINITY) &&
    result.p99Ms <= (aim.p99Ms ?? Number.POSITIVE_INFINITY) &&
    result.cpuMs <= (aim.cpuMs ?? Number.POSITIVE_INFINITY) &&
    (!aim.isNothingRefused || result.refused === 0);
  return `${parts.join(', ')}: ${isMet ? 'met' : '**missed**'}`;
}

function rowOf(clients: number, side: Side, result: Result | null): Row {
  const min = TARGETS[side.name]?.[clients]?.floor.times;
  const labels = {
    name: `${side.name}, ${formatClients(clients)}`,
    unit: 'transfers/s',
    floorName: 'Blnk, middle of the ratios of each round',
    target: min === undefined ? {} : { ratioAtLeast: min },
  };
  if (result === null) {
    return { ...labels, value: 0, floor: null, notRun: side.notRun ?? 'each turn failed' };
  }
  const { perSecond: value, p50Ms, p99Ms, times } = result;
  return { ...labels, value, p50Ms, p99Ms, floor: times === null ? null : value / times };
}

const figure = (value: number) => {
  const digits = value >= PERCENT ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
};

/** Joins the lines of a reason, which may be a log. */
const joinLines = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
